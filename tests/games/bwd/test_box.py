"""The log of a group's box: of two terminals, and refused as a whole when it is damaged."""

import json
import threading

import pytest

from companion.core.event import Draft
from companion.core.log import Log
from companion.errors import Ambiguous, TooNew
from companion.games.bwd import box, cards
from companion.games.bwd.game import GAME
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.boxes.stored_box import change_box, open_box
from tests.desks import Desks
from tests.golden.breaking import contents
from tests.terminal import LIMIT

BOX = LogRef("home", "copies", "bwd")


def drafts(copy, card, fields):
    facts = cards.description(copy.reference, card, fields)
    return [Draft("card.described", fact.to_json()) for fact in facts]


def describe(desk, card, **fields):
    """As `companion bwd card set`."""
    return change_box(desk, GAME, lambda copy: drafts(copy, card, fields))


# The log


def test_a_box_begins_with_whose_it_is_and_each_group_has_its_own(desks):
    with pytest.raises(Ambiguous):
        describe(desks(), "17", name="Tag")
    assert desks.store.groups() == [], "a refusal begins no log and no group"
    desks.store.create_group("Friday", {})
    for group in ("friday", None):
        describe(desks(group=group) if group else desks(), "17", name="Medic")
    made, named = desks.store.read_log(BOX._replace(group="friday"))
    assert (made.kind, made.data) == ("copy.made", {"game": "bwd", "name": "Blank White Dice"})
    assert (made.action, named.action) == (1, 2)
    assert named.data == {"key": "#17", "name": "Medic"}
    describe(desks(group="friday"), "17", name="Trader")
    copy = describe(desks(group="friday"), "17", name="medkit")
    assert [event.data for event in copy.log.events if event.action == 4] == [
        {"key": "#17", "name": None},
        {"key": "medkit", "number": 17},
    ]
    assert copy.reference.card("#17").title == "Medkit"
    assert open_box(desks(), GAME).reference.card("#17").name == "Medic"


def test_nothing_is_written_for_an_untouched_box_and_answers_number_entries(companion, home):
    for line in ("undo", "redo"):
        assert companion(f"bwd card {line}").code == 1
    assert len(companion.must("bwd card log --json").json["entries"]) == 1
    assert not home.exists()
    for entry, name in ((2, "Medic"), (3, "Medkit")):
        assert companion.must(f"bwd card set 17 --name {name} --json").json["entry"] == entry
    stored = json.loads((home / "groups/home/copies/bwd.json").read_text())
    kinds = [row["kind"] for row in stored["events"].values()]
    assert kinds == ["copy.made"] + ["card.described"] * 3


# Two terminals


@pytest.fixture
def terminals(tmp_path):
    """Each has a store of its own over the same home, as two processes have."""
    return tuple(Desks(TinyStore(tmp_path / "home", patience=LIMIT)) for _ in range(2))


@pytest.mark.parametrize("begun", [False, True])
def test_two_at_once_cannot_give_two_cards_one_name(terminals, begun):
    if begun:
        describe(terminals[0](), "20", text="There is a log already.")
    together, ends = threading.Barrier(2, timeout=LIMIT), []

    def name(desks, card):
        desk = desks()
        together.wait()
        try:
            describe(desk, card, name="Medic")
            ends.append("named")
        except Ambiguous:
            ends.append("refused")

    pair = [
        threading.Thread(target=name, args=both)
        for both in zip(terminals, ("17", "18"), strict=True)
    ]
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join(LIMIT)
    assert sorted(ends) == ["named", "refused"]
    named = [card for card in terminals[0]().reference(GAME).value.cards if card.name == "Medic"]
    assert len(named) == 1


def test_a_log_that_another_terminal_begins_meanwhile_is_checked_against_and_added_to(terminals):
    first, second = terminals
    seen = []

    def plan(copy):
        seen.append(copy.reference.card("#18").name)
        if len(seen) == 1:
            describe(second(), "18", name="Medic")
        return drafts(copy, "17", {"name": "Trader"})

    change_box(first(), GAME, plan)
    assert seen == ["", "Medic"], "the plan saw what was entered meanwhile"
    assert [event.kind for event in first.store.read_log(BOX)].count("copy.made") == 1
    assert first().reference(GAME).value.card("#17").name == "Trader"

    def again(copy):
        if copy.reference.card("#20").name == "":
            describe(second(), "20", name="Sprint")
        return drafts(copy, "19", {"name": "sprint"})

    with pytest.raises(Ambiguous, match="named Sprint already"):
        change_box(first(), GAME, again)


