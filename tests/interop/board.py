"""Calls a board by telnet, walks to its files as a person would, moves them with the native tool.

The board is one that looks like the demo board: its prompts, its keys. Without an address the demo
board itself is started, with files whose contents are known. Of another board's files nothing is
known before: those of the first download are what later ones are held against, and that an upload
is complete is its receiver's word.
"""
import contextlib
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time

import matrix
import zlink
from matrix import KIB, TOOL, Case

NAME = 'board'
ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE_S = 20
GROUP = 'board, telnet'

HANDLE_PROMPT = 'Your name or handle (Enter = guest): '
CHOICE_PROMPT = 'Your choice: '
AREA_PROMPT = 'Area number (Enter = back): '
FILES_PROMPT = 'Q goes back (? = help): '
TRANSFER_BEGINS = 'Ctrl-X five times cancels.'

IAC, SB, SE = 0xFF, 0xFA, 0xF0
WILL, WONT, DO, DONT = 0xFB, 0xFC, 0xFD, 0xFE
BINARY, ECHO, SUPPRESS_GO_AHEAD = 0, 1, 3
# What we agree to, by the command that proposes it; everything else is refused.
AGREED = {DO: {BINARY, SUPPRESS_GO_AHEAD}, WILL: {BINARY, ECHO, SUPPRESS_GO_AHEAD}}
ANSWER = {DO: (WILL, WONT), WILL: (DO, DONT)}

COLOURS = re.compile(r'\x1b\[[0-9;?]*[A-Za-z]')
AREA = re.compile(r'^ *(\d+) +(\S.*?) +(\d+) files? ', re.MULTILINE)


class Unlike(Exception):
    """The board did not say what the demo board says there."""


