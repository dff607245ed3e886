// The whole screen, with xterm.js itself, which parses without a document; only drawing needs one.
import { afterEach, beforeEach, expect, test } from 'vitest';

import { BoardTerminal } from './terminal.ts';

const ESC = '\x1b';

let screen: BoardTerminal;
let keys: string[];

beforeEach(() => {
  screen = new BoardTerminal();
  keys = [];
  screen.onKeys((bytes) => keys.push(String.fromCharCode(...bytes)));
  screen.start({ columns: 80, rows: 25, encoding: 'cp437' });
});

afterEach(() => screen.dispose());

/** Draws one character per byte, and resolves when it is on the screen. */
async function board(text: string): Promise<void> {
  const drawn = new Promise<void>((resolve) => {
    let left = text.length;
    screen.onDrawn((bytes) => {
      left -= bytes;
      if (left === 0) resolve();
    });
  });
  screen.write(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  await drawn;
}

test('case m-cp437: a box and a pair that is no UTF-8, cut in the middle', async () => {
  await board('\xc9\xcd\xbb\r\n\xba \xba\r\n\xc8\xcd\xbc\r\n\xc3');
  await board('\xa4');
  expect(screen.screenText().slice(0, 4)).toEqual(['╔═╗', '║ ║', '╚═╝', '├ñ']);
});

test('case m-osc52: nothing is answered, and the link is plain text', async () => {
  await board(`${ESC}]52;c;ZWNobyBwd25lZAo=\x07${ESC}]52;c;?\x07`);
  await board(`${ESC}]8;;javascript:alert(1)\x07click${ESC}]8;;\x07`);
  expect(keys).toEqual([]);
  expect(screen.screenText()[0]).toBe('click');
});

test('case m-unterminated: a menu after a string left open is seen', async () => {
  const menu = `${ESC}[2J${ESC}[HMain menu\r\n`;
  await board(`${ESC}Pgarbage `);
  await board(menu);
  expect(screen.screenText()[0]).toBe('Main menu');
  await board(`${ESC}]123;never ends `);
  await board(menu);
  expect(screen.screenText()[0]).toBe('Main menu');
});

test('after a broken transfer what follows is seen, and the whole screen scrolls again', async () => {
  await board(`${ESC}[5;10r${ESC}[7m${ESC}]0;half a title`);
  screen.recover();
  await board(`${ESC}[25;1HYour choice:\r\n?`);
  expect(screen.screenText().slice(23)).toEqual(['Your choice:', '?']);
});

test('the probe of a Synchronet board is answered as a PC of 80 by 25 in CP437 would', async () => {
  await board(`\r\n${ESC}[s${ESC}[255B${ESC}[255C${ESC}[6n${ESC}[u\r\xef\xbb\xbf${ESC}[6n`);
  expect(keys).toEqual([`${ESC}[25;80R`, `${ESC}[2;4R`]);
});

test('a full row leaves the cursor in column 80, and the next character begins a row', async () => {
  await board(`${'x'.repeat(80)}${ESC}[6n\r\ny`);
  expect(keys).toEqual([`${ESC}[1;80R`]);
  expect(screen.screenText()[1]).toBe('y');
});

test('erasing the screen goes to its top', async () => {
  await board(`one\r\ntwo${ESC}[2Jtop`);
  expect(screen.screenText().slice(0, 2)).toEqual(['top', '']);
});

test('a new call starts with an empty screen of the board’s shape', async () => {
  await board('old');
  screen.start({ columns: 40, rows: 10, encoding: 'utf8' });
  await board('\xc3\xa4');
  expect(screen.screenText()).toHaveLength(10);
  expect(screen.screenText()[0]).toBe('ä');
});

test('the title is told without anything that could move or turn the page’s words', async () => {
  const titles: string[] = [];
  screen.onTitle((title) => titles.push(title));
  await board(`${ESC}]0;The\r\nPier\x07`);
  expect(titles).toEqual(['The Pier']);
});

test('words of the board beside the screen are text in its characters, and harmless', () => {
  const said = Uint8Array.of(0x47, 0x72, 0x81, 0xe1, 0x65, 0x1b, 0x5b, 0x32, 0x4a, 0x0a, 0x21);
  expect(screen.decode(said)).toMatch(/^Grüße .*!$/);
  expect(screen.decode(said)).not.toContain('\x1b');
  screen.start({ columns: 80, rows: 25, encoding: 'utf8' });
  expect(screen.decode(new TextEncoder().encode('Grüße'))).toBe('Grüße');
});

test('text is typed in the board’s characters, and what it lacks is told', () => {
  const lost: string[] = [];
  screen.onLost((characters) => lost.push(characters));
  expect([...screen.encode('ä日')]).toEqual([0x84, 0x3f]);
  expect(lost).toEqual(['日']);
  screen.start({ columns: 80, rows: 25, encoding: 'utf8' });
  expect([...screen.encode('ä')]).toEqual([0xc3, 0xa4]);
});

test('a key of the key bar sends what the key sends', () => {
  screen.press('ArrowUp');
  screen.press('Escape');
  screen.press('no such key');
  expect(keys).toEqual([`${ESC}[A`, ESC]);
});
