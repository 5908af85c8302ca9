"""Setting up at every level, with two, three and four players: what is dealt, drawn and covered."""

import pytest

from companion.errors import Refused
from companion.games.bwd.deal import missing
from tests.games.bwd.tables import Table, table

TABLES = {2: "Ana Ben", 3: "Ana Ben Cho", 4: "Ana Ben Cho Dee"}
CORE = ["tag", "erase", "re-roll", "points", "the-window"]
ADDS = [
    (2, "6-29", 2),
    (3, "6-29", 1),
    (4, "30-54", 1),
    (2, "all", 4),
    (3, "all", 2),
    (4, "all", 2),
]


def dealt(t: Table) -> set[str]:
    return {card for hand in t.state.hands for card in hand}


def everyone_adds(t: Table) -> None:
    for hand in t.state.hands:
        t.add(*hand[: t.state.setup.adds])


@pytest.mark.rule("BWD-2", "BWD-3", "BWD-13", "BWD-14", "BWD-19", "BWD-44", "BWD-46", "BWD-72")
def test_all_begin_with_two_blank_dice_and_three_points_and_nobody_has_the_common_die():
    for count, names in TABLES.items():
        t = table(names)
        for seat in range(count):
            own = t.state.dice_of(seat)
            assert [die.id.rpartition(".")[2] for die in own] == ["1", "2"]
            assert all(len(die.faces) == 6 and all(f.is_clean for f in die.faces) for die in own)
        assert t.state.scores == (3,) * count
        assert (t.where, t.die("common").owner, t.faces("common")) == ("1 setup", None, "blank")
        assert t.state.active_cards() == CORE


