"""A test case with a running bridge: real listener, real threads, time-outs short where asked."""

import contextlib
import dataclasses
import io
import json
import logging
import os
import tempfile
import threading
import time
import unittest

from proxy.bridge import Bridge
from proxy.settings import Settings
from tests.unit.proxy.support.boards import TcpBoard, entry
from tests.unit.proxy.support.web_socket import PATIENCE, Closed, WebSocketClient


class BridgeTestCase(unittest.TestCase):
    """`self.board` is listed as "board"; start_bridge() first, everything is ended afterwards."""

    board_options = {}

    def setUp(self):
        self.board = TcpBoard(**self.board_options)
        self.addCleanup(self.board.close)
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.boards_file = os.path.join(self.folder, 'boards.json')
        self.list_boards([entry('board', self.board.port)])
        self.log = io.StringIO()
        handler = logging.StreamHandler(self.log)
        logger = logging.getLogger('bridge')
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.addHandler(handler)
        self.addCleanup(logger.removeHandler, handler)

    def list_boards(self, entries):
        with open(self.boards_file, 'w', encoding='utf-8') as file:
            json.dump(entries, file)

    def start_bridge(self, **changed):
        # The boards of the tests do not hang up by themselves: the wait for it is kept short.
        settings = dataclasses.replace(
            Settings(boards=self.boards_file, listen=('127.0.0.1', 0), drain_seconds=0.05),
            **changed)
        bridge = self.bridge = Bridge(settings)
        thread = threading.Thread(target=bridge.run)
        thread.start()

        def stop():
            bridge.stop()
            thread.join(PATIENCE)
            self.assertFalse(thread.is_alive(), 'the bridge does not stop')
        self.addCleanup(stop)
        return bridge

    def client(self, path='/board/board', **options):
        client = WebSocketClient(self.bridge.address, path, **options)
        self.addCleanup(client.sock.close)
        return client

    def call(self, **options):
        """(client, the board's socket) of a new connection."""
        client = self.client(**options)
        return client, self.board.answer()

    def closed(self, client):
        """The Closed that comes next; a payload instead of it is a failure."""
        with self.assertRaises(Closed) as caught:
            payload = client.receive()
            self.fail(f'{len(payload)} bytes came instead of a close frame')
        return caught.exception

    def metric(self, name):
        """The value of one line of the metrics, by its name with labels."""
        for line in self.bridge._metrics_text().splitlines():
            if line.startswith(f'boardwalk_bridge_{name} '):
                return int(line.split()[-1])
        return None

    def eventually(self, condition):
        """For what another thread does after the last byte that a test can see."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, f'this never came true; log:\n{self.logged()}')
            time.sleep(0.002)

    def log_line_of_call(self):
        """The line that the one call of this test left in the log."""
        self.eventually(lambda: 'call client=' in self.logged())
        lines = [line for line in self.logged().splitlines() if line.startswith('call ')]
        self.assertEqual(len(lines), 1, lines)
        return lines[0]

    def logged(self):
        return self.log.getvalue()

    @contextlib.contextmanager
    def takes_at_most(self, seconds):
        began = time.monotonic()
        yield
        self.assertLess(time.monotonic() - began, seconds)
