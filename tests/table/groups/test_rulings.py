"""Rulings: kept in the group's file, numbered once, retired and never lost."""

import pytest

from companion.core.value import replace
from companion.errors import Ambiguous, Corrupt, Invalid, NotFound, Refused
from companion.table.current import HOME_GROUP
from companion.table.groups import agreements
from companion.table.groups.rulings import Ruling, about, rulings_in
from companion.table.plays.start import start
from companion.testing.store import TemporaryStore
from tests.desks import Desks
from tests.glossaries import rules_of, words_of


@pytest.fixture
def desks():
    return Desks(TemporaryStore())


def agree(desks, text="Wards may be forgotten", on=("ward",), by=(), **asked):
    return agreements.agree(desks(**asked), text, list(on), list(by)).document()


def kept(desks):
    return rulings_in(desks.store.read_group(HOME_GROUP))


def test_a_ruling_is_kept_with_what_it_is_about_who_agreed_and_when(desks):
    start(desks(), "bwd", ["Ana", "Ben"], None, {"target": 13})
    agree(desks, on=("ward", "BWD-116", "WARD"), by=("a,ben", "Zoe"))
    (ruling,) = kept(desks)
    assert ruling.on == ("bwd/ward", "bwd/BWD-116")
    assert ruling.agreed_by == ("Ana", "Ben", "Zoe")
    assert (ruling.number, ruling.play, ruling.retired) == (1, "bwd-1", None)
    assert ruling.at.startswith("2025-03-01")


def test_a_group_is_made_where_there_is_none(desks):
    agree(desks)
    assert desks.store.groups() == [HOME_GROUP]
    assert kept(desks)[0].play is None


def test_numbers_are_given_once(desks):
    agree(desks, "One")
    agree(desks, "Two")
    agreements.retire(desks(), "2", "no")
    assert agree(desks, "Two")["number"] == 3
    assert [ruling.number for ruling in kept(desks)] == [1, 2, 3]


def test_a_retired_ruling_stays_to_be_read_and_can_count_again(desks):
    agree(desks)
    agreements.retire(desks(), "1", "the rulebook says otherwise")
    assert agreements.list_rulings(desks(), False).document() == {"rulings": []}
    (shown,) = agreements.list_rulings(desks(), True).document()["rulings"]
    assert shown["why"] == "the rulebook says otherwise"
    with pytest.raises(Refused, match="retired already"):
        agreements.retire(desks(), "1", "")
    agreements.restore(desks(), "1")
    assert kept(desks)[0].retired is None
    with pytest.raises(Refused, match="counts already"):
        agreements.restore(desks(), "1")


@pytest.mark.parametrize(
    ("text", "on", "wrong"),
    [
        ("", ["ward"], Invalid),
        ("  \n ", ["ward"], Invalid),
        ("x" * 1001, ["ward"], Invalid),
        ("\udcff", ["ward"], Invalid),
        ("They score", [], Invalid),
        ("They score", ["nonsensical-word"], NotFound),
        ("They score", [""], NotFound),
        ("They score", ["mark"], Ambiguous),
    ],
)
def test_what_cannot_be_noted_changes_nothing(desks, text, on, wrong):
    agree(desks)
    before = kept(desks)
    with pytest.raises(wrong) as refusal:
        agree(desks, text, on)
    assert refusal.value.hint
    assert kept(desks) == before


@pytest.mark.parametrize("number", ["7", "0", "-1", "one", "", "9" * 400, "²"])
def test_a_number_of_no_ruling_gets_those_that_there_are(desks, number):
    agree(desks)
    with pytest.raises(NotFound, match="There is no ruling") as refusal:
        agreements.retire(desks(), number, "")
    assert "ruling list" in refusal.value.hint


def test_a_ruling_is_about_its_entry_its_rules_and_what_rests_on_them():
    ward = next(entry for entry in words_of("bwd") if entry.id == "ward")
    rule = next(one for one in rules_of("bwd") if one.id == ward.rules[0])

    def ruled(*on):
        return Ruling(1, "So be it", on, (), None, "2025-03-01T19:30:00Z")

    assert about([ruled("bwd/ward")], ward)
    assert about([ruled(f"bwd/{ward.rules[0]}")], ward)
    assert about([ruled("bwd/ward")], rule._replace(see=("ward",)))
    assert not about([ruled("bwd/erase")], ward)
    assert not about([ruled("blank/ward")], ward)
    assert not about([replace(ruled("bwd/ward"), retired="2025-03-02T19:30:00Z")], ward)


