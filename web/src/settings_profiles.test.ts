// Profiles against a memory that works, one that is full, one that holds nonsense, and one that another
// tab writes to as well.
import { beforeEach, describe, expect, test } from 'vitest';

import { DEFAULT_SETTINGS } from './protocol/transfer_settings.ts';
import { SettingsProfiles, type SettingsMemory } from './settings_profiles.ts';

class Memory implements SettingsMemory {
  text: string | null = null;

  getItem(): string | null {
    return this.text;
  }

  setItem(_key: string, text: string): void {
    this.text = text;
  }
}

let memory: Memory;
const visit = () => new SettingsProfiles(memory);
beforeEach(() => {
  memory = new Memory();
});

test('a first visit has the defaults, in a profile called “Default”', () => {
  expect(visit().state).toEqual({
    name: 'Default',
    names: ['Default'],
    settings: DEFAULT_SETTINGS,
  });
});

test('a change lasts until the next visit, and is told', () => {
  const profiles = visit();
  const told: number[] = [];
  profiles.onChanged(({ settings }) => told.push(settings.crc));
  profiles.change({ crc: 16 });
  expect(told).toEqual([16]);
  expect(visit().current).toEqual({ ...DEFAULT_SETTINGS, crc: 16 });
});

test('only what differs from the defaults is kept', () => {
  const profiles = visit();
  profiles.change({ crc: 16, retries: 3 });
  profiles.change({ retries: DEFAULT_SETTINGS.retries });
  expect(JSON.parse(memory.text ?? '')).toEqual({
    selected: 'Default',
    profiles: { Default: { crc: 16 } },
  });
});

test('what cannot be is refused by its word, and nothing is kept of it', () => {
  const profiles = visit();
  expect(() => profiles.change({ crc: 16, retries: 0 })).toThrow(
    expect.objectContaining({ code: 'retries' }),
  );
  expect(profiles.current).toEqual(DEFAULT_SETTINGS);
  expect(memory.text).toBe(null);
});

describe('named profiles', () => {
  test('a new one begins with the settings in use, and goes its own way', () => {
    const profiles = visit();
    profiles.change({ retries: 3 });
    profiles.add('  old board ');
    profiles.change({ crc: 16 });
    expect(profiles.state).toMatchObject({ name: 'old board', names: ['Default', 'old board'] });
    expect(profiles.current).toMatchObject({ retries: 3, crc: 16 });
    profiles.select('Default');
    expect(profiles.current).toMatchObject({ retries: 3, crc: 32 });
  });

  test('the one chosen is the one of the next visit; one that an address names is not', () => {
    const profiles = visit();
    profiles.add('a');
    profiles.add('b');
    profiles.select('a');
    expect(visit().state.name).toBe('a');
    profiles.select('b', 'visit');
    profiles.change({ crc: 16 });
    expect(profiles.state.name).toBe('b');
    expect(visit().state.name).toBe('a');
    expect(visit().current.crc).toBe(32);
  });

  test.each([['  '], ['Default'], ['x'.repeat(41)]])('“%s” is no name for one', (name) => {
    expect(() => visit().add(name)).toThrow(expect.objectContaining({ code: 'name' }));
  });

  test('one that is not there cannot be used', () => {
    const profiles = visit();
    expect(() => profiles.select('nobody')).toThrow(expect.objectContaining({ code: 'unknown' }));
    expect(profiles.state.name).toBe('Default');
  });

  test('to delete one uses the default again; the default itself is only reset', () => {
    const profiles = visit();
    profiles.change({ retries: 3 });
    profiles.add('a');
    profiles.remove();
    expect(profiles.state).toMatchObject({ name: 'Default', names: ['Default'] });
    expect(profiles.current.retries).toBe(3);
    profiles.remove();
    expect(profiles.state).toMatchObject({ name: 'Default', settings: DEFAULT_SETTINGS });
  });

  test('to restore the defaults leaves the other profiles alone', () => {
    const profiles = visit();
    profiles.change({ retries: 3 });
    profiles.add('a');
    profiles.reset();
    expect(profiles.current).toEqual(DEFAULT_SETTINGS);
    profiles.select('Default');
    expect(profiles.current.retries).toBe(3);
  });

  test('a name may be any text', () => {
    visit().add('__proto__');
    expect(visit().state).toMatchObject({ name: '__proto__', names: ['Default', '__proto__'] });
  });
});

test('two tabs do not undo each other’s profiles', () => {
  const [one, other] = [visit(), visit()];
  one.add('a');
  other.add('b');
  one.change({ crc: 16 });
  expect(visit().state.names).toEqual(['Default', 'a', 'b']);
});

test('a memory that keeps nothing is no hindrance while the page lasts', () => {
  const profiles = new SettingsProfiles({
    getItem: () => {
      throw new DOMException('', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('', 'SecurityError');
    },
  });
  profiles.add('a');
  profiles.change({ crc: 16 });
  profiles.select('Default');
  profiles.select('a');
  expect(profiles.current.crc).toBe(16);
  expect(profiles.problem).toBe('');
});

test.each(['', 'null', '7', '{"selected":7}', '{"selected":"a","profiles":null}'])(
  'a memory that holds %s is as good as none',
  (text) => {
    memory.text = text;
    expect(visit().state).toMatchObject({ name: 'Default', settings: DEFAULT_SETTINGS });
  },
);

test.each([{ crc: 17 }, { someday: true }, { turbo: true, pack7: true }])(
  'kept settings that make no sense (%o) are not obeyed, and that is said',
  (kept) => {
    memory.text = JSON.stringify({ selected: 'a', profiles: { a: kept } });
    const profiles = visit();
    expect(profiles.state).toMatchObject({ name: 'a', settings: DEFAULT_SETTINGS });
    expect(profiles.problem).toMatch(/“a” make no sense/);
  },
);
