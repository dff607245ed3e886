#!/usr/bin/env python3
"""zdump - list the ZMODEM frames in a captured byte stream, checking each CRC.

zdump.py fwd.bin [rev.bin]      one line per header and data subpacket
zdump.py -s fwd.bin             summary only
zdump.py -x DIR fwd.bin         also write each received file's data to DIR

Understands ZHEX, ZBIN, ZBIN32, ZBINR32 (RLE), their variable-length forms, and
the Omen ZMODEM-90 styles '1' (RLE + eighth-bit quoting), '2' (Pack-7) and '3'
(MobyTurbo).  A decoding aid for captures, not a receiver: it trusts the stream.
"""
import argparse
import binascii
import os
import sys
import typing
import zlib

NAMES = ("ZRQINIT ZRINIT ZSINIT ZACK ZFILE ZSKIP ZNAK ZABORT ZFIN ZRPOS ZDATA ZEOF "
         "ZFERR ZCRC ZCHALLENGE ZCOMPL ZCAN ZFREECNT ZCOMMAND ZSTDERR").split()
STYLE = {65: "ZBIN16", 66: "ZHEX", 67: "ZBIN32", 68: "ZBINR32", 97: "ZVBIN16",
         98: "ZVHEX", 99: "ZVBIN32", 100: "ZVBINR32", 49: "OMEN-ESC8/RLE",
         50: "OMEN-PACK7", 51: "OMEN-MOBYTURBO"}
ENDS = {0x68: "ZCRCE", 0x69: "ZCRCG", 0x6A: "ZCRCQ", 0x6B: "ZCRCW"}
WITH_DATA = {2, 4, 10, 18, 19}
SUFFIX = b"Copyright 1989 Omen Technology INC All Rights Reserved"
FLOW = (0x11, 0x13, 0x91, 0x93)
PRIVATE = {0x6C: 0x7F, 0x6D: 0xFF}
OMEN = dict(PRIVATE) | {0x6E: 0x0E, 0x6F: 0x8E, 0x70: 0x90, 0x71: 0x91, 0x72: 0x93,
                        0x73: 0x80, 0x74: 0x98}


class End(Exception):
    pass


class Reader:
    def __init__(self, data):
        self.d, self.i = data, 0
        self.escapes = 0

    def raw(self):
        if self.i >= len(self.d):
            raise End
        self.i += 1
        return self.d[self.i - 1]

    def zdle(self, moby=False):
        """One ZDLE-decoded byte, or 256+terminator."""
        while True:
            c = self.raw()
            if c in FLOW and not moby:
                continue
            if c != 0x18:
                return c
            self.escapes += 1
            c = self.raw()
            while c in FLOW and not moby:
                c = self.raw()
            if c in ENDS:
                return 256 + c
            if c in PRIVATE:
                return PRIVATE[c]
            return c ^ 0x40

    def omen(self):
        high = 0
        while True:
            c = self.raw() & 0x7F
            if c in (0x11, 0x13):
                continue
            if c == 0x0E:
                high = 0x80
                self.escapes += 1
                continue
            if c != 0x18:
                return c | high
            self.escapes += 1
            c = self.raw() & 0x7F
            while c in (0x11, 0x13):
                c = self.raw() & 0x7F
            if c in ENDS:
                return 256 + c
            if c in OMEN:
                return OMEN[c] | high
            return (c ^ 0x40) | high

    def pack7(self):
        """Up to four bytes from up to five base-88 digits; (bytes, stopped)."""
        v = n = 0
        while n < 5:
            c = self.omen()
            if c == 0x21:
                k = max(0, n - 1)
                return v.to_bytes(4, "big")[4 - k:], True
            v = v * 88 + c - 0x22
            n += 1
        return (v & 0xFFFFFFFF).to_bytes(4, "big"), False


def crc16(data):
    return binascii.crc_hqx(bytes(data), 0)


def unrle(sym):
    out, it = bytearray(), iter(sym)
    for c in it:
        if c != 0x7E:
            out.append(c)
            continue
        n = next(it)
        if n == 0x40:
            out.append(0x7E)
        elif n < 0x40:
            out += b" " * (n - 0x1D)
        else:
            out += bytes([next(it)]) * (n - 0x40)
    return bytes(out)


def header(r, style):
    omen = style in (49, 50)
    if style in (66, 98):
        def byte():
            return int(bytes((r.raw() & 0x7F, r.raw() & 0x7F)), 16)
        n = byte() + 1 if style == 98 else 5
        h = bytes(byte() for _ in range(n))
        ok = byte() << 8 | byte()
        good = ok == crc16(h)
        for want in (0x0D, 0x0A):
            if r.i < len(r.d) and r.d[r.i] & 0x7F == want:
                r.i += 1
        if r.i < len(r.d) and r.d[r.i] == 0x11:
            r.i += 1
        return h, good
    get = r.omen if omen else (lambda: r.zdle(style == 51))
    n = 5
    if omen:
        n = r.raw() - 0x22 + 1
    elif style in (97, 99, 100, 51):
        n = get() + 1
    h = bytes(get() & 0xFF for _ in range(n))
    if style in (65, 97):
        return h, (get() << 8 | get()) == crc16(h)
    crc = sum(get() << (8 * k) for k in range(4))
    return h, crc == zlib.crc32(h + (SUFFIX if style in (49, 50, 51) else b""))


