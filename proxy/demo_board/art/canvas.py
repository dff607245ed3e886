"""A CP437 text canvas with 16 colours that is also a canvas of half-block pixels, twice as high.

Used only by scenes.py when the art is drawn anew; the running board reads the .ans files. A cell
holds one glyph, a foreground of 16 and a background of 8 (no blink, no iCE), as every old terminal
shows it. Colour numbers are the PC's: 0 black 1 blue 2 green 3 cyan 4 red 5 magenta 6 brown
7 grey, +8 bright.
"""

import random

_ANSI_ORDER = (0, 4, 2, 6, 1, 5, 3, 7)
SHADES = " ░▒▓█"


class Canvas:
    """width x height cells, or width x 2*height pixels; (0, 0) is the upper left corner."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.cells = [[(" ", 7, 0)] * width for _ in range(height)]

    def put(self, x, y, text, fg, bg=None):
        """Text in one colour; a background of None keeps the cell's own."""
        for offset, glyph in enumerate(text):
            if 0 <= x + offset < self.width and 0 <= y < self.height:
                behind = self._solid(x + offset, y) if bg is None else bg
                self.cells[y][x + offset] = (glyph, fg, behind)

    def _solid(self, x, y):
        glyph, fg, bg = self.cells[y][x]
        return fg & 7 if glyph in "▓█" else bg

    def gradient(self, y, under, over, amount):
        """A full row of one shade: `over` mixed into `under` by 0..4 quarters."""
        for x in range(self.width):
            self.cells[y][x] = (SHADES[amount], over, under)

    def pixel(self, x, y, colour):
        """One half of a cell. The other half keeps its colour as nearly as a cell allows."""
        if not (0 <= x < self.width and 0 <= y < self.height * 2):
            return
        top, bottom = self.halves(x, y // 2)
        if y % 2:
            bottom = colour
        else:
            top = colour
        self.cells[y // 2][x] = _half_block(top, bottom, upper_wins=y % 2 == 0)

    def halves(self, x, y):
        """The cell's upper and lower colour."""
        glyph, fg, bg = self.cells[y][x]
        if glyph == "▀":
            return fg, bg
        if glyph == "▄":
            return bg, fg
        solid = fg if glyph in "▓█" else bg
        return solid, solid

    def disc(self, cx, cy, radius, colour, rows):
        """A filled circle of pixels, only in the given range of pixel rows."""
        for y in rows:
            for x in range(self.width):
                if (x - cx) ** 2 + (y - cy) ** 2 <= radius * radius:
                    self.pixel(x, y, colour)

    def ansi(self, positioned=True):
        """CP437 bytes. `positioned` starts each row by cursor address, so a terminal that wraps
        early or late shows the same; otherwise rows rely on 80 columns, as .ANS files do."""
        out = ["\x1b[0m"]
        now = (7, 0)
        for y, row in enumerate(self.cells):
            if positioned:
                out.append(f"\x1b[{y + 1};1H")
            for glyph, fg, bg in row:
                if glyph == " ":
                    fg = now[0]
                if (fg, bg) != now:
                    out.append(_sgr(now, (fg, bg)))
                    now = (fg, bg)
                out.append(glyph)
        out.append("\x1b[0m")
        return "".join(out).encode("cp437")


def _half_block(top, bottom, upper_wins):
    if top == bottom:
        return ("█", top, 0) if top > 7 else (" ", 7, top)
    if bottom < 8:
        return ("▀", top, bottom)
    if top < 8:
        return ("▄", bottom, top)
    # Two bright halves do not fit a cell: the one just drawn keeps its brightness.
    return ("▀", top, bottom & 7) if upper_wins else ("▄", bottom, top & 7)


def _sgr(old, new):
    codes = []
    if old[0] > 7 >= new[0]:
        codes, old = ["0"], (7, 0)
    if new[0] > 7 >= old[0]:
        codes.append("1")
    if new[0] & 7 != old[0] & 7:
        codes.append(f"3{_ANSI_ORDER[new[0] & 7]}")
    if new[1] != old[1]:
        codes.append(f"4{_ANSI_ORDER[new[1]]}")
    return f"\x1b[{';'.join(codes)}m"


def sauce(title, width, height, size):
    """The 129 bytes (EOF and SAUCE record) that tell viewers what an .ANS file is."""
    record = b"SAUCE00" + title.encode("cp437").ljust(35) + b"Boardwalk".ljust(20)
    record += b"Boardwalk".ljust(20) + b"20261130" + size.to_bytes(4, "little") + bytes([1, 1])
    record += width.to_bytes(2, "little") + height.to_bytes(2, "little") + bytes(4)
    return b"\x1a" + record + bytes([0, 0]) + b"IBM VGA".ljust(22, b"\0")


def dice(seed):
    """Random numbers that are the same at every drawing."""
    return random.Random(seed)
