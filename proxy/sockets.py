"""What the bridge asks of any socket, plain or TLS, towards a browser or a board.

Non-blocking throughout; who reads and writes when is the pump's business.
"""

import socket
import ssl
import time

# What a non-blocking socket, plain or TLS, raises where a blocking one would wait.
WOULD_BLOCK = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


def prepare(sock, send_buffer):
    """Makes a connected socket fit for carrying: no delays, no waiting, a bounded buffer.

    The kernel would else let megabytes wait in front of a slow peer, all of which a sender has to
    repeat after a line error. Keep-alives find a peer that vanished while nothing was said.
    """
    sock.setblocking(False)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 15)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 4)


def hang_up(sock):
    """Ends the sending direction, so that what was sent arrives; no error if it is gone already."""
    try:
        sock.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def read_into(sock, buffer):
    """Bytes received, 0 at the end of the stream, None if there is nothing yet; else OSError."""
    try:
        return sock.recv_into(buffer)
    except WOULD_BLOCK:
        return None


def part(sock, seconds):
    """Hangs up, lets the peer read what it was told, and closes. Blocks for at most `seconds`.

    A socket closed with bytes unread is reset, and the reset can overtake the last words.
    """
    hang_up(sock)
    end = time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0:
            sock.settimeout(left)
            if not sock.recv(65536):
                break
    except OSError:
        pass
    sock.close()
