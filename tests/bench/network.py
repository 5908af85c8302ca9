"""The table on phones, measured from outside: a real server, and connections as phones make them.

From a line that one phone posts to the event at all others, while a terminal enters as well; what
two hundred phones that only listen cost; what is left for the table while strangers knock.
"""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from companion.web.room import MOST_PAGES
from tests.bench.homes import PLAY
from tests.bench.launch import commands, environment
from tests.bench.rounds import MANY, Load

FEW = 8
_AT_MOST = {FEW: 50.0, MANY: 250.0}
"""Milliseconds that 99 of 100 events may take to reach the last phone."""
_IDLE, _MEMORY, _PAGE = 1.0, 120.0, 250.0
"""At most so much of a core (%), so many megabytes, so many milliseconds for a page."""
_HOST = "127.0.0.1"


class Phone:
    """A connection with a cookie: it asks, posts and listens as a browser does."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookie = ""
        self._pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, told: Any = None) -> tuple[int, bytes, bytes]:
        """The status, the head and the body of an answer; one connection for all."""
        if self._pipe is None:
            self._pipe = await asyncio.open_connection(_HOST, self._port)
        reader, writer = self._pipe
        body = b"" if told is None else json.dumps(told).encode()
        writer.write(self._head(method, path, len(body)) + body)
        head = await reader.readuntil(b"\r\n\r\n")
        length = [
            int(line.split(b":")[1]) for line in head.split(b"\r\n") if b"content-length" in line
        ]
        content = await reader.readexactly(length[0]) if length else b""
        if b"connection: close" in head:
            self.close()
        return int(head.split(b" ", 2)[1]), head, content

    async def join(self, address: str) -> None:
        """Come in with the key."""
        _, head, _ = await self.ask("GET", f"/join/{address.rpartition('/')[2]}")
        (line,) = (line for line in head.split(b"\r\n") if line.lower().startswith(b"set-cookie"))
        self._cookie = line.split(b": ", 1)[1].split(b";")[0].decode()

    def another(self) -> "Phone":
        """Another page on the same phone."""
        page = Phone(self._port)
        page._cookie = self._cookie
        return page

    async def listen(self, play: str) -> AsyncIterator[tuple[int, float]]:
        """The numbers of the entries as they are told, and when."""
        reader, writer = await asyncio.open_connection(_HOST, self._port)
        writer.write(self._head("GET", f"/api/events?play={play}", 0))
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    yield int(line[4:]), perf_counter()
                elif line.startswith(b"event: now"):
                    yield 0, perf_counter()
        finally:
            writer.close()

    def close(self) -> None:
        """Hang up."""
        if self._pipe is not None:
            self._pipe[1].close()
            self._pipe = None

    def _head(self, method: str, path: str, length: int) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {_HOST}:{self._port}"]
        lines += [f"Cookie: {self._cookie}"] if self._cookie else []
        lines += ["Content-Type: application/json", f"Content-Length: {length}"] if length else []
        return "\r\n".join([*lines, "", ""]).encode()


def network_rows(folder: Path, load: Load) -> list[dict[str, Any]]:
    """All rows: a name, what was measured with its unit, and the budget."""
    return asyncio.run(_rows(folder, load))


async def _rows(folder: Path, load: Load) -> list[dict[str, Any]]:
    start, around = commands(folder)["companion"], environment(folder, folder / "network")
    _run_lines(start, around, PLAY)
    rows = []
    async with _served(start, around) as table:
        for phones in sorted({FEW, load.phones}):
            taken = await _events(table, phones, load.lines)
            name = f"to the event at {phones} phones, p99"
            rows.append(_row(name, _p99(taken), "ms", _AT_MOST.get(phones, _AT_MOST[MANY])))
            rows.append(_row(f"to the event at {phones} phones", median(taken), "ms", None))
        idle, memory = await _idle(table, load)
        rows.append(_row(f"{load.phones} phones that listen", idle, "% of a core", _IDLE))
        rows.append(_row(f"memory with {load.phones} phones", memory, "MB", _MEMORY))
        rows.append(
            _row(f"page of {load.entries:,} entries", await _page(table, load), "ms", _PAGE)
        )
        rate, taken = await _strangers(table, load.knocks)
        rows.append(_row("strangers turned away", rate, "a second", None))
        rows.append(_row("an entry meanwhile, p99", _p99(taken), "ms", _AT_MOST[MANY]))
    return rows


class _Table(NamedTuple):
    url: str
    port: int
    process: int
    command: Sequence[str]
    around: Mapping[str, str]


@asynccontextmanager
async def _served(start: Sequence[str], around: Mapping[str, str]) -> AsyncIterator[_Table]:
    process = await asyncio.create_subprocess_exec(
        *start,
        *("serve", "--json", "--port", "0", "--host", _HOST),
        env=dict(around),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    told = json.loads(await process.stdout.readline())
    try:
        yield _Table(told["url"], told["port"], process.pid, start, around)
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def _phones(table: _Table, count: int) -> AsyncIterator[list[Phone]]:
    # As many pages on each phone as a table allows: phones come in by ones and twos, not by 200.
    joined = [Phone(table.port) for _ in range(-(-count // MOST_PAGES))]
    for phone in joined:
        await phone.join(table.url)
        phone.close()
    phones = [joined[number // MOST_PAGES].another() for number in range(count)]
    try:
        yield phones
    finally:
        phones[0].close()


async def _events(table: _Table, count: int, lines: int) -> list[float]:
    """Milliseconds from each post to the event at the last of the phones."""
    heard: dict[int, list[float]] = {}
    ready = asyncio.Event()
    waiting = set(range(count))

    async def listen(number: int, phone: Phone) -> None:
        async for entry, at in phone.listen("bwd-1"):
            heard.setdefault(entry, []).append(at)
            waiting.discard(number)
            if not waiting:
                ready.set()

    async with _phones(table, count) as phones:
        tasks = [asyncio.create_task(listen(*numbered)) for numbered in enumerate(phones)]
        terminal = asyncio.create_task(_terminal(table))
        await ready.wait()
        sent: dict[int, float] = {}
        for number in range(lines):
            begun = perf_counter()
            line = f"score ana {'+' if number % 2 else '-'}1"
            status, _, body = await phones[0].ask(
                "POST", "/api/entries", {"line": line, "play": "bwd-1"}
            )
            if status == 200:
                sent[json.loads(body)["entries"]] = begun
            await asyncio.sleep(0.12)
        terminal.cancel()
        await asyncio.sleep(0.5)
        for task in (*tasks, terminal):
            task.cancel()
        await asyncio.gather(*tasks, terminal, return_exceptions=True)
    missing = [number for number in sent if len(heard.get(number, ())) < count]
    if missing:
        least = min(len(heard.get(number, ())) for number in missing)
        raise RuntimeError(f"an entry reached {least} of {count} phones")
    return [(max(heard[number]) - begun) * 1000 for number, begun in sent.items()]


async def _terminal(table: _Table) -> None:
    """Somebody who enters points beside the phones, about one a second."""
    while True:
        process = await asyncio.create_subprocess_exec(
            *table.command, "score", "ben", "+1", env=dict(table.around), stdout=-3, stderr=-3
        )
        await process.wait()
        await asyncio.sleep(1)


async def _idle(table: _Table, load: Load) -> tuple[float | None, float | None]:
    """What so many phones cost that only listen: part of a core in percent, and megabytes."""
    async with _phones(table, load.phones) as phones:

        async def listen(phone: Phone) -> None:
            async for _ in phone.listen("bwd-1"):
                pass

        tasks = [asyncio.create_task(listen(phone)) for phone in phones]
        await asyncio.sleep(min(2, load.idle))
        before = _processor(table.process)
        await asyncio.sleep(load.idle)
        after, memory = _processor(table.process), _memory(table.process)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if before is None or after is None:
        return None, memory
    return (after - before) / load.idle * 100, memory


async def _page(table: _Table, load: Load) -> float:
    """Milliseconds for the page of a play of so many entries, best of five, each anew."""
    points = ("score ana +1", "score ana -1") * (load.entries // 2)
    _run_lines(table.command, table.around, ("start bwd Ana Ben", *points))
    taken = []
    async with _phones(table, 1) as (phone,):
        for number in range(5):
            told = {"line": f"score ben +{number + 1}", "play": "bwd-2"}
            await phone.ask("POST", "/api/entries", told)
            begun = perf_counter()
            status, _, _ = await phone.ask("GET", "/play/bwd-2")
            assert status == 200
            taken.append((perf_counter() - begun) * 1000)
    return min(taken)


def _run_lines(start: Sequence[str], around: Mapping[str, str], lines: Sequence[str]) -> None:
    """Enter lines, all by one process."""
    subprocess.run(
        [*start, "shell"],
        env=around,
        input="\n".join(lines),
        text=True,
        check=True,
        capture_output=True,
    )


async def _strangers(table: _Table, knocks: int) -> tuple[float, list[float]]:
    """How many without a key are turned away a second, and what entries take meanwhile."""
    turned = 0

    async def knock(times: int) -> None:
        nonlocal turned
        stranger = Phone(table.port)
        for _ in range(times):
            with suppress(OSError, asyncio.IncompleteReadError):
                status, _, _ = await stranger.ask("GET", "/api/table")
                assert status in (401, 429)
                turned += 1
                continue
            stranger.close()

    async with _phones(table, 1) as (phone,):
        begun = perf_counter()
        tasks = [asyncio.create_task(knock(knocks // 20)) for _ in range(20)]
        taken = []
        while not all(task.done() for task in tasks):
            at = perf_counter()
            told = {"line": f"score ana {'+' if len(taken) % 2 else '-'}1", "play": "bwd-1"}
            await phone.ask("POST", "/api/entries", told)
            taken.append((perf_counter() - at) * 1000)
            await asyncio.sleep(0.12)
        seconds = perf_counter() - begun
        await asyncio.gather(*tasks)
    return turned / seconds, taken


def _processor(process: int) -> float | None:
    """Seconds of a core that a process has taken so far; None where nobody tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / 100


def _memory(process: int) -> float | None:
    """Megabytes that a process holds."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    (held,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(held.split()[1]) / 1024


def _p99(taken: Sequence[float]) -> float:
    return sorted(taken)[min(len(taken) - 1, round(len(taken) * 0.99))]


def _row(name: str, found: float | None, unit: str, budget: float | None) -> dict[str, Any]:
    row: dict[str, Any] = {"name": name, "unit": unit, "budget": budget}
    if found is None:
        return {**row, "measured": None, "verdict": "nobody tells here"}
    verdict = "" if budget is None else "within" if found <= budget else "over"
    return {**row, "measured": round(found, 2), "verdict": verdict}
