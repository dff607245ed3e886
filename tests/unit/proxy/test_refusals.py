"""Every refusal that a page must be able to show: its close code and its words."""

import select
import socket
import threading
import unittest.mock

from proxy.sockets import WOULD_BLOCK
from tests.unit.proxy.support import web_socket as ws
from tests.unit.proxy.support.boards import TcpBoard, closed_port, entry, read_exactly, read_to_end
from tests.unit.proxy.support.fixture import BridgeTestCase


def unanswering_board():
    """(listener, sockets): a listener whose queue is full, so that a further SYN stays unanswered.

    A real silent host on this machine: the kernel drops the SYN as a firewall would.
    """
    listener = socket.socket()
    listener.bind(('127.0.0.1', 0))
    listener.listen(0)
    fillers = []
    for _ in range(4):
        filler = socket.socket()
        filler.setblocking(False)
        try:
            filler.connect(listener.getsockname())
        except WOULD_BLOCK:
            pass
        fillers.append(filler)
    return listener, fillers


class Refusals(BridgeTestCase):
    def test_a_board_that_is_not_listed(self):
        self.start_bridge()
        for path, words in (('/board/unknown', 'no board "unknown" is listed here'),
                            ('/board/127.0.0.1:22', 'no board "127.0.0.1:22" is listed here'),
                            ('/?token=unknown', 'no board "unknown" is listed here'),
                            ('/?host=127.0.0.1&port=1', 'names no board'),
                            ('/', 'names no board'),
                            ('/board/' + 'x' * 3000, 'no board "xxx'),
                            ('/board/' + '%F0%9F%9A%80' * 300, 'no board "')):
            closed = self.closed(self.client(path))
            self.assertEqual(closed.code, 4403, path)
            self.assertIn(words, closed.reason)
        self.assertFalse(self.board.was_called())
        self.eventually(lambda: self.metric('refusals_total{code="4403"}') == 7)

    def test_a_board_is_reachable_as_soon_as_the_list_says_so(self):
        self.start_bridge()
        self.assertEqual(self.closed(self.client('/board/new')).code, 4403)
        self.list_boards([entry('new', self.board.port)])
        self.call(path='/board/new')
        self.assertEqual(self.closed(self.client('/board/board')).code, 4403)

    def test_a_board_that_refuses(self):
        self.list_boards([entry('board', closed_port())])
        self.start_bridge()
        closed = self.closed(self.client())
        self.assertEqual((closed.code, closed.reason), (4502, 'Board board refused the connection'))

    def test_a_board_that_does_not_answer(self):
        listener, fillers = unanswering_board()
        self.addCleanup(listener.close)
        for filler in fillers:
            self.addCleanup(filler.close)
        self.list_boards([entry('board', listener.getsockname()[1])])
        self.start_bridge(dial_seconds=0.3)
        closed = self.closed(self.client())
        self.assertEqual((closed.code, closed.reason),
                         (4504, 'no answer from Board board within 0.3 seconds'))

    def test_a_browser_that_hangs_up_while_the_board_does_not_answer(self):
        listener, fillers = unanswering_board()
        self.addCleanup(listener.close)
        for filler in fillers:
            self.addCleanup(filler.close)
        self.list_boards([entry('board', listener.getsockname()[1])])
        self.start_bridge(dial_seconds=60)
        client = self.client()
        client.close()
        self.assertEqual(client.receive_to_close()[1].code, 1000)
        self.eventually(lambda: self.metric('open_connections') == 0)

    def test_a_name_that_does_not_exist(self):
        for host in ('board.invalid', 'x' * 70 + '.invalid', '..'):
            self.list_boards([entry('board', 23, host=host)])
            self.start_bridge()
            closed = self.closed(self.client())
            self.assertEqual(closed.code, 4504, host)
            self.assertRegex(closed.reason, 'was not found|no name server answered')

    def test_a_name_server_that_does_not_answer(self):
        self.list_boards([entry('board', 23, host='board.example')])
        self.start_bridge(dial_seconds=0.2)
        # The one peer that cannot be had here: the system's resolver, made to hang.
        real = socket.getaddrinfo
        end = threading.Event()
        self.addCleanup(end.set)

        def hanging(host, *args, **more):
            if host == 'board.example' and not more['flags']:
                end.wait(ws.PATIENCE)
            return real(host, *args, **more)
        with unittest.mock.patch('socket.getaddrinfo', hanging):
            closed = self.closed(self.client())
        self.assertEqual(closed.code, 4504)
        self.assertIn('took too long', closed.reason)

    def test_the_second_address_of_a_name_is_tried(self):
        """localhost has ::1 and 127.0.0.1; the board listens on the second only."""
        self.list_boards([entry('board', self.board.port, host='localhost')])
        self.start_bridge()
        client, board = self.call()
        client.send(b'found')
        self.assertEqual(read_exactly(board, 5), b'found')

    def test_what_was_sent_before_the_board_answered_arrives(self):
        self.list_boards([entry('board', self.board.port, host='localhost')])
        self.start_bridge()
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as sock:
            sock.sendall(ws.request('/board/board') + ws.frame(ws.BINARY, b'hello'))
            self.assertEqual(read_exactly(self.board.answer(), 5), b'hello')

    def test_refused_callers_that_send_on_do_no_harm(self):
        self.start_bridge(dismiss_seconds=0.2)
        client = self.client('/board/unknown')
        client.send(bytes(1024 * 1024))
        self.assertEqual(self.closed(client).code, 4403)
        self.eventually(lambda: self.metric('open_connections') == 0)


class Idle(BridgeTestCase):
    def test_a_silent_call_is_closed_with_its_reason(self):
        self.start_bridge(idle=0.7, ping_seconds=0.3)
        client, board = self.call()
        closed = self.closed(client)    # it answered pings meanwhile: those are no data
        self.assertEqual((closed.code, closed.reason),
                         (4408, 'nothing was sent for 0.7 seconds'))
        self.assertGreater(client.pings, 0)
        self.assertEqual(read_to_end(board), b'')

    def test_data_either_way_keeps_it_open(self):
        self.start_bridge(idle=1.2)
        client, board = self.call()
        for number in range(14):
            if number % 2:
                client.send(b'x')
                read_exactly(board, 1)
            else:
                board.sendall(b'y')
                client.receive()
            self.assertFalse(wait_for_bytes(client.sock, 0.1))
        self.assertEqual(self.closed(client).code, 4408)

    def test_without_the_option_silence_is_no_reason(self):
        self.start_bridge(ping_seconds=0.2)
        client, board = self.call()
        while client.pings < 5:
            self.assertEqual(client.receive_frame()[0], ws.PING)
            client.pings += 1
            client.send(b'', ws.PONG)
        board.sendall(b'still here')
        self.assertEqual(client.receive(), b'still here')


class RefusingBoardBehindAName(BridgeTestCase):
    def test_all_addresses_refuse(self):
        self.list_boards([entry('board', closed_port(), host='localhost')])
        self.start_bridge()
        self.assertEqual(self.closed(self.client()).code, 4502)

    def test_a_board_on_ipv6(self):
        board = TcpBoard()
        self.addCleanup(board.close)
        self.list_boards([entry('board', board.port, host='::ffff:127.0.0.1')])
        self.start_bridge()
        self.client()
        board.answer()


def wait_for_bytes(sock, seconds):
    return bool(select.select([sock], [], [], seconds)[0])
