// Reads the site's two files from beside the page, and what the page's own address asks for.
//
// In the shell: the one place that fetches. What the files mean is board_list.ts's business.
import { Failure } from './base/failure.ts';
import { linkTo, parseBoards, parseConfig, type Board, type SiteConfig } from './board_list.ts';
import type { BoardLink } from './protocol/messages.ts';

export class Site {
  readonly boards: readonly Board[];
  readonly #config: SiteConfig;

  constructor(boards: readonly Board[], config: SiteConfig) {
    this.boards = boards;
    this.#config = config;
  }

  /** Reads both files. Rejects with a Failure that names the file at fault. */
  static async load(): Promise<Site> {
    const [boards, config] = await Promise.all([read('boards.json'), read('config.json')]);
    return new Site(parseBoards(boards), parseConfig(config, document.baseURI));
  }

  /** The entry of that id. Throws Failure `unknown`. */
  board(id: string): Board {
    const found = this.boards.find((entry) => entry.id === id);
    if (found === undefined) {
      throw new Failure('unknown', `There is no board “${id}” in this site's directory.`);
    }
    return found;
  }

  /** How to reach a board. Throws Failure `unknown` or `bridge`. */
  link(id: string): BoardLink {
    return linkTo(this.board(id), this.#config, document.baseURI);
  }
}

/** The board that an address ending in `#board=ID` asks for, or null. */
export function boardInAddress(hash: string): string | null {
  return inAddress(hash, 'board');
}

/** The profile of transfer settings that an address ending in `#profile=NAME` asks for, or null. */
export function profileInAddress(hash: string): string | null {
  return inAddress(hash, 'profile');
}

function inAddress(hash: string, name: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name);
}

async function read(name: string): Promise<string> {
  const cause = (error: unknown) =>
    new Failure('site', `${name}, which belongs beside this page, cannot be read.`, {
      cause: error,
    });
  // Never from the cache: an operator who changes a bridge should not have to tell anybody.
  const answer = await fetch(new URL(name, document.baseURI), { cache: 'no-cache' }).catch(
    (error: unknown) => {
      throw cause(error);
    },
  );
  if (!answer.ok) throw cause(answer.status);
  return answer.text();
}
