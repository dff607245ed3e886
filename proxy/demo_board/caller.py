"""One caller: keys in, text out, over a socket that may be slow, silent or gone.

Between the TCP socket and the menus; transfers borrow its byte roads. It must not know any
menu. Memory per caller is bounded: the socket is read only when someone asks for input, and
a write waits while the send queue is long.
"""

import asyncio
import collections
import fcntl
import re
import socket
import struct
import termios
import time

READ_SIZE = 65536
FAREWELL = b"\x18" * 8 + b"\b" * 8  # tells the caller's transfer program that it is over
_QUEUE_HIGH = 65536
_SEND_BUFFER = 262144
_ESCAPE_WAIT = 0.2
_NEGOTIATION_WAIT = 1.0
_LINGER = 2.0

ENTER, BACKSPACE, ESCAPE = "ENTER", "BACKSPACE", "ESCAPE"
PAGE_UP, PAGE_DOWN = "PAGE_UP", "PAGE_DOWN"
_SEQUENCES = {"[A": PAGE_UP, "[B": PAGE_DOWN, "[V": PAGE_UP, "[U": PAGE_DOWN,
              "[5~": PAGE_UP, "[6~": PAGE_DOWN}

# Terminals of today's desktops: they show UTF-8, while a board's art is CP437.
_UTF8_TERMINALS = ("xterm", "linux", "screen", "tmux", "vt", "rxvt", "konsole", "gnome",
                   "alacritty")


class HangUp(Exception):
    """The caller is gone, or was let go."""


class Idle(HangUp):
    """The caller typed nothing for the idle time."""


