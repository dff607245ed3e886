"""websockify's token plugin over the allow list: the file boards.json, read again when it changes.

The rules of the list are in allow_list.py; here is only the file. A change that cannot be used
never takes a board away from callers: the last good list stays and the fault is logged once.
"""

import logging
import os
import threading

from websockify.token_plugins import BasePlugin

from proxy.allow_list import BoardListError, parse

log = logging.getLogger('bridge')


class BoardsFile(BasePlugin):
    """Raises BoardListError if the file cannot be used at the start. Safe from any thread."""

    def __init__(self, src):
        super().__init__(src)
        self._lock = threading.Lock()
        self._seen = self._stamp()
        self._boards = self._read()

    def lookup(self, token):
        """What websockify asks for: (host, port as text), or None for an unknown id."""
        board = self.board(token)
        return (board.host, str(board.port)) if board else None

    def board(self, board_id):
        """The Board with this id, or None; looks first whether the file has changed."""
        return self._current().match(board_id)

    def __len__(self):
        return len(self._current())

    def _current(self):
        with self._lock:
            stamp = self._stamp()
            if stamp != self._seen:
                self._seen = stamp      # first: a fault is logged once, not at each look-up
                try:
                    self._boards = self._read()
                    log.info('%s has changed: %d boards', self.source, len(self._boards))
                except BoardListError as error:
                    log.error('%s; the last good list stays in use', error)
            return self._boards

    def _stamp(self):
        # Taken before reading: a write in between shows as a new stamp next time.
        try:
            status = os.stat(self.source)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _read(self):
        try:
            with open(self.source, encoding='utf-8') as file:
                return parse(file.read())
        except OSError as error:
            raise BoardListError(f'{self.source}: {error.strerror}') from error
        except UnicodeDecodeError as error:
            raise BoardListError(f'{self.source}: not UTF-8 text ({error.reason})') from error
        except BoardListError as error:
            raise BoardListError(f'{self.source}: {error}') from error
