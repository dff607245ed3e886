import { describe, expect, test } from 'vitest';

import { linkTo, parseBoards, parseConfig } from './board_list.ts';

const PAGE = 'http://127.0.0.1:8080/';

function boards(...entries: unknown[]) {
  return parseBoards(JSON.stringify(entries));
}

function first(...entries: unknown[]) {
  const [found] = boards(...entries);
  if (found === undefined) throw new Error('no board');
  return found;
}

describe('boards.json', () => {
  test('an entry of the least gets the usual rest', () => {
    expect(boards({ id: 'pier', host: '127.0.0.1', port: 23 })).toEqual([
      {
        id: 'pier',
        name: 'pier',
        connection: 'telnet',
        encoding: 'cp437',
        columns: 80,
        rows: 25,
        software: '',
        notes: '',
        url: null,
      },
    ]);
  });

  test('fields that this page does not know are left alone', () => {
    expect(boards({ id: 'pier', sysop: { name: 'Mira' } })).toHaveLength(1);
  });

  test('a screen of another shape is used, a senseless one is not', () => {
    expect(first({ id: 'wide', screen: { columns: 132, rows: 50 } })).toMatchObject({
      columns: 132,
      rows: 50,
    });
    expect(first({ id: 'odd', screen: { columns: -1, rows: '9' } })).toMatchObject({
      columns: 80,
      rows: 25,
    });
  });

  test.each([
    ['{', 'boards.json is not valid JSON.'],
    ['{}', 'boards.json does not hold a list.'],
    ['[7]', 'Entry 1 of boards.json is not an object.'],
    ['[{"id":"a"},{"name":"b"}]', 'Entry 2 of boards.json has no id.'],
    ['[{"id":"a"},{"id":"a"}]', 'boards.json names the board “a” twice.'],
    [
      '[{"id":"a","connection":"smoke"}]',
      'Entry 1 of boards.json (“a”) has an unknown connection.',
    ],
    ['[{"id":"a","encoding":"klingon"}]', 'Entry 1 of boards.json (“a”) has an unknown encoding.'],
    ['[{"id":"a","connection":"websocket"}]', 'Entry 1 of boards.json (“a”) has no url.'],
    [
      '[{"id":"a","url":"javascript:alert(1)"}]',
      'Entry 1 of boards.json (“a”) has a url that is not ws: or wss:.',
    ],
  ])('%s is refused in words', (text, words) => {
    expect(() => parseBoards(text)).toThrow(
      expect.objectContaining({ code: 'boards', message: words }),
    );
  });
});

describe('config.json', () => {
  test.each([
    ['ws://127.0.0.1:8081', PAGE, 'ws://127.0.0.1:8081'],
    ['wss://bridge.example/', PAGE, 'wss://bridge.example'],
    ['bridge', 'https://boards.example/walk/', 'wss://boards.example/walk/bridge'],
    ['/bridge', 'http://boards.example/walk/', 'ws://boards.example/bridge'],
  ])('a bridge given as %s on %s is %s', (bridge, page, address) => {
    expect(parseConfig(JSON.stringify({ bridge }), page)).toEqual({ bridge: address });
  });

  test('a site may have no bridge', () => {
    expect(parseConfig('{}', PAGE)).toEqual({ bridge: null });
  });

  test.each(['[]', '{"bridge":7}', '{"bridge":"http://bridge.example"}', 'bridge'])(
    '%s is refused',
    (text) => {
      expect(() => parseConfig(text, PAGE)).toThrow(expect.objectContaining({ code: 'config' }));
    },
  );
});

describe('the way to a board', () => {
  const config = { bridge: 'ws://127.0.0.1:8081' };

  test('leads over the bridge, by the id and nothing else of the entry', () => {
    const board = first({ id: 'a/../b', host: 'evil.example', port: 22 });
    expect(linkTo(board, config, PAGE).url).toBe('ws://127.0.0.1:8081/board/a%2F..%2Fb');
  });

  test('leads straight to a board that speaks WebSocket', () => {
    const board = first({ id: 'ws', connection: 'websocket', url: 'wss://board.example/' });
    expect(linkTo(board, { bridge: null }, PAGE)).toMatchObject({
      url: 'wss://board.example/',
      telnet: false,
    });
  });

  test('telnet is telnet', () => {
    expect(linkTo(first({ id: 'a' }), config, PAGE).telnet).toBe(true);
    expect(linkTo(first({ id: 'a', connection: 'raw' }), config, PAGE).telnet).toBe(false);
  });

  test('without a bridge there is none, in words', () => {
    expect(() => linkTo(first({ id: 'a' }), { bridge: null }, PAGE)).toThrow(
      'This site names no bridge, and the board needs one.',
    );
  });

  test('a secure page is told why it cannot call an unencrypted bridge elsewhere', () => {
    const far = { bridge: 'ws://bridge.example' };
    expect(() => linkTo(first({ id: 'a' }), far, 'https://boards.example/')).toThrow('secure page');
    expect(linkTo(first({ id: 'a' }), config, 'https://boards.example/').url).toContain(
      '127.0.0.1',
    );
  });
});
