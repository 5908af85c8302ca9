"""Texts that were made to harm, as large as they may be: none fills the memory, or takes long."""

import json
from collections.abc import Callable
from uuid import UUID

import pytest

from companion.exchange import limits
from tests.measured import measured

MOST_MB = 300
MOST_SECONDS = 10
SHEET = "title,date,player,score\n"


def repeated(line: str, most: int = limits.LARGEST) -> str:
    return line * (most // len(line))


def one_name_a_cell() -> str:
    columns = ",".join(f"c{number}" for number in range(900))
    row = f"T,2026-01-01,Ana{',x' * 900}\n"
    return f"title,date,player,{columns}\n" + repeated(row, 19_000_000)


def sums() -> str:
    return SHEET + "".join(f"G{n},2026-01-01,A,{'1+' * 28}1\n" for n in range(17_000))


def all_plays() -> str:
    rows = (f"G{n // 6},2026-01-{n % 28 + 1:02},P{n},{n}\n" for n in range(limits.MOST_SEATS - 10))
    return SHEET + "".join(rows)


def keys() -> str:
    return "{" + ",".join(f'"{number}":0' for number in range(limits.MOST_VALUES - 10)) + "}"


def lines_of_keys() -> str:
    def play(number: int) -> str:
        told = {"uid": str(UUID(int=number)), "title": "T", "ended": "2026-01-01T00:00:00Z"}
        others = {f"k{number}_{key}": 1 for key in range(60_000)}
        head = {"kind": "companion-play", "version": 1, **told, "players": [{"name": "A"}]}
        return json.dumps({**head, **others}) + "\n"

    return "".join(map(play, range(20)))


PLAYS: dict[str, tuple[str, Callable[[], str]]] = {
    "plays.csv": ("", all_plays),
    "cells.csv": ("more than 1,900,000 cells", one_name_a_cell),
    "sums.csv": ("", sums),
    "empty.csv": ("more than 200,000 lines", lambda: repeated(";\n")),
    "one-row.csv": (
        "holds no plays that can be read",
        lambda: repeated(",title,date,player,score"),
    ),
    "keys.json": ("not an export of BG Stats", keys),
    "lists.json": ("more than 1,000,000 values", lambda: "[" + repeated("[],", 19_000_000) + "0]"),
    "keys.jsonl": ("20 plays would be new", lines_of_keys),
}


@pytest.mark.parametrize("name", PLAYS)
def test_plays_of_any_making_are_read_or_refused(companion, tmp_path, name):
    says, text = PLAYS[name]
    (tmp_path / name).write_text(text(), "utf-8")
    ran = measured(["import", str(tmp_path / name), "--check"])
    assert says in ran.said
    assert "Traceback" not in ran.said
    assert ran.mb < MOST_MB
    assert ran.seconds < MOST_SECONDS


CODES = {
    "nothing": "a" * 90 + "\n",
    "damaged": "CMP2 XXXX\n",
    "parts": "CMPD2 1*999*00000000*AAAA*0000\n",
    "names": "a " * 3_900 + "\n",
}


@pytest.mark.parametrize("line", CODES.values(), ids=CODES)
def test_a_text_of_codes_is_checked_whatever_stands_in_it(companion, tmp_path, line):
    companion.must('blank box new "Friday box" --mark ★ --owner Ana')
    lines = min(limits.CODES.lines, limits.CODES.bytes // len(line))
    (tmp_path / "codes.txt").write_text(line * lines, "utf-8")
    for command in (["check", "friday"], ["take"]):
        ran = measured(["deck", *command, str(tmp_path / "codes.txt")])
        assert "Traceback" not in ran.said
        assert ran.mb < MOST_MB
        assert ran.seconds < MOST_SECONDS
    (tmp_path / "codes.txt").write_text("a\n" * (limits.CODES.lines + 1), "utf-8")
    assert "more than 40,000 lines" in companion("deck receive", str(tmp_path / "codes.txt")).err


@pytest.mark.parametrize(
    ("command", "most", "says"),
    [
        ("deck import", limits.WHOLE, "20.0 MB; at most 20 MB can be read"),
        ("blank rule import", limits.RULES, "2.0 MB; at most 2 MB can be read"),
        ("boolean puzzle mandala --links", limits.LINKS, "100.0 kB; at most 100 kB can be read"),
        ("deck receive", limits.CODES, "4.0 MB; at most 4 MB can be read"),
    ],
)
def test_what_is_larger_is_refused_with_the_limit(companion, tmp_path, command, most, says):
    companion.must('blank box new "Friday box" --mark ★ --owner Ana')
    with (tmp_path / "large.txt").open("wb") as file:
        file.truncate(most.bytes + 1)
    ran = companion(command, str(tmp_path / "large.txt"))
    assert ran.code == 2
    assert says in ran.err
