// A title, or a message, that a board sent, made fit to stand among the page's own words: one line, no
// control or direction characters, not longer than fits there.
//
// Pure function.

const LONGEST_TITLE = 80;

export function titleText(sent: string, longest = LONGEST_TITLE): string {
  const line = sent
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= longest) return line;
  return `${characters.slice(0, longest - 1).join('')}…`;
}
