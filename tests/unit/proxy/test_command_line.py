"""`python3 -m proxy` as a user starts it: a process of its own, its words and exit statuses."""

import contextlib
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from proxy.arguments import parse
from tests.unit.proxy.support.boards import TcpBoard, entry, read_exactly
from tests.unit.proxy.support.web_socket import PATIENCE, Refused, WebSocketClient

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.boards = os.path.join(self.folder, 'boards.json')
        self.board = TcpBoard()
        self.addCleanup(self.board.close)
        self.write(json.dumps([entry('board', self.board.port)]))

    def write(self, text):
        with open(self.boards, 'w', encoding='utf-8') as file:
            file.write(text)

    def fails(self, *arguments):
        """(exit status, what it said) of a start that must fail."""
        done = subprocess.run([sys.executable, '-m', 'proxy', *arguments], cwd=ROOT, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.stdout, '')
        self.assertNotIn('Traceback', done.stderr)
        return done.returncode, done.stderr

    def started(self, *arguments):
        """(process, address) of a bridge that listens on a free port."""
        process = subprocess.Popen(
            [sys.executable, '-m', 'proxy', '--boards', self.boards, '--listen', '127.0.0.1:0',
             *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.wait)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        line = process.stdout.readline()
        found = re.fullmatch(r'bridge listening on wss?://127\.0\.0\.1:(\d+), 1 board\n', line)
        self.assertTrue(found, line)
        return process, ('127.0.0.1', int(found[1]))

    def test_wrong_use_is_told_plainly_with_status_2(self):
        listen = ('--listen', '127.0.0.1:0')
        boards = ('--boards', self.boards)
        for arguments, words in (
                ((), 'required'),
                (boards, '--listen'),
                (listen, '--boards'),
                ((*boards, *listen, '--what'), '--what'),
                ((*boards, *listen, 'more'), 'more'),
                ((*boards, '--liste', '127.0.0.1:0'), '--listen'),
                ((*boards, '--listen', '8081'), "'8081' is not HOST:PORT"),
                ((*boards, '--listen', ':8081'), "':8081' is not HOST:PORT"),
                ((*boards, '--listen', '127.0.0.1:99999'), 'is not HOST:PORT'),
                ((*boards, '--listen', '::1:8081'), '[::1]:8081'),
                ((*boards, *listen, '--origin', '*'), 'is no origin'),
                ((*boards, *listen, '--per-client', '0'), 'whole number'),
                ((*boards, *listen, '--total', 'many'), 'whole number'),
                ((*boards, *listen, '--idle', '-1'), 'seconds'),
                ((*boards, *listen, '--idle', 'nan'), 'seconds'),
                ((*boards, *listen, '--cert', 'x.pem'), '--cert and --key go together'),
                ((*boards, *listen, '--metrics', '1'), 'is not HOST:PORT')):
            with self.subTest(arguments):
                said = io.StringIO()
                with contextlib.redirect_stderr(said), self.assertRaises(SystemExit) as caught:
                    parse(arguments)
                self.assertEqual(caught.exception.code, 2)
                self.assertIn(words, said.getvalue())

    def test_what_the_arguments_name_must_be_there(self):
        listen = ('--listen', '127.0.0.1:0')
        boards = ('--boards', self.boards)
        for arguments, words in (
                ((*boards, *listen, '--what'), 'unrecognized arguments: --what'),
                ((*boards, '--listen', 'nobody.invalid:0'), '--listen nobody.invalid:0: '),
                ((*boards, *listen, '--cert', 'x.pem', '--key', 'y.pem'), 'No such file'),
                ((*boards, *listen, '--cert', self.boards, '--key', self.boards), '--cert'),
                ((*boards, *listen, '--log', '/nowhere/log'), '--log /nowhere/log: No such file'),
                (('--boards', '/nowhere.json', *listen), '/nowhere.json: No such file')):
            with self.subTest(arguments):
                status, said = self.fails(*arguments)
                self.assertEqual(status, 2, said)
                self.assertIn(words, said)

    def test_a_broken_list_is_told_with_its_place(self):
        self.write('[{"id": "a", "host": "h", "port": "x"}]')
        status, said = self.fails('--boards', self.boards, '--listen', '127.0.0.1:0')
        self.assertEqual(status, 2)
        self.assertIn(f"{self.boards}: entry 1 ('a'): port must be", said)

    def test_a_port_in_use(self):
        port = self.board.port
        status, said = self.fails('--boards', self.boards, '--listen', f'127.0.0.1:{port}')
        self.assertEqual(status, 1)
        self.assertEqual(said, f'python3 -m proxy: --listen 127.0.0.1:{port}: '
                               'Address already in use\n')

    def test_a_python_without_websockify_says_what_is_missing(self):
        # -I -S: no site-packages and no dist-packages; the folder of the bridge is named by hand.
        program = f'import sys, runpy; sys.path.insert(0, {ROOT!r}); sys.argv[0] = "proxy"; ' \
                  'runpy.run_module("proxy", run_name="__main__")'
        done = subprocess.run([sys.executable, '-I', '-S', '-c', program], text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 2)
        self.assertIn('has no module websockify', done.stderr)
        self.assertIn('apt-get install websockify', done.stderr)
        self.assertIn('/usr/bin/python3 -m proxy', done.stderr)

    def test_both_signals_stop_it_at_once_and_cleanly(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            process, address = self.started()
            with WebSocketClient(address, '/board/board') as client:
                board = self.board.answer()
                client.send(b'x')
                read_exactly(board, 1)
                process.send_signal(number)
                self.assertEqual(process.wait(PATIENCE), 0)
                self.assertEqual(client.receive_to_close()[1].code, 1001)
            self.assertNotIn('Traceback', process.stderr.read())
            with socket.socket() as again:
                again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                again.bind(address)

    def test_options_arrive(self):
        log = os.path.join(self.folder, 'bridge.log')
        process, address = self.started(
            '--origin', 'https://one.example', '--origin', 'https://two.example',
            '--per-client', '1', '--total', '5', '--idle', '0.3', '--log', log,
            '--metrics', '127.0.0.1:0')
        with self.assertRaises(Refused):
            WebSocketClient(address, '/board/board', origin='http://localhost')
        with WebSocketClient(address, '/board/board', origin='https://two.example') as client:
            with WebSocketClient(address, '/board/board', origin='https://one.example') as second:
                self.assertEqual(second.receive_to_close()[1].code, 4429)
            self.assertEqual(client.receive_to_close()[1].code, 4408)
        with open(log, encoding='utf-8') as file:
            metrics = re.search(r'metrics at (\S+)', file.read())[1]
        with urllib.request.urlopen(metrics, timeout=PATIENCE) as page:
            self.assertIn(b'refusals_total{code="4429"} 1', page.read())
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), 0)
        with open(log, encoding='utf-8') as file:
            self.assertRegex(file.read(), r'(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ call client='
                                          r'127\.0\.0\.1 board="board" .* code=4408')
        self.assertEqual(process.stderr.read(), '')

    def test_help_names_every_option(self):
        done = subprocess.run([sys.executable, '-m', 'proxy', '--help'], cwd=ROOT, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0)
        for option in ('--boards', '--listen', '--origin', '--cert', '--key', '--per-client',
                       '--total', '--idle', '--log', '--metrics'):
            self.assertIn(option, done.stdout)
