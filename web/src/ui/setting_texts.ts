// Every transfer setting as a person reads it: its name, one sentence of what it is for, and its values;
// in which part of the panel it stands, and what is asked of the board rather than done by this page.
import type { SettingName, TransferSettings } from '../protocol/transfer_settings.ts';

/** Which way files go. */
export type Way = 'down' | 'up';

export type SettingControl =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly SettingOption[] }
  | { readonly kind: 'number'; readonly unit: string; readonly zero?: string };

export interface SettingOption {
  readonly value: string | number;
  readonly words: string;
}

export interface SettingText {
  readonly name: SettingName;
  readonly label: string;
  readonly help: string;
  readonly control: SettingControl;
  /** The board is asked for it, and may do otherwise. */
  readonly asksBoard?: boolean;
}

export interface SettingGroup {
  readonly title: string;
  /** What the settings of the group have in common; an arrow stands before words about one way. */
  readonly words: readonly { readonly way?: Way; readonly text: string }[];
  readonly settings: readonly SettingText[];
}

const SWITCH: SettingControl = { kind: 'switch' };
const SECONDS: SettingControl = { kind: 'number', unit: 'seconds' };

function choice(...options: readonly (readonly [string | number, string])[]): SettingControl {
  return { kind: 'choice', options: options.map(([value, words]) => ({ value, words })) };
}

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'On the line',
    words: [
      { way: 'down', text: 'Downloads: the board is asked to write its bytes like this.' },
      { way: 'up', text: 'Uploads: this page writes yours like this.' },
    ],
    settings: [
      {
        name: 'protocol',
        label: 'Protocol',
        help: 'Spoken in transfers that you start by hand; a board’s own start is recognised by itself.',
        control: choice(['zmodem', 'ZMODEM']),
      },
      {
        name: 'crc',
        label: 'Checksum',
        help: 'CRC-32 misses less damage; CRC-16 is for boards that stumble over it.',
        control: choice([32, 'CRC-32'], [16, 'CRC-16']),
      },
      {
        name: 'escapeControls',
        label: 'Escape control characters',
        help: 'For lines that swallow or change control characters, as some modems and terminal servers do.',
        control: SWITCH,
      },
      {
        name: 'escape8th',
        label: 'Escape the eighth bit',
        help: 'For lines of seven bits; packed files take about half as long again.',
        control: SWITCH,
      },
      {
        name: 'pack7',
        label: 'Pack-7',
        help: 'For lines of seven bits as well: four bytes travel as five printable characters.',
        control: SWITCH,
      },
      {
        name: 'turbo',
        label: 'MobyTurbo',
        help: 'Leaves almost every byte as it is: a few percent faster where the board knows it.',
        control: SWITCH,
      },
      {
        name: 'rle',
        label: 'Run-length encoding',
        help: 'Sends a run of one byte as a count, where the board knows how. Pack-7 and MobyTurbo go before it.',
        control: SWITCH,
      },
      {
        name: 'variableHeaders',
        label: 'Variable headers',
        help: 'Headers that carry their own length; a few programs want them.',
        control: SWITCH,
      },
      {
        name: 'selectiveRepeat',
        label: 'Resend only what was damaged',
        help: 'After an error one piece travels again instead of everything behind it, if both sides can.',
        control: SWITCH,
      },
      {
        name: 'names',
        label: 'File names',
        help: 'The character set of names on the line.',
        control: choice(
          ['board', 'as the directory says'],
          ['cp437', 'CP437 (PC)'],
          ['utf8', 'UTF-8'],
        ),
      },
    ],
  },
  {
    title: 'Receiving',
    words: [{ way: 'down', text: 'What this page does when a board sends files.' }],
    settings: [
      {
        name: 'existingFiles',
        label: 'A file that I have',
        help: 'If your download folder has one of that name; counts from the next file on.',
        control: choice(
          ['keep-both', 'keep both'],
          ['sender', 'do as the board asks'],
          ['overwrite', 'overwrite mine'],
          ['skip', 'skip the new one'],
        ),
      },
      {
        name: 'adaptToLine',
        label: 'Adapt to the line',
        help: 'If the line turns out to change bytes, this page asks for a safer way to write them.',
        control: SWITCH,
      },
      {
        name: 'receiveBuffer',
        label: 'Receive buffer',
        help: 'The board is to pause after so many bytes; 0 lets it stream.',
        asksBoard: true,
        control: { kind: 'number', unit: 'bytes' },
      },
    ],
  },
  {
    title: 'Sending',
    words: [{ way: 'up', text: 'What this page does when you send files.' }],
    settings: [
      {
        name: 'largestBlock',
        label: 'Largest block',
        help: 'Blocks grow up to this while the line is clean; more than 1024 is for boards that can take it.',
        control: choice(
          ...[128, 256, 512, 1024, 2048, 4096, 8192].map(
            (size) => [size, `${size} bytes`] as const,
          ),
        ),
      },
      {
        name: 'window',
        label: 'Window',
        help: 'At most so many bytes travel unanswered; 0 lets them stream.',
        control: { kind: 'number', unit: 'bytes' },
      },
      {
        name: 'segmented',
        label: 'Wait after each block',
        help: 'The next block goes only when the board has answered the last: slow, but any program can follow.',
        control: SWITCH,
      },
      {
        name: 'management',
        label: 'If it has the file',
        help: 'What it should do then; its own rules come first.',
        asksBoard: true,
        control: choice(
          ['unspecified', 'ask for nothing'],
          ['protect', 'keep its own'],
          ['overwrite', 'overwrite it'],
          ['rename', 'keep both'],
          ['newer', 'take mine if newer'],
          ['newer_or_longer', 'take mine if newer or longer'],
          ['different', 'take mine if date or length differ'],
          ['checksum', 'take mine if the contents differ'],
          ['append', 'add mine to its end'],
        ),
      },
      {
        name: 'skipIfMissing',
        label: 'Only files that it has',
        help: 'Files that it does not have yet are to be left out.',
        asksBoard: true,
        control: SWITCH,
      },
      {
        name: 'conversion',
        label: 'Store files',
        help: 'Your bytes travel as they are; this is what it should make of them.',
        asksBoard: true,
        control: choice(
          ['binary', 'as they are'],
          ['text', 'as text, with its own line ends'],
          ['resume', 'from where it stopped before'],
          ['unspecified', 'as it likes'],
        ),
      },
    ],
  },
  {
    title: 'Patience',
    words: [{ text: 'How long this page waits, and when it gives up.' }],
    settings: [
      {
        name: 'contactLimitSeconds',
        label: 'For a beginning',
        help: 'How long a silent board is called before the transfer is given up.',
        control: SECONDS,
      },
      {
        name: 'replySeconds',
        label: 'For an answer',
        help: 'How long a question waits before it is asked again.',
        control: SECONDS,
      },
      {
        name: 'dataSeconds',
        label: 'For the next byte',
        help: 'How long a board may pause within a file before it is asked to go on.',
        control: SECONDS,
      },
      {
        name: 'stallSeconds',
        label: 'For a good piece',
        help: 'How long nothing but damage may come before the transfer is given up.',
        control: SECONDS,
      },
      {
        name: 'retries',
        label: 'Failures in a row',
        help: 'So many without any progress end the transfer.',
        control: { kind: 'number', unit: 'times' },
      },
      {
        name: 'timeLimitSeconds',
        label: 'Longest transfer',
        help: 'A transfer that lasts longer is given up; 0 sets no limit.',
        control: SECONDS,
      },
      {
        name: 'leastRate',
        label: 'Slowest speed',
        help: 'A transfer that is slower on average is given up; 0 lets it be as slow as it is.',
        control: { kind: 'number', unit: 'bytes/s' },
      },
      {
        name: 'leastRateSeconds',
        label: 'Speed measured over',
        help: 'How long the speed may stay below the slowest.',
        control: SECONDS,
      },
    ],
  },
];

const LABELS = new Map(
  SETTING_GROUPS.flatMap(({ settings }) =>
    settings.map(({ name, label }) => [name, label] as const),
  ),
);

export function labelOf(name: SettingName): string {
  return LABELS.get(name) ?? name;
}

/** Why a setting cannot be changed while `blocker` is as it is. */
export function blockedWords(
  name: SettingName,
  blocker: SettingName,
  settings: TransferSettings,
): string {
  const label = labelOf(blocker);
  if (name === 'crc') return `CRC-16 does not go with “${label}”.`;
  if (blocker === 'crc') return 'Needs the checksum CRC-32.';
  if (blocker === 'window') return `Not together with a window of ${settings.window} bytes.`;
  return `Not together with “${label}”.`;
}
