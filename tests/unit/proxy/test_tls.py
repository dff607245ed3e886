"""wss://: the same bridge inside TLS."""

import hashlib
import os
import socket
import ssl
import subprocess
import threading

from tests.unit.proxy.support import web_socket as ws
from tests.unit.proxy.support.boards import read_exactly, read_to_end
from tests.unit.proxy.support.fixture import BridgeTestCase
from tests.unit.proxy.test_carrying import MIB


class Tls(BridgeTestCase):
    def setUp(self):
        super().setUp()
        self.cert = os.path.join(self.folder, 'cert.pem')
        self.key = os.path.join(self.folder, 'key.pem')
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt',
                        'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj',
                        '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost',
                        '-keyout', self.key, '-out', self.cert], check=True, capture_output=True)
        self.tls = ssl.create_default_context(cafile=self.cert)

    def test_megabytes_both_ways_and_last_words(self):
        bridge = self.start_bridge(cert=self.cert, key=self.key)
        self.assertTrue(bridge.url.startswith('wss://127.0.0.1:'))
        client, board = self.call(tls=self.tls)
        data = os.urandom(5 * MIB)
        client.send(b'small')
        self.assertEqual(read_exactly(board, 5), b'small')
        sender = threading.Thread(target=client.send, args=(data,))
        sender.start()
        self.assertEqual(read_exactly(board, len(data)), data)
        sender.join()
        talker = threading.Thread(target=lambda: (board.sendall(data), board.close()))
        talker.start()
        received, closed = client.receive_to_close()
        talker.join()
        self.assertEqual(hashlib.sha256(received).digest(), hashlib.sha256(data).digest())
        self.assertEqual(closed.code, 4000)

    def test_the_last_message_reaches_the_board(self):
        self.start_bridge(cert=self.cert, key=self.key)
        client, board = self.call(tls=self.tls)
        data = os.urandom(100_000)
        client.send(data)
        client.close()
        self.assertEqual(read_to_end(board), data)
        board.close()
        self.assertEqual(client.receive_to_close()[1].code, 1000)

    def test_callers_without_tls_or_without_end_are_let_go(self):
        self.start_bridge(cert=self.cert, key=self.key, handshake_seconds=0.3)
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as plain:
            plain.sendall(ws.request('/board/board'))
            try:
                self.assertNotIn(b'101', read_to_end(plain))
            except ConnectionResetError:
                pass    # as good an end as any
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as silent:
            self.assertEqual(read_to_end(silent), b'')
        self.assertFalse(self.board.was_called())
        self.call(tls=self.tls)

    def test_stopping_does_not_wait_for_a_handshake(self):
        self.start_bridge(cert=self.cert, key=self.key, handshake_seconds=60)
        with socket.create_connection(self.bridge.address, ws.PATIENCE) as sock:
            self.eventually(lambda: self.bridge._arriving.count() == 1)
            with self.takes_at_most(5):
                self.bridge.stop()
                self.assertEqual(read_to_end(sock), b'')

    def test_files_that_are_no_certificate(self):
        with self.assertRaisesRegex(OSError, '--cert .*boards.json'):
            self.start_bridge(cert=self.boards_file, key=self.key)
        with self.assertRaisesRegex(OSError, 'No such file'):
            self.start_bridge(cert=self.cert + '.missing', key=self.key)
