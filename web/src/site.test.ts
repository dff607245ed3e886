import { expect, test } from 'vitest';

import { boardInAddress } from './site.ts';

test.each([
  ['', null],
  ['#', null],
  ['#board=demo', 'demo'],
  ['#board=a%2Fb', 'a/b'],
  ['#profile=large&board=demo', 'demo'],
  ['#bridge=ws://evil.example', null],
])('the address %s asks for the board %s', (hash, id) => {
  expect(boardInAddress(hash)).toBe(id);
});
