"""File areas as a caller walks them: listing, tagging, download, upload.

Uses file_areas.py for what is on offer and transfer.py for moving it; sentences around a transfer
are made here from its Outcome, other text is in screens.py. Tags last for the whole visit and
across areas.
"""

import asyncio
import logging
import re

from . import screens
from .file_areas import AreaUnreadable, display
from .transfer import CANCELLED, FINISHED, SILENT, ZMODEM, receive_files, send_files

log = logging.getLogger("demo_board")
MOST_TAGS = 200
_LINE_LIMIT = 60


class BadNumbers(ValueError):
    """What was typed names no file; the text says why."""


def parse_numbers(text, count):
    """'3', '1 3 5', '1-4,7', '*' as a list of numbers in 1..count, each once, in typed order."""
    if not count:
        raise BadNumbers("There is no file here.")
    chosen = {}
    for word in text.replace(",", " ").split():
        if word == "*":
            first, last = 1, count
        else:
            match = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", word, re.ASCII)
            if not match:
                raise BadNumbers(f"'{display(word)}' is neither a number nor a command.")
            first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= count:
            raise BadNumbers(f"There is no file {display(word)} here: numbers are 1 to {count}.")
        chosen.update(dict.fromkeys(range(first, last + 1)))
    return list(chosen)


