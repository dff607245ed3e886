// Code page 437, the character set of the PC and so of bulletin boards: what each byte looks like on
// the screen, and which byte a typed character is. The browser's TextDecoder does not know it.
//
// Pure tables and functions; knows nothing of escape sequences or of the terminal.

// What a PC draws for the codes that are control characters elsewhere.
const LOW = '\0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼';
const HIGH =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»' +
  '░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The UTF-16 unit that shows each of the 256 bytes as a glyph; all are in the basic plane. */
export const GLYPHS: Uint16Array = Uint16Array.from({ length: 256 }, (_, code) => {
  if (code < 0x20) return LOW.charCodeAt(code);
  if (code === 0x7f) return 0x2302; // the house
  return code < 0x80 ? code : HIGH.charCodeAt(code - 0x80);
});

/** Characters that keyboards, phones and clipboards give for ones that the code page has. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '“': '"', '”': '"', '„': '"', '‘': "'", '’': "'", '‚': "'", '´': "'",
  '–': '-', '—': '-', '−': '-', '…': '...', 'β': 'ß', 'μ': 'µ', '€': 'EUR', '×': 'x',
}; // prettier-ignore

const CODES = new Map<string, number>(
  // The low glyphs are left out: their codes would act as control characters on the board.
  Array.from({ length: 0x80 }, (_, at) => [String.fromCharCode(GLYPHS[0x80 + at] ?? 0), 0x80 + at]),
);

export interface Encoded {
  readonly bytes: Uint8Array;
  /** The characters that have no place in the code page; a `?` stands for each. */
  readonly lost: string;
}

/** Typed or pasted text as the board's bytes. Control characters stay what they are. */
export function encodeCp437(text: string): Encoded {
  const codes: number[] = [];
  let lost = '';
  // NFC first: a letter and a combining accent are one character on the board.
  for (const character of text.normalize('NFC')) {
    for (const unit of LOOKALIKES[character] ?? [character]) {
      const code = unit < '\u0080' ? unit.charCodeAt(0) : CODES.get(unit);
      if (code === undefined) lost += unit;
      codes.push(code ?? 0x3f);
    }
  }
  return { bytes: Uint8Array.from(codes), lost };
}
