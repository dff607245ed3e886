"""The native tool on a terminal, as a board starts it: raw while it runs, as before afterwards."""
import os
import pty
import select
import signal
import socket
import subprocess
import termios
import threading

from .support import PATIENCE_S, ToolTest, closing

CAN = b'\x18'


def pump(terminal, peer):
    """Carries bytes between a terminal's master and a socket until one of them ends."""
    while True:
        readable, _, _ = select.select([terminal, peer], [], [])
        try:
            if terminal in readable:
                peer.sendall(os.read(terminal, 65536))
            if peer in readable:
                data = peer.recv(65536)
                if not data:
                    return
                view = memoryview(data)
                while view:
                    view = view[os.write(terminal, view):]
        except OSError:
            return


class Terminal(ToolTest):
    def setUp(self):
        super().setUp()
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        guard = closing(self.master, self.slave)
        guard.__enter__()
        self.addCleanup(guard.__exit__, None, None, None)

    def start_here(self, *words, stderr=subprocess.PIPE):
        process = subprocess.Popen([self.tool, *map(str, words)], stdin=self.slave,
                                   stdout=self.slave, stderr=stderr, start_new_session=True)
        self.addCleanup(self.reap, process)
        return process

    def is_raw(self):
        return not termios.tcgetattr(self.slave)[3] & (termios.ICANON | termios.ECHO)

    def assert_as_before(self):
        self.assertEqual(termios.tcgetattr(self.slave), self.before)
        self.assertTrue(os.get_blocking(self.slave))

    def until_started(self):
        """Until the tool has said its first words: then the terminal has long been raw."""
        said = b''
        while b'B0100' not in said:
            said += os.read(self.master, 1000)
        self.assertTrue(self.is_raw())
        return said

    def join(self, process, *peer):
        """A real peer at the terminal's other end; returns when the tool has ended."""
        ours, theirs = socket.socketpair()
        other = self.start(theirs, *peer, cwd=self.there)
        carrier = threading.Thread(target=pump, args=(self.master, ours))
        carrier.start()
        try:
            done = self.finish(process)
        finally:
            ours.shutdown(socket.SHUT_RDWR)
            carrier.join(PATIENCE_S)
            ours.close()
        other.wait(PATIENCE_S)
        return done

    def test_a_file_comes_in_and_the_terminal_is_put_back(self):
        path = self.make('door.zip', 300_000)
        process = self.start_here('receive', '--dir', self.there)
        done = self.join(process, 'sz', '-q', path)
        self.assertEqual(done.returncode, 0)
        self.assert_same(path, 'door.zip')
        self.assert_as_before()

    def test_a_file_goes_out_and_the_terminal_is_put_back(self):
        path = self.make('door.zip', 300_000)
        process = self.start_here('send', path)
        done = self.join(process, 'rz', '-q')
        self.assertEqual(done.returncode, 0)
        self.assert_same(path, 'door.zip')
        self.assert_as_before()

    def test_put_back_after_ctrl_x_five_times(self):
        process = self.start_here('receive')
        self.until_started()
        os.write(self.master, CAN * 5)
        self.assertEqual(self.finish(process).returncode, 3)
        self.assert_as_before()

    def test_put_back_after_a_signal(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(number.name):
                process = self.start_here('receive')
                self.until_started()
                process.send_signal(number)
                self.assertEqual(self.finish(process).returncode,
                                 4 if number == signal.SIGHUP else 3)
                self.assert_as_before()
                termios.tcflush(self.master, termios.TCIOFLUSH)

    def test_put_back_when_it_is_stopped_at_once(self):
        process = self.start_here('receive')
        self.until_started()
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.finish(process).returncode, 3)
        self.assert_as_before()

    def test_put_back_when_the_program_aborts(self):
        process = self.start_here('receive')
        self.until_started()
        process.send_signal(signal.SIGABRT)
        self.finish(process)
        self.assert_as_before()

    def test_nothing_but_the_protocol_is_written_while_the_line_is_the_screen(self):
        """stderr is the same terminal: what there is to say is said before and after."""
        process = self.start_here('receive', '--verbose', '--timeout', '0.2', '--retries', '2',
                                  stderr=self.slave)
        self.assertEqual(process.wait(PATIENCE_S), 4)
        said = b''
        while select.select([self.master], [], [], 0)[0]:
            said += os.read(self.master, 65536)
        self.assert_as_before()
        before, protocol = said.split(b'**\x18', 1)
        protocol, after = protocol.rsplit(b'\x11', 1) if b'\x11' in protocol else (protocol, b'')
        self.assertIn(b'Ctrl-X five times gives up', before)
        self.assertNotIn(b'boardwalk:', protocol)
        self.assertIn(b'the other side does not answer', after)
