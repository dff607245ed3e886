"""Bytes both ways: exact, in order, with bounded queues and no direction starved by the other."""

import hashlib
import os
import select
import threading

from tests.unit.proxy.support import web_socket as ws
from tests.unit.proxy.support.boards import read_exactly
from tests.unit.proxy.support.fixture import BridgeTestCase

MIB = 1024 * 1024
EVERY_BYTE = bytes(range(256)) + b'\xff' * 16


def send_until_stuck(sock, data, stuck_for=0.3):
    """Sends over and over without waiting for room longer than `stuck_for`; the bytes taken.

    The bounds that are checked afterwards hold at any time, so an early end proves less, never
    something wrong.
    """
    sent = 0
    sock.setblocking(False)
    poll = select.poll()
    poll.register(sock, select.POLLOUT)
    while poll.poll(stuck_for * 1000):
        if sent > 64 * MIB:
            raise AssertionError('nothing stops the sender')
        at = sent % len(data)
        try:
            sent += sock.send(data[at:])
        except BlockingIOError:
            pass
    sock.settimeout(ws.PATIENCE)
    return sent


class Carrying(BridgeTestCase):
    def test_every_byte_value_both_ways(self):
        self.start_bridge()
        client, board = self.call()
        client.send(EVERY_BYTE)
        self.assertEqual(read_exactly(board, len(EVERY_BYTE)), EVERY_BYTE)
        board.sendall(EVERY_BYTE)
        self.assertEqual(client.receive_exactly(len(EVERY_BYTE)), EVERY_BYTE)

    def test_both_addresses_of_a_board(self):
        self.start_bridge()
        for path in ('/board/board', '/?token=board'):
            client, board = self.call(path=path)
            client.send(b'x')
            self.assertEqual(read_exactly(board, 1), b'x')

    def test_messages_of_all_sizes_and_pieces(self):
        self.start_bridge()
        client, board = self.call()
        sizes = (0, 1, 125, 126, 127, 65535, 65536, 65537, 1, 0, MIB, 3, 3 * MIB, 2)
        pieces = [os.urandom(size) for size in sizes]

        def send():
            for piece in pieces:
                client.send(piece)
            # One message in three frames, with a ping in between.
            client.send_raw(ws.frame(ws.BINARY, b'one', final=False))
            client.send(b'?', ws.PING)
            client.send_raw(ws.frame(ws.CONTINUATION, b'two', final=False)
                            + ws.frame(ws.CONTINUATION, b'three'))
        sender = threading.Thread(target=send)
        sender.start()
        expected = b''.join(pieces) + b'onetwothree'
        self.assertEqual(read_exactly(board, len(expected)), expected)
        sender.join()
        self.assertEqual(client.receive_frame(), (ws.PONG, b'?'))

    def test_the_start_of_a_message_is_not_held_back(self):
        self.start_bridge()
        client, board = self.call()
        whole = ws.frame(ws.BINARY, b'first' + bytes(MIB))
        client.send_raw(whole[:14 + 5])
        self.assertEqual(read_exactly(board, 5), b'first')
        client.send_raw(whole[14 + 5:])
        self.assertEqual(read_exactly(board, MIB), bytes(MIB))

    def test_megabytes_both_ways_at_once(self):
        self.start_bridge()
        client, board = self.call()
        data = os.urandom(16 * MIB)
        digests = {}

        def client_sends():
            for start in range(0, len(data), 256 * 1024):
                client.send(data[start:start + 256 * 1024])

        def board_sends():
            board.sendall(data)

        def board_reads():
            digests['up'] = hashlib.sha256(read_exactly(board, len(data))).digest()
        threads = [threading.Thread(target=work) for work in
                   (client_sends, board_sends, board_reads)]
        for thread in threads:
            thread.start()
        digests['down'] = hashlib.sha256(client.receive_exactly(len(data))).digest()
        for thread in threads:
            thread.join()
        self.assertEqual(digests, dict.fromkeys(('up', 'down'), hashlib.sha256(data).digest()))
        self.assertLessEqual(client.largest_message, 64 * 1024)

    def test_keys_are_not_delayed(self):
        self.start_bridge()
        client, board = self.call()
        with self.takes_at_most(4):     # 100 delayed acknowledgements would be 4 s
            for _ in range(100):
                for key in (b'k', b'l'):    # the second stands behind an unacknowledged first
                    client.send(key)
                    self.assertEqual(read_exactly(board, 1), key)
                for echo in (b'e', b'f'):
                    board.sendall(echo)
                    self.assertEqual(client.receive(), echo)

    def test_many_calls_do_not_mix(self):
        self.start_bridge()
        calls = [self.call() for _ in range(20)]
        for number, (client, board) in enumerate(calls):
            client.send(b'to %d' % number)
            board.sendall(b'from %d' % number)
        for number, (client, board) in enumerate(calls):
            self.assertEqual(read_exactly(board, len(b'to %d' % number)), b'to %d' % number)
            self.assertEqual(client.receive(), b'from %d' % number)


