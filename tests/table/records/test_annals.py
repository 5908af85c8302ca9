"""All plays of a group: read once, kept, and read again only where something has changed."""

import json
from random import Random

import pytest

from companion.stats.tally import Tally
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.records import annals, kept, reading
from companion.table.records.annals import Annals
from companion.table.records.kept import Kept, line_of

from ...desks import Desks, clock

EVENING = ("start bwd Ana Ben", "score ana +3", "finish")


@pytest.fixture(autouse=True)
def ticking(monkeypatch):
    """No two plays begin in the same second, as at no table they do."""
    ticks = clock()
    monkeypatch.setattr("companion.cli.main.now", lambda: next(ticks))


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
    """Makes the annals, and notes which logs were read for them in `look.read`."""

    def looked():
        looked.read = []
        return Annals(Desks(TinyStore(home))())

    def noting(store, group, shelf, ids):
        looked.read += ids
        return reading.read_logs(store, group, shelf, ids)

    monkeypatch.setattr(annals, "read_logs", noting)
    looked.read = []
    return looked


def same_as_anew(home, found):
    """What was found is what somebody finds who reads everything."""
    for file in (home / "cache").glob("home.plays.*"):
        file.unlink()
    anew = Annals(Desks(TinyStore(home))())
    assert found.plays == anew.plays
    assert found.tally.to_json() == anew.tally.to_json() == Tally(anew.finished).to_json()


def test_a_group_that_has_not_played_has_nothing_to_tell(look):
    assert look().plays == []
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
    assert found.finished[0].winners == ("Ben",)
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


@pytest.mark.parametrize("name", ["home.plays.json", "home.plays.jsonl"])
@pytest.mark.parametrize("spoil", [b"", b"nonsense\n", b'{"version":7}', None])
def test_what_is_kept_may_be_lost_or_damaged(home, evening, look, name, spoil):
    evening(3)
    look()
    file = home / "cache" / name
    file.unlink() if spoil is None else file.write_bytes(spoil)
    evening()
    found = look()
    assert len(found.finished) == 4
    assert found.tally.plays == 4
    same_as_anew(home, found)


def test_the_records_of_another_run_are_not_mixed_with_ours(home, evening, look):
    """The two files are written one after the other; a crash may come between."""
    evening(2)
    look()
    head = (home / "cache/home.plays.json").read_bytes()
    evening()
    look()
    (home / "cache/home.plays.json").write_bytes(head)
    evening()
    found = look()
    assert len(found.finished) == 4
    same_as_anew(home, found)


def test_a_cache_of_a_damaged_shape_is_thrown_away(home, evening, look):
    evening()
    look()
    file = home / "cache/home.plays.json"
    told = json.loads(file.read_text())
    file.write_text(json.dumps({**told, "marks": []}))
    assert look().tally.plays == 1


def test_players_are_called_what_they_are_called_now(home, companion, evening, look):
    evening()
    look()
    companion.must("player rename Ana Anna")
    found = look()
    assert [part.name for part in found.finished[0].parts] == ["Anna", "Ben"]
    same_as_anew(home, found)


def test_somebody_else_may_take_a_name_that_is_free_again(companion, home, monkeypatch, look):
    def at(day, *lines):
        monkeypatch.setattr("companion.cli.main.now", lambda: f"2025-03-{day:02}T20:00:00Z")
        for line in lines:
            companion.must(line)

    at(1, *EVENING)
    at(2, "player rename Ana Anna")
    at(3, *EVENING)  # another Ana
    played = [sorted(part.name for part in play.parts) for play in look().finished]
    assert played == [["Anna", "Ben"], ["Ana", "Ben"]]


def test_many_logs_are_read_by_several_processes(home, evening, look, monkeypatch):
    evening(9)
    alone = look().plays
    monkeypatch.setattr(reading, "MANY", 1)
    for file in (home / "cache").glob("home.plays.*"):
        file.unlink()
    assert look().plays == alone
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
    assert "(bwd-1 once more)" in companion.must("plays").out
    for _ in range(2):  # the second answer comes from what is kept
        assert "bwd-9 is bwd-1 once more" in companion.must("stats").err
    told = {play["play"]: play["same_as"] for play in companion.must("plays --json").json["plays"]}
    assert told == {"bwd-1": None, "bwd-9": "bwd-1"}


def test_a_play_that_was_damaged_since_is_taken_out_of_the_statistics(home, evening, look):
    evening(3)
    assert look().tally.plays == 3
    (home / "groups/home/plays/bwd-2.json").write_text("{broken")
    assert look().tally.plays == 2
    assert look().tally.plays == 2


def test_a_digit_that_was_changed_in_what_is_kept_is_found_out(home, evening, look):
    evening(2)
    look()
    file = home / "cache/home.plays.jsonl"
    file.write_bytes(file.read_bytes().replace(b'["Ana",6', b'["Ana",9'))
    assert {play.parts[0].score for play in look().plays} == {6}


def test_plays_of_one_second_are_told_apart(home, companion, monkeypatch, look):
    monkeypatch.setattr("companion.cli.main.now", lambda: "2025-03-01T20:00:00Z")
    for _ in range(4):
        companion.must("start bwd Ana Ben")
        companion.must("finish --winner ana")
    found = look()
    assert len({play.uid for play in found.finished}) == 4
    assert [play.started[-3:] for play in found.finished] == ["00Z", "01Z", "02Z", "03Z"]


def test_two_runs_that_read_at_once_never_mix_an_old_result_with_a_new_mark(
    home, companion, evening, look
):
    """A reads a play, it goes on, B reads it; A writes last."""
    evening()
    companion.must("start bwd Ana Ben")
    look()
    old = Kept(str(home / "cache/home.plays"))
    head = old.head()
    companion.must("score ana +1 --play bwd-2")
    a = look()._fresh  # what one run has read
    (home / "cache/home.plays.json").write_bytes(
        json.dumps({"version": kept._MADE_BY, **head._asdict()}).encode()
    )
    companion.must("score ana +1 --play bwd-2")
    look()
    mark = {"bwd-2": "of an older file"}
    old.add(head, {log: line_of(log, mark[log[1]], told.packed) for log, told in a.items()})
    assert {play.parts[0].score for play in look().plays if play.play == "bwd-2"} == {5}


def test_what_does_not_belong_together_is_written_anew(home, evening, look):
    evening(3)
    look()
    file = home / "cache/home.plays.jsonl"
    _, _, rest = file.read_bytes().partition(b"\n")
    file.write_bytes(b"0123456789abcdef\n" + rest)
    assert len(look().plays) == 3
    assert len(look.read) == 3
    assert len(look().plays) == 3
    assert look.read == []
