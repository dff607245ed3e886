"""Takes in one whole request before anything looks at it, within a time and a size.

http.server reads line by line with a time limit for each read, so a caller that sends a byte now
and then could hold a thread for ever. Here the request as a whole has a deadline and a size.
"""

import time
from dataclasses import dataclass

_END = b'\r\n\r\n'
_ANSWER_SECONDS = 5     # for a caller to take the few bytes of the answer


class ArrivalError(Exception):
    """No usable request came. `status` is the HTTP status to answer with, 0 for no answer."""

    def __init__(self, status, what):
        super().__init__(what)
        self.status = status
        self.what = what


@dataclass(frozen=True)
class Arrival:
    sock: object        # where it came from, and where the answer goes
    head: bytes         # request line and headers, with the empty line
    early: bytes        # what came behind them already


def read_request(sock, end, limit):
    """The Arrival from a blocking socket, or ArrivalError; `end` is a time.monotonic() time."""
    received = bytearray()
    while (found := received.find(_END)) < 0:
        if len(received) >= limit:
            raise ArrivalError(431, 'the request is too long')
        left = end - time.monotonic()
        if left <= 0:
            raise ArrivalError(408, 'the request took too long')
        sock.settimeout(left)
        try:
            data = sock.recv(limit - len(received))
        except TimeoutError:
            continue
        except OSError as error:
            raise ArrivalError(0, 'the caller went away before the request was complete') from error
        if not data:
            raise ArrivalError(0, 'the caller went away before the request was complete')
        received += data
    head_end = found + len(_END)
    sock.settimeout(_ANSWER_SECONDS)
    return Arrival(sock, bytes(received[:head_end]), bytes(received[head_end:]))


def answer(status, phrase):
    """A whole HTTP answer with one line of plain text, for requests that never got further."""
    body = (phrase + '\n').encode('utf-8')
    return (f'HTTP/1.1 {status} {phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n'
            f'Content-Length: {len(body)}\r\nConnection: close\r\n\r\n').encode('utf-8') + body
