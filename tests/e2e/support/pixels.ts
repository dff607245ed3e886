// Looks at a picture pixel by pixel. The decoder is the browser's own.
import type { Page } from '@playwright/test';

/** A part of a picture, in its pixels; fractions are rounded inwards. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How often each colour is in a part of a PNG, the most frequent first: `['255,255,255', 1200]`. */
export async function coloursIn(page: Page, png: Buffer, area: Area): Promise<[string, number][]> {
  const left = Math.ceil(area.x);
  const top = Math.ceil(area.y);
  const width = Math.floor(area.x + area.width) - left;
  const height = Math.floor(area.y + area.height) - top;
  return page.evaluate(
    async ({ base64, box: [x, y, across, down] }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (context === null) throw new Error('the browser cannot draw');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(x, y, across, down);
      const counts = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        const colour = data.subarray(at, at + 3).join();
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      return [...counts].sort(([, one], [, other]) => other - one);
    },
    { base64: png.toString('base64'), box: [left, top, width, height] as const },
  );
}