class Caller:
    """Owns the connection from accept to close. All methods may raise HangUp."""

    def __init__(self, reader, writer, link, number, idle_seconds):
        self.number = number
        self.link = link
        self.handle = ""
        self.doing = "connecting"
        self.since = time.time()
        self.charset = "cp437"
        self._reader = reader
        self._writer = writer
        self._idle_seconds = idle_seconds
        self._pending = collections.deque()  # bytes taken in and not yet asked for
        self._last = b""
        self._after_cr = False
        self._line_mode = False  # a client such as netcat that sends and echoes whole lines
        self._socket = writer.get_extra_info("socket")
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        writer.transport.set_write_buffer_limits(high=_QUEUE_HIGH)

    @property
    def address(self):
        """host:port of the caller, for the sysop's log."""
        peer = self._writer.get_extra_info("peername") or ("?", 0)
        return f"{peer[0]}:{peer[1]}"

    @property
    def rows(self):
        """Rows to plan a page for: what NAWS told, within reason, else 25."""
        told = self.link.window[1] if self.link.window else 0
        return told if 12 <= told <= 100 else 25

    # -- bytes, used by transfers ---------------------------------------------------------

    async def read_bytes(self, limit=None):
        """The next data bytes, telnet taken out; may be empty when only commands came.

        No telnet answer is sent from here, so this is what a transfer may use. Without a limit
        it waits for ever. Raises HangUp at the end of the connection, Idle after the limit.
        """
        if self._pending:
            data = bytes(self._pending)
            self._pending.clear()
            return data
        try:
            async with asyncio.timeout(limit):
                data = await self._reader.read(READ_SIZE)
        except TimeoutError:
            raise Idle("no input") from None
        except OSError as error:
            raise HangUp(str(error)) from None
        if not data:
            raise HangUp("end of connection")
        return self.link.receive(data)

    async def write_bytes(self, data):
        """Send data bytes (IAC doubled here); waits while the send queue is long."""
        await self._send(self.link.encode(data))

    async def wait_until_sent(self, limit):
        """Wait until the kernel has passed on all that was written; False after the limit."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline and not self._writer.is_closing():
            unsent = struct.unpack("i", fcntl.ioctl(self._socket, termios.TIOCOUTQ, bytes(4)))[0]
            if unsent + self._writer.transport.get_write_buffer_size() == 0:
                return True
            await asyncio.sleep(0.05)
        return False

    async def discard_input(self, quiet):
        """Drop what arrives until the line was quiet for that long (or is still busy after 10 s).

        After a transfer the line may hold leftovers of the protocol: not key strokes.
        """
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                await self.read_bytes(quiet)
            except Idle:
                break
        await self.send_replies()

    async def _send(self, wire):
        if self._writer.is_closing():
            raise HangUp("connection lost")
        self._writer.write(wire)
        if self._writer.transport.get_write_buffer_size() <= _QUEUE_HIGH:
            await asyncio.sleep(0)  # here, too: not waiting for the queue means not yielding
            return
        try:
            async with asyncio.timeout(self._idle_seconds):
                await self._writer.drain()
        except TimeoutError:
            raise HangUp("took no output for the idle time") from None
        except OSError as error:
            raise HangUp(str(error)) from None

    # -- text and keys, used by menus -----------------------------------------------------

    async def negotiate(self):
        """Open telnet and give the client a moment to answer; a silent one is served as well."""
        await self._send(self.link.opening())
        deadline = time.monotonic() + _NEGOTIATION_WAIT
        typed = b""
        while not self.link.settled and time.monotonic() < deadline:
            try:
                typed += await self.read_bytes(max(0.01, deadline - time.monotonic()))
            except Idle:
                break
            await self.send_replies()
            if len(typed) > READ_SIZE:
                break
        self._take_in(typed)
        if (self.link.terminal_type or "").startswith(_UTF8_TERMINALS):
            self.charset = "utf-8"

    async def send_replies(self):
        """Send the telnet answers owed; never called while a transfer runs."""
        replies = self.link.take_replies()
        if replies:
            await self._send(replies)

    async def write(self, text):
        """Show text in the caller's character set; a character it lacks becomes '?'."""
        await self.write_bytes(text.encode(self.charset, "replace"))

    async def read_key(self):
        """One key: a character, or ENTER, BACKSPACE, ESCAPE, PAGE_UP, PAGE_DOWN."""
        while True:
            key = await self._next_key()
            if key is not None:
                if self._line_mode and key != ENTER:
                    self._swallow_line_end()
                return key

    async def read_line(self, limit):
        """A line of at most that many characters, echoed and editable. ESCAPE empties it."""
        line = ""
        while True:
            key = await self._next_key()
            if key == ENTER:
                await self.write("\r\n" if not self._line_mode else "")
                return line.strip()
            if key == BACKSPACE and line:
                line = line[:-1]
                await self._echo("\b \b")
            elif key == ESCAPE:
                await self._echo("\b \b" * len(line))
                line = ""
            elif key is not None and len(key) == 1 and len(line) < limit:
                line += key
                await self._echo(key)

    async def _echo(self, text):
        if not self._line_mode:
            await self.write(text)

    def _is_stray_frame(self, data):
        """Does a ZMODEM header (ZDLE and its style A, B or C) begin here, cut or not?"""
        found = re.search(b"\x18[ABC]", self._last + data)
        self._last = data[-1:]
        return found is not None

    async def _refuse_transfer(self):
        """A program that sends frames while the board shows menus: its bytes are not keys.

        It may have begun on its own, or not have heard the end of the transfer before.
        """
        await self.write_bytes(FAREWELL)
        await self.discard_input(0.5)
        await self.write("\r\nNo transfer is open: press U in the main menu to send files.\r\n")

    def _take_in(self, data):
        if data and not self.link.echo_agreed:
            self._line_mode = data.endswith(b"\n")
        self._pending.extend(data)

    async def _next_byte(self, limit):
        while not self._pending:
            await self.send_replies()
            data = await self.read_bytes(limit)
            if self._is_stray_frame(data):
                await self._refuse_transfer()
                data = b""
            self._take_in(data)
        if len(self._pending) % 256 == 0:
            await asyncio.sleep(0)  # a caller who floods must not keep the loop to himself
        return self._pending.popleft()

    async def _next_key(self):
        byte = await self._next_byte(self._idle_seconds)
        after_cr, self._after_cr = self._after_cr, byte == 0x0D
        if after_cr and byte in (0x00, 0x0A):
            return None  # CR NUL and CR LF are one Enter, already reported at the CR
        if byte in (0x0D, 0x0A):
            return ENTER
        if byte in (0x08, 0x7F):
            return BACKSPACE
        if byte == 0x03:
            return ESCAPE
        if byte == 0x1B:
            return await self._escape_sequence()
        if byte < 0x20:
            return None
        return await self._character(byte)

    async def _character(self, byte):
        data = bytes([byte])
        if self.charset == "utf-8" and byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            while len(data) < length:
                data += bytes([await self._next_byte(self._idle_seconds)])
        text = data.decode(self.charset, "replace")
        return text if len(text) == 1 and text.isprintable() else None

    async def _escape_sequence(self):
        sequence = ""
        try:
            while len(sequence) < 16:
                sequence += chr(await self._next_byte(_ESCAPE_WAIT))
                if sequence[0] not in "[O" or (len(sequence) > 1 and sequence[-1] >= "@"):
                    break
        except Idle:
            if not sequence:
                return ESCAPE
        return _SEQUENCES.get(sequence)

    def _swallow_line_end(self):
        """In line mode the Enter behind a single-key command belongs to that command."""
        for line_end in (0x0D, 0x0A):
            if self._pending and self._pending[0] == line_end:
                self._pending.popleft()

    # -- the end --------------------------------------------------------------------------

    async def close(self):
        """Deliver every byte written, then close. Never raises; waits some seconds at most."""
        try:
            await self.wait_until_sent(_LINGER * 5)
            if not self._writer.is_closing():
                self._writer.write_eof()
                async with asyncio.timeout(_LINGER):
                    while await self._reader.read(READ_SIZE):
                        pass
        except OSError:  # a TimeoutError is one too
            pass
        finally:
            self.drop()

    def drop(self):
        """Cut the connection now, with whatever is still unsent."""
        self._writer.transport.abort()
