#!/usr/bin/env python3
"""telnet_line - puts a program that knows nothing of telnet on a telnet line, as boards do.

    telnet_line.py PROGRAM [ARGUMENT...]

Its own stdin and stdout are the line; the program gets a socket as its stdin and stdout. Every
0xFF that the program writes is doubled on the line, every doubled one from the line reaches the
program once. Nothing else is changed and no command is sent; a command from the line is taken out.
Ends with the program, with its exit status.
"""
import os
import select
import signal
import socket
import subprocess
import sys

IAC = 0xFF
SB, SE = 0xFA, 0xF0
WILL, DONT = 0xFB, 0xFE
CHUNK = 65536


class Undoubler:
    """Takes the telnet layer off incoming bytes, wherever they are cut."""

    def __init__(self):
        self.state = 'data'

    def feed(self, data):
        if self.state == 'data' and IAC not in data:
            return data
        out = bytearray()
        for byte in data:
            if self.state == 'data':
                if byte == IAC:
                    self.state = 'command'
                else:
                    out.append(byte)
            elif self.state == 'command':
                if byte == IAC:
                    out.append(IAC)
                    self.state = 'data'
                elif byte == SB:
                    self.state = 'subnegotiation'
                else:
                    self.state = 'option' if WILL <= byte <= DONT else 'data'
            elif self.state == 'option':
                self.state = 'data'
            elif self.state == 'subnegotiation':
                if byte == IAC:
                    self.state = 'subnegotiation command'
            else:
                self.state = 'data' if byte == SE else 'subnegotiation'
        return bytes(out)


def write_all(descriptor, data):
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view):]


def main(argv):
    if not argv:
        sys.exit(__doc__)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)   # a line that is gone ends this end of it
    ours, theirs = socket.socketpair()
    program = subprocess.Popen(argv, stdin=theirs, stdout=theirs)
    theirs.close()
    incoming = Undoubler()
    line_open = True
    while True:
        readable, _, _ = select.select([ours] + [0] * line_open, [], [])
        if 0 in readable:
            data = os.read(0, CHUNK)
            if data:
                try:
                    ours.sendall(incoming.feed(data))
                except OSError:     # the program has gone; its last words may be left
                    line_open = False
            else:
                line_open = False
                ours.shutdown(socket.SHUT_WR)
        if ours in readable:
            try:
                data = ours.recv(CHUNK)
            except ConnectionResetError:
                data = b''
            if not data:
                break
            write_all(1, data.replace(b'\xff', b'\xff\xff'))
    return program.wait()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
