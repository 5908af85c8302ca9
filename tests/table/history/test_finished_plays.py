"""All plays of a group: read once, kept, and read again only where something has changed."""

import sqlite3
import time
from contextlib import closing, contextmanager
from random import Random

import pytest

from companion.reference.cache import CachedValues
from companion.stats.tally import Tally
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.history import finished_plays, summary
from companion.table.history.finished_plays import History
from tests.desks import Desks, clock

EVENING = ("start bwd Ana Ben", "score ana +3", "finish")


@pytest.fixture(autouse=True)
def progress(monkeypatch):
    """No two plays begin in the same second, as at no table they do."""
    ticks = clock()
    monkeypatch.setattr("companion.cli.run.now", lambda: next(ticks))


@pytest.fixture
def evening(companion):
    """Plays so many short games; Ana wins them all."""

    def play(count=1):
        for _ in range(count):
            for line in EVENING:
                companion.must(line)

    return play


@pytest.fixture
def look(home, monkeypatch):
    """Makes the history, and notes which logs were read for them in `look.read`."""

    def looked(at_once=True):
        looked.read = []
        found = History(Desks(TinyStore(home))())
        if at_once:
            found.query(lambda index: index)
        return found

    def noting(store, group, shelf, logs):
        looked.read += [log for log, _ in logs]
        return summary.read_logs(store, group, shelf, logs)

    monkeypatch.setattr(finished_plays, "read_logs", noting)
    looked.read = []
    return looked


def same_as_anew(home, found):
    """What was found is what somebody finds who reads everything."""
    told = list(found.plays), found.unreadable, found.doubles
    tally = found.tally.to_json()
    (home / "cache/home.plays.db").unlink()
    anew = History(Desks(TinyStore(home))())
    assert told == (list(anew.plays), anew.unreadable, anew.doubles)
    assert tally == anew.tally.to_json() == Tally(anew.finished).to_json()


def test_a_group_that_has_not_played_has_nothing_to_tell(look):
    assert list(look().plays) == []
    assert look().tally.plays == 0


def test_what_has_not_changed_is_not_read_again(home, evening, look):
    evening(3)
    assert len(look().finished) == 3
    assert sorted(look.read) == ["bwd-1", "bwd-2", "bwd-3"]
    found = look()
    assert look.read == []
    assert len(found.finished) == 3
    same_as_anew(home, found)


def test_of_a_group_that_played_once_more_that_play_is_read(home, evening, look):
    evening(3)
    assert look().tally.plays == 3
    evening()
    found = look()
    assert look.read == ["bwd-4"]
    assert found.tally.plays == 4
    same_as_anew(home, found)


def test_a_play_that_goes_on_is_no_part_of_the_statistics_until_it_ends(
    home, companion, evening, look
):
    evening()
    companion.must("start bwd Ana Ben")
    assert look().tally.plays == 1
    companion.must("score ben +1")
    companion.must("finish --winner ben")
    found = look()
    assert look.read == ["bwd-2"]
    assert found.tally.plays == 2
    same_as_anew(home, found)


def test_an_end_that_is_taken_back_is_taken_out(home, companion, evening, look):
    evening(2)
    assert look().tally.plays == 2
    companion.must("undo --play bwd-1")
    found = look()
    assert [play.status for play in found.plays] == ["live", "finished"]
    assert found.tally.plays == 1
    same_as_anew(home, found)


def test_a_result_that_is_put_right_counts_as_it_is_now(home, companion, evening, look):
    evening(2)
    look()
    companion.must("undo --play bwd-1")
    companion.must("score ben +9 --play bwd-1")
    companion.must("finish --play bwd-1")
    found = look()
    assert next(iter(found.finished)).winners == ("Ben",)
    same_as_anew(home, found)


def test_a_file_that_is_gone_is_forgotten(home, evening, look):
    evening(2)
    assert len(look().finished) == 2
    for file in (home / "groups/home/plays").glob("bwd-1.json*"):
        file.unlink()
    found = look()
    assert [play.play for play in found.plays] == ["bwd-2"]
    same_as_anew(home, found)


def test_a_damaged_play_hides_no_other_and_counts_again_when_it_is_mended(home, evening, look):
    evening(2)
    look()
    file = home / "groups/home/plays/bwd-1.json"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    found = look()
    assert found.unreadable == {"bwd-1": "corrupt"}
    assert [play.play for play in found.plays] == ["bwd-2"]
    assert found.tally.plays == 1
    file.write_bytes(whole)
    assert look().tally.plays == 2
    assert look().unreadable == {}


