"""Challenges in Liar's Boolean Dice: what lies there, who loses a die, where it goes, who wins."""

import re

import pytest

from companion.errors import Invalid, Refused
from companion.testing.plays import refused
from tests.games.boolean.tables_liar import Table, table


def declared(number: int, players: str = "Ana Ben Cho") -> Table:
    """Ana has declared that; it is Ben's turn."""
    return table(players).declare(f"ana {number}")


# Who loses


@pytest.mark.rule("BO-94", "BO-98", "BO-99", "BO-100", "BO-101", "BO-36")
@pytest.mark.parametrize(
    ("whites", "dice", "pile", "words"),
    [
        (5, "ana 5 ben 4 cho 5", "6", "5 are White-up, more than declared, so Ben loses a die to"),
        (3, "ana 4 ben 5 cho 5", "6", "3 are White-up, fewer than declared, so Ana loses a die to"),
        (4, "ana 6 ben 4 cho 5", "5", "4 are White-up, exactly as declared, so Ben gives a die to"),
        (1, "ana 4 ben 5 cho 5", "6", "1 is White-up"),
        (0, "ana 4 ben 5 cho 5", "6", "none is White-up"),
    ],
)
def test_the_count_against_the_declaration(whites, dice, pile, words):
    t = declared(4).challenge("ben", whites)
    assert (t.dice, t.pile) == (dice, pile)
    assert t.said[0].startswith("Ben challenges Ana's 4: ")
    assert words in t.said[0]


@pytest.mark.rule("BO-94")
def test_a_challenge_is_about_the_newest_declaration():
    t = declared(4).declare("ben 6").challenge("cho", 5)
    assert t.dice == "ana 5 ben 4 cho 5"
    assert "Cho challenges Ben's 6" in t.said[0]


@pytest.mark.rule("BO-97", "A-BO-08")
def test_hands_are_counted_and_told():
    t = declared(4).challenge("ben", ana="wwbbb", ben="wbbbb", cho="2w3b")
    assert t.said[0] == (
        "Ben challenges Ana's 4 (Ana wwbbb; Ben wbbbb; Cho wwbbb): 5 are White-up, more than "
        "declared, so Ben loses a die to the center pile; Ben has 4 dice left"
    )
    assert t.dice == declared(4).challenge("ben", 5).dice


@pytest.mark.rule("BO-97")
@pytest.mark.parametrize("hand", ["", "wwbb", "wwbbbb"])
def test_everybody_shows_every_die(hand):
    with refused("BO-97", "Ben has 5 dice and shows them all", f"not {len(hand)}", "--reveal"):
        declared(4).challenge("ben", ana="wwbbb", ben=hand, cho="wwbbb")


@pytest.mark.parametrize(
    ("told", "hands"),
    [
        ("ana=2w3b", "ana=wwbbb ben=wwbb cho=wwbbb"),
        ("ben=2w2x", "ana=wwbbb ben=wwbb cho=wwbbb"),
        ("wwb", "ana=wwbbb ben=wwbb cho=wwbbb"),
    ],
)
def test_the_hands_that_a_refusal_shows_can_be_typed(companion, told, hands):
    """Everybody who is in, with as many dice as each has; the open ones among them."""
    for line in ("start boolean Ana Ben Cho --game liar", "boolean count ben 4"):
        companion.must(line)
    companion.must("boolean declare 4")
    shown = re.findall("`(--reveal .*?)`", companion(f"boolean challenge ben --reveal {told}").err)
    assert shown == [f"--reveal {hands}"]
    companion.must(f"boolean challenge ben {shown[0]}")


@pytest.mark.rule("BO-96")
def test_open_dice_are_among_those_that_are_shown():
    t = declared(2, "Ana Ben").declare("ben 3", show="wwb")
    with refused("BO-96", "Of Ben's dice, 2 white and 1 black lie open", "bbbbb is without them"):
        t.challenge("ana", ana="wwwww", ben="bbbbb")
    with refused("BO-96"):
        t.challenge("ana", ana="wwwww", ben="wwwww")
    assert t.challenge("ana", ana="bbbbb", ben="wwbbb").dice == "ana 5 ben 4"


@pytest.mark.rule("BO-82")
def test_the_center_pile_does_not_count():
    with refused("BO-82", "15 dice, so 0 to 15", "open and hidden, and none of the center pile."):
        declared(4).challenge("ben", 16)


@pytest.mark.rule("BO-98")
def test_no_more_than_the_players_dice_count():
    with refused("BO-98", "10 dice, so 1 to 9", "of the players, open and hidden."):
        declared(4, "Ana Ben").challenge("ben", 12)


