"""Bytes that wait for a socket to take them: the only place where the bridge holds data.

What the socket takes at once is never copied; only the rest is. The owner stops reading the other
side while `len(queue)` is at the limit. Works on plain and TLS sockets, non-blocking.
"""

from proxy.sockets import WOULD_BLOCK


class ByteQueue:
    """First in, first out. After an OSError from send or flush the socket is of no more use."""

    def __init__(self):
        self._waiting = bytearray()

    def __len__(self):
        return len(self._waiting)

    def append(self, data):
        self._waiting += data

    def clear(self):
        self._waiting.clear()

    def send(self, sock, data):
        """Sends `data` after all that waits, keeps what was not taken; the bytes taken now.

        `data` is not needed any more when this returns.
        """
        if self._waiting:
            self._waiting += data
            return self.flush(sock)
        taken = _try_send(sock, data)
        if taken < len(data):
            self._waiting += memoryview(data)[taken:]
        return taken

    def flush(self, sock):
        """Sends what waits, as much as the socket takes; the number of bytes taken."""
        total = 0
        while self._waiting:
            with memoryview(self._waiting) as view:
                taken = _try_send(sock, view)
            if not taken:
                break
            del self._waiting[:taken]   # moves the start of the buffer, not its contents
            total += taken
        return total


def _try_send(sock, data):
    try:
        return sock.send(data)
    except WOULD_BLOCK:
        return 0
