"""Undo, redo and the log as people read it."""

import pytest

from companion.core.event import Draft, Source
from companion.core.log import Log
from companion.errors import CompanionError, Illegal, Invalid, NotFound, Refused
from companion.store.base import LogRef
from companion.table.current import StateCache
from companion.table.desk import Desk
from companion.table.groups import players
from companion.table.plays import enter, start, views
from companion.table.plays import undo as changing
from companion.table.plays.views import table
from companion.testing.plays import AT
from tests.desks import Desks, scores

REF = LogRef("home", "plays", "bwd-1")


@pytest.fixture
def begun(desks) -> Desks:
    """Entry 2 gives Ana two points, entry 3 lets her pay four, entry 4 passes the marker."""
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(desks(), ["ana", "+2"])
    desks().act(lambda action, _: action.add("points.paid", seat=0, points=4))
    enter.pass_marker(desks())
    return desks


def undo(desks: Desks, entry: str | None = None) -> dict:
    return changing.undo(desks(), entry).document()


def redo(desks: Desks, entry: str | None = None) -> dict:
    return changing.redo(desks(), entry).document()


def test_undo_and_redo_walk_through_the_play(begun):
    assert undo(begun)["first_player"] == "Ana"
    assert scores(changing.undo(begun(), None)) == {"Ana": 5, "Ben": 3}
    assert scores(changing.undo(begun(), None)) == {"Ana": 3, "Ben": 3}
    with pytest.raises(Refused):
        undo(begun)
    assert scores(changing.redo(begun(), None)) == {"Ana": 5, "Ben": 3}
    assert scores(changing.redo(begun(), None)) == {"Ana": 1, "Ben": 3}
    assert redo(begun)["first_player"] == "Ben"
    with pytest.raises(Refused):
        redo(begun)


def test_the_answer_names_the_entry_that_was_taken_back(begun):
    (line, *_) = changing.undo(begun(), None).lines
    assert "4" in line
    assert "marker" in line


def test_nothing_is_deleted(begun):
    before = begun.store.read_log(REF)
    undo(begun)
    redo(begun)
    after = begun.store.read_log(REF)
    assert after[: len(before)] == before
    assert [event.kind for event in after[len(before) :]] == ["action.undone", "action.redone"]


def test_an_old_entry_that_nothing_hangs_on_is_taken_back_alone(begun):
    document = undo(begun, "3")
    assert document["players"][0]["score"] == 5
    assert document["first_player"] == "Ben"
    assert redo(begun, "3")["players"][0]["score"] == 1


@pytest.mark.rule("BWD-154")
def test_an_entry_on_which_a_later_one_hangs_stays_and_the_later_one_is_named(begun):
    """Without the two points of entry 2, Ana could not pay four in entry 3."""
    with pytest.raises(Illegal, match=r"[Ee]ntry 2 .*entry 3 ") as refusal:
        undo(begun, "2")
    assert refusal.value.rule == "BWD-154"
    assert "3" in refusal.value.hint
    assert table(begun()).document()["players"][0]["score"] == 1
    undo(begun, "3")
    assert undo(begun, "2")["players"][0]["score"] == 3


def test_an_entry_that_no_longer_fits_is_not_brought_back(begun):
    undo(begun, "3")
    undo(begun, "2")
    with pytest.raises(Illegal) as refusal:
        redo(begun, "3")
    assert refusal.value.rule == "BWD-154"
    assert table(begun()).document()["players"][0]["score"] == 3


def test_a_redo_that_has_to_be_named_names_what_can_come_back(begun):
    """Entry 3 pays with the points of entry 2, and the newest of what was taken back is entry 3."""
    undo(begun, "3")
    undo(begun, "2")
    enter.pass_marker(begun())
    with pytest.raises(Refused, match="Nothing was undone since") as refusal:
        redo(begun)
    assert "companion redo 2`" in refusal.value.hint
    redo(begun, "2")
    with pytest.raises(Refused, match="Nothing was undone since") as refusal:
        redo(begun)
    assert "companion redo 3`" in refusal.value.hint
    begun().act(lambda action, _: action.add("points.paid", seat=0, points=5))
    with pytest.raises(Refused) as refusal:
        redo(begun)
    assert "is no longer possible" in refusal.value.hint
    enter.finish(begun(), ["ben"], abandon=False)
    for asked in (lambda: redo(begun), lambda: undo(begun, "3")):
        with pytest.raises(Refused) as refusal:
            asked()
        assert refusal.value.hint.startswith("`companion undo` takes the end back; then")


