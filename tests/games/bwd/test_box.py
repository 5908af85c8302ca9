"""The log of a group's box: told, corrected, taken back; and refused as a whole when damaged."""

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


def drafts(copy, card, told):
    return [Draft("card.described", fact) for fact in cards.description(copy.reference, card, told)]


def tell(desk, card, **told):
    """As `companion bwd card set`."""
    return change_box(desk, GAME, lambda copy: drafts(copy, card, told))


# The log


def test_it_begins_with_whose_it_is(desks):
    tell(desks(), "17", name="Medic")
    made, named = desks.store.read_log(BOX)
    assert (made.kind, made.data) == ("copy.made", {"game": "bwd", "name": "Blank White Dice"})
    assert (made.action, named.action) == (1, 2)
    assert named.data == {"key": "#17", "name": "Medic"}


def test_a_refusal_begins_no_log_and_no_group(desks):
    with pytest.raises(Ambiguous):
        tell(desks(), "17", name="Tag")
    assert desks.store.groups() == []
    assert desks().read_box(GAME) == []


def test_each_group_has_a_box_of_its_own(desks):
    desks.store.create_group("Friday", {})
    tell(desks(group="friday"), "17", name="Medic")
    assert open_box(desks(group="friday"), GAME).reference.card("#17").name == "Medic"
    assert open_box(desks(), GAME).reference.card("#17").name == ""


def test_a_card_that_turns_out_to_be_one_of_the_rulebook_is_one_entry(desks):
    tell(desks(), "17", name="Medic")
    copy = tell(desks(), "17", name="medkit")
    assert [event.data for event in copy.log.events if event.action == 3] == [
        {"key": "#17", "name": None},
        {"key": "medkit", "number": 17},
    ]
    assert copy.reference.card("#17").title == "Medkit"


# Two terminals


@pytest.fixture
def terminals(tmp_path):
    """Each has a store of its own over the same home, as two processes have."""
    return tuple(Desks(TinyStore(tmp_path / "home", patience=LIMIT)) for _ in range(2))


@pytest.mark.parametrize("begun", [False, True])
def test_two_at_once_cannot_give_two_cards_one_name(terminals, begun):
    if begun:
        tell(terminals[0](), "20", text="There is a log already.")
    together, ends = threading.Barrier(2, timeout=LIMIT), []

    def name(desks, card):
        desk = desks()
        together.wait()
        try:
            tell(desk, card, name="Medic")
            ends.append("told")
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
    assert sorted(ends) == ["refused", "told"]
    named = [card for card in terminals[0]().reference(GAME).value.cards if card.name == "Medic"]
    assert len(named) == 1


def test_a_log_that_another_terminal_begins_meanwhile_is_added_to(terminals):
    first, second = terminals
    asked = []

    def plan(copy):
        asked.append(copy.reference.card("#18").name)
        if len(asked) == 1:
            tell(second(), "18", name="Medic")
        return drafts(copy, "17", {"name": "Trader"})

    change_box(first(), GAME, plan)
    assert asked == ["", "Medic"], "the plan saw what was told meanwhile"
    assert [event.kind for event in first.store.read_log(BOX)].count("copy.made") == 1
    assert first().reference(GAME).value.card("#17").name == "Trader"


def test_what_another_terminal_told_first_is_checked_against(terminals):
    first, second = terminals

    def plan(copy):
        if copy.reference.card("#18").name == "":
            tell(second(), "18", name="Medic")
        return drafts(copy, "17", {"name": "medic"})

    with pytest.raises(Ambiguous, match="called Medic already"):
        change_box(first(), GAME, plan)


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


@pytest.mark.parametrize("data", UNSOUND.values(), ids=UNSOUND)
def test_a_fact_that_is_made_otherwise_is_no_fact(data):
    with pytest.raises(ValueError, match=r"^(does|tells|has|gives) "):
        box.require_sound(data)


def test_every_field_that_can_be_told_is_sound_told_or_taken_back():
    told = {
        **{"name": "Medic", "number": 17, "icons": ["x"], "phases": ["first"], "text": "More."},
        **{"overwrites": "tag", "prerequisite": ["erase"], "ward": "No.", "condition": "If."},
        **{"always": "Ever.", "one_shot": False, "copies": True},
    }
    assert set(told) == set(box._FORMS)
    box.require_sound({"key": "#17", **told})
    box.require_sound({"key": "#17", **dict.fromkeys(told)})


DAMAGE = {
    "unknown field": ("text", "colour", "entry 2 (card.described) tells “colour”"),
    "wrong type": ('"More."', "3", "has something in “text”"),
    "unknown kind": ("card.described", "card.burnt", "“card.burnt”"),
    "newer schema": ('"schema":1', '"schema":99', "schema 99"),
    "not a copy": ("copy.made", "copy.lost", "does not begin as a copy"),
    "another game's": ('"game":"bwd"', '"game":"lwd"', "does not begin as a copy"),
    "an undo of nothing": ('"action.undone","data":{"action":3}', '"action.undone","data":{}', ""),
}
COMMANDS = (
    "bwd card show 17",
    "bwd card set 18 --name Trader",
    "bwd card undo",
    "bwd card log",
    "table",
    "table --json",
    "start bwd Ana Ben --json",
    "start bwd Ana Ben --set V1",
    "bwd tag ana.1 points",
    "score ana +1 --json",
)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("line", COMMANDS)
def test_a_damaged_box_is_named_and_nothing_is_changed(companion, home, damage, line):
    old, new, what = damage
    companion.must("start bwd Ana Ben --set V1")
    companion.must("bwd card set 17 --text More.")
    companion.must("bwd card set 18 --text Less.")
    companion.must("bwd card undo")
    box = home / "groups/home/copies/bwd.json"
    text = box.read_text()
    assert old in text
    box.write_text(text.replace(old, new))
    before = contents(home)
    ran = companion(line)
    assert ran.code == 3
    assert str(box) in ran.err
    assert what in ran.err
    assert "→" in ran.err
    assert ran.out == ""
    assert contents(home) == before