@pytest.mark.rule("BO-4")
def test_not_all_dice_of_a_set_are_of_one_colour():
    for whites, colour, die in ((10, "White", "0w"), (0, "Black", "6w")):
        with refused("BO-4", f"10 of the players' 10 dice cannot be {colour}-up: the {die}"):
            declared(4, "Ana Ben").challenge("ben", whites)
    with refused("BO-4", "10 of the players' 10 dice cannot be White-up"):
        declared(4, "Ana Ben").challenge("ben", ana="wwwww", ben="wwwww")
    with refused("BO-4", "19 of the players' 20 dice cannot be White-up: the 0w", "2 times"):
        declared(4, "Ana Ben Cho Dan").challenge("ben", 19)
    assert declared(4, "Ana Ben").challenge("ben", 9).dice == "ana 5 ben 4"
    assert declared(15).challenge("ben", 15).dice == "ana 6 ben 4 cho 5", "five are in the pile"
    t = table("Ana Ben").declare("ana 1").declare("ben 2", show="wwwww").declare("ana 3")
    with refused("BO-4", "10 of the players' 10 dice cannot be White-up"):
        t.declare("ben 4").declare("ana 5", show="wwwww")


@pytest.mark.rule("BO-4")
def test_a_named_die_in_the_pile_is_in_nobodys_hand():
    t = declared(4, "Ana Ben").challenge("ben", 9, die="0").declare("ana 9")
    assert t.challenge("ben", 9).dice == "ana 6 ben 3"
    t = declared(4, "Ana Ben").challenge("ben", 9, die="5").declare("ana 9")
    with refused("BO-4", "9 of the players' 9 dice cannot be White-up"):
        t.challenge("ben", 9)


@pytest.mark.rule("BO-30", "BO-76")
def test_two_players_have_what_a_split_leaves():
    with refused("BO-30", "0w and the 6w"):
        table("Ana Ben").holds("ana", "0", "6")
    assert table().holds("ana", "0", "6").state.held[0].known == ("0w", "6w")
    t = declared(4, "Ana Ben").challenge("ben", 9)
    for name in ("ana", "ben"):
        with refused("BO-30", "0w and the 6w"):
            t.holds(name, "0", "6")
    t = declared(4, "Ana Ben").challenge("ben", 4).holds("ana", "0", "6")
    assert t.state.held[0].known == ("0w", "6w"), "Ana has a die of Ben's"
    t = table("Ana Ben").count("ben", 4).holds("ana", "0", "6")
    assert t.state.held[0].known == ("0w", "6w"), "nobody told where Ben's die went"


@pytest.mark.rule("BO-101")
def test_a_die_goes_to_the_player_before_and_to_nobody_else():
    """Who challenges does so in turn, and the declaration is that of the player before."""
    with refused("BO-101", "Cho can only have challenged Ben", "lose cho --to ben"):
        table("Ana Ben Cho").declare("ana 3").declare("ben 4").lose("cho", to="ana")
    with refused("BO-101", "Cho can only have challenged Ben", "lose cho --to ben"):
        table("Ana Ben Cho Dan").lose("cho", to="dan")
    t = table("Ana Ben Cho Dan").count("ben", 0).lose("cho", to="ana")
    assert t.opens == "dan"


@pytest.mark.rule("BO-96")
def test_open_dice_count_as_they_lie():
    t = declared(2, "Ana Ben").declare("ben 3", show="wwb")
    for whites in (1, 10):
        with refused("BO-96", "10 dice, 3 of them open, so 2 to 9", f"not {whites}"):
            t.challenge("ana", whites)
    t = table("Ana Ben").count("ana", 1).count("ben", 1).declares("ana 1", "ben 2")
    t.declare("ana 3", show="w").declare("ben 4", show="b")
    with refused("BO-96", "2 dice, 2 of them open, so exactly 1 can be White-up, not 2"):
        t.challenge("ana", 2)


def lazy_table() -> Table:
    """Ana has two dice, Ben one; Ana has declared 1."""
    return table().count("ana", 2).count("ben", 1).count("cho", 0).declare("ana 1")


def test_what_may_be_done_does_not_change_with_a_secret():
    t = lazy_table()
    before = t.todo
    assert "`companion boolean challenge --white 1`" in before
    assert t.holds("ana", "6", "6").todo == before
    for whites in range(4):
        t.challenge("ben", whites).undo()


@pytest.mark.parametrize(("whites", "warned"), [(0, True), (1, True), (2, False), (3, False)])
def test_a_count_unlike_the_dice_that_were_told_is_recorded_and_warned_of(whites, warned):
    t = lazy_table().holds("ana", "6", "6").challenge("ben", whites)
    assert unlike(t) == warned * [
        f"By the dice that were told, {whites} cannot be White-up. `companion undo` if that was a "
        "slip."
    ]