@pytest.mark.parametrize("spoil", [b"", b"nonsense\n", b"SQLite format 3\0" + bytes(5000), None])
def test_what_is_kept_may_be_lost_or_damaged(home, evening, look, spoil):
    evening(3)
    look().tally  # noqa: B018
    file = home / "cache/home.plays.db"
    file.unlink() if spoil is None else file.write_bytes(spoil)
    evening()
    found = look()
    assert len(found.finished) == 4
    assert found.tally.plays == 4
    same_as_anew(home, found)


def within(home, change, *values):
    """Change what is kept as no companion would."""
    with closing(sqlite3.connect(home / "cache/home.plays.db")) as db:
        db.execute(change, values)
        db.commit()


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE part",
        "DROP TABLE kept",
        "UPDATE kept SET value = '[1', sum = 3",
    ],
)
def test_tables_that_are_not_as_they_were_are_made_anew(home, evening, look, change):
    evening(3)
    look().tally  # noqa: B018
    within(home, change)
    found = look()
    assert found.tally.plays == 3
    assert found.players == ["Ana", "Ben"]
    same_as_anew(home, found)


@pytest.mark.parametrize("times", [1, 2])
def test_damage_that_is_found_while_something_is_kept_is_made_anew(
    home, evening, look, monkeypatch, times
):
    evening(3)
    store, spoilt = CachedValues.store, []

    def damaged(self, values):
        if "run:tally" in values and len(spoilt) < times:
            spoilt.append(values)
            raise sqlite3.DatabaseError("database disk image is malformed")
        store(self, values)

    monkeypatch.setattr(CachedValues, "store", damaged)
    assert look(at_once=False).tally.plays == 3
    assert len(spoilt) == times
    same_as_anew(home, look())


def test_what_only_saves_time_is_passed_over_where_another_companion_is_at_work(
    home, evening, look
):
    evening(3)
    found = look()
    with closing(sqlite3.connect(home / "cache/home.plays.db")) as db:
        found.query(lambda index: index._db.execute("PRAGMA busy_timeout = 0"))
        db.execute("BEGIN IMMEDIATE")
        assert found.tally.plays == 3


def test_damage_that_is_met_on_the_way_is_said_and_gone_the_next_time(home, companion, evening):
    evening(3)
    companion.must("stats")
    within(home, "UPDATE play SET record = replace(record, '6', '9')")
    said = companion("plays")
    assert (said.code, said.err.splitlines()) == (
        3,
        [
            "The index of the plays was damaged and has been removed.",
            "  → Nothing is lost: repeat the command, which makes it again.",
        ],
    )
    assert companion.must("plays --json").json["plays"][0]["players"][0]["score"] == 6


def test_players_are_called_what_they_are_called_now(home, companion, evening, look):
    evening()
    look()
    companion.must("player rename Ana Anna")
    found = look()
    assert [part.name for part in next(iter(found.finished)).parts] == ["Anna", "Ben"]
    same_as_anew(home, found)


def test_somebody_else_may_take_a_name_that_is_free_again(companion, home, monkeypatch, look):
    def at(day, *lines):
        monkeypatch.setattr("companion.cli.run.now", lambda: f"2025-03-{day:02}T20:00:00Z")
        for line in lines:
            companion.must(line)

    at(1, *EVENING)
    at(2, "player rename Ana Anna")
    at(3, f"{EVENING[0]} --new", *EVENING[1:])  # another Ana
    played = [sorted(part.name for part in play.parts) for play in look().finished]
    assert played == [["Anna", "Ben"], ["Ana", "Ben"]]


def test_many_logs_are_read_by_several_processes(home, evening, look, monkeypatch):
    evening(9)
    alone = list(look().plays)
    monkeypatch.setattr(summary, "MANY", 1)
    (home / "cache/home.plays.db").unlink()
    assert list(look().plays) == alone
    assert len(look.read) == 9


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_what_is_kept_says_the_same(home, companion, evening, look, seed):
    random = Random(seed)
    evening(2)
    for _ in range(10):
        play = random.choice(["bwd-1", "bwd-2", "bwd-3"])
        line = random.choice(
            ("undo", "redo", "score ben +2", "finish", "finish --winner ben", "finish --abandon")
        )
        companion(f"{line} --play {play}")  # may be refused: what is there counts
        if random.random() < 0.2:
            evening()
        if random.random() < 0.6:
            found = look()
    found = look()
    same_as_anew(home, found)


