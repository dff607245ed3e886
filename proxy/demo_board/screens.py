"""Everything a caller reads: screens, frames and sentences, as text with colour codes.

Pure functions from values to text; no sockets, no decisions. Colours are written the way boards
write them: |00-|15 foreground, |16-|23 background, translated to ANSI by paint(). Values are put
in after painting, so a handle or file name can never colour or move anything.
"""

import os
import re
import time

from .file_areas import display

CLEAR = "\x1b[0m\x1b[2J\x1b[H"
RESET = "\x1b[0m"
WIDTH = 78
_ART = os.path.join(os.path.dirname(os.path.abspath(__file__)), "art")
_ANSI_ORDER = (0, 4, 2, 6, 1, 5, 3, 7)  # board colour numbers (PC order) to SGR numbers

HANDLE_PROMPT = "Your name or handle (Enter = guest): "
CHOICE_PROMPT = "Your choice: "
AREA_PROMPT = "Area number (Enter = back): "
FILES_PROMPT = "Numbers tag, D downloads, Q goes back (? = help): "
KEY_PROMPT = "Press any key: "

MESSAGES = (
    "Monday. The tide is out, the files are in. Take what you like.",
    "Tuesday. A modem's song is a handshake: two strangers agreeing on how to talk.",
    "Wednesday. Try three files at once: tag them by number, then press D.",
    "Thursday. Leave something for the next caller: U takes whatever you send.",
    "Friday. Mind the gap between the planks, and the one after the last byte.",
    "Saturday. All the lamps on the pier are lit. Stay as long as you like.",
    "Sunday. No mail today, only the sea. Have you read THE_TIDE.TXT yet?",
)


def paint(template, *values):
    """The template with |NN codes as ANSI colours, then its %s filled with the values."""
    text = re.sub(r"\|([0-2]\d)", lambda code: _sgr(int(code[1])), template)
    return text % values if values else text.replace("%%", "%")


def _sgr(code):
    if code >= 16:
        return f"\x1b[4{_ANSI_ORDER[code - 16 & 7]}m"
    return f"\x1b[0;{'1;' if code > 7 else ''}3{_ANSI_ORDER[code & 7]}m"


def art(name):
    """One of our own ANSI pieces, as text with its escape codes."""
    with open(os.path.join(_ART, name + ".ans"), "rb") as file:
        return file.read().decode("cp437")


def welcome():
    """The first impression: art in 22 rows, the prompt in row 24."""
    return CLEAR + art("welcome") + "\x1b[24;1H" + paint("|14" + HANDLE_PROMPT + "|15")


def goodbye(handle, minutes):
    """The last screen; the connection closes behind it."""
    words = paint("|11Good-bye, |15%s|11. You were on the boardwalk for |15%s|11. Fair winds!|07",
                  handle, "a minute" if minutes < 2 else f"{minutes} minutes")
    return CLEAR + art("goodbye") + "\x1b[22;1H" + words + "\r\n"


def message_of_the_day(when=None):
    """Two lines: heading and the sentence of the weekday."""
    day = time.localtime(when)
    return paint("|14Message of the day\r\n|07%s\r\n", MESSAGES[day.tm_wday])


def _frame_line(painted, visible):
    return paint("|01║|07 ") + painted + " " * (WIDTH - 4 - visible) + paint(" |01║") + "\r\n"


def heading(title, right=""):
    """A framed title bar, used on top of every screen."""
    title, right = display(title, 40), display(right, 32)
    gap = " " * (WIDTH - 4 - len(title) - len(right))
    return (paint("|01╔" + "═" * (WIDTH - 2) + "╗\r\n")
            + _frame_line(paint("|15%s|03%s%s", title, gap, right), WIDTH - 4)
            + paint("|01╚" + "═" * (WIDTH - 2) + "╝|07\r\n"))


_MENU = (
    (("F", "File areas", "browse, download"), ("W", "Who is online", "and what they do")),
    (("U", "Upload", "send files to this board"),
     ("A", "About this board", "honestly")),
    (("M", "Message of the day", "once more"), ("G", "Good-bye", "hang up")),
)


def _item(key, title, hint):
    painted = paint("|08[|14%s|08] |15%s |08%s", key, title, hint)
    return painted + " " * (37 - len(f"[{key}] {title} {hint}"))


