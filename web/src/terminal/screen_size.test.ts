import { expect, test } from 'vitest';

import { fontSizeFor } from './screen_size.ts';

function size(width: number, height: number, pixelRatio: number): number {
  return fontSizeFor({ width, height, pixelRatio }, 80, 25);
}

test.each([
  [640, 400, 16],
  [959, 800, 16],
  [960, 600, 24],
  [1280, 800, 32],
  [1280, 599, 16],
])('on a coarse screen %d × %d gives a font of %d px: whole and half pixels only', (w, h, font) => {
  expect(size(w, h, 1)).toBe(font);
});

test('a screen narrower than the font’s own pixels gets smaller whole cells', () => {
  expect(size(390, 844, 1)).toBe(8);
});

test('a fine screen uses every device pixel', () => {
  expect(size(390, 844, 2)).toBe(9);
  expect(size(390, 844, 3)).toBeCloseTo((14 * 2) / 3);
});

test.each([0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.625, 3, 3.5])(
  'at ratio %d the 80 cells are whole device pixels and fit',
  (ratio) => {
    for (let width = 280; width < 2000; width += 7) {
      const cell = (size(width, 4000, ratio) * ratio) / 2;
      expect(Math.abs(cell - Math.round(cell))).toBeLessThan(1e-9);
      expect(cell * 80).toBeLessThanOrEqual(width * ratio + 1e-9);
    }
  },
);

test('no room at all still gives a size', () => {
  expect(size(0, 0, 1)).toBe(6);
});
