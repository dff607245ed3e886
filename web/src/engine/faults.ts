// What the engine's faults and outcomes mean in plain words, for the page.
import type { TransferState } from '../protocol/messages.ts';
import type { FaultName, OutcomeName } from './engine_port.ts';

/** Why a transfer ended badly, as one sentence. */
export const FAULT_WORDS: Readonly<Record<FaultName, string>> = {
  cancelled_here: 'You cancelled the transfer.',
  cancelled_by_peer: 'The board cancelled the transfer.',
  peer_silent: 'The board stopped answering.',
  link_lost: 'The connection was lost.',
  too_many_errors: 'The line was too noisy: too many pieces had to be repeated without progress.',
  peer_broke_rules: 'The board sent something that makes no sense in this transfer.',
  too_slow: 'The transfer was given up because it had become too slow.',
  time_is_up: 'The transfer was given up because its time was over.',
  peer_lacks_64_bit: 'The board cannot take files over 4 GiB.',
  source_failed: 'A file could not be read.',
  sink_failed: 'A file could not be stored.',
  host_misuse: 'Boardwalk made a mistake of its own. Please report it.',
};

export interface Ending {
  readonly state: TransferState;
  readonly message: string;
}

/** How a file ended, as far as the engine's outcome says it. */
export function endingOf(outcome: OutcomeName): Ending {
  switch (outcome) {
    case 'complete':
      return { state: 'done', message: '' };
    case 'skipped_here':
      return { state: 'skipped', message: 'You left this file out.' };
    case 'skipped_by_peer':
      return { state: 'skipped', message: 'The board skipped this file: it may have it already.' };
    case 'failed':
      return { state: 'failed', message: 'This file did not come through.' };
    case 'cancelled':
      return { state: 'cancelled', message: 'The transfer ended before this file was complete.' };
  }
}

/** How a file ended that a transfer took down with it. */
export function endingBy(fault: FaultName): Ending {
  const message = FAULT_WORDS[fault];
  switch (fault) {
    case 'cancelled_here':
    case 'cancelled_by_peer':
      return { state: 'cancelled', message };
    case 'link_lost':
      return { state: 'failed', message: 'Connection lost before the file was complete.' };
    case 'source_failed':
    case 'sink_failed':
      // The file at fault has words of its own; these are the others of its batch.
      return { state: 'cancelled', message: `Not finished: ${lowerFirst(message)}` };
    case 'peer_silent':
    case 'too_many_errors':
    case 'peer_broke_rules':
    case 'too_slow':
    case 'time_is_up':
    case 'peer_lacks_64_bit':
    case 'host_misuse':
      return { state: 'failed', message };
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
