"""Reaching a board: look the name up, try its addresses, say in words why none answered.

Nothing here blocks the caller: the pump waits on fileno() for `events` (or until `deadline`) and
calls step(), so a browser that leaves in the meantime is noticed. Only boards of the allow list
get this far.
"""

import errno
import os
import select
import socket
import threading

from proxy import close_codes


class Dial:
    """Ends with `sock` (connected, non-blocking; the owner's from then on) or `failure`.

    `failure` is (close code, reason). close() abandons the attempt at any time.
    """

    def __init__(self, board, seconds, now):
        self._board = board
        self._seconds = seconds
        self._end = now + seconds
        self._addresses = None      # None: the name is still being looked up
        self._answer = []           # the look-up thread leaves its result here, then hangs up
        self._refused = False
        self._last_error = None
        self._trying = None         # the look-up's socket pair, then the connecting socket
        self.deadline = self._end
        self.sock = None
        self.failure = None
        try:
            self._addresses = _look_up(board, socket.AI_NUMERICHOST)
        except (socket.gaierror, UnicodeError):
            self._start_look_up()
        else:
            self._try_next(now)

    @property
    def events(self):
        return select.POLLIN if self._addresses is None else select.POLLOUT

    def fileno(self):
        return self._trying.fileno()

    def step(self, now, ready):
        """Goes on after an event (`ready`) or a passed deadline."""
        if not ready and now < self.deadline:
            return
        if self._addresses is None:
            if ready:
                self._take_answer(now)
            else:
                self._fail(close_codes.NO_ANSWER, f'looking up {self._board.host} for '
                                                  f'{self._board.name} took too long')
            return
        number = self._trying.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) if ready \
            else errno.ETIMEDOUT
        if number or self._met_itself():
            self._note(number or errno.ECONNREFUSED)
            self._try_next(now)
        else:
            self.sock, self._trying = self._trying, None

    def close(self):
        if self._trying:
            self._trying.close()
            self._trying = None

    def _start_look_up(self):
        # getaddrinfo cannot be interrupted or timed out; a thread of its own can be left behind.
        self._trying, thread_end = socket.socketpair()

        def look_up():
            with thread_end:
                try:
                    self._answer.append(_look_up(self._board, 0))
                except (OSError, UnicodeError) as error:
                    self._answer.append(error)
        threading.Thread(target=look_up, name='look-up', daemon=True).start()

    def _take_answer(self, now):
        answer = self._answer[0]
        if isinstance(answer, list):
            self.close()
            self._addresses = answer
            self._try_next(now)
        elif isinstance(answer, socket.gaierror) and answer.errno == socket.EAI_AGAIN:
            self._fail(close_codes.NO_ANSWER, f'no name server answered for {self._board.host}, '
                                              f'the address of {self._board.name}')
        else:
            self._fail(close_codes.NO_ANSWER, f'the name {self._board.host} of '
                                              f'{self._board.name} was not found')

    def _try_next(self, now):
        self.close()
        while self._addresses and now < self._end:
            # The time left is shared, so that a dead first address does not use up all of it.
            self.deadline = now + (self._end - now) / len(self._addresses)
            family, kind, protocol, _, address = self._addresses.pop(0)
            try:
                self._trying = socket.socket(family, kind, protocol)
                self._trying.setblocking(False)
                self._trying.connect(address)
                return
            except BlockingIOError:
                return
            except OSError as error:
                self._note(error.errno)
                self.close()
        self._give_up()

    def _met_itself(self):
        # Dialling a closed port of this machine can, rarely, meet its own source port.
        try:
            return self._trying.getsockname() == self._trying.getpeername()
        except OSError:
            return True

    def _note(self, number):
        self._refused = self._refused or number in (errno.ECONNREFUSED, errno.ECONNRESET)
        self._last_error = number

    def _give_up(self):
        name = self._board.name
        if self._refused:
            self._fail(close_codes.REFUSED_BY_BOARD, f'{name} refused the connection')
        elif self._last_error in (None, errno.ETIMEDOUT):
            self._fail(close_codes.NO_ANSWER,
                       f'no answer from {name} within {self._seconds:g} seconds')
        else:
            self._fail(close_codes.NO_ANSWER,
                       f'no answer from {name}: {os.strerror(self._last_error)}')

    def _fail(self, code, reason):
        self.close()
        self.failure = code, reason


def _look_up(board, flags):
    return socket.getaddrinfo(board.host, board.port, type=socket.SOCK_STREAM, flags=flags)
