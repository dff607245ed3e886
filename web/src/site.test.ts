import { expect, test } from 'vitest';

import { boardInAddress, profileInAddress } from './site.ts';

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

test.each([
  ['', null],
  ['#board=demo', null],
  ['#profile=slow+line', 'slow line'],
  ['#board=demo&profile=Gr%C3%BC%C3%9Fe', 'Grüße'],
])('the address %s asks for the profile %s', (hash, name) => {
  expect(profileInAddress(hash)).toBe(name);
});
