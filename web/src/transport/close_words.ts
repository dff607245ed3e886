// What the end of a wire means in plain words. The codes are the bridge's promise (see docs and
// proxy/close_codes.py); the words are for a person at a terminal.
//
// Knows nothing of sockets: a WireEnd goes in, a sentence comes out.
import type { WireEnd } from './wire.ts';

export interface ClosingWords {
  /** `refused`: never got through to the board. `closed`: was there, and is over. */
  readonly state: 'closed' | 'refused';
  readonly text: string;
}

/** Whether the address is a bridge's (/board/ID, or websockify's ?token=ID), not a board's own. */
export function isBridge(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return /\/board\/[^/]+$/.test(pathname) || searchParams.has('token');
}

/** The words for how a wire to `url` ended. */
export function closingWords(end: WireEnd, url: string): ClosingWords {
  if (end.gaveUp) return { state: 'closed', text: end.reason };
  if (!end.opened) return { state: 'refused', text: unreachable(url) };
  const said = end.reason === '' ? '' : ` (${end.reason})`;
  switch (end.code) {
    case 4403:
      return { state: 'refused', text: `This board is not on the bridge's list${said}.` };
    case 4429:
      return { state: 'refused', text: `There are too many connections; try again later${said}.` };
    case 4502:
      return { state: 'refused', text: `The board refused the call${said}.` };
    case 4504:
      return { state: 'refused', text: `The board does not answer${said}.` };
    case 1011:
      return { state: 'refused', text: `The bridge could not reach the board${said}.` };
    case 4000:
      return { state: 'closed', text: 'The board closed the connection.' };
    case 4408:
      return {
        state: 'closed',
        text: `Nothing was said for too long, so the bridge hung up${said}.`,
      };
    case 4410:
      return {
        state: 'closed',
        text: `The bridge hung up because this browser did not respond${said}.`,
      };
    case 1000:
      return { state: 'closed', text: 'The connection was closed.' };
    case 1001:
      return { state: 'closed', text: 'The bridge is shutting down.' };
    default:
      return {
        state: 'closed',
        text: `The connection was lost${end.code === 1006 ? '' : ` with code ${end.code}`}${said}.`,
      };
  }
}

function unreachable(url: string): string {
  const { host } = new URL(url);
  if (!isBridge(url)) return `The board at ${host} cannot be reached.`;
  // A page learns nothing of a failed upgrade: an absent bridge and a 403 look the same.
  return `The bridge at ${host} cannot be reached, or it does not serve this page's address.`;
}
