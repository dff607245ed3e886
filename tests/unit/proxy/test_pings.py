"""Browsers that are gone, and browsers that are merely slow: the first are let go, the others not.
"""

import contextlib
import os
import select
import time

from tests.unit.proxy.support import web_socket as ws
from tests.unit.proxy.support.boards import read_to_end
from tests.unit.proxy.support.fixture import BridgeTestCase
from tests.unit.proxy.test_carrying import send_until_stuck

MIB = 1024 * 1024


class Pings(BridgeTestCase):
    def test_two_missing_pongs_end_the_call(self):
        self.start_bridge(ping_seconds=0.2)
        client, board = self.call(answers_pings=False)
        began = time.monotonic()
        closed = self.closed(client)
        self.assertEqual(closed.code, 4410)
        self.assertIn('2 pings without a pong', closed.reason)
        self.assertEqual(client.pings, 2)
        self.assertGreaterEqual(time.monotonic() - began, 0.55)
        self.assertEqual(read_to_end(board), b'')

    def test_one_missing_pong_does_not(self):
        self.start_bridge(ping_seconds=0.4)
        client, _ = self.call(answers_pings=False)
        for _ in range(2):
            opcode, first = client.receive_frame()
            self.assertEqual(opcode, ws.PING)
            opcode, second = client.receive_frame()
            self.assertEqual(opcode, ws.PING)
            client.send(second, ws.PONG)

    def test_any_byte_of_the_browser_is_a_sign_of_life(self):
        self.start_bridge(ping_seconds=0.25)
        client, board = self.call(answers_pings=False)
        for _ in range(10):
            client.send(b'x')
            self.assertEqual(board.recv(1), b'x')
            select.select([], [], [], 0.1)    # longer than three pings in all
        self.assertEqual(self.metric('endings_total{code="4410"}'), None)

    def test_a_browser_that_pauses_with_data_before_it_is_not_gone(self):
        """Pings stand behind the data, so their answers cannot come before it is read."""
        self.start_bridge(ping_seconds=0.05)
        client, board = self.call(receive_buffer=32 * 1024)
        data = os.urandom(MIB)
        sent = send_until_stuck(board, data, stuck_for=0.5)     # many times two pings
        received = client.receive_exactly(sent)
        self.assertEqual(received, (data * (sent // MIB + 1))[:sent])

    def test_a_browser_that_pauses_for_ever_is_let_go(self):
        self.start_bridge(ping_seconds=0.05, slowest_reader=4 * MIB, dismiss_seconds=0.2)
        client, board = self.call(receive_buffer=32 * 1024)
        with contextlib.suppress(OSError):      # it may be let go while the board still sends
            send_until_stuck(board, bytes(MIB), stuck_for=0.2)
        self.eventually(lambda: self.metric('endings_total{code="4410"}') == 1
                        or 'code=4410' in self.logged())

    def test_a_slow_board_is_not_held_against_the_browser(self):
        """While the board takes nothing the bridge does not listen, so it hears no pong either."""
        self.start_bridge(ping_seconds=0.05)
        client, board = self.call(answers_pings=False)
        stream = ws.frame(ws.BINARY, bytes(MIB))
        sent = send_until_stuck(client.sock, stream, stuck_for=0.5)
        self.assertNotIn('call client', self.logged())
        received = 0
        payload = sent - sent // len(stream) * 14 - min(14, sent % len(stream))
        while received < payload:
            received += len(board.recv(262144))
        self.assertEqual(received, payload)

    def test_the_browsers_pings_are_answered(self):
        self.start_bridge()
        client, _ = self.call()
        client.send(b'are you there', ws.PING)
        self.assertEqual(client.receive_frame(), (ws.PONG, b'are you there'))

    def test_a_pong_that_answers_nothing_is_ignored(self):
        self.start_bridge()
        client, board = self.call()
        for payload in (b'', b'x' * 8, b'\xff' * 8, b'y' * 125):
            client.send(payload, ws.PONG)
        client.send(b'on')
        self.assertEqual(board.recv(2), b'on')
