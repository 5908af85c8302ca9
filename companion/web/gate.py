"""Checks every request first: without a key, nobody sees anything.

Checked in this order: the Host (another page's name may point here), the Origin (another page may
post here), the key, the rate, the right to enter, the size.
"""

import asyncio
import json
from collections.abc import Callable, Collection, Iterable, MutableMapping
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.keys import Keys, Phone, Role


class Rate(NamedTuple):
    """Requests allowed per second, after a number at once."""

    a_second: float
    at_once: float


JOIN = "/join/"
HOURS = 18
"""How long browsers keep the cookie: an evening, and the next morning."""

LONGEST_BODY = 64 * 1024
LONGEST_UPLOAD = 48 * 1024 * 1024
"""Most bytes of a post: a line, or (here) several photographs."""
UPLOADS = "/photos"
"""The end of the path of pages that take photographs."""

BODY_SECONDS = 20.0
UPLOAD_SECONDS = 180.0
"""Most seconds until a request's body has arrived."""

_STRANGERS = Rate(a_second=5, at_once=30)
_JOINING = Rate(a_second=1, at_once=60)
_PHONES = Rate(a_second=40, at_once=200)
_WATCHERS = Rate(a_second=30, at_once=150)
"""For all watchers from one address, as with that key anyone can get any number of cookies."""
_ENTRIES = Rate(a_second=10, at_once=40)

_NO_PAGE = "There is nothing at this address."
_NO_WAY = "There is no such request here."

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # `no-referrer` would have browsers post our own forms with `Origin: null`.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Rates:
    """Counts requests by who makes them. `now` returns a monotonic time in seconds."""

    def __init__(self, rate: Rate, most: int = 4096, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._most = most
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}

    def allow(self, who: str) -> bool:
        """Count a request; return whether it is allowed."""
        now = self._now()
        left, before = self._left.pop(who, (self._rate.at_once, now))
        left = min(self._rate.at_once, left + (now - before) * self._rate.a_second)
        allowed = left >= 1
        # The one not seen for longest comes first, and is forgotten if there are too many.
        self._left[who] = (left - 1 if allowed else left, now)
        if len(self._left) > self._most:
            del self._left[next(iter(self._left))]
        return allowed


class Place(NamedTuple):
    """The names by which this server may be asked for, and the origins of its pages.

    `port` is where it listens, `names` are host names in small letters; `origin` is the address of
    a proxy that adds TLS, if there is one.
    """

    port: int
    names: Collection[str]
    origin: str = ""

    @property
    def cookie(self) -> str:
        """The name of the cookie, with the port, as browsers share cookies between ports."""
        return f"companion-{self.port}"

    def hosts(self, local: str) -> set[str]:
        """The valid Host headers; `local` is the address that was connected to."""
        local = local.removeprefix("::ffff:")
        named = {*self.names, f"[{local}]" if ":" in local else local}
        found = {f"{name}:{self.port}" for name in named}
        if self.port == 80:
            found |= named
        return found | ({urlsplit(self.origin).netloc.lower()} if self.origin else set())

    def origins(self, host: str) -> set[str]:
        """The valid Origin headers of a request to that host."""
        return {self.origin} if self.origin.endswith(f"//{host}") else {f"http://{host}"}