class Brakes(BridgeTestCase):
    board_options = {'receive_buffer': 64 * 1024}

    # A kernel buffer "of 256 KiB" may hold twice that, as the kernel counts its own overhead.
    ROOM = 256 * 1024 + 64 * 1024 + 2 * 256 * 1024 + 4 * 64 * 1024

    def test_a_browser_that_does_not_read_stops_the_board_and_nothing_else(self):
        self.start_bridge()
        client, board = self.call(receive_buffer=64 * 1024)
        data = os.urandom(MIB)
        sent = send_until_stuck(board, data)
        self.assertGreater(sent, 0)
        self.assertLess(self.metric('bytes_total{direction="to_browser"}'), self.ROOM)
        client.send(b'still listening')
        self.assertEqual(read_exactly(board, 15), b'still listening')
        received = client.receive_exactly(sent)
        expected = (data * (sent // MIB + 1))[:sent]
        self.assertEqual(hashlib.sha256(received).digest(), hashlib.sha256(expected).digest())

    def test_a_board_that_does_not_read_stops_the_browser_and_nothing_else(self):
        self.start_bridge()
        client, board = self.call()
        data = os.urandom(MIB)
        stream = ws.frame(ws.BINARY, data)
        sent = send_until_stuck(client.sock, stream)
        self.assertGreater(sent, 0)
        self.assertLess(self.metric('bytes_total{direction="to_board"}'), self.ROOM)
        board.sendall(b'still talking')
        self.assertEqual(client.receive(), b'still talking')
        messages = sent // len(stream) + 1
        finish = threading.Thread(target=client.send_raw, args=(stream[sent % len(stream):],))
        finish.start()
        for _ in range(messages):
            self.assertEqual(read_exactly(board, MIB), data)
        finish.join()

    def test_a_flood_of_pings_that_nobody_reads_the_answers_of_costs_no_memory(self):
        self.start_bridge()
        client, board = self.call(receive_buffer=16 * 1024)
        ping = ws.frame(ws.PING, b'x' * 125)
        flood = 3 * MIB // len(ping) * ping
        client.send_raw(flood)      # all of it is read: only the newest ping is answered
        client.send(b'after the flood')
        self.assertEqual(read_exactly(board, 15), b'after the flood')

    def test_an_echo_of_more_than_all_buffers_does_not_lock_up(self):
        """What websockify swallows without bound must stall here, and go on when read."""
        self.start_bridge()
        client, board = self.call(receive_buffer=64 * 1024)

        def echo():
            while data := board.recv(65536):
                board.sendall(data)
        echoing = threading.Thread(target=echo)
        echoing.start()
        stream = ws.frame(ws.BINARY, os.urandom(MIB))
        sent = send_until_stuck(client.sock, stream)
        messages = sent // len(stream) + 1
        finish = threading.Thread(target=client.send_raw, args=(stream[sent % len(stream):],))
        finish.start()
        client.receive_exactly(messages * MIB)
        finish.join()
        client.close()
        client.receive_to_close()
        echoing.join()