class Caller:
    """A person with a telnet program: sees text, presses keys, and can leave the line to a tool."""

    def __init__(self, address):
        self.socket = socket.create_connection(address, PATIENCE_S)
        self.seen = ''
        self.pending = b''

    def close(self):
        self.socket.close()

    def type(self, keys, until):
        self.socket.sendall(keys.encode('ascii'))
        return self.wait_for(until)

    def wait_for(self, text):
        """Everything shown up to and with the text, without colours."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.seen:
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            try:
                received = self.socket.recv(65536)
            except TimeoutError:
                received = b''
            if not received:
                raise Unlike(f"waited for '{text}', saw '{self.seen[-200:]}'")
            self.seen += COLOURS.sub('', self.text_of(received).decode('cp437'))
        shown, _, self.seen = self.seen.partition(text)
        self.socket.settimeout(None)
        return shown + text

    def text_of(self, received):
        """Takes the commands out and answers them."""
        data, self.pending = self.pending + received, b''
        text = bytearray()
        at = 0
        while at < len(data):
            command = data[at:at + 3]
            if command[0] != IAC:
                text.append(command[0])
                at += 1
                continue
            if command[1:2] == bytes([SB]):
                stop = data.find(bytes((IAC, SE)), at)
                length = stop + 2 - at if stop >= 0 else len(data) + 1
            else:
                length = 3 if command[1:2] and command[1] >= WILL else 2
            if at + length > len(data):
                self.pending = data[at:]
                break
            if length == 3 and command[1] in AGREED:
                yes, no = ANSWER[command[1]]
                answer = yes if command[2] in AGREED[command[1]] else no
                self.socket.sendall(bytes((IAC, answer, command[2])))
            at += length
        return bytes(text)

    def areas(self):
        """From the main menu to the list of areas: [(number, name, count of files)]."""
        return [(int(number), name, int(count))
                for number, name, count in AREA.findall(self.type('F', AREA_PROMPT))]

    def leave_to(self, command, folder):
        """The tool gets the line; returns its exit status and what it said."""
        done = subprocess.run(command, stdin=self.socket, stdout=self.socket, cwd=folder,
                              stderr=subprocess.PIPE, timeout=60, check=False)
        return done.returncode, done.stderr.decode('utf-8', 'replace').strip()


@contextlib.contextmanager
def demo_board(files, uploads):
    """Our own board on a free port; yields its address."""
    board = subprocess.Popen(
        [sys.executable, '-m', 'proxy.demo_board', '--listen', '127.0.0.1:0', '--quiet',
         '--files', str(files), '--uploads', str(uploads)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        for line in board.stdout:
            if found := re.search(r'board listening on ([\d.]+):(\d+)', line):
                yield found[1], int(found[2])
                break
        else:
            raise Unlike('the demo board did not start')
    finally:
        board.terminate()
        board.wait()
        board.stdout.close()


def cases():
    for options in ('', ' --escape-control', ' --crc 16', ' --rle', ' --turbo'):
        yield Case(NAME, f'{TOOL} --telnet{options}', GROUP, sizes=(0, 1, 8193, 300 * KIB),
                   in_short=True)
    for options in ('', ' --escape-control', ' --crc 16', ' --block 8192'):
        yield Case(f'{TOOL} --telnet{options}', NAME, GROUP, sizes=(0, 1, 8193, 300 * KIB),
                   in_short=True)


def download(caller, tool, case, folder):
    """Every file of the first area that has any; returns why it failed, or None."""
    area, _, count = next((area for area in caller.areas() if area[2]), (0, '', 0))
    if not count:
        return 'the board has no files'
    caller.type(f'{area}\r', FILES_PROMPT)
    caller.type('D *\r', TRANSFER_BEGINS)
    status, said = caller.leave_to(shlex.split(matrix.command('receive', case.receiver, tool)),
                                   folder)
    received = len(list(folder.iterdir()))
    if status != 0:
        return f'our receiver ended with {status}: {said}'
    return None if received == count else f'{received} of {count} files arrived'


def upload(caller, tool, case, files, folder):
    caller.type('U', TRANSFER_BEGINS)
    command = matrix.command('send', case.sender, tool).replace('{files}', shlex.join(files))
    status, said = caller.leave_to(shlex.split(command), folder)
    return None if status == 0 else f'our sender ended with {status}: {said}'


def digests(folder):
    return {path.name: zlink.digest(path) for path in folder.iterdir() if path.is_file()}


class Runner:
    """Runs board cases; remembers what the board's files are."""

    def __init__(self, address, workdir):
        self.address = address
        self.workdir = pathlib.Path(workdir)
        self.known = None

    def run(self, case, tool, files):
        """Like runner.run, but nothing in between can count bytes."""
        began = time.monotonic()
        got, uploads = self.workdir / 'got', self.workdir / 'uploads'
        for folder in (got, uploads):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        with contextlib.ExitStack() as stack:
            try:
                address = self.address or stack.enter_context(
                    demo_board(pathlib.Path(files[0]).parent, uploads))
                caller = stack.enter_context(contextlib.closing(Caller(address)))
                caller.wait_for(HANDLE_PROMPT)
                caller.type('interop\r', CHOICE_PROMPT)
                if case.sender == NAME:
                    why = download(caller, tool, case, got) or self.compare(got, files)
                else:
                    why = upload(caller, tool, case, files, got)
                    if not why and not self.address:
                        why = stored(digests(pathlib.Path(files[0]).parent), uploads)
            except (OSError, Unlike, subprocess.TimeoutExpired) as error:
                why = str(error)
        return {'why': why, 'wall': round(time.monotonic() - began, 4), 'wire_fwd': None,
                'wire_rev': None, 'events': None, 'sender': {}, 'receiver': {}}

    def compare(self, got, files):
        arrived = digests(got)
        if self.known is None:
            self.known = arrived if self.address else digests(pathlib.Path(files[0]).parent)
        return compared(self.known, arrived)


def stored(wanted, uploads):
    """The board puts the files into their place once its own program has ended."""
    end = time.monotonic() + PATIENCE_S
    while (why := compared(wanted, digests(uploads))) and time.monotonic() < end:
        time.sleep(0.02)
    return why


def compared(wanted, got):
    wrong = [name for name in wanted if got.get(name) != wanted[name]]
    return f"wrong: {' '.join(sorted(wrong))}" if wrong else None
