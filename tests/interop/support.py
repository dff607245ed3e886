"""What the command line tests share: the tool, a folder of their own, a line with two ends."""
import contextlib
import json
import os
import pathlib
import random
import select
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE_S = 30         # no test takes that long unless something is wrong
NOBODY = 65534


def tool_path():
    """BOARDWALK_TOOL, or what `npm run build` or `ctest` have built."""
    named = os.environ.get('BOARDWALK_TOOL')
    candidates = [pathlib.Path(named)] if named else [
        ROOT / 'build/release/boardwalk', ROOT / 'build/dev/boardwalk']
    for path in candidates:
        if path.is_file():
            return str(path.resolve())
    raise FileNotFoundError('no native tool: cmake --preset release, then build it')


class ToolTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tool = tool_path()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='boardwalk-cli-'))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.there = self.folder / 'there'
        self.there.mkdir()

    def make(self, name, size, seed=1):
        """A file of random bytes in the tests' folder."""
        path = self.folder / name
        path.write_bytes(random.Random(seed).randbytes(size))
        return path

    def make_endless(self, name):
        """A file that takes far longer than any test does, without filling the disk with it."""
        path = self.folder / name
        path.touch()
        os.truncate(path, 3 << 30)
        return path

    def run_tool(self, *words, **options):
        """Runs the tool to its end with nobody on its line."""
        return subprocess.run([self.tool, *map(str, words)], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=PATIENCE_S, check=False, **options)

    def start(self, end, *command, stderr=subprocess.PIPE, **options):
        """Starts one end of a line with the socket `end` as stdin and stdout; closes `end` here."""
        process = subprocess.Popen([str(word) for word in command], stdin=end, stdout=end,
                                   stderr=stderr, **options)
        end.close()
        self.addCleanup(self.reap, process)
        return process

    @staticmethod
    def reap(process):
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()

    def pair(self, sender, receiver, sender_options=None, receiver_options=None):
        """Two commands joined by a socket pair, run to their ends; returns both, finished."""
        left, right = socket.socketpair()
        receiving = self.start(right, *receiver, **(receiver_options or {}))
        sending = self.start(left, *sender, **(sender_options or {}))
        return self.finish(sending), self.finish(receiving)

    def cut(self, sender, receiver, after, rate=None, receiver_options=None):
        """The same, but the line is lost for both once `after` bytes have gone to the receiver.

        `rate`: at most so many bytes go per second.
        """
        left, sender_end = socket.socketpair()
        right, receiver_end = socket.socketpair()
        receiving = self.start(receiver_end, *receiver, **(receiver_options or {}))
        sending = self.start(sender_end, *sender)
        with left, right:
            relay(left, right, after, rate)
        return self.finish(sending), self.finish(receiving)

    def send(self, *words, receiver=()):
        """The tool to itself: `words` for the sender, `receiver` for the other end."""
        return self.pair([self.tool, 'send', *words],
                         [self.tool, 'receive', '--dir', self.there, *receiver])

    @staticmethod
    def finish(process):
        _, said = process.communicate(timeout=PATIENCE_S)
        return subprocess.CompletedProcess(process.args, process.returncode, b'', said or b'')

    def names_there(self):
        return sorted(os.listdir(self.there))

    def assert_same(self, path, name):
        self.assertEqual((self.there / name).read_bytes(), path.read_bytes())

    def wait_until(self, condition, what):
        """Waits for something that another process does; there is nothing to be told by."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            self.assertLess(time.monotonic(), end, f'waited in vain: {what}')
            time.sleep(0.005)


def relay(left, right, after, rate=None):
    """Moves bytes both ways until `after` bytes have gone from left to right, or an end is gone."""
    piece = 65536 if rate is None else rate // 50
    while after > 0:
        if rate is not None:
            time.sleep(1 / 50)
        ready, _, _ = select.select([left, right], [], [], PATIENCE_S)
        if not ready:
            return
        for end in ready:
            try:
                data = end.recv(min(after, piece))
                if not data:
                    return
                (right if end is left else left).sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                return
            if end is left:
                after -= len(data)


def events(stderr):
    """The objects that --json wrote; every line has to be one."""
    return [json.loads(line) for line in stderr.decode('utf-8').splitlines()]


@contextlib.contextmanager
def closing(*descriptors):
    try:
        yield
    finally:
        for descriptor in descriptors:
            with contextlib.suppress(OSError):
                os.close(descriptor)
