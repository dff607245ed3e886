"""Requests of every kind: pages that want a web server, garbage, callers that take for ever."""

import socket
import time

from tests.unit.proxy.support import web_socket as ws
from tests.unit.proxy.support.boards import read_exactly, read_to_end
from tests.unit.proxy.support.fixture import BridgeTestCase


class Requests(BridgeTestCase):
    def said(self, data, then_hang_up=False):
        """The bridge's whole answer to raw bytes, until it hangs up."""
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as sock:
            sock.sendall(data)
            if then_hang_up:
                sock.shutdown(socket.SHUT_WR)
            return read_to_end(sock)

    def test_there_are_no_pages(self):
        self.start_bridge()
        for path in ('/', '/board/board', '/../etc/passwd', '/%2e%2e/', '/proxy/', '/index.html',
                     '//', '/?token=board', 'http://evil.example/'):
            answer = self.said(f'GET {path} HTTP/1.1\r\nHost: x\r\n\r\n'.encode())
            self.assertTrue(answer.startswith(b'HTTP/1.1 404 '), answer)
            self.assertTrue(answer.endswith(b'\r\n\r\nNot found: this is a WebSocket bridge, '
                                            b'it has no pages\n'), answer)
        self.assertTrue(self.said(b'HEAD / HTTP/1.1\r\n\r\n').startswith(b'HTTP/1.1 404 '))
        self.assertTrue(self.said(b'POST / HTTP/1.1\r\n\r\n').startswith(b'HTTP/1.1 501 '))
        self.assertFalse(self.board.was_called())

    def test_garbage(self):
        self.start_bridge()
        for data in (b'\x16\x03\x01\x02\0\x01' + b'\xff' * 50 + b'\r\n\r\n',
                     b'\0' * 99 + b'\r\n\r\n', b'GET\r\n\r\n', b'\r\n\r\n',
                     b'GET / HTTP/9.9\r\n\r\n',
                     b'GET / HTTP/1.1\r\n' + b'A: b\r\n' * 150 + b'\r\n'):
            self.assertNotIn(b' 101 ', self.said(data))
        self.assertEqual(self.said(b'GET / HT', then_hang_up=True), b'')
        self.call()     # and it still serves

    def test_half_an_upgrade_is_refused_in_words(self):
        self.start_bridge()
        for headers, words in (({'Connection': 'keep-alive'}, b'Connection header'),
                               ({'Sec-WebSocket-Version': '8'}, b'version 13'),
                               ({'Sec-WebSocket-Key': None}, b'Sec-WebSocket-Key'),
                               ({'Sec-WebSocket-Key': 'c2hvcnQ='}, b'Sec-WebSocket-Key')):
            answer = self.said(ws.request('/board/board', **headers))
            self.assertTrue(answer.startswith(b'HTTP/1.1 400 '), answer)
            self.assertIn(words, answer)
        self.assertFalse(self.board.was_called())

    def test_a_request_that_never_ends_is_cut_off_by_size(self):
        self.start_bridge(request_limit=4096)
        answer = self.said(b'GET / HTTP/1.1\r\nCookie: ' + b'x' * 5000)
        self.assertTrue(answer.startswith(b'HTTP/1.1 431 '), answer)

    def test_a_request_that_trickles_is_cut_off_by_time(self):
        self.start_bridge(handshake_seconds=0.3)
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as sock, \
                self.takes_at_most(ws.PATIENCE):
            # A byte well within any time limit of a single read, for longer than the whole has.
            sock.settimeout(0.02)
            answer = b''
            for byte in ws.request('/board/board', Cookie='x' * 3000):
                try:
                    sock.sendall(bytes([byte]))
                    answer = sock.recv(4096)
                    break
                except TimeoutError:
                    continue
        self.assertTrue(answer.startswith(b'HTTP/1.1 408 '), answer)
        self.assertFalse(self.board.was_called())

    def test_silent_callers_do_not_keep_others_out(self):
        self.start_bridge(arriving_limit=3, handshake_seconds=60)
        silent = [socket.create_connection(self.bridge.address, ws.PATIENCE) for _ in range(3)]
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as fourth:
            self.assertEqual(read_to_end(fourth), b'')      # turned away at once, not kept waiting
        self.assertEqual(self.metric('turned_away_total'), 1)
        silent.pop().close()
        self.eventually(lambda: self.bridge._arriving.count() == 2)
        self.call()
        for sock in silent:
            sock.close()

    def test_an_open_call_does_not_count_as_arriving(self):
        self.start_bridge(arriving_limit=1)
        for _ in range(3):
            self.call()
            self.eventually(lambda: self.bridge._arriving.count() == 0)

    def test_subprotocols(self):
        self.start_bridge()
        for offered, chosen in ((None, None), ('binary', 'binary'), ('foo, binary', 'binary'),
                                ('binary,foo', 'binary'), ('foo', None), ('base64', None)):
            client, _ = self.call(protocols=offered)
            self.assertEqual(client.headers.get('sec-websocket-protocol'), chosen, offered)

    def test_bytes_right_behind_the_request_are_the_first_of_the_call(self):
        self.start_bridge()
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as sock:
            sock.sendall(ws.request('/board/board') + ws.frame(ws.BINARY, b'early bird'))
            self.assertEqual(read_exactly(self.board.answer(), 10), b'early bird')

    def test_a_caller_that_leaves_with_its_request_leaves_nothing_behind(self):
        self.start_bridge()
        for _ in range(20):
            with socket.create_connection(self.bridge.address, ws.PATIENCE) as sock:
                sock.sendall(ws.request('/board/board'))
        self.eventually(lambda: self.metric('connections_total') == 20
                        and self.metric('open_connections') == 0)
        self.assertNotIn('Traceback', self.logged())

    def test_stopping_does_not_wait_for_an_arriving_request(self):
        self.start_bridge(handshake_seconds=60)
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as sock:
            sock.sendall(b'GET / HTTP')
            self.eventually(lambda: self.bridge._arriving.count() == 1)
            began = time.monotonic()
            self.bridge.stop()
            self.assertEqual(read_to_end(sock), b'')
            self.assertLess(time.monotonic() - began, 5)
