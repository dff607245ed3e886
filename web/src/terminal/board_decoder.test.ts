import { describe, expect, test } from 'vitest';

import {
  BoardDecoder,
  LONGEST_STRING,
  STRING_PATIENCE_MS,
  type Encoding,
} from './board_decoder.ts';

const ESC = '\x1b';

/** One character per byte. */
function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function decoded(text: string, encoding: Encoding = 'cp437'): string {
  return new BoardDecoder(encoding).decode(bytes(text), 0);
}

/** The stream whole, byte by byte, and cut once at every place: all must come to the same. */
function expectAnyCut(text: string, drawn: string): void {
  expect(decoded(text)).toBe(drawn);
  const single = new BoardDecoder('cp437');
  expect([...text].map((byte) => single.decode(bytes(byte), 0)).join('')).toBe(drawn);
  for (let cut = 1; cut < text.length; ++cut) {
    const decoder = new BoardDecoder('cp437');
    const before = decoder.decode(bytes(text.slice(0, cut)), 0);
    expect(before + decoder.decode(bytes(text.slice(cut)), 0)).toBe(drawn);
  }
}

describe('characters', () => {
  test('the upper half of code page 437 is drawn as its own glyphs', () => {
    const all = String.fromCharCode(...Array.from({ length: 128 }, (_, at) => 0x80 + at));
    const drawn = decoded(all);
    expect([...drawn]).toHaveLength(128);
    expect(drawn.codePointAt(0)).toBe(0xc7);
    expect(drawn.codePointAt(127)).toBe(0xa0);
    expect(drawn).not.toContain('\ufffd');
  });

  test('a double box is drawn with box characters', () => {
    expect(decoded('\xc9\xcd\xbb\r\n\xba \xba')).toBe('╔═╗\r\n║ ║');
  });

  test('C3 A4 are two glyphs and not a letter in UTF-8, also when a message ends between them', () => {
    expectAnyCut('\xc3\xa4', '├ñ');
  });

  test('control characters that art prints are glyphs; those that act are left alone', () => {
    expect(decoded('\x01\x02\x0b\x1d\x7f')).toBe('☺☻♂↔⌂');
    expect(decoded('a\x07\b\t\r\n')).toBe('a\x07\b\t\r\n');
  });

  test('shifts and NUL draw nothing, so that no line drawing set is switched on', () => {
    expect(decoded('a\x0eb\x0fc\0d')).toBe('abcd');
  });

  test('a byte that would be a CSI of one byte elsewhere is the cent sign', () => {
    expect(decoded('\x9b2J')).toBe('¢2J');
  });

  test('a byte order mark is three glyphs: boards ask for UTF-8 with it', () => {
    expect(decoded('\xef\xbb\xbf')).toBe('∩╗┐');
  });

  test('a board of UTF-8 is decoded as that, across messages, and without C1 controls', () => {
    const decoder = new BoardDecoder('utf8');
    expect(decoder.decode(bytes('\xc3'), 0) + decoder.decode(bytes('\xa4\xc2\x9b2J'), 0)).toBe(
      'ä2J',
    );
  });

  test('a long stretch is decoded whole', () => {
    expect(decoded('\xb0'.repeat(300_000))).toBe('░'.repeat(300_000));
  });
});

describe('sequences', () => {
  test('erasing the screen goes to its top, as with ANSI.SYS', () => {
    expectAnyCut(`a${ESC}[2Jb`, `a${ESC}[2J${ESC}[Hb`);
  });

  test('erasing a part of the screen stays where it is', () => {
    expectAnyCut(`${ESC}[J${ESC}[1J`, `${ESC}[J${ESC}[1J`);
  });

  test('a form feed clears the screen', () => {
    expectAnyCut('a\fb', `a${ESC}[2J${ESC}[Hb`);
  });

  test('colours and positions pass unchanged', () => {
    expectAnyCut(`${ESC}[1;33;44mx${ESC}[12;40H${ESC}[s`, `${ESC}[1;33;44mx${ESC}[12;40H${ESC}[s`);
  });

  test('a glyph cannot be part of a sequence: the sequence is dropped, the glyph is drawn', () => {
    expectAnyCut(`${ESC}[12\xdb!`, '█!');
    expectAnyCut(`${ESC}\xdb!`, '█!');
  });

  test('a line end inside a sequence acts at once', () => {
    expectAnyCut(`${ESC}[1\r\n2H`, `\r\n${ESC}[12H`);
  });

  test('a sequence that never ends is dropped', () => {
    expect(decoded(`${ESC}[${'1;'.repeat(500)}`)).toMatch(/^[1;]*$/);
  });

  test('music is not printed', () => {
    expectAnyCut(`a${ESC}[|MFT120O3L8CDE\x0eb`, 'ab');
    expectAnyCut(`a${ESC}[NT120CDE\x0eb`, 'ab');
  });
});