def two_ends(home, other_at, other="bwd-9"):
    """The first play once more, beside it: another device ended it otherwise."""
    store = TinyStore(home)
    events = store.read_log(LogRef("home", "plays", "bwd-1"))
    end = events[-1]._replace(data={"winners": [1], "why": "told otherwise"}, at=other_at)
    store.create_log(LogRef("home", "plays", other), [*events[:-1], end])


@pytest.mark.parametrize(
    ("other_at", "counts"), [("2030-01-01T00:00:00Z", "bwd-1"), ("2025-03-01T19:30:00Z", "bwd-9")]
)
def test_a_play_that_two_devices_ended_counts_once_and_as_it_ended_first(
    home, evening, look, other_at, counts
):
    """Both logs are kept, one beside the other (see `group import`); ids are each device's own."""
    evening(2)
    look()
    two_ends(home, other_at)
    found = look()
    assert len(found.plays) == 3
    assert {play.play for play in found.finished} == {counts, "bwd-2"}
    assert found.doubles == {"bwd-9" if counts == "bwd-1" else "bwd-1": counts}
    assert found.tally.plays == 2
    assert look().doubles == found.doubles
    same_as_anew(home, found)


def test_the_list_of_plays_says_which_of_them_is_one_once_more(home, companion, evening):
    evening()
    two_ends(home, "2030-01-01T00:00:00Z")
    assert "(same as bwd-1)" in companion.must("plays").out
    for _ in range(2):  # the second answer comes from what is kept
        assert "bwd-9 is the same play as bwd-1" in companion.must("stats").err
    told = {play["play"]: play["same_as"] for play in companion.must("plays --json").json["plays"]}
    assert told == {"bwd-1": None, "bwd-9": "bwd-1"}


def test_a_play_that_was_damaged_since_is_taken_out_of_the_statistics(home, evening, look):
    evening(3)
    assert look().tally.plays == 3
    (home / "groups/home/plays/bwd-2.json").write_text("{broken")
    assert look().tally.plays == 2
    assert look().tally.plays == 2


def test_plays_of_one_second_are_told_apart(home, companion, monkeypatch, look):
    monkeypatch.setattr("companion.cli.run.now", lambda: "2025-03-01T20:00:00Z")
    for _ in range(4):
        companion.must("start bwd Ana Ben")
        companion.must("finish --winner ana")
    found = look()
    assert len({play.uid for play in found.finished}) == 4
    assert [play.started[-3:] for play in found.finished] == ["00Z", "01Z", "02Z", "03Z"]


def test_of_two_runs_that_read_at_once_the_older_one_spoils_nothing(home, companion, evening, look):
    """One reads a play, it goes on, the other reads it; the first one writes last."""
    evening()
    companion.must("start bwd Ana Ben")
    assert look().tally.plays == 1
    companion.must("finish --play bwd-2 --winner ben")
    first, second = look(), look()
    assert second.tally.plays == 2
    mark = ("bwd-2", "of an older file")
    told = summary.read_logs(TinyStore(home), "home", "plays", [mark])
    first.query(lambda index: index.put("plays", next(told)))
    found = look()
    assert "bwd-2" in look.read or found.tally.plays == 2
    same_as_anew(home, found)


def test_what_was_counted_while_others_put_plays_in_is_not_kept(home, companion, evening, look):
    evening(2)
    found = look()
    state = found.query(lambda index: index.state())
    evening()
    assert look().tally.plays == 3
    found.query(lambda index: index.go_on({"tally": Tally().to_json()}, ("", ""), state))
    assert look().tally.plays == 3


def test_an_older_play_that_comes_in_late_is_counted_in_its_place(home, companion, evening, look):
    evening(3)
    looked = home / "groups/home/plays/bwd-1.json"
    content = looked.read_bytes()
    for file in looked.parent.glob("bwd-1.json*"):
        file.unlink()
    assert look().tally.plays == 2
    looked.write_bytes(content)
    found = look()
    assert look.read == ["bwd-1"]
    assert found.tally.plays == 3
    same_as_anew(home, found)


