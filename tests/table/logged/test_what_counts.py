"""Plays that two devices followed: found where groups are joined, counted once, or parted."""

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest

from companion.errors import StorageError
from companion.stats.tally import Tally
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.history.finished_plays import History
from tests.desks import Desks


@pytest.fixture(autouse=True)
def progress(monkeypatch):
    """Ten minutes pass with every look at the clock, on one device after the other."""
    begun = datetime(2025, 3, 1, 9, tzinfo=UTC)
    ticks = (f"{begun + timedelta(minutes=10 * n):%Y-%m-%dT%H:%M:%SZ}" for n in count())
    monkeypatch.setattr("companion.cli.run.now", lambda: next(ticks))


@pytest.fixture
def two(companion, home):
    """A play of the group, and the same as another device followed it: under another beginning."""
    for line in ("start bwd Ana Ben", "score ana +3", "finish"):
        companion.must(line)
    store = TinyStore(home)
    first, *rest = store.read_log(LogRef("home", "plays", "bwd-1"))
    later = first._replace(at=first.at.replace("00Z", "07Z"))
    store.create_log(LogRef("home", "plays", "bwd-2"), [later, *rest])


def counted(companion):
    """How many plays count, and which do not; as kept, and as counted anew."""
    told = companion.must("stats --json").json["plays"]
    listed = companion.must("plays --json").json["plays"]
    assert companion.must("stats --json").json["plays"] == told
    return told, {play["play"]: play["same_as"] for play in listed if play["same_as"]}


def test_plays_of_one_device_are_two_until_somebody_says_otherwise(companion, two):
    assert counted(companion) == (2, {})
    assert companion.must("play same 1 2").out.startswith("bwd-2 is the same play as bwd-1")
    assert counted(companion) == (1, {"bwd-2": "bwd-1"})
    told = companion.must("stats").err
    assert "bwd-2 is the same play as bwd-1, recorded on another device" in told
    assert "`companion play split bwd-2` if they are two" in told
    companion.must("play apart 2 1")
    assert counted(companion) == (2, {})
    assert companion.must("stats").err == ""


def test_what_was_abandoned_is_said_to_count_nowhere(companion, two):
    companion.must("undo --play bwd-2")
    companion.must("finish --abandon --play bwd-2")
    told = companion.must("play same 1 2").out
    assert told.startswith("bwd-2 is the same play as bwd-1; bwd-2 was abandoned: such plays")
    assert counted(companion) == (1, {})


def test_what_goes_on_counts_as_it_ends(companion, two):
    companion.must("play same 1 2")
    assert counted(companion)[0] == 1
    companion.must("undo --play bwd-1")
    assert counted(companion) == (1, {})
    companion.must("finish --play bwd-1")
    assert counted(companion) == (1, {"bwd-2": "bwd-1"})


def test_a_play_more_does_not_undo_what_was_said(companion, two):
    companion.must("play same 1 2")
    assert counted(companion)[0] == 1
    for line in ("start bwd Ana Ben", "score ana +3", "finish"):
        companion.must(line)
    assert counted(companion) == (2, {"bwd-2": "bwd-1"})


def test_a_play_that_another_program_told_can_be_ours(companion, tmp_path):
    for line in ("start bwd Ana Ben", "score ana +3", "finish"):
        companion.must(line)
    file = tmp_path / "plays.csv"
    file.write_text("title,date,player,score\nBlank White Dice,2025-02-27,Ana,13\n", "utf-8")
    companion.must(f"import {file} --same")
    assert counted(companion) == (2, {})
    companion.must("play same import-1.1 bwd-1")
    assert counted(companion) == (1, {"import-1.1": "bwd-1"})


def test_what_began_as_one_cannot_be_parted(companion, two, home):
    store = TinyStore(home)
    events = store.read_log(LogRef("home", "plays", "bwd-1"))
    store.create_log(LogRef("home", "plays", "bwd-9"), [*events[:-1]])
    told = companion("play apart 1 9")
    assert told.code == 1
    assert "began as one play and went on separately" in told.err
    assert companion("play same 1 9").code == 1


def test_what_was_said_goes_along_with_the_group(companion, two, tmp_path, monkeypatch):
    companion.must("play same 1 2")
    file = tmp_path / "home.jsonl"
    companion.must(f"group export -o {file}")
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "other"))
    companion.must(f"group import {file}")
    assert counted(companion) == (1, {"bwd-2": "bwd-1"})
    companion.must("play apart 1 2")
    companion.must(f"group import {file} --into home")
    assert counted(companion) == (2, {})  # it was said later, here


