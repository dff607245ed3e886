"""Answers one request: websockify's handler, cut down to what a bridge may do.

The order is the point: Origin first, before anything is looked up or dialled; then the WebSocket
handshake (websockify's); then, as close codes that a page can see, the allow list and the limits.
Whatever is no upgrade gets a plain 404: there are no files here.
"""

import base64
import binascii
import io
import logging
import time

from websockify.auth_plugins import AuthenticationError
from websockify.websockifyserver import WebSockifyRequestHandler
from websockify.websocketserver import WebSocketRequestHandlerMixIn

from proxy import close_codes
from proxy.allow_list import board_id_from
from proxy.board_side import BoardSide
from proxy.browser_side import BrowserSide
from proxy.connection_log import Call, quoted
from proxy.limits import TooMany
from proxy.pump import Ending, Pump, dismiss
from proxy.sockets import prepare

log = logging.getLogger('bridge')


class RequestHandler(WebSockifyRequestHandler):
    """Serves the call from its constructor, as http.server's handlers do; `server` is the Bridge.

    Returns when the call is over. The caller of the constructor closes the socket.
    """

    error_content_type = 'text/plain; charset=utf-8'
    error_message_format = '%(message)s\n'
    server_version = 'boardwalk-bridge'
    sys_version = ''

    def __init__(self, arrival, address, server, arriving_slot):
        self._arrival = arrival
        self._arriving_slot = arriving_slot
        self.upgraded = False
        super().__init__(arrival.sock, address, server)

    def setup(self):
        super().setup()
        # The request is here already, whole; what came behind it belongs to the WebSocket.
        self.rfile.close()
        self.rfile = io.BytesIO(self._arrival.head)

    def handle(self):
        self.close_connection = True    # one request per connection
        self.handle_one_request()

    def handle_upgrade(self):
        try:
            self.server.origin_check.authenticate(self.headers, None, None)
        except AuthenticationError as error:
            self._refuse(403, 'This page may not use the bridge', str(error))
            return
        if fault := self._fault_of_upgrade():
            self._refuse(400, fault, fault)
            return
        self._choose_subprotocol()
        WebSocketRequestHandlerMixIn.handle_upgrade(self)

    def handle_websocket(self):
        """websockify has accepted the upgrade; from here on refusals are close codes."""
        self.upgraded = True
        sock = self._arrival.sock
        settings = self.server.settings
        prepare(sock, settings.send_buffer)
        browser = BrowserSide(sock, self._arrival.early, settings, time.monotonic())
        board_id = board_id_from(self.path)
        with self.server.metrics.call() as traffic:
            call = Call(self.client_address, board_id, traffic)
            try:
                ending = self._serve(browser, board_id, traffic)
            except Exception:
                log.exception('a fault of the bridge itself')
                ending = Ending(close_codes.INTERNAL_ERROR, 'a fault of the bridge itself')
                dismiss(browser, ending.code, ending.reason, settings, self.server.stop_fd)
            self.server.metrics.count_ending(ending.code)
            log.info('%s', call.line(ending))

    def do_GET(self):
        self._refuse(404, 'Not found: this is a WebSocket bridge, it has no pages', 'no upgrade')

    def do_HEAD(self):
        self.do_GET()

    def send_error(self, code, message=None, explain=None):
        """Every refusal before the upgrade, http.server's own of garbage included."""
        self.server.metrics.count_http_refusal(code)
        super().send_error(code, message, explain)

    def log_message(self, format, *args):
        """websockify's chatter; the bridge's own lines say more."""
        log.debug(format, *args)

    def _serve(self, browser, board_id, traffic):
        """Lets the caller through to the board, or says why not; returns the Ending."""
        board = self.server.boards.board(board_id) if board_id else None
        if board is None:
            named = f'no board {quoted(board_id)} is listed here' if board_id \
                else 'the address names no board: it ends in /board/ and an id of the list'
            return self._dismiss(browser, close_codes.NOT_LISTED, named)
        try:
            slot = self.server.limits.take(self.client_address[0])
        except TooMany as error:
            return self._dismiss(browser, close_codes.TOO_MANY, str(error))
        with slot:
            self._arriving_slot.free()
            settings = self.server.settings
            board_side = BoardSide(board, settings, time.monotonic())
            return Pump(browser, board_side, settings, self.server.stop_fd, traffic).run()

    def _dismiss(self, browser, code, reason):
        reason = close_codes.fit_reason(reason)
        dismiss(browser, code, reason, self.server.settings, self.server.stop_fd)
        return Ending(code, reason)

    def _refuse(self, status, message, why):
        log.info('refused client=%s status=%d path=%s: %s', self.client_address[0], status,
                 quoted(self.path), why)
        self.send_error(status, message)

    def _fault_of_upgrade(self):
        """What websockify does not check: half a handshake could be a page's plain request."""
        connection = ','.join(self.headers.get_all('Connection') or []).lower()
        if 'upgrade' not in [word.strip() for word in connection.split(',')]:
            return 'The Connection header does not ask for an upgrade'
        if self.headers.get('Sec-WebSocket-Version') != '13':
            return 'Only version 13 of the WebSocket protocol is spoken here'
        try:
            key = base64.b64decode(self.headers.get('Sec-WebSocket-Key', '').strip(), validate=True)
        except binascii.Error:
            key = b''
        if len(key) != 16:
            return 'The Sec-WebSocket-Key header is missing or broken'
        return None

    def _choose_subprotocol(self):
        # websockify compares the offers with their blanks ("foo, binary") and answers 400 where
        # it knows none of them; it is shown only the one that the bridge knows.
        offered = ','.join(self.headers.get_all('Sec-WebSocket-Protocol') or [])
        del self.headers['Sec-WebSocket-Protocol']
        if 'binary' in [word.strip() for word in offered.split(',')]:
            self.headers['Sec-WebSocket-Protocol'] = 'binary'
