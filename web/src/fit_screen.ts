// Keeps the terminal as large as the place it has: measures the place whenever it or the window changes.
//
// In the shell: it knows the page's layout and the terminal. The arithmetic is terminal/screen_size.ts.
import type { Room } from './terminal/screen_size.ts';

/** CSS pixels: less than a PC's own 400 lines are not worth having, the page scrolls instead. */
const LEAST_HEIGHT = 400;
/** Below the screen stay its frame, the key bar where there is one, and a margin. */
const BELOW = 26;

/** Calls `fit` with the room inside `place` now and at every change; `below` stands under it. */
export function fitScreen(place: HTMLElement, below: HTMLElement, fit: (room: Room) => void): void {
  let last = '';
  const measure = () => {
    const top = place.getBoundingClientRect().top + window.scrollY;
    const height = window.innerHeight - top - below.offsetHeight - BELOW;
    const room = {
      width: place.clientWidth,
      height: Math.max(LEAST_HEIGHT, height),
      pixelRatio: window.devicePixelRatio,
    };
    const seen = JSON.stringify(room);
    // The terminal's new size is a change too, and must not start another round.
    if (seen === last) return;
    last = seen;
    fit(room);
  };
  const sizes = new ResizeObserver(() => {
    measure();
    for (const screen of place.children) alignToPixels(screen as HTMLElement);
  });
  for (const one of [place, ...place.children]) sizes.observe(one);
  window.addEventListener('resize', measure);
  measure();
}

/** A screen that begins between two device pixels has a grey line at every edge of a block. */
function alignToPixels(screen: HTMLElement): void {
  screen.style.insetInlineStart = '0';
  const left = screen.getBoundingClientRect().left * window.devicePixelRatio;
  screen.style.insetInlineStart = `${(Math.round(left) - left) / window.devicePixelRatio}px`;
}
