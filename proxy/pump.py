"""Carries the bytes of one call between the browser and the board, until both have parted.

The policy is here: who may be read when, which end comes first and what it means for the other
side. One thread per call runs it; it waits in poll() and never in a send, so a slow side cannot
hold up the other direction. The sides know their sockets; the pump knows neither frames nor dials.
"""

import math
import select
import time
from dataclasses import dataclass

from proxy import close_codes
from proxy.frames import HEADER_ROOM, write_binary_header


@dataclass
class Traffic:
    """Payload bytes of one call so far; read by the metrics while the call goes on."""

    to_board: int = 0
    to_browser: int = 0


@dataclass(frozen=True)
class Ending:
    """What ended a call, and the bytes that were still under way and could not arrive."""

    code: int
    reason: str
    lost_to_board: int = 0
    lost_to_browser: int = 0


class Pump:
    """`stop_fd` becomes readable when the bridge is stopped. run() once; it closes both sides."""

    def __init__(self, browser, board, settings, stop_fd, traffic):
        self._browser = browser
        self._board = board
        self._settings = settings
        self._stop_fd = stop_fd
        self._traffic = traffic
        self._frame = memoryview(bytearray(HEADER_ROOM + settings.read_size))
        self._payload = self._frame[HEADER_ROOM:]
        self._ending = None         # (code, reason) of what came first
        self._data_at = time.monotonic()

    def run(self):
        try:
            while not (self._browser.closed and self._board.closed):
                if not self._turn():
                    break
        finally:
            # Both are closed by now, unless the bridge stops or something here is wrong.
            self._browser.close()
            self._board.close()
        code, reason = self._ending
        return Ending(code, reason, self._board.lost, self._browser.lost)

    def _turn(self):
        """One wait and what follows from it; False when the bridge is being stopped."""
        browser, board = self._browser, self._board
        happened = self._wait()
        now = time.monotonic()
        if self._stop_fd in happened:
            self._end(close_codes.GOING_AWAY, 'the bridge is being stopped')
            browser.finish(*self._ending, 0, now)
            return False
        if (browser, select.POLLOUT) in happened:
            browser.ready(now)
        if board.dialling:
            self._data_at = now     # the idle time begins when the board has answered
            if happened & {(board, select.POLLIN), (board, select.POLLOUT)}:
                board.ready(now)
        elif (board, select.POLLOUT) in happened:
            board.ready(now)
        if (browser, select.POLLIN) in happened:
            self._from_browser(now)
        if (board, select.POLLIN) in happened:
            self._from_board(now)
        browser.tick(now, heard=board.has_room())
        board.tick(now)
        self._watch_idle(now)
        self._follow_up(now)
        return True

    def _wait(self):
        """Waits; a set of (side, POLLIN) and (side, POLLOUT), and stop_fd if the bridge stops."""
        poll = select.poll()
        poll.register(self._stop_fd, select.POLLIN)
        asked = {}
        deadlines = [self._idle_deadline()]
        for side, other in ((self._browser, self._board), (self._board, self._browser)):
            if side.closed:
                continue
            deadlines.append(side.deadline())
            # A side from which nothing is wanted is left out: poll reports a broken link
            # whether asked or not, and would return at once for ever.
            if wanted := side.wanted(other.has_room()):
                poll.register(side.fileno(), wanted)
                asked[side.fileno()] = side, wanted
        happened = set()
        if self._browser_has_unread():
            happened.add((self._browser, select.POLLIN))
            deadlines.append(0)
        soonest = min((d for d in deadlines if d is not None), default=None)
        for fd, found in poll.poll(_milliseconds_until(soonest)):
            if fd == self._stop_fd:
                happened.add(fd)
                continue
            side, wanted = asked[fd]
            # An error or a hang-up shows in whatever was to be done with the socket.
            trouble = found & ~(select.POLLIN | select.POLLOUT)
            happened.update((side, event) for event in (select.POLLIN, select.POLLOUT)
                            if wanted & event and (found & event or trouble))
        return happened

    def _browser_has_unread(self):
        browser = self._browser
        return (not browser.closed and browser.has_unread()
                and browser.wanted(self._board.has_room()) & select.POLLIN)

    def _from_browser(self, now):
        payloads = list(self._browser.received(now))
        if payloads:
            self._data_at = now
            # Small frames that came together go together: one system call, one packet.
            together = payloads[0] if len(payloads) == 1 else b''.join(payloads)
            self._traffic.to_board += len(together)
            self._board.offer(together, now)

    def _from_board(self, now):
        count = self._board.read_into(self._payload)
        if not count or self._browser.ended:
            return
        self._data_at = now
        self._traffic.to_browser += count
        start = write_binary_header(self._frame, count)
        self._browser.offer(self._frame[start:HEADER_ROOM + count], now)

    def _follow_up(self, now):
        """What the end of one side means for the other."""
        browser, board = self._browser, self._board
        if browser.ended:
            code, reason = browser.ended
            self._end(code, reason or 'closed by the browser')
            board.finish(now)
            if board.settled:
                # Only now: a page that waits for the answer knows that the board has its bytes.
                browser.finish(code, reason, self._settings.dismiss_seconds, now)
        elif board.failure:
            self._end(*board.failure)
            browser.finish(*board.failure, self._settings.dismiss_seconds, now)
        elif board.ended:
            # All that the board said has been read by now, and stands in front of this.
            self._end(*board.ended)
            browser.finish(*board.ended, self._settings.close_seconds, now)
        if browser.closed:
            board.finish(now)

    def _watch_idle(self, now):
        deadline = self._idle_deadline()
        if deadline is not None and now >= deadline:
            self._end(close_codes.IDLE, f'nothing was sent for {self._settings.idle:g} seconds')
            self._browser.finish(*self._ending, self._settings.dismiss_seconds, now)
            self._board.finish(now)

    def _idle_deadline(self):
        if not self._settings.idle or self._ending or self._board.dialling:
            return None
        return self._data_at + self._settings.idle

    def _end(self, code, reason):
        self._ending = self._ending or (code, reason)


def dismiss(browser, code, reason, settings, stop_fd):
    """Tells a browser why it cannot be served, and closes; takes the place of a Pump."""
    browser.finish(code, reason, settings.dismiss_seconds, time.monotonic())
    try:
        while not browser.closed:
            poll = select.poll()
            poll.register(stop_fd, select.POLLIN)
            poll.register(browser.fileno(), browser.wanted(True))
            soonest = 0 if browser.has_unread() else browser.deadline()
            if stop_fd in dict(poll.poll(_milliseconds_until(soonest))):
                break
            now = time.monotonic()
            browser.ready(now)
            for _ in browser.received(now):
                pass    # whatever it sent in the belief of being connected has nowhere to go
            browser.tick(now, heard=True)
    finally:
        browser.close()


def _milliseconds_until(deadline):
    if deadline is None:
        return None
    # Rounded up: poll would else return just before the deadline, and turn without end.
    return max(0, math.ceil((deadline - time.monotonic()) * 1000))
