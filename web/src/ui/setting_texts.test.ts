// That the panel leaves no setting out, and offers every value of each and no other.
import { expect, test } from 'vitest';

import { DEFAULT_SETTINGS, RULES } from '../protocol/transfer_settings.ts';
import { blockedWords, SETTING_GROUPS } from './setting_texts.ts';

const texts = SETTING_GROUPS.flatMap(({ settings }) => settings);

test('every setting stands in the panel, once', () => {
  expect(texts.map(({ name }) => name).sort()).toEqual(Object.keys(RULES).sort());
});

test.each(texts)(
  '$name has a control for its values, and a sentence',
  ({ name, help, control }) => {
    expect(help).toMatch(/^[A-Z].*[^.]\.$/);
    const { rule } = RULES[name];
    if (control.kind === 'number') {
      expect('least' in rule).toBe(true);
      // A number of which 0 means something of its own says so.
      const isNoneAllowed = 'least' in rule && (rule.orNone === true || rule.least === 0);
      expect(help.includes('; 0 ')).toBe(isNoneAllowed);
    } else if (control.kind === 'switch') {
      expect(rule).toEqual([false, true]);
    } else {
      const values = control.options.map(({ value }) => value);
      const isRange = 'least' in rule;
      if (isRange) expect([values[0], values.at(-1)]).toEqual([rule.least, rule.most]);
      else expect(values.sort()).toEqual([...rule].sort());
      expect(values).toContain(DEFAULT_SETTINGS[name]);
    }
  },
);

test('why a setting cannot be chosen is said by the name that a person sees', () => {
  const settings = { ...DEFAULT_SETTINGS, window: 8192 };
  expect(blockedWords('turbo', 'pack7', settings)).toBe('Not together with “Pack-7”.');
  expect(blockedWords('turbo', 'crc', settings)).toBe('Needs the checksum CRC-32.');
  expect(blockedWords('crc', 'turbo', settings)).toBe('CRC-16 does not go with “MobyTurbo”.');
  expect(blockedWords('segmented', 'window', settings)).toBe(
    'Not together with a window of 8192 bytes.',
  );
});
