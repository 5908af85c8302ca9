"""Setting up at every level, with two, three and four players."""

from random import Random

import pytest

from companion.core.action import Action
from companion.errors import Illegal, Invalid, NotFound, Refused
from companion.games.bwd import deal
from companion.games.bwd.deal import missing
from companion.games.bwd.game import GAME
from companion.testing.plays import refused
from tests.games.bwd.tables import table

TABLES = {2: "Ana Ben", 3: "Ana Ben Cho", 4: "Ana Ben Cho Dee"}
CORE = ["tag", "erase", "re-roll", "points", "the-window"]


@pytest.mark.rule("BWD-1")
@pytest.mark.parametrize("names", ["Ana", "Ana Ben Cho Dee Eli"])
def test_one_player_or_five_are_refused(names):
    with refused("BWD-1", "2 to 4"):
        table(names)


@pytest.mark.rule("BWD-1", "BWD-2", "BWD-13", "BWD-44", "BWD-46")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_everybody_begins_with_two_blank_dice_of_six_faces_and_three_points(count):
    t = table(TABLES[count])
    for seat in range(count):
        own = t.state.dice_of(seat)
        assert [die.id.rpartition(".")[2] for die in own] == ["1", "2"]
        assert all(len(die.faces) == 6 and all(face.clean for face in die.faces) for die in own)
    assert t.state.scores == (3,) * count
    assert t.where == "1 setup"


@pytest.mark.rule("BWD-13")
def test_a_die_has_no_seventh_face():
    with pytest.raises(Invalid, match="six faces"):
        table("Ana Ben").write("ana.1", *["tag"] * 7)


@pytest.mark.rule("BWD-14")
def test_there_is_one_common_die_and_nobody_has_it():
    t = table("Ana Ben")
    assert t.die("common").owner is None
    assert t.faces("common") == "blank"


@pytest.mark.rule("BWD-3", "BWD-19", "BWD-72")
def test_the_core_cards_are_active_from_the_start():
    assert table("Ana Ben").state.active_cards() == CORE


@pytest.mark.rule("BWD-49")
def test_the_marker_begins_with_whoever_is_named():
    assert table("Ana Ben Cho", first="cho").state.order() == (2, 0, 1)


# Basic


@pytest.mark.rule("BWD-53", "BWD-55", "BWD-56")
@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("V1", "investment junk-food multitag split-strategy wheels-in-wheels"),
        ("V2", "eradicate knowledge-swap parasite predator-and-prey time-warp"),
    ],
)
def test_a_basic_set_is_the_core_and_five_named_cards(name, cards):
    t = table("Ana Ben", set=name)
    assert t.state.active_cards() == CORE + cards.split()
    assert t.state.told


@pytest.mark.rule("BWD-54", "BWD-55", "BWD-56")
@pytest.mark.parametrize(("name", "rule"), [("V1", "BWD-55"), ("V2", "BWD-56")])
def test_no_other_card_joins_a_basic_set(name, rule):
    t = table("Ana Ben", set=name)
    with refused(rule, "Opportunity", name):
        t.add("opportunity")
    t.house = "we like it"
    t.add("opportunity")
    assert t.overruled == [rule]
    assert t.added.startswith("the-window<opportunity")


def test_nothing_is_dealt_in_a_basic_game_nor_without_a_set():
    for t in (table("Ana Ben", set="V1"), table("Ana Ben")):
        with pytest.raises(Refused, match="Nothing is dealt"):
            t.deal()
        with pytest.raises(Refused, match="Nothing is dealt"):
            t.fill()


def test_an_unknown_set_is_not_found():
    with pytest.raises(NotFound):
        table("Ana Ben", set="V3")


# Dealt


