"""Two keys for each serving, and the phones that came in with one of them.

If the program is killed, it can resume: until somebody ends the serving, keys and phones are kept
in a file that only the owner of the computer can read. So a waiting phone finds the table at the
same address again.
"""

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from threading import RLock
from time import monotonic
from typing import Any, Literal

from companion.core.event import RENAMED, Source
from companion.errors import StorageError
from companion.store.disk import PRIVATE, make_folder, read_file
from companion.table.plays.open_play import OpenPlay

Role = Literal["play", "watch"]
PLAY: Role = "play"
WATCH: Role = "watch"

_BYTES = 16
MOST_PHONES = 250
"""Most phones of each role, more than any table has: with a key but without a cookie, each visit
counts as a new phone.
"""
GONE = 60.0
"""Seconds after which a disconnected phone may lose its seat."""


@dataclass
class Phone:
    """A browser that came in, known by the `token` in its cookie; empty for a program.

    `name` is the player whose seat it holds, or empty. `notices` are shown with its next page.
    """

    token: str
    role: Role
    name: str = ""
    connected: int = 0
    """How many of its pages are listening."""
    seen: float = field(default_factory=monotonic)
    notices: list[str] = field(default_factory=list)

    @cached_property
    def mark(self) -> str:
        """The phone's mark in logs, which does not reveal its token; empty for a program."""
        return sha256(self.token.encode()).hexdigest()[:16] if self.token else ""

    @property
    def source(self) -> Source:
        """The source of lines entered on this phone, without an id."""
        return Source(self.name, "", self.mark)

    @property
    def takes_part(self) -> bool:
        """Whether it may enter anything."""
        return self.role == PLAY

    @property
    def is_gone(self) -> bool:
        """Whether it has been disconnected for a while."""
        return not self.connected and monotonic() - self.seen > GONE


