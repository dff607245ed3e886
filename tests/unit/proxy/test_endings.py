"""Last words: whoever closes first, every byte said before arrives (case b-plan-close)."""

import fcntl
import hashlib
import os
import select
import socket
import struct
import termios
import threading
import time

from tests.unit.proxy.support import web_socket as ws
from tests.unit.proxy.support.boards import read_exactly, read_to_end, reset
from tests.unit.proxy.support.fixture import BridgeTestCase

MIB = 1024 * 1024


class TheBoardCloses(BridgeTestCase):
    def board_says_and_closes(self, board, data, close=socket.socket.close):
        def work():
            board.sendall(data)
            close(board)
        thread = threading.Thread(target=work)
        thread.start()
        self.addCleanup(thread.join)

    def test_five_mebibytes_and_out_a_hundred_times(self):
        self.start_bridge()
        data = os.urandom(5 * MIB)
        for run in range(100):
            client, board = self.call()
            self.board_says_and_closes(board, data)
            received, closed = client.receive_to_close()
            self.assertEqual(len(received), 5242880, f'run {run}')
            self.assertEqual(received, data)
            self.assertEqual((closed.code, closed.reason), (4000, 'closed by the board'))
            client.sock.close()
        self.assertNotIn('lost_to', self.logged())

    def test_a_slow_reader_loses_nothing_however_short_the_patience(self):
        # It takes far longer than close_seconds and several pings, but it reads on all the time.
        self.start_bridge(close_seconds=0.2, ping_seconds=0.1)
        client, board = self.call(receive_buffer=32 * 1024)
        data = os.urandom(5 * MIB)
        self.board_says_and_closes(board, data)
        received = bytearray()
        began = time.monotonic()
        with self.assertRaises(ws.Closed) as caught:
            while True:
                received += client.receive()
                time.sleep(0.02)    # this is what makes it slow: about 3 MiB/s at the most
        self.assertGreater(time.monotonic() - began, 1)
        self.assertEqual(hashlib.sha256(received).digest(), hashlib.sha256(data).digest())
        self.assertEqual(caught.exception.code, 4000)

    def test_last_words_before_a_reset_arrive(self):
        self.start_bridge()
        client, board = self.call()
        client.send(b'?')
        read_exactly(board, 1)
        board.sendall(b'good-bye')
        self.assertEqual(client.receive(), b'good-bye')
        reset(board)
        closed = self.closed(client)
        self.assertEqual((closed.code, closed.reason), (4000, 'the board broke the connection'))

    def test_a_browser_that_is_still_sending_gets_the_last_words_too(self):
        """Writing to a board that has closed fails; what it said before must still be read."""
        self.start_bridge()
        client, board = self.call(receive_buffer=32 * 1024)
        data = os.urandom(2 * MIB)
        # The bridge's kernel has it all, the bridge has not: its queue for the browser is full.
        sender = threading.Thread(target=board.sendall, args=(data,))
        sender.start()
        first = b''
        while sender.is_alive() or unacknowledged(board):
            first += client.receive()
        board.close()
        for _ in range(3):
            client.send(b'are you there?')      # answered by a reset of the board's machine
        self.eventually(lambda: self.metric('bytes_total{direction="to_board"}') == 3 * 14)
        rest, closed = client.receive_to_close()
        self.assertEqual(hashlib.sha256(first + rest).digest(), hashlib.sha256(data).digest())
        self.assertGreater(len(rest), 0)
        self.assertEqual(closed.code, 4000)

    def test_a_board_that_closes_without_a_word(self):
        self.start_bridge()
        client, board = self.call()
        board.close()
        self.assertEqual(self.closed(client).code, 4000)
        line = self.log_line_of_call()
        self.assertIn('code=4000 reason="closed by the board"', line)

    def test_a_browser_that_never_answers_the_close_is_let_go(self):
        self.start_bridge(close_seconds=0.1)
        client, board = self.call()
        board.close()
        self.eventually(lambda: self.metric('open_connections') == 0)
        self.assertEqual(client.receive_frame()[0], ws.CLOSE)
        with self.assertRaises(ws.Closed) as caught:
            client.receive_frame()
        self.assertIsNone(caught.exception.code)    # then the end of the stream, no reset


