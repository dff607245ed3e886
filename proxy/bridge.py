"""The bridge itself: the listener, a thread for each connection, and stopping.

Threads in one process, where stock websockify forks: a forked child costs some 33 MiB and knows
nothing of its siblings, so limits and metrics would need a place to meet. A thread here waits in
poll or in a system call that lets the others run; a call costs about as much as its buffers.
"""

import logging
import os
import resource
import select
import socket
import ssl
import threading
import time

from proxy.arrival import ArrivalError, answer, read_request
from proxy.limits import Limits, TooMany
from proxy.metrics import Metrics, MetricsPage
from proxy.origin import OriginCheck
from proxy.request_handler import RequestHandler
from proxy.sockets import part
from proxy.target_plugin import BoardsFile

log = logging.getLogger('bridge')

_FILES_PER_CALL = 4     # two sockets, and a socket pair while a name is looked up
_FILES_BESIDES = 64


class Bridge:
    """Listens from its construction on; run() serves until stop(), which any thread may call.

    The constructor raises BoardListError, or OSError (ssl.SSLError among them) with a message
    that names the file or address at fault.
    """

    def __init__(self, settings):
        self.settings = settings
        self.boards = BoardsFile(settings.boards)
        self.origin_check = OriginCheck(settings.origins)
        self.limits = Limits(settings.per_client, settings.total)
        self.metrics = Metrics()
        self._arriving = Limits(settings.arriving_per_client, settings.arriving_limit)
        self._tls = _tls_context(settings)
        self._threads = {}      # thread: its socket, while a request is arriving; None after
        self._lock = threading.Lock()
        self._stopping = False
        _allow_files(_FILES_PER_CALL * settings.total + settings.arriving_limit + _FILES_BESIDES)
        self._listener = _listen(settings.listen)
        self.address = self._listener.getsockname()[:2]
        try:
            self.metrics_page = MetricsPage(settings.metrics, self._metrics_text) \
                if settings.metrics else None
        except OSError as error:
            self._listener.close()
            raise OSError(f'--metrics {_joined(settings.metrics)}: {_words(error)}') from error
        # Readable for good once the write end is closed: every poll in the process wakes by it.
        self.stop_fd, self._stop_end = os.pipe()

    @property
    def url(self):
        return f'{"wss" if self._tls else "ws"}://{_joined(self.address)}'

    def run(self):
        """Accepts callers until stop(); on return all calls have ended and the ports are free."""
        poll = select.poll()
        poll.register(self._listener, select.POLLIN)
        poll.register(self.stop_fd, select.POLLIN)
        try:
            while self.stop_fd not in dict(poll.poll()):
                self._accept()
        finally:
            self._close()

    def stop(self):
        """Ends run(), at once. Safe in a signal handler and more than once."""
        end, self._stop_end = self._stop_end, None
        if end is not None:
            os.close(end)

    def _accept(self):
        try:
            sock, address = self._listener.accept()
        except OSError as error:
            # Out of files, most likely. The listener stays readable, so without a pause this
            # would turn at full speed until a call ends.
            if not isinstance(error, BlockingIOError):
                log.error('cannot accept a connection: %s', error.strerror)
                select.select([self.stop_fd], [], [], 0.5)
            return
        try:
            slot = self._arriving.take(address[0])
        except TooMany:
            self.metrics.count_turned_away()
            sock.close()
            return
        thread = threading.Thread(target=self._serve, args=(sock, address, slot),
                                  name=f'call from {address[0]}', daemon=True)
        with self._lock:
            self._threads[thread] = sock
        try:
            thread.start()
        except RuntimeError as error:
            log.error('cannot start a thread: %s', error)
            self._forget(thread)
            slot.free()
            sock.close()

    def _serve(self, sock, address, slot):
        """The whole life of one connection, in its thread."""
        try:
            with slot:
                end = time.monotonic() + self.settings.handshake_seconds
                if self._tls:
                    sock = self._tls.wrap_socket(sock, server_side=True,
                                                 do_handshake_on_connect=False)
                    self._note(sock)
                    sock.settimeout(self.settings.handshake_seconds)    # for all of it
                    sock.do_handshake()
                self._take_in(sock, address, slot, end)
        except OSError as error:
            # The caller left, or had no idea of TLS, before there was a request.
            log.info('lost client=%s: %s', address[0], _words(error))
        except Exception:
            log.exception('a fault of the bridge itself')
        finally:
            sock.close()
            self._forget(threading.current_thread())

    def _take_in(self, sock, address, slot, end):
        """Reads the request and serves it to its end."""
        try:
            arrival = read_request(sock, end, self.settings.request_limit)
        except ArrivalError as error:
            log.info('no request client=%s: %s', address[0], error.what)
            self.metrics.count_http_refusal(error.status or 'none')
            if error.status:
                sock.settimeout(1)
                sock.sendall(answer(error.status, error.what))
                part(sock, seconds=1)
            return
        self._note(None)
        if not RequestHandler(arrival, address, self, slot).upgraded:
            part(sock, seconds=1)

    def _note(self, sock):
        """The socket that stop() has to wake this thread from; None where it wakes by itself."""
        with self._lock:
            if self._stopping:
                raise ConnectionAbortedError('the bridge is being stopped')
            self._threads[threading.current_thread()] = sock

    def _forget(self, thread):
        with self._lock:
            self._threads.pop(thread, None)

    def _close(self):
        self._listener.close()
        with self._lock:
            self._stopping = True
            threads = dict(self._threads)
        for sock in threads.values():
            if sock:
                try:
                    sock.shutdown(socket.SHUT_RDWR)     # wakes a thread that waits for a request
                except OSError:
                    pass
        if self.metrics_page:
            self.metrics_page.close()
        end = time.monotonic() + self.settings.stop_seconds
        for thread in threads:
            thread.join(max(0, end - time.monotonic()))
        if not any(thread.is_alive() for thread in threads):
            os.close(self.stop_fd)

    def _metrics_text(self):
        return self.metrics.text(boards=len(self.boards), carrying=self.limits.count())


def _tls_context(settings):
    if not settings.cert:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # Renegotiation would make a read wait for a write and the other way round.
    context.options |= ssl.OP_NO_RENEGOTIATION
    try:
        context.load_cert_chain(settings.cert, settings.key)
    except OSError as error:
        raise OSError(f'--cert {settings.cert} --key {settings.key}: {_words(error)}') from error
    return context


def _listen(address):
    try:
        family, kind, protocol, _, resolved = socket.getaddrinfo(
            *address, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(resolved)
            listener.listen(128)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise OSError(f'--listen {_joined(address)}: {_words(error)}') from error
    listener.setblocking(False)
    return listener


def _allow_files(needed):
    """Raises this process's limit of open files to what the limits of callers can use."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        log.warning('only %d files may be open; %d are needed at the limit of callers',
                    hard, needed)
        needed = hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def _joined(address):
    host, port = address
    return f'[{host}]:{port}' if ':' in host else f'{host}:{port}'


def _words(error):
    return error.strerror or str(error)