def test_two_that_only_differ_in_who_won_both_count_and_are_named(companion, tmp_path, monkeypatch):
    file = tmp_path / "ben.jsonl"
    for second, (home, winner) in enumerate((("ana", "Ana"), ("ben", "Ben"))):
        begun = datetime(2025, 3, 1, 9, second=second, tzinfo=UTC)
        ticks = (f"{begun + timedelta(minutes=10 * n):%Y-%m-%dT%H:%M:%SZ}" for n in count())
        monkeypatch.setattr("companion.cli.run.now", lambda ticks=ticks: next(ticks))
        monkeypatch.setenv("COMPANION_HOME", str(tmp_path / home))
        for line in ("start bwd Ana Ben", f"score {winner} +3", f"finish --winner {winner}"):
            companion.must(line)
        if home == "ben":
            companion.must(f"group export -o {file}")
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "ana"))
    told = companion.must(f"group import {file} --into home --same").out
    assert "bwd-1 and bwd-2 look like one play with different winners: both count;" in told
    assert counted(companion)[0] == 2
    companion.must("play same 1 2")
    assert counted(companion)[0] == 1
    again = companion.must(f"group import {file} --into home --same --json").json
    assert again["won_otherwise"] == []


def test_a_document_with_damaged_pairs_is_refused(companion, two, home):
    companion.must("play same 1 2")
    file = home / "groups/home/group.json"
    file.write_text(file.read_text().replace('"same"', '"perhaps"'))
    assert companion("plays").code == 3


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_said_and_played_what_is_kept_is_what_is_counted_anew(companion, home, seed):
    random = Random(seed)
    store = TinyStore(home)
    for number in (1, 4, 7):  # three evenings, each on three devices
        for line in ("start bwd Ana Ben", "score ana +3", "finish"):
            companion.must(line)
        played = f"bwd-{number}"
        first, *rest = store.read_log(LogRef("home", "plays", played))
        for more in (1, 2):
            later = first._replace(at=first.at.replace(":00Z", f":0{more}Z"))
            store.create_log(LogRef("home", "plays", f"bwd-{number + more}"), [later, *rest])
        with store.change_group("home") as document:
            document["count"] = number + 2
    for _ in range(25):
        one, other = (random.randint(1, 9) for _ in range(2))
        line = random.choice((
            f"play same {one} {other}", f"play apart {one} {other}", f"undo --play bwd-{one}",
            f"finish --play bwd-{one} --winner ben", "player rename Ana Anna", "start bwd Ana Ben",
            f"score ben +2 --play bwd-{one}",
        ))  # fmt: skip
        companion(line)  # may be refused: what is there counts
        if random.random() < 0.5:
            History(Desks(TinyStore(home))()).tally  # noqa: B018 - it is kept
    kept = History(Desks(TinyStore(home))())
    doubles, tally = dict(kept.doubles), kept.tally.to_json()
    (home / "cache/home.plays.db").unlink()
    anew = History(Desks(TinyStore(home))())
    assert doubles == anew.doubles
    assert tally == anew.tally.to_json() == Tally(anew.finished).to_json()


def test_an_import_that_ended_in_the_middle_forgets_no_pair(companion, home, tmp_path, monkeypatch):
    for line in ("start bwd Ana Ben", "score ana +3", "finish"):
        companion.must(line)
    other = TinyStore(tmp_path / "other")
    first, *rest = TinyStore(home).read_log(LogRef("home", "plays", "bwd-1"))
    other.create_group("home", {"players": [{"name": "Ana"}, {"name": "Ben"}], "count": 2})
    for number, second in ((1, "07"), (2, "08")):
        later = first._replace(at=first.at.replace("00Z", f"{second}Z"))
        other.create_log(LogRef("home", "plays", f"bwd-{number}"), [later, *rest])
    file = tmp_path / "home.jsonl"
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "other"))
    companion.must(f"group export -o {file}")
    monkeypatch.setenv("COMPANION_HOME", str(home))
    create, made = TinyStore.create_log, []

    def full(store, ref, events):
        made.append(ref)
        if len(made) == 2:
            raise StorageError("The disk is full.")
        create(store, ref, events)

    with monkeypatch.context() as patch:
        patch.setattr(TinyStore, "create_log", full)
        assert companion(f"group import {file} --into home --same").code == 3
    assert len(made) == 2
    companion.must(f"group import {file} --into home --same")
    # Theirs are two, as they began on one device; the nearer one is ours, and came in first.
    first_in = made[0].id
    assert counted(companion) == (2, {first_in: "bwd-1"})


@pytest.mark.parametrize("named", ["1", "2"])
def test_either_of_two_that_count_once_may_be_split(companion, two, named):
    companion.must("play same 1 2")
    told = companion.must(f"play split {named}").out
    assert told.startswith("bwd-2 and bwd-1 are two plays: both count.")
    assert counted(companion) == (2, {})


def test_only_a_double_can_be_split(companion, two):
    told = companion("play split 1")
    assert told.code == 1
    assert "No other play is counted together with bwd-1" in told.err