# The past that others rest on


def fives(desks: Desks, house: str | None = None) -> Desks:
    """Entry 2 is a gain, entry 3 pays with it, entry 4 pays with what is left."""
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(desks(), ["ana", "+4"])
    for price in (5, 2):
        desks(house=house).act(
            lambda action, _, price=price: action.add("points.paid", seat=0, points=price)
        )
    return desks


def test_from_an_entry_onwards_all_is_taken_back_and_brought_back_at_once(desks):
    fives(desks)
    players.rename_player(desks(), "Ben", "Benno")
    reply = changing.undo(desks(), "3", onwards=True)
    assert scores(reply) == {"Ana": 7, "Benno": 3}, "who is called what is told beside the table"
    assert reply.lines[0].startswith("Entry 3 and 1 more, up to 4, are taken back: Ana pays 5")
    assert scores(changing.redo(desks(), None)) == {"Ana": 0, "Benno": 3}
    assert scores(changing.undo(desks(), "2", onwards=True)) == {"Ana": 3, "Benno": 3}
    changing.redo(desks(), "2")
    assert scores(changing.redo(desks(), None)) == {"Ana": 0, "Benno": 3}
    with pytest.raises(Refused):
        changing.redo(desks(), None)


def test_a_new_name_is_changed_in_the_group_and_not_taken_back_in_one_play(desks):
    """Else somebody else could have the old name by now, and two would answer to it."""
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    players.rename_player(desks(), "Ana", "Bert")
    players.rename_player(desks(), "Ben", "Ana")
    for onwards in (False, True):
        with pytest.raises(Refused, match="Entry 2 renames a player") as refusal:
            changing.undo(desks(), "2", onwards=onwards)
        assert 'companion player rename "Bert" NAME' in refusal.value.hint
    assert scores(table(desks())) == {"Bert": 3, "Ana": 3}
    with pytest.raises(Refused, match="nothing to undo"):
        changing.undo(desks(), None)


