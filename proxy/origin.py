"""The Origin check, as a websockify auth plugin: which pages may use this bridge.

Browsers let any page open a WebSocket anywhere, with the Origin as the only mark of where the page
came from; without this check every web site could call boards through a bridge that a person runs
on their own machine. A missing Origin is refused too: only programs that are no browser omit it.
"""

from urllib.parse import urlsplit

from websockify.auth_plugins import BasePlugin, InvalidOriginError

_DEFAULT_PORTS = {'http': 80, 'https': 443}
_LOOPBACK = ('localhost', '127.0.0.1', '::1')


class OriginCheck(BasePlugin):
    """`origins` are texts that normal_origin accepts; with none, loopback pages over http."""

    def __init__(self, origins=()):
        super().__init__(' '.join(origins))
        self._allowed = frozenset(normal_origin(origin) for origin in origins)

    def authenticate(self, headers, target_host, target_port):
        """Raises InvalidOriginError (HTTP 403) unless the one Origin header is allowed."""
        given = headers.get_all('Origin') or []
        if len(given) != 1 or not self.allows(given[0]):
            raise InvalidOriginError(expected=self.source or 'a page of this machine',
                                     actual=', '.join(given) or 'none')

    def allows(self, origin):
        try:
            scheme, host, port = normal_origin(origin)
        except ValueError:
            return False
        if self._allowed:
            return (scheme, host, port) in self._allowed
        return scheme == 'http' and host in _LOOPBACK


def normal_origin(origin):
    """(scheme, host, port) of an origin such as `https://boards.example`, else ValueError."""
    parts = urlsplit(origin.strip())
    port = parts.port               # a ValueError of its own where it is no port
    if parts.scheme not in _DEFAULT_PORTS:
        raise ValueError('an origin begins with http:// or https://')
    if not parts.hostname or '@' in parts.netloc:
        raise ValueError('an origin names a host')
    if parts.path not in ('', '/') or parts.query or parts.fragment:
        raise ValueError('an origin ends after the host and port')
    return parts.scheme, parts.hostname, port or _DEFAULT_PORTS[parts.scheme]
