"""File transfers: Debian's sz and rz as children, their pipes joined to the caller.

Below the menus, above the telnet layer of caller.py. It must not know menus or file areas. The
child's output is read only after the caller's queue took the last piece, so a slow caller stops
sz by back-pressure and costs no memory. Exit statuses of lrzsz say little (0 after "skipped"), so
what happened is read from its few lines on stderr.
"""

import asyncio
import os
import shutil
import tempfile
import time
from dataclasses import dataclass, field

from .caller import FAREWELL, READ_SIZE, HangUp

CANCEL = b"\x18" * 5  # never part of a ZMODEM stream: there a data byte 0x18 is always escaped
_GRACE = 2.0
_STDERR_LINE_LIMIT = 1024

FINISHED, CANCELLED, HUNG_UP = "finished", "cancelled", "hung up"
SILENT, FAILED = "silent", "failed"


@dataclass(frozen=True)
class Protocol:
    """How a protocol is run on stdin/stdout. A further protocol is a further value of this."""

    name: str
    send: tuple      # followed by the file names, relative to the files folder
    receive: tuple   # run in the folder that takes the files


# sz: names come from the board alone, so no --restricted. rz: names come from the caller, hence
# -R (no path, no hidden file); -E renames instead of skipping, -u keeps the case of names.
ZMODEM = Protocol("ZMODEM", ("sz", "-8", "-b", "-q", "-v", "--"),
                  ("rz", "-b", "-E", "-R", "-u", "-q", "-v"))


@dataclass
class Outcome:
    """What became of one transfer; `arrived` is filled by uploads: (name, size) as stored."""

    reason: str = FAILED
    completed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    said: str = ""
    arrived: list = field(default_factory=list)


def missing_program(protocol):
    """The name of a program that this protocol needs and the machine lacks, or None."""
    return next((c[0] for c in (protocol.send, protocol.receive) if not shutil.which(c[0])), None)


async def send_files(caller, protocol, folder, names, stall_seconds):
    """Send files (names relative to the folder) and tell what happened. Raises HangUp."""
    command = [*protocol.send, *("./" + name for name in names)]
    child = _Child(caller, _Report(protocol.send[0]), stall_seconds, keeps_on_cancel=False)
    outcome = await child.run(command, folder)
    await _settle(caller, outcome)
    return outcome


async def receive_files(caller, protocol, folder, stall_seconds):
    """Receive files into the folder; none there is ever overwritten. Raises HangUp.

    rz works in a hidden folder of its own inside: two callers cannot meet there, and what is
    moved out of it is exactly what arrived complete, whatever ended the transfer.
    """
    staging = tempfile.mkdtemp(prefix=".incoming-", dir=folder)
    report = _Report(protocol.receive[0])
    child = _Child(caller, report, stall_seconds, keeps_on_cancel=True)
    arrived = []
    try:
        outcome = await child.run(list(protocol.receive), staging)
    finally:
        arrived = _collect(staging, folder, report.completed if child.killed else None)
    outcome.arrived = arrived
    outcome.completed = len(arrived)
    await _settle(caller, outcome)
    return outcome


async def _settle(caller, outcome):
    """Leave the line clean for the menus: protocol leftovers are not keys, silence ends a cancel.

    A client that cancels discards until the line is quiet, so the board first lets the queues
    run dry and then stays silent for a second.
    """
    if outcome.reason == HUNG_UP:
        raise HangUp("hung up in a transfer")
    if outcome.reason == FINISHED:
        await caller.discard_input(0.15)
    else:
        if outcome.reason in (FAILED, SILENT):
            # lrzsz's own farewell can be lost: a sender that finds an older frame in its input
            # throws away what stands behind it. So it is said once more on a quiet line.
            await caller.discard_input(0.5)
            await caller.write_bytes(FAREWELL)
        await caller.wait_until_sent(60)
        await caller.discard_input(1.0)


