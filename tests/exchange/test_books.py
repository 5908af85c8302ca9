"""A book of plays as other programs and people write it: read again it is the same, or says what
is missing."""

import csv
import io
import json
from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import Part, PlayRecord
from companion.exchange import bgg, bgstats_export, bgstats_import, play_csv
from companion.exchange.bgstats_export import Known
from tests.exchange.plays import uid

LATEST = "2030-01-01T00:00:00Z"
PEOPLE = ("Ana", "Ben", "Cho", "Mary-Ann", "Zoë")
TITLES = ("Harbour Lights", "Paper Moon", "Two Rivers")


@st.composite
def books(draw: st.DrawFn) -> list[PlayRecord]:
    """Some plays of a group, with points and winners; one a day, so that a sheet without numbers of
    plays can tell them apart."""
    days = draw(st.lists(st.dates(datetime(2001, 1, 1).date(), datetime(2029, 1, 1).date()),
                         min_size=1, max_size=6, unique=True))  # fmt: skip
    plays = []
    for number, day in enumerate(days, 1):
        names = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, unique=True))
        scores = [draw(st.integers(-20, 300)) for _ in names]
        won = draw(st.sampled_from(names))
        first = draw(st.sampled_from(names))
        title = draw(st.sampled_from(TITLES))
        minutes = draw(st.none() | st.integers(1, 300))
        plays.append(
            PlayRecord(
                uid=uid(number),
                play="",
                game="",
                title=title,
                called=title,
                started=f"{day}T12:00:00Z",
                ended=bgstats_import.ended_after(f"{day}T12:00:00Z", minutes),
                minutes=minutes,
                rounds=None,
                parts=tuple(
                    Part(name, score, name == won, name == first)
                    for name, score in zip(names, scores, strict=True)
                ),
                place=draw(st.sampled_from(["", "Attic", "Ben's"])),
                comment=draw(st.sampled_from(["", "Close!", "Rain, all evening."])),
            )
        )
    return plays


def facts(records) -> list[tuple[object, ...]]:
    """What every program has of a play, day by day: whatever the order of its players."""
    return sorted(
        (
            it.started[:10],
            it.title,
            it.minutes or 0,
            sorted((part.name, part.score, part.won) for part in it.parts),
        )
        for it in records
    )


@given(books())
def test_a_book_comes_back_from_bg_stats(book):
    document = json.loads(bgstats_export.play_file(book, Known(), LATEST))
    found = bgstats_import.read(document, "x.bgsplay", (), LATEST)
    assert [it._replace(source="", bgg_id=None) for it in found.records] == book


@given(books())
def test_a_book_comes_back_from_the_xml_of_boardgamegeek(book):
    text = "".join(bgg.document(book, "ana", {}, lambda at: at[:10]))
    found = bgg.read([(text, "x.xml")], (), LATEST)
    assert facts(found.records) == facts(book)
    about = [(it.uid, it.place, it.comment) for it in found.records]
    assert about == [(it.uid, it.place, it.comment) for it in book]
    began = [[part.name for part in it.parts if part.first] for it in found.records]
    assert began == [[part.name for part in it.parts if part.first] for it in book]


def sheet(rows) -> str:
    """Rows as a spreadsheet saves them."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def winner(play: PlayRecord) -> str:
    return play.winners[0]


HEAD = ["Date", "Game", "Minutes"]


def head(play: PlayRecord) -> list[object]:
    return [play.started[:10], play.title, play.minutes or ""]


def long(book, extra):
    yield [*HEAD, "Player", "Points", "Won", *extra]
    for play in book:
        for part in play.parts:
            yield [*head(play), part.name, part.score, "yes" if part.won else "no", *extra.values()]


def wide(book, extra, name="{}"):
    people = list(dict.fromkeys(part.name for play in book for part in play.parts))
    yield [*HEAD, *(name.format(one) for one in people), "Winner", *extra]
    for play in book:
        scores = {part.name: part.score for part in play.parts}
        points = [scores.get(one, "") for one in people]
        yield [*head(play), *points, winner(play), *extra.values()]


def pairs(book, extra):
    people = list(dict.fromkeys(part.name for play in book for part in play.parts))
    yield [*HEAD, *(f"{one} {what}" for one in people for what in ("Score", "Win")), *extra]
    for play in book:
        parts = {part.name: part for part in play.parts}
        cells = []
        for one in people:
            part = parts.get(one)
            cells += [part.score, "x" if part.won else ""] if part else ["", ""]
        yield [*head(play), *cells, *extra.values()]


LAYOUTS = {
    "long": long,
    "wide": wide,
    "suffixed": lambda book, extra: wide(book, extra, "{} VP"),
    "prefixed": lambda book, extra: wide(book, extra, "Punkte: {}"),
    "in brackets": lambda book, extra: wide(book, extra, "{} (pts)"),
    "pairs": pairs,
}
EXTRA = {"Diff": 7, "gameRefId": 12, "number_players": 3, "bggYear": 2019, "Mood": "good"}


@given(books(), st.sampled_from(sorted(LAYOUTS)), st.sets(st.sampled_from(sorted(EXTRA))))
def test_a_book_comes_back_from_sheets_and_other_columns_are_named(book, layout, more):
    extra = {name: EXTRA[name] for name in sorted(more)}
    found = play_csv.read(sheet(LAYOUTS[layout](book, extra)), "plays.csv", (), LATEST)
    assert facts(found.records) == facts(book)
    assert set(found.odd.columns) == more
    assert (found.odd.values, found.odd.lines, found.odd.bad, found.left_out) == ((), (), (), {})
