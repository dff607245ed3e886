// Waits for text on the screen. The screen and its changes are given; the time limit is the only clock.
import type { Event } from '../base/event.ts';
import { Failure } from '../base/failure.ts';

export type Pattern = string | RegExp;

/** Resolves with the match; rejects with Failure `timeout` after `timeoutMs`, and stops looking. */
export function textWatch(
  pattern: Pattern,
  timeoutMs: number,
  screen: () => string,
  onChanged: Event<void>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (how: () => void) => {
      clearTimeout(timer);
      listening.dispose();
      how();
    };
    const look = () => {
      const found = match(pattern, screen());
      if (found !== null) end(() => resolve(found));
    };
    const timer = setTimeout(() => {
      const what = `“${String(pattern)}” did not appear within ${timeoutMs} ms.`;
      const words = `${what} The screen says:\n${screen().trimEnd()}`;
      end(() => reject(new Failure('timeout', words)));
    }, timeoutMs);
    const listening = onChanged(look);
    look();
  });
}

function match(pattern: Pattern, text: string): string | null {
  if (typeof pattern === 'string') return text.includes(pattern) ? pattern : null;
  // A pattern with flags g or y remembers where it stopped; every look begins at the start.
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0] ?? null;
}
