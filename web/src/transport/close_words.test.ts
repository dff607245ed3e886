// Each way a connection can end has its own sentence, and says whether the board was ever reached.
import { expect, test } from 'vitest';

import { closingWords, isBridge } from './close_words.ts';

const BRIDGE = 'ws://127.0.0.1:8081/board/demo';
const end = (code: number, reason = '', opened = true) => ({ opened, code, reason, gaveUp: false });

test.each([
  [4403, 'refused', /not on the bridge's list/],
  [4429, 'refused', /too many connections/],
  [4502, 'refused', /refused the call/],
  [4504, 'refused', /does not answer/],
  [4000, 'closed', /The board closed the connection/],
  [4408, 'closed', /too long/],
  [4410, 'closed', /did not respond/],
  [1000, 'closed', /was closed/],
  [1006, 'closed', /was lost/],
  [3999, 'closed', /lost with code 3999/],
])('code %i is %s', (code, state, words) => {
  const said = closingWords(end(code), BRIDGE);
  expect(said.state).toBe(state);
  expect(said.text).toMatch(words);
});

test('what the bridge adds is passed on', () => {
  expect(closingWords(end(4502, 'connection refused by bbs.example:23'), BRIDGE).text).toBe(
    'The board refused the call (connection refused by bbs.example:23).',
  );
});

test('a bridge that cannot be reached is named', () => {
  const said = closingWords(end(1006, '', false), BRIDGE);
  expect(said.state).toBe('refused');
  expect(said.text).toMatch(/^The bridge at 127\.0\.0\.1:8081 cannot be reached/);
});

test('a board that speaks WebSocket itself is not called a bridge', () => {
  expect(closingWords(end(1006, '', false), 'wss://bbs.example:1123/').text).toBe(
    'The board at bbs.example:1123 cannot be reached.',
  );
  expect(isBridge('wss://bbs.example/?token=demo')).toBe(true);
  expect(isBridge('wss://bbs.example/')).toBe(false);
});

test('a reason of our own stands as it is', () => {
  const said = closingWords(
    { opened: true, code: 1000, reason: 'Too fast.', gaveUp: true },
    BRIDGE,
  );
  expect(said).toEqual({ state: 'closed', text: 'Too fast.' });
});