def test_nor_is_one_brought_back_that_an_older_companion_took_back(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    players.rename_player(desks(), "Ana", "Bert")
    play = desks().open()
    with desks.store.change_log(play.ref) as held:
        undone = play.log.extended([Draft("action.undone", {"action": 2})], AT)
        held.append(undone.events[-1:])
    with pytest.raises(Refused, match="Entry 2 renames a player"):
        changing.redo(desks(), None)


def test_onwards_takes_an_end_back_as_well(desks):
    fives(desks)
    enter.finish(desks(), ["ben"], abandon=False)
    with pytest.raises(Refused, match="after the end"):
        changing.undo(desks(), "3")
    assert changing.undo(desks(), "3", onwards=True).document()["status"] == "live"
    assert desks().group_document()["live"] == ["bwd-1"]
    assert changing.redo(desks(), None).document()["winners"] == ["Ben"]


def test_onwards_wants_to_know_from_where(desks):
    fives(desks)
    with pytest.raises(Invalid):
        changing.undo(desks(), None, onwards=True)


@pytest.mark.rule("BWD-154")
def test_a_table_may_keep_later_entries_as_they_are_and_the_log_says_why(desks):
    """What the house let pass once is in the way of no later undo."""
    fives(desks)
    with pytest.raises(Illegal):
        changing.undo(desks(), "2")
    reply = changing.undo(desks(house="the bank lends"), "2")
    assert scores(reply) == {"Ana": 0, "Ben": 3}
    assert "House rule (against BWD-154): the bank lends" in reply.lines
    assert "This house rule keeps entry 3: Ana pays 3 of 5: 3 → 0" in reply.lines
    told = views.show_log(desks()).document()["entries"]
    assert told[1]["kept"] == {"why": "the bank lends", "rules": ["BWD-154"]}
    assert [entry["house"] for entry in told] == [None] * 4
    enter.score(desks(), ["ben", "+1"])
    changing.undo(desks(), "6")
    assert scores(changing.undo(desks(), "3")) == {"Ana": 1, "Ben": 3}
    assert scores(changing.redo(desks(), "3")) == {"Ana": 0, "Ben": 3}
    assert scores(changing.redo(desks(), "2")) == {"Ana": 0, "Ben": 3}


@pytest.mark.rule("BWD-154")
def test_a_house_rule_of_an_undo_is_no_licence_for_the_next_one(desks):
    """Also in a prompt, which remembers how the play stood a moment ago."""
    state_cache = StateCache()

    def at(house: str | None = None) -> Desk:
        desk = desks(house=house)
        desk.state_cache = state_cache
        return desk

    fives(desks)
    changing.undo(at("the bank lends"), "2")
    changing.redo(at(), None)
    with pytest.raises(Illegal):
        changing.undo(at(), "2")
    changing.undo(at("the bank lends"), "2")
    changing.undo(at(), None)
    changing.redo(at(), "2")
    with pytest.raises(Illegal):
        changing.undo(at(), "2", onwards=False)


@pytest.mark.rule("BWD-154")
def test_what_stood_by_the_house_rule_of_an_undo_does_not_outlive_that(desks):
    """Entry 4 pays with what entries 2 and 3 gained: without both, by house rule only."""
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(desks(), ["ana", "+4"])
    enter.score(desks(), ["ana", "+4"])
    desks().act(lambda action, _: action.add("points.paid", seat=0, points=10))
    changing.undo(desks(house="the bank lends"), "2")
    changing.undo(desks(), "3")
    with pytest.raises(Illegal, match="entry 4"):
        changing.redo(desks(), "2")
    changing.redo(desks(), "3")
    changing.redo(desks(), "2")
    assert scores(table(desks())) == {"Ana": 1, "Ben": 3}


@pytest.mark.rule("BWD-154")
def test_a_house_rule_overrules_what_it_overruled_and_nothing_else(desks):
    """A reason was given, and no rule stood against it then: it is no licence for later."""
    fives(desks, house="we are generous")
    with pytest.raises(Illegal, match="entry 3") as refusal:
        changing.undo(desks(), "2")
    assert refusal.value.rule == "BWD-154"


def test_what_an_older_companion_took_is_in_nobodys_way(desks):
    """Entry 3 breaks a rule that it was never let off: of that the undo of entry 2 says nothing."""
    fives(desks, house="for once")
    (house,) = {event.house for event in desks().open().log.events[2:]}
    assert house.rules == ()
    with desks().store.change_log(REF) as held:
        held.append(Log(tuple(held.events)).extended(OVERDRAWN, "2025-03-01T20:00:00Z").events[-1:])
    enter.score(desks(), ["ben", "+1"])
    assert scores(changing.undo(desks(), "6")) == {"Ana": 0, "Ben": 3}
    enter.score(desks(), ["ben", "+2"])
    changing.undo(desks(), "4")
    with pytest.raises(Illegal, match="entry 3"):
        changing.undo(desks(), "2")


OVERDRAWN = [Draft("points.paid", {"seat": 0, "points": 50})]
"""An entry that is refused today."""


def test_what_was_undone_comes_back_as_it_was_whatever_is_refused_by_now(desks):
    fives(desks)
    with desks().store.change_log(REF) as held:
        held.append(Log(tuple(held.events)).extended(OVERDRAWN, "2025-03-01T20:00:00Z").events[-1:])
    changing.undo(desks(), None)
    assert changing.redo(desks(), None).document()["entries"] == 5
    changing.undo(desks(), None)
    enter.score(desks(), ["ben", "+1"])
    with pytest.raises(Illegal, match="Entry 5 cannot be brought back"):
        changing.redo(desks(), "5")


def test_a_house_rule_stands_when_the_past_changes(begun):
    begun(house="the bank lends").act(lambda action, _: action.add("points.paid", seat=1, points=9))
    assert undo(begun, "4")["players"][1]["score"] == 0


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x", Invalid),
        ("-1", Invalid),
        ("", Invalid),
        ("1.0", Invalid),
        ("9" * 50, Invalid),
        ("99", NotFound),
        ("0", NotFound),
        ("1", Refused),
    ],
)
def test_a_number_that_is_no_entry(begun, text, kind):
    before = begun.store.read_log(REF)
    with pytest.raises(kind):
        undo(begun, text)
    with pytest.raises(CompanionError):
        redo(begun, text)
    assert begun.store.read_log(REF) == before


