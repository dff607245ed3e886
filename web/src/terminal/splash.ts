// What the screen shows before a board is called: the boardwalk at night, drawn as boards draw, with
// half blocks (two square pixels to a cell), shades and a few glyphs.
//
// Pure: gives text with escape sequences for an 80×25 screen, the same every time.

const COLUMNS = 80;
const ROWS = 25;
const HORIZON = 14;
const DECK = 19;

/** Colours in the PC's order: 0–7 dark, 8–15 bright. */
const BLACK = 0;
const BLUE = 1;
const BROWN = 6;
const GREY = 7;
const DARK = 8;
const BRIGHT_BLUE = 9;
const BRIGHT_CYAN = 11;
const YELLOW = 14;
const WHITE = 15;
/** SGR's order of the same eight. */
const SGR = [0, 4, 2, 6, 1, 5, 3, 7];

interface Cell {
  glyph: string;
  ink: number;
  paper: number;
}

/** Nine pixel rows of each letter, `#` lit. */
const LETTERS: Readonly<Record<string, string>> = {
  A: '.#####. ####### ##...## ##...## ####### ####### ##...## ##...## ##...##',
  B: '######. ####### ##...## ######. ######. ##...## ##...## ####### ######.',
  D: '######. ####### ##...## ##...## ##...## ##...## ##...## ####### ######.',
  K: '##...## ##..##. ##.##.. ####... ###.... ####... ##.##.. ##..##. ##...##',
  L: '##..... ##..... ##..... ##..... ##..... ##..... ##..... ####### #######',
  O: '.#####. ####### ##...## ##...## ##...## ##...## ##...## ####### .#####.',
  R: '######. ####### ##...## ##...## ####### ######. ##.##.. ##..##. ##...##',
  W: '##.##.## ##.##.## ##.##.## ##.##.## ##.##.## ##.##.## ######## ######## .##..##.',
};

/** The screen, drawn from its top left corner; the cursor is hidden. */
export function splash(): string {
  const canvas = new Canvas();
  sky(canvas);
  sea(canvas);
  moon(canvas);
  word(canvas, 'BOARDWALK');
  pier(canvas);
  canvas.text(9, 24, 'browse boards · take files home', BRIGHT_CYAN);
  canvas.text(24, 26, 'Choose a board and connect.', YELLOW);
  return `\x1b[?25l\x1b[H${canvas.toString()}`;
}

class Canvas {
  readonly #cells = Array.from({ length: ROWS * COLUMNS }, (): Cell => ({
    glyph: ' ',
    ink: GREY,
    paper: BLACK,
  }));

  /** Changes the cell; outside the screen nothing happens. */
  set(row: number, column: number, change: Partial<Cell>): void {
    if (column < 0 || column >= COLUMNS) return;
    Object.assign(this.#cells[row * COLUMNS + column] ?? {}, change);
  }

  text(row: number, column: number, text: string, ink: number): void {
    for (const [at, glyph] of [...text].entries()) this.set(row, column + at, { glyph, ink });
  }

  /** One square pixel, two to a cell. */
  pixel(x: number, y: number, colour: number): void {
    const cell = this.#cells[Math.floor(y / 2) * COLUMNS + x];
    if (cell === undefined) return;
    // A shade is not two pixels: of a dense one its ink is kept, of a thin one its paper.
    const flat = '▒▓'.includes(cell.glyph) ? cell.ink : cell.paper;
    const [top, bottom] = cell.glyph === '▀' ? [cell.ink, cell.paper] : [flat, flat];
    const glyph = '▀';
    if (y % 2 === 0) Object.assign(cell, { glyph, ink: colour, paper: bottom });
    else Object.assign(cell, { glyph, ink: top, paper: colour });
  }

  toString(): string {
    const rows = Array.from({ length: ROWS }, (_, row) =>
      this.#cells
        .slice(row * COLUMNS, (row + 1) * COLUMNS)
        .map(drawn)
        .join(''),
    );
    return `${rows.join('\r\n')}\x1b[m`;
  }
}

