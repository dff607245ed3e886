"""The board itself: the listening socket, who is connected, starting and stopping.

Top of the demo board; every caller gets a Session (menus.py) over a Caller (caller.py). It must
not know any menu text. One event loop, one task per caller, so callers do not wait for each other.
"""

import asyncio
import logging
import os
import tempfile
from dataclasses import dataclass

from .caller import Caller, HangUp, Idle
from .file_areas import FileLibrary
from .menus import Session
from .telnet import RawLink, TelnetLink

log = logging.getLogger("demo_board")


@dataclass(frozen=True)
class BoardConfig:
    """What a board is started with. `uploads` of None means a new temporary folder."""

    host: str = "127.0.0.1"
    port: int = 2323
    raw_port: int | None = None     # a second port without telnet, for netcat and the like
    files: str = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
    uploads: str | None = None
    idle_seconds: float = 600
    stall_seconds: float = 60
    most_callers: int = 32


class Board:
    """start() once, then stop() once; between them `callers` are those connected now."""

    def __init__(self, config):
        self.config = config
        self.library = FileLibrary(config.files)
        self.uploads = config.uploads
        self.callers = []
        self.port = None
        self.raw_port = None
        self._count = 0
        self._servers = []
        self._tasks = set()

    async def start(self):
        """Make the uploads folder and listen. Raises OSError when either is not possible."""
        if self.uploads is None:
            self.uploads = tempfile.mkdtemp(prefix="boardwalk-uploads-")
        self.uploads = os.path.abspath(self.uploads)
        os.makedirs(self.uploads, exist_ok=True)
        self.port = await self._listen(self.config.port, TelnetLink)
        if self.config.raw_port is not None:
            self.raw_port = await self._listen(self.config.raw_port, RawLink)

    async def _listen(self, port, make_link):
        async def connected(reader, writer):
            await self._serve(reader, writer, make_link())
        server = await asyncio.start_server(connected, self.config.host, port, limit=65536)
        self._servers.append(server)
        return server.sockets[0].getsockname()[1]

    async def stop(self):
        """Stop listening, let every caller go and reap every transfer child, at once."""
        for server in self._servers:
            server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader, writer, link):
        task = asyncio.current_task()
        self._tasks.add(task)
        self._count += 1
        caller = Caller(reader, writer, link, self._count, self.config.idle_seconds)
        log.info("caller %d from %s (%s)", caller.number, caller.address, link.name)
        try:
            if len(self.callers) >= self.config.most_callers:
                await caller.write("All lines are busy, please call again later.\r\n")
            else:
                await self._session(caller)
            await caller.close()
        except HangUp as gone:
            log.info("caller %d: %s", caller.number, gone)
        except Exception:
            log.exception("caller %d: a fault of the board", caller.number)
        finally:
            caller.drop()
            self._tasks.discard(task)
            log.info("caller %d closed", caller.number)

    async def _session(self, caller):
        self.callers.append(caller)
        try:
            await Session(self, caller).run()
        except Idle:
            await caller.write("\r\n\r\nNothing was typed for a long time. Good-bye.\r\n")
            log.info("caller %d was idle", caller.number)
        finally:
            self.callers.remove(caller)
