"""WebSocket frames to payload and back, over bytes in memory; no sockets, no queues, no clock.

websockify's own receiver reads 4 KiB at a time, gathers a whole frame of any size and cuts its
buffer anew for each one. A board's stream has no messages, so here a payload is handed on as it
arrives: a frame of a gigabyte costs no more memory than a small one. Masks and control frames go
through websockify's coder.
"""

import struct
from dataclasses import dataclass

from websockify.websocket import WebSocket

from proxy import close_codes

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA

# Room that must be left in front of a payload for write_binary_header.
HEADER_ROOM = 10

_CONTROL_LIMIT = 125
_coder = WebSocket()    # never connected: only its pure encoding methods are used


class FrameError(Exception):
    """The browser's side broke the protocol; nothing after this point can be understood."""

    def __init__(self, code, reason):
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class Data:
    payload: bytes      # the next bytes for the board, never empty


@dataclass(frozen=True)
class Ping:
    payload: bytes


@dataclass(frozen=True)
class Pong:
    payload: bytes


@dataclass(frozen=True)
class Close:
    code: int           # NO_CODE_GIVEN where the frame had none
    reason: str


class FrameReader:
    """Decodes one browser's stream. After a Close or a FrameError it must not be fed again."""

    def __init__(self):
        self._head = bytearray()
        self._in_frame = False
        self._opcode = 0
        self._final = False
        self._fragmented = False    # between the first and the last frame of a message
        self._left = 0              # payload bytes still to come in this frame
        self._mask = b''
        self._control = bytearray()

    def feed(self, received):
        """Yields Data, Ping, Pong and Close in the order in which they arrived.

        Data before a fault is yielded before FrameError is raised.
        """
        received = memoryview(received)
        while True:
            if not self._in_frame:
                used = self._read_header(received)
                received = received[used:]
                if not self._in_frame:
                    return
            taken = received[:self._left]
            received = received[len(taken):]
            self._left -= len(taken)
            if self._opcode >= CLOSE:
                self._control += self._unmasked(taken)
            elif taken:
                yield Data(self._unmasked(taken))
            if self._left:
                return
            self._in_frame = False
            if self._opcode >= CLOSE:
                yield self._control_event()
                if self._opcode == CLOSE:
                    return

    def _read_header(self, received):
        """Takes header bytes until the header is complete; the number taken."""
        used = 0
        while True:
            need = self._header_length() - len(self._head)
            if not need:
                break
            piece = received[used:used + need]
            if not piece:
                return used
            self._head += piece
            used += len(piece)
        self._start_frame()
        return used

    def _header_length(self):
        if len(self._head) < 2:
            return 2
        self._check_first_two(*self._head[:2])
        extended = {126: 2, 127: 8}.get(self._head[1] & 0x7f, 0)
        return 2 + extended + 4

    def _check_first_two(self, first, second):
        opcode = first & 0x0f
        if first & 0x70:
            _fault('reserved bits are set')
        if opcode == TEXT:
            raise FrameError(close_codes.TEXT_REFUSED,
                             'this bridge carries binary messages only, not text')
        if opcode not in (CONTINUATION, BINARY, CLOSE, PING, PONG):
            _fault(f'unknown kind of frame {opcode}')
        if not second & 0x80:
            _fault('a frame is not masked')
        if opcode >= CLOSE:
            if not first & 0x80:
                _fault('a control frame is in pieces')
            if second & 0x7f > _CONTROL_LIMIT:
                _fault('a control frame is too long')
        elif (opcode == CONTINUATION) != self._fragmented:
            _fault('a message in pieces is out of order')

    def _start_frame(self):
        head = self._head
        self._opcode = head[0] & 0x0f
        self._final = bool(head[0] & 0x80)
        size = head[1] & 0x7f
        if size == 126:
            size, = struct.unpack_from('>H', head, 2)
        elif size == 127:
            size, = struct.unpack_from('>Q', head, 2)
            if size >> 63:
                _fault('a frame is longer than can be')
        self._left = size
        self._mask = bytes(head[-4:])
        if self._opcode < CLOSE:
            self._fragmented = not self._final
        self._control.clear()
        self._head.clear()
        self._in_frame = True

    def _unmasked(self, taken):
        if not taken:
            return b''
        payload = _coder._unmask(taken, self._mask)
        turn = len(taken) % 4   # the next piece of this frame begins inside the mask
        self._mask = self._mask[turn:] + self._mask[:turn]
        return payload

    def _control_event(self):
        payload = bytes(self._control)
        if self._opcode == PING:
            return Ping(payload)
        if self._opcode == PONG:
            return Pong(payload)
        if not payload:
            return Close(close_codes.NO_CODE_GIVEN, '')
        if len(payload) == 1:
            _fault('a close code is cut short')
        code, = struct.unpack_from('>H', payload)
        if not close_codes.may_be_sent(code):
            _fault(f'close code {code} may not be sent')
        try:
            return Close(code, payload[2:].decode('utf-8'))
        except UnicodeDecodeError:
            raise FrameError(close_codes.BAD_CLOSE_REASON,
                             'the close reason is not UTF-8') from None


def write_binary_header(buffer, size):
    """Writes the header of a binary frame so that it ends where the payload begins.

    The payload stands at buffer[HEADER_ROOM:HEADER_ROOM + size]; returns the frame's first index.
    A payload is so sent from where it was received, without a copy.
    """
    if size <= 125:
        start = HEADER_ROOM - 2
        struct.pack_into('>BB', buffer, start, 0x80 | BINARY, size)
    elif size < 65536:
        start = HEADER_ROOM - 4
        struct.pack_into('>BBH', buffer, start, 0x80 | BINARY, 126, size)
    else:
        start = HEADER_ROOM - 10
        struct.pack_into('>BBQ', buffer, start, 0x80 | BINARY, 127, size)
    return start


def control_frame(opcode, payload=b''):
    """A whole CLOSE, PING or PONG frame; at most 125 bytes of payload."""
    return _coder._encode_hybi(opcode, payload)


def close_payload(code, reason=''):
    """What a close frame carries; nothing for NO_CODE_GIVEN, which may not be on the wire."""
    if code == close_codes.NO_CODE_GIVEN:
        return b''
    return struct.pack('>H', code) + close_codes.fit_reason(reason).encode('utf-8')


def _fault(what):
    raise FrameError(close_codes.PROTOCOL_ERROR, f'broken WebSocket protocol: {what}')
