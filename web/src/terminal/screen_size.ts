// How large a character cell is, given the room there is: whole device pixels, so that neighbouring
// block characters join without a gap, in a shape of 1:2 as the font has.
//
// Pure arithmetic; knows nothing of the DOM. The page's style sheet keeps xterm.js from rounding the
// result to whole CSS pixels (styles/board.css).

export interface Room {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
}

/** Below this many device pixels a cell cannot be told from its neighbour. */
const SMALLEST_CELL = 3;
/** A cell of the font, in its own pixels. */
const FONT_CELL = 8;

/** The font size in CSS pixels at which `columns` × `rows` cells fit into `room`. */
export function fontSizeFor(room: Room, columns: number, rows: number): number {
  const { width, height, pixelRatio } = room;
  const byWidth = Math.floor((width * pixelRatio) / columns);
  const byHeight = Math.floor((height * pixelRatio) / rows / 2);
  const cell = even(Math.max(SMALLEST_CELL, Math.min(byWidth, byHeight)), pixelRatio);
  return (2 * cell) / pixelRatio;
}

/** On a coarse screen only halves of the font's own pixels look even: 1, 1.5, 2 … */
function even(cell: number, pixelRatio: number): number {
  return pixelRatio < 1.25 && cell >= FONT_CELL ? cell - (cell % (FONT_CELL / 2)) : cell;
}
