import { expect, test } from 'vitest';

import { folderWords } from './folder_panel.ts';
import { statusWords } from './status_bar.ts';

test.each([
  ['disconnected', '', 'disconnected'],
  ['connected', 'Connected.', 'connected'],
  ['closed', 'The board closed the connection.', 'closed: the board closed the connection.'],
  ['refused', 'ENOENT is not a sentence.', 'refused: ENOENT is not a sentence.'],
] as const)('%s with "%s" reads "%s"', (state, text, words) => {
  expect(statusWords(state, text)).toBe(words);
});

test('a browser without folders is told where its files are', () => {
  expect(folderWords({ kind: 'unsupported' })).toContain('kept in the browser');
  expect(folderWords({ kind: 'ready', name: 'bbs' })).toBe('Downloads go straight into “bbs”.');
});
