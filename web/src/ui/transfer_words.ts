// What a row of the transfer list says, in words and numbers. Pure functions from values to text.
import { byteRate, byteSize, duration, percent } from '../base/byte_size.ts';
import type { DataMode, TransferRow } from '../protocol/messages.ts';

/** How a file stands. */
export function stateWords(row: TransferRow): string {
  const isDownload = row.direction === 'download';
  switch (row.state) {
    case 'waiting':
      return isDownload ? 'about to start' : 'waiting for the board';
    case 'active':
      if (row.finishing) return isDownload ? 'finishing' : 'waiting for the board to store it';
      return isDownload ? 'receiving' : 'sending';
    case 'done':
      if (!isDownload) return 'sent';
      return row.place === 'staged' ? 'complete, kept in this browser' : 'complete, saved';
    case 'skipped':
      return 'skipped';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
  }
}

/** `1.5 MiB of 5.0 MiB`, or what is known of it. */
export function amountWords({ state, bytes, size }: TransferRow): string {
  if (size === null || (state === 'done' && size === bytes)) return byteSize(bytes);
  return state === 'waiting' ? byteSize(size) : `${byteSize(bytes)} of ${byteSize(size)}`;
}

/** Speed and time left; empty while nothing moves. */
export function paceWords({ state, finishing, speed, secondsLeft }: TransferRow): string {
  if (state !== 'active' || finishing || speed <= 0) return '';
  const rate = byteRate(speed);
  return secondsLeft === null ? rate : `${rate}, ${duration(secondsLeft)} left`;
}

/** What the line did to the file; empty when nothing. */
export function repairWords({ errors, resentBytes }: TransferRow): string {
  if (errors === 0) return '';
  const pieces = `${errors} ${errors === 1 ? 'error' : 'errors'} repaired`;
  return resentBytes === 0 ? pieces : `${pieces}, ${byteSize(resentBytes)} sent again`;
}

const MODE_WORDS: Readonly<Record<DataMode, string>> = {
  plain: '',
  run_length: 'run-length',
  seven_bit: 'seven-bit',
  packed: 'Pack-7',
  turbo: 'MobyTurbo',
};

/** `CRC-32, blocks of 1024`, and what is unusual; empty before the first block. */
export function lineWords({ line }: TransferRow): string {
  if (line === null) return '';
  const { crc, block, mode, escapesControls } = line;
  const facts = [`CRC-${crc}`, `blocks of ${block}`, MODE_WORDS[mode]];
  if (escapesControls) facts.push('control characters escaped');
  return facts.filter((fact) => fact !== '').join(', ');
}

/** The name it was stored under, if that is not its own. */
export function renameWords({ name, storedName, place }: TransferRow): string {
  return place === null || storedName === '' || storedName === name ? '' : `as ${storedName}`;
}

/** Whole percent of one row; null while its size is unknown. */
export function percentOf({ bytes, size, state }: TransferRow): number | null {
  if (state === 'done') return 100;
  return size === null ? null : percent(bytes, size);
}

/** The window's title: a running transfer first, for whoever looks at the tab only. */
export function pageTitle(rows: readonly TransferRow[], board: string): string {
  const place = board === '' ? 'Boardwalk' : `${board} – Boardwalk`;
  const active = rows.find((row) => row.state === 'active');
  if (active === undefined) return place;
  const arrow = active.direction === 'download' ? '↓' : '↑';
  const done = percentOf(active);
  return `${done === null ? byteSize(active.bytes) : `${done} %`} ${arrow} ${active.name} – ${place}`;
}