class TheBrowserCloses(BridgeTestCase):
    board_options = {'receive_buffer': 64 * 1024}

    def test_the_last_message_reaches_the_board(self):
        self.start_bridge()
        data = os.urandom(MIB)
        for code in (1000, None, 3001) * 5:
            client, board = self.call()
            reader = Reader(board)
            for start in range(0, MIB, 65536):
                client.send(data[start:start + 65536])
            client.close(code)
            _, closed = client.receive_to_close()
            self.assertEqual(closed.code, code or 1005)
            self.assertEqual(reader.result(), data)

    def test_the_answer_comes_only_when_the_board_has_its_bytes(self):
        self.start_bridge()
        client, board = self.call()
        piece = os.urandom(8192)
        pieces = 0
        # Until the bridge stops reading: then its own queue is full, and the close stands behind.
        while self.has_taken(pieces * len(piece)):
            client.send(piece)
            pieces += 1
        client.close()
        # The board reads until the close has been heard, and not all of what stood before it.
        early = b''
        while not self.has_taken(pieces * len(piece), within=0.03):
            early += read_exactly(board, 16 * 1024)
        self.assertEqual(select.select([client.sock], [], [], 0.2)[0], [])
        reader = Reader(board)
        self.assertEqual(client.receive_to_close()[1].code, 1000)
        self.assertEqual(early + reader.result(), pieces * piece)
        self.eventually(lambda: 'call client' in self.logged())
        self.assertNotIn('lost_to', self.logged())

    def has_taken(self, size, within=0.3):
        """Whether the bridge reads so many bytes for the board, in so many seconds."""
        end = time.monotonic() + within
        while self.metric('bytes_total{direction="to_board"}') < size:
            if time.monotonic() > end:
                return False
            time.sleep(0.001)
        return True

    def test_a_browser_that_vanishes_has_said_what_it_said(self):
        self.start_bridge()
        for end in (socket.socket.close, reset):
            client, board = self.call()
            client.send(b'last words')
            self.assertEqual(read_exactly(board, 10), b'last words')
            end(client.sock)
            self.assertEqual(read_to_end(board), b'')
        self.eventually(lambda: self.logged().count('code=1006') == 2)

    def test_a_board_that_only_talks_is_told(self):
        self.start_bridge()
        client, board = self.call()
        stop = threading.Event()

        def talk():
            try:
                while not stop.is_set():
                    board.sendall(bytes(4096))
            except OSError:
                pass
        talker = threading.Thread(target=talk)
        talker.start()
        client.receive()
        client.close()
        client.receive_to_close()
        self.assertEqual(read_to_end(board), b'')
        stop.set()
        talker.join()

    def test_a_board_that_talks_on_is_not_reset_before_it_has_read(self):
        """What it says into a closed socket is answered by a reset, which can destroy our bytes.

        Linux keeps received bytes through a reset, other systems drop them; here the reset shows
        in the second sending, which would fail.
        """
        self.start_bridge(drain_seconds=ws.PATIENCE)
        client, board = self.call()
        client.send(b'last words')
        client.close()
        client.receive_to_close()
        board.sendall(b'you are welcome')
        board.sendall(b'call again')
        self.assertEqual(read_to_end(board), b'last words')
        board.close()
        self.eventually(lambda: self.metric('open_connections') == 0)

    def test_a_board_that_does_not_hang_up_is_left(self):
        self.start_bridge(drain_seconds=0.1)
        client, board = self.call()
        client.close()
        self.assertEqual(client.receive_to_close()[1].code, 1000)
        self.eventually(lambda: self.metric('open_connections') == 0)
        self.assertEqual(read_to_end(board), b'')

    def test_a_board_that_takes_nothing_is_given_up_and_the_loss_is_logged(self):
        self.start_bridge(stalled_board_seconds=0.2, close_seconds=0.2)
        client, board = self.call()
        # More than the kernel and the queue hold: the close frame behind it is never read.
        sender = threading.Thread(target=self.send_until_refused, args=(client,))
        sender.start()
        self.eventually(lambda: 'call client' in self.logged())
        sender.join()
        self.assertRegex(self.logged(), 'lost_to_board=[1-9]')

    def send_until_refused(self, client):
        try:
            while True:
                client.send(bytes(MIB))
        except OSError:
            pass

    def test_sent_and_closed_before_the_board_has_answered(self):
        """The dial takes its time; what was sent into it must not be lost with the browser."""
        self.start_bridge()
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as sock:
            sock.sendall(ws.request('/board/board') + ws.frame(ws.BINARY, b'x' * 1000)
                         + ws.frame(ws.CLOSE, b'\x03\xe8'))
            self.assertEqual(read_to_end(self.board.answer()), b'x' * 1000)


class TheProtocolIsBroken(BridgeTestCase):
    def test_text_is_refused_after_what_came_before_has_been_delivered(self):
        self.start_bridge()
        for data, code in ((ws.frame(ws.TEXT, b'hello'), 1003), (b'\xff\xff\xff\xff', 1002),
                           (ws.frame(ws.BINARY, b'x', masked=False), 1002)):
            client, board = self.call()
            client.send_raw(ws.frame(ws.BINARY, b'good') + data + b'and what follows' * 1000)
            self.assertEqual(read_to_end(board), b'good')
            self.assertEqual(self.closed(client).code, code)


class TheBridgeStops(BridgeTestCase):
    def test_everyone_is_told_at_once(self):
        self.start_bridge()
        calls = [self.call() for _ in range(5)]
        with self.takes_at_most(5):
            self.bridge.stop()
            for client, board in calls:
                self.assertEqual(self.closed(client).code, 1001)
                self.assertEqual(read_to_end(board), b'')


def unacknowledged(sock):
    """Bytes that the peer's kernel has not taken yet (SIOCOUTQ)."""
    return struct.unpack('i', fcntl.ioctl(sock, termios.TIOCOUTQ, bytes(4)))[0]


class Reader:
    """Reads a socket to its end in a thread of its own."""

    def __init__(self, sock):
        self._data = None
        self._thread = threading.Thread(target=self._read, args=(sock,))
        self._thread.start()

    def _read(self, sock):
        self._data = read_to_end(sock)
        sock.close()

    def result(self):
        self._thread.join(ws.PATIENCE)
        return self._data
