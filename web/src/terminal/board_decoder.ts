// Bytes of a board in, a string out that xterm.js can draw as a PC with ANSI.SYS would: CP437 glyphs,
// ESC[2J and form feed that go to the top, and no way for a board to leave the screen stuck or to
// reach beyond it. Works through any cut of the stream; 4096 bytes are the most it holds back.
//
// Control strings (OSC, DCS, APC, ANSI music) end here: a title is told, all others are dropped, so
// that no clipboard access, link or unfinished string ever gets to xterm.js. No clock of its own.
// Between the write brake and xterm.js on the byte's road.
import { GLYPHS } from './cp437.ts';

export type Encoding = 'cp437' | 'utf8';

/** A control string is given up after so many bytes, or this long after it began. */
export const LONGEST_STRING = 4096;
export const STRING_PATIENCE_MS = 2000;
/** Far longer than any control sequence that means something. */
const LONGEST_SEQUENCE = 256;

const BEL = 0x07;
const FF = 0x0c;
const SO = 0x0e;
const SI = 0x0f;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;

const HOME = '\x1b[H';
const CLEAR = `\x1b[2J${HOME}`;

/** Bell, backspace, tab, line feed and carriage return act; ESC begins; the rest is drawn or dropped. */
const ACTS = new Set([BEL, 0x08, 0x09, 0x0a, 0x0d]);

/** After ESC: OSC, DCS, PM, APC and SOS. */
const STRINGS = new Set([0x5d, 0x50, 0x5e, 0x5f, 0x58]);

/** What each byte puts out in plain text: itself if it acts, a glyph, or 0 for nothing. */
const PLAIN = GLYPHS.map((glyph, code) => {
  if (ACTS.has(code)) return code;
  // Shifts would switch xterm.js to line drawing; boards send them around music only.
  return code === SO || code === SI ? 0 : glyph;
});

/**
 * Where in the stream the decoder stands. `string` is inside OSC, DCS, APC, PM or SOS; `stringEscape`
 * after an ESC in there, where `\` ends the string and anything else abandons it.
 */
type State = 'ground' | 'escape' | 'sequence' | 'string' | 'stringEscape' | 'music';

export class BoardDecoder {
  /** Called when the board sets the window's title; the text is as the board sent it. */
  onTitle: (title: string) => void = () => undefined;

  readonly #encoding: Encoding;
  readonly #utf8 = new TextDecoder('utf-8');
  #state: State = 'ground';
  /** The units of the unfinished sequence or string, from its introducer on. */
  #held: number[] = [];
  #stringSince = 0;
  #out = '';

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  /** What to draw for `bytes`; `nowMs` is any clock that only goes forward. */
  decode(bytes: Uint8Array, nowMs: number): string {
    const inString = ['string', 'stringEscape', 'music'].includes(this.#state);
    if (inString && nowMs - this.#stringSince >= STRING_PATIENCE_MS) this.reset();
    const units = this.#encoding === 'cp437' ? bytes : this.#unitsOf(bytes);
    this.#out = '';
    let at = 0;
    while (at < units.length) {
      if (this.#state === 'ground') at = this.#drawRun(units, at);
      else this.#step(units[at++] ?? 0, nowMs);
    }
    return this.#out;
  }

  /** Forgets an unfinished sequence or string: what comes next is drawn. */
  reset(): void {
    this.#state = 'ground';
    this.#held = [];
  }

  #unitsOf(bytes: Uint8Array): Uint16Array {
    const text = this.#utf8.decode(bytes, { stream: true });
    return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  }

  /** Draws up to the next ESC and returns where the walk goes on. */
  #drawRun(units: Uint8Array | Uint16Array, start: number): number {
    const escape = units.indexOf(ESC, start);
    const end = escape < 0 ? units.length : escape;
    const glyphs = new Uint16Array(end - start);
    let length = 0;
    for (let at = start; at < end; ++at) {
      const unit = units[at] ?? 0;
      if (unit === FF) {
        this.#out += textOf(glyphs.subarray(0, length)) + CLEAR;
        length = 0;
        continue;
      }
      const glyph = this.#glyph(unit);
      if (glyph !== 0) glyphs[length++] = glyph;
    }
    this.#out += textOf(glyphs.subarray(0, length));
    if (escape < 0) return end;
    this.#state = 'escape';
    return end + 1;
  }

  /** What one unit draws or does in plain text; 0 for nothing. */
  #glyph(unit: number): number {
    if (this.#encoding === 'cp437') return PLAIN[unit] ?? 0;
    if (ACTS.has(unit)) return unit;
    // C1 controls are escape sequences by another name.
    return unit < 0x20 || (unit >= 0x7f && unit < 0xa0) ? 0 : unit;
  }

  #step(unit: number, nowMs: number): void {
    switch (this.#state) {
      case 'escape':
        this.#stepEscape(unit, nowMs);
        break;
      case 'sequence':
        this.#stepSequence(unit, nowMs);
        break;
      case 'string':
        this.#stepString(unit);
        break;
      case 'stringEscape':
        if (unit === 0x5c) {
          this.#endString();
        } else {
          this.#restart();
          this.#stepEscape(unit, nowMs);
        }
        break;
      case 'music':
        this.#stepMusic(unit);
        break;
      case 'ground':
        this.#plain(unit);
        break;
    }
  }

