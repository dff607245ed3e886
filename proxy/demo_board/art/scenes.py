"""The pictures themselves: pier at sunset (welcome), the pier at night (good-bye), three samples.

Each function returns a Canvas. Drawn once by `python3 -m proxy.demo_board.art`; nothing here runs
when the board does.
"""

from .canvas import Canvas, dice
from .letters import pixels

_SUNSET = ((1, 0, 2), (1, 0, 1), (1, 5, 0), (1, 5, 1), (1, 5, 2), (5, 1, 1), (5, 4, 0), (5, 4, 1),
           (5, 4, 2), (4, 5, 0), (4, 6, 0), (4, 6, 1), (4, 6, 2), (6, 4, 1))
_NIGHT = ((0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 1, 1), (0, 1, 2),
          (1, 0, 2), (1, 0, 1), (1, 0, 0), (1, 0, 0), (1, 3, 1))
_DAY = ((1, 3, 1), (1, 3, 1), (1, 3, 2), (3, 1, 2), (3, 1, 1), (3, 1, 0), (3, 1, 0), (3, 1, 0),
        (3, 7, 0), (3, 7, 0), (3, 7, 0), (3, 7, 1), (3, 7, 1), (3, 7, 2), (7, 3, 1), (7, 3, 1))


def _sky(canvas, rows):
    for y, (under, over, amount) in enumerate(rows):
        canvas.gradient(y, under, over, amount)


def _sea(canvas, top, bottom, glitter, seed, centre=None):
    """Water with waves; under the light at `centre` they carry its colours."""
    roll = dice(seed)
    for y in range(top, bottom):
        depth = y - top
        canvas.gradient(y, 1, 3, 1 if depth == 0 else 0)
        for x in range(canvas.width):
            if roll.random() < 0.16:
                canvas.put(x, y, roll.choice("─≈~─"), roll.choice((3, 3, 9, 11)), 1)
        if centre is not None:
            reach = 15 - depth
            for x in range(centre - reach, centre + reach + 1):
                near = 1 - abs(x - centre) / (reach + 1)
                if roll.random() < near * 0.9:
                    canvas.put(x, y, roll.choice("─═─═≈"), roll.choice(glitter), 1)


def _logo(canvas, left, top, faces, shadow):
    shape, _ = pixels("BOARDWALK")
    for x, y in shape:
        canvas.pixel(left + x + 1, top + y + 1, shadow)
    for x, y in shape:
        canvas.pixel(left + x, top + y, faces[y // 2])


def _planks(canvas, top, bottom, seed):
    roll = dice(seed)
    for y in range(top, bottom):
        for x in range(canvas.width):
            canvas.cells[y][x] = (" ", 0, 6)
        for _ in range(9):
            canvas.put(roll.randrange(canvas.width), y, "─" * roll.randrange(3, 9), 4, 6)
        step = 13 + (y - top) * 3
        for x in range((y * 7) % step, canvas.width, step):
            canvas.put(x, y, "│", 0, 6)
    for x in range(canvas.width):
        canvas.cells[top][x] = ("▀", 14, 6)


def _railing(canvas, top, deck, gap):
    for x in range(0, canvas.width, gap):
        for y in range(top, deck):
            canvas.put(x, y, "█", 6)
    for x in range(canvas.width):
        behind = canvas.halves(x, top)
        if behind != (6, 6):
            canvas.put(x, top, "▀", 6)


def _lamp(canvas, x, top, foot, lit=True):
    for y in range(top + 2, foot):
        canvas.put(x, y, "║", 8 if lit else 0)
    canvas.put(x - 1, top, "▄█▄", 8)
    canvas.put(x - 1, top + 1, "▐", 14)
    canvas.put(x, top + 1, "█", 15 if lit else 8)
    canvas.put(x + 1, top + 1, "▌", 14)


def _gulls(canvas, places, colour):
    for x, y in places:
        canvas.put(x, y, "~v~", colour)


def _stars(canvas, rows, count, seed):
    roll = dice(seed)
    for _ in range(count):
        x, y = roll.randrange(canvas.width), roll.randrange(rows)
        if canvas.cells[y][x][0] == " ":
            canvas.put(x, y, roll.choice("···∙"), roll.choice((7, 8, 15, 15)))


def _ring(canvas, centre, radius, thickness, colour):
    cx, cy = centre
    for y in range(canvas.height * 2):
        for x in range(canvas.width):
            distance = ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5
            if radius - thickness <= distance <= radius:
                canvas.pixel(x, y, colour)


def _line(canvas, start, end, colour):
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1])) or 1
    for i in range(steps + 1):
        canvas.pixel(round(start[0] + (end[0] - start[0]) * i / steps),
                     round(start[1] + (end[1] - start[1]) * i / steps), colour)


def _sail(canvas, x, y, hull, cloth):
    canvas.put(x + 2, y - 2, "▌", cloth)
    canvas.put(x + 1, y - 1, "▐█▌", cloth)
    canvas.put(x, y, "▀███▀", hull)


def welcome():
    """80x22: the logo over a pier at sunset."""
    canvas = Canvas(80, 22)
    _sky(canvas, _SUNSET)
    canvas.disc(40, 28, 11.7, 14, range(16, 28))
    _sea(canvas, 14, 19, (14, 14, 6, 15, 12), 7, 40)
    _sail(canvas, 12, 14, 0, 15)
    _sail(canvas, 63, 14, 0, 7)
    _gulls(canvas, ((8, 9), (14, 10), (67, 9), (22, 9), (60, 10)), 0)
    _logo(canvas, 2, 2, (15, 15, 14, 14, 12), 0)
    _railing(canvas, 17, 19, 8)
    _planks(canvas, 19, 22, 3)
    for x in (4, 76):
        _lamp(canvas, x, 12, 19)
    return canvas


