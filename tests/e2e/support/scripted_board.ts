// A board that misbehaves on purpose, for stories in which that is the story. It speaks no telnet; the
// transfers in it are real sz and rz, which can be held or cut off after an exact number of bytes.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { HOST } from '../../../scripts/lib/product.mjs';

/** What a scripted board says when it waits for a key. */
export const PROMPT = 'Choose: ';

/** What the board does with one caller; what it throws is told when the board is closed. */
export type Script = (call: Call) => void | Promise<void>;

export class ScriptedBoard {
  readonly #server: Server;
  readonly #calls: Call[] = [];
  #problem: unknown = null;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(script: Script): Promise<ScriptedBoard> {
    const server = createServer();
    const board = new ScriptedBoard(server);
    server.on('connection', (socket) => {
      const call = new Call(socket);
      board.#calls.push(call);
      Promise.resolve(script(call)).catch((error: unknown) => (board.#problem = error));
    });
    await once(server.listen(0, HOST), 'listening');
    return board;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many have called so far. */
  get callers(): number {
    return this.#calls.length;
  }

  /** Hangs up on everybody and listens no more. Throws what a script has thrown. */
  close(): void {
    for (const call of this.#calls) call.end();
    this.#server.close();
    if (this.#problem !== null) throw new Error('a script failed', { cause: this.#problem });
  }
}

export class Call {
  readonly #socket: Socket;
  readonly #children: ChildProcessWithoutNullStreams[] = [];
  #heard = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => (this.#heard = Buffer.concat([this.#heard, bytes])));
    // A caller who vanishes is no fault of the script's.
    socket.on('error', () => undefined);
  }

  /** Every byte that the caller has sent so far. */
  get heard(): Buffer {
    return this.#heard;
  }

  say(text: string): void {
    this.#socket.write(Buffer.from(text, 'latin1'));
  }

  /** Says it, and hangs up as a board does that has nothing to add. */
  leave(text: string): void {
    this.#socket.end(Buffer.from(text, 'latin1'));
  }

  /** Says PROMPT and resolves when the caller has typed something after it. */
  async asks(): Promise<void> {
    this.say(PROMPT);
    await once(this.#socket, 'data');
  }

  /**
   * Joins a program (sz, rz) to the caller and resolves when it has ended. `pauseAfter` bytes in the
   * direction of the file, `pause` is waited for; the other direction goes on.
   */
  async runs(
    command: readonly [string, ...string[]],
    options: {
      readonly cwd: string;
      readonly pauseAfter?: number;
      readonly pause?: () => Promise<void> | void;
      readonly direction?: 'download' | 'upload';
    },
  ): Promise<void> {
    const { cwd, pauseAfter = Infinity, pause, direction = 'download' } = options;
    const [program, ...args] = command;
    const child = spawn(program, args, { cwd });
    this.#children.push(child);
    child.stderr.resume();
    child.stdin.on('error', () => undefined);
    const socket = this.#socket;
    const isUpload = direction === 'upload';
    let moved = 0;
    let isPaused = false;
    const count = async (bytes: number) => {
      moved += bytes;
      if (isPaused || moved < pauseAfter) return;
      isPaused = true;
      await pause?.();
    };
    const fromCaller = (bytes: Buffer) => {
      child.stdin.write(bytes);
      if (!isUpload) return;
      socket.pause();
      void count(bytes.length).then(() => socket.resume());
    };
    socket.on('data', fromCaller);
    const ended = once(child, 'close');
    for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
      if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      if (!isUpload) await count(bytes.length);
    }
    await ended;
    socket.off('data', fromCaller);
  }

  /** Closes the connection at once, whatever is under way. */
  end(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    this.#socket.destroy();
  }
}

/** A port on which nobody listens. */
export async function deadPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, HOST), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
