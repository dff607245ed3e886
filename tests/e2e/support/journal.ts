// What the servers of a story print, in the order in which it came; attached to the report of a story
// that fails, and nowhere else.
import type { TestInfo } from '@playwright/test';

export class Journal {
  readonly #lines: string[] = [];
  readonly #began = performance.now();

  /** Takes one line of `part`; bound, so that it can be handed over as a callback. */
  readonly note = (part: string, line: string): void => {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(3);
    this.#lines.push(`${seconds.padStart(8)} ${part.padEnd(8)} | ${line}`);
  };

  async attachIfFailed(info: TestInfo): Promise<void> {
    if (info.status === info.expectedStatus) return;
    await info.attach('journal.txt', { body: this.#lines.join('\n'), contentType: 'text/plain' });
  }
}