  #stepEscape(unit: number, nowMs: number): void {
    if (unit === ESC) this.#restart();
    else if (unit === CAN || unit === SUB) this.reset();
    else if (unit < 0x20 || unit > 0x7e) this.#plain(unit);
    else if (this.#held.push(unit) === 1 && unit === 0x5b) this.#state = 'sequence';
    else if (this.#held.length === 1 && STRINGS.has(unit)) this.#beginString('string', nowMs);
    else if (unit >= 0x30) this.#emitHeld('');
    else if (this.#held.length > LONGEST_SEQUENCE) this.reset();
  }

  #stepSequence(unit: number, nowMs: number): void {
    if (unit === ESC) this.#restart();
    else if (unit === CAN || unit === SUB) this.reset();
    // Acts at once, in the middle of the sequence: terminals have always done so.
    else if (ACTS.has(unit)) this.#out += String.fromCharCode(unit);
    else if (unit < 0x20 || unit > 0x7e) this.#plain(unit);
    else if (this.#held.push(unit) > LONGEST_SEQUENCE) this.reset();
    else if (unit >= 0x40) this.#endSequence(nowMs);
  }

  #endSequence(nowMs: number): void {
    const sequence = String.fromCharCode(...this.#held);
    // ANSI music as CTerm and BananaCom introduce it; SO ends it.
    if (sequence === '[|' || sequence === '[N') this.#beginString('music', nowMs);
    else this.#emitHeld(sequence === '[2J' ? HOME : '');
  }

  #stepString(unit: number): void {
    if (unit === ESC) this.#state = 'stringEscape';
    else if (unit === BEL && this.#held[0] === 0x5d) this.#endString();
    else if (unit === CAN || unit === SUB) this.reset();
    else if (this.#held.push(unit) > LONGEST_STRING) this.reset();
  }

  #stepMusic(unit: number): void {
    if (unit === ESC) this.#restart();
    else if (unit === SO || unit === CAN || unit === SUB) this.reset();
    else if (this.#held.push(unit) > LONGEST_STRING) this.reset();
  }

  #endString(): void {
    const glyphs = this.#held.map((unit) => (unit < 0x20 ? 0x20 : this.#glyph(unit)));
    const title = /^\][02];(.*)$/s.exec(textOf(Uint16Array.from(glyphs)));
    this.reset();
    if (title) this.onTitle(title[1] ?? '');
  }

  #beginString(state: 'string' | 'music', nowMs: number): void {
    this.#state = state;
    this.#stringSince = nowMs;
  }

  #restart(): void {
    this.#held = [];
    this.#state = 'escape';
  }

  #emitHeld(after: string): void {
    this.#out += `\x1b${String.fromCharCode(...this.#held)}${after}`;
    this.reset();
  }

  /** A unit that cannot belong to the sequence under way: the sequence is dropped, the unit drawn. */
  #plain(unit: number): void {
    this.reset();
    this.#drawRun(Uint16Array.of(unit), 0);
  }
}

// Far faster than fromCharCode per character, and not limited in length as its spread is.
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

function textOf(units: Uint16Array): string {
  return utf16.decode(units);
}
