"""One call's link to the browser: frames, the bytes waiting for it, pings, and the close handshake.

It tells a browser that is slow from one that is gone: a ping waits its turn behind the data, so
the time allowed grows with what is on its way. Knows nothing of boards.
"""

import enum
import select
import struct

from proxy import close_codes, frames
from proxy.byte_queue import ByteQueue
from proxy.sockets import hang_up, read_into


class BrowserState(enum.Enum):
    OPEN = enum.auto()
    HEARD_CLOSE = enum.auto()   # the browser said good-bye and waits for our answer
    CLOSING = enum.auto()       # our close frame is on its way; waiting for the browser's
    CLOSED = enum.auto()


class BrowserSide:
    """Owns `sock` from now on. `early` holds bytes that came right behind the request."""

    def __init__(self, sock, early, settings, now):
        self._sock = sock
        self._early = early
        self._settings = settings
        self._frames = frames.FrameReader()
        self._buffer = memoryview(bytearray(settings.read_size))
        self._queue = ByteQueue()
        self._broken = False        # what arrives makes no sense any more, or nothing can be sent
        self._heard_close = False   # its close frame is here: nothing may follow it
        self._close_seconds = 0     # how long the browser may take to answer our close frame
        self._pong_due = None       # only the newest ping is answered, so a flood costs nothing
        self._put = 0               # bytes ever queued, the count that a ping carries
        self._known_read = 0        # how far the browser has read, by its pongs
        self._alive_at = now        # when it last sent or took a byte
        self._pings_open = 0
        self._next_ping = now + settings.ping_seconds
        self.state = BrowserState.OPEN
        self.ended = None           # (code, reason), once the browser has left
        self.lost = 0               # bytes that never reached the browser's machine

    @property
    def closed(self):
        return self.state is BrowserState.CLOSED

    def has_room(self):
        return len(self._queue) < self._settings.queue_limit

    def fileno(self):
        return self._sock.fileno()

    def wanted(self, other_has_room):
        """The poll events to wait for; reading only while the board's queue has room."""
        reading = (self.state is BrowserState.OPEN and other_has_room
                   or self.state is BrowserState.CLOSING)
        return (select.POLLIN if reading else 0) | (select.POLLOUT if self._queue else 0)

    def has_unread(self):
        """Whether bytes are waiting that poll cannot see: early ones, or inside the TLS layer."""
        return bool(self._early) or hasattr(self._sock, 'pending') and self._sock.pending() > 0

    def deadline(self):
        if self.state is BrowserState.OPEN:
            return self._next_ping
        if self.state is BrowserState.CLOSING:
            return self._close_deadline()
        return None

    def received(self, now):
        """Reads once and yields the payloads for the board; sets `ended` when the browser leaves.

        Go through to the end: what follows a payload is obeyed only then.
        """
        data = self._receive()
        if data is None:
            return
        if not data:
            self._lose('the browser has gone without a word')
            return
        if self.state is BrowserState.OPEN:
            # Later it must take our close frame to count as alive; sending on is no answer.
            self._alive_at = now
            self._pings_open = 0
        if self._broken or self._heard_close:
            return
        try:
            for event in self._frames.feed(data):
                if isinstance(event, frames.Data):
                    yield event.payload
                else:
                    self._obey(event)
        except frames.FrameError as error:
            self._broken = True
            self.ended = self.ended or (error.code, error.reason)
        self._answer_ping()
        self._end_if_done()

    def offer(self, frame, now):
        """Sends a whole binary frame, or keeps what is not taken. Look at has_room first."""
        if self.state is not BrowserState.OPEN:
            return
        if self._send(frame):
            self._alive_at = now

    def ready(self, now):
        """The socket can be written."""
        if self.closed:
            return
        try:
            if self._queue.flush(self._sock):
                self._alive_at = now
        except OSError:
            self._stop_sending()
        self._answer_ping()
        self._end_if_done()

    def tick(self, now, heard):
        """Pings, and lets time-outs happen. `heard`: whether its bytes were being read of late."""
        if not heard and self.state is BrowserState.OPEN:
            # The board is slow and we do not listen, so silence proves nothing.
            self._alive_at = now
            self._pings_open = 0
        if self.state is BrowserState.OPEN and now >= self._next_ping:
            self._next_ping = now + self._settings.ping_seconds
            if self._pings_open < self._settings.pings_missed:
                self._pings_open += 1
                self._put_control(frames.PING, struct.pack('>Q', self._put))
            elif now - self._alive_at >= self._patience():
                self.ended = (close_codes.CLIENT_UNRESPONSIVE,
                              'the browser did not answer: '
                              f'{self._settings.pings_missed} pings without a pong')
        elif self.state is BrowserState.CLOSING and now >= self._close_deadline():
            self.close()

    def finish(self, code, reason, seconds, now):
        """Says good-bye behind all that waits; the browser has `seconds` to answer once it has it.

        Only the first call counts. After HEARD_CLOSE this is the answer to the browser's close.
        """
        if self.state not in (BrowserState.OPEN, BrowserState.HEARD_CLOSE):
            return
        self._close_seconds = seconds
        self._alive_at = now
        self._put_control(frames.CLOSE, frames.close_payload(code, reason))
        if not self.closed:
            self.state = BrowserState.CLOSING
            self._end_if_done()

    def close(self):
        """Ends the link at once."""
        if not self.closed:
            self.lost += len(self._queue)
            self._queue.clear()
            hang_up(self._sock)
            self._sock.close()
            self.state = BrowserState.CLOSED

    def _receive(self):
        """A view of the bytes that came, b'' at the end of the stream, None if there are none."""
        if self._early:
            data, self._early = self._early, b''
            return data
        try:
            count = read_into(self._sock, self._buffer)
        except OSError:
            return b''
        return None if count is None else self._buffer[:count]

    def _obey(self, event):
        if isinstance(event, frames.Ping):
            self._pong_due = event.payload
        elif isinstance(event, frames.Pong):
            if len(event.payload) == 8:
                position, = struct.unpack('>Q', event.payload)
                if position <= self._put:
                    self._known_read = max(self._known_read, position)
        else:
            self._heard_close = True
            if self.state is BrowserState.OPEN:
                self.ended = self.ended or (event.code, event.reason)
                self.state = BrowserState.HEARD_CLOSE

    def _lose(self, reason):
        self.ended = self.ended or (close_codes.CONNECTION_LOST, reason)
        self.close()

    def _send(self, data):
        self._put += len(data)
        try:
            return self._queue.send(self._sock, data)
        except OSError:
            self._stop_sending(len(data))
            return 0

    def _stop_sending(self, untried=0):
        # Not the end: bytes that the browser sent before may still wait to be read.
        self.lost += len(self._queue) or untried
        self._queue.clear()
        if self.state is not BrowserState.OPEN:
            self.close()

    def _put_control(self, opcode, payload):
        # That the kernel takes a ping is no sign of life, so these do not count as one.
        self._send(frames.control_frame(opcode, payload))

    def _answer_ping(self):
        if self._pong_due is not None and self.state is BrowserState.OPEN and self.has_room():
            payload, self._pong_due = self._pong_due, None
            self._put_control(frames.PONG, payload)

    def _end_if_done(self):
        if self.state is not BrowserState.CLOSING or self._queue:
            return
        if self._heard_close:
            self.close()
        elif self._broken:
            hang_up(self._sock)     # it may not know how to answer; the end of the stream it knows

    def _patience(self):
        """How long silence is no proof: two pings, and the time to read what lies before them."""
        return (self._settings.ping_seconds * self._settings.pings_missed
                + (self._put - self._known_read) / self._settings.slowest_reader)

    def _close_deadline(self):
        return (self._alive_at + self._close_seconds
                + (self._put - self._known_read) / self._settings.slowest_reader)