# Damage

FACT = {"key": "#17", "name": "Medic"}
UNSOUND = {
    "no key": {"name": "Medic"},
    "a key that is no text": {"key": 17},
    "a key that is no card": {"key": "#seventeen"},
    "an unknown field": {**FACT, "colour": "red"},
    "a name that is a number": {**FACT, "name": 3},
    "an empty name": {**FACT, "name": " "},
    "phases that are no list": {**FACT, "phases": "main"},
    "an unknown phase": {**FACT, "phases": ["noon"]},
    "icons that are no texts": {**FACT, "icons": [3]},
    "a number that is a text": {"key": "investment", "number": "17"},
    "a number that is true": {"key": "investment", "number": True},
    "another number": {"key": "#17", "number": 18},
    "overwriting a list": {**FACT, "overwrites": ["tag"]},
    "prerequisites that are no list": {**FACT, "prerequisite": "tag"},
    "a ward that is a number": {**FACT, "ward": 1},
    "one-shot in words": {**FACT, "one_shot": "yes"},
}


def test_a_fact_that_is_made_otherwise_is_no_fact():
    for data in UNSOUND.values():
        with pytest.raises(ValueError, match=r"^(does|records|has|gives) "):
            box.require_sound(data)
    fields = {
        **{"name": "Medic", "number": 17, "icons": ["x"], "phases": ["first"], "text": "More."},
        **{"overwrites": "tag", "prerequisite": ["erase"], "ward": "No.", "condition": "If."},
        **{"always": "Ever.", "one_shot": False, "copies": True},
    }
    assert set(fields) == set(box._FORMS)
    box.require_sound({"key": "#17", **fields})
    box.require_sound({"key": "#17", **dict.fromkeys(fields)})


DAMAGE = (
    ("text", "colour", "entry 2 (card.described) records “colour”"),
    ('"More."', "3", "has something in “text”"),
    ("card.described", "card.burnt", "“card.burnt”"),
    ('"schema":1', '"schema":99', "schema 99"),
    ("copy.made", "copy.lost", "does not begin as a box"),
    ('"game":"bwd"', '"game":"lwd"', "does not begin as a box"),
    ('"action.undone","data":{"action":3}', '"action.undone","data":{}', ""),
)
COMMANDS = (
    *("bwd card show 17", "bwd card set 18 --name Trader", "bwd card undo", "bwd card log"),
    *("table", "table --json", "start bwd Ana Ben --json", "start bwd Ana Ben --set V1"),
    *("bwd tag ana.1 points", "score ana +1 --json"),
)


def test_a_damaged_box_is_named_and_nothing_is_changed(companion, home):
    companion.must("start bwd Ana Ben --set V1")
    companion.must("bwd card set 17 --text More.")
    companion.must("bwd card set 18 --text Less.")
    companion.must("bwd card undo")
    file = home / "groups/home/copies/bwd.json"
    text = file.read_text()
    for index, (old, new, what) in enumerate(DAMAGE):
        assert old in text
        file.write_text(text.replace(old, new))
        before = contents(home)
        # Every command meets one damage, and every damage the first command.
        for line in COMMANDS if index == 0 else COMMANDS[:1]:
            ran = companion(line)
            assert (ran.code, ran.out) == (3, ""), (line, what)
            assert all(part in ran.err for part in (str(file), what, "→")), (line, what)
            assert contents(home) == before


def test_points_alone_need_no_box(companion, home):
    companion.must("start bwd Ana Ben")
    companion.must("bwd card set 17 --text More.")
    (home / "groups/home/copies/bwd.json").write_text("{}")
    for line in ("score ana +1", "table", "start bwd Ana Ben"):
        companion.must(line)


def test_nothing_is_written_on_top_of_what_a_newer_companion_wrote(desks):
    describe(desks(), "17", name="Medic")
    with desks.store.change_log(BOX) as held:
        log = Log(tuple(held.events)).extended([Draft("card.burnt", {})], "2025-03-01T19:30:00Z")
        held.append(log.events[-1:])
    with pytest.raises(TooNew, match=r"copies.bwd.*card\.burnt"):
        describe(desks(), "18", name="Trader")
    assert len(desks.store.read_log(BOX)) == 3
