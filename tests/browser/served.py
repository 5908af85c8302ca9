"""A table that is served, the phones around it, and a terminal beside it."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.terminal import LIMIT, limited

try:
    from playwright.sync_api import expect
except ModuleNotFoundError:  # the fixture `browser` says so
    expect = None

WAIT = 60_000
"""Milliseconds that a page may take at most to show something; a machine may be busy."""
HOUR = "01:00:00"
_NO_NETWORK = r"net::ERR_"


class Phone:
    """A browser of its own at a table: its cookies, what it keeps, and the page that it shows.

    Whatever goes wrong in its pages is kept in `problems`; the fixture `table` looks at them. What
    a test means to go wrong, it names in `expected`, as regular expressions.
    """

    def __init__(self, context: Any, base: str) -> None:
        self.context = context
        self.base = base
        self.problems: list[str] = []
        self.expected: list[str] = []
        context.set_default_timeout(WAIT)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.problems.append(f"error: {error.error}"))
        context.on("request", self._request)
        self.page = context.new_page()

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.text} ({message.location.get('url', '')})")

    def _request(self, request: Any) -> None:
        if not request.url.startswith((f"{self.base}/", "data:", "blob:")):
            self.problems.append(f"asked elsewhere: {request.url}")

    def unexpected(self) -> list[str]:
        """What went wrong and was not meant to."""
        return [
            told
            for told in self.problems
            if not any(re.search(expected, told) for expected in self.expected)
        ]

    # Pages

    def open(self, path: str) -> Any:
        """Go to a page of the table; the answer."""
        return self.page.goto(f"{self.base}{path}")

    def other_window(self) -> Any:
        """A second page of this browser, at the table."""
        page = self.context.new_page()
        page.goto(f"{self.base}/", wait_until="commit")
        return page

    @property
    def pill(self) -> Any:
        """Where the page says whether it is live."""
        return self.page.locator("#link")

    @property
    def behind(self) -> Any:
        """Where the page says that what it shows may be old."""
        return self.page.locator("#behind")

    @property
    def said(self) -> Any:
        """Where the page shows answers and refusals."""
        return self.page.locator("#said")

    @property
    def waiting(self) -> Any:
        """Where the page shows what is not sent yet."""
        return self.page.locator("#waiting")

    def score(self, name: str) -> Any:
        """The points of a player."""
        seat = self.page.locator(".seat", has=self.page.get_by_text(name, exact=True))
        return seat.locator(".score")

    def button(self, name: str) -> Any:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def tap(self, name: str) -> None:
        """Tap a button."""
        self.button(name).click()

    # The network

    def go_offline(self) -> None:
        """Out of the network."""
        self.expected.append(_NO_NETWORK)
        self.context.set_offline(True)

    def go_online(self) -> None:
        """Back in it."""
        self.context.set_offline(False)

    def intercept(self, path: str, handler: Callable[[Any], None], method: str = "") -> None:
        """Have requests of a path come to `handler`, which may lose them."""
        self.expected.append(_NO_NETWORK)

        def handled(route: Any) -> None:
            if method and route.request.method != method:
                route.fallback()
            else:
                handler(route)

        self.context.route(lambda url: urlsplit(url).path == path, handled)

    def let_through(self) -> None:
        """Nothing is lost on the way any more."""
        self.context.unroute_all(behavior="ignoreErrors")


class Table:
    """A play, served by a process of its own."""

    def __init__(self, home: Path, browser: Any) -> None:
        self.home = home
        self._browser = browser
        self._env = {**os.environ, "COMPANION_HOME": str(home)}
        self._process: subprocess.Popen[str] | None = None
        self.phones: list[Phone] = []
        self.url = self.watch = ""
        self.port = 0

    @property
    def base(self) -> str:
        """The address of the table, without a key."""
        return f"http://127.0.0.1:{self.port}"

    # The computer

    def run(self, line: str, ends: int = 0) -> str:
        """What a terminal answers to a command."""
        command = [sys.executable, "-m", "companion", *shlex.split(line)]
        ran = subprocess.run(command, env=self._env, capture_output=True, text=True, timeout=LIMIT)
        assert ran.returncode == ends, ran.stderr
        return ran.stdout

    def log(self) -> list[dict[str, Any]]:
        """The entries of the play, but for the first, which began it."""
        found: list[dict[str, Any]] = json.loads(self.run("log --json"))["entries"]
        return found[1:]

    def told(self) -> list[str]:
        """What the entries say, those taken back left out."""
        return [entry["text"] for entry in self.log() if not entry["undone"]]

    def serve(self, *options: str, port: int | None = 0) -> None:
        """Begin to serve; without a port, at the one of before."""
        at = [] if port is None else ["--port", str(port)]
        command = [sys.executable, "-m", "companion", "serve", "--json", "--host", "127.0.0.1"]
        self._process = subprocess.Popen(
            [*command, *at, *options],
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        with limited(self._process.pid):
            line = self._process.stdout.readline()
        assert line, "it does not serve"
        told = json.loads(line)
        self.url, self.watch, self.port = told["url"], told["watch"], told["port"]

    def start_again(self) -> None:
        """Serve once more, where it was."""
        self.serve(port=None)

    def kill(self) -> None:
        """Cut it off, as when the computer's battery is empty."""
        self._lose_network()
        self._end(signal.SIGKILL)

    def close(self) -> int:
        """End it as Ctrl-C does; the exit code."""
        self._lose_network()
        return self._end(signal.SIGINT)

    def hold_still(self) -> None:
        """The process does nothing at all for a while; connections stay open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """It goes on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _lose_network(self) -> None:
        for phone in self.phones:
            phone.expected.append(_NO_NETWORK)

    def _end(self, kind: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(signal.SIGCONT)
        process.send_signal(kind)
        with limited(process.pid):
            code = process.wait()
        assert process.stdout is not None
        process.stdout.close()
        return code

    # Phones

    def browser(self, **options: Any) -> Phone:
        """A browser that has not come to the table yet."""
        phone = Phone(
            self._browser.new_context(**{"viewport": _size(390, 844), **options}), self.base
        )
        self.phones.append(phone)
        return phone

    def phone(
        self,
        name: str = "",
        width: int = 390,
        height: int = 844,
        scheme: str = "light",
        **more: Any,
    ) -> Phone:
        """A phone that has come by the code, with that player's seat or with none, at the table."""
        phone = self.browser(viewport=_size(width, height), color_scheme=scheme, **more)
        phone.page.goto(self.url)
        phone.tap(name or "No seat")
        phone.page.wait_for_url("**/play/*")
        return phone

    def watcher(self, **more: Any) -> Phone:
        """Somebody who watches."""
        phone = self.browser(**more)
        phone.page.goto(self.watch)
        return phone

    def end(self) -> None:
        """Everything is put away; pages that did what they should not are told."""
        problems = [problem for phone in self.phones for problem in phone.unexpected()]
        for phone in self.phones:
            phone.context.close()
        self._end(signal.SIGKILL)
        if problems:
            pytest.fail("Pages went wrong:\n" + "\n".join(problems))


def _size(width: int, height: int) -> dict[str, int]:
    return {"width": width, "height": height}


@contextmanager
def served(home: Path, browser: Any, start: str, *options: str) -> Iterator[Table]:
    """A table at which a play was begun by this line, served."""
    table = Table(home, browser)
    table.run(start)
    table.serve(*options)
    try:
        yield table
    finally:
        table.end()