def test_whoever_interrupts_the_first_reading_has_what_was_read(home, evening, monkeypatch):
    evening(5)
    monkeypatch.setattr(summary, "_BATCH", 2)
    monkeypatch.setattr(finished_plays, "MANY", 1)
    desk = Desks(TinyStore(home))()

    @contextmanager
    def enough(what):
        def stop(done, of):
            assert (what, of) == ("Reading plays", 5)
            raise KeyboardInterrupt

        yield stop

    desk.bar = enough
    with pytest.raises(KeyboardInterrupt):
        History(desk).tally  # noqa: B018
    read = []
    monkeypatch.setattr(
        finished_plays,
        "read_logs",
        lambda *asked: read.extend(asked[-1]) or summary.read_logs(*asked),
    )
    assert History(Desks(TinyStore(home))()).tally.plays == 5
    assert [log for log, _ in read] == ["bwd-3", "bwd-2", "bwd-1"]


def test_the_newest_plays_need_none_of_the_others(home, companion, evening, look, monkeypatch):
    """In a group of many plays nobody waits for all of them who asks for the newest."""
    evening(9)
    companion.must("start bwd Ana Ben")
    companion.must("score ana +1")
    evening(3)
    monkeypatch.setattr(finished_plays, "MANY", 3)
    monkeypatch.setattr(finished_plays, "_AT_ONCE", 2)
    monkeypatch.setattr("companion.table.history.play_list.SHOWN_PLAYS", 2)
    found = look(at_once=False).newest()
    assert sorted(look.read) == ["bwd-10", "bwd-12", "bwd-13"]
    assert found.total == 13
    (home / "cache/home.plays.db").unlink()
    said = companion.must("plays")
    listed = [line.removeprefix("▸").split()[0] for line in said.out.splitlines()[3:6]]
    assert listed == ["bwd-13", "bwd-12", "bwd-10"]
    older = "10 older plays are not shown: add `--all`, which reads them once and takes a while."
    assert older in " ".join(said.out.split())
    assert len(companion.must("plays --all --json").json["plays"]) == 13
    assert "which reads" not in companion.must("plays").out


def test_of_a_large_group_only_what_changed_and_some_others_are_looked_at(
    home, companion, evening, look, monkeypatch
):
    """What a program of ours writes is noted; what is changed by hand is found in its turn."""
    monkeypatch.setattr(finished_plays, "IN_TURN", 2)
    evening(6)
    time.sleep(0.03)  # a look in the very instant of an entry is no ground to go on from
    assert look().tally.plays == 6
    stats = []
    mark = TinyStore.mark
    monkeypatch.setattr(
        TinyStore, "mark", lambda store, ref: stats.append(ref.id) or mark(store, ref)
    )
    monkeypatch.setattr(TinyStore, "each_mark", lambda *asked: pytest.fail("all are looked at"))
    evening()
    assert look().tally.plays == 7
    assert look.read == ["bwd-7"]
    assert set(stats) == {"bwd-7", "bwd-5", "bwd-6"}  # the newest was read first
    for _ in range(4):
        look().tally  # noqa: B018
    assert set(stats) == {f"bwd-{number}" for number in range(1, 8)}


def test_files_that_other_programs_bring_are_found(home, evening, look, monkeypatch):
    monkeypatch.setattr(finished_plays, "IN_TURN", 0)
    evening(3)
    assert look().tally.plays == 3
    shelf = home / "groups/home/plays"
    (home / "elsewhere").mkdir()
    moved = (shelf / "bwd-2.json").rename(home / "elsewhere/bwd-2.json")
    (shelf / "bwd-2.json.bak").unlink()
    assert look().tally.plays == 2
    moved.rename(shelf / "bwd-2.json")
    found = look()
    assert found.tally.plays == 3
    same_as_anew(home, found)


def test_a_long_list_is_told_line_by_line(companion, evening, monkeypatch):
    evening(4)
    table = companion.must("plays --all").out
    monkeypatch.setattr("companion.table.history.play_list.LONG_LIST", 3)
    lines = companion.must("plays --all").out
    assert [line.split() for line in lines.splitlines()] == [
        line.split() for line in table.splitlines() if "→" not in line
    ][: len(lines.splitlines())]
    assert len(lines.splitlines()) == 7