def _collect(staging, folder, complete):
    """Move finished files out of the staging folder and remove it; [(name, size)] as stored.

    rz itself removes an unfinished file unless it had to be killed; then only its first
    `complete` files count.
    """
    files = sorted((e for e in os.scandir(staging) if e.is_file(follow_symlinks=False)),
                   key=lambda e: e.stat().st_ctime_ns)
    arrived = []
    for entry in files if complete is None else files[:complete]:
        name = _place(entry.path, folder, _readable(entry.name))
        arrived.append((name, os.path.getsize(os.path.join(folder, name))))
    shutil.rmtree(staging)
    return arrived


def _readable(name):
    """A name as this system reads it: callers send UTF-8 or, as boards expect, CP437."""
    raw = os.fsencode(name)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp437")


def _place(path, folder, name):
    """Give the file its name in the folder, or name.0, name.1 ... (as rz does) if taken."""
    number, free = 0, name
    while True:
        try:
            _move_without_overwriting(path, os.path.join(folder, free))
            return free
        except FileExistsError:
            free = f"{name}.{number}"
            number += 1


def _move_without_overwriting(path, target):
    try:
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        with open(target, "xb"):
            pass
        os.replace(path, target)


class _Report:
    """Reads the few lines lrzsz writes with -q -v; keeps counts and the last line of trouble."""

    def __init__(self, program):
        self._program = program
        self._partial = b""
        self._open = False
        self.started = False
        self.completed = 0
        self.skipped = 0
        self.complete = False
        self.timed_out = False
        self.said = ""

    def feed(self, data):
        *lines, rest = (self._partial + data).replace(b"\r", b"\n").split(b"\n")
        self._partial = rest[-_STDERR_LINE_LIMIT:]
        for line in lines:
            self._line(line.decode("utf-8", "replace").strip())

    def _line(self, line):
        if line.startswith(("Sending: ", "Receiving: ")):
            self._close()
            self.started = self._open = True
        elif "skipped: " in line:
            self.skipped += 1
            self._open = False
        elif line == "Transfer complete":
            self._close()
            self.complete = True
        elif line and line != "Transfer incomplete" and "caught signal" not in line:
            self.said = " ".join(line.split())
            self.timed_out = not self.started and "timeout" in line.lower()

    def _close(self):
        self.completed += self._open
        self._open = False


class _Cancelled(Exception):
    """The caller sent the cancel sequence."""


class CarriageReturnRule:
    """Takes out the NUL that a telnet client without BINARY sends after each CR.

    Whether it does shows in its first hex header, which ends in CR LF: `0D 00` there proves it,
    anything else disproves it (then 0D 00 is file data and stays). With BINARY nothing is taken.
    """

    def __init__(self, binary):
        self._strips = False if binary else None
        self._head = b""
        self._after_cr = False

    def receive(self, data):
        """The data without the extra NULs; pairs cut over two chunks are found."""
        if self._strips is None:
            self._decide(data)
        first_is_extra = self._after_cr and data[:1] == b"\0"
        self._after_cr = data[-1:] == b"\r"
        if not self._strips:
            return data
        return data[first_is_extra:].replace(b"\r\0", b"\r")

    def _decide(self, data):
        self._head = (self._head + data)[-4096:]
        start = self._head.find(b"\x18B")
        end = self._head.find(b"\r", start + 2) if start >= 0 else -1
        if 0 <= end < len(self._head) - 1:
            self._strips = self._head[end + 1] == 0
            self._head = b""