def test_the_log_shows_every_entry_with_the_number_that_undo_takes(begun):
    undo(begun, "3")
    told = views.show_log(begun()).document()["entries"]
    assert [(entry["entry"], entry["undone"]) for entry in told] == [
        (1, False),
        (2, False),
        (3, True),
        (4, False),
    ]
    assert "Ana" in told[0]["text"]
    assert "3 → 5" in told[1]["text"]
    # What was taken back is told as it was, and later entries as they are without it.
    assert "5 → 1" in told[2]["text"]
    enter.score(begun(), ["ana", "+1"])
    assert "5 → 6" in views.show_log(begun()).document()["entries"][-1]["text"]


def test_what_was_taken_back_is_told_as_it_was_when_it_was_made(begun):
    """Of three that are taken back one after another, the last one knew of the first."""
    enter.score(begun(), ["ben", "+1"])
    enter.score(begun(), ["ben", "+2"])
    enter.score(begun(), ["ben", "+3"])
    made = [entry["text"] for entry in views.show_log(begun()).document()["entries"]]
    for _ in range(3):
        undo(begun)
    told = [entry["text"] for entry in views.show_log(begun()).document()["entries"]]
    assert told == made
    assert "6 → 9" in told[-1]


def test_an_entry_of_several_facts_that_was_taken_back_still_tells_them_one_after_another(begun):
    enter.score(begun(), ["ben", "+1", "ben", "+2"])
    undo(begun)
    assert views.show_log(begun()).document()["entries"][-1]["lines"] == [
        "Ben +1: 3 → 4",
        "Ben +2: 4 → 6",
    ]


def test_entries_in_the_document_count_those_that_stand(begun):
    assert table(begun()).document()["entries"] == 4
    assert undo(begun)["entries"] == 3
    assert redo(begun)["entries"] == 4


def test_the_newest_entries_are_enough(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    for _ in range(4):
        enter.score(desks(), ["ana", "+1"])
    told = views.show_log(desks(), "2").document()["entries"]
    assert [entry["entry"] for entry in told] == [4, 5]
    for wrong in ("0", "many", "²", ""):
        with pytest.raises(Invalid):
            views.show_log(desks(), wrong)


def test_the_log_says_who_entered_what_on_a_phone(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    desk = desks()
    desk.source = Source("Ben", "11111111")
    enter.score(desk, ["+2"])
    changing.undo(desk, None)
    changing.redo(desks(), None)
    by = [entry["by"] for entry in views.show_log(desks()).document()["entries"]]
    assert by == [None, "Ben"]
    (ours,) = [event for event in desks().open().log.events if event.kind == "action.undone"]
    assert ours.source == Source("Ben", "11111111")
    assert scores(table(desks())) == {"Ana": 3, "Ben": 5}, "a change without a name is about Ben"


def test_what_changes_the_file_of_a_group_is_known_there_by_its_id(desks):
    desk = desks()
    desk.source = Source("", "22222222")
    start.start(desk, "bwd", ["Ana", "Ben"], None, {})
    assert desks().group_document()["sent"] == ["22222222"]
    assert desks().open().log.events[0].source.id == "22222222"
