// What becomes of a file that arrives where one of its name may be already. The person's own setting
// comes first; only if that says so is the board's wish obeyed (ZMODEM's file management).
//
// Pure: a decision from what is known. Whatever cannot be known (a board that gives no date, a place
// that cannot be looked into) ends with both files kept: nothing is lost for want of a number.
import type { ExistingFile, Found, Placement } from '../files/sink.ts';
import type { ExistingFiles } from '../protocol/transfer_settings.ts';
import type { OfferedFile } from './engine_port.ts';

export type Verdict =
  | { readonly kind: 'receive'; readonly placement: Placement }
  /** `why` is a sentence for the person. */
  | { readonly kind: 'skip'; readonly why: string };

/** No verdict yet: ask the board for the checksum of its file, then see compared(). */
export interface Comparison {
  readonly kind: 'compare';
  readonly existing: ExistingFile;
}

export type Wish = Pick<OfferedFile, 'management' | 'skipIfMissing' | 'size' | 'modified'>;

const BESIDE: Verdict = { kind: 'receive', placement: 'beside' };
const REPLACE: Verdict = { kind: 'receive', placement: 'replace' };

export function verdictOn(setting: ExistingFiles, wish: Wish, found: Found): Verdict | Comparison {
  if (found.kind === 'unknown') return BESIDE;
  if (found.kind === 'absent') {
    return setting === 'sender' && wish.skipIfMissing
      ? skip('The board sends this file only to those who have one of its name.')
      : BESIDE;
  }
  switch (setting) {
    case 'keep-both':
      return BESIDE;
    case 'overwrite':
      return REPLACE;
    case 'skip':
      return skip('You have a file of this name already.');
    case 'sender':
      return asWished(wish, found.file);
  }
}

/** After a `compare`: what the checksums say; null where one of them could not be had. */
export function compared(ours: number | null, theirs: number | null): Verdict {
  if (ours === null || theirs === null) return BESIDE;
  return ours === theirs ? skip('You have exactly this file already.') : REPLACE;
}

function asWished(wish: Wish, existing: ExistingFile): Verdict | Comparison {
  const age = ageOf(wish, existing);
  const isLonger = wish.size === null ? null : wish.size > existing.size;
  const isSameSize = wish.size === null ? null : wish.size === existing.size;
  switch (wish.management) {
    case 'unspecified':
    case 'rename':
      return BESIDE;
    case 'overwrite':
      return REPLACE;
    case 'append':
      return { kind: 'receive', placement: 'append' };
    case 'protect':
      return skip('You have a file of this name, and the board asks to leave it as it is.');
    case 'newer':
      return either([age === null ? null : age === 'newer'], 'Yours is as new as the board’s.');
    case 'newer_or_longer':
      return either(
        [age === null ? null : age === 'newer', isLonger],
        'Yours is as new and as long as the board’s.',
      );
    case 'different':
      return either(
        [age === null ? null : age !== 'same', isSameSize === null ? null : !isSameSize],
        'Yours has the same date and length as the board’s.',
      );
    case 'checksum':
      return isSameSize === false ? REPLACE : { kind: 'compare', existing };
  }
}

// One reason is enough to receive; to skip, each must be known not to hold.
function either(reasons: readonly (boolean | null)[], whyNot: string): Verdict {
  if (reasons.includes(true)) return REPLACE;
  return reasons.includes(null) ? BESIDE : skip(whyNot);
}

function ageOf(wish: Wish, existing: ExistingFile): 'newer' | 'same' | 'older' | null {
  if (wish.modified === 0) return null;
  if (wish.modified === existing.modified) return 'same';
  return wish.modified > existing.modified ? 'newer' : 'older';
}

function skip(why: string): Verdict {
  return { kind: 'skip', why };
}