class _Child:
    """One run of sz or rz between its pipes and the caller. Whatever happens, it is reaped."""

    def __init__(self, caller, report, stall_seconds, keeps_on_cancel):
        self._caller = caller
        self._report = report
        self._stall_seconds = stall_seconds
        self._keeps_on_cancel = keeps_on_cancel
        self._rule = CarriageReturnRule(caller.link.caller_is_binary)
        self._moved = time.monotonic()
        self._tail = b""
        self._process = None
        self.killed = False

    async def run(self, command, folder):
        """Run to the end of the transfer, a cancel, a hang-up or silence."""
        began = time.monotonic()
        self._process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, limit=READ_SIZE, start_new_session=True,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE)
        up = asyncio.create_task(self._to_child())
        down = asyncio.create_task(self._to_caller())
        errors = asyncio.create_task(self._read_report())
        outcome = Outcome()
        try:
            outcome.reason = await self._watch(up, down)
            down = await self._wind_down(outcome.reason, up, down)
            await errors
        finally:
            if self._process.returncode is None:
                self._kill()
            for task in (up, down, errors):
                task.cancel()
            await asyncio.gather(up, down, errors, return_exceptions=True)
            await self._discard_output()  # asyncio sees the end of a child only past its output
            await self._process.wait()
        if outcome.reason == FINISHED and not self._report.complete:
            outcome.reason = SILENT if self._report.timed_out else FAILED
        outcome.completed, outcome.skipped = self._report.completed, self._report.skipped
        outcome.said = self._report.said
        outcome.seconds = time.monotonic() - began
        return outcome

    async def _watch(self, up, down):
        """Wait for the first thing that ends the transfer and name it."""
        while True:
            running = {task for task in (up, down) if not task.done()}
            await asyncio.wait(running, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
            for task in (up, down):
                error = task.exception() if task.done() else None
                if isinstance(error, _Cancelled):
                    return CANCELLED
                if isinstance(error, HangUp):
                    return HUNG_UP
                if error:
                    raise error
            if down.done():
                return FINISHED
            if time.monotonic() - self._moved > self._stall_seconds:
                return SILENT

    async def _wind_down(self, reason, up, down):
        """Let the child leave by itself where that saves something, else end it now.

        Returns the task that reads the child's output from now on.
        """
        if reason == FINISHED:
            await self._wait_briefly()
            return down
        if reason in (CANCELLED, HUNG_UP):
            if not self._keeps_on_cancel:
                self._kill()
            down.cancel()  # nothing more for the caller: a cancelled download leaves no garbage
            await asyncio.gather(down, return_exceptions=True)
            down = asyncio.create_task(self._discard_output())
        up.cancel()
        self._process.stdin.close()  # rz removes its unfinished file; both say farewell by CANs
        await self._wait_briefly()
        await asyncio.wait({down}, timeout=_GRACE)  # not longer: the caller may take nothing
        return down

    async def _wait_briefly(self):
        try:
            async with asyncio.timeout(_GRACE):
                await self._process.wait()
        except TimeoutError:
            self._kill()

    def _kill(self):
        self.killed = True
        try:
            self._process.kill()
        except ProcessLookupError:
            pass

    async def _to_child(self):
        """Caller to child. Ends without error when the child has closed its side."""
        try:
            while True:
                data = await self._caller.read_bytes()
                self._moved = time.monotonic()
                data = self._rule.receive(data)
                self._process.stdin.write(data)
                await self._process.stdin.drain()
                if CANCEL in data or CANCEL in self._tail + data[:len(CANCEL)]:
                    raise _Cancelled
                self._tail = (self._tail + data[-len(CANCEL):])[1 - len(CANCEL):]
        except (BrokenPipeError, ConnectionResetError):
            return

    async def _to_caller(self):
        """Child to caller, one piece at a time: the pipe waits while the socket is full."""
        while data := await self._process.stdout.read(READ_SIZE):
            await self._caller.write_bytes(data)
            if not self._keeps_on_cancel:
                self._moved = time.monotonic()  # rz repeats its invitation: that is no progress

    async def _discard_output(self):
        while await self._process.stdout.read(READ_SIZE):
            pass

    async def _read_report(self):
        while data := await self._process.stderr.read(READ_SIZE):
            self._report.feed(data)
        self._report.feed(b"\n")