class FileMenus:
    """The file part of one caller's visit."""

    def __init__(self, board, caller):
        self._board = board
        self._caller = caller
        self._tags = {}  # path -> FileEntry, in the order of tagging

    async def areas(self):
        """Choose an area until the caller goes back. Returns a notice for the main menu."""
        caller, library = self._caller, self._board.library
        notice = ""
        while True:
            caller.doing = "file areas"
            try:
                found = await asyncio.to_thread(library.areas)
                shown = [(area, await self._count(area)) for area in found]
            except AreaUnreadable as reason:
                return screens.paint("|12%s\r\n", reason)
            await caller.write(screens.area_list(shown) + notice
                               + screens.paint("|14" + screens.AREA_PROMPT + "|15"))
            typed = await caller.read_line(_LINE_LIMIT)
            if typed.upper() in ("", "Q"):
                return None
            if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(found):
                notice = await self._listing(found[int(typed) - 1]) or ""
            else:
                notice = screens.paint("|12There is no area %s.\r\n", display(typed))

    async def _count(self, area):
        try:
            entries = await asyncio.to_thread(self._board.library.entries, area)
        except AreaUnreadable:
            return "unreadable"
        return screens.counted(len(entries), "file")

    async def _listing(self, area):
        """Show an area's pages until the caller goes back. Returns a notice when it cannot."""
        caller = self._caller
        page, notice = 0, ""
        while True:
            caller.doing = f"browsing {display(area.name, 18)}"
            try:
                entries = await asyncio.to_thread(self._board.library.entries, area)
            except AreaUnreadable as reason:
                return screens.paint("|12%s\r\n", reason)
            size = caller.rows - 9
            pages = max(1, -(-len(entries) // size))
            page = min(page, pages - 1)
            shown = entries[page * size:(page + 1) * size]
            await caller.write(screens.file_page(area, page + 1, pages, page * size + 1, shown,
                                                 self._tags)
                               + "\r\n" + (notice or self._tag_line())
                               + screens.paint("|14" + screens.FILES_PROMPT + "|15"))
            typed = (await caller.read_line(_LINE_LIMIT)).upper()
            notice = ""
            if typed == "Q" or (not typed and page == pages - 1):
                return None
            if typed in ("", "N"):
                page = min(page + 1, pages - 1)
            elif typed == "P":
                page = max(page - 1, 0)
            else:
                notice = await self._command(typed, entries)

    async def _command(self, typed, entries):
        try:
            if typed == "?":
                return screens.LISTING_HELP
            if typed == "C":
                self._tags.clear()
                return screens.paint("|11All tags are cleared.\r\n")
            if typed == "D":
                if not self._tags:
                    return screens.paint("|12Nothing is tagged: type numbers, or D 1 3.\r\n")
                return await self._download(list(self._tags.values()))
            if typed.startswith("D"):
                return await self._download(
                    [entries[n - 1] for n in parse_numbers(typed[1:], len(entries))])
            wanted = [entries[n - 1] for n in parse_numbers(typed, len(entries))]
        except BadNumbers as reason:
            return screens.paint("|12%s\r\n", reason)
        for entry in wanted:
            self._tags[entry.path] = entry
        if len(self._tags) > MOST_TAGS:
            self._tags = dict(list(self._tags.items())[:MOST_TAGS])
            return screens.paint("|12At most %s files at once; the first ones are tagged.\r\n",
                                 MOST_TAGS)
        return ""

    def _tag_line(self):
        if not self._tags:
            return ""
        total = sum(entry.size for entry in self._tags.values())
        return screens.paint("|10√|07 Tagged: |15%s|07, |15%s|07 bytes\r\n",
                             screens.counted(len(self._tags), "file"), f"{total:,}")

    async def _download(self, entries):
        caller, board = self._caller, self._board
        gone = [entry for entry in entries if not board.library.has(entry)]
        if gone:
            for entry in gone:
                self._tags.pop(entry.path, None)
            return screens.paint("|12%s is not here any more; nothing was sent.\r\n",
                                 display(gone[0].name))
        entries = entries[:MOST_TAGS]
        total = sum(entry.size for entry in entries)
        files = screens.counted(len(entries), "file")
        caller.doing = f"downloading {files}"
        await caller.write(screens.paint(
            "\r\n|11Sending |15%s|11, |15%s|11 bytes, by %s.|07 Start your download now if your\r\n"
            "program does not do so by itself. Ctrl-X five times cancels.\r\n%s",
            files, f"{total:,}", ZMODEM.name, self._telnet_warning()))
        try:
            outcome = await send_files(caller, ZMODEM, board.library.root,
                                       [entry.path for entry in entries],
                                       board.config.stall_seconds)
        except OSError as error:
            return screens.paint("|12The transfer could not start: %s.\r\n", error.strerror)
        log.info("caller %d %s: download of %s %s, %d complete, %d skipped", caller.number,
                 caller.handle, files, outcome.reason, outcome.completed, outcome.skipped)
        if outcome.reason == FINISHED:
            for entry in entries:
                self._tags.pop(entry.path, None)
        return self._download_result(outcome)

    @staticmethod
    def _download_result(outcome):
        sent = screens.counted(outcome.completed, "file")
        if outcome.reason == FINISHED:
            text = f"Sent {sent} in {outcome.seconds:.1f} seconds."
            if outcome.skipped:
                text += f" Your program skipped {screens.counted(outcome.skipped, 'file')}."
            return screens.paint("|10%s|07\r\n", text)
        if outcome.reason == CANCELLED:
            text = f"Download cancelled; {sent} complete."
        elif outcome.reason == SILENT:
            text = f"Your program did not answer; {sent} complete."
        else:
            text = f"Download failed; {sent} complete. {_said(outcome)}"
        return screens.paint("|12%s|07\r\n", text)

    async def upload(self):
        """Receive files into the uploads folder and list them. Returns a notice or None."""
        caller, board = self._caller, self._board
        caller.doing = "uploading"
        await caller.write(screens.paint(
            "\r\n|11Ready to receive by %s.|07 Send your files now; several are fine, and none\r\n"
            "replaces a file that is already here. Ctrl-X five times cancels.\r\n%s",
            ZMODEM.name, self._telnet_warning()))
        try:
            outcome = await receive_files(caller, ZMODEM, board.uploads,
                                          board.config.stall_seconds)
        except OSError as error:
            return screens.paint("|12The upload could not be stored: %s.\r\n", error.strerror)
        log.info("caller %d %s: upload %s, %d complete", caller.number, caller.handle,
                 outcome.reason, outcome.completed)
        return self._upload_result(outcome)

    @staticmethod
    def _upload_result(outcome):
        out = ""
        if outcome.reason == CANCELLED:
            out += screens.paint("|12Upload cancelled.\r\n")
        elif outcome.reason == SILENT:
            out += screens.paint("|12No file came: your program did not send.\r\n")
        elif outcome.reason != FINISHED:
            out += screens.paint("|12Upload failed. %s\r\n", _said(outcome))
        if outcome.arrived:
            out += screens.paint("|10Received %s:\r\n",
                                 screens.counted(len(outcome.arrived), "file"))
        for name, size in outcome.arrived[:8]:
            out += screens.paint("|07  %-44s |11%15s|07\r\n", display(name, 44), f"{size:,}")
        if len(outcome.arrived) > 8:
            out += screens.paint("|07  and %s more\r\n", len(outcome.arrived) - 8)
        return out or screens.paint("|12Nothing was received.\r\n")

    def _telnet_warning(self):
        link = self._caller.link
        if link.name == "raw" or link.heard_telnet:
            return ""
        return screens.paint("|12Your program answers no telnet: files will arrive damaged unless "
                             "it\r\nnevertheless takes doubled FF bytes as one.|07\r\n")


def _said(outcome):
    if "Security Violation" in outcome.said:
        return "Names with a folder or a leading dot are refused."
    return f"lrzsz says: {display(outcome.said, 60)}" if outcome.said else ""