function drawn({ glyph, ink, paper }: Cell): string {
  const front = (ink > 7 ? 90 : 30) + (SGR[ink % 8] ?? 0);
  const back = (paper > 7 ? 100 : 40) + (SGR[paper % 8] ?? 0);
  return `\x1b[${front};${back}m${glyph}`;
}

function sky(canvas: Canvas): void {
  const shades = '       ░░░▒▒▓▓';
  for (let row = 0; row < HORIZON; ++row) {
    for (let column = 0; column < COLUMNS; ++column) {
      canvas.set(row, column, { glyph: shades.charAt(row), ink: BLUE });
    }
  }
  // A fixed walk through the upper sky: the step shares no factor with the width, so no rows show.
  for (let star = 0; star < 30; ++star) {
    const at = (star * 219 + 41) % (COLUMNS * 7);
    const ink = [DARK, GREY, BRIGHT_BLUE, WHITE][star % 4] ?? GREY;
    canvas.set(Math.floor(at / COLUMNS), at % COLUMNS, { glyph: star % 6 ? '·' : '∙', ink });
  }
}

function sea(canvas: Canvas): void {
  for (let row = HORIZON; row < DECK; ++row) {
    for (let column = 0; column < COLUMNS; ++column) {
      const wave = (column * 29 + row * 47 + ((column * row) % 13)) % 31;
      const glyph = wave < 2 ? '≈' : wave < 5 ? '─' : ' ';
      canvas.set(row, column, { glyph, ink: wave % 2 ? BRIGHT_BLUE : BLACK, paper: BLUE });
    }
  }
}

function moon(canvas: Canvas): void {
  const [centreX, centreY] = [65, 20];
  for (let y = -5; y <= 5; ++y) {
    for (let x = -5; x <= 5; ++x) {
      if (x * x + y * y > 26) continue;
      const isSpot = (x === -2 && y === -1) || (x === 1 && y === 2) || (x === 2 && y === -2);
      canvas.pixel(centreX + x, centreY + y, isSpot ? GREY : WHITE);
    }
  }
  // Its light on the water, wider towards the shore.
  for (let row = HORIZON; row < DECK; ++row) {
    const half = 2 + (row - HORIZON);
    for (let x = -half; x <= half; ++x) {
      if ((x * 5 + row * 3) % 4 === 0) continue;
      canvas.set(row, centreX + x, {
        glyph: x % 3 ? '─' : '▀',
        ink: row < 16 ? WHITE : BRIGHT_CYAN,
      });
    }
  }
}

function word(canvas: Canvas, letters: string): void {
  const top = 4;
  let left = 4;
  for (const letter of letters) {
    const rows = (LETTERS[letter] ?? '').split(' ');
    for (const [y, row] of rows.entries()) {
      for (const [x, lit] of [...row].entries()) {
        // Lit by the lamps from above: white, then their yellow, then brown.
        if (lit === '#') canvas.pixel(left + x, top + y, y < 2 ? WHITE : y < 7 ? YELLOW : BROWN);
      }
    }
    left += (rows[0] ?? '').length + 1;
  }
}

function pier(canvas: Canvas): void {
  for (let column = 0; column < COLUMNS; ++column) {
    canvas.set(DECK, column, { glyph: '▄', ink: BROWN, paper: BLUE });
    for (const row of [DECK + 1, DECK + 2]) {
      const isJoint = column % 20 === (row === DECK + 1 ? 6 : 15);
      canvas.set(row, column, { glyph: isJoint ? '│' : '─', ink: BLACK, paper: BROWN });
    }
    canvas.set(DECK + 3, column, { glyph: '▀', ink: BROWN, paper: BLACK });
  }
  for (const post of [9, 31, 53, 75]) {
    for (let row = HORIZON - 1; row <= DECK; ++row)
      canvas.set(row, post, { glyph: '│', ink: DARK });
    canvas.text(HORIZON - 3, post - 1, '▄█▄', DARK);
    canvas.text(HORIZON - 2, post - 2, '░▐█▌░', YELLOW);
    canvas.set(HORIZON - 2, post, { glyph: '█', ink: WHITE });
    canvas.text(HORIZON - 1, post - 1, '░', YELLOW);
    canvas.text(HORIZON - 1, post + 1, '░', YELLOW);
  }
}
