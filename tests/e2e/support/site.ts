// The site of a story: the built page served as `npm start` serves it, the real bridge, and a
// boards.json to which boards are added. Only free ports, so that nothing is shared with another story.
// Knows no board by name.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { HOST, portOf, ROOT, startBridge } from '../../../scripts/lib/product.mjs';
import type { Service } from '../../../scripts/lib/service.mjs';
import { serveFolders } from '../../../scripts/lib/static_server.mjs';
import { Folder } from './files.ts';
import type { Journal } from './journal.ts';

/** An entry of boards.json; what is left out is as the page assumes it. */
export interface BoardEntry {
  readonly id: string;
  readonly name: string;
  readonly port: number;
  readonly connection: 'telnet' | 'raw';
}

export class Site {
  readonly origin: string;
  readonly #run: Folder;
  readonly #web: { readonly stop: () => Promise<void> };
  readonly #journal: Journal;
  readonly #entries: object[] = [];
  readonly #bridgePort: number;
  #bridge: Service | null;

  private constructor(parts: {
    readonly run: Folder;
    readonly web: { readonly port: number; readonly stop: () => Promise<void> };
    readonly bridge: Service;
    readonly journal: Journal;
  }) {
    this.#run = parts.run;
    this.#web = parts.web;
    this.#bridge = parts.bridge;
    this.#bridgePort = portOf(parts.bridge);
    this.#journal = parts.journal;
    this.origin = `http://${HOST}:${parts.web.port}`;
  }

  /** Serves the page and starts a bridge that only this page may use. Stop it with close(). */
  static async open(journal: Journal): Promise<Site> {
    const run = await Folder.make('site');
    await writeFile(path.join(run.path, 'boards.json'), '[]');
    const folders = [run.path, path.join(ROOT, 'dist')];
    const web = await serveFolders({ folders, host: HOST, port: 0 });
    const bridge = await bridgeAt(0, run, `http://${HOST}:${web.port}`, journal);
    const site = new Site({ run, web, bridge, journal });
    await writeFile(
      path.join(run.path, 'config.json'),
      JSON.stringify({ bridge: site.bridgeAddress }),
    );
    return site;
  }

  get bridgeAddress(): string {
    return `ws://${HOST}:${this.#bridgePort}`;
  }

  /** Adds a board to the directory. The bridge reads it at the next call, the page when it loads. */
  async lists({ port, ...entry }: BoardEntry): Promise<void> {
    this.#entries.push({ ...entry, host: HOST, port });
    await writeFile(path.join(this.#run.path, 'boards.json'), JSON.stringify(this.#entries));
  }

  /** Adds the demo board as the product lists it. */
  async listsDemo(port: number): Promise<void> {
    const own = JSON.parse(await readFile(path.join(ROOT, 'dist/boards.json'), 'utf8')) as {
      id: string;
    }[];
    const demo = own.find(({ id }) => id === 'demo');
    if (demo === undefined) throw new Error('dist/boards.json does not list the demo board');
    await this.lists({ ...(demo as unknown as BoardEntry), port });
  }

  async stopBridge(): Promise<void> {
    await this.#bridge?.stop();
    this.#bridge = null;
  }

  /** A new bridge where the old one was. */
  async startBridge(): Promise<void> {
    this.#bridge = await bridgeAt(this.#bridgePort, this.#run, this.origin, this.#journal);
  }

  async close(): Promise<void> {
    await this.stopBridge();
    await this.#web.stop();
    await this.#run.remove();
  }
}

function bridgeAt(port: number, run: Folder, origin: string, journal: Journal): Promise<Service> {
  return startBridge({
    port,
    boards: path.join(run.path, 'boards.json'),
    origins: [origin],
    onLine: (line) => journal.note('bridge', line),
  });
}