def goodbye():
    """80x20: the same pier at night."""
    canvas = Canvas(80, 20)
    _sky(canvas, _NIGHT)
    _stars(canvas, 11, 70, 5)
    for y in range(0, 14):
        for x in range(54, 72):
            if (x - 62) ** 2 + (y - 7) ** 2 <= 33 and (x - 65) ** 2 + (y - 6) ** 2 > 27:
                canvas.pixel(x, y, 14)
    _sea(canvas, 13, 18, (15, 14, 6, 7), 9, 62)
    _railing(canvas, 16, 18, 8)
    _planks(canvas, 18, 20, 4)
    for x in (20, 44):
        _lamp(canvas, x, 10, 18)
    return canvas


def lighthouse():
    """80x24 sample: a lighthouse throwing its beam over the night sea."""
    canvas = Canvas(80, 24)
    _sky(canvas, _NIGHT[:10] + ((1, 0, 1), (1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 3, 0), (1, 3, 1)))
    _stars(canvas, 12, 80, 11)
    for x in range(0, 57):
        spread = (57 - x) // 9
        for y in range(12 - spread // 2, 13 + spread):
            canvas.pixel(x, y, 6 if abs(y - 12) > spread // 2 else 14)
    _sea(canvas, 16, 24, (14, 6, 15), 21, 30)
    for y in range(15, 44):
        half = 4 + (y - 15) // 9
        stripe = 12 if (y - 16) // 6 % 2 else 15
        for x in range(60 - half, 60 + half + 1):
            canvas.pixel(x, y, stripe if x < 60 + half - 1 else stripe & 7)
    for y in range(9, 15):
        for x in range(57, 64):
            canvas.pixel(x, y, 14 if y > 10 else 4)
    _line(canvas, (55, 15), (65, 15), 8)
    canvas.put(60, 3, "│", 7)
    canvas.put(58, 4, "▄███▄", 4)
    for y in range(38, 48):
        for x in range(46 - (y - 38), 76 + (y - 38) // 2):
            if (x * 7 + y * 13) % 11:
                canvas.pixel(x, y, 8 if (x + y * 3) % 7 else 0)
    return canvas


def under_the_pier():
    """80x24 sample: fish, weed and sand below the planks."""
    canvas = Canvas(80, 24)
    roll = dice(31)
    _planks(canvas, 0, 2, 6)
    depths = ((3, 1, 0), (3, 1, 1), (3, 1, 2), (1, 3, 1)) + ((1, 0, 0),) * 12 + ((1, 0, 1),) * 3
    for y, (under, over, amount) in enumerate(depths, 2):
        canvas.gradient(y, under, over, amount)
    for y in range(21, 24):
        canvas.gradient(y, 6, 14, (1, 2, 1)[y - 21])
    for x in (8, 40, 71):
        for y in range(2, 22):
            canvas.put(x, y, "▐███▌" if y % 5 else "▐▓▓█▌", 6, 1 if y > 4 else 3)
    for base in (3, 18, 22, 33, 52, 57, 66, 78):
        for y in range(21 - roll.randrange(4, 10), 22):
            canvas.put(base + (y % 3 == 0), y, roll.choice("()"), roll.choice((2, 10)))
    for x, y, colour, right in ((15, 8, 14, True), (50, 7, 12, False), (25, 13, 13, True),
                                (56, 15, 11, True), (18, 17, 10, False), (62, 11, 14, False)):
        body = "><((((o>" if right else "<o))))><"
        canvas.put(x, y - 1, "   ▄▄   ", colour)
        canvas.put(x, y, body, 15, 1)
        for i in range(2, 6):
            canvas.put(x + i, y, body[i], 15, colour & 7)
        canvas.put(x, y + 1, "   ▀▀   ", colour)
    for _ in range(26):
        canvas.put(roll.randrange(80), roll.randrange(5, 19), roll.choice("°∙o"), 11)
    canvas.put(29, 21, "▄▀▄", 12)
    canvas.put(48, 22, "*", 12)
    return canvas


def wheel():
    """80x24 sample: the big wheel at the end of the pier, by day."""
    canvas = Canvas(80, 24)
    _sky(canvas, _DAY)
    canvas.disc(14, 9, 5.7, 14, range(0, 20))
    for x, y in ((52, 5), (64, 8), (27, 6)):
        canvas.put(x + 2, y - 1, "▄▄▄▄", 15)
        canvas.put(x, y, "▀███████▀", 15)
    _sea(canvas, 16, 21, (15, 14), 17, 14)
    hub = (44, 19)
    spokes = ((0, -16), (11, -11), (16, 0), (11, 11), (0, 16), (-11, 11), (-16, 0), (-11, -11))
    for dx, dy in spokes:
        _line(canvas, hub, (hub[0] + dx, hub[1] + dy), 7)
    _ring(canvas, hub, 16.4, 1.2, 4)
    _line(canvas, (hub[0], hub[1]), (hub[0] - 9, 41), 8)
    _line(canvas, (hub[0], hub[1]), (hub[0] + 9, 41), 8)
    canvas.disc(hub[0], hub[1], 2, 14, range(48))
    for (dx, dy), colour in zip(spokes, (12, 14, 10, 11, 13, 9, 12, 14)):
        x, y = hub[0] + dx - 1, (hub[1] + dy) // 2
        canvas.put(x - 1, y, "▐███▌", colour)
    _railing(canvas, 19, 21, 8)
    _planks(canvas, 21, 24, 8)
    return canvas
