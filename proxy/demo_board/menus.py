"""One caller's visit: welcome, main menu and the small screens around it, to the good-bye.

Between the board (server.py) and the caller's keys; file areas and transfers have a file of their
own. All text is in screens.py. It must not know sockets or telnet beyond what Caller shows.
"""

import socket
import time

from . import screens
from .caller import ENTER, ESCAPE
from .file_areas import display
from .file_menus import FileMenus

HANDLE_LIMIT = 20


class Session:
    """run() once; it returns after the good-bye, or HangUp comes out of it."""

    def __init__(self, board, caller):
        self._board = board
        self._caller = caller
        self._files = FileMenus(board, caller)
        self._keys = {"F": self._files.areas, "U": self._files.upload, "M": self._message,
                      "W": self._who, "A": self._about}

    async def run(self):
        """The whole visit."""
        caller = self._caller
        await caller.negotiate()
        caller.doing = "at the door"
        await caller.write(screens.welcome())
        caller.handle = display(await caller.read_line(HANDLE_LIMIT)) or "guest"
        notice = screens.paint("|11Welcome aboard, |15%s|11.\r\n\r\n", caller.handle)
        notice += screens.message_of_the_day()
        while True:
            caller.doing = "main menu"
            await caller.write(screens.CLEAR + notice + "\r\n"
                               + screens.main_menu(caller.handle, len(self._board.callers)))
            key = (await caller.read_key()).upper()
            if key == "G":
                await self._good_bye()
                return
            notice = ""
            if key in self._keys:
                await caller.write(key + "\r\n")
                notice = await self._keys[key]() or ""
            elif key not in (ENTER, ESCAPE):
                notice = screens.paint("|12There is no command |15%s|12 here.\r\n", display(key))

    async def _message(self):
        return screens.message_of_the_day()

    async def _about(self):
        caller = self._caller
        caller.doing = "reading about the board"
        line = f"{caller.link.name}, answering" if caller.link.heard_telnet else caller.link.name
        if caller.link.name == "telnet" and not caller.link.heard_telnet:
            line = "telnet port, but your program answers no telnet"
        await caller.write(screens.about(socket.gethostname(), line, caller.link.window,
                                         caller.charset.upper()))
        await self._any_key()

    async def _who(self):
        caller = self._caller
        caller.doing = "looking who is online"
        rows = [(c.number, c.handle or "(at the door)", c.since, c.doing, c.link.window,
                 c is caller) for c in self._board.callers]
        await caller.write(screens.who_is_online(rows))
        await self._any_key()

    async def _any_key(self):
        await self._caller.write(screens.paint("|14" + screens.KEY_PROMPT + "|07"))
        await self._caller.read_key()

    async def _good_bye(self):
        minutes = int(time.time() - self._caller.since) // 60
        await self._caller.write(screens.goodbye(self._caller.handle, minutes))
