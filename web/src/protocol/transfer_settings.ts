// How files are to be transferred, as a person or a script may set it: every setting, its values, its
// default, and which of them exclude each other. Page, worker and embedding API share it.
//
// Plain values. The engine judges the same rules again (wasm/settings.h), by the same words;
// engine/port_settings.test.ts holds the two together.
import { Failure } from '../base/failure.ts';

export const PROTOCOLS = ['zmodem'] as const;
export const MANAGEMENTS = [
  'unspecified',
  'newer_or_longer',
  'checksum',
  'append',
  'overwrite',
  'newer',
  'different',
  'protect',
  'rename',
] as const;
export const CONVERSIONS = ['unspecified', 'binary', 'text', 'resume'] as const;
export const NAME_ENCODINGS = ['board', 'cp437', 'utf8'] as const;
export const EXISTING_FILES = ['keep-both', 'sender', 'overwrite', 'skip'] as const;

/** What a sender asks for about a file that the receiver has already. */
export type ManagementName = (typeof MANAGEMENTS)[number];
/** How a sender wants a file to be stored. */
export type ConversionName = (typeof CONVERSIONS)[number];
/** What becomes of a file that arrives where one of its name is: `sender` does as the board asks. */
export type ExistingFiles = (typeof EXISTING_FILES)[number];

export interface TransferSettings {
  readonly protocol: (typeof PROTOCOLS)[number];

  // Both ways: asked of the board for what it sends, and used for what is sent to it.
  /** The better checksum that may be used. */
  readonly crc: 16 | 32;
  /** No control character stands on the line as it is. */
  readonly escapeControls: boolean;
  /** No byte above 127 stands on the line. */
  readonly escape8th: boolean;
  readonly pack7: boolean;
  /** MobyTurbo. */
  readonly turbo: boolean;
  /** Runs of the same byte are sent as a count. */
  readonly rle: boolean;
  readonly variableHeaders: boolean;
  /** A damaged piece alone is sent again, where the other side can do that. */
  readonly selectiveRepeat: boolean;
  /** How file names stand on the line; `board`: as the directory says of the board. */
  readonly names: (typeof NAME_ENCODINGS)[number];

  // Receiving.
  /** Change to another mode when the line turns out to need it. */
  readonly adaptToLine: boolean;
  /** A buffer of so many bytes is announced; 0: none. */
  readonly receiveBuffer: number;
  readonly existingFiles: ExistingFiles;

  // Sending.
  /** Bytes in the largest block. */
  readonly largestBlock: number;
  /** Most bytes on the way without an answer; 0: no limit. */
  readonly window: number;
  /** Wait for an answer after each block. */
  readonly segmented: boolean;
  readonly management: ManagementName;
  /** Files that the board does not have are to be left out. */
  readonly skipIfMissing: boolean;
  readonly conversion: ConversionName;

  // When to give up.
  readonly replySeconds: number;
  readonly dataSeconds: number;
  readonly stallSeconds: number;
  readonly contactLimitSeconds: number;
  /** Longest transfer; 0: no limit. */
  readonly timeLimitSeconds: number;
  /** Failures in a row. */
  readonly retries: number;
  /** Bytes a second below which a transfer is given up; 0: never. */
  readonly leastRate: number;
  readonly leastRateSeconds: number;
}

export type SettingName = keyof TransferSettings;

export const DEFAULT_SETTINGS: TransferSettings = {
  protocol: 'zmodem',
  crc: 32,
  escapeControls: false,
  escape8th: false,
  pack7: false,
  turbo: false,
  rle: false,
  variableHeaders: false,
  selectiveRepeat: true,
  names: 'board',
  adaptToLine: true,
  receiveBuffer: 0,
  existingFiles: 'keep-both',
  // Nothing in the protocol says whether a board can take more: more is the person's decision.
  largestBlock: 1024,
  window: 0,
  segmented: false,
  management: 'unspecified',
  skipIfMissing: false,
  conversion: 'binary',
  replySeconds: 10,
  dataSeconds: 10,
  stallSeconds: 120,
  contactLimitSeconds: 60,
  timeLimitSeconds: 0,
  retries: 10,
  leastRate: 0,
  leastRateSeconds: 30,
};

/** Whole numbers from `least` to `most`; `orNone`: or 0. */
export interface WholeNumber {
  readonly least: number;
  readonly most: number;
  readonly orNone?: boolean;
}

/** What a setting may be: one of some values, or a whole number. */
export type Rule = readonly (string | number | boolean)[] | WholeNumber;

const YES_OR_NO = [false, true];
const SECONDS: WholeNumber = { least: 1, most: 3600 };

