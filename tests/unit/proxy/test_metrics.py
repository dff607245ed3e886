"""What an operator sees: the metrics page, and one line in the log for each call."""

import json
import os
import socket
import urllib.error
import urllib.request

from proxy.connection_log import quoted
from tests.unit.proxy.support.boards import read_exactly
from tests.unit.proxy.support.fixture import BridgeTestCase


class Metrics(BridgeTestCase):
    def page(self):
        host, port = self.bridge.metrics_page.address
        with urllib.request.urlopen(f'http://{host}:{port}/metrics', timeout=20) as answer:
            self.assertIn('version=0.0.4', answer.headers['Content-Type'])
            return answer.read().decode()

    def test_counts_while_a_call_goes_on_and_after_it(self):
        self.start_bridge(metrics=('127.0.0.1', 0))
        client, board = self.call()
        client.send(b'12345')
        read_exactly(board, 5)
        board.sendall(b'1234567')
        client.receive_exactly(7)
        for line in ('boards 1', 'open_connections 1', 'carrying_connections 1',
                     'connections_total 1', 'bytes_total{direction="to_board"} 5',
                     'bytes_total{direction="to_browser"} 7', 'refusals_total{code="4502"} 0'):
            self.assertIn(f'boardwalk_bridge_{line}\n', self.page())
        board.close()
        client.receive_to_close()
        self.eventually(lambda: self.metric('open_connections') == 0)
        for line in ('open_connections 0', 'carrying_connections 0', 'connections_total 1',
                     'bytes_total{direction="to_board"} 5', 'endings_total{code="4000"} 1'):
            self.assertIn(f'boardwalk_bridge_{line}\n', self.page())

    def test_every_line_is_one_of_the_format(self):
        self.start_bridge(metrics=('127.0.0.1', 0))
        self.closed(self.client('/board/unknown'))
        self.eventually(lambda: self.metric('open_connections') == 0)
        for line in self.page().splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) boardwalk_bridge_[a-z_]+ .+'
                                   r'|boardwalk_bridge_[a-z_]+(\{[a-z]+="[a-z0-9_]+"\})? \d+)$')

    def test_other_addresses_are_404(self):
        self.start_bridge(metrics=('127.0.0.1', 0))
        host, port = self.bridge.metrics_page.address
        with self.assertRaises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f'http://{host}:{port}/', timeout=20)
        self.assertEqual(caught.exception.code, 404)
        caught.exception.close()

    def test_an_address_in_use_is_an_error_that_names_the_option(self):
        with socket.create_server(('127.0.0.1', 0)) as other:
            with self.assertRaisesRegex(OSError, '--metrics 127.0.0.1:.*in use'):
                self.start_bridge(metrics=other.getsockname())


class Log(BridgeTestCase):
    def test_one_line_per_call(self):
        self.start_bridge()
        client, board = self.call()
        client.send(b'12345')
        read_exactly(board, 5)
        client.close(1000, 'enough')
        client.receive_to_close()
        self.assertRegex(self.log_line_of_call(),
                         r'^call client=127\.0\.0\.1 board="board" to_board=5 to_browser=0 '
                         r'seconds=\d+\.\d code=1000 reason="enough"$')

    def test_no_caller_can_forge_a_line(self):
        self.start_bridge()
        self.closed(self.client('/board/a%0Acall%20client=1.2.3.4%1B[2J'))
        line = self.log_line_of_call()
        self.assertIn(r'board="a\ncall client=1.2.3.4\u001b[2J"', line)
        self.assertEqual(self.logged().count('\n'), 1)

    def test_quoting(self):
        self.assertEqual(quoted('a"b\\\x9b\u202e'), r'"a\"b\\\u009b\u202e"')
        self.assertLess(len(json.loads(quoted('x' * 5000))), 110)

    def test_refused_pages_leave_a_line(self):
        self.start_bridge()
        with self.assertRaises(Exception):
            self.client(origin='https://evil.example')
        self.eventually(lambda: self.logged())
        self.assertRegex(self.logged(), r'^refused client=127\.0\.0\.1 status=403 .*evil\.example')
        self.assertTrue(os.path.exists(self.boards_file))
