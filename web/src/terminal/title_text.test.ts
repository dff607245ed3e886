import { expect, test } from 'vitest';

import { titleText } from './title_text.ts';

test('control and direction characters are gone, and it is one line', () => {
  expect(titleText('  The\r\nPier \u202egnp.exe\u0007 ')).toBe('The Pier gnp.exe');
});

test('a long title is cut, between characters; a message may be longer', () => {
  expect([...titleText('🐚'.repeat(200))]).toHaveLength(80);
  expect([...titleText('🐚'.repeat(200), 120)]).toHaveLength(120);
});
