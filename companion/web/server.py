"""The server: all routes behind the gate; limits for slow connections; shutting down."""

import asyncio
import contextlib
import signal
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.errors import Refused
from companion.web.api import Api
from companion.web.boxes import Boxes
from companion.web.gate import Gate, Turned, turned
from companion.web.page import Page
from companion.web.pages import Pages
from companion.web.play_form import PlayForm
from companion.web.room import Room

HEAD_SECONDS = 10.0
"""Most seconds until a connection has sent its request's headers."""
MOST_GUESTS = 256
"""Most connections that have not shown a key; beyond that, one of them is closed."""
MOST_INSIDE = 250
"""Most connections that have shown the same key; beyond that, one of them is closed."""
_NEXT_PORTS = 10


class Guests:
    """The open connections, oldest first: those without a key, with the key to take part, to watch.

    The three kinds have separate limits; `most` is that of the first. Behind a proxy, which has
    limits of its own, all connections are the proxy's.
    """

    def __init__(self, most: int = MOST_GUESTS, inside: int = MOST_INSIDE) -> None:
        self._most = most
        self._most_inside = inside
        self._waiting: dict[Any, _Patient] = {}
        self._inside: dict[str, dict[Any, _Patient]] = {}

    def add(self, connection: "_Patient") -> None:
        """Add a connection; if there are too many, close the oldest from the busiest address."""
        self._waiting[connection.client] = connection
        if len(self._waiting) > self._most:
            count = Counter(_address(client) for client in self._waiting)
            busiest = count.most_common(1)[0][0]
            oldest = next(client for client in self._waiting if _address(client) == busiest)
            self._waiting.pop(oldest).transport.abort()

    def known(self, client: Any, role: str) -> None:
        """Note that this client has shown the key for that role."""
        connection = self._waiting.pop(client, None)
        if connection is None:
            return
        inside = self._inside.setdefault(role, {})
        inside[client] = connection
        if len(inside) > self._most_inside:
            others = (other for other in inside if other != client)
            oldest = next((it for it in others if inside[it].is_idle), next(iter(inside)))
            inside.pop(oldest).transport.abort()

    def gone(self, client: Any) -> None:
        """Remove a client that has disconnected."""
        for connections in (self._waiting, *self._inside.values()):
            connections.pop(client, None)


def _address(client: Any) -> str:
    return client[0] if client else ""


class _Patient(H11Protocol):
    """A connection that is closed if a request takes too long to arrive."""

    guests: Guests

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.guests.add(self)
        self._too_slow: asyncio.TimerHandle | None = None
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.guests.gone(self.client)
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered on it."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # The server has a timeout between requests; this one is for a request that has begun.
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
    """A server that ends quietly, and does not raise its signal again."""

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
        """Start to answer, and report it."""
        await super().startup(sockets)
        self._answering()


def application(room: Room, guests: Guests) -> ASGIApp:
    """All routes for one room, behind the gate."""

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        yield
        room.close()

    inner = Starlette(
        routes=[
            *Api(room).routes,
            *Pages(room).routes,
            *Boxes(room, Page(room)).routes,
            *PlayForm(room, Page(room)).routes,
        ],
        exception_handlers={Turned: turned, HTTPException: turned},
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=600, compresslevel=5)],
    )
    return Gate(inner, room.keys, room.place, guests.known)


def listening(host: str, port: int | None, usual: int, before: int | None = None) -> socket.socket:
    """Open a listening socket; without a port, at the usual one or one of the next.

    If any port will do, that of `before` is tried first, as phones know it. Raises Refused if no
    port is available.
    """
    ports = [*range(usual, usual + _NEXT_PORTS)] if port is None else [port]
    if before is not None and port in (None, 0):
        ports.insert(0, before)
    problem: Exception | None = None
    for number in ports:
        try:
            return _bound(host, number)
        except (OSError, OverflowError) as failed:  # OverflowError: no such port number
            problem = failed
    where = f"{host}, port {usual if port is None else port}"
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

    `answering` is called when it is ready, `ending` when it should end: answers still being sent
    have to finish then.
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
