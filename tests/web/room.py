"""A table that is served without a network: requests are handed to the application as they come."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, Self

from companion.cli.phones import PhonePrompt
from companion.store.base import Store
from companion.testing.program import typed_at
from companion.testing.store import TemporaryStore
from companion.web.entries import Rights
from companion.web.gate import JOIN, Place
from companion.web.keys import PLAY, WATCH, Keys, Phone, Role
from companion.web.room import Room
from companion.web.server import Guests, application
from tests.desks import Desks
from tests.terminal import LIMIT

HOST = "192.0.2.7:8477"
PHONE = "192.0.2.40"
EVERYBODY = Rights()
PLACE = Place(8477, ["192.0.2.7", "table.local"])
Headers = Sequence[tuple[str, str]]


class Answer(NamedTuple):
    """What came back: a status, the headers by their names in small letters, the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def problem(self) -> str:
        """What an error says."""
        message: str = self.json["error"]["message"]
        return message


class Served:
    """One serving of a group's plays, in a loop of its own.

    `restarted` is the next one over the same store. `told` is what the host was told. Requests come
    with the key to take part, unless `key` or headers say something else.
    """

    def __init__(
        self,
        store: Store,
        rights: Rights = EVERYBODY,
        keys: Keys | None = None,
        place: Place = PLACE,
        title: str = "home",
    ) -> None:
        self.store = store
        self.desks = Desks(store)
        self.keys = keys or Keys(None)
        self.told: list[str] = []
        self.runner = asyncio.Runner()
        self.prompt = PhonePrompt(self.desks())
        self.room = Room(self.prompt, self.keys, place, rights, title, self.told.append)
        self.app = application(self.room, Guests())

    def typed(self, *words: str) -> Any:
        """Run a line at the keyboard of the host; the words as a shell hands them over."""
        told = typed_at(self.desks, words)
        assert told.code == 0, told.refusal
        return told

    def restarted(self) -> "Served":
        """The table, served anew over what was kept."""
        self.close()
        return Served(self.store)

    def close(self) -> None:
        """Nothing more is served."""
        self.room.close()
        self.runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    # Asking

    def ask(self, method: str, path: str, **how: Any) -> Answer:
        """A request and its answer; see `asked`."""
        return self.runner.run(self.asked(method, path, **how))

    async def asked(
        self,
        method: str,
        path: str,
        headers: Headers = (),
        body: bytes | Sequence[bytes] = b"",
        key: Role | str | None = PLAY,
        phone: Phone | None = None,
        host: str | None = HOST,
        address: str = PHONE,
    ) -> Answer:
        """A request and its answer. A body in several parts comes without a length."""
        sent = [("host", host)] if host is not None else []
        if phone is not None:
            sent.append(("cookie", f"{self.room.place.cookie}={phone.token}"))
        elif key is not None:
            sent.append(("authorization", f"Bearer {self.keys.keys.get(key, key)}"))  # type: ignore[call-overload]
        parts = [body] if isinstance(body, bytes) else list(body)
        if isinstance(body, bytes) and method == "POST":
            sent.append(("content-length", str(len(body))))
        before, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": before,
            "raw_path": before.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.lower().encode("latin-1"), value.encode("latin-1"))
                for name, value in [*sent, *headers]
            ],
            "client": (address, 50000),
            "server": ("192.0.2.7", 8477),
        }
        return await answered(self.app, scope, parts)

    def get(self, path: str, **how: Any) -> Answer:
        """A page, or what a program asks for."""
        return self.ask("GET", path, **how)

    def post(self, path: str, body: bytes, headers: Headers, **how: Any) -> Answer:
        """Post a form, and read the page that its answer leads to."""
        answer = self.ask("POST", path, body=body, headers=headers, **how)
        if answer.status != 303:
            return answer
        return self.get(answer.headers["location"], **how)

    def say(self, line: str, phone: Phone | None = None, **told: Any) -> Answer:
        """Enter a line, as a program or as a phone."""
        body = json.dumps({"line": line, **told}).encode()
        return self.ask("POST", "/api/entries", body=body, phone=phone)

    def phone(self, name: str = "", role: Role = PLAY) -> Phone:
        """A phone that has scanned the code, with that seat."""
        phone = self.keys.join(role, None)
        if name:
            self.room.sit(phone, name)
        return phone

    def scores(self) -> dict[str, int]:
        """Everybody's points in the play at hand."""
        return {
            player["name"]: player["score"] for player in self.get("/api/table").json["players"]
        }

    def join(self, role: Role = PLAY, **how: Any) -> Answer:
        """Scan a code."""
        return self.get(f"{JOIN}{self.keys.keys[role]}", key=None, **how)


async def answered(app: Any, scope: dict[str, Any], parts: Sequence[bytes]) -> Answer:
    """What an application answers to a request whose body comes in these parts."""
    waiting = list(parts)
    status, headers, body = 0, {}, b""

    async def receive() -> dict[str, Any]:
        if waiting:
            part = waiting.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(waiting)}
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, headers, body
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = {name.decode(): value.decode("latin-1") for name, value in message["headers"]}
        else:
            body += message.get("body", b"")

    await app(scope, receive, send)
    return Answer(status, headers, body)


@contextmanager
def served(*start: str, store: Store | None = None, **how: Any) -> Iterator[Served]:
    """A table at which a play was begun: `start bwd Ana Ben`, unless other words are given."""
    with Served(store or TemporaryStore(), **how) as table:
        table.typed(*(start or ("start", "bwd", "Ana", "Ben")))
        yield table


async def events(messages: AsyncIterator[bytes], count: int) -> list[tuple[str, Any, str]]:
    """The next so many events of a stream: kind, data, and id where it has one."""
    found: list[tuple[str, Any, str]] = []
    async with asyncio.timeout(LIMIT):
        while len(found) < count:
            message = (await anext(messages)).decode()
            for block in message.split("\n\n"):
                lines = dict(line.split(": ", 1) for line in block.splitlines())
                if "event" in lines:
                    told = json.loads(lines["data"])
                    found.append((lines["event"], told, lines.get("id", "")))
    return found


async def gone(waiting: Awaitable[Any]) -> None:
    """Let something come to its end, however that is."""
    with suppress(asyncio.CancelledError, Exception):
        await waiting


__all__ = ["HOST", "PLAY", "WATCH", "Answer", "Served", "events", "served"]
