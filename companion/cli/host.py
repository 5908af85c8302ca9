"""Serves one table: prints its address and what happens, until it ends."""

import json
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from queue import Full, Queue
from threading import Thread

from companion.cli.output import print_messages, print_reply, print_warning, wrapped
from companion.cli.phones import PhonePrompt
from companion.cli.run import DONE
from companion.core.blocks import Block, Heading, Paragraph, QrCode, Side, Span, Stack
from companion.core.reply import Reply
from companion.errors import Refused
from companion.store.disk import read_file
from companion.table.desk import Desk
from companion.web.entries import Rights
from companion.web.gate import JOIN, Place
from companion.web.keys import PLAY, WATCH, Keys
from companion.web.room import Room
from companion.web.server import Guests, application, listening
from companion.web.server import serve as serve_app

USUAL_PORT = 8477
_MOST_WAITING = 1000
_EVERYWHERE = ("", "0.0.0.0", "::")
_NOWHERE = ("192.0.2.1", 9)
"""An address that nobody has: to find a way there, the system picks the computer's own address."""


class Serving:
    """Serves the phones of one group."""

    def __init__(
        self, desk: Desk, rights: Mapping[str, str], *, watch_only: bool, name: str, proxy: str
    ) -> None:
        self._desk = desk
        self._rights = Rights(rights.get("entries") == "own", rights.get("undo") == "host")
        self._proxy = proxy.rstrip("/").lower()
        self._title = name or desk.group
        file = desk.store.cache(desk.group, "serving.json")
        _require_alone(file)
        self._keys = Keys(file, watch_only=watch_only)

    def run(self, host: str | None, port: int | None, *, as_json: bool) -> int:
        """Serve until somebody ends it; return the exit code."""
        bound = host or ("127.0.0.1" if self._proxy else "0.0.0.0")
        at = listening(bound, port, USUAL_PORT, self._keys.port)
        number: int = at.getsockname()[1]
        address = own_address() if bound in _EVERYWHERE else bound
        named = f"[{address}]" if ":" in address else address
        base = self._proxy or f"http://{named}:{number}"
        self._keys.port, self._keys.host = number, bound
        self._keys.save()
        place = Place(number, _names(named), self._proxy)
        report = _Host(as_json).report
        prompt = PhonePrompt(self._desk)
        guests = Guests() if not self._proxy else Guests(most=10_000)
        room = Room(prompt, self._keys, place, self._rights, self._title, report)
        serve_app(
            application(room, guests),
            at,
            guests,
            lambda: self._say(base, address, number, as_json),
            room.live.ended,
            proxied=bool(self._proxy),
        )
        self._keys.end()
        return DONE

    def _say(self, base: str, host: str, port: int, as_json: bool) -> None:
        play = None if self._keys.watch_only else f"{base}{JOIN}{self._keys.keys[PLAY]}"
        watch = f"{base}{JOIN}{self._keys.keys[WATCH]}"
        if as_json:
            print(json.dumps({"url": play, "watch": watch, "host": host, "port": port}), flush=True)
            return
        print_reply(Reply(document=dict, blocks=lambda: self._blocks(play, watch)), as_json=False)

    def _blocks(self, play: str | None, watch: str) -> list[Block]:
        from companion.printing.codes import matrix

        def code(title: str, url: str) -> Block:
            return Stack((Paragraph(Span(title, "strong")), QrCode((url,), matrix), Paragraph(url)))

        # The code that everybody scans comes last: on a small screen, the earlier ones scroll away.
        codes = [code("Watch", watch)]
        codes += [code("Take part", play)] if play else []
        about = "Phones on the same network scan a code."
        if not self._proxy.startswith("https:"):
            about += " The connection is not encrypted: others on the network can listen in."
        if self._keys.goes_on:
            about += " It continues after an interruption: the earlier codes are still valid."
        heading = Heading(f"{self._title} is served", "Ctrl-C ends it")
        return [heading, Paragraph(Span(about, "muted")), Side(tuple(codes))]


class _Host:
    """Prints what happens on standard output; with `--json`, on standard error.

    It runs in a thread of its own, so that a paused terminal (Ctrl-S, a pager) stops no phone.
    """

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._waiting: Queue[str] = Queue(_MOST_WAITING)
        Thread(target=self._print, name="host", daemon=True).start()

    def report(self, line: str) -> None:
        """Print a line, unless too many are waiting."""
        with suppress(Full):
            self._waiting.put_nowait(line)

    def _print(self) -> None:
        while True:
            line = self._waiting.get()
            if self._as_json:
                print_messages([line])
                continue
            # Phones go on even if the output is closed or cannot encode the line.
            with suppress(OSError, ValueError):
                print(wrapped(line), flush=True)


def own_address() -> str:
    """This computer's address in its network; the loopback address if it is not on one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found: str = probe.getsockname()[0]
        except OSError:
            print_warning("This computer is not on a network: no other device can see the table.")
            return "127.0.0.1"
    return found


def _names(named: str) -> set[str]:
    """The host names by which a phone may ask for this computer."""
    ours = socket.gethostname().lower()
    return {named, "localhost", "127.0.0.1", "[::1]", ours, f"{ours.partition('.')[0]}.local"}


def _require_alone(file: str | None) -> None:
    """Check that no other process serves this group. Raises Refused."""
    if file is None:
        return
    try:
        recorded = json.loads(read_file(file)[0])
        process, port, host = int(recorded["process"]), int(recorded["port"]), str(recorded["host"])
        if process == os.getpid():
            return
        if sys.platform != "win32":  # on Windows, this would send a Ctrl-C
            os.kill(process, 0)
        there = "127.0.0.1" if host in _EVERYWHERE else host
        with socket.create_connection((there, port), timeout=0.5):
            pass
    except (OSError, OverflowError, ValueError, KeyError, TypeError, RecursionError):
        return  # the earlier process was killed: this one reuses its codes
    raise Refused(
        f"This group is being served already (port {port}).",
        "Stop it with Ctrl-C where it was started; `--group` serves another group.",
    )
