"""A captured transfer as wire.py and carrier.py look at it: frames, data, and what was answered."""
import collections
import functools
import itertools
import pathlib

import telnet_line
import zdump

ZRINIT, ZSINIT, ZACK, ZFILE, ZFIN, ZRPOS, ZDATA = 1, 2, 3, 4, 8, 9, 10
ZHEX, ZVHEX, ESC8 = b'Bb1'
ZCRCE, ZCRCG, ZCRCQ, ZCRCW = b'hijk'
ZDLE, SHIFT_OUT, IAC = 0x18, 0x0E, 0xFF


class Evidence:
    """One captured transfer of `size` bytes of files, decoded when somebody asks."""

    def __init__(self, folder, size, telnet=False):
        self.folder = pathlib.Path(folder)
        self.size = size
        self.telnet = telnet

    def raw(self, direction):
        return (self.folder / f'{direction}.bin').read_bytes()

    @functools.cached_property
    def forward(self):
        data = self.raw('fwd')
        return telnet_line.Undoubler().feed(data) if self.telnet else data

    @functools.cached_property
    def back(self):
        data = self.raw('rev')
        return telnet_line.Undoubler().feed(data) if self.telnet else data

    @functools.cached_property
    def sent(self):
        return list(zdump.decode(self.forward))

    @functools.cached_property
    def answered(self):
        return list(zdump.decode(self.back))

    @property
    def data(self):
        """The subpackets that carry file bytes."""
        return [item for item in self.sent
                if isinstance(item, zdump.Subpacket) and item.header.fields[0] == ZDATA]

    def headers(self, kind, answers=False):
        items = self.answered if answers else self.sent
        return [item for item in items
                if isinstance(item, zdump.Header) and item.fields[0] == kind]

    def binary(self):
        """The bytes of everything the sender framed in binary: headers from their style byte on."""
        for item in self.sent:
            if isinstance(item, zdump.Subpacket):
                yield self.forward[item.start:item.end]
            elif item.style not in (ZHEX, ZVHEX):
                piece = self.forward[item.start:item.end]
                yield piece[piece.index(ZDLE):]

    def bytes_in_frames(self):
        return collections.Counter(itertools.chain.from_iterable(self.binary()))

    def controls_in_frames(self):
        """Control characters that stand there raw: neither the escape byte nor, in the eighth-bit
        encoding, the one in front of a byte whose bit 7 was taken off."""
        quotes = {ZDLE, SHIFT_OUT} if self.headers(ZDATA)[0].style == ESC8 else {ZDLE}
        return {byte: count for byte, count in self.bytes_in_frames().items()
                if byte & 0x60 == 0 and byte not in quotes}
