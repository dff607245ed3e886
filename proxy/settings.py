"""Every number the bridge is tuned by, with its reason.

The command line sets the first group; the second group is fixed for users, and tests shorten it
so that a time-out can be seen without waiting for it. No sockets, no parsing here.
"""

from dataclasses import dataclass

KIB = 1024


@dataclass(frozen=True)
class Settings:
    boards: str
    listen: tuple = ('127.0.0.1', 8081)
    origins: tuple = ()             # empty: pages served from this machine itself
    cert: str | None = None
    key: str | None = None
    per_client: int = 32            # a person with many tabs, or a household behind one address
    total: int = 256
    idle: float = 0                 # seconds without a data byte; 0: never, boards have own limits
    log: str | None = None          # None: standard error
    metrics: tuple | None = None

    # One read, and so one binary frame towards the browser: large enough that the cost of a
    # system call vanishes, small enough that a key press is never behind much.
    read_size: int = 64 * KIB
    # Reading one side stops while this much waits for the other. What is queued here is what a
    # sender must repeat after a line error, so more is not better.
    queue_limit: int = 256 * KIB
    send_buffer: int = 256 * KIB    # SO_SNDBUF on both sides, for the same reason

    # A request has this long, and this many bytes, to arrive whole, TLS included.
    handshake_seconds: float = 10
    request_limit: int = 16 * KIB   # cookies of other pages on the same host travel with it
    # Requests that are still arriving, and refused callers still being told so.
    arriving_limit: int = 256
    arriving_per_client: int = 64

    dial_seconds: float = 10        # all addresses of a name together, look-up included

    # Reverse proxies drop a link that is silent for 60 s; a ping each 25 s gives two chances.
    ping_seconds: float = 25
    pings_missed: int = 2
    # A ping waits its turn behind the data. A browser that still reads this fast is never called
    # unresponsive, however much is on its way to it.
    slowest_reader: int = 16 * KIB  # bytes per second

    close_seconds: float = 10       # for the browser's answer to a close frame
    dismiss_seconds: float = 5      # the same where the browser was refused or did not answer
    flush_seconds: float = 10       # for a board that takes none of the last bytes
    drain_seconds: float = 2        # for a board to hang up once it was told the caller left
    # A board that takes no byte of a waiting upload for this long has gone.
    stalled_board_seconds: float = 300

    stop_seconds: float = 1         # for the connections to end when the bridge is stopped
