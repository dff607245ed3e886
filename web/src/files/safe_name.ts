// Names that every file system takes, and names that are not taken yet. The engine has already cut
// paths off; here go the rules of Windows and macOS, because a folder may be copied there one day.
//
// Pure functions; page and worker may both use them.

// Device names that Windows reserves, with any extension.
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;
/** Endings the browser itself uses or refuses in a picked folder. */
const BROWSERS_OWN = /\.(crswap|crdownload|lnk|local|scf|url|desktop)$/i;
/** Windows and Linux allow 255; room is left for " (999)" and for the browser's own ".crswap". */
const MOST_BYTES = 200;

/** `name` as one path component that Windows, macOS and Linux all take; never empty. */
export function safeName(name: string): string {
  let safe = name
    .normalize('NFC')
    // eslint-disable-next-line no-control-regex -- control characters are what must go
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
    // Marks that turn the text around can make "gpj.exe" look like "exe.jpg".
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^ +/, '')
    .replace(/[ .]+$/, '');
  if (safe === '') safe = 'unnamed';
  const { stem, extension } = split(safe);
  if (RESERVED.test(stem.split('.')[0]?.trimEnd() ?? '')) safe = `_${safe}`;
  if (BROWSERS_OWN.test(safe)) safe += '_';
  return fits(safe) ? safe : shorten(split(safe).stem, extension);
}

/** `name`, or "name (2).ext" and so on: the first that `isTaken` does not know. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  if (!isTaken(name)) return name;
  const { stem, extension } = split(name);
  for (let number = 2; ; ++number) {
    const candidate = `${stem} (${number})${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** The form under which two names clash where upper and lower case are the same. */
export function clashKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function fits(name: string): boolean {
  return new TextEncoder().encode(name).length <= MOST_BYTES;
}

// Whole characters go from the end of the stem; an extension too long to keep is no extension.
function shorten(stem: string, extension: string): string {
  const ending = new TextEncoder().encode(extension).length <= 20 ? extension : '';
  const characters = [...stem];
  while (characters.length > 1 && !fits(characters.join('') + ending)) characters.pop();
  return characters.join('') + ending;
}
