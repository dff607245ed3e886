"""Counts of what the bridge does, and a plain-HTTP page of them in Prometheus' text format.

One process serves all connections, so nothing has to be gathered. Byte counts of open calls are
read from the calls themselves: no lock is taken for a byte.
"""

import contextlib
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import socket

from proxy.close_codes import REFUSALS
from proxy.pump import Traffic

_PREFIX = 'boardwalk_bridge_'


class Metrics:
    """Safe from any thread."""

    def __init__(self):
        self._lock = threading.Lock()
        self._open = {}             # id of a Traffic: the Traffic
        self._calls = 0
        self._done = Traffic()
        self._endings = Counter()
        self._http_refusals = Counter()
        self._turned_away = 0

    @contextlib.contextmanager
    def call(self):
        """Counts a WebSocket as open while the block runs; gives the Traffic to count in."""
        traffic = Traffic()
        with self._lock:
            self._open[id(traffic)] = traffic
            self._calls += 1
        try:
            yield traffic
        finally:
            with self._lock:
                del self._open[id(traffic)]
                self._done.to_board += traffic.to_board
                self._done.to_browser += traffic.to_browser

    def count_ending(self, code):
        with self._lock:
            self._endings[code] += 1

    def count_http_refusal(self, status):
        with self._lock:
            self._http_refusals[status] += 1

    def count_turned_away(self):
        with self._lock:
            self._turned_away += 1

    def text(self, boards, carrying):
        """The page; `boards` and `carrying` are the numbers of listed boards and linked callers."""
        with self._lock:
            to_board = self._done.to_board + sum(t.to_board for t in self._open.values())
            to_browser = self._done.to_browser + sum(t.to_browser for t in self._open.values())
            endings = [({'code': code}, count) for code, count in sorted(self._endings.items())]
            refusals = [({'code': code}, self._endings[code]) for code in REFUSALS]
            refusals += [({'code': f'http_{status}'}, count)
                         for status, count in sorted(self._http_refusals.items())]
            return ''.join((
                _metric('boards', 'gauge', 'Boards in the list.', [({}, boards)]),
                _metric('open_connections', 'gauge', 'WebSockets open now.',
                        [({}, len(self._open))]),
                _metric('carrying_connections', 'gauge',
                        'Open WebSockets that hold a place under the limits.', [({}, carrying)]),
                _metric('connections_total', 'counter', 'WebSockets ever opened.',
                        [({}, self._calls)]),
                _metric('bytes_total', 'counter', 'Payload bytes carried.',
                        [({'direction': 'to_board'}, to_board),
                         ({'direction': 'to_browser'}, to_browser)]),
                _metric('endings_total', 'counter', 'Ended WebSockets by close code.', endings),
                _metric('refusals_total', 'counter',
                        'Refused callers by close code, or HTTP status before the upgrade.',
                        refusals),
                _metric('turned_away_total', 'counter',
                        'Connections dropped unread: too many requests were arriving.',
                        [({}, self._turned_away)]),
            ))


class MetricsPage:
    """Serves GET /metrics from a thread of its own. OSError if the address cannot be used."""

    def __init__(self, address, text):
        class Handler(BaseHTTPRequestHandler):
            timeout = 5     # a reader that stays silent must not keep a thread

            def do_GET(self):
                if self.path.partition('?')[0] != '/metrics':
                    self.send_error(404)
                    return
                body = text().encode('utf-8')
                self.send_response(200)
                self.send_header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format, *args):
                pass        # a line for each scrape would bury the calls

        class Server(ThreadingHTTPServer):
            address_family = socket.AF_INET6 if ':' in address[0] else socket.AF_INET
            daemon_threads = True

        self._server = Server(address, Handler)
        self.address = self._server.server_address[:2]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,),
                                        name='metrics', daemon=True)
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


def _metric(name, kind, meaning, values):
    lines = [f'# HELP {_PREFIX}{name} {meaning}', f'# TYPE {_PREFIX}{name} {kind}']
    for labels, value in values:
        label = ','.join(f'{key}="{text}"' for key, text in labels.items())
        lines.append(f'{_PREFIX}{name}{{{label}}} {value}' if label else f'{_PREFIX}{name} {value}')
    return '\n'.join(lines) + '\n'
