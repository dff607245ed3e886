"""The boards a caller may reach: parse and match boards.json. No sockets, no file access.

The page is served the same file as its directory, so an entry holds much that is of no interest
here; what the bridge needs is checked strictly, the rest is left alone. An entry that speaks
WebSocket itself (`url`, or connection "websocket") is no target: the page goes there directly.
"""

import json
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

BRIDGED = ('telnet', 'raw', 'rlogin')


class BoardListError(ValueError):
    """The list cannot be used; the message says where and why, for the operator."""


@dataclass(frozen=True)
class Board:
    id: str
    name: str
    host: str
    port: int


class AllowList:
    """Boards by id. Immutable: a changed file is a new list."""

    def __init__(self, boards):
        self._by_id = {board.id: board for board in boards}

    def __len__(self):
        return len(self._by_id)

    def match(self, board_id):
        """The board with exactly this id, or None."""
        return self._by_id.get(board_id)


def parse(text):
    """An AllowList from the text of boards.json, or BoardListError at the first fault."""
    try:
        entries = json.loads(text)
    except json.JSONDecodeError as error:
        raise BoardListError(
            f'line {error.lineno}, column {error.colno}: {error.msg}') from error
    except RecursionError as error:
        raise BoardListError('nested too deeply') from error
    if not isinstance(entries, list):
        raise BoardListError('the file must hold one array of boards: [ {…}, {…} ]')
    boards = []
    seen = {}
    for number, entry in enumerate(entries, 1):
        board_id = _checked_id(entry, number)
        if board_id in seen:
            raise BoardListError(f'entry {number}: the id {board_id!r} is already used by '
                                 f'entry {seen[board_id]}')
        seen[board_id] = number
        if is_bridged(entry, number):
            boards.append(_board(entry, number))
    return AllowList(boards)


def is_bridged(entry, number):
    """Whether callers of this entry come through the bridge."""
    connection = entry.get('connection', 'telnet')
    if connection == 'websocket' or entry.get('url'):
        return False
    if connection not in BRIDGED:
        raise BoardListError(f'entry {number} ({entry["id"]!r}): connection must be one of '
                             f'{", ".join(BRIDGED)}, websocket; it is {connection!r}')
    return True


def board_id_from(request_target):
    """The id that a request names (`/board/ID` or `/?token=ID`), or None if it names none.

    Nothing else in the address is looked at: a host or port in it has no effect.
    """
    try:
        parts = urlsplit(request_target)
    except ValueError:
        return None
    if parts.scheme or parts.netloc:
        return None
    if parts.path.startswith('/board/'):
        return unquote(parts.path[len('/board/'):]) or None
    if parts.path == '/':
        tokens = [value for name, value in parse_qsl(parts.query) if name == 'token']
        return tokens[0] if len(tokens) == 1 else None
    return None


def _checked_id(entry, number):
    if not isinstance(entry, dict):
        raise BoardListError(f'entry {number} is not an object: {{"id": …, "host": …}}')
    board_id = entry.get('id')
    if not isinstance(board_id, str) or not board_id or not board_id.isprintable():
        raise BoardListError(f'entry {number}: id must be a text of printable characters; '
                             f'it is {board_id!r}')
    return board_id


def _board(entry, number):
    where = f'entry {number} ({entry["id"]!r})'
    host = entry.get('host')
    if not isinstance(host, str) or not host or not host.isprintable() or ' ' in host:
        raise BoardListError(f'{where}: host must be a name or an address; it is {host!r}')
    port = entry.get('port')
    # bool is an int to Python: "port": true would be port 1
    if not isinstance(port, int) or isinstance(port, bool) or not 1 <= port <= 65535:
        raise BoardListError(f'{where}: port must be a whole number from 1 to 65535; '
                             f'it is {port!r}')
    name = entry.get('name', entry['id'])
    if not isinstance(name, str):
        raise BoardListError(f'{where}: name must be a text; it is {name!r}')
    return Board(entry['id'], name.strip() or entry['id'], host, port)