class Keys:
    """The keys and phones of one serving, kept in `file` (None: only in memory).

    Seats are assigned in the thread that reads plays, phones join in another.
    """

    def __init__(self, file: str | None, *, watch_only: bool = False) -> None:
        self._file = file
        self._changing = RLock()
        kept = _read(file)
        keys = kept.get("keys", {})
        self.watch_only = watch_only
        self.keys: dict[Role, str] = {role: keys.get(role) or _key() for role in (PLAY, WATCH)}
        self.port: int | None = kept.get("port")
        self.host = ""
        """The address on which the server listens."""
        self.goes_on = bool(keys)
        """Whether this continues a serving that was interrupted."""
        phones = {
            token: Phone(token, recorded["role"], recorded["name"])
            for token, recorded in kept.get("phones", {}).items()
        }
        self._phones = phones if keys else {}
        self._former = {} if keys else phones
        """The phones of a serving that was ended; they are recognized when they come again."""
        self._programs = {role: Phone("", role) for role in self.keys}

    def role_of(self, key: str) -> Role | None:
        """The role of a key; None if it is not a valid key of this serving."""
        found: Role | None = None
        for role, ours in self.keys.items():  # all are compared, so that timing reveals nothing
            if secrets.compare_digest(ours.encode(), key.encode("utf-8", "replace")):
                found = role
        return None if self.watch_only and found == PLAY else found

    def program(self, key: str) -> Phone | None:
        """The program that sends this key instead of a cookie; None if the key is not valid."""
        role = self.role_of(key)
        return None if role is None else self._programs[role]

    def phone(self, token: str) -> Phone | None:
        """The phone with that cookie; None if there is none, or its role is not allowed now."""
        phone = self._phones.get(token)
        if phone is None or (self.watch_only and phone.takes_part):
            return None
        phone.seen = monotonic()
        return phone

    def join(self, role: Role, before: Phone | None, token: str = "") -> Phone:
        """Let a phone in with the key for this role; the one that it was `before`, if possible.

        `token` is from its cookie: a known phone sees again what it entered in secret.
        """
        if before is not None and before.token:
            if role == PLAY and before.role == WATCH:
                before.role = role
                self.save()
            return before
        with self._changing:
            alike = [phone for phone in self._phones.values() if phone.role == role]
            if len(alike) >= MOST_PHONES:
                del self._phones[min(alike, key=_matters).token]
            phone = self._former.pop(token, None) or Phone(_key(), role)
            phone.role = role
            if role == WATCH or any(other.name == phone.name for other in self._phones.values()):
                phone.name = ""
            self._phones[phone.token] = phone
            self.save()
        return phone

    def holder(self, name: str) -> Phone | None:
        """The phone that holds that player's seat."""
        with self._changing:
            return next((phone for phone in self._phones.values() if phone.name == name), None)

    def sit(self, phone: Phone, name: str) -> Phone | None:
        """Give a seat to a phone, or none for an empty name; return the phone that had it."""
        with self._changing:
            before = self.holder(name) if name else None
            if before is not None and before is not phone:
                before.name = ""
            phone.name = name
            self.save()
        return before if before is not phone else None

    def follow(self, play: OpenPlay) -> None:
        """Keep the seats of phones whose players were renamed."""
        started = play.log.events[0].data
        called = [seat["name"] for seat in started["seats"]]
        former: dict[str, int] = {}
        for event in play.log.events:
            if event.kind == RENAMED:
                seat = event.data["seat"]
                former[called[seat]] = seat
                called[seat] = event.data["name"]
        for name, seat in former.items():
            phone = self.holder(name) if name not in called else None
            if phone is not None and self.holder(called[seat]) is None:
                self.sit(phone, called[seat])

    def save(self) -> None:
        """Save what is needed to continue after an interruption."""
        self._write(
            {
                "keys": self.keys,
                "host": self.host,
                "port": self.port,
                "process": os.getpid(),
                "phones": {
                    phone.token: {"role": phone.role, "name": phone.name}
                    for phone in self._phones.values()
                },
            }
        )

    def _write(self, document: Mapping[str, Any]) -> None:
        if self._file is None:
            return
        beside = f"{self._file}.{os.getpid()}"
        try:
            cache = os.path.dirname(self._file)
            make_folder(os.path.dirname(cache), PRIVATE)
            make_folder(cache, PRIVATE)
            with suppress(FileNotFoundError):  # an old file may be readable by others
                os.unlink(beside)
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(document, file)
            os.replace(beside, self._file)
        # Then phones have to scan the code again after an interruption.
        except (OSError, StorageError):
            self._file = None

    def now(self) -> float:
        """A monotonic time in seconds."""
        return monotonic()

    def end(self) -> None:
        """Make these keys invalid; keep who had which seat, for the next serving."""
        phones = {**self._former, **self._phones}
        seated = {
            token: {"role": phone.role, "name": phone.name}
            for token, phone in phones.items()
            if phone.name
        }
        if seated:
            self._write({"phones": seated})
        elif self._file is not None:
            with suppress(OSError):
                os.unlink(self._file)


def _matters(phone: Phone) -> tuple[bool, bool, float]:
    """How important it is to remember a phone: most if it is connected and has a seat."""
    return bool(phone.connected), bool(phone.name), phone.seen


def _key() -> str:
    """A random key of 128 bits, for use in an address."""
    return secrets.token_urlsafe(_BYTES)


def _read(file: str | None) -> Mapping[str, Any]:
    """Read what an earlier serving left; empty if there is nothing, or it is not well-formed."""
    if file is None:
        return {}
    try:
        recorded = json.loads(read_file(file)[0])
        phones = recorded["phones"]
        sound = all(
            _is_key(token) and one["role"] in (PLAY, WATCH) and isinstance(one["name"], str)
            for token, one in phones.items()
        )
        if sound and recorded.keys() != {"phones"}:  # all that is left of an ended serving
            keys = recorded["keys"]
            sound = (
                all(_is_key(keys[role]) for role in (PLAY, WATCH))
                and keys[PLAY] != keys[WATCH]
                and type(recorded["port"]) is int
                and 0 < recorded["port"] < 65536
            )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return recorded if sound else {}


def _is_key(text: object) -> bool:
    return isinstance(text, str) and len(text) >= 20
