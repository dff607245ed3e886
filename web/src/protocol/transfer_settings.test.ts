// Changing settings, and which of them stand against each other. That the engine thinks the same is held
// by engine/port_settings.test.ts.
import { describe, expect, test } from 'vitest';

import { blockerOf, changedSettings, DEFAULT_SETTINGS, problemOf } from './transfer_settings.ts';

test('a change leaves the rest, and the settings it was made to, as they were', () => {
  const changed = changedSettings(DEFAULT_SETTINGS, { crc: 16, window: 65536 });
  expect(changed).toEqual({ ...DEFAULT_SETTINGS, crc: 16, window: 65536 });
  expect(DEFAULT_SETTINGS.crc).toBe(32);
});

test.each([
  ['unknown', { colour: 'red' }],
  ['unknown', { constructor: 1 }],
  ['protocol', { protocol: 'punter' }],
  ['crc', { crc: '32' }],
  ['modes', { escapeControls: 'yes' }],
  ['modes', { adaptToLine: undefined }],
  ['names', { names: 'latin1' }],
  ['buffer', { receiveBuffer: 100 }],
  ['existing', { existingFiles: 'ask' }],
  ['block', { largestBlock: 64 }],
  ['window', { window: 1000 }],
  ['window', { window: 65536, segmented: true }],
  ['management', { management: 'burn' }],
  ['management', { skipIfMissing: 1 }],
  ['conversion', { conversion: 'ebcdic' }],
  ['timeouts', { stallSeconds: 5 }],
  ['retries', { retries: 2.5 }],
  ['rate', { leastRate: -5 }],
])('“%s” is the word for %o', (code, change) => {
  expect(() => changedSettings(DEFAULT_SETTINGS, change)).toThrow(
    expect.objectContaining({ code }),
  );
});

describe('what stands against what', () => {
  const settings = (change: Record<string, unknown>) => ({ ...DEFAULT_SETTINGS, ...change });

  test.each([
    ['escapeControls', 'turbo', { turbo: true }],
    ['turbo', 'escapeControls', { escapeControls: true }],
    ['turbo', 'pack7', { pack7: true }],
    ['rle', null, { pack7: true, escape8th: true }],
    ['turbo', 'crc', { crc: 16 }],
    ['crc', 'rle', { rle: true }],
    ['window', 'segmented', { segmented: true }],
    ['segmented', 'window', { window: 8192 }],
  ] as const)('%s: %s, with %o', (name, blocker, change) => {
    expect(blockerOf(name, settings(change))).toBe(blocker);
  });

  test('what nothing stands against is free', () => {
    expect(blockerOf('escapeControls', settings({ escape8th: true, rle: true, crc: 16 }))).toBe(
      null,
    );
    expect(blockerOf('crc', settings({ escapeControls: true }))).toBe(null);
  });

  test('what a person is kept from choosing would be refused, and nothing else', () => {
    const switches = ['escapeControls', 'escape8th', 'pack7', 'turbo', 'rle', 'segmented'] as const;
    const others = [{ crc: 16 }, { window: 8192 }, ...switches.map((name) => ({ [name]: true }))];
    for (const before of others) {
      if (problemOf(settings(before)) !== null) continue;
      for (const name of switches) {
        const isBlocked = blockerOf(name, settings(before)) !== null;
        const after = settings({ ...before, [name]: true });
        expect(problemOf(after) !== null, `${name} ${JSON.stringify(before)}`).toBe(isBlocked);
      }
    }
  });
});