def main_menu(handle, online):
    """The framed main menu; keys are single, no Enter needed."""
    people = "1 caller" if online == 1 else f"{online} callers"
    when = time.strftime("%H:%M")
    title = paint("|09░|01▒▓|23|01 |16|15 BOARDWALK |08·|11 the demo board")
    right = paint("|15%s|08 · |07%s|08 · |07%s online", display(handle, 16), when, people)
    used = 4 + 11 + 1 + 15 + len(display(handle, 16)) + 6 + len(when) + len(people) + 7
    out = paint("|01╔" + "═" * (WIDTH - 2) + "╗\r\n")
    out += _frame_line(title + " " * (WIDTH - 4 - used) + right, WIDTH - 4)
    out += paint("|01╟" + "─" * (WIDTH - 2) + "╢\r\n") + _frame_line("", 0)
    for left, second in _MENU:
        out += _frame_line(_item(*left) + _item(*second), 74)
    out += _frame_line("", 0) + paint("|01╚" + "═" * (WIDTH - 2) + "╝\r\n")
    return out + "\r\n" + paint("|14" + CHOICE_PROMPT + "|15")


ABOUT = """\
|15This is the Boardwalk demo board.|07

It is part of Boardwalk, which lets you walk bulletin boards from a web page
and take files home. It is |14not|07 a real bulletin board: there are no accounts,
no mail and no doors, and nothing you type is kept when you leave.

 |03Where        |07this program runs on the machine you have called: %s
 |03Files        |07sent and received by Debian's lrzsz (sz and rz), ZMODEM
 |03Your line    |07%s
 |03Your screen  |07%s, %s

The pictures, texts and files on offer are Boardwalk's own.
"""


def about(machine, line, window, charset):
    """Who this is, honestly."""
    screen = "size not told" if window is None else f"{window[0]} columns, {window[1]} rows"
    body = paint(ABOUT.replace("\n", "\r\n"), machine, line, screen, charset)
    return CLEAR + heading("About this board") + "\r\n" + body + "\r\n"


def who_is_online(rows):
    """A table of callers: (number, handle, since, doing, screen, is_you)."""
    out = CLEAR + heading("Who is online", f"{len(rows)} here now") + "\r\n"
    out += paint("|03  #  Handle                Since     Screen    Doing|07\r\n")
    for number, handle, since, doing, window, is_you in rows:
        size = f"{window[0]}x{window[1]}" if window else "-"
        out += paint("|08%3s  %s%-20s  |07%-8s  %-8s  |11%s|07\r\n", number,
                     paint("|14" if is_you else "|15"), display(handle, 20),
                     time.strftime("%H:%M:%S", time.localtime(since)), size, display(doing, 29))
    return out + "\r\n"


def area_list(areas):
    """Areas with number, file count (or why it cannot be read) and description."""
    out = CLEAR + heading("File areas") + "\r\n"
    for number, (area, count) in enumerate(areas, 1):
        out += paint("|14%4s  |15%-20s |03%-10s  |07%s\r\n", number, display(area.name, 20), count,
                     display(area.description, 38))
    return out + "\r\n"


def file_page(area, page, pages, first, entries, tagged):
    """One page of a listing; `first` is the number of its first file, `tagged` a set of paths."""
    out = CLEAR + heading(f"{area.name} files", f"page {page} of {pages}")
    if not entries:
        return out + paint("\r\n|07This area is empty.\r\n")
    for number, entry in enumerate(entries, first):
        mark = paint("|10√") if entry.path in tagged else " "
        out += paint("|14%3s%s |15%-22s|11%14s  |03%s  |07%s\r\n", number, mark,
                     display(entry.name, 22), f"{entry.size:,}",
                     time.strftime("%Y-%m-%d", time.localtime(entry.modified)),
                     display(entry.description, 23))
    return out


LISTING_HELP = paint(
    "|15 3|07 or |15 1 3 5|07 or |15 1-4|07 or |15 *|07"
    "  tag files by number (* is the whole area)\r\n"
    "|15 D|07 or |15 D 1 3|07                download what is tagged, or just those\r\n"
    "|15 N  P  C  Q|07                 next page, previous page, clear tags, back\r\n")


def counted(count, noun):
    """'1 file', '3 files'."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
