"""Other people's files, made up after real ones: what each one holds was worked out by hand."""

import json
from pathlib import Path

import pytest

from companion.exchange.parsed_plays import ParsedPlays
from companion.exchange.play_csv import SheetOptions
from companion.table.exchange import export, imports
from companion.table.local_time import day, local
from companion.table.told.addition import Telling, add_play
from companion.table.told.span import Typed
from tests.table.exchange.test_import import take, told

FILES = Path(__file__).parents[2] / "exchange" / "files"
NOW = "2026-11-27T20:00:00Z"
EVERYWHERE = ("UTC", "Europe/Berlin", "America/Los_Angeles", "Pacific/Auckland")


def read(name: str, **said: str | None) -> ParsedPlays:
    """A file as `import` reads it."""
    return imports.read(str(FILES / name), NOW, SheetOptions(**said))


# Days


@pytest.mark.parametrize("place", EVERYWHERE)
def test_plays_of_a_phone_are_on_the_day_that_its_clock_showed(lives_in, place):
    lives_in(place)
    records = read("late-evenings.json").records
    assert [(day(it.started), local(it.started)[11:16], it.minutes) for it in records] == [
        ("2026-01-10", "23:30", 20),
        ("2026-07-04", "00:05", 20),
        ("2026-11-20", "12:00", None),
        ("2026-03-29", "18:00", 90),
    ]
    assert [local(it.ended) for it in records[:2]] == ["2026-01-10 23:50:00", "2026-07-04 00:25:00"]


@pytest.mark.parametrize("place", EVERYWHERE)
def test_a_phone_from_elsewhere_is_read_by_its_zone(lives_in, place):
    lives_in(place)
    records = read("late-evenings.json", zone="America/Los_Angeles").records
    # In January it is 8 hours earlier there than in UTC, in July 7.
    assert [it.started for it in records[:2]] == ["2026-01-11T07:30:00Z", "2026-07-04T07:05:00Z"]


@pytest.mark.parametrize("place", EVERYWHERE)
def test_what_goes_to_a_phone_has_the_time_of_the_clock_here(lives_in, desks, place):
    lives_in(place)
    when = Typed(on="2024-11-20", at="20:00", minutes="60")
    add_play(desks(), ["Harbour Lights", "ana=41", "ben=38"], Telling(when=when))
    (play,) = told(desks)
    (sent,) = json.loads(export.exported(desks(), "bgsplay", [play]).text)["plays"]
    assert (sent["playDate"], sent["durationMin"]) == ("2024-11-20 20:00:00", 60)
    assert "2024-11-20%2020:00:00" in export.link(desks(), None).texts[0]


@pytest.mark.parametrize("place", EVERYWHERE)
def test_a_play_that_was_sent_to_a_phone_comes_back_as_it_was(lives_in, desks, tmp_path, place):
    lives_in(place)
    take(desks, read("late-evenings.json"))
    before = told(desks)
    file = tmp_path / "back.bgsplay"
    file.write_text(export.exported(desks(), "bgsplay", before, every=True).text, "utf-8")
    again = imports.read(str(file), NOW).records
    assert [(it.uid, it.started, it.ended) for it in again] == [
        (it.uid, it.started, it.ended) for it in before
    ]
