"""One call's link to the board: dialling, the bytes waiting for it, and an end that loses none.

Bytes offered before the board has answered wait here. After finish() the waiting bytes are still
sent, then the board is told (FIN), and it has a moment to hang up itself: a socket closed with
bytes unread is reset, which can destroy what was sent last. Knows nothing of WebSockets.
"""

import enum
import select

from proxy import close_codes
from proxy.byte_queue import ByteQueue
from proxy.dial import Dial
from proxy.sockets import hang_up, prepare, read_into


class BoardState(enum.Enum):
    DIALLING = enum.auto()
    OPEN = enum.auto()
    DRAINING = enum.auto()      # all was sent and the board was told; waiting for it to hang up
    CLOSED = enum.auto()


class BoardSide:
    """The owner calls ready() after each wait on fileno() and tick() each time round."""

    def __init__(self, board, settings, now):
        self._settings = settings
        self._dial = Dial(board, settings.dial_seconds, now)
        self._sock = None
        self._queue = ByteQueue()
        self._moved_at = now        # when the board last took a byte, or had none to take
        self._finishing = False
        self._deaf = False          # the board takes no more bytes, but its own may still come
        self._drain_end = None
        self.state = BoardState.DIALLING
        self.failure = None         # (close code, reason) where dialling failed
        self.ended = None           # (close code, reason), once the board has hung up
        self.lost = 0               # bytes that the board did not take
        self._look_at_dial(now)

    @property
    def closed(self):
        return self.state is BoardState.CLOSED

    @property
    def dialling(self):
        return self.state is BoardState.DIALLING

    @property
    def settled(self):
        """Whether all that was offered has been sent, or can no longer be."""
        return self.state in (BoardState.DRAINING, BoardState.CLOSED)

    def has_room(self):
        return self._deaf or len(self._queue) < self._settings.queue_limit

    def fileno(self):
        return (self._sock or self._dial).fileno()

    def wanted(self, other_has_room):
        """The poll events to wait for; reading only while the browser's queue has room."""
        if self.state is BoardState.DIALLING:
            return self._dial.events
        # Once the caller has left, what the board says is read and dropped: a board that waits
        # for us to read would never take the last bytes.
        reading = not self.ended and (other_has_room or self._finishing)
        return (select.POLLIN if reading else 0) | (select.POLLOUT if self._queue else 0)

    def deadline(self):
        if self.state is BoardState.DIALLING:
            return self._dial.deadline
        if self.state is BoardState.DRAINING:
            return self._drain_end
        return self._moved_at + self._patience() if self._queue else None

    def ready(self, now):
        """The socket can be written, or the dial has news."""
        if self.state is BoardState.DIALLING:
            self._dial.step(now, ready=True)
            self._look_at_dial(now)
        elif self.state is BoardState.OPEN:
            self._flush(now)
        self._settle(now)

    def tick(self, now):
        """Lets time-outs happen."""
        if self.state is BoardState.DIALLING:
            self._dial.step(now, ready=False)
            self._look_at_dial(now)
        elif self.state is BoardState.DRAINING and now >= self._drain_end:
            self.close()
        elif self.state is BoardState.OPEN and self._queue \
                and now - self._moved_at >= self._patience():
            self.ended = self.ended or (close_codes.NO_ANSWER, 'the board takes no more bytes')
            self.close()
        self._settle(now)

    def offer(self, payload, now):
        """Sends bytes to the board, or keeps them until it takes them. Look at has_room first."""
        if self._deaf or self.closed:
            self.lost += len(payload)
            return
        if not self._queue:
            self._moved_at = now
        if self.state is BoardState.DIALLING:
            self._queue.append(payload)
            return
        try:
            if self._queue.send(self._sock, payload):
                self._moved_at = now
        except OSError:
            self._go_deaf()

    def read_into(self, buffer):
        """Bytes read from the board, or None; sets `ended` when it has hung up.

        A board that resets the link after its last words is heard to the end: the kernel hands
        out what came before the reset.
        """
        if self.state not in (BoardState.OPEN, BoardState.DRAINING) or self.ended:
            return None
        try:
            count = read_into(self._sock, buffer)
        except TimeoutError:
            self.ended = close_codes.NO_ANSWER, 'the board stopped answering'
        except OSError:
            self.ended = close_codes.CLOSED_BY_BOARD, 'the board broke the connection'
        else:
            if count != 0:
                return count
            self.ended = close_codes.CLOSED_BY_BOARD, 'closed by the board'
        if self.state is BoardState.DRAINING:
            self.close()
        return None

    def finish(self, now):
        """The caller has left: send what waits, then hang up. May be called again."""
        if not self._finishing:
            self._finishing = True
            self._moved_at = now
            self._settle(now)

    def close(self):
        """Ends the link at once."""
        self.lost += len(self._queue)
        self._queue.clear()
        self._dial.close()
        if self._sock:
            hang_up(self._sock)
            self._sock.close()
            self._sock = None
        self.state = BoardState.CLOSED

    def _look_at_dial(self, now):
        if self._dial.failure:
            self.failure = self._dial.failure
            self.close()
        elif self._dial.sock:
            self._sock = self._dial.sock
            prepare(self._sock, self._settings.send_buffer)
            self._moved_at = now
            self.state = BoardState.OPEN

    def _flush(self, now):
        try:
            if self._queue.flush(self._sock):
                self._moved_at = now
        except OSError:
            self._go_deaf()

    def _go_deaf(self):
        # Not the end: bytes that the board sent before may still wait to be read.
        self._deaf = True
        self.lost += len(self._queue)
        self._queue.clear()

    def _settle(self, now):
        """Goes on with finish() as soon as nothing waits for the board any more."""
        if not self._finishing or self._queue or self.settled:
            return
        if self.state is BoardState.DIALLING or self.ended:
            self.close()
        else:
            hang_up(self._sock)
            self._drain_end = now + self._settings.drain_seconds
            self.state = BoardState.DRAINING

    def _patience(self):
        return (self._settings.flush_seconds if self._finishing
                else self._settings.stalled_board_seconds)