def unlike(t: Table) -> list[str]:
    """The warnings, without the one that nobody knows which die is lost."""
    return [line for line in t.warned if not line.startswith("Which die")]


@pytest.mark.parametrize(
    ("hand", "warned"), [("wwwww", True), ("bbbbb", True), ("wwbbb", False), ("wwwwb", False)]
)
def test_hands_unlike_the_dice_that_were_told_are_recorded_and_warned_of(hand, warned):
    t = declared(9, "Ana Ben")
    t.house = "we mixed them"
    t.holds("ana", "0", "6", "3c", "3b", "5")
    t.house = None
    t.challenge("ben", ana=hand, ben="wwwbb")
    assert unlike(t) == warned * [
        f"Ana shows {hand}: the dice that were told of Ana cannot do so. `companion undo` if that "
        "was a slip."
    ]


# What is not told


def test_a_challenge_without_a_count_waits_for_who_lost():
    t = declared(4).challenge("ben")
    assert t.dice == "ana 5 ben 5 cho 5"
    assert t.said == ["Ben challenges Ana's 4: what lies there was not told"]
    assert t.todo == (
        "More White-up than declared: `companion boolean lose ben`; fewer: `companion boolean "
        "lose ana`; exactly so many: `companion boolean lose ben --to ana`."
    )
    for entry in (
        lambda: t.declare("cho 5"),
        lambda: t.declare("5"),
        lambda: t.challenge("cho", 4),
        t.next,
    ):
        with pytest.raises(Refused, match="This round is over"):
            entry()
    with pytest.raises(Refused, match="not settled yet"):
        t.count("ana", 4)
    with pytest.raises(Invalid, match="Who has lost"):
        t.lose(None)
    t.lose("ana")
    assert (t.dice, t.opens) == ("ana 4 ben 5 cho 5", "cho")
    assert t.said == ["Ana loses a die to the center pile; Ana has 4 dice left"]


@pytest.mark.rule("BO-94")
def test_only_one_of_the_two_of_a_challenge_has_lost():
    with refused("BO-94", "Ben challenged Ana", "not Cho"):
        declared(4).challenge("ben").lose("cho")


@pytest.mark.rule("BO-101")
@pytest.mark.parametrize(("loser", "to"), [("ana", "ben"), ("ben", "cho"), ("ana", "cho")])
def test_only_the_challenger_gives_a_die_and_only_to_the_declarer(loser, to):
    with refused("BO-101", "Ben, who challenges, gives a die to Ana"):
        declared(4).challenge("ben").lose(loser, to)
    t = declared(4).challenge("ben").lose("ben", "ana")
    assert t.dice == "ana 6 ben 4 cho 5"
    assert t.said == ["Ben gives a die to Ana; Ben has 4 dice left, Ana has 6"]


@pytest.mark.rule("BO-101")
def test_a_die_does_not_go_from_the_declarer_to_who_would_challenge():
    with refused("BO-101", "lose ben --to ana"):
        declared(4).lose("ana", "ben")


def test_what_was_not_declared_aloud_is_not_compared():
    t = declared(4).next()
    with pytest.raises(Refused, match="was not told, so nobody can say"):
        t.challenge("cho", 5)
    t.challenge("cho")
    assert t.said == ["Cho challenges Ben's declaration: what lies there was not told"]
    assert t.lose("ben").dice == "ana 5 ben 4 cho 5"


def test_who_lost_is_all_that_need_be_told():
    t = table("Ana Ben")
    for _ in range(4):
        t.lose("ana")
    assert (t.state.round, t.dice) == (5, "ana 1 ben 5")
    with pytest.raises(Invalid, match="Who has lost"):
        t.lose(None)
    assert t.lose("ana").winners == "ben"


def test_a_die_is_not_given_to_oneself_or_to_nobody():
    with pytest.raises(Refused, match="to the same player"):
        table().lose("ana", "ana")
    with pytest.raises(Refused, match="Cho has no dice left"):
        table().count("cho", 0).lose("ana", "cho")
    with pytest.raises(Refused, match="Cho has no dice left"):
        table().count("cho", 0).lose("cho")


def test_a_die_that_went_with_the_challenge_is_not_told_twice():
    t = declared(4).challenge("ben", 5).lose("ben")
    assert t.warned == [
        "Ben gave up a die with the challenge before this already; `companion undo` if it is the "
        "same one."
    ]
    assert declared(4).challenge("ben", 5).lose("cho").warned == []
    assert table().lose("ben").lose("ben").warned == []