/** Of each setting the one word that a problem with it goes by, and what it may be. */
export const RULES: Readonly<Record<SettingName, { readonly word: string; readonly rule: Rule }>> =
  {
    protocol: { word: 'protocol', rule: PROTOCOLS },
    crc: { word: 'crc', rule: [16, 32] },
    escapeControls: { word: 'modes', rule: YES_OR_NO },
    escape8th: { word: 'modes', rule: YES_OR_NO },
    pack7: { word: 'modes', rule: YES_OR_NO },
    turbo: { word: 'modes', rule: YES_OR_NO },
    rle: { word: 'modes', rule: YES_OR_NO },
    variableHeaders: { word: 'modes', rule: YES_OR_NO },
    selectiveRepeat: { word: 'modes', rule: YES_OR_NO },
    names: { word: 'names', rule: NAME_ENCODINGS },
    adaptToLine: { word: 'modes', rule: YES_OR_NO },
    receiveBuffer: { word: 'buffer', rule: { least: 256, most: 65535, orNone: true } },
    existingFiles: { word: 'existing', rule: EXISTING_FILES },
    largestBlock: { word: 'block', rule: { least: 128, most: 8192 } },
    window: { word: 'window', rule: { least: 128, most: 2 ** 30, orNone: true } },
    segmented: { word: 'window', rule: YES_OR_NO },
    management: { word: 'management', rule: MANAGEMENTS },
    skipIfMissing: { word: 'management', rule: YES_OR_NO },
    conversion: { word: 'conversion', rule: CONVERSIONS },
    replySeconds: { word: 'timeouts', rule: SECONDS },
    dataSeconds: { word: 'timeouts', rule: SECONDS },
    stallSeconds: { word: 'timeouts', rule: SECONDS },
    contactLimitSeconds: { word: 'timeouts', rule: SECONDS },
    timeLimitSeconds: { word: 'timeouts', rule: { least: 0, most: 7 * 24 * 3600 } },
    retries: { word: 'retries', rule: { least: 1, most: 1000 } },
    leastRate: { word: 'rate', rule: { least: 0, most: 1e9 } },
    leastRateSeconds: { word: 'rate', rule: SECONDS },
  };

/** Pairs of yes-or-no settings that cannot both be on. */
const EITHER_OR: readonly (readonly [SettingName, SettingName])[] = [
  ['turbo', 'escapeControls'],
  ['turbo', 'escape8th'],
  ['turbo', 'pack7'],
];
/** Those that stand on CRC-32. */
const NEED_CRC32: readonly SettingName[] = ['escape8th', 'pack7', 'turbo', 'rle'];

/** Why a setting cannot be turned on, or given another value: the setting that stands against it. */
export function blockerOf(name: SettingName, settings: TransferSettings): SettingName | null {
  for (const [one, other] of EITHER_OR) {
    if (name === one && settings[other] === true) return other;
    if (name === other && settings[one] === true) return one;
  }
  if (NEED_CRC32.includes(name) && settings.crc === 16) return 'crc';
  if (name === 'crc') return NEED_CRC32.find((mode) => settings[mode] === true) ?? null;
  if (name === 'window' && settings.segmented) return 'segmented';
  if (name === 'segmented' && settings.window > 0) return 'window';
  return null;
}

export interface SettingsProblem {
  /** One lower-case word, the same that the engine uses. */
  readonly word: string;
  readonly name: SettingName;
  /** A sentence. */
  readonly text: string;
}

/** The first thing that is wrong with settings whose members are all there; null: nothing. */
export function problemOf(settings: TransferSettings): SettingsProblem | null {
  for (const [name, { word, rule }] of entriesOf(RULES)) {
    const text = valueProblem(name, settings[name], rule);
    if (text !== null) return { word, name, text };
  }
  if (settings.window > 0 && settings.window < settings.largestBlock) {
    return { word: 'window', name: 'window', text: 'A window has to hold the largest block.' };
  }
  if (settings.stallSeconds < settings.dataSeconds) {
    const text = 'The wait for a good piece cannot be shorter than that for the next byte.';
    return { word: 'timeouts', name: 'stallSeconds', text };
  }
  for (const [name, { word }] of entriesOf(RULES)) {
    const blocker = settings[name] === true ? blockerOf(name, settings) : null;
    if (blocker !== null) {
      return { word, name, text: `“${name}” and “${blocker}” exclude each other.` };
    }
  }
  return null;
}

/**
 * `settings` with `change` made. Throws a Failure: `unknown` for a name that is no setting, else the
 * word of the setting that cannot be so.
 */
export function changedSettings(
  settings: TransferSettings,
  change: Readonly<Record<string, unknown>>,
): TransferSettings {
  for (const name of Object.keys(change)) {
    if (!isSettingName(name)) throw new Failure('unknown', `There is no setting “${name}”.`);
  }
  const changed = { ...settings, ...change };
  const problem = problemOf(changed);
  if (problem !== null) throw new Failure(problem.word, problem.text);
  return changed;
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(RULES, name);
}

/** Whether a number may be so; the words for a person if not, else null. */
export function numberProblem(value: number, { least, most, orNone }: WholeNumber): string | null {
  if (orNone === true && value === 0) return null;
  if (Number.isInteger(value) && value >= least && value <= most) return null;
  return `A whole number from ${least} to ${most}${orNone === true ? ', or 0 for none' : ''}.`;
}

function valueProblem(name: SettingName, value: unknown, rule: Rule): string | null {
  if ('least' in rule) {
    const words = typeof value === 'number' ? numberProblem(value, rule) : 'A whole number.';
    return words === null ? null : `“${name}” cannot be ${String(value)}. ${words}`;
  }
  if (rule.some((allowed) => allowed === value)) return null;
  return `“${name}” cannot be “${String(value)}”; it can be ${rule.join(', ')}.`;
}

function entriesOf<Value>(record: Readonly<Record<SettingName, Value>>): [SettingName, Value][] {
  return Object.entries(record) as [SettingName, Value][];
}
