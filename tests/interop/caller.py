"""A conversation with the native tool by hand: bytes are said to it, its headers are expected.

Every header that the tool says has to be asked for, in its order; hangs_up() gives the rest.
"""
import pathlib
import socket
import sys

from .support import PATIENCE_S, ToolTest, events

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import zdump  # noqa: E402

GOOD_BYE = b'**\x18B0800000000022d\r\x8a'
CANCEL = b'\x18' * 8 + b'\x08' * 10
WITH_POSITION = ('ZRPOS', 'ZACK', 'ZDATA', 'ZEOF')


class Caller:
    """The other end of the tool's line."""

    def __init__(self, line, is_telnet):
        self.line = line
        self.line.settimeout(PATIENCE_S)
        self.is_telnet = is_telnet
        self.said = b''         # all that the tool has said
        self.taken = 0          # how many of its headers have been asked for

    def says(self, data, piece=None):
        step = piece or max(len(data), 1)
        for at in range(0, len(data), step):
            self.line.sendall(data[at:at + step])

    def hears(self):
        """The next header that the tool says, with the position where it is about one."""
        while len(self._headers()) <= self.taken:
            if not self._listens():
                return 'the end'
        self.taken += 1
        return self._headers()[self.taken - 1]

    def hears_cancel(self):
        while CANCEL not in self.said:
            if not self._listens():
                return False
        return True

    def hangs_up(self):
        """Closes this direction and listens to the end; the headers that nobody asked for."""
        self.line.shutdown(socket.SHUT_WR)
        while self._listens():
            pass
        return self._headers()[self.taken:]

    def items(self):
        """All headers and subpackets so far."""
        said = self.said.replace(b'\xff\xff', b'\xff') if self.is_telnet else self.said
        return list(zdump.decode(said))

    def file_bytes(self):
        """What has come in data frames, in the order of coming."""
        return b''.join(item.data for item in self.items()
                        if isinstance(item, zdump.Subpacket) and item.header.name == 'ZDATA')

    def _headers(self):
        return [f'{item.name} {item.position}' if item.name in WITH_POSITION else item.name
                for item in self.items() if isinstance(item, zdump.Header)]

    def _listens(self):
        more = self.line.recv(65536)
        self.said += more
        return more


class CallerTest(ToolTest):
    def call(self, *words, **options):
        """Starts the tool; its caller and its process."""
        ours, its = socket.socketpair()
        self.addCleanup(ours.close)
        process = self.start(its, self.tool, *words, **options)
        return Caller(ours, '--telnet' in words), process

    def receiving(self, *words, **options):
        caller, process = self.call('receive', '--json', '--dir', self.there, *words, **options)
        self.assertEqual(caller.hears(), 'ZRINIT')
        return caller, process

    def sending(self, *words, files):
        for name, content in files.items():
            (self.folder / name).write_bytes(content)
        caller, process = self.call('send', '--json', *words, *files, cwd=self.folder)
        self.assertEqual(caller.hears(), 'ZRQINIT')
        return caller, process

    def talk(self, caller, *steps):
        """Says each step, or nothing, and expects the one header that is its answer."""
        for said, answer in steps:
            caller.says(said or b'')
            self.assertEqual(caller.hears(), answer)

    def ends(self, caller, process, status=0):
        """The caller has nothing more to say; what the tool has told."""
        self.assertEqual(caller.hangs_up(), [])
        done = self.finish(process)
        self.assertEqual(done.returncode, status, done.stderr)
        return events(done.stderr)

    def good_bye(self, caller, process):
        self.talk(caller, (GOOD_BYE, 'ZFIN'))
        caller.says(b'OO')
        return self.ends(caller, process)

    @staticmethod
    def outcomes(told):
        return [(event['name'], event['outcome']) for event in told
                if event['event'] == 'file_done']
