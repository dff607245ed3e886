"""The close codes a page can meet, each with what it means.

A page sees nothing of a refused upgrade, so every refusal but a foreign Origin is an accepted
WebSocket that closes with one of these codes and a reason in plain words. The numbers are a
promise to pages. No sockets here.
"""

NORMAL = 1000
GOING_AWAY = 1001
PROTOCOL_ERROR = 1002
TEXT_REFUSED = 1003
NO_CODE_GIVEN = 1005
CONNECTION_LOST = 1006
BAD_CLOSE_REASON = 1007
INTERNAL_ERROR = 1011

CLOSED_BY_BOARD = 4000
NOT_LISTED = 4403
IDLE = 4408
CLIENT_UNRESPONSIVE = 4410
TOO_MANY = 4429
REFUSED_BY_BOARD = 4502
NO_ANSWER = 4504

REFUSALS = (NOT_LISTED, TOO_MANY, REFUSED_BY_BOARD, NO_ANSWER)

# A control frame carries 125 bytes, two of them the code.
REASON_LIMIT = 123

_ELLIPSIS = '…'


def fit_reason(reason):
    """The reason cut to what a close frame can hold, never inside a character."""
    encoded = reason.encode('utf-8')
    if len(encoded) <= REASON_LIMIT:
        return reason
    room = REASON_LIMIT - len(_ELLIPSIS.encode('utf-8'))
    return encoded[:room].decode('utf-8', 'ignore') + _ELLIPSIS


def may_be_sent(code):
    """Whether RFC 6455 lets a peer put this code on the wire (1005, 1006, 1015 are local)."""
    return 1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999
