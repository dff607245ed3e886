"""`python3 -m proxy`: arguments in, a running bridge out; exit status 2 for wrong use.

Nothing of the bridge is imported before it is known that websockify is there, so that a Python
that cannot see Debian's packages says so in words.
"""

import importlib
import logging
import signal
import socket
import ssl
import sys

# What no later moment would mend, unlike a port that is in use: the command line names a file
# that is missing or no certificate, or a host that does not exist.
_WRONG_USE = (FileNotFoundError, IsADirectoryError, PermissionError, ssl.SSLError, socket.gaierror)


def main(arguments):
    """Runs the bridge until SIGTERM or SIGINT; the exit status."""
    if missing := _missing_module():
        print(f'python3 -m proxy: this Python ({sys.executable}) has no module {missing}.\n'
              'Install it with: apt-get install websockify\n'
              "It is a module of Debian's own Python: run /usr/bin/python3 -m proxy",
              file=sys.stderr)
        return 2
    from proxy.allow_list import BoardListError
    from proxy.arguments import parse
    from proxy.bridge import Bridge
    from proxy.connection_log import open_log

    settings = parse(arguments)
    try:
        open_log(settings.log)
    except OSError as error:
        return _fail(f'--log {settings.log}: {error.strerror}', 2)
    try:
        bridge = Bridge(settings)
    except BoardListError as error:
        return _fail(f'--boards {error}', 2)
    except OSError as error:
        return _fail(str(error), 2 if isinstance(error.__cause__, _WRONG_USE) else 1)
    signal.signal(signal.SIGTERM, lambda *_: bridge.stop())
    signal.signal(signal.SIGINT, lambda *_: bridge.stop())
    print(f'bridge listening on {bridge.url}, {_boards(len(bridge.boards))}', flush=True)
    if bridge.metrics_page:
        _log_metrics_address(bridge)
    bridge.run()
    return 0


def _missing_module():
    # numpy too: websockify runs without it, but takes masks off byte by byte
    for name in ('websockify', 'numpy'):
        try:
            importlib.import_module(name)
        except ImportError:
            return name
    return None


def _log_metrics_address(bridge):
    host, port = bridge.metrics_page.address
    host = f'[{host}]' if ':' in host else host
    logging.getLogger('bridge').info('metrics at http://%s:%d/metrics', host, port)


def _boards(count):
    return '1 board' if count == 1 else f'{count} boards'


def _fail(message, status):
    print(f'python3 -m proxy: {message}', file=sys.stderr)
    return status


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
