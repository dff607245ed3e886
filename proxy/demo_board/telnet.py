"""The telnet layer of one caller: bytes in, bytes out, no sockets and no clock.

Stands between the socket (caller.py) and everything that talks in plain bytes: menus and
transfers. It must not know what the bytes mean. BINARY is asked for at connect and kept (the
way ENiGMA does it, not Synchronet's switching around each transfer): so no telnet command ever
has to be sent near a transfer, and the caller's CR rule is the same before, during and after.
"""

SE, AYT, SB, WILL, WONT, DO, DONT, IAC = 0xF0, 0xF6, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF
BINARY, ECHO, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, WINDOW_SIZE = 0, 1, 3, 24, 31

WE_OFFER = (ECHO, SUPPRESS_GO_AHEAD, BINARY)
WE_ASK = (SUPPRESS_GO_AHEAD, BINARY, TERMINAL_TYPE, WINDOW_SIZE)

_IAC = bytes([IAC])
_IAC_PAIR = bytes([IAC, IAC])
_SUBNEGOTIATION_LIMIT = 512
_REPLY_LIMIT = 4096

NO, ASKED, YES = "no", "asked", "yes"


class RawLink:
    """A caller that speaks no telnet at all: every byte is data. Same shape as TelnetLink."""

    name = "raw"
    heard_telnet = False
    settled = True
    echo_agreed = False
    caller_is_binary = True
    window = None
    terminal_type = None

    def opening(self):
        """Nothing is negotiated on a raw link."""
        return b""

    def receive(self, data):
        """The data as it came."""
        return data

    def encode(self, data):
        """The data as it is."""
        return data

    def take_replies(self):
        """Nothing is ever owed."""
        return b""


class TelnetLink:
    """Un-doubles and doubles IAC, answers options by the state table of RFC 1143.

    Call opening() once and send what it gives; then feed every received chunk, in order and cut
    anywhere, to receive(). Answers pile up (bounded) until take_replies() is called: during a
    transfer the owner simply does not call it, so nothing of ours lands in the file data.
    The board never asks for an option to be switched off, so WANTNO and the queue bit of the RFC
    cannot occur and the table has three states.
    """

    name = "telnet"

    def __init__(self):
        self.heard_telnet = False
        self.window = None          # (columns, rows) as last told by NAWS
        self.terminal_type = None   # first name told by TTYPE, lower case
        self._ours = {}
        self._theirs = {}
        self._command = None        # WILL..DONT whose option byte has not come yet
        self._state = self._ground
        self._sub = bytearray()
        self._replies = bytearray()

    # -- what the session asks ------------------------------------------------------------

    @property
    def settled(self):
        """True when every option asked at connect has an answer, and TTYPE its name."""
        if any(state == ASKED for state in (*self._ours.values(), *self._theirs.values())):
            return False
        return self._theirs.get(TERMINAL_TYPE) != YES or self.terminal_type is not None

    @property
    def echo_agreed(self):
        """The caller's client leaves echoing to us: it sends key by key."""
        return self._ours.get(ECHO) == YES

    @property
    def caller_is_binary(self):
        """The caller sends its bytes without the CR NUL rule."""
        return self._theirs.get(BINARY) == YES

    def opening(self):
        """The offers and questions sent once, before anything else."""
        out = bytearray()
        for option in WE_OFFER:
            self._ours[option] = ASKED
            out += bytes([IAC, WILL, option])
        for option in WE_ASK:
            self._theirs[option] = ASKED
            out += bytes([IAC, DO, option])
        return bytes(out)

    def take_replies(self):
        """The answers owed so far; the owner sends them outside transfers only."""
        replies = bytes(self._replies)
        self._replies.clear()
        return replies

    # -- the road out ---------------------------------------------------------------------

    def encode(self, data):
        """Data for the wire: 0xFF doubled, all else (CR too) as it is."""
        return data.replace(_IAC, _IAC_PAIR)

    # -- the road in ----------------------------------------------------------------------

    def receive(self, data):
        """The data bytes of one chunk. Works on runs: a pass over each IAC, not each byte."""
        if self._state == self._ground:
            if _IAC not in data:
                return data
            if _IAC not in data.replace(_IAC_PAIR, b""):
                return data.replace(_IAC_PAIR, _IAC)  # doubled data only: no command in it
        out = []
        position = 0
        while position < len(data):
            position = self._state(data, position, out)
        return b"".join(out)

    def _ground(self, data, position, out):
        mark = data.find(_IAC, position)
        if mark < 0:
            out.append(data[position:])
            return len(data)
        out.append(data[position:mark])
        self._state = self._after_iac
        return mark + 1

    def _after_iac(self, data, position, out):
        byte = data[position]
        self._state = self._ground
        if byte == IAC:
            out.append(_IAC)
            return position + 1
        self.heard_telnet = True
        if byte in (WILL, WONT, DO, DONT):
            self._command = byte
            self._state = self._option
        elif byte == SB:
            self._sub.clear()
            self._state = self._subnegotiation
        elif byte == AYT:
            self._reply(b"\r\n[The board is here.]\r\n")
        return position + 1

    def _option(self, data, position, _out):
        self._state = self._ground
        self._negotiate(self._command, data[position])
        return position + 1

    def _subnegotiation(self, data, position, _out):
        mark = data.find(_IAC, position)
        end = len(data) if mark < 0 else mark
        room = _SUBNEGOTIATION_LIMIT - len(self._sub)
        self._sub += data[position:min(end, position + room)]
        if mark < 0:
            return end
        self._state = self._subnegotiation_iac
        return mark + 1

    def _subnegotiation_iac(self, data, position, _out):
        byte = data[position]
        if byte == IAC:
            if len(self._sub) < _SUBNEGOTIATION_LIMIT:
                self._sub.append(IAC)
            self._state = self._subnegotiation
            return position + 1
        self._subnegotiated(bytes(self._sub))
        if byte == SE:
            self._state = self._ground
            return position + 1
        self._state = self._after_iac  # a command without the closing SE: take it as one
        return position

    # -- meaning of commands --------------------------------------------------------------

    def _negotiate(self, command, option):
        ours = command in (DO, DONT)
        states, known = (self._ours, WE_OFFER) if ours else (self._theirs, WE_ASK)
        agree, refuse = (WILL, WONT) if ours else (DO, DONT)
        state = states.get(option, NO)
        if command in (DO, WILL):
            if state == NO and option not in known:
                self._reply(bytes([IAC, refuse, option]))
                return
            if state == NO:
                self._reply(bytes([IAC, agree, option]))
            states[option] = YES
            if option == TERMINAL_TYPE and state != YES:
                self._reply(bytes([IAC, SB, TERMINAL_TYPE, 1, IAC, SE]))
        else:
            if state == YES:
                self._reply(bytes([IAC, refuse, option]))
            states[option] = NO

    def _subnegotiated(self, body):
        if body[:1] == bytes([WINDOW_SIZE]) and len(body) == 5:
            columns, rows = body[1] << 8 | body[2], body[3] << 8 | body[4]
            self.window = (columns, rows)
        elif body[:2] == bytes([TERMINAL_TYPE, 0]) and self.terminal_type is None:
            self.terminal_type = body[2:42].decode("ascii", "replace").lower()

    def _reply(self, data):
        # The limit is met only by a flood of commands; a peer that floods gets no more answers.
        if len(self._replies) + len(data) <= _REPLY_LIMIT:
            self._replies += data