@pytest.mark.rule("BWD-58", "BWD-59", "BWD-61", "BWD-75")
def test_twelve_cards_of_the_set_are_dealt_evenly():
    for name, numbers in (
        ("6-29", range(6, 30)),
        ("30-54", range(30, 55)),
        ("all", range(6, 55)),
    ):
        for count, names in TABLES.items():
            seen = set[str]()
            for seed in range(20 if count == 2 else 1):
                t = table(names, set=name)
                t.deal(seed)
                assert [len(hand) for hand in t.state.hands] == [12 // count] * count
                assert len(dealt(t)) == 12
                seen |= dealt(t)
            assert count > 2 or seen == {f"#{number}" for number in numbers}


def test_chance_is_handed_in_and_the_outcome_is_kept():
    one, other = table("Ana Ben", set="all"), table("Ana Ben", set="all")
    one.deal(1)
    other.deal(1)
    assert one.state == other.state
    other = table("Ana Ben", set="all")
    other.deal(2)
    assert one.state.hands != other.state.hands


def test_what_a_house_put_into_the_tableau_is_not_dealt_again():
    for seed in range(8):
        t = table("Ana Ben", set="6-29", cards="6 7 8 9")
        t.deal(seed)
        assert not dealt(t) & {"#6", "#7", "#8", "#9"}


@pytest.mark.rule("BWD-65", "BWD-67", "BWD-69", "BWD-77", "BWD-78", "BWD-79")
def test_the_tableau_is_filled_from_the_reserve():
    for count, name, adds in ADDS:
        t = table(TABLES[count], set=name)
        t.deal()
        assert len(t.state.reserve()) == 12
        everyone_adds(t)
        wanted = 13 if name == "all" else 9
        lacking = max(0, wanted - 5 - adds * count)
        assert missing(t.state) == lacking
        if lacking:
            t.fill()
        assert len(t.state.active_cards()) == wanted
        assert set(t.state.cards()) <= dealt(t) | set(CORE)
        assert len(t.state.reserve()) == 12 - adds * count - lacking
        with pytest.raises(Refused, match="full"):
            t.fill()


@pytest.mark.rule("BWD-70", "BWD-71", "BWD-73", "BWD-234")
def test_an_overwriting_card_is_replaced_from_the_reserve():
    for names in TABLES.values():
        t = table(names, set="6-29")
        t.deal()
        over = t.state.hands[0][0]
        for hand in t.state.hands:
            for card in hand[: t.state.setup.adds]:
                t.add(card, over="erase" if card == over else None)
        assert (f"erase<{over}" in t.added, t.state.replacements) == (True, 1)
        t.fill()
        assert (t.state.replacements, len(t.state.active_cards())) == (0, 9)
        assert t.does("card.added")[0]["replacement"]
        t.undo().add(t.state.reserve()[0])
        assert t.does("card.added")[0]["replacement"], "drawn on the table"


@pytest.mark.rule("BWD-71")
def test_cards_added_and_cards_drawn_are_replaced_alike():
    known = {str(n): {"overwrites": "tag"} for n in range(6, 12)}
    for seed in range(8):
        t = table("Ana Ben Cho", set="6-29", known=known)
        t.deal(seed)
        everyone_adds(t)
        t.fill(seed)
        if t.state.reserve():
            assert (len(t.state.active_cards()), t.state.replacements) == (9, 0)
            assert len(list(t.state.cards())) == 8 + len(t.state.stack_of("tag"))


@pytest.mark.rule("BWD-71")
def test_a_replacement_comes_even_where_enough_cards_are_active():
    t = table("Ana Ben", set="6-29")
    t.house = "one more each"
    t.deal()
    for seat, hand in enumerate(t.state.hands):
        for card in hand[:3]:
            t.add(card, by=t.state.seats[seat].name)
    with pytest.raises(Refused):
        t.fill()
    t.undo()
    t.add(t.state.hands[1][2], by="ben", over="points")
    assert (missing(t.state), t.state.replacements) == (0, 1)
    t.fill()
    assert t.state.replacements == 0


@pytest.mark.rule("BWD-69", "BWD-71", "A-BW-26")
def test_an_empty_reserve_is_said_and_not_asked_for_again():
    """Every card overwrites something, so each one drawn asks for another, until none is left."""
    for name, numbers in (("6-29", range(6, 30)), ("all", range(6, 55))):
        known = {str(n): {"overwrites": "tag" if n % 2 else "erase"} for n in numbers}
        t = table("Ana Ben", set=name, known=known)
        t.deal()
        everyone_adds(t)
        t.fill()
        assert (t.state.reserve(), len(t.state.active_cards())) == ((), 5)
        assert any("run out" in sentence and "A-BW-26" in sentence for sentence in t.warned)
        with pytest.raises(Refused, match="run out"):
            t.fill()
        assert "fill" not in t.todo
        t.roll("ana.1=blank")
        assert t.where == "1 roll"


@pytest.mark.rule("BWD-71", "BWD-241")
def test_how_many_cards_are_to_be_replaced_is_known_at_any_time():
    t = table("Ana Ben Cho", set="6-29", known={"7": {"overwrites": "tag"}})
    t.add("6", by="ana")
    t.add("7", by="ben")
    assert t.state.replacements == 1
    t.describe("6", overwrites="tag")
    t.add("6")
    assert (t.state.replacements, t.state.added) == (2, (1, 1, 0))
    t.add("8", by="cho")
    for number, rest in (("18", (2, 1)), ("19", (1, 0))):
        t.add(number)
        assert (missing(t.state), t.state.replacements) == rest
    t.add("20", over="erase")
    assert (missing(t.state), t.state.replacements) == (1, 1)


@pytest.mark.rule("BWD-241", "BWD-242")
def test_in_one_line_cards_lie_in_turn_order_where_it_is_known_whose_they_are():
    known = {number: {"overwrites": "tag"} for number in ("6", "7", "8")}
    t = table("Ana Ben Cho", set="6-29", first="cho", known=known)
    hands = [[f"#{first + step}" for step in (0, 3, 6, 9)] for first in (6, 7, 8)]
    t.act(lambda action: action.add("cards.dealt", hands=hands))
    t.add("7", "6", "8")
    assert "tag<#8<#6<#7" in t.stacks
    assert [line["over"] for line in t.does("card.added")] == ["tag", "tag", "tag"]


@pytest.mark.rule("BWD-90")
def test_kept_dice_stay_two_each_and_those_of_who_sits_out_stay_in_the_box():
    first = table("Ana Ben", **{"ana.1": "tag", "ben.1": "erase", "ben.2": "3"})
    second = table("Ana Cho", kept=first)
    assert second.faces("cho.1") == "blank"
    third = table("Ana Ben", kept=second)
    assert (third.faces("ben.1"), third.faces("ben.2")) == ("erase", "3")
    first.claim("ana", "ben.1")
    again = table("Ana Ben", kept=first)
    assert (again.faces("ana.1"), again.faces("ana.2")) == ("tag", "blank")
    assert (again.faces("ben.1"), again.faces("ben.2")) == ("3", "erase")
