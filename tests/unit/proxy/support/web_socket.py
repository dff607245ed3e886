"""A WebSocket client of the tests, from the standard library and RFC 6455 alone.

It reads and writes when told and not before, so a test decides who is slow. It knows nothing of
the bridge's code: a fault shared by both sides would be no fault to a test.
"""

import base64
import contextlib
import hashlib
import os
import socket
import struct

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
_GUID = b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
PATIENCE = 20   # seconds that a test waits for what must come; only a failing test waits as long


class Refused(Exception):
    """The server answered the upgrade with another status than 101."""

    def __init__(self, status, text):
        super().__init__(f'HTTP {status}')
        self.status = status
        self.text = text


class Closed(Exception):
    """The server's close frame, or (None, '') where the stream ended without one."""

    def __init__(self, code, reason):
        super().__init__(f'{code} {reason}')
        self.code = code
        self.reason = reason


def request(path, origin='http://localhost:8080', protocols=None, **changed):
    """The bytes of an upgrade request; `changed` sets headers, None leaves one out."""
    headers = {'Host': 'bridge', 'Upgrade': 'websocket', 'Connection': 'keep-alive, Upgrade',
               'Sec-WebSocket-Version': '13', 'Origin': origin,
               'Sec-WebSocket-Key': base64.b64encode(b'0123456789abcdef').decode(),
               'Sec-WebSocket-Protocol': protocols}
    headers.update({name.replace('_', '-'): value for name, value in changed.items()})
    lines = [f'{name}: {value}' for name, value in headers.items() if value is not None]
    return '\r\n'.join([f'GET {path} HTTP/1.1', *lines, '', '']).encode()


def frame(opcode, payload, final=True, masked=True, mask=b'\x9a\x3c\x51\xe7'):
    """One frame as a browser sends it."""
    first = opcode | (0x80 if final else 0)
    bit = 0x80 if masked else 0
    if len(payload) <= 125:
        head = struct.pack('>BB', first, bit | len(payload))
    elif len(payload) < 65536:
        head = struct.pack('>BBH', first, bit | 126, len(payload))
    else:
        head = struct.pack('>BBQ', first, bit | 127, len(payload))
    if not masked:
        return head + payload
    repeated = (mask * (len(payload) // 4 + 1))[:len(payload)]
    whole = int.from_bytes(payload, 'big') ^ int.from_bytes(repeated, 'big')
    return head + mask + whole.to_bytes(len(payload), 'big')


class WebSocketClient:
    """`answers_pings`: as every browser does while it reads."""

    def __init__(self, address, path, answers_pings=True, tls=None, receive_buffer=None, **headers):
        family = socket.AF_INET6 if ':' in address[0] else socket.AF_INET
        self.sock = socket.socket(family)
        self.sock.settimeout(PATIENCE)
        if receive_buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.sock.connect(address)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)     # as browsers do
        if tls:
            self.sock = tls.wrap_socket(self.sock, server_hostname='localhost')
        self._answers_pings = answers_pings
        self._received = bytearray()
        self.pings = 0
        self.largest_message = 0
        try:
            self._upgrade(request(path, **headers))
        except BaseException:
            self.sock.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()

    def send(self, payload, opcode=BINARY):
        self.sock.sendall(frame(opcode, payload))

    def send_raw(self, data):
        self.sock.sendall(data)

    def close(self, code=1000, reason=''):
        """Sends the close frame; read on with receive_to_close() for the answer."""
        payload = b'' if code is None else struct.pack('>H', code) + reason.encode()
        self.sock.sendall(frame(CLOSE, payload))

    def receive_frame(self):
        """(opcode, payload) of the next frame of any kind; Closed(None) at the end of stream."""
        first, second = self._take(2)
        size = second & 0x7f
        if size == 126:
            size, = struct.unpack('>H', self._take(2))
        elif size == 127:
            size, = struct.unpack('>Q', self._take(8))
        if second & 0x80:
            raise AssertionError('a server must not mask its frames')
        if first & 0xf0 != 0x80:
            raise AssertionError(f'unexpected first byte of a frame: {first:#x}')
        return first & 0x0f, self._take(size)

    def receive(self):
        """The payload of the next binary message; Closed when the server says good-bye."""
        while True:
            opcode, payload = self.receive_frame()
            if opcode == BINARY:
                self.largest_message = max(self.largest_message, len(payload))
                return payload
            if opcode == PING:
                self.pings += 1
                if self._answers_pings:
                    self.send(payload, PONG)
            elif opcode == CLOSE:
                code, = struct.unpack('>H', payload[:2]) if payload else (1005,)
                if len(payload) > 125:
                    raise AssertionError('a close frame holds at most 125 bytes')
                with contextlib.suppress(OSError):
                    self.sock.sendall(frame(CLOSE, payload[:2]))
                raise Closed(code, payload[2:].decode('utf-8'))
            elif opcode != PONG:
                raise AssertionError(f'unexpected frame {opcode:#x}')

    def receive_exactly(self, size):
        """So many payload bytes, however they are cut into messages."""
        received = bytearray()
        while len(received) < size:
            received += self.receive()
        if len(received) > size:
            raise AssertionError(f'{len(received)} bytes came, {size} were expected')
        return bytes(received)

    def receive_to_close(self):
        """(all payload bytes until the close frame, the Closed)."""
        received = bytearray()
        while True:
            try:
                received += self.receive()
            except Closed as closed:
                return bytes(received), closed

    def _upgrade(self, data):
        self.sock.sendall(data)
        head = bytearray()
        while not head.endswith(b'\r\n\r\n'):
            byte = self.sock.recv(1)
            if not byte:
                raise Refused(0, 'no answer')
            head += byte
        lines = head.decode('latin-1').split('\r\n')
        status = int(lines[0].split()[1])
        self.headers = {name.lower(): value.strip() for name, _, value in
                        (line.partition(':') for line in lines[1:] if line)}
        if status != 101:
            body = bytearray()
            while data := self.sock.recv(65536):
                body += data
            raise Refused(status, body.decode())
        key = base64.b64encode(b'0123456789abcdef')
        expected = base64.b64encode(hashlib.sha1(key + _GUID).digest()).decode()
        if self.headers.get('sec-websocket-accept') != expected:
            raise AssertionError('wrong Sec-WebSocket-Accept')

    def _take(self, size):
        while len(self._received) < size:
            data = self.sock.recv(262144)
            if not data:
                raise Closed(None, '')
            self._received += data
        taken = bytes(self._received[:size])
        del self._received[:size]
        return taken


def random_bytes(size):
    return os.urandom(size)
