// The board's screen: xterm.js behind a narrow door. Bytes of the board go in, bytes for the board come
// out (keys, pasted text, answers to the board's questions); the rest are facts about the screen.
//
// Knows no worker and no transfer. Last room of a terminal byte's road, first of a key's.
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';

import { Emitter } from '../base/event.ts';
import { Disposable } from '../base/lifecycle.ts';
import { BoardDecoder, type Encoding } from './board_decoder.ts';
import { encodeCp437 } from './cp437.ts';
import { codeOf, codeOfKey, isClipboard, isWayOut } from './keys.ts';
import { answerReports } from './report_replies.ts';
import { fontSizeFor, type Room } from './screen_size.ts';
import { titleText } from './title_text.ts';
import { VGA_THEME } from './vga_theme.ts';
import { WriteBrake } from './write_brake.ts';

const FONT = 'Boardwalk VGA';
/** Of what a board has to say beside the screen. */
const LONGEST_MESSAGE = 400;

export interface ScreenShape {
  readonly columns: number;
  readonly rows: number;
  readonly encoding: Encoding;
}

export class BoardTerminal extends Disposable {
  readonly #keys = this.register(new Emitter<Uint8Array>());
  readonly #text = this.register(new Emitter<string>());
  readonly #title = this.register(new Emitter<string>());
  readonly #drawn = this.register(new Emitter<number>());
  readonly #changed = this.register(new Emitter<void>());
  readonly #lost = this.register(new Emitter<string>());
  readonly #left = this.register(new Emitter<void>());
  readonly #bell = this.register(new Emitter<void>());

  /** Bytes for the board. */
  readonly onKeys = this.#keys.event;
  /** What the board wrote, decoded, with its control sequences. */
  readonly onText = this.#text.event;
  /** A title the board set, made safe to show. */
  readonly onTitle = this.#title.event;
  readonly onBell = this.#bell.event;
  /** How many of the bytes given to write() are on the screen since the last time. */
  readonly onDrawn = this.#drawn.event;
  /** The screen's text may differ from before. */
  readonly onChanged = this.#changed.event;
  /** Typed or pasted characters that the board's character set does not have. */
  readonly onLost = this.#lost.event;
  /** The person wants out, by keyboard. */
  readonly onLeft = this.#left.event;

  readonly #screen: Terminal;
  readonly #brake: WriteBrake;
  #shape: ScreenShape = { columns: 80, rows: 25, encoding: 'cp437' };
  #decoder = new BoardDecoder('cp437');

  constructor() {
    super();
    this.#screen = this.register(
      new Terminal({
        cols: this.#shape.columns,
        rows: this.#shape.rows,
        fontFamily: `"${FONT}", "Courier New", monospace`,
        fontSize: 16,
        lineHeight: 1,
        letterSpacing: 0,
        // A PC shows "bold" as a brighter colour; a synthetic bold would smear the font's pixels.
        drawBoldTextInBrightColors: true,
        fontWeightBold: 'normal',
        theme: VGA_THEME,
        cursorStyle: 'underline',
        cursorInactiveStyle: 'none',
        scrollback: 2000,
        // Boards take pasted text as typed text.
        ignoreBracketedPasteMode: true,
      }),
    );
    this.#brake = new WriteBrake(
      (slice, done) => {
        const text = this.#decoder.decode(slice, performance.now());
        this.#screen.write(text, done);
        this.#text.fire(text);
      },
      (bytes) => this.#drawn.fire(bytes),
    );
    this.register(answerReports(this.#screen, (reply) => this.#send(reply)));
    this.register(this.#screen.onData((text) => this.#send(text)));
    // Mouse reports: not text, every character is one byte.
    this.register(
      this.#screen.onBinary((text) =>
        this.#keys.fire(Uint8Array.from(text, (character) => character.charCodeAt(0))),
      ),
    );
    this.register(this.#screen.onBell(() => this.#bell.fire()));
    this.register(this.#screen.onWriteParsed(() => this.#changed.fire()));
    this.#screen.attachCustomKeyEventHandler((event) => this.#onKey(event));
  }

  /** Puts the screen into `element`, once. Resolves when it can be seen in its own font. */
  async open(element: HTMLElement): Promise<void> {
    // xterm.js measures a cell when it opens; a font that comes later would leave gaps.
    await document.fonts.load(`16px "${FONT}"`).catch(() => []);
    if (!this.isDisposed) this.#screen.open(element);
  }

  /** Starts over with an empty screen of this shape; what still waits to be drawn is dropped. */
  start(shape: ScreenShape): void {
    this.#shape = shape;
    this.#brake.discard();
    this.#decoder = new BoardDecoder(shape.encoding);
    this.#decoder.onTitle = (title) => this.#title.fire(titleText(title));
    this.#screen.resize(shape.columns, shape.rows);
    // Written, not called: the reset comes after what xterm.js has already been given.
    this.#screen.write('\x1bc');
  }

  /** Draws what the board sent. */
  write(bytes: Uint8Array): void {
    this.#brake.push(bytes);
  }

  /** Draws text of the page's own. */
  show(text: string): void {
    this.#screen.write(text);
  }

  /** Leaves any state that a broken transfer may have left behind; the text stays. */
  recover(): void {
    this.#decoder.reset();
    this.#screen.write('\x1b[!p\x1b[m');
  }

  /** The rows that are on the screen, without blanks at their ends. */
  screenText(): string[] {
    const buffer = this.#screen.buffer.active;
    return Array.from(
      { length: this.#screen.rows },
      (_, row) => buffer.getLine(buffer.baseY + row)?.translateToString(true) ?? '',
    );
  }

  /** Words of the board's that do not belong on the screen, made safe to show elsewhere. */
  decode(bytes: Uint8Array): string {
    return titleText(new BoardDecoder(this.#shape.encoding).decode(bytes, 0), LONGEST_MESSAGE);
  }

  /** `text` as the board's bytes. */
  encode(text: string): Uint8Array {
    if (this.#shape.encoding === 'utf8') return new TextEncoder().encode(text);
    const { bytes, lost } = encodeCp437(text);
    if (lost !== '') this.#lost.fire(lost);
    return bytes;
  }

  /** As if the key of this name (`Escape`, `ArrowUp` …) had been pressed. */
  press(name: string): void {
    const code = codeOfKey(name);
    if (code !== null) this.#send(code);
  }

  /** Makes the cells as large as `room` allows. */
  fit(room: Room): void {
    const { columns, rows } = this.#shape;
    this.#screen.options.fontSize = fontSizeFor(room, columns, rows);
  }

  /** Lets the person type, or not. */
  set takesKeys(takesKeys: boolean) {
    this.#screen.options.disableStdin = !takesKeys;
    this.#screen.options.cursorBlink = takesKeys;
  }

  focus(): void {
    this.#screen.focus();
  }

  #send(text: string): void {
    this.#keys.fire(this.encode(text));
  }

  /** Whether xterm.js is to look at the key. */
  #onKey(event: KeyboardEvent): boolean {
    if (isWayOut(event)) {
      if (event.type === 'keydown') this.#left.fire();
      return false;
    }
    if (this.#screen.options.disableStdin === true) return false;
    if (isClipboard(event, this.#screen.hasSelection())) return false;
    const code = event.isComposing ? null : codeOf(event);
    if (code === null) return true;
    if (event.type === 'keydown') {
      event.preventDefault();
      this.#screen.scrollToBottom();
      this.#send(code);
    }
    return false;
  }
}