describe('control strings', () => {
  function titled(text: string): { drawn: string; titles: string[] } {
    const decoder = new BoardDecoder('cp437');
    const titles: string[] = [];
    decoder.onTitle = (title) => titles.push(title);
    const drawn = [...text].map((byte) => decoder.decode(bytes(byte), 0)).join('');
    return { drawn, titles };
  }

  test('a title is told in the characters of the code page, whichever way it ends', () => {
    expect(titled(`${ESC}]0;Caf\x82\x07x`)).toEqual({ drawn: 'x', titles: ['Café'] });
    expect(titled(`${ESC}]2;two${ESC}\\x`)).toEqual({ drawn: 'x', titles: ['two'] });
  });

  test('case m-osc52: neither writing nor reading the clipboard, nor a link, reaches xterm.js', () => {
    expectAnyCut(`${ESC}]52;c;ZWNobyBwd25lZAo=\x07`, '');
    expectAnyCut(`${ESC}]52;c;?\x07`, '');
    expectAnyCut(`${ESC}]8;;javascript:alert(1)\x07click${ESC}]8;;\x07`, 'click');
  });

  test('device control, application and private strings are dropped up to their end', () => {
    expectAnyCut(`a${ESC}P1$q"p${ESC}\\b${ESC}_SyncTERM:VER${ESC}\\c${ESC}^x${ESC}\\d`, 'abcd');
  });

  test('a bell ends a title and no other kind of string', () => {
    expectAnyCut(`${ESC}Pa\x07b${ESC}\\c`, 'c');
  });

  test('case m-unterminated: a menu after a string left open is drawn', () => {
    const menu = `${ESC}[2J${ESC}[HMain menu\r\n`;
    const drawn = `${ESC}[2J${ESC}[H${ESC}[HMain menu\r\n`;
    expectAnyCut(`${ESC}Pgarbage ${menu}`, drawn);
    expectAnyCut(`${ESC}]123;never ends ${menu}`, drawn);
  });

  test.each(['\x18', '\x1a'])('%j ends a string left open', (abort) => {
    expectAnyCut(`${ESC}Pgarbage${abort}menu`, 'menu');
  });

  test('a string left open is given up after 4096 bytes', () => {
    const rest = decoded(`${ESC}P${'x'.repeat(LONGEST_STRING)}menu`);
    expect(rest.endsWith('menu')).toBe(true);
    expect(rest.length).toBeLessThan(8);
  });

  test('a string left open is given up after two seconds', () => {
    const decoder = new BoardDecoder('cp437');
    expect(decoder.decode(bytes(`${ESC}Pgarbage`), 1000)).toBe('');
    expect(decoder.decode(bytes('still '), 1000 + STRING_PATIENCE_MS - 1)).toBe('');
    expect(decoder.decode(bytes('menu'), 1000 + STRING_PATIENCE_MS)).toBe('menu');
  });

  test('a sequence that the network delays is not given up', () => {
    const decoder = new BoardDecoder('cp437');
    decoder.decode(bytes(`${ESC}[1`), 0);
    expect(decoder.decode(bytes('2H'), 60_000)).toBe(`${ESC}[12H`);
  });

  test('after reset() what comes is drawn', () => {
    const decoder = new BoardDecoder('cp437');
    decoder.decode(bytes(`${ESC}]0;half a ti`), 0);
    decoder.reset();
    expect(decoder.decode(bytes('menu'), 0)).toBe('menu');
  });
});
