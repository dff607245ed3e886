"""The command line: text to Settings, or a plain message and exit status 2.

No sockets and no files here: whether a named file is there and any good, its reader says.
Options are whole words only, so that a new option never changes what an old script means.
"""

import argparse
import math

from proxy.origin import normal_origin
from proxy.settings import Settings

_DEFAULTS = Settings(boards='')


def parse(arguments):
    """Settings from the arguments after the program's name. SystemExit on wrong use or --help."""
    parser = argparse.ArgumentParser(
        prog='python3 -m proxy', allow_abbrev=False,
        description='Carries bytes between a browser (WebSocket) and the boards of a list (TCP).')
    parser.add_argument('--boards', required=True, metavar='FILE',
                        help='boards.json: the boards that callers may reach')
    parser.add_argument('--listen', required=True, type=_address, metavar='HOST:PORT',
                        help='where browsers connect; port 0 picks a free one')
    parser.add_argument('--origin', action='append', default=[], type=_origin, metavar='URL',
                        help='a site whose pages may use the bridge; may be repeated '
                             '(default: only pages served from this machine over http)')
    parser.add_argument('--cert', metavar='FILE', help='certificate chain (PEM): serve wss://')
    parser.add_argument('--key', metavar='FILE', help='private key (PEM) of the certificate')
    parser.add_argument('--per-client', type=_count, default=_DEFAULTS.per_client, metavar='N',
                        help='open connections per client address (default: %(default)s)')
    parser.add_argument('--total', type=_count, default=_DEFAULTS.total, metavar='N',
                        help='open connections altogether (default: %(default)s)')
    parser.add_argument('--idle', type=_seconds, default=_DEFAULTS.idle, metavar='SECONDS',
                        help='close a connection after so long without data; 0: never (default)')
    parser.add_argument('--log', metavar='FILE', help='log file (default: standard error)')
    parser.add_argument('--metrics', type=_address, metavar='HOST:PORT',
                        help='serve counts for Prometheus at http://HOST:PORT/metrics')
    given = parser.parse_args(arguments)
    if bool(given.cert) != bool(given.key):
        parser.error('--cert and --key go together')
    return Settings(boards=given.boards, listen=given.listen, origins=tuple(given.origin),
                    cert=given.cert, key=given.key, per_client=given.per_client,
                    total=given.total, idle=given.idle, log=given.log, metrics=given.metrics)


def _address(text):
    host, colon, port = text.rpartition(':')
    if not colon or not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise argparse.ArgumentTypeError(f'{text!r} is not HOST:PORT, such as 127.0.0.1:8081')
    if host.startswith('[') and host.endswith(']'):
        host = host[1:-1]
    elif ':' in host:
        raise argparse.ArgumentTypeError(f'an IPv6 address stands in brackets: [{host}]:{port}')
    return host, int(port)


def _origin(text):
    try:
        normal_origin(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f'{text!r} is no origin, such as https://boards.example: {error}') from error
    return text


def _count(text):
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f'{text!r} is not a whole number from 1 up')
    return int(text)


def _seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f'{text!r} is not a number of seconds, 0 or more')
    return value