# Which die it was


@pytest.mark.rule("BO-81", "BO-102", "BO-20")
def test_a_named_die_lies_in_the_center_pile_for_all_to_see():
    t = table("Ana Ben").holds("ana", "3c", "5").declare("ana 4")
    t.challenge("ben", 3, die="3w-corner")
    assert (t.known("ana"), t.pile) == ("5w", "1 3w-corner")
    assert "Ana loses the 3w-corner to the center pile" in t.said[0]
    with refused("BO-20", "The 3w-corner", "center pile"):
        t.holds("ben", "3c")


def test_a_die_that_goes_to_a_player_stays_a_secret():
    t = table("Ana Ben").holds("ben", "3c", "5").declare("ana 4").challenge("ben", 4, die="3c")
    assert (t.known("ana"), t.known("ben"), t.pile) == ("3w-corner", "5w", "0")
    assert "3w" not in t.said[0]
    t = table("Ana Ben").declare("ana 4").challenge("ben").lose("ben", "ana", die="3c")
    assert t.known("ana") == "3w-corner"
    assert "3w" not in t.said[0]


def test_without_its_name_the_losers_dice_are_unknown_again():
    t = table("Ana Ben").holds("ana", "3c", "5").holds("ben", "2o").declare("ana 4")
    t.challenge("ben", 3)
    assert (t.known("ana"), t.known("ben")) == ("", "2w-opposite")
    assert t.warned == [
        "Which die Ana gave up was not told: which of Ana's dice are left is unknown now. "
        "`--die` tells it."
    ]


@pytest.mark.rule("BO-20")
def test_nobody_gives_up_a_die_of_somebody_else():
    t = table("Ana Ben").holds("ben", "3c").declare("ana 4")
    with refused("BO-20", "The 3w-corner is somebody else's"):
        t.challenge("ben", 3, die="3c")
    with refused("BO-20", "The 3w-corner is somebody else's"):
        t.lose("ana", die="3c")
    with pytest.raises(Refused, match="not known who gives up a die"):
        t.challenge("ben", die="3c")


def test_of_two_sets_there_are_two_of_each_die():
    t = table().holds("ana", "3c", "3c")
    with refused("BO-20", "There are 2 of the 3w-corner"):
        t.holds("ben", "3c")
    with refused("BO-4", "there 2 times"):
        table().holds("ana", "3c", "3c", "3c")


@pytest.mark.rule("BO-87")
def test_hidden_dice_are_nowhere_to_be_seen():
    t = table("Ana Ben").holds("ana", "3c", "5").declare("ana 4")
    assert t.said == ["Ana declares 4"]
    for told in (t.game.to_json(t.state, None), t.game.player_json(t.state, 0, None)):
        assert "3w" not in repr(told)
    assert "3w" not in repr(t.game.view(t.state, None)) + t.todo


# The end


@pytest.mark.rule("BO-103", "BO-104")
def test_without_dice_one_is_out_and_the_last_one_with_dice_has_won():
    t = table().count("ana", 1).count("ben", 1).declare("ana 9").challenge("ben", 1)
    assert t.dice == "ana 0 ben 1 cho 5"
    assert "Ana is eliminated" in t.said[0]
    assert t.state.status == "live"
    with pytest.raises(Refused, match="Ana has no dice left and is eliminated"):
        t.declare("ana 3")
    t.declare("cho 1").challenge("ben", 5)
    assert (t.dice, t.winners) == ("ana 0 ben 0 cho 5", "cho")
    assert t.said[-1] == "Cho has won: the last one with dice"


@pytest.mark.rule("BO-104", "BO-101")
def test_the_last_die_may_be_given_to_the_winner():
    t = table("Ana Ben").count("ben", 1).declare("ana 4").challenge("ben", 4)
    assert (t.dice, t.winners) == ("ana 6 ben 0", "ana")


def test_counting_ends_the_game_too_and_mends_whose_turn_it_is():
    t = table().count("ana", 0)
    assert t.turn == "ben"
    assert t.count("ben", 0).winners == "cho"


def test_an_end_that_the_dice_brought_falls_with_them():
    t = table("Ana Ben").count("ben", 1).declare("ana 4").challenge("ben", 4)
    with pytest.raises(Refused, match="entry 4 would not stand"):
        t.undo(2)


def test_a_table_whose_dice_are_all_gone_is_still_told_what_to_do():
    t = table("Ana Ben")
    t.act(lambda action: [action.add("dice.counted", seat=seat, dice=0) for seat in (0, 1)])
    assert "Nobody has dice left. Who has won?" in t.todo
