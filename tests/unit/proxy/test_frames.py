"""The frame decoder: any cut of the stream gives the same, and every fault its code."""

import struct
import unittest

from proxy import frames
from proxy.close_codes import fit_reason
from tests.unit.proxy.support import web_socket as ws

LONG = bytes(range(256)) * 300      # 76,800 bytes: a header of the longest kind


def decoded(data, piece):
    """The events of a stream fed in pieces, neighbouring payloads joined."""
    reader = frames.FrameReader()
    events = []
    for start in range(0, len(data), piece):
        for event in reader.feed(data[start:start + piece]):
            if isinstance(event, frames.Data) and events and isinstance(events[-1], bytes):
                events[-1] += event.payload
            else:
                events.append(event.payload if isinstance(event, frames.Data) else event)
    return events


class Decoding(unittest.TestCase):
    def test_any_cut_gives_the_same(self):
        stream = (ws.frame(ws.BINARY, b'ab') + ws.frame(ws.BINARY, b'')
                  + ws.frame(ws.BINARY, b'c' * 126, final=False) + ws.frame(ws.PING, b'now')
                  + ws.frame(ws.CONTINUATION, b'defghij', final=False)
                  + ws.frame(ws.CONTINUATION, b'k') + ws.frame(ws.PONG, b'\0' * 8)
                  + ws.frame(ws.BINARY, bytes(range(130)), mask=b'\0\0\0\0')
                  + ws.frame(ws.CLOSE, struct.pack('>H', 1000) + 'tschüß'.encode()))
        expected = [b'ab' + b'c' * 126, frames.Ping(b'now'), b'defghijk', frames.Pong(b'\0' * 8),
                    bytes(range(130)), frames.Close(1000, 'tschüß')]
        for piece in range(1, len(stream) + 1):
            self.assertEqual(decoded(stream, piece), expected, f'pieces of {piece}')

    def test_long_frames_in_pieces_of_all_alignments(self):
        stream = ws.frame(ws.BINARY, LONG) + ws.frame(ws.BINARY, LONG[:65535])
        for piece in (1021, 4096, 4097, 65535, 65536, len(stream)):
            self.assertEqual(decoded(stream, piece), [LONG + LONG[:65535]])

    def test_a_payload_is_handed_on_before_its_frame_is_complete(self):
        reader = frames.FrameReader()
        head = ws.frame(ws.BINARY, b'first' + b'\0' * 2 ** 20)[:14 + 5]
        self.assertEqual(list(reader.feed(head)), [frames.Data(b'first')])

    def test_a_close_without_a_code(self):
        self.assertEqual(decoded(ws.frame(ws.CLOSE, b''), 100), [frames.Close(1005, '')])

    def test_faults(self):
        for data, code, words in (
                (ws.frame(ws.TEXT, b'hello'), 1003, 'binary messages only'),
                (ws.frame(ws.BINARY, b'x', masked=False), 1002, 'not masked'),
                (b'\xc2\x81', 1002, 'reserved bits'),
                (b'\x83\x81', 1002, 'unknown kind'),
                (b'\x8b\x81', 1002, 'unknown kind'),
                (ws.frame(ws.CONTINUATION, b'x'), 1002, 'out of order'),
                (ws.frame(ws.BINARY, b'x', final=False) + ws.frame(ws.BINARY, b'y'), 1002,
                 'out of order'),
                (ws.frame(ws.PING, b'x', final=False), 1002, 'in pieces'),
                (ws.frame(ws.PING, b'x' * 126), 1002, 'too long'),
                (b'\x82\xff' + b'\xff' * 8 + b'mask', 1002, 'longer than can be'),
                (ws.frame(ws.CLOSE, b'\x03'), 1002, 'cut short'),
                (ws.frame(ws.CLOSE, struct.pack('>H', 1005)), 1002, 'may not be sent'),
                (ws.frame(ws.CLOSE, struct.pack('>H', 999)), 1002, 'may not be sent'),
                (ws.frame(ws.CLOSE, struct.pack('>H', 1000) + b'\xff'), 1007, 'not UTF-8')):
            for piece in (1, len(data)):
                with self.assertRaises(frames.FrameError, msg=words) as caught:
                    decoded(data, piece)
                self.assertEqual(caught.exception.code, code, words)
                self.assertIn(words, caught.exception.reason)

    def test_data_before_a_fault_is_not_lost(self):
        reader = frames.FrameReader()
        seen = []
        with self.assertRaises(frames.FrameError):
            for event in reader.feed(ws.frame(ws.BINARY, b'good') + b'\xff\xff'):
                seen.append(event)
        self.assertEqual(seen, [frames.Data(b'good')])


class Encoding(unittest.TestCase):
    def test_header_of_each_length(self):
        for size, header in ((1, b'\x82\x01'), (125, b'\x82\x7d'), (126, b'\x82\x7e\x00\x7e'),
                             (65535, b'\x82\x7e\xff\xff'),
                             (65536, b'\x82\x7f\0\0\0\0\0\1\0\0')):
            buffer = bytearray(frames.HEADER_ROOM + size)
            start = frames.write_binary_header(buffer, size)
            self.assertEqual(bytes(buffer[start:frames.HEADER_ROOM]), header)

    def test_control_frames(self):
        self.assertEqual(frames.control_frame(frames.PING, b'abc'), b'\x89\x03abc')
        self.assertEqual(frames.close_payload(1000, 'bye'), b'\x03\xe8bye')
        self.assertEqual(frames.close_payload(1005), b'')

    def test_a_long_reason_is_cut_between_characters(self):
        self.assertEqual(fit_reason('ü' * 61), 'ü' * 61)
        for reason in ('x' * 200, 'ü' * 200, '🚀' * 50, 'x' + '🚀' * 50):
            cut = fit_reason(reason)
            self.assertLessEqual(len(cut.encode()), 123)
            self.assertGreater(len(cut.encode()), 115)
            self.assertTrue(cut.endswith('…'))