def subpacket(r, style):
    """(data, terminator, crc ok)"""
    if style == 50:
        out, stop = bytearray(), False
        while not stop:
            b, stop = r.pack7()
            out += b
        end = r.omen()
        crc, _ = r.pack7()
        want = zlib.crc32(bytes(out) + bytes([end]))
        return bytes(out), end, int.from_bytes(crc, "little") == want
    get = r.omen if style == 49 else (lambda: r.zdle(style == 51))
    sym = bytearray()
    while True:
        c = get()
        if c > 255:
            break
        sym.append(c)
    end = c - 256
    body = bytes(sym) + bytes([end])
    if style in (65, 97, 66, 98):
        good = (get() << 8 | get()) == crc16(body)
    else:
        good = sum(get() << (8 * k) for k in range(4)) == zlib.crc32(body)
    data = unrle(sym) if style in (49, 68, 100) else bytes(sym)
    return data, end, good


def show(h):
    t = h[0]
    name = NAMES[t] if t < len(NAMES) else "type %d" % t
    if t in (3, 9, 10, 11, 12, 13):
        extra = "pos %d" % int.from_bytes(h[1:5], "little")
        if len(h) > 5:
            extra += " ext " + h[5:].hex()
    else:
        extra = "F3..F0 " + h[1:5].hex()
    return "%-8s %s" % (name, extra)


class Header(typing.NamedTuple):
    """A header on the wire: data[start:end], from its first pad to its last checksum byte."""
    start: int
    end: int
    style: int
    fields: bytes           # type and parameters
    good: bool

    @property
    def name(self):
        return NAMES[self.fields[0]] if self.fields[0] < len(NAMES) else "type %d" % self.fields[0]

    @property
    def position(self):
        return int.from_bytes(self.fields[1:5], "little")


class Subpacket(typing.NamedTuple):
    """A data subpacket on the wire: data[start:end], from its first byte through its checksum."""
    start: int
    end: int
    header: Header          # the one it belongs to
    data: bytes
    ending: int
    good: bool
    escapes: int            # escape bytes spent on data, end and checksum


def decode(data, junk=None):
    """Yields Headers and Subpackets as they stand in a stream; adds what is neither to junk[0]."""
    junk = junk if junk is not None else [0]
    r = Reader(data)
    try:
        while True:
            start = r.i
            c = r.raw()
            if c != 0x2A:
                if c not in (0x11,):
                    junk[0] += 1
                continue
            while c == 0x2A:
                c = r.raw()
            if c & 0x7F != 0x18:
                continue
            style = r.raw()
            if style not in STYLE:
                continue
            try:
                fields, good = header(r, style)
            except ValueError:
                continue
            head = Header(start, r.i, style, fields, good)
            yield head
            if not good or fields[0] not in WITH_DATA:
                continue
            while True:
                at = r.i
                before = r.escapes
                body, end, good = subpacket(r, style)
                yield Subpacket(at, r.i, head, body, end, good, r.escapes - before)
                if end in (0x68, 0x6B) or not good:
                    break
    except End:
        pass


def dump(data, out, save=None):
    stats = {"headers": 0, "subpackets": 0, "bad": 0, "data": 0, "junk": 0}
    junk = [0]
    sink = None
    for item in decode(data, junk):
        stats["bad"] += not item.good
        bad = "" if item.good else "  BAD CRC"
        if isinstance(item, Header):
            stats["headers"] += 1
            out("%8d %-15s %s%s" % (item.start, STYLE[item.style], show(item.fields), bad))
            continue
        stats["subpackets"] += 1
        kind, body = item.header.fields[0], item.data
        if kind == 10 and item.good:
            stats["data"] += len(body)
        note = ""
        if kind in (2, 4, 18):
            note = "  " + repr(body[:120])
            if kind == 4 and save:
                name = os.path.basename(body.split(b"\0")[0].decode("latin-1"))
                sink = open(os.path.join(save, name), "wb")
        elif sink and item.good and kind == 10:
            sink.write(body)
        out("%8d   data %5d bytes in %5d  escapes %4d  %s%s%s" % (
            item.start, len(body), item.end - item.start, item.escapes,
            ENDS.get(item.ending, hex(item.ending)), bad, note))
    stats["junk"] = junk[0]
    high = sum(b >= 0x80 for b in data)
    ctl = sum((b & 0x60) == 0 for b in data)
    out("total %d bytes, %d headers, %d subpackets, %d bad, %d data bytes, bit 7 set in %.1f %%, "
        "control bytes %.1f %%" % (
            len(data), stats["headers"], stats["subpackets"], stats["bad"], stats["data"],
            100.0 * high / max(1, len(data)), 100.0 * ctl / max(1, len(data))), True)
    return stats


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("-s", action="store_true", help="summary only")
    p.add_argument("-x", metavar="DIR", help="write the file data found")
    p.add_argument("files", nargs="+")
    a = p.parse_args()
    bad = 0
    for f in a.files:
        if len(a.files) > 1:
            print("== " + f)
        bad += dump(open(f, "rb").read(),
                    lambda t, always=False: print(t) if always or not a.s else None, a.x)["bad"]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
