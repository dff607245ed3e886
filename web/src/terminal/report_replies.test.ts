// Against xterm.js itself: it parses without a document.
import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';

import { answerReports } from './report_replies.ts';

async function repliesTo(text: string): Promise<string[]> {
  const terminal = new Terminal({ cols: 80, rows: 25 });
  const replies: string[] = [];
  answerReports(terminal, (reply) => replies.push(reply));
  terminal.onData((reply) => replies.push(reply));
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  terminal.dispose();
  return replies;
}

test.each([
  ['the cursor at the start', '\x1b[6n', '\x1b[1;1R'],
  ['the cursor after a jump beyond the screen', '\x1b[255B\x1b[255C\x1b[6n', '\x1b[25;80R'],
  ['the cursor after 80 characters', `${'x'.repeat(80)}\x1b[6n`, '\x1b[1;80R'],
  ['the size of the screen', '\x1b[5;5H\x1b[255n', '\x1b[25;80R'],
  ['whether all is well', '\x1b[5n', '\x1b[0n'],
  ['what it is', '\x1b[c', '\x1b[?1;2c'],
])('asked for %s, it answers once', async (_, question, answer) => {
  expect(await repliesTo(question)).toEqual([answer]);
});

test.each(['\x1b[=1n', '\x1b[!_', '\x1b[<c', '\x1b[99n', '\x1b[18t', '\x1b[21t', '\x05'])(
  '%j stays unanswered',
  async (question) => {
    expect(await repliesTo(question)).toEqual([]);
  },
);
