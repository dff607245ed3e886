"""How many callers there may be, altogether and from one address. No sockets here.

One process holds all connections, so these counts are the truth and not an estimate. The same
class counts requests that are still arriving, with other numbers.
"""

import ipaddress
import threading
from collections import Counter


class TooMany(Exception):
    """The caller may not come in; the text says why, to the caller."""


class Limits:
    """Counts by client address. Safe from any thread."""

    def __init__(self, per_client, total):
        self._per_client = per_client
        self._total = total
        self._lock = threading.Lock()
        self._open = Counter()

    def take(self, address):
        """A Slot for this caller, to be given back with free(); TooMany where there is none."""
        client = client_of(address)
        with self._lock:
            if self._open.total() >= self._total:
                raise TooMany(f'too many connections: the bridge is full ({self._total})')
            if self._open[client] >= self._per_client:
                raise TooMany('too many connections from your address '
                              f'(the limit is {self._per_client})')
            self._open[client] += 1
        return Slot(self, client)

    def count(self):
        with self._lock:
            return self._open.total()

    def _give(self, client):
        with self._lock:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]  # or the table would remember every caller ever seen


class Slot:
    """One caller's place. free() may be called again, and is at the end of a `with`."""

    def __init__(self, limits, client):
        self._limits = limits
        self._client = client

    def free(self):
        if self._limits:
            self._limits._give(self._client)
            self._limits = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.free()


def client_of(address):
    """What counts as one client: an IPv4 address, or the /64 that an IPv6 host commands."""
    ip = ipaddress.ip_address(address.partition('%')[0])
    if ip.version == 6 and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    if ip.version == 6 and not ip.is_loopback:
        return ipaddress.ip_network((ip, 64), strict=False)
    return ip
