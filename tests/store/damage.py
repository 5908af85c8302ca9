"""Ways in which a file of a home can be damaged, each chosen by what `pick` draws."""

import copy
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
Pick = Callable[[Sequence[Any]], Any]

_DEEP = 100_000
_CONTENTS = (
    *(
        b"",
        b" \n",
        b"\0" * 512,
        b"\x89PNG\r\n\x1a\n\0",
        b"\xff\xfe[]",
        "[“Müller”]".encode("cp1252"),
    ),
    *(b"null", b"7", b'"text"', b"[]", b"{}", b"true", b"[{}]", b'{"events": []}', b"{" * 9),
    *(b'{"events": {"1": {}}}', b'{"events": {"x": {}}}', b'{"meta": {"1": {}}, "document": 7}'),
    *(b'{"meta": {"1": {"schema": 1, "kind": "play"}}}', b'{"meta": {"1": {"schema": 1e999}}}'),
    *(b"[" * _DEEP, b'{"a":' * _DEEP, b"9" * 10_000, b'{"keys": {"play": 1}, "phones": []}'),
    *(b"not what you think", b"[[[[]]]] trailing", b"1\n2\n3\n", b"bwd-1 bwd-2\n\xff\n"),
)
_REMOVED = object()
_INSTEAD = (
    *(
        _REMOVED,
        None,
        True,
        -1,
        0,
        1,
        2,
        99,
        10**30,
        -(10**400),
        1.5,
        1e308,
        "",
        "text",
        "\0",
        "ana",
    ),
    *("bwd", "bwd-1", "ana.1", "common", "\ud800", "\x1b[31m", "n" * 5_000, [], {}, [[]], [None]),
    *({"": None}, "2026=11-22T21:30:00Z", "2026-11-22T11:5::21Z", "9999-12-31T23:59:59Z"),
    *("0001-01-01T00:00:00Z", "play.started", "action.undone", "points.gained", "card.sung"),
)
_VALUES = (None, "", 7, 1.5, b"\xff\0", "[" * _DEEP, "{}", "null", "text", "-1", 10**15)


def damage(path: Path, pick: Pick) -> str:
    """Damage a file in one of the ways; says which."""
    ways = [holding, cut, flipped, doubled, replaced]
    content = path.read_bytes()
    if content.startswith(b"SQLite format 3"):
        ways += [other_database, other_rows] * 3
    elif content.lstrip().startswith(b"{"):
        ways += [other_value] * 12 + [twice, nested]
    way = pick(ways)
    return f"{way.__name__}: {way(path, pick)}"


def holding(path: Path, pick: Pick) -> str:
    """Something else altogether stands in it."""
    content = pick(_CONTENTS)
    path.write_bytes(content)
    return repr(content[:40])


def cut(path: Path, pick: Pick) -> str:
    """It ends too soon, or goes on after the end."""
    content = path.read_bytes()
    share = pick(range(20))
    path.write_bytes(content[: len(content) * share // 20] if share else content + content[:99])
    return f"{share}/20"


def flipped(path: Path, pick: Pick) -> str:
    """Some bits are others."""
    content = bytearray(path.read_bytes())
    flips = []
    for _ in range(pick([1, 1, 2, 30])):
        place, bit = pick(range(len(content) or 1)), pick(range(8))
        flips.append((place, bit))
        if content:
            content[place] ^= 1 << bit
    path.write_bytes(bytes(content))
    return repr(flips)


def doubled(path: Path, pick: Pick) -> str:
    """A piece of it is there twice, or is gone."""
    content = path.read_bytes()
    ends = sorted(pick(range(len(content) + 1)) for _ in range(2))
    before, piece, after = content[: ends[0]], content[slice(*ends)], content[ends[1] :]
    times = pick([0, 2])
    path.write_bytes(before + piece * times + after)
    return f"{ends} {times} times"


def replaced(path: Path, pick: Pick) -> str:
    """No file lies there any more, but something else, or nothing."""
    what = pick(["gone", "folder", "pipe", "dangling", "loop", "link"])
    away = path.with_name(f"{path.name}.away")
    path.rename(away)
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "dangling":
        path.symlink_to(path.with_name("nowhere"))
    elif what == "loop":
        path.symlink_to(path)
    elif what == "link":
        path.symlink_to(away)
    return str(what)


def twice(path: Path, pick: Pick) -> str:
    """A key is there twice."""
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return "no JSON"
    if not isinstance(document, dict) or not document:
        return "no object"
    name = pick(sorted(document))
    other = pick([document[name], {}, None, 7])
    text = json.dumps(document)
    path.write_text(f"{text[:-1]}, {json.dumps(name)}: {json.dumps(other)}}}", "utf-8")
    return f"{name} as {other!r}"


def nested(path: Path, pick: Pick) -> str:
    """One of its values is a list in lists, deeper than anybody reads."""
    return _with_value(path, pick, "NESTED")


def other_value(path: Path, pick: Pick) -> str:
    """One of its values is another one, of another type perhaps, or is gone."""
    return _with_value(path, pick, pick(_INSTEAD))


def _with_value(path: Path, pick: Pick, value: Any) -> str:
    lines = path.read_bytes().splitlines() if path.suffix == ".jsonl" else [path.read_bytes()]
    number = pick(range(len(lines)))
    try:
        document = json.loads(lines[number])
    except (ValueError, RecursionError):
        return "no JSON"
    ways = list(_leaves(document))
    if not ways:
        return "nothing in it"
    *way, last = pick(ways)
    inner = document
    for key in way:
        inner = inner[key]
    if value is _REMOVED:
        del inner[last]
    else:
        inner[last] = copy.deepcopy(value)
    text = json.dumps(document)
    if value == "NESTED":
        text = text.replace('"NESTED"', "[" * _DEEP + "]" * _DEEP)
    lines[number] = text.encode()
    path.write_bytes(b"\n".join(lines))
    return f"{[*way, last]} is {'gone' if value is _REMOVED else repr(value)[:60]}"


def _leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if way:
        yield way
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(item, (*way, key))


def other_database(path: Path, pick: Pick) -> str:
    """It is a database, but not this one."""
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
    path.unlink()
    version = pick([version, version, 0, version + 1])
    tables = pick(["", "CREATE TABLE kept (a)", "CREATE TABLE source (key); CREATE TABLE log (id)"])
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"{tables}; PRAGMA user_version = {version}")
    return f"{tables} of version {version}"


def other_rows(path: Path, pick: Pick) -> str:
    """What stands in one of its columns is something else, or its rows are gone."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        table = pick(sorted(name for (name,) in found))
        columns = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
        column, value = pick(columns), pick(_VALUES)
        way = pick([f'UPDATE OR IGNORE "{table}" SET "{column}" = ?', f'DELETE FROM "{table}"'])
        try:
            db.execute(way, (value,) if "?" in way else ())
        except sqlite3.Error as problem:  # some tables are the library's own
            return f"{table}: {problem}"
    return f"{way} {repr(value)[:40]}"
