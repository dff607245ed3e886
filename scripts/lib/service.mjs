// One running part of the product (bridge, demo board) as a process group of its own: started, waited
// for by the line it prints when it is ready, stopped with everything it started. No timers decide that
// something is ready. Used by scripts/start.mjs and by the fixtures of tests/e2e. Knows no part by name.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How many of a part's last lines are told when it dies. */
const LAST_LINES = 20;

/**
 * @typedef {object} ServiceOptions
 * @property {string} name what a person calls it: "bridge"
 * @property {readonly [string, ...string[]]} command program and arguments
 * @property {RegExp} ready matches the line that it prints once it can be used
 * @property {string} [cwd]
 * @property {Readonly<Record<string, string>>} [env] added to this process's own
 * @property {number} [patienceMs] how long it may take to end after it was asked to; then it is ended
 * @property {(line: string) => void} [onLine] every line it prints, stdout and stderr
 */

export class Service {
  /** @type {string} */ name;
  /** What `ready` matched, with its groups. @type {RegExpExecArray} */ ready;
  /**
   * Settles when the process has ended, with a sentence that says how.
   * @type {Promise<string>}
   */
  ended;

  /** @type {import('node:child_process').ChildProcess} */ #child;
  #patienceMs;
  #isGone = false;

  /**
   * Resolves once the ready line was seen; rejects with a sentence for a person when the process
   * cannot be started or ends before that. Whoever gets a Service must stop() it.
   * @param {ServiceOptions} options
   * @returns {Promise<Service>}
   */
  static start(options) {
    return new Promise((resolve, reject) => {
      const [program, ...args] = options.command;
      // setpriv: should this process be killed outright, the part is told to end, and no port stays
      // taken by an orphan. detached: a group of its own, so that stop() reaches its children too.
      const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', program, ...args], {
        cwd: options.cwd,
        env: { ...process.env, PYTHONUNBUFFERED: '1', ...options.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      /** @type {string[]} */
      const last = [];
      const service = new Service(options, child, last);
      let isReady = false;
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          last.push(line);
          if (last.length > LAST_LINES) last.shift();
          options.onLine?.(line);
          const match = isReady ? null : options.ready.exec(line);
          if (match === null) return;
          isReady = true;
          service.ready = match;
          resolve(service);
        });
      }
      void service.ended.then((how) => {
        if (!isReady) reject(new Error(how));
      });
    });
  }

  /**
   * @param {ServiceOptions} options
   * @param {import('node:child_process').ChildProcess} child
   * @param {readonly string[]} last
   * @private
   */
  constructor({ name, patienceMs = 5000 }, child, last) {
    this.name = name;
    this.#child = child;
    this.#patienceMs = patienceMs;
    this.ready = /** @type {RegExpExecArray} */ (/** @type {unknown} */ (null));
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(`The ${name} could not be started: ${error.message}`));
      // Children that outlive it would keep its output open, and its end would go unnoticed.
      child.once('exit', () => this.#signalGroup('SIGKILL'));
      // 'close', not 'exit': its last words have been read by then.
      child.once('close', (code, signal) => {
        this.#isGone = true;
        const how = signal === null ? `exit status ${code}` : signal;
        const words = last.map((line) => `\n    ${line}`).join('');
        resolve(
          `The ${name} has stopped (${how}).${words === '' ? '' : ' Its last words:' + words}`,
        );
      });
    });
  }

  /** Ends the process and its children; resolves when they are gone. May be called twice. */
  async stop() {
    this.#signalGroup('SIGTERM');
    const impatience = setTimeout(() => this.#signalGroup('SIGKILL'), this.#patienceMs);
    await this.ended;
    clearTimeout(impatience);
  }

  /** @param {NodeJS.Signals} signal */
  #signalGroup(signal) {
    // Once it is gone its number may be somebody else's.
    if (this.#isGone || this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch (error) {
      // ESRCH: the group is gone, which is what was wanted.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
    }
  }
}
