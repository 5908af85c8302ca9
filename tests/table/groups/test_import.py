"""A group goes into a file and out of it again, and two that went on apart become one."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.core.event import Draft, Event
from companion.core.log import Log
from companion.core.reply import Reply
from companion.core.titles import Titles
from companion.errors import Ambiguous, CompanionError, Conflict, Invalid, NotFound, Refused
from companion.exchange.groups.references import seat_names
from companion.store.base import KINDS, LogRef, Store
from companion.store.tiny import TinyStore
from companion.table.desk import Desk
from companion.table.groups import agreements, players, titles
from companion.table.groups.group_file import SHELVES, GroupExport, Tick, export_group
from companion.table.groups.import_run import ImportOptions, import_group
from companion.table.history.finished_plays import History
from companion.table.history.summary import uid_of
from companion.table.local_time import local
from companion.table.plays import enter, start
from companion.table.plays.undo import undo
from companion.testing.store import TemporaryStore
from tests.desks import Desks
from tests.store.samples import moments

GROUP = "Friday"


def quiet(done: int, of: int | None) -> None:
    """Nobody looks at a bar."""


@contextmanager
def nothing_shown(what: str) -> Iterator[Tick]:
    yield quiet


def export(desks: Desks, file: Path, group: str | None = None) -> Reply:
    return export_group(GroupExport(desks(), group), str(file), quiet)


def take(desks: Desks, file: Path, **how: Any) -> Reply:
    return import_group(desks(), ImportOptions(str(file), **how), None, nothing_shown)


def contents(store: Store, group: str) -> dict[str, Any]:
    """All that a group holds."""
    logs = {
        (shelf, log): store.read_log(LogRef(group, shelf, log))
        for shelf in KINDS
        for log in store.log_ids(group, shelf)
    }
    return {"document": store.read_group(group), "logs": logs}


def plays(desks: Desks, group: str = GROUP) -> dict[str, list[Event]]:
    logs = contents(desks.store, group)["logs"]
    return {log: events for (shelf, log), events in logs.items() if shelf == "plays"}


def began(desks: Desks, *names: str) -> str:
    reply = start.start(desks(), "bwd", names, None, {})
    return str(reply.document()["play"])


def a_group(desks: Desks) -> None:
    """A group with plays that are over, live and renamed in, a ruling and somebody in use."""
    players.new_group(desks(), GROUP)
    began(desks, "Ana", "Ben")
    enter.score(desks(), ["ana", "+3"])
    undo(desks(), None)
    enter.finish(desks(), ["ben"], False)
    began(desks, "Ana", "Ben", "Cho")
    players.rename_player(desks(), "Cho", "Choo")
    players.use_player(desks(), "ana")
    agreements.agree(desks(), "A ward wards", ["ward"], ["Ana"])


class Later(Desks):
    """Desks on another device, whose clock is ahead by so many seconds."""

    def __init__(self, store: Store, seconds: int) -> None:
        super().__init__(store)
        for _ in range(seconds):
            next(self._clock)


def another(seconds: int = 1000) -> Desks:
    return Later(TemporaryStore(), seconds)


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "friday.jsonl"


def test_every_shelf_of_the_store_goes_along():
    assert set(SHELVES) == set(KINDS)


# There and back


def test_a_group_comes_out_as_it_went_in(desks, file):
    a_group(desks)
    export(desks, file)
    there = another()
    reply = take(there, file)
    assert contents(there.store, GROUP) == contents(desks.store, GROUP)
    assert there().group == GROUP, "it is in use where no other group was"
    assert reply.document()["plays"] == {"new": 2, "went_on": 0, "beside": 0, "known": 0}


def test_exported_again_it_is_the_same_file(desks, file, tmp_path):
    a_group(desks)
    export(desks, file)
    there, again = another(), tmp_path / "again.jsonl"
    take(there, file)
    export(there, again)
    assert again.read_bytes() == file.read_bytes()


primitives = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
facts = st.dictionaries(st.text(max_size=4), primitives | st.lists(primitives, max_size=2))


def at(seconds: int) -> str:
    """A time, so many seconds after another."""
    return f"2026-11-20T20:00:{seconds:02}Z"


@st.composite
def strange_logs(draw: st.DrawFn, shelf: str, log_id: str) -> Log:
    """A log that this companion can only look at from outside: of a game that is not here."""
    game = log_id.partition("-")[0]
    begun = {"game": game, "n": draw(st.integers()), "seats": [], **draw(facts)}
    kind = "play.started" if shelf == "plays" else "copy.made"
    log = Log().extended([Draft(kind, {**begun, "game": game})], draw(moments))
    for data in draw(st.lists(facts, max_size=3)):
        log = log.extended([Draft("thing.done", data)], draw(moments))
    return log


@st.composite
def strange_shelves(draw: st.DrawFn) -> dict[tuple[str, str], Log]:
    places = st.tuples(
        st.sampled_from(["plays", "copies"]),
        st.from_regex("x[a-z]{1,8}(-[0-9]{1,3})?", fullmatch=True),
    )
    found = draw(st.lists(places, max_size=5, unique=True))
    return {place: draw(strange_logs(*place)) for place in found}


@given(
    strange_shelves(),
    st.dictionaries(st.sampled_from(["note", "strange", "ideas"]), facts),
    st.booleans(),
)
def test_whatever_a_group_holds_comes_out_exactly(logs, document, on_disk):
    with TemporaryDirectory() as folder:
        here, file = Desks(TemporaryStore()), Path(folder) / "file"
        here.store.create_group(GROUP, document)
        for (shelf, log_id), log in logs.items():
            here.store.create_log(LogRef(GROUP, shelf, log_id), log.events)
        export(here, file, GROUP)
        there = Desks(TinyStore(Path(folder) / "home") if on_disk else TemporaryStore())
        take(there, file)
        assert contents(there.store, GROUP) == contents(here.store, GROUP)
        take(there, file, into=GROUP)
        assert contents(there.store, GROUP) == contents(here.store, GROUP)


def test_it_can_be_called_otherwise_here(desks, file):
    a_group(desks)
    export(desks, file)
    take(desks, file, name="Copy")
    assert contents(desks.store, "Copy") == contents(desks.store, GROUP)
    assert desks().group == GROUP, "the one in use stays"


def test_a_group_of_that_name_is_never_written_into_unasked(desks, file):
    a_group(desks)
    export(desks, file)
    before = contents(desks.store, GROUP)
    with pytest.raises(Ambiguous) as refused:
        take(desks, file)
    assert "--into Friday --check" in refused.value.hint
    assert contents(desks.store, GROUP) == before
    with pytest.raises(Refused):
        take(desks, file, name="A", into=GROUP)
    with pytest.raises(NotFound):
        take(desks, file, into="Sunday")


def test_a_look_changes_nothing(desks, file):
    a_group(desks)
    export(desks, file)
    there = another()
    assert take(there, file, check=True).document()["done"] is False
    assert there.store.groups() == []
    began(desks, "Ana", "Dan")
    before = contents(desks.store, GROUP)
    take(desks, file, into=GROUP, check=True)
    assert contents(desks.store, GROUP) == before


def test_a_group_that_is_not_there_is_not_exported(desks, file):
    with pytest.raises(NotFound):
        export(desks, file)
    assert not file.exists()


# Two devices


@pytest.fixture
def laptop(desks, file) -> Desks:
    """A group that was taken along: the phone has it, too."""
    a_group(desks)
    export(desks, file)
    return desks


@pytest.fixture
def phone(laptop, file) -> Desks:
    there = another()
    take(there, file)
    return there


def joined(here: Desks, there: Desks, file: Path, **how: Any) -> Reply:
    export(there, file, GROUP)
    return take(here, file, into=GROUP, **how)


def test_a_play_goes_on_where_it_went_on_there(laptop, phone, file):
    enter.score(phone(), ["ana", "+2"])
    enter.finish(phone(), ["ana"], False)
    reply = joined(laptop, phone, file)
    assert plays(laptop) == plays(phone)
    assert laptop.store.read_group(GROUP)["live"] == []
    assert reply.document()["logs"][0]["what"] == "longer"
    again = contents(laptop.store, GROUP)
    assert "had all of it already" in " ".join(joined(laptop, phone, file).lines)
    assert contents(laptop.store, GROUP) == again


def test_somebody_who_comes_in_and_is_nearly_known_is_named(laptop, file):
    phone = another()
    began(phone, "Ana", "Bne")
    export(phone, file)
    how = {"into": GROUP, "same": True}
    (looked_at,) = take(laptop, file, check=True, **how).warnings
    assert looked_at.endswith("If that is Ben: add `--map Bne=Ben`.")
    (told,) = take(laptop, file, **how).warnings
    assert f"`companion player merge Bne Ben --group {quote(GROUP)}`" in told
    assert take(laptop, file, **how).warnings == ()


def test_a_finished_play_of_somebody_who_is_called_otherwise_here_is_theirs(laptop, file):
    phone = another()
    began(phone, "Ana", "Benno")
    enter.finish(phone(), ["ana"], False)
    export(phone, file)
    take(laptop, file, into=GROUP, same=True, people={"Benno": "Ben"})
    (came,) = (play for play in History(laptop()).plays if play.play == "bwd-3")
    assert [part.name for part in came.parts] == ["Ana", "Ben"]


def test_a_play_that_went_two_ways_is_kept_in_both_and_each_goes_on(laptop, phone, file):
    enter.score(laptop(), ["ben", "+5"])
    enter.score(phone(), ["ana", "+2"])
    reply = joined(laptop, phone, file)
    assert plays(laptop)["bwd-3"] == plays(phone)["bwd-2"]
    assert laptop.store.read_group(GROUP)["live"] == ["bwd-2", "bwd-3"]
    assert laptop.store.read_group(GROUP)["count"] == 3
    told = reply.document()["logs"][0]
    assert (told["what"], told["here"], told["parted_from"]) == ("beside", "bwd-3", "bwd-2")
    assert told["entry"] == 3
    assert any("went two ways" in line for line in reply.lines)
    # What comes later from the phone continues the one that lies beside.
    enter.score(phone(), ["ana", "+1"])
    joined(laptop, phone, file)
    assert plays(laptop)["bwd-3"] == plays(phone)["bwd-2"]
    assert set(plays(laptop)) == {"bwd-1", "bwd-2", "bwd-3"}
    # And the other way round, both know both.
    joined(phone, laptop, file)
    assert sorted(map(str, plays(phone).values())) == sorted(map(str, plays(laptop).values()))
    assert joined(laptop, phone, file).document()["logs"] == []


def test_where_two_ways_part_is_told_by_the_clocks_of_this_place(laptop, phone, file, lives_in):
    enter.score(laptop(), ["ben", "+5"])
    enter.score(phone(), ["ana", "+2"])
    lives_in("Pacific/Auckland")
    reply = joined(laptop, phone, file)
    told = reply.document()["logs"][0]
    ours, theirs = local(told["ours_at"]), local(told["theirs_at"])
    assert ours[:13] != told["ours_at"][:13].replace("T", " ")
    assert (
        f"bwd-2 went two ways after 1 entry: from entry 3 on, yours ({ours[:16]}) "
        f"and theirs ({theirs[:16]}) differ."
    ) in " ".join(reply.lines)


def test_plays_of_one_number_are_two_plays(laptop, phone, file):
    ours, theirs = began(laptop, "Ana", "Ben"), began(phone, "Ben", "Dan")
    assert ours == theirs == "bwd-3"
    reply = joined(laptop, phone, file)
    assert seat_names(plays(laptop)["bwd-4"]) == ["Ben", "Dan"]
    assert "bwd-3 there is bwd-4 here" in " ".join(reply.lines)
    assert reply.document()["players"]["new"] == ["Dan"]
    assert {"bwd-3", "bwd-4"} <= set(laptop.store.read_group(GROUP)["live"])
    assert began(laptop, "Ana", "Ben") == "bwd-5"


def test_somebody_who_was_renamed_here_is_so_in_what_comes_in(laptop, phone, file):
    players.rename_player(laptop(), "Ana", "Anna")
    began(phone, "Ana", "Dan")
    enter.score(phone(play="2"), ["ana", "+2"])
    joined(laptop, phone, file)
    now = plays(laptop)
    assert seat_names(now["bwd-3"]) == ["Anna", "Dan"]
    assert seat_names(now["bwd-2"]) == ["Anna", "Ben", "Choo"]
    assert [event.kind for event in now["bwd-2"]].count("points.gained") == 1
    document = laptop.store.read_group(GROUP)
    assert [who["name"] for who in document["players"]] == ["Anna", "Ben", "Choo", "Dan"]
    before = contents(laptop.store, GROUP)
    joined(laptop, phone, file)
    assert contents(laptop.store, GROUP) == before


def merged(desks: Desks, name: str, into: str) -> None:
    players.merge_player(desks(), name, into, sure=True)


def who_played(desks: Desks) -> dict[str, list[list[str]]]:
    """Everybody of the group, and who sat in which play, by their names now."""
    told = sorted(([part.name for part in play.parts] for play in History(desks()).plays), key=str)
    return {"players": sorted(players.player_names(desks.store.read_group(GROUP))), "plays": told}


@pytest.fixture
def cho_and_eva(desks, file) -> tuple[Desks, Desks]:
    """A group in which Cho and Eva each have a play, on two devices."""
    players.new_group(desks(), GROUP)
    for name in ("Cho", "Eva"):
        began(desks, "Ana", name)
        enter.score(desks(), ["ana", "+1"])
        enter.finish(desks(), ["ana"], False)
    there = another()
    export(desks, file)
    take(there, file)
    return desks, there


def test_a_play_of_who_was_merged_there_is_theirs_and_not_somebody_elses_of_the_old_name(
    cho_and_eva, file
):
    """It was booked to Cho once, with the advice to rename Cho to Eva, who is here already."""
    laptop, phone = cho_and_eva
    merged(phone, "Cho", "Eva")
    began(phone, "Ana", "Eva")
    enter.score(phone(), ["eva", "+2"])
    began(laptop, "Ana", "Cho")
    reply = joined(laptop, phone, file)
    joined(phone, laptop, file)
    assert who_played(laptop) == who_played(phone)
    assert who_played(laptop) == {"players": ["Ana", "Eva"], "plays": [["Ana", "Eva"]] * 4}
    assert "Cho is Eva now." in reply.lines
    players.split_player(laptop(), "Cho")
    joined(phone, laptop, file)
    assert who_played(phone)["players"] == ["Ana", "Cho", "Eva"]
    assert who_played(phone) == who_played(laptop)


def test_of_two_names_for_one_person_the_later_counts_on_both(laptop, phone, file):
    players.rename_player(laptop(), "Ben", "Benno")
    players.rename_player(phone(), "Ben", "Bea")
    players.rename_player(phone(), "Bea", "Benedict")
    joined(laptop, phone, file)
    joined(phone, laptop, file)
    for desks in (laptop, phone):
        assert who_played(desks)["players"] == ["Ana", "Benedict", "Choo"]
        assert seat_names(plays(desks)["bwd-2"]) == ["Ana", "Benedict", "Choo"]
    players.rename_player(laptop(), "Benedict", "Ben")
    joined(phone, laptop, file)
    assert who_played(phone) == who_played(laptop)


def test_somebody_else_who_got_the_name_that_a_player_was_given_here_stays_somebody_else(
    laptop, phone, file
):
    players.rename_player(laptop(), "Ben", "Dan")
    began(phone, "Ana", "Dan")
    joined(laptop, phone, file)
    joined(phone, laptop, file)
    for desks in (laptop, phone):
        assert who_played(desks)["players"] == ["Ana", "Choo", "Dan", "Dan 2"]
    assert who_played(phone) == who_played(laptop)


def test_two_who_were_merged_there_and_met_here_are_asked_about(cho_and_eva, file):
    laptop, phone = cho_and_eva
    merged(phone, "Cho", "Eva")
    began(laptop, "Cho", "Eva")
    enter.score(laptop(), ["eva", "+2"])
    (asked,) = joined(laptop, phone, file).warnings
    assert "They stay two here: `companion player split Cho` there" in asked
    assert who_played(laptop)["players"] == ["Ana", "Cho", "Eva"]
    assert "`companion player split Cho`" in left_out(joined(phone, laptop, file))["bwd-3"]
    players.split_player(phone(), "Cho")
    joined(phone, laptop, file)
    assert joined(laptop, phone, file).warnings == ()
    assert who_played(phone) == who_played(laptop)
    assert ["Cho", "Eva"] in who_played(phone)["plays"]


def test_rulings_are_joined_under_numbers_of_their_own(laptop, phone, file):
    agreements.agree(laptop(), "Erasing erases", ["erase"], [])
    agreements.agree(phone(), "Tags stay", ["tag"], ["Ana"])
    agreements.retire(phone(), "1", "")
    reply = joined(laptop, phone, file)
    texts = [(it["number"], it["text"]) for it in laptop.store.read_group(GROUP)["rulings"]]
    assert texts == [(1, "A ward wards"), (2, "Erasing erases"), (3, "Tags stay")]
    assert reply.document()["rulings"] == {"new": [3], "retired_there": [1]}


def test_a_title_that_was_renamed_there_is_so_here_and_the_newer_change_counts(laptop, phone, file):
    for desks in (laptop, phone):
        start.start(desks(), "sheet", ["Ana", "Ben"], None, {"title": "Heat"})
    titles.rename_title(laptop(), "Heat", "Heat!")
    for now in ("Hot", "Heat: Pedal to the Metal"):
        titles.rename_title(phone(), titles.KnownTitles(phone()).own()[0], now)
    joined(laptop, phone, file)
    joined(phone, laptop, file)
    for desks in (laptop, phone):
        played = titles.list_titles(desks()).document()["titles"]
        assert [(it["title"], it["live"]) for it in played if it["game"] is None] == [
            ("Heat: Pedal to the Metal", 2)
        ]


def test_what_is_of_the_device_stays(laptop, phone, file):
    players.use_player(phone(), "ben")
    began(phone, "Ana", "Ben")
    joined(laptop, phone, file)
    document = laptop.store.read_group(GROUP)
    assert (document["me"], document["current"]) == ("Ana", "bwd-2")


# Two groups that never met


@pytest.fixture
def holiday(file) -> Desks:
    there = another(5000)
    players.new_group(there(), GROUP)
    began(there, "Ana", "Eve")
    enter.score(there(), ["ana", "+1"])
    return there


def test_who_is_who_is_asked_where_two_groups_share_no_play(laptop, holiday, file):
    before = contents(laptop.store, GROUP)
    with pytest.raises(Ambiguous) as refused:
        joined(laptop, holiday, file)
    assert "Ana" in refused.value.message
    assert "--same" in refused.value.hint
    assert contents(laptop.store, GROUP) == before


def test_who_is_the_same_is_the_same(laptop, holiday, file):
    joined(laptop, holiday, file, same=True)
    assert seat_names(plays(laptop)["bwd-3"]) == ["Ana", "Eve"]
    names = [who["name"] for who in laptop.store.read_group(GROUP)["players"]]
    assert names == ["Ana", "Ben", "Choo", "Eve"]


def test_somebody_else_of_that_name_gets_another_and_keeps_it(laptop, holiday, file):
    joined(laptop, holiday, file, people={"Ana": "Ana B"})
    theirs = plays(laptop)["bwd-3"]
    assert seat_names(theirs) == ["Ana B", "Eve"]
    [there] = plays(holiday).values()
    assert theirs[: len(there)] == there, "the log itself stays as it was told"
    assert uid_of(theirs[0]) == uid_of(there[0])
    # The next time nobody need be asked, and the play goes on.
    enter.score(holiday(), ["ana", "+2"])
    began(holiday, "Ana", "Fay")
    joined(laptop, holiday, file)
    now = plays(laptop)
    assert seat_names(now["bwd-3"]) == ["Ana B", "Eve"]
    assert [event.kind for event in now["bwd-3"]].count("points.gained") == 2
    assert seat_names(now["bwd-4"]) == ["Ana B", "Fay"]
    before = contents(laptop.store, GROUP)
    joined(laptop, holiday, file)
    assert contents(laptop.store, GROUP) == before


def test_at_a_terminal_it_is_asked_once_for_each_name(laptop, holiday, file):
    asked: list[str] = []

    def ask(name: str) -> str:
        asked.append(name)
        return f"{name} B"

    export(holiday, file, GROUP)
    for _ in range(2):
        import_group(laptop(), ImportOptions(str(file), into=GROUP), ask, nothing_shown)
    assert asked == ["Ana"]
    assert seat_names(plays(laptop)["bwd-3"]) == ["Ana B", "Eve"]


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ({"Zoë": "Ana"}, NotFound),
        ({"Ana": "x" * 201}, Invalid),
        ({"Ana": "Eve"}, Refused),
        ({"Ana": "Ben", "Eve": "Ben"}, Refused),
    ],
)
def test_names_that_cannot_be_are_refused_before_anything_is_written(
    laptop, holiday, file, told, kind
):
    before = contents(laptop.store, GROUP)
    with pytest.raises(kind):
        joined(laptop, holiday, file, people=told)
    assert contents(laptop.store, GROUP) == before


# Boxes and labels


def box(desks: Desks, *facts_of: tuple[str, int], since: int, box_id: str = "bwd") -> None:
    """A book of a box with a fact for each; ids without `-` are of boxes that are all alike."""
    ref = LogRef(GROUP, "copies", box_id)
    made = {"game": "bwd" if box_id == "bwd" else "blank", "name": "Friday"}
    log = Log().extended([Draft("copy.made", made)], at(since))
    for seconds, (name, number) in enumerate(facts_of, since + 1):
        fact = {"key": f"#{number}", "name": name, "number": number}
        log = log.extended([Draft("card.described", fact)], at(seconds))
    desks.store.create_log(ref, log.events)


def test_a_box_like_all_others_is_one_store_of_facts(laptop, phone, file):
    box(laptop, ("Medkit", 17), since=1)
    box(phone, ("Rope", 18), ("Lamp", 19), since=5)
    joined(laptop, phone, file)
    joined(phone, laptop, file)
    for desks in (laptop, phone):
        told = contents(desks.store, GROUP)["logs"]["copies", "bwd"]
        assert sorted(event.data.get("number", 0) for event in told) == [0, 17, 18, 19]
    before = contents(laptop.store, GROUP)
    joined(laptop, phone, file)
    assert contents(laptop.store, GROUP) == before


def test_a_box_of_the_same_name_is_another_box_and_is_followed(laptop, phone, file):
    box(laptop, since=1, box_id="blank-friday")
    box(phone, since=2, box_id="blank-friday")
    labels = Log().extended([Draft("labels.printed", {"cards": {"r15": 1}})], at(3))
    phone.store.create_log(LogRef(GROUP, "labels", "blank-friday"), labels.events)
    options = {"boxes": [{"id": "blank-friday", "name": "Friday", "mark": ""}]}
    start.start(phone(), "blank", ["Ana", "Ben"], None, options, in_use=["blank-friday"])
    joined(laptop, phone, file)
    logs = contents(laptop.store, GROUP)["logs"]
    assert ("labels", "blank-friday-2") in logs
    assert ("labels", "blank-friday") not in logs
    assert logs["copies", "blank-friday-2"][0].at == at(2)
    begun = logs["plays", "blank-3"][0]
    assert begun.data["options"]["boxes"][0]["id"] == "blank-friday-2"
    assert laptop.store.read_group(GROUP)["boxes"] == {"blank": ["blank-friday-2"]}
    before = contents(laptop.store, GROUP)
    joined(laptop, phone, file)
    assert contents(laptop.store, GROUP) == before


def test_labels_that_were_printed_on_both_devices_are_all_known(laptop, phone, file):
    for desks, cards in ((laptop, {"r15": 2}), (phone, {"r15": 1, "r16": 1})):
        box(desks, since=1, box_id="blank-friday")
        labels = Log().extended([Draft("labels.printed", {"cards": cards})], at(len(cards)))
        desks.store.create_log(LogRef(GROUP, "labels", "blank-friday"), labels.events)
    joined(laptop, phone, file)
    printed = contents(laptop.store, GROUP)["logs"]["labels", "blank-friday"]
    assert [event.data["cards"] for event in printed] == [{"r15": 2}, {"r15": 1, "r16": 1}]
    before = contents(laptop.store, GROUP)
    joined(laptop, phone, file)
    assert contents(laptop.store, GROUP) == before


def test_a_game_that_is_not_installed_is_kept_as_it_is(laptop, phone, file):
    log = Log().extended([Draft("play.started", {"game": "chess", "seats": []})], at(1))
    phone.store.create_log(LogRef(GROUP, "plays", "chess-9"), log.events)
    with phone.store.change_group(GROUP) as document:
        document["live"] = [*document["live"], "chess-9"]
    joined(laptop, phone, file)
    assert tuple(plays(laptop)["chess-9"]) == log.events
    assert "chess-9" in laptop.store.read_group(GROUP)["live"]


def test_plays_that_all_began_as_one_do_not_take_for_ever(laptop, file, monkeypatch):
    """Each would be held against each; a play goes two ways, or three."""
    first = laptop.store.read_log(LogRef(GROUP, "plays", "bwd-1"))[:1]
    for number in range(100, 160):
        log = Log(tuple(first)).extended(
            [Draft("points.gained", {"seat": 0, "points": number})], at(9)
        )
        laptop.store.create_log(LogRef(GROUP, "plays", f"bwd-{number}"), log.events)
    export(laptop, file)
    rewritten(file, lambda lines: [first_points(line["events"]) for line in lines[1:-1]])
    reads: list[LogRef] = []
    read = laptop.store.read_log
    monkeypatch.setattr(laptop.store, "read_log", lambda ref: reads.append(ref) or read(ref))
    take(laptop, file, into=GROUP, check=True)
    assert len(reads) < 60 * 25, "not 60 times 60"


def first_points(events: list[dict[str, Any]]) -> None:
    for event in events[1:2]:
        event |= {"kind": "points.gained", "data": {"seat": 0, "points": 7}}


# What comes in is replayed as it would be here, before anything is written


def told(kind: str, data: Any, on: str = "2026-11-23T12:00:00Z") -> Callable[[list[Any]], None]:
    """Puts one more entry behind a log, whatever it is."""

    def change(events: list[Any]) -> None:
        entry = {"seq": len(events) + 1, "action": events[-1]["action"] + 1, "kind": kind}
        events.append({**entry, "data": data, "at": on})

    return change


def first(**changes: Any) -> Callable[[list[Any]], None]:
    """Has the first entry of a log otherwise."""
    return lambda events: events[0].update(changes)


def opening(**changes: Any) -> Callable[[list[Any]], None]:
    """Tells a play's beginning, or a box's, otherwise."""
    return lambda events: events[0]["data"].update(changes)


NOWHERE = {"seat": 7, "points": 3}
SENSELESS = {
    "a newer kind": (told("card.sung", {}), "(card.sung) is of a kind that only a newer"),
    "nobody's points": (told("points.gained", NOWHERE), "(points.gained) makes no sense"),
    "no kind": (told("", {}), "() is of a kind that only a newer"),
    "undone nothing": (told("action.undone", {}), "does not say which entry"),
    "undone too late": (told("action.undone", {"action": 99}), "its action is 99"),
    "deeper than one can look": (
        told("marker.passed", json.loads('{"a":' * 400 + "1" + "}" * 400)),
        "deep",
    ),
}
NEVER = {
    "a play of nobody": (opening(seats=[]), "entry 1 (play.started) makes no sense"),
    "a play of nothing": (opening(game=None), "does not begin with the start of a play"),
    "entries out of turn": (first(action=2), "entry 2 (play.started) should be entry 1"),
}


def changed(file: Path, log_id: str, change: Callable[[list[Any]], None]) -> None:
    """The file with a log otherwise, and a digest that fits."""

    def of_that_log(lines: list[dict[str, Any]]) -> None:
        (line,) = (line for line in lines if line.get("id") == log_id)
        change(line["events"])

    rewritten(file, of_that_log)


def left_out(reply: Reply) -> dict[str, str]:
    return {log["id"]: log["why"] for log in reply.document()["left_out"]}


@pytest.mark.parametrize(("change", "why"), (SENSELESS | NEVER).values(), ids=SENSELESS | NEVER)
def test_a_play_that_makes_no_sense_is_left_out_and_the_rest_comes_in(laptop, file, change, why):
    enter.score(laptop(), ["ana", "+1"])
    enter.score(laptop(), ["ana", "+1"])
    export(laptop, file)
    changed(file, "bwd-2", change)
    there = another()
    reply = take(there, file)
    assert why in left_out(reply)["bwd-2"]
    assert any("The play “bwd-2” is left out: " in line for line in reply.warnings)
    assert list(plays(there)) == ["bwd-1"]
    document = there.store.read_group(GROUP)
    assert (document["live"], document["current"]) == ([], None)
    assert list(History(there()).plays) == list(History(there()).finished), "all can be read"


BEHIND = {name: told for name, told in SENSELESS.items() if name != "undone too late"}
"""What is about an entry that did not come along is no news to ours, and passed over."""


@pytest.mark.parametrize(("change", "why"), BEHIND.values(), ids=BEHIND)
def test_ours_stays_as_it_is_where_theirs_does_not_fold_behind_it(laptop, phone, file, change, why):
    """“1 went on”, said the companion once, and nobody could open the play again."""
    for _ in range(2):
        enter.score(phone(), ["ana", "+1"])
    export(phone, file, GROUP)
    changed(file, "bwd-2", change)
    before = contents(laptop.store, GROUP)
    reply = take(laptop, file, into=GROUP)
    assert why in left_out(reply)["bwd-2"]
    assert reply.document()["plays"]["went_on"] == 0
    assert contents(laptop.store, GROUP) == before
    enter.score(laptop(), ["ana", "+1"])


def test_a_play_that_is_left_out_says_all_the_same_that_it_is_one_group(desks, file):
    players.new_group(desks(), GROUP)
    began(desks, "Ana", "Ben")
    export(desks, file)
    changed(file, "bwd-1", told("card.sung", {}))
    assert "card.sung" in left_out(take(desks, file, into=GROUP))["bwd-1"]


def test_what_theirs_tells_in_another_way_is_left_out_where_it_makes_no_sense(laptop, phone, file):
    enter.score(laptop(), ["ana", "+1"])
    enter.score(phone(), ["ben", "+1"])
    export(phone, file, GROUP)
    changed(file, "bwd-2", told("card.sung", {}))
    before = contents(laptop.store, GROUP)
    assert "card.sung" in left_out(take(laptop, file, into=GROUP))["bwd-2"]
    assert contents(laptop.store, GROUP) == before


_BOXES = {
    "a newer kind": (told("card.sung", {}), "(card.sung) is of a kind that only a newer"),
    "no card": (told("card.described", {"key": "#0"}), "does not say which card it is about"),
    "another game": (opening(game="lwd"), "not a box of the game in its id, “bwd”"),
}


@pytest.mark.parametrize("ours", [True, False], ids=["ours is there", "we have none"])
@pytest.mark.parametrize(("change", "why"), _BOXES.values(), ids=_BOXES)
def test_a_box_that_makes_no_sense_does_not_make_ours_unreadable(
    laptop, phone, file, change, why, ours
):
    if ours:
        box(laptop, ("Medkit", 17), since=1)
    box(phone, ("Rope", 18), since=5)
    before = contents(laptop.store, GROUP)
    export(phone, file, GROUP)
    changed(file, "bwd", change)
    assert why in left_out(take(laptop, file, into=GROUP))["bwd"]
    assert contents(laptop.store, GROUP) == before


def test_a_box_that_does_not_begin_as_one_is_left_out(laptop, phone, file):
    box(phone, ("Rope", 18), since=5)
    export(phone, file, GROUP)
    changed(file, "bwd", first(kind="card.described"))
    assert left_out(take(laptop, file, into=GROUP)) == {
        "bwd": "it does not begin as a box of Blank White Dice"
    }


def test_labels_do_not_come_in_without_their_box(laptop, phone, file):
    box(laptop, since=1, box_id="blank-friday")
    box(phone, since=2, box_id="blank-friday")
    labels = Log().extended([Draft("labels.printed", {"cards": {"r15": 1}})], at(3))
    phone.store.create_log(LogRef(GROUP, "labels", "blank-friday"), labels.events)
    with phone.store.change_group(GROUP) as document:
        document["boxes"] = {"blank": ["blank-friday"]}
    before = contents(laptop.store, GROUP)
    export(phone, file, GROUP)
    rewritten(file, lambda lines: told("card.sung", {})(lines[1]["events"]))
    reply = take(laptop, file, into=GROUP)
    assert [log["shelf"] for log in reply.document()["left_out"]] == ["copies", "labels"]
    assert contents(laptop.store, GROUP) == before


def test_labels_that_tell_of_none_are_left_out(laptop, phone, file):
    for desks in (laptop, phone):
        box(desks, since=1, box_id="blank-friday")
    labels = Log().extended([Draft("labels.lost", {})], at(3))
    phone.store.create_log(LogRef(GROUP, "labels", "blank-friday"), labels.events)
    assert left_out(joined(laptop, phone, file)) == {
        "blank-friday": "its entry 1 (labels.lost) is not about labels"
    }


# Whatever two devices do


steps = st.lists(
    st.tuples(
        st.sampled_from(["start", "score", "undo", "finish", "rename", "title", "merge", "split"]),
        st.integers(1, 3),
    ),
    max_size=6,
)


def do(desks: Desks, told: list[tuple[str, int]]) -> None:
    for what, number in told:
        try:
            if what == "start":
                began(desks, "Ana", ["Ben", "Ben", "Eve"][number - 1], *["Cho"][: number - 1])
            elif what == "score":
                enter.score(desks(play=str(number)), ["ben", f"+{number}"])
            elif what == "undo":
                undo(desks(play=str(number)), None)
            elif what == "finish":
                enter.finish(desks(play=str(number)), ["ben"], False)
            elif what == "title":
                (now,) = titles.KnownTitles(desks()).own()
                titles.rename_title(desks(), now, ["Heat", "Hate", "Azul"][number - 1])
            elif what == "merge":
                merged(desks, ["Cho", "Eve", "Ben"][number - 1], ["Ben", "Ben", "Eve"][number - 1])
            elif what == "split":
                players.split_player(desks(), ["Cho", "Eve", "Ben"][number - 1])
            else:
                players.rename_player(desks(), "ben", f"Ben {'x' * number}")
        except CompanionError:
            continue


def kept(desks: Desks) -> list[str]:
    """Every play of a group, whatever it is called, without what seats are called."""
    told = [
        [
            (event.kind, json.dumps(dict(event.data), sort_keys=True), event.at)
            for event in Log(tuple(events)).standing()
            if event.kind != "seat.renamed"
        ]
        for events in plays(desks).values()
    ]
    return sorted(map(str, told))


def titles_now(desks: Desks) -> dict[str, str]:
    """What all titles are called now that the group has ever had."""
    return Titles.of(desks.store.read_group(GROUP)).by_key()


@given(steps, steps, steps, st.integers(0, 2))
@example([], [("rename", 1), ("rename", 2)], [("rename", 1)], 0).via("an older name is newer")
@example(
    [],
    [("rename", 3)],
    [("rename", 1), ("rename", 2), ("start", 1), ("rename", 1)],
    0,
).via("Ben's former name there is that of another Ben by now, who comes along")
def test_nothing_is_lost_nothing_is_doubled_and_order_does_not_matter(before, here, there, rounds):
    with TemporaryDirectory() as folder:
        file = Path(folder) / "file"
        laptop, phone = Desks(TemporaryStore()), another()
        players.new_group(laptop(), GROUP)
        began(laptop, "Ana", "Ben")
        start.start(laptop(), "sheet", ["Ana", "Ben"], None, {"title": "Heat"})
        do(laptop, before)
        export(laptop, file, GROUP)
        take(phone, file)
        do(laptop, here)
        do(phone, there)
        had = [*plays(laptop).values(), *plays(phone).values()]
        joined(laptop, phone, file)
        first = contents(laptop.store, GROUP)
        joined(laptop, phone, file)
        assert contents(laptop.store, GROUP) == first, "the same file again changes nothing"
        joined(phone, laptop, file)
        assert kept(phone) == kept(laptop)
        assert titles_now(phone) == titles_now(laptop)
        if not any(what == "merge" for what, _ in (*here, *there)):
            assert who_played(phone) == who_played(laptop)
        for events in had:
            facts_of = {str(event[2:]) for event in events if event.kind not in ADMIN_KINDS}
            assert any(
                facts_of <= {str(event[2:]) for event in log} for log in plays(laptop).values()
            )
        assert joined(laptop, phone, file).document()["plays"]["new"] == 0
        listed = set(laptop.store.read_group(GROUP)["live"])
        assert live(laptop, entered=True) <= listed <= live(laptop)


ADMIN_KINDS = ("seat.renamed", "action.undone", "action.redone")


def live(desks: Desks, entered: bool = False) -> set[str]:
    """The plays that go on; or those in which something was `entered`: others may be put away."""
    desk: Desk = desks()
    refs = [LogRef(GROUP, "plays", play) for play in plays(desks)]
    opened = [desk.opened(ref, desk.store.read_log(ref)) for ref in refs]
    return {
        play.ref.id
        for play in opened
        if play.state.status == "live" and (not entered or not play.log.untouched)
    }


# Files that are wrong, stores that fail


def rewritten(file: Path, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """The file with other lines in it, and a digest that fits: made so by somebody."""
    from hashlib import sha256

    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    change(lines)
    *told, end = lines
    text = "".join(json.dumps(line) + "\n" for line in told)
    events = sum(len(line.get("events", ())) for line in told)
    end |= {"logs": len(told) - 1, "events": events, "sha256": sha256(text.encode()).hexdigest()}
    told[0]["logs"] = len(told) - 1
    text = "".join(json.dumps(line) + "\n" for line in told)
    end["sha256"] = sha256(text.encode()).hexdigest()
    file.write_text(text + json.dumps(end) + "\n", "utf-8")


def _wrong_lines() -> Iterator[Any]:
    yield pytest.param(lambda lines: lines[1].update(id="../group"), "cannot name", id="a path")
    yield pytest.param(lambda lines: lines[1].update(id=""), "cannot name", id="no id")
    yield pytest.param(lambda lines: lines[1].update(shelf="secrets"), "knows nothing", id="shelf")
    yield pytest.param(lambda lines: lines.insert(1, lines[1]), "twice", id="double")
    yield pytest.param(
        lambda lines: lines.insert(1, {**lines[1], "id": "BWD-1"}), "twice", id="capitals"
    )
    yield pytest.param(
        lambda lines: lines[0].update(document={"players": [{"name": 3}]}),
        "makes no sense",
        id="no",
    )
    yield pytest.param(
        lambda lines: lines[0].update(document={"players": [{"name": " "}]}), "makes no", id="blank"
    )
    yield pytest.param(lambda lines: lines[0].update(group="x" * 300), "at most", id="long name")


@pytest.mark.parametrize(("change", "says"), list(_wrong_lines()))
def test_a_file_that_somebody_made_is_looked_at_as_closely(laptop, file, change, says):
    rewritten(file, change)
    there = another()
    with pytest.raises(Invalid) as refused:
        take(there, file)
    assert says in refused.value.message
    assert there.store.groups() == []


def test_nothing_is_written_before_the_last_line_was_read(laptop, phone, file):
    enter.score(phone(), ["ana", "+2"])
    export(phone, file, GROUP)
    whole = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(whole[:-1]))
    before = contents(laptop.store, GROUP)
    with pytest.raises(Invalid):
        take(laptop, file, into=GROUP)
    assert contents(laptop.store, GROUP) == before


class Dying(TemporaryStore):
    """A store whose disk is full after so many logs."""

    left = 1

    def create_log(self, ref: LogRef, events: Any) -> None:
        if self.left == 0:
            raise Conflict("The disk is full.", "Make some room.")
        self.left -= 1
        super().create_log(ref, events)


def test_an_import_that_ends_in_the_middle_has_changed_nothing(laptop, file):
    store = Dying()
    there = Later(store, 1000)
    with pytest.raises(Conflict):
        take(there, file)
    assert store.groups() == []
    store.left = 100
    take(there, file)
    assert contents(store, GROUP) == contents(laptop.store, GROUP)


def test_the_rest_of_a_group_of_which_an_older_companion_took_in_a_part(laptop, file):
    begun = another()
    begun.store.create_group(GROUP, {"arriving": "0123abcd"})
    first = LogRef(GROUP, "plays", laptop.store.log_ids(GROUP, "plays")[0])
    begun.store.create_log(first, laptop.store.read_log(first))
    take(begun, file)
    found, whole = contents(begun.store, GROUP), contents(laptop.store, GROUP)
    del whole["document"]["me"]  # who they are: with two groups that are joined, we stay ourselves
    assert found == whole
    with pytest.raises(Ambiguous):
        take(begun, file)


class Busy(TinyStore):
    """A store in which somebody else begins a play while a group comes in, for so many times,
    unless they have to wait."""

    times = 0

    @contextmanager
    def preparing(self) -> Iterator[None]:
        with super().preparing():
            yield
            at_hand = self._transactions.at_hand
            if self.times and at_hand is not None and not at_hand.holds:
                self.times -= 1
                other = Later(TinyStore(Path(self._home)), 5000)
                start.start(other(), "bwd", ["Zoe", "Yan"], None, {"target": 13})


@pytest.mark.parametrize(
    ("times", "together", "patience", "left"),
    [
        (2, False, 10.0, 0),
        (3, False, 10.0, None),
        (9, True, 10.0, 8),  # after the first time, they wait
        (2, True, 0.000001, 0),  # what takes long keeps nobody waiting
    ],
)
def test_who_begins_plays_meanwhile_keeps_nobody_from_taking_a_group_in(
    laptop, file, tmp_path, times, together, patience, left
):
    store = Busy(tmp_path / "home", patience)
    here = Later(store, 3000)
    store.create_group(GROUP, {})
    with store.change_settings() as settings:
        settings["group"] = GROUP
    store.times = times
    with (
        pytest.raises(Conflict) if left is None else nullcontext(),
        store.together() if together else nullcontext(),
    ):
        take(here, file, into=GROUP)
    assert store.times == (left or 0)
    theirs = 0 if left is None else len(laptop.store.log_ids(GROUP, "plays"))
    assert len(store.log_ids(GROUP, "plays")) == times - store.times + theirs
    assert not (tmp_path / "home" / "prepared").exists()
