"""The command `python3 -m proxy.demo_board`: options, environment, signals.

The outermost layer: it knows the names of CONTRACT.md's environment variables and nothing of
menus or telnet. Prints the address when ready; SIGTERM and SIGINT stop the board and its children.
"""

import argparse
import asyncio
import logging
import os
import signal
import sys

from .server import Board, BoardConfig
from .transfer import ZMODEM, missing_program


def _address(text):
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not HOST:PORT")
    return host, int(port)


def _seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e7:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds above 0")
    return value


def _options(arguments):
    port = os.environ.get("BOARDWALK_BOARD_PORT", "2323")
    files = os.environ.get("BOARDWALK_FILES") or BoardConfig.files
    parser = argparse.ArgumentParser(
        prog="python3 -m proxy.demo_board",
        description="Boardwalk's demo board: a small bulletin board on this machine.")
    parser.add_argument("--listen", type=_address, default=f"127.0.0.1:{port}",
                        metavar="HOST:PORT", help="telnet port; 0 picks one (default %(default)s)")
    parser.add_argument("--listen-raw", type=int, metavar="PORT",
                        help="also listen without telnet, for netcat and the like")
    parser.add_argument("--files", default=files, metavar="DIR",
                        help="folder on offer (default: BOARDWALK_FILES, else own samples)")
    parser.add_argument("--uploads", default=os.environ.get("BOARDWALK_UPLOADS") or None,
                        metavar="DIR", help="folder for uploads (default: BOARDWALK_UPLOADS, "
                        "else a new temporary folder)")
    parser.add_argument("--idle", type=_seconds, default=600, metavar="SECONDS",
                        help="let a caller go who does nothing for so long (default %(default)s)")
    parser.add_argument("--stall", type=_seconds, default=60, metavar="SECONDS",
                        help="end a transfer in which nothing moves (default %(default)s)")
    parser.add_argument("--quiet", action="store_true", help="no log of callers on stderr")
    return parser.parse_args(arguments)


async def _run(board):
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    await board.start()
    print(f"offering {board.library.root}, uploads go to {board.uploads}", flush=True)
    if board.raw_port is not None:
        print(f"demo board listening without telnet on {board.config.host}:{board.raw_port}",
              flush=True)
    print(f"demo board listening on {board.config.host}:{board.port}", flush=True)
    await stopped.wait()
    await board.stop()


def main(arguments=None):
    """Run until a signal; 0 after one, 1 when the board cannot start, 2 for wrong options."""
    options = _options(arguments)
    logging.basicConfig(level=logging.WARNING if options.quiet else logging.INFO,
                        format="%(asctime)s demo board: %(message)s", datefmt="%H:%M:%S")
    host, port = options.listen
    missing = missing_program(ZMODEM)
    if missing:
        print(f"demo board: no '{missing}' here: install Debian's package lrzsz", file=sys.stderr)
        return 1
    if not os.path.isdir(options.files):
        print(f"demo board: no such folder: {options.files}", file=sys.stderr)
        return 1
    board = Board(BoardConfig(host, port, options.listen_raw, options.files, options.uploads,
                              options.idle, options.stall))
    try:
        asyncio.run(_run(board))
    except OSError as error:
        print(f"demo board: cannot start: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