class Turned(Exception):
    """A rejected request: an HTTP status, and a sentence for the sender."""

    def __init__(self, status: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.hint = hint


class Gate:
    """Passes requests on to `app`, with the phone of each as `scope["phone"]`.

    `known` is called with the address of a connection that has shown a key, and the key's role.
    """

    def __init__(
        self,
        app: ASGIApp,
        keys: Keys,
        place: Place,
        known: Callable[[Any, Role], None] = lambda client, role: None,
    ) -> None:
        self._app = app
        self._keys = keys
        self._place = place
        self._known = known
        self._strangers = Rates(_STRANGERS)
        self._joining = Rates(_JOINING)
        self._phones = Rates(_PHONES)
        self._watchers = Rates(_WATCHERS)
        self._entries = Rates(_ENTRIES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = _headers(scope["headers"])
        try:
            self._require_host(scope, headers)
            phone = self._phone(scope, headers)
            if phone is not None:
                self._admit(phone, scope, headers)
        except Turned as problem:
            await _answer(problem, headers, send)
            return
        scope["phone"] = phone
        upload = scope["path"].endswith(UPLOADS)
        limited = (
            _Limited(receive, LONGEST_UPLOAD, UPLOAD_SECONDS)
            if upload
            else _Limited(receive, LONGEST_BODY, BODY_SECONDS)
        )
        guarded = _Guarded(send)
        try:
            await self._app(scope, limited, guarded)
        except Turned as problem:
            if not guarded.begun:
                await _answer(problem, headers, send)

    def _require_host(self, scope: Scope, headers: MutableMapping[str, str]) -> None:
        local = scope["server"][0] if scope.get("server") else ""
        host = headers.get("host", "").lower()
        if host not in self._place.hosts(local):
            raise Turned(403, "This table has another address.")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self._place.origins(host):
            raise Turned(403, "Only this table's own pages may read it.")
        site = headers.get("sec-fetch-site", "none")
        if scope["method"] not in ("GET", "HEAD") and site not in ("none", "same-origin"):
            raise Turned(403, "Only this table's own pages may enter anything.")

    def _phone(self, scope: Scope, headers: MutableMapping[str, str]) -> Phone | None:
        """The phone that asks; None if it has just come with a valid key. Raises Turned."""
        kind, _, key = headers.get("authorization", "").partition(" ")
        token = _cookie(headers.get("cookie", ""), self._place.cookie)
        found = (
            self._keys.program(key.strip()) if kind.lower() == "bearer" else self._keys.phone(token)
        )
        client = scope.get("client")
        address = client[0] if client else ""
        path = scope["path"]
        if path.startswith(JOIN) and scope["method"] in ("GET", "HEAD"):
            role = self._keys.role_of(path[len(JOIN) :])
            if role is not None:
                if (found is None or not found.token) and not self._joining.allow(address):
                    raise Turned(429, "Too often.")
                scope["role"], scope["before"], scope["token"] = role, found, token
                self._known(client, role)
                return None
            found = None
        if found is None:
            if not self._strangers.allow(address):
                raise Turned(429, "Too often.")
            raise Turned(
                401,
                "This table is for those who sit at it.",
                "Scan the code at the table; if the table was opened again, scan its new code.",
            )
        self._known(client, found.role)
        return found

    def _admit(self, phone: Phone, scope: Scope, headers: MutableMapping[str, str]) -> None:
        who = phone.token or phone.role
        client = scope.get("client")
        allowed = (
            self._phones.allow(who)
            if phone.takes_part
            else self._watchers.allow(client[0] if client else "")
        )
        if not allowed:
            raise Turned(429, "Too many requests in a second.", "Wait a moment.")
        if scope["method"] in ("GET", "HEAD"):
            return
        if scope["method"] != "POST":
            raise Turned(405, "Only GET and POST are answered here.")
        if not phone.takes_part:
            raise Turned(403, "You are only watching.", "Scan the code to take part.")
        if not self._entries.allow(who):
            raise Turned(429, "Too many requests in a second.", "Wait a moment.")
        most = LONGEST_UPLOAD if scope["path"].endswith(UPLOADS) else LONGEST_BODY
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            raise Turned(413, "That is too long for a line.")


class _Limited:
    """Reads a request's body, limited to a number of bytes, and of seconds since the first read."""

    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive = receive
        self._left = most
        self._seconds = seconds
        self._until: float | None = None
        self._whole = False

    async def __call__(self) -> Message:
        if self._whole:  # only the end of the connection can follow
            return await self._receive()
        if self._until is None:
            self._until = monotonic() + self._seconds
        try:
            async with asyncio.timeout(self._until - monotonic()):
                message = await self._receive()
        except TimeoutError:
            raise Turned(408, "That took too long to arrive.") from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise Turned(413, "That is too long for a line.")
        self._whole = not message.get("more_body", False)
        return message


class _Guarded:
    """Adds security headers to an answer."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            named = {name for name, _ in message["headers"]}
            kept = [] if b"cache-control" in named else [(b"cache-control", b"no-store")]
            message = {**message, "headers": [*message["headers"], *_HEADERS, *kept]}
        await self._send(message)


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers by name; a repeated one is joined, so that no check accepts it."""
    found: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        if key in found:
            text = f"{found[key]}{'; ' if key == 'cookie' else ', '}{text}"
        found[key] = text
    return found


def _cookie(text: str, wanted: str) -> str:
    """The cookie of that name, among others from other pages of this computer."""
    for part in text.split(";"):
        name, _, value = part.partition("=")
        if name.strip() == wanted:
            return value.strip()
    return ""


async def turned(request: Request, problem: Exception) -> Response:
    """Answer a request that was admitted but rejected later."""
    if isinstance(problem, HTTPException):
        problem = Turned(problem.status_code, _NO_PAGE if problem.status_code == 404 else _NO_WAY)
    assert isinstance(problem, Turned)
    kind, body = _body(problem, request.headers.get("accept", ""))
    headers = dict(_closing(problem.status))
    return Response(body, problem.status, headers, kind)


async def _answer(problem: Turned, headers: MutableMapping[str, str], send: Send) -> None:
    """Send the reason for a rejection as HTML or JSON, without anything about the table."""
    kind, body = _body(problem, headers.get("accept", ""))
    guarded = _Guarded(send)
    start = [(b"content-type", kind.encode()), (b"content-length", b"%d" % len(body))]
    start += [(name.encode(), value.encode()) for name, value in _closing(problem.status)]
    await guarded({"type": "http.response.start", "status": problem.status, "headers": start})
    await guarded({"type": "http.response.body", "body": body})


def _body(problem: Turned, accept: str) -> tuple[str, bytes]:
    """The content type and body of a rejection."""
    if "text/html" in accept:
        paragraph = f"<p>{problem.message} {problem.hint}</p>"
        body = (
            '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>companion</title>'
            '<link rel="icon" href="data:,">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<main><h1>companion</h1>{paragraph}</main></html>"
        )
        return "text/html; charset=utf-8", body.encode()
    kind = "not_found" if problem.status == 404 else "refused"
    error = {"kind": kind, "message": problem.message, "rule": None, "hint": problem.hint}
    return "application/json", json.dumps({"error": error}).encode()


def _closing(status: int) -> list[tuple[str, str]]:
    """Headers of a rejection; most close the connection without reading the rest of the request."""
    found = [("connection", "close")] if status in (401, 403, 405, 408, 413, 429) else []
    return [*found, ("retry-after", "1")] if status == 429 else found
