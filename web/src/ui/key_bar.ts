// Keys that a phone's keyboard lacks. Shown where fingers point (see the style sheet).
import { button } from './element.ts';

const KEYS = [
  ['Esc', 'Escape'],
  ['Tab', 'Tab'],
  ['←', 'ArrowLeft'],
  ['↑', 'ArrowUp'],
  ['↓', 'ArrowDown'],
  ['→', 'ArrowRight'],
  ['Enter', 'Enter'],
] as const;

export function fillKeyBar(host: HTMLElement, onKey: (name: string) => void): void {
  host.setAttribute('role', 'toolbar');
  host.setAttribute('aria-label', 'Keys for the board');
  host.replaceChildren(
    ...KEYS.map(([label, name]) => {
      const key = button(label, {
        class: 'key',
        attributes: { 'aria-label': name },
        onClick: () => onKey(name),
      });
      // The screen keeps the focus, and with it the phone's keyboard.
      key.addEventListener('pointerdown', (event) => event.preventDefault());
      return key;
    }),
  );
}