@pytest.mark.rule("BWD-58", "BWD-59", "BWD-61", "BWD-75")
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize(
    ("name", "numbers"),
    [("6-29", range(6, 30)), ("30-54", range(30, 55)), ("all", range(6, 55))],
)
def test_twelve_cards_of_the_set_are_dealt_evenly(count, name, numbers):
    t = table(TABLES[count], set=name)
    seen = set()
    for seed in range(40):
        again = table(TABLES[count], set=name)
        again.deal(seed)
        hands = again.state.hands
        assert [len(hand) for hand in hands] == [12 // count] * count
        dealt = [card for hand in hands for card in hand]
        assert len(set(dealt)) == 12
        seen |= set(dealt)
    assert seen == {f"#{number}" for number in numbers}
    t.deal()
    with pytest.raises(Refused, match="have been dealt"):
        t.deal()


def test_cards_are_dealt_in_setup_only():
    t = table("Ana Ben", set="all", **{"ana.1": "[3]"})
    with pytest.raises(Refused, match="under way"):
        t.deal()


def test_handing_over_the_marker_does_not_end_the_setup():
    t = table("Ana Ben", set="6-29")
    t.pass_marker()
    assert t.where == "1 setup"
    t.deal()


def test_what_a_house_put_into_the_tableau_is_not_dealt_again():
    for seed in range(20):
        t = table("Ana Ben", set="6-29", cards="6 7 8 9")
        t.deal(seed)
        dealt = {card for hand in t.state.hands for card in hand}
        assert not dealt & {"#6", "#7", "#8", "#9"}


ADDS = [
    (2, "6-29", 2, "BWD-65"),
    (3, "6-29", 1, "BWD-64"),
    (4, "30-54", 1, "BWD-64"),
    (2, "all", 4, "BWD-78"),
    (3, "all", 2, "BWD-77"),
    (4, "all", 2, "BWD-77"),
]


@pytest.mark.rule("BWD-64", "BWD-65", "BWD-77", "BWD-78")
@pytest.mark.parametrize(("count", "name", "adds", "rule"), ADDS)
def test_everybody_adds_so_many_cards_and_no_more(count, name, adds, rule):
    t = table(TABLES[count], set=name)
    first = 30 if name == "30-54" else 6
    t.add(*[str(first + n) for n in range(adds)], by="ana")
    with refused(rule, "one too many for Ana"):
        t.add(str(first + adds), by="ana")
    t.add(str(first + adds), by="ben")
    assert t.state.added[:2] == (adds, 1)


@pytest.mark.rule("BWD-64")
def test_players_add_only_what_they_were_dealt():
    t = table("Ana Ben", set="6-29")
    t.deal()
    with refused("BWD-64", "not among the cards dealt to Ana"):
        t.add(t.state.hands[1][0], by="ana")


def test_the_companion_knows_whose_cards_it_dealt():
    t = table("Ana Ben Cho", set="all")
    t.deal()
    t.add(t.state.hands[2][3])
    assert t.state.added == (0, 0, 1)


@pytest.mark.rule("BWD-58", "BWD-59")
@pytest.mark.parametrize(
    ("name", "number", "rule"), [("6-29", "30", "BWD-58"), ("30-54", "29", "BWD-59")]
)
def test_cards_of_the_other_half_are_refused(name, number, rule):
    with refused(rule, f"Card {number} is not in this set"):
        table("Ana Ben", set=name).add(number, by="ana")


@pytest.mark.rule("BWD-58")
def test_a_card_is_of_the_other_half_by_its_name_too():
    t = table("Ana Ben", set="6-29", known={"medkit": {"number": "40"}})
    with refused("BWD-58", "40"):
        t.add("medkit", by="ana")
    with refused("BWD-58", "40"):
        t.add("40", by="ana")


@pytest.mark.rule("BWD-75")
def test_a_house_may_have_a_card_of_its_own_number():
    t = table("Ana Ben", set="all")
    with pytest.raises(NotFound, match="no icon card number 55"):
        t.add("55", by="ana")
    told = {"card": "#55", "number": 55, "over": None, "by": 0, "replacement": False}
    with refused("BWD-75", "6 to 54"):
        t.act(lambda action: action.add("card.added", **told))
    for number in ("6", "29", "30", "54"):
        t.add(number, by="ana")
    assert t.added == "#6 #29 #30 #54"


def everyone_adds(t):
    for hand in t.state.hands:
        t.add(*hand[: t.state.setup.adds])


@pytest.mark.rule("BWD-67", "BWD-69", "BWD-79")
@pytest.mark.parametrize(("count", "name", "adds", "rule"), ADDS)
def test_the_tableau_is_filled_from_the_reserve(count, name, adds, rule):
    t = table(TABLES[count], set=name)
    t.deal()
    assert len(t.state.reserve()) == 12
    everyone_adds(t)
    assert len(t.state.reserve()) == 12 - adds * count
    dealt = {card for hand in t.state.hands for card in hand}
    wanted = 13 if name == "all" else 9
    lacking = wanted - 5 - adds * count
    assert missing(t.state) == max(0, lacking)
    if lacking > 0:
        t.fill()
        assert len(t.state.active_cards()) == wanted
        assert set(t.state.cards()) <= dealt | set(CORE)
        assert len(t.state.reserve()) == 12 - adds * count - lacking
    with pytest.raises(Refused, match="full"):
        t.fill()


@pytest.mark.rule("BWD-69")
def test_a_card_that_nobody_was_dealt_does_not_come_from_the_reserve():
    t = table("Ana Ben", set="6-29")
    t.deal()
    everyone_adds(t)
    dealt = {card for hand in t.state.hands for card in hand}
    undealt = next(number for number in range(6, 30) if f"#{number}" not in dealt)
    before = t.state
    with refused("BWD-69", f"#{undealt} is not in the reserve"):
        t.add(str(undealt))
    assert t.state == before
    t.house = "we swapped one"
    t.add(str(undealt))
    assert t.overruled == ["BWD-69"]


@pytest.mark.rule("BWD-67", "BWD-69")
def test_what_was_drawn_stays_drawn_while_it_is_the_reserve_and_the_tableau_wants_it():
    t = table("Ana Ben Cho", set="6-29")
    t.deal()
    first = t.entry + 1
    for hand in t.state.hands:
        t.add(hand[0])
    t.fill()
    with refused("BWD-67", "Ana still has cards to add"):
        t.undo(first)
    t = table("Ana Ben Cho", set="6-29", known={"6": {"overwrites": "tag"}})
    t.act(lambda action: action.add("cards.dealt", hands=HANDS))
    for name in ("ana", "ben", "cho"):
        t.add(t.state.hands[t.seat(name)][0], by=name)
    t.neutralize("erase")
    turned = t.entry
    t.fill()
    assert len(t.does("card.added")) == 3, "one for the overwriting card, one for Erase"
    with refused("BWD-69", "full without"):
        t.undo(turned)


@pytest.mark.rule("BWD-69")
def test_all_that_is_missing_is_drawn_or_nothing_is():
    t = table("Ana Ben Cho", set="6-29")
    t.act(lambda action: action.add("cards.dealt", hands=HANDS))
    for name in ("ana", "ben", "cho"):
        t.add(t.state.hands[t.seat(name)][0], by=name)
    t.neutralize("erase")
    t.restore("erase")
    restored = t.entry
    t.fill()
    assert len(t.does("card.added")) == 1
    with refused("BWD-69", "1 would be missing"):
        t.undo(restored)


@pytest.mark.rule("BWD-69")
def test_what_is_missing_is_drawn_in_setup_and_never_later():
    t = table("Ana Ben Cho", set="6-29")
    t.act(lambda action: action.add("cards.dealt", hands=HANDS))
    t.add("6", "7", "8")
    t.fill()
    t.roll("ana.1=blank")
    t.neutralize("tag")
    with refused("BWD-69", "Setup is over", "`companion bwd add"):
        t.fill()


@pytest.mark.rule("BWD-67")
def test_where_it_is_told_whose_the_cards_are_the_reserve_comes_last():
    t = table("Ana Ben", set="6-29")
    t.add("10", "13", by="ana")
    with refused("BWD-67", "Ben still has cards to add", "`companion bwd add NUMBER --by ben`"):
        t.add("16")
    assert t.todo == "Cards still to add: Ben 2: `companion bwd add NUMBER --by NAME`."
    t.add("14", "15", by="ben")
    bens = t.entry
    t.add("16")
    with refused("BWD-67", "Ben still has cards to add"):
        t.undo(bens)
    t = table("Ana Ben", set="6-29")
    t.add("10", "13", "14", "15", "16")  # Nobody told whose they are.
    assert len(t.state.active_cards()) == 10


@pytest.mark.rule("BWD-71")
def test_a_card_replaces_another_if_one_is_to_be_replaced_when_it_comes_in():
    """Nobody tells which card does: after an undo it may be another one."""
    t = table("Ana Ben Cho", set="6-29", known={"20": {"name": "Zoom", "overwrites": "re-roll"}})
    t.add("20", by="ana")
    t.add("6", by="ben")
    t.add("7", by="cho")
    t.add("8")
    replaced = t.entry
    t.add("9")
    t.undo(replaced)
    assert (t.state.replacements, missing(t.state), len(t.state.active_cards())) == (0, 1, 8)
    assert "8 of 9 cards are active" in t.todo


@pytest.mark.rule("BWD-71")
def test_a_card_that_comes_back_is_replaced_by_one_that_is_there():
    t = table("Ana Ben Cho", set="6-29")
    t.add("7", by="ben")
    t.add("6", by="ana", over="tag")
    over = t.entry
    t.undo()
    t.house = "we draw at once"
    t.add("9")
    assert t.overruled == ["BWD-67"]
    t.house = None
    t.redo(over)
    assert (t.state.replacements, t.added) == (0, "tag<#6 #7 #9")


@pytest.mark.rule("BWD-64")
def test_a_round_that_is_over_comes_not_back_before_cards_of_setup():
    t = table("Ana Ben Cho", set="6-29")
    t.next()
    ended = t.entry
    t.undo()
    t.add("6", by="ana")
    with refused("BWD-64", "Setup is over"):
        t.redo(ended)


HANDS = [["#6", "#9", "#12", "#15"], ["#7", "#10", "#13", "#16"], ["#8", "#11", "#14", "#17"]]


@pytest.mark.rule("BWD-241", "BWD-66")
def test_overwriting_cards_revealed_together_lie_in_turn_order_whenever_they_are_told():
    known = {number: {"overwrites": "tag"} for number in ("6", "7", "8", "9")}
    for told in (
        ("ana 6", "ben 7", "cho 8"),
        ("cho 8", "ana 6", "ben 7"),
        ("ben 7", "cho 8", "ana 6"),
    ):
        t = table("Ana Ben Cho", set="6-29", first="ben", known=known)
        for name, number in map(str.split, told):
            t.add(number, by=name)
        assert "tag<#7<#8<#6" in t.stacks, told
        t.add("9")  # From the reserve, when all were revealed.
        assert "tag<#7<#8<#6<#9" in t.stacks


@pytest.mark.rule("BWD-241")
def test_so_they_do_in_one_line_where_it_is_known_whose_they_are():
    known = {number: {"overwrites": "tag"} for number in ("6", "7", "8")}
    t = table("Ana Ben Cho", set="6-29", first="cho", known=known)
    t.act(lambda action: action.add("cards.dealt", hands=HANDS))
    t.add("7", "6", "8")
    assert "tag<#8<#6<#7" in t.stacks
    assert [line["over"] for line in t.does("card.added")] == ["tag", "tag", "tag"]


@pytest.mark.rule("BWD-241", "BWD-242")
def test_cards_of_one_player_lie_as_they_are_told():
    known = {number: {"overwrites": "tag"} for number in ("6", "7", "8")}
    t = table("Ana Ben", set="6-29", known=known)
    t.add("8", by="ben")
    t.add("7", "6", by="ana")
    assert "tag<#7<#6<#8" in t.stacks


@pytest.mark.rule("BWD-241")
def test_in_turn_order_a_card_lies_on_the_one_that_it_names():
    known = {"6": {"overwrites": "7"}, "8": {"overwrites": "7"}}
    t = table("Ana Ben Cho", set="6-29", known=known)
    t.add("7", by="ben")
    t.add("8", by="cho")
    t.add("6", by="ana")
    assert t.added == "#7<#6<#8"


@pytest.mark.rule("BWD-241")
def test_a_card_read_later_is_laid_in_turn_order_too():
    t = table("Ana Ben Cho", set="6-29", known={"7": {"overwrites": "tag"}})
    t.add("6", by="ana")
    t.add("7", by="ben")
    assert t.state.replacements == 1
    t.describe("6", overwrites="tag")
    t.add("6")
    assert "tag<#6<#7" in t.stacks
    assert t.state.replacements == 2
    assert t.state.added == (1, 1, 0)


@pytest.mark.rule("BWD-241")
def test_whose_turn_is_first_is_not_changed_behind_a_stack():
    known = {number: {"overwrites": "tag"} for number in ("6", "7")}
    t = table("Ana Ben Cho", set="6-29", known=known)
    t.pass_marker()
    passed = t.entry
    t.add("6", by="ana")
    t.add("7", by="ben")
    assert "tag<#7<#6" in t.stacks
    with refused("BWD-238", "#7 goes on #6"):
        t.undo(passed)


def test_nothing_is_drawn_while_somebody_has_cards_to_add():
    t = table("Ana Ben", set="6-29")
    with pytest.raises(Refused, match="reserve"):
        t.fill()
    t.deal()
    t.add(*t.state.hands[0][:2])
    with pytest.raises(Refused, match="Ben still has cards to add"):
        t.fill()


# Overwriting cards in setup


@pytest.mark.rule("BWD-70", "BWD-71", "BWD-73", "BWD-234")
@pytest.mark.parametrize(("count", "wanted"), [(2, 9), (3, 9), (4, 9)])
def test_an_overwriting_card_is_replaced_from_the_reserve(count, wanted):
    t = table(TABLES[count], set="6-29")
    t.deal()
    for hand in t.state.hands:
        for card in hand[: t.state.setup.adds]:
            t.add(card, over="erase" if card == t.state.hands[0][0] else None)
    over = t.state.hands[0][0]
    assert f"erase<{over}" in t.added
    assert "erase" not in t.state.active_cards()
    assert t.state.replacements == 1
    t.fill()
    assert t.state.replacements == 0
    assert len(t.state.active_cards()) == wanted
    assert "replacement" in t.does("card.added")[0]


@pytest.mark.rule("BWD-71", "BWD-69")
def test_a_replacement_that_overwrites_is_replaced_as_well():
    # Every card of the set overwrites something, so each one drawn asks for another.
    known = {str(n): {"overwrites": "tag" if n % 2 else "erase"} for n in range(6, 30)}
    t = table("Ana Ben", set="6-29", known=known)
    t.deal()
    everyone_adds(t)
    assert t.state.replacements == 4
    t.fill()
    # Nothing but stacks on Tag and Erase: the reserve runs out before nine are active.
    assert t.state.reserve() == ()
    assert len(t.state.active_cards()) == 5
    assert any("A-BW-26" in sentence for sentence in t.warned)


@pytest.mark.rule("BWD-71")
def test_cards_added_and_cards_drawn_are_replaced_alike():
    known = {str(n): {"overwrites": "tag"} for n in range(6, 12)}
    for seed in range(30):
        t = table("Ana Ben Cho", set="6-29", known=known)
        t.deal(seed)
        everyone_adds(t)
        t.fill(seed)
        if t.state.reserve():
            assert len(t.state.active_cards()) == 9
            assert t.state.replacements == 0
            covering = len(t.state.stack_of("tag")) - 1
            assert len(list(t.state.cards())) == 9 + covering


@pytest.mark.rule("BWD-71")
def test_a_replacement_comes_even_where_enough_cards_are_active():
    t = table("Ana Ben", set="6-29")
    t.house = "one more each"
    t.deal()
    for seat, hand in enumerate(t.state.hands):
        for card in hand[:3]:
            t.add(card, by=t.state.seats[seat].name)
    t.house = None
    assert missing(t.state) == 0
    with pytest.raises(Refused):
        t.fill()
    t.undo()
    t.house = "one more each"
    t.add(t.state.hands[1][2], by="ben", over="points")
    t.house = None
    assert (missing(t.state), t.state.replacements) == (0, 1)
    t.fill()
    assert t.state.replacements == 0


@pytest.mark.rule("A-BW-26")
def test_an_empty_reserve_is_said_and_nothing_is_forced():
    t = table("Ana Ben", set="all", known={str(n): {"overwrites": "tag"} for n in range(6, 55)})
    t.deal()
    everyone_adds(t)
    t.fill()
    assert any("run out" in sentence for sentence in t.warned)
    t.roll("ana.1=blank")
    assert t.where == "1 roll"


@pytest.mark.rule("BWD-70", "BWD-238")
def test_a_card_over_one_that_is_not_there_is_a_card_like_any_other():
    t = table("Ana Ben", set="all", known={"20": {"overwrites": "junk-food"}})
    t.add("20", by="ana")
    assert t.added == "#20"
    assert t.state.replacements == 0
    with pytest.raises(NotFound, match="not in the tableau"):
        t.add("21", by="ana", over="junk-food")


# The table deals itself


@pytest.mark.rule("BWD-65", "BWD-69")
def test_the_table_deals_itself_and_tells_only_the_result():
    t = table("Ana Ben", set="6-29")
    t.add("6", "11", "17", "29")
    assert t.state.added == (0, 0)
    assert len(t.state.active_cards()) == 9
    assert missing(t.state) == 0


@pytest.mark.rule("BWD-71")
def test_a_table_that_deals_itself_is_told_how_many_to_draw():
    t = table("Ana Ben Cho", set="6-29")
    t.add("6", by="ana")
    t.add("11", by="ben", over="tag")
    t.add("17", by="cho")
    # Three added, one of them covers: 7 active, so two to draw, one of them the replacement.
    assert (missing(t.state), t.state.replacements) == (2, 1)
    t.add("18")
    assert (missing(t.state), t.state.replacements) == (1, 0)
    t.add("19", over="erase")
    assert (missing(t.state), t.state.replacements) == (1, 1)
    t.add("20")
    assert (missing(t.state), t.state.replacements) == (0, 0)


def test_a_table_may_draw_from_a_reserve_that_the_companion_dealt():
    t = table("Ana Ben Cho", set="6-29")
    t.deal()
    everyone_adds(t)
    drawn = t.state.reserve()[0]
    t.add(drawn)
    assert t.state.added == (1, 1, 1)
    assert len(t.state.active_cards()) == 9


def test_cards_are_known_by_their_numbers():
    t = table("Ana Ben", cards="17")
    t.tag("ana.1", "17")
    assert t.faces("ana.1") == "#17"
    with pytest.raises(Refused, match="#17 is in the tableau already"):
        t.add("17")


# The common die


@pytest.mark.rule("BWD-100")
def test_rolling_the_common_die_alone_belongs_to_setup():
    t = table("Ana Ben", common="tag")
    t.roll("common=tag")
    assert t.where == "1 setup"
    assert t.faces("common") == "[tag]"
    t.roll("ana.1=blank")
    assert t.where == "1 roll"
    assert t.faces("common") == "[tag]"


def test_dots_and_dashes_are_no_tags_of_setup():
    t = table("Ana Ben", **{"ana.1": "tag"})
    t.dot("ana.1:tag")
    t.dash("ana.1:tag")
    assert t.state.tags == (0, 0)


@pytest.mark.rule("BWD-100")
def test_the_common_die_is_rolled_when_it_is_tagged():
    t = table("Ana Ben", set="V1")
    for name in ("ana", "ben"):
        for _ in range(4):
            t.tag(f"{name}.1", "tag")
    with refused("BWD-100", "To go: Ana and Ben.", "bwd tag common CARD", "roll common=… --untold"):
        t.roll("common=blank")
    t.tag("common", "points")
    with refused("BWD-100", "To go: Ben."):
        t.roll("common=3")
    t.roll("common=3", untold=True)
    t.undo()
    t.tag("common", "tag")
    bens = t.entry
    t.roll("common=3")
    assert (t.where, t.faces("common")) == ("1 setup", "[3] -2 tag")
    with refused("BWD-100", "To go: Ben."):
        t.undo(bens)


@pytest.mark.rule("BWD-100")
def test_in_older_logs_the_common_die_was_rolled_when_it_was():
    t = table("Ana Ben", set="V1")
    t.tag("common", "tag")
    told = {"faces": {"common": 0}, "shows": {"common": "tag"}}
    t.act(lambda action: action.add("dice.rolled", **told))
    assert t.faces("common") == "[tag]"


# House rules


def test_a_house_rule_passes_and_notes_what_it_overrules():
    t = table("Ana Ben", set="6-29")
    t.house = "five cards each"
    t.add("6", "7", "8", by="ana")
    assert t.overruled == ["BWD-65"]
    t.add("40", by="ben")
    assert t.overruled == ["BWD-58"]
    t.add("9", by="ben")
    assert t.overruled == []


@pytest.mark.rule("BWD-182", "BWD-183")
def test_the_longer_game_is_to_twenty():
    t = table("Ana Ben", target=20)
    t.score("ana", 16)
    t.next()
    assert t.state.status == "live"
    t.score("ana", 1)
    t.next()
    assert (t.state.status, t.state.winners) == ("finished", (0,))


def test_chance_is_handed_in_and_the_outcome_is_kept():
    one, other = table("Ana Ben", set="all"), table("Ana Ben", set="all")
    one.deal(1)
    other.deal(1)
    assert one.state == other.state
    action = Action(GAME, table("Ana Ben", set="all").state, one.catalogue)
    deal.deal(action, Random(2))
    assert action.drafts[0].data["hands"] != one.does("cards.dealt")[0]["hands"]


def test_an_action_that_is_refused_halfway_leaves_nothing():
    t = table("Ana Ben", set="6-29")
    before, log = t.state, t.log
    with pytest.raises(Illegal):
        t.add("6", "7", "8", by="ana")
    assert (t.state, t.log) == (before, log)


@pytest.mark.rule("A-BW-26")
def test_an_empty_reserve_is_said_and_not_asked_for_again():
    t = table("Ana Ben", set="6-29")
    hand = [f"#{number}" for number in range(6, 18)]
    t.act(lambda action: action.add("cards.dealt", hands=[hand[:6], hand[6:]]))
    t.add("6", "7", by="ana")
    t.add("12", "13", by="ben")
    for card in t.state.reserve():
        t.add(card)
    for card in hand[:10]:
        t.neutralize(card)
    with pytest.raises(Refused, match="run out"):
        t.fill()
    assert not any("fill" in step for step in GAME.todo(t.state, t.catalogue))


def still_to_add(t):
    return next((step for step in GAME.todo(t.state, t.catalogue) if "add" in step), "")


@pytest.mark.rule("BWD-64", "BWD-69")
def test_cards_that_nobody_is_named_for_count_all_the_same():
    t = table("Ana Ben Cho", set="6-29")
    assert "deal 4 to each" in still_to_add(t)
    t.add("7", "8")
    assert "2 more" in still_to_add(t), "Cho's, and one to make nine active"
    t.add("9", by="cho")
    assert "1 more" in still_to_add(t)
    t.add("10")
    assert not still_to_add(t)
    t.add("11")
    assert any("was full: 10" in sentence for sentence in t.warned)


@pytest.mark.rule("BWD-71")
def test_an_overwriting_card_that_nobody_is_named_for_asks_for_one_more():
    t = table("Ana Ben Cho", set="6-29", known={"7": {"overwrites": "erase"}})
    t.add("7", "8", "9")
    assert "2 more" in still_to_add(t)
    t.add("10", "11")
    assert not still_to_add(t)
    assert len(t.state.active_cards()) == 9
