// The page's rules for settings and the engine's, held together: what one refuses the other refuses, by
// the same word. The engine is the real one.
import { readFileSync } from 'node:fs';

import createBoardwalkEngine from 'boardwalk-engine';
import { describe, expect, test } from 'vitest';

import { Failure } from '../base/failure.ts';
import type { BoardLink } from '../protocol/messages.ts';
import {
  CONVERSIONS,
  DEFAULT_SETTINGS,
  MANAGEMENTS,
  NAME_ENCODINGS,
  problemOf,
  RULES,
  type SettingName,
  type TransferSettings,
} from '../protocol/transfer_settings.ts';
import { EnginePort, type PortSettings } from './engine_port.ts';
import { portSettings } from './port_settings.ts';

const module = await createBoardwalkEngine({
  wasmBinary: readFileSync(
    new URL('../../../build/wasm/wasm/boardwalk_engine.wasm', import.meta.url),
  ),
});

const BOARD: BoardLink = {
  id: 'demo',
  url: 'ws://board.example/',
  telnet: true,
  encoding: 'utf8',
  columns: 132,
  rows: 37,
};

/** The settings that the engine has nothing to do with. */
const OURS_ALONE: readonly string[] = ['protocol', 'existingFiles'];

const engineWord = (settings: TransferSettings) =>
  module.settingsProblem(portSettings(BOARD, settings));
const pageWord = (settings: TransferSettings) => problemOf(settings)?.word ?? '';

function changed(change: Record<string, unknown>): TransferSettings {
  return { ...DEFAULT_SETTINGS, ...change };
}

test('the defaults are what the engine takes', () => {
  expect(problemOf(DEFAULT_SETTINGS)).toBe(null);
  expect(engineWord(DEFAULT_SETTINGS)).toBe('');
});

test('what the directory says of a board goes to the engine with the settings', () => {
  expect(portSettings(BOARD, DEFAULT_SETTINGS)).toMatchObject({
    telnet: true,
    names: 'utf8',
    columns: 132,
    rows: 37,
  });
  expect(portSettings(BOARD, changed({ names: 'cp437' })).names).toBe('cp437');
});

describe('both draw the same line', () => {
  const numbers = Object.entries(RULES).flatMap(([name, { rule }]) =>
    'least' in rule ? [{ name, ...rule }] : [],
  );
  test.each(numbers)('for $name', ({ name, least, most }) => {
    for (const value of [least, most, least - 1, most + 1, 0, -1, least + 0.5, NaN, Infinity]) {
      // Alone, so that no other rule speaks first.
      const alone = name === 'dataSeconds' ? { stallSeconds: 3600 } : {};
      const small = name === 'window' ? { largestBlock: 128 } : {};
      const settings = changed({ ...alone, ...small, [name]: value });
      expect(pageWord(settings), `${name} = ${value}`).toBe(engineWord(settings));
    }
    expect(pageWord(changed({ [name]: most + 1 }))).not.toBe('');
  });

  test.each(NAME_ENCODINGS)('for names in %s', (names) => {
    expect(engineWord(changed({ names }))).toBe('');
  });
  test.each(MANAGEMENTS)('for management by %s', (management) => {
    expect(engineWord(changed({ management }))).toBe('');
  });
  test.each(CONVERSIONS)('for conversion as %s', (conversion) => {
    expect(engineWord(changed({ conversion }))).toBe('');
  });
  test.each(['names', 'management', 'conversion'])('for nonsense in %s', (name) => {
    const settings = changed({ [name]: 'nonsense' });
    expect(pageWord(settings)).toBe(name);
    expect(engineWord(settings)).toBe(name);
  });

  test('for every pair of settings that could exclude each other', () => {
    const ons = [
      { crc: 16 },
      { escapeControls: true },
      { escape8th: true },
      { pack7: true },
      { turbo: true },
      { rle: true },
      { variableHeaders: true },
      { selectiveRepeat: false },
      { adaptToLine: false },
      { segmented: true },
      { window: 8192 },
      { receiveBuffer: 8192 },
      { skipIfMissing: true },
      { largestBlock: 8192 },
    ];
    let refused = 0;
    for (const one of ons) {
      for (const other of ons) {
        const settings = changed({ ...one, ...other });
        expect(pageWord(settings), JSON.stringify([one, other])).toBe(engineWord(settings));
        if (pageWord(settings) !== '') ++refused;
      }
    }
    // Three either-or pairs, four modes that need CRC-32, window and segments; each met twice.
    expect(refused).toBe(2 * (3 + 4 + 1));
  });
});

test('every setting but the page’s own is one of the engine’s', () => {
  const sent = portSettings(BOARD, DEFAULT_SETTINGS);
  for (const name of Object.keys(RULES) as SettingName[]) {
    const without: Record<string, unknown> = { ...sent };
    Reflect.deleteProperty(without, name);
    const ask = () => module.settingsProblem(without as unknown as PortSettings);
    if (OURS_ALONE.includes(name)) expect(ask()).toBe('');
    else expect(ask).toThrow(name);
  }
});

test('an engine that is given what cannot be says so by its word', () => {
  const wrong = portSettings(BOARD, changed({ retries: 0 }));
  expect(() => new EnginePort(module, wrong)).toThrow(Failure);
  expect(() => new EnginePort(module, wrong)).toThrow(expect.objectContaining({ code: 'retries' }));
});
