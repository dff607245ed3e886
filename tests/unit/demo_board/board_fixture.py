"""A real demo board as a child process, and a small telnet client that can run lrzsz.

Used by every socket test here. The client is written from the telnet rules, not from the board's
code: it un-doubles and doubles IAC itself and fails when a command lands inside a transfer.
"""

import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
TTYPE, NAWS = 24, 31
PATIENCE = 20


class BoardProcess:
    """`python3 -m proxy.demo_board` on a free port, with its own files and uploads folders."""

    def __init__(self, files, uploads, *options):
        self.uploads = uploads
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "proxy.demo_board", "--listen", "127.0.0.1:0",
             "--files", files, "--uploads", uploads, *options],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.raw_port = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"the board did not start: {self.errors()}")
            port = re.search(r"listening (without telnet )?on 127\.0\.0\.1:(\d+)", line)
            if port and port[1]:
                self.raw_port = int(port[2])
            elif port:
                self.port = int(port[2])
                return

    def errors(self):
        """What the board wrote to stderr so far."""
        self.log.seek(0)
        return self.log.read().decode()

    def children(self):
        """Process ids of the board's living (or unreaped) children."""
        found = []
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{task}/children") as file:
                found += [int(pid) for pid in file.read().split()]
        return found

    def memory(self):
        """Resident bytes of the board process."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def stop(self, number=signal.SIGTERM):
        """Stop by signal; gives the exit status."""
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return status


def eventually(condition, patience=PATIENCE):
    """Poll a condition of another process; its last value."""
    deadline = time.monotonic() + patience
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


class Client:
    """One caller. `telnet=False` is netcat: it answers nothing and takes every byte as data."""

    def __init__(self, port, telnet=True, window=(80, 25), terminal=b"ansi-bbs"):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.telnet = telnet
        self.window = window
        self.terminal = terminal
        self.seen = b""        # data bytes not yet waited for
        self.commands = []     # (command, option) received
        self.in_transfer = False
        self.passed = b""      # what the last run() gave to its program
        self._rest = b""

    def close(self):
        self.socket.close()

    def send(self, data):
        """Data as bytes on the wire, IAC doubled by a telnet caller."""
        self.socket.sendall(data.replace(b"\xff", b"\xff\xff") if self.telnet else data)

    def type(self, keys, until):
        """Press keys, then wait for a text; gives everything shown up to and with it."""
        self.send(keys.encode("cp437"))
        return self.wait_for(until)

    def wait_for(self, text):
        """Everything shown up to and with the text, as a string without colour codes."""
        wanted = text.encode("cp437")
        deadline = time.monotonic() + PATIENCE
        while wanted not in self.seen:
            if time.monotonic() > deadline or not self.receive(deadline - time.monotonic()):
                raise AssertionError(f"no {text!r}; shown: {plain(self.seen)[-600:]!r}")
        end = self.seen.index(wanted) + len(wanted)
        shown, self.seen = self.seen[:end], self.seen[end:]
        return plain(shown)

    def receive(self, patience):
        """Take in what comes; False at the end of the connection or when nothing comes."""
        if not select.select([self.socket], [], [], max(0, patience))[0]:
            return False
        wire = self.socket.recv(65536)
        self.seen += self.decode(wire) if self.telnet else wire
        return bool(wire)

    def decode(self, wire):
        """Data of the next wire bytes; answers commands, but none may come in a transfer."""
        wire, self._rest = self._rest + wire, b""
        out, position = [], 0
        while position < len(wire):
            mark = wire.find(b"\xff", position)
            mark = len(wire) if mark < 0 else mark
            out.append(wire[position:mark])
            command = wire[mark:mark + 3]
            if not command:
                break
            if command[:2] == b"\xff\xff":
                out.append(b"\xff")
                position = mark + 2
                continue
            end = mark + 3
            if command[1:2] == bytes([SB]):
                end = wire.find(bytes([IAC, SE]), mark) + 2
            if len(command) < 3 or end < 2:
                self._rest = wire[mark:]
                break
            if self.in_transfer:
                raise AssertionError(f"telnet command {command!r} inside a transfer")
            self._answer(command[1], command[2])
            position = end
        return b"".join(out)

    def _answer(self, command, option):
        self.commands.append((command, option))
        if command == WILL:
            self.socket.sendall(bytes([IAC, DO, option]))
        elif command == DO:
            self.socket.sendall(bytes([IAC, WILL, option]))
            if option == NAWS:
                columns, rows = self.window
                size = columns.to_bytes(2, "big") + rows.to_bytes(2, "big")
                self.socket.sendall(bytes([IAC, SB, NAWS]) + size.replace(b"\xff", b"\xff\xff")
                                    + bytes([IAC, SE]))
        elif command == SB and option == TTYPE:
            self.socket.sendall(bytes([IAC, SB, TTYPE, 0]) + self.terminal + bytes([IAC, SE]))

    def enter(self, handle="Sam"):
        """From connect to the main menu."""
        self.wait_for("guest): ")
        return self.type(handle + "\r", "Your choice: ")

    def open_area(self, number=1):
        """From the main menu to a listing."""
        self.type("F", "back): ")
        return self.type(f"{number}\r", "help): ")

    def run(self, command, folder, cut=65536):
        """Join a real program to the line until it exits; gives its status.

        `cut` is the size of the pieces its output is sent in: 1 splits every doubled IAC.
        """
        near, far = socket.socketpair()
        child = subprocess.Popen(command, cwd=folder, stdin=far, stdout=far,
                                 stderr=subprocess.DEVNULL)
        far.close()
        self.in_transfer = True
        try:
            near.sendall(self.seen)
            self.passed, self.seen = self.seen, b""
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline:
                ready = select.select([self.socket, near], [], [], 1)[0]
                if near in ready:
                    try:
                        data = near.recv(65536)
                    except ConnectionResetError:
                        data = b""  # left with input unread
                    if not data:
                        break
                    wire = data.replace(b"\xff", b"\xff\xff") if self.telnet else data
                    for start in range(0, len(wire), cut):
                        self.socket.sendall(wire[start:start + cut])
                if self.socket in ready:
                    wire = self.socket.recv(65536)
                    data = self.decode(wire) if self.telnet else wire
                    self.passed = (self.passed + data)[-65536:]
                    try:
                        near.sendall(data)
                    except OSError:
                        self.seen += data  # the program has left: this is for the screen
            return child.wait(PATIENCE)
        finally:
            self.in_transfer = False
            near.close()
            child.kill()
            child.wait()


def plain(data):
    """Screen bytes as text without ANSI codes."""
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", data.decode("cp437"))


class BoardCase(unittest.TestCase):
    """A test with a running board; `OPTIONS` are further options of the command."""

    OPTIONS = ()

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="boardwalk-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.files = self.make_folder("files")
        self.home = self.make_folder("home")
        self.fill()
        self.board = BoardProcess(self.files, os.path.join(self.folder, "uploads"), *self.OPTIONS)
        self.addCleanup(self.board.log.close)
        self.addCleanup(self._stop)

    def fill(self):
        """Put files on offer before the board starts."""

    def _stop(self):
        if self.board.process.poll() is None:
            self.board.stop()
        self.assertNotIn("Traceback", self.board.errors())

    def make_folder(self, *path):
        full = os.path.join(self.folder, *path)
        os.makedirs(full, exist_ok=True)
        return full

    def write(self, name, data, folder=None):
        """A file on offer (or in another folder)."""
        with open(os.path.join(folder or self.files, name), "wb") as file:
            file.write(data)
        return data

    def read(self, folder, name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    def call(self, telnet=True, raw=False, **how):
        client = Client(self.board.raw_port if raw else self.board.port, telnet, **how)
        self.addCleanup(client.close)
        return client

    def uploads(self):
        """Names in the uploads folder, hidden ones too."""
        return sorted(os.listdir(self.board.uploads))
