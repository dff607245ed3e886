"""The log: where it goes, and the one line that each connection leaves in it.

Times are UTC. What a caller chose (id, reason, Origin) is quoted, so that no caller can forge a
line or send control characters to an operator's terminal.
"""

import json
import logging
import logging.handlers
import time


def open_log(path):
    """Sends the bridge's log to this file, or to standard error for None. OSError if it cannot.

    A file that log rotation has moved away is opened anew.
    """
    handler = (logging.handlers.WatchedFileHandler(path, encoding='utf-8') if path
               else logging.StreamHandler())
    formatter = logging.Formatter('%(asctime)s %(message)s', '%Y-%m-%dT%H:%M:%SZ')
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    logger = logging.getLogger('bridge')
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(handler)


class Call:
    """Who called which board, and when it began."""

    def __init__(self, client_address, board_id, traffic):
        self._client = client_address[0]
        self._board_id = board_id
        self._traffic = traffic
        self._began = time.monotonic()

    def line(self, ending):
        parts = [
            f'call client={self._client}',
            f'board={quoted(self._board_id) if self._board_id else "none"}',
            f'to_board={self._traffic.to_board} to_browser={self._traffic.to_browser}',
            f'seconds={time.monotonic() - self._began:.1f}',
            f'code={ending.code} reason={quoted(ending.reason)}',
        ]
        if ending.lost_to_board:
            parts.append(f'lost_to_board={ending.lost_to_board}')
        if ending.lost_to_browser:
            parts.append(f'lost_to_browser={ending.lost_to_browser}')
        return ' '.join(parts)


def quoted(text, limit=100):
    """The text in double quotes, ASCII, control characters escaped, cut to a sane length."""
    return json.dumps(text if len(text) <= limit else text[:limit] + '…')