def test_points_alone_need_no_box(companion, home):
    companion.must("start bwd Ana Ben")
    companion.must("bwd card set 17 --text More.")
    (home / "groups/home/copies/bwd.json").write_text("{}")
    companion.must("score ana +1")
    companion.must("table")
    companion.must("start bwd Ana Ben")


def test_nothing_is_written_on_top_of_what_a_newer_companion_told(desks):
    tell(desks(), "17", name="Medic")
    with desks.store.change_log(BOX) as held:
        log = Log(tuple(held.events)).extended([Draft("card.burnt", {})], "2025-03-01T19:30:00Z")
        held.append(log.events[-1:])
    with pytest.raises(TooNew, match=r"copies.bwd.*card\.burnt"):
        tell(desks(), "18", name="Trader")
    assert len(desks.store.read_log(BOX)) == 3


# Taken back and brought back


@pytest.fixture
def told(companion):
    """The program, once three things were told of the box: entries 2 to 4."""
    companion.must("bwd card set 17 --name Medic --phase main")
    companion.must('bwd card set medic --ward "erase it"')
    companion.must("bwd card set investment --number 31")
    return companion


def entries(companion):
    """The log as text: `2 Medic: …`, those taken back in brackets."""
    told = companion.must("bwd card log --json").json["entries"]
    return [f"({e['text']})" if e["undone"] else e["text"] for e in told]


def test_the_log_names_every_entry(told):
    assert entries(told) == [
        "a box of Blank White Dice",
        "#17: name Medic; phase Main",
        "Medic: ward “erase it”",
        "Investment: number 31",
    ]


def test_undo_and_redo_name_the_entry(told):
    assert told.must("bwd card undo").out == "Entry 4 taken back: Investment: number 31\n"
    assert told.must("bwd card show investment --json").json["number"] is None
    again = told.must("bwd card redo --json").json
    assert again["did"] == ["Entry 4 back again: Investment: number 31"]
    assert again["entry"] == 6
    assert told.must("bwd card show 31 --json").json["name"] == "Investment"


def test_one_old_entry_is_taken_back_alone(told):
    told.must("bwd card undo 2")
    card = told.must("bwd card show 17 --json").json
    assert (card["name"], card["phases"], card["ward"]) == ("", [], "erase it")
    assert entries(told)[1] == "(#17: name Medic; phase Main)"


def test_what_stands_against_it_now_is_not_brought_back(told):
    told.must("bwd card undo 2")
    told.must("bwd card set 18 --name Medic")
    ran = told("bwd card redo 2")
    assert ran.code == 1
    assert ran.err == (
        "Entry 2 cannot be brought back: entry 6 would not stand then. "
        "There is a card called Medic already.\n"
        "  → `companion bwd card log` shows what was told since.\n"
    )
    assert entries(told)[1].startswith("(")


def test_a_later_entry_that_needs_it_stands_against_taking_it_back(companion):
    companion.must("bwd card set junk-food --name Salad")
    companion.must('bwd card set 18 --name "Junk Food"')
    ran = companion("bwd card undo 2")
    assert ran.code == 1
    assert "entry 3 would not stand then" in ran.err


@pytest.mark.parametrize("line", ["undo 1", "undo 9", "redo", "redo 2", "redo 9", "undo x"])
def test_a_refusal_speaks_of_the_box_and_its_commands(told, line):
    ran = told(f"bwd card {line}")
    assert ran.code in (1, 2)
    assert "companion bwd card " in ran.err
    assert "play" not in ran.err


def test_nothing_is_left_to_undo(told, home):
    for _ in range(3):
        told.must("bwd card undo")
    before = contents(home)
    ran = told("bwd card undo")
    assert (ran.code, ran.err.splitlines()[0]) == (
        1,
        "There is nothing to undo: nothing that was told of your cards stands.",
    )
    assert contents(home) == before


def test_of_an_untouched_box_nothing_is_written(companion, home):
    assert companion("bwd card undo").code == 1
    assert companion("bwd card redo").code == 1
    assert len(companion.must("bwd card log --json").json["entries"]) == 1
    assert not home.exists()


def test_what_is_told_answers_with_the_number_of_its_entry(companion):
    assert companion.must("bwd card set 17 --name Medic --json").json["entry"] == 2
    assert companion.must("bwd card set 17 --name Medkit --json").json["entry"] == 3


def test_the_log_in_the_file_is_the_one_that_is_shown(told, home):
    box = json.loads((home / "groups/home/copies/bwd.json").read_text())
    assert [row["kind"] for row in box["events"].values()] == ["copy.made"] + ["card.described"] * 3
