"""Boards of the tests: a TCP listener whose calls the test plays itself, step by step."""

import contextlib
import socket
import struct

from tests.unit.proxy.support.web_socket import PATIENCE


class TcpBoard:
    """A listening board on a free port of this machine; `answer()` gives each caller's socket."""

    def __init__(self, receive_buffer=None):
        self._listener = socket.socket()
        self._listener.settimeout(PATIENCE)
        if receive_buffer:
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self._listener.bind(('127.0.0.1', 0))
        self._listener.listen(64)
        self.port = self._listener.getsockname()[1]
        self._calls = []

    def answer(self):
        sock, _ = self._listener.accept()
        sock.settimeout(PATIENCE)
        # Delays that a test sees are then the bridge's.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._calls.append(sock)
        return sock

    def was_called(self):
        """Whether a caller stands in the queue, without waiting for one."""
        self._listener.settimeout(0)
        try:
            self.answer()
            return True
        except BlockingIOError:
            return False
        finally:
            self._listener.settimeout(PATIENCE)

    def close(self):
        self._listener.close()
        for sock in self._calls:
            sock.close()


def entry(board_id, port, **more):
    """An entry of boards.json."""
    return {'id': board_id, 'name': f'Board {board_id}', 'host': '127.0.0.1', 'port': port,
            'connection': 'telnet', **more}


def closed_port():
    """A port of this machine on which nobody listens."""
    with contextlib.closing(socket.socket()) as sock:
        sock.bind(('127.0.0.1', 0))
        return sock.getsockname()[1]


def read_to_end(sock):
    """All bytes until the peer hangs up."""
    received = bytearray()
    while data := sock.recv(262144):
        received += data
    return bytes(received)


def read_exactly(sock, size):
    received = bytearray()
    while len(received) < size:
        data = sock.recv(size - len(received))
        if not data:
            raise AssertionError(f'the stream ended after {len(received)} of {size} bytes')
        received += data
    return bytes(received)


def reset(sock):
    """Closes with RST instead of FIN, as a crashed board does."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    sock.close()
