"""The server: one socket, one loop, connections that may not dawdle, an end when asked for."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.errors import Refused

HEAD_SECONDS = 10.0
"""So long a connection may take to say what it wants."""
MOST_GUESTS = 64
"""Connections that have not shown a key; beyond that, the oldest of them is closed."""
_NEXT_PORTS = 10


class Guests:
    """The connections that have not shown a key yet, the oldest first.

    `most` may wait so; behind a proxy, which knows its own, all connections are the proxy's.
    """

    def __init__(self, most: int = MOST_GUESTS) -> None:
        self._most = most
        self._waiting: dict[Any, _Patient] = {}

    def add(self, connection: "_Patient") -> None:
        """One more; where there are too many, the oldest has to go."""
        self._waiting[connection.client] = connection
        if len(self._waiting) > self._most:
            oldest = next(iter(self._waiting))
            self._waiting.pop(oldest).transport.abort()

    def known(self, client: Any) -> None:
        """Whoever connected from there has shown a key, or has gone."""
        self._waiting.pop(client, None)


class _Patient(H11Protocol):
    """A connection that is closed where its request does not come to an end of its own."""

    guests: Guests

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.guests.add(self)
        self._too_slow: asyncio.TimerHandle | None = None
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.guests.known(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # Between two requests the server waits by itself; here, one has begun and is not whole.
        if self.conn.their_state is h11.IDLE:
            self._wait_for_head()
        else:
            self._stop_waiting()

    def _wait_for_head(self) -> None:
        if self._too_slow is None:
            self._too_slow = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._too_slow is not None:
            self._too_slow.cancel()
            self._too_slow = None


class _Server(uvicorn.Server):
    """A server that ends quietly, with no signal left over."""

    def __init__(
        self,
        config: uvicorn.Config,
        answering: Callable[[], None],
        ending: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._answering = answering
        self._ending = ending

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End at Ctrl-C and at SIGTERM."""
        loop = asyncio.get_running_loop()
        before = {
            kind: signal.signal(kind, lambda *_: self._leave(loop))
            for kind in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for kind, handler in before.items():
                signal.signal(kind, handler)

    def _leave(self, loop: asyncio.AbstractEventLoop) -> None:
        self.should_exit = True
        loop.call_soon_threadsafe(self._ending)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        self._answering()


def listening(host: str, port: int | None, usual: int) -> socket.socket:
    """A socket that listens there; without a port, at the usual one or one of the next.

    Raises Refused where there is none to be had.
    """
    ports = range(usual, usual + _NEXT_PORTS) if port is None else (port,)
    problem: OSError | None = None
    for number in ports:
        try:
            return _bound(host, number)
        except OSError as failed:
            problem = failed
    where = f"{host}, port {ports[0]}"
    hint = "`--port 0` takes any that is free; `--host` names an address of this computer."
    raise Refused(f"Nothing can be served at {where} ({problem}).", hint)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(512)
    except BaseException:
        found.close()
        raise
    return found


def serve(
    app: ASGIApp,
    at: socket.socket,
    guests: Guests,
    answering: Callable[[], None],
    ending: Callable[[], None],
    *,
    proxied: bool,
) -> None:
    """Answer requests until somebody ends it (SIGINT, SIGTERM).

    `answering` is called when the first request would be answered, `ending` when it is to end: what
    is still being told has to come to an end then.
    """
    protocol = type("Patient", (_Patient,), {"guests": guests})
    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=proxied,
        forwarded_allow_ips="127.0.0.1,::1",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
    )
    _Server(config, answering, ending).run(sockets=[at])
