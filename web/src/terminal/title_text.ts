// A title that a board sent, made fit to stand among the page's own words: one line, no control or
// direction characters, not longer than a heading.
//
// Pure function.

const LONGEST_TITLE = 80;

export function titleText(sent: string): string {
  const line = sent
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= LONGEST_TITLE) return line;
  return `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`;
}
