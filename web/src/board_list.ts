// What the site says of itself: the directory of boards (boards.json) and where its bridge is
// (config.json), both served beside the page. Only here does an address of a bridge or board come
// from; nothing in the page's own address can name one.
//
// Pure functions over what was read: a wrong file gives a Failure that says where it is wrong.
import { Failure } from './base/failure.ts';
import type { BoardLink } from './protocol/messages.ts';

const CONNECTIONS = ['telnet', 'raw', 'rlogin', 'websocket'] as const;

/** An entry of the directory. */
export interface Board {
  readonly id: string;
  readonly name: string;
  readonly connection: (typeof CONNECTIONS)[number];
  readonly encoding: 'cp437' | 'utf8';
  readonly columns: number;
  readonly rows: number;
  /** What runs it, in a few words; may be empty. */
  readonly software: string;
  /** What a caller finds there; may be empty. */
  readonly notes: string;
  /** The board's own WebSocket, where it has one. */
  readonly url: string | null;
}

export interface SiteConfig {
  /** ws: or wss: address of the bridge, without a `/` at its end; null: the site has none. */
  readonly bridge: string | null;
}

/** The boards in the text of boards.json, in its order. Throws Failure `boards`. */
export function parseBoards(text: string): Board[] {
  const entries = parseJson(text, 'boards.json', 'boards');
  if (!Array.isArray(entries)) throw new Failure('boards', 'boards.json does not hold a list.');
  const boards = entries.map((entry: unknown, at) => board(entry, at + 1));
  const ids = new Set<string>();
  for (const { id } of boards) {
    if (ids.has(id)) throw new Failure('boards', `boards.json names the board “${id}” twice.`);
    ids.add(id);
  }
  return boards;
}

/** The text of config.json; a relative bridge is one behind the page's own host. Throws `config`. */
export function parseConfig(text: string, page: string): SiteConfig {
  const config = parseJson(text, 'config.json', 'config');
  if (!isRecord(config)) throw new Failure('config', 'config.json does not hold an object.');
  const { bridge } = config;
  if (bridge === undefined || bridge === null) return { bridge: null };
  const address = typeof bridge === 'string' ? webSocketAddress(bridge, page) : null;
  if (address === null) {
    throw new Failure('config', 'The bridge in config.json is not a ws: or wss: address.');
  }
  return { bridge: address.replace(/\/$/, '') };
}

/** How to reach `board` from `page`. Throws Failure `bridge` where there is no way. */
export function linkTo(board: Board, config: SiteConfig, page: string): BoardLink {
  const { id, connection, encoding, columns, rows } = board;
  const url = board.url ?? (config.bridge && `${config.bridge}/board/${encodeURIComponent(id)}`);
  if (url === null || url === '') {
    throw new Failure('bridge', 'This site names no bridge, and the board needs one.');
  }
  if (page.startsWith('https:') && url.startsWith('ws:') && !isThisMachine(url)) {
    throw new Failure('bridge', `A secure page may not call the unencrypted address ${url}.`);
  }
  return { id, url, telnet: connection === 'telnet', encoding, columns, rows };
}

function board(entry: unknown, number: number): Board {
  const wrong = (what: string) => new Failure('boards', `Entry ${number} of boards.json ${what}.`);
  if (!isRecord(entry)) throw wrong('is not an object');
  const { id } = entry;
  if (typeof id !== 'string' || id === '') throw wrong('has no id');
  const text = (field: string) => {
    const value = entry[field] ?? '';
    if (typeof value !== 'string') throw wrong(`(“${id}”) has a ${field} that is not text`);
    return value;
  };
  const connection = CONNECTIONS.find((known) => known === (entry['connection'] ?? 'telnet'));
  if (connection === undefined) throw wrong(`(“${id}”) has an unknown connection`);
  const encoding = ENCODINGS.get(text('encoding').toLowerCase());
  if (encoding === undefined) throw wrong(`(“${id}”) has an unknown encoding`);
  const url = text('url') === '' ? null : webSocketAddress(text('url'));
  if (text('url') !== '' && url === null)
    throw wrong(`(“${id}”) has a url that is not ws: or wss:`);
  if (connection === 'websocket' && url === null) throw wrong(`(“${id}”) has no url`);
  const screen = isRecord(entry['screen']) ? entry['screen'] : {};
  return {
    id,
    name: text('name') || id,
    connection,
    encoding,
    columns: cells(screen['columns'], 80),
    rows: cells(screen['rows'], 25),
    software: text('software'),
    notes: text('notes'),
    url,
  };
}

const ENCODINGS: ReadonlyMap<string, Board['encoding']> = new Map([
  ['', 'cp437'],
  ['cp437', 'cp437'],
  ['utf8', 'utf8'],
  ['utf-8', 'utf8'],
]);

function cells(value: unknown, usual: number): number {
  const isSensible = typeof value === 'number' && Number.isInteger(value) && value >= 10;
  return isSensible && value <= 500 ? value : usual;
}

function webSocketAddress(address: string, page?: string): string | null {
  if (!URL.canParse(address, page)) return null;
  const url = new URL(address, page);
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    // Given as a path: on the page's own host. A whole http: address is a mistake.
    if (URL.canParse(address)) return null;
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  }
  return url.protocol === 'ws:' || url.protocol === 'wss:' ? url.href : null;
}

function isThisMachine(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

function parseJson(text: string, name: string, code: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Failure(code, `${name} is not valid JSON.`, { cause: error });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