@pytest.mark.parametrize(
    "nonsense",
    [
        "text",
        {},
        [1],
        [{}],
        [{"number": "1", "text": "x", "on": ["bwd/ward"], "agreed_by": [], "at": ""}],
        [{"number": 1, "text": "x", "on": [], "agreed_by": [], "at": ""}],
        [{"number": 1, "text": "x", "on": ["ward"], "agreed_by": [], "at": ""}],
        [{"number": 1, "text": "x", "on": ["bwd/ward"], "agreed_by": [2], "at": ""}],
        [{"number": 1, "text": "x", "on": ["bwd/ward"], "agreed_by": [], "at": "", "retired": 1}],
    ],
)
def test_rulings_that_make_no_sense_are_told_and_left_alone(desks, nonsense):
    desks.store.create_group(HOME_GROUP, {"rulings": nonsense})
    for command in (
        lambda: agree(desks),
        lambda: agreements.list_rulings(desks(), False),
        lambda: agreements.retire(desks(), "1", ""),
    ):
        with pytest.raises(Corrupt):
            command()
    assert desks.store.read_group(HOME_GROUP) == {"rulings": nonsense}


@pytest.mark.parametrize("why", ["ruling 1", "Ruling  1", " ruling 1 "])
def test_a_house_rule_may_name_a_ruling(desks, why):
    agree(desks, "On credit", ["BWD-154"])
    assert desks(house=why).house == "ruling 1: On credit"
    assert desks(house="because").house == "because"
    assert desks(house="ruling one").house == "ruling one"


def test_nothing_is_noted_twice(desks):
    agree(desks)
    with pytest.raises(Refused, match="Ruling 1 says so already"):
        agree(desks)
    assert len(kept(desks)) == 1


def test_a_ruling_overrules_only_what_it_is_about(desks):
    start(desks(), "bwd", ["Ana", "Ben"], None, {"target": 13})
    agree(desks, "Wards sleep", ["ward"])
    agree(desks, "On credit", ["paying"])
    with pytest.raises(Refused, match="Ruling 1 is not about BWD-154"):
        desks(house="ruling 1").act(pay)
    reply = desks(house="ruling 2").act(pay)
    assert "House rule (against BWD-154): ruling 2: On credit" in reply.lines


def test_a_ruling_on_a_word_is_offered_where_a_rule_that_it_rests_on_refuses(companion):
    companion.must("start bwd Ana Ben --set V1")
    companion.must("bwd tag ana.1 points")
    companion.must("bwd roll ana.1=blank ana.2=blank ben.1=blank ben.2=blank --skip")
    companion.must("ruling add 'Blanks may stay blank' --on 'blank face'")
    refused = companion("bwd resolve ana.1 --nothing")
    assert refused.code == 1
    assert 'Blanks may stay blank (`--house "ruling 1"`)' in refused.err
    told = companion.must('bwd resolve ana.1 --nothing --house "ruling 1"').out
    assert "House rule (against BWD-116): ruling 1: Blanks may stay blank" in told
    assert "To keep it" not in told
    assert "To keep it" in companion.must('bwd pay ana 5 --house "on credit"').out


def pay(action, reference):
    """More than Ana has."""
    action.referee.refuse("BWD-154", "Ana cannot pay that.")
    action.add("points.lost", seat=0, points=1)


def test_a_house_rule_names_no_ruling_that_does_not_count(desks):
    agree(desks)
    agreements.retire(desks(), "1", "")
    with pytest.raises(Refused):
        _ = desks(house="ruling 1").house
    with pytest.raises(NotFound):
        _ = desks(house="ruling 5").house


def test_the_day_of_a_ruling_is_that_of_this_place(lives_in):
    ruling = Ruling(1, "Wards may be forgotten", ("bwd/ward",), ("Ana",), None, "2026-11-22T03:00Z")
    at_home = ruling.item
    assert ruling.by == "agreed by Ana, 2026-11-22"
    lives_in("America/Los_Angeles")
    assert ruling.by == "agreed by Ana, 2026-11-21"
    # What was looked up before moving there is still this ruling, and none on itself.
    assert about([ruling], at_home) == []
