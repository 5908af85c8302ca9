"""What may be typed next in the six games of Boolean Dice: what the rules allow, and no secret."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.boolean.dice.possession import Holding, HoldingState
from companion.table.plays.menu import offers
from companion.testing.plays import recorded
from tests.contract.players import PLAYERS
from tests.games.boolean import tables_box, tables_liar, tables_spy, tables_stack, tables_wbr
from tests.games.boolean.test_sort import table as sort_table

SIX = [player for player in PLAYERS if player.startswith("boolean_")]
THE_TEN = "0 1 2a 2o 3c 3b 4a 4o 5 6"

# White, Black, or Roll


def test_a_call_and_what_came_of_it():
    t = tables_wbr.table("Ana Ben")
    assert t.words() == "call count split dice"
    assert t.call("ben white right").words() == "call count holds dice"
    t = tables_wbr.table("Ana Ben")
    assert t.words("call") == "white black roll ben"
    assert t.words("call ben") == "white black roll"
    assert t.words("call white") == t.words("call b") == "right wrong"
    assert t.words("call roll") == t.words("call white right") == ""
    assert t.words("call ana") == "", "it is not her turn"


def test_a_die_that_is_named_could_lie_so():
    t = tables_wbr.table("Ana Ben")
    assert t.words("call white right --die") == "1 2a 2o 3c 3b 4a 4o 5 6"
    assert t.words("call white wrong --die") == "0 1 2a 2o 3c 3b 4a 4o 5"


def test_an_illegal_throw_is_told_of_whoever_has_thrown():
    t = tables_wbr.table("Ana Ben Cho")
    assert "illegal" not in t.offers()
    t.call("ben roll")
    assert t.words("illegal") == "ben"


def test_a_tie_is_broken_by_those_who_are_in_it():
    t = tables_wbr.table("Ana Ben Cho").count("ana", 4).count("ben", 4).count("cho", 2)
    assert t.words().split()[0] == "tie"
    assert t.words("tie") == "ana ben cho"
    assert t.words("tie cho") == "0 1 2"
    assert t.words("tie ana 3 cho 0") == "ben"
    assert "3" in t.offers("tie ana 3 ben"), "as many as Ana"
    assert t.words("tie ana 4 ben 4 cho") == "0 1", "not all ten are white"


def test_a_clock_is_for_two():
    assert "clock" in tables_wbr.table("Ana Ben", minutes=10).offers()
    assert "clock" in tables_wbr.table("Ana Ben").clock(250, 300).offers()
    assert "clock" not in tables_wbr.table("Ana Ben").offers()
    assert tables_wbr.table("Ana Ben").words("clock ana 4:30") == "ben"
    assert tables_wbr.table("Ana Ben Cho").words("clock") == ""


# Dice in Possession


def test_dice_are_told_of_somebody_who_has_so_many():
    t = tables_liar.table("Ana Ben")
    assert t.words("holds") == "ana ben"
    assert t.words("holds ana") == f"{THE_TEN} none"
    assert t.words("holds ana 3c 2o") == "0 1 2a 3b 4a 4o 5 6"
    assert t.words("holds ana 3c 2o 0 1 5") == ""
    assert t.offers("holds ana")["3c"] == "3 white faces around a corner"


def test_whoever_told_some_may_look_at_them():
    t = tables_liar.table("Ana Ben")
    assert "mine" not in t.offers()
    t.holds("ben", "3c")
    assert t.words("mine") == "ben"


def test_dice_are_counted_as_many_as_there_are():
    t = tables_liar.table("Ana Ben")
    assert t.words("count ana") == "0 1 2 3 4"
    assert t.words("count ana 4") == "ben"
    assert t.words("count ana 4 ben") == "0 1 2 3 4 6", "five is what he has"
    assert t.words("count ana 10 ben") == "0"


@pytest.mark.parametrize("player", SIX)
def test_which_dice_somebody_has_shows_nowhere(player):
    """With dice that show one colour alone, which allow the least, and with any others."""
    play, random = recorded(PLAYERS[player], 1), Random(1)
    for state in play.states[:: 1 + len(play.states) // 8]:
        if not isinstance(state, HoldingState):
            continue
        words: list[str] = []
        for _ in range(4):
            shown = {
                die: list(offers(play.game, _holding(state, die), None, words))
                for die in ("0w", "6w", "3w-band")
            }
            assert shown["0w"] == shown["6w"] == shown["3w-band"], words
            if not shown["0w"]:
                break
            words.append(random.choice(shown["0w"]).word)


def _holding(state: HoldingState, die: str) -> HoldingState:
    return replace(state, held=tuple(Holding(one.size, (die,) * one.size) for one in state.held))


# Liar's Boolean Dice


def test_declarations_rise():
    t = tables_liar.table("Ana Ben")
    assert t.words() == "declare lose count holds split dice"
    assert t.words("declare") == "1 2 3 4 5 6 7 8 9 ana"
    t.declare("7")
    assert t.words().split()[:2] == ["declare", "challenge"]
    assert t.words("declare") == "8 9 ben"
    assert t.words("declare ben 8") == t.words("declare 8") == "--show"
    shown = t.words("declare 8 --show").split()
    assert (shown[:4], shown[-1]) == (["none", "1w", "1b", "2w"], "5b")
    assert t.words("declare 8 --show 1w") == ""


def test_once_nothing_higher_can_be_there_a_challenge_comes_first():
    t = tables_liar.table("Ana Ben").declare("10")
    assert t.words().split()[:2] == ["challenge", "declare"]
    assert t.offers("declare")["11"] == "more than can be White-up"
    assert tables_liar.table("Ana Ben Cho Dan").words("declare") == "1 2 3 4 5 6 7 8 9 10 11 12 ana"


def test_a_challenge_tells_how_many_are_white_up_and_who_would_lose():
    t = tables_liar.table("Ana Ben").declare("4")
    assert t.words("challenge") == "--white --reveal ben"
    assert t.words("challenge --white") == "1 2 3 4 5 6 7 8 9"
    told = t.offers("challenge ben --white")
    assert (told["3"], told["5"]) == ("Ana loses a die", "Ben loses a die")
    assert told["4"] == "exact: Ben gives Ana a die"


def test_after_a_challenge_without_a_count_one_of_two_has_lost():
    t = tables_liar.table("Ana Ben Cho").declare("4").challenge("ben")
    assert t.words() == "lose holds dice"
    assert t.words("lose") == "ben ana"
    assert t.words("lose ben") == "--to"
    assert t.words("lose ben --to") == "ana", "it was hit exactly"
    assert t.words("lose ben --die") == THE_TEN


def test_where_nobody_knows_who_opens_anybody_may():
    t = tables_liar.table("Ana Ben Cho").lose("ana")
    assert t.words("declare") == "ana ben cho"


# The Stack


def test_a_die_is_stacked_or_the_topmost_challenged():
    t = tables_stack.table()
    assert t.words().split()[0] == "stack"
    assert t.words("stack") == "white black ana"
    t.stack("ana white", "ben")
    assert "challenge" not in t.offers(), "nobody's first die"
    t.stack("ana")
    assert t.words() == "stack challenge fell inverse holds dice"
    assert tables_stack.table().words("challenge") == "ana ben"
    assert tables_stack.table().words("challenge ben") == "bluff true --below"
    assert t.words("challenge") == "bluff true --below ben"
    assert t.words("challenge ben") == "bluff true --below"
    assert t.offers("fell") == {"ana": "with the last die", "ben": "with the next die"}
    assert t.words("inverse") == "--below --seen"
    t.add_fact("play.finished", winners=[0], why="the table fell as well")
    assert t.words("inverse") == ""


def test_a_die_that_says_who_is_right_is_offered_alone():
    t = tables_stack.table().stack("ana", "ben white", "ana")
    assert t.words("challenge ben --die") == "6", "white below, whatever else"
    assert t.words("challenge true --die") == "0 1 2a 2o 3c 3b 4a 4o 5"
    assert t.words("challenge bluff --die") == "0 1 2a 2o 3c 3b 4a 4o 5 6"


def test_of_a_whole_stack_the_last_die_is_challenged():
    t = tables_stack.table().high(10)
    assert t.words() == "challenge fell inverse holds dice"
    assert t.words("stack") == ""


def test_which_die_it_would_be_is_asked_with_faces_of_both_dice():
    t = tables_stack.table().high(2)
    assert t.words("inverse") == "", "nobody's first die can be Challenged"
    t.high(1)
    assert t.words("inverse") == "--below --seen"
    assert t.words("inverse ben --below wbw") == "--seen"
    t.holds("ben", "3c")
    assert t.words("inverse") == "ben --below --seen", "by the dice that Ben told"


def test_nothing_is_asked_of_a_challenge_that_says_what_the_die_is():
    t = tables_stack.table().high(3)
    assert t.words("challenge bluff") == t.words("challenge --below wbw") == ""
    assert t.words("challenge --top") == "", "it may be either"
    assert t.words("challenge true --top") == "white black"


# Shut the Box


def test_counts_of_both_then_of_the_one_that_is_missing():
    t = tables_box.table()
    assert t.words() == "turn cross nudges holds split dice"
    assert t.words("turn").split()[:6] == ["0", "1", "2", "3", "4", "5"]
    assert {"0,1", "5,4", "3,2", "ana", "ben"} <= {*t.offers("turn")}
    assert "3" in t.offers("turn 3"), "both may have as many"
    assert "0" not in t.offers("turn 0"), "one die is white all over"
    assert t.words("turn 3 2") == ""
    t.turn("ana 3")
    assert "ana" not in t.offers("turn")
    assert t.words("turn 2") == ""


def test_what_is_gone_comes_after_what_is_needed():
    t = tables_box.table().cross("ana 0,1").turn("3 2")
    assert t.words("turn").startswith("2 4 5 0 1 3 ")
    assert t.offers("turn")["4"] == "Ana crosses it off"
    assert t.offers("turn")["3"] == "Ana has crossed it off"
    assert t.offers("turn 4")["3"] == "Ben crosses it off"


def test_nudges_are_offered_as_long_as_there_are_some():
    t = tables_box.table()
    assert "3,2" in t.offers("turn ana")
    assert "3,2" not in t.nudges_are("ana", 0).offers("turn ana")
    assert t.words("nudges ana") == "1 2 3"


def test_numbers_that_are_still_open_are_crossed_off():
    t = tables_box.table().cross("ana 0,1")
    assert t.words("cross") == "ana ben"
    assert t.words("cross ana") == "2 3 4 5"
    assert t.words("cross ana 3") == "2 4 5 ben"
    assert t.words("cross ana 2 3 4 5") == "ben", "in the same turn"


def test_a_number_that_somebody_is_called_is_offered_as_a_player_alone():
    t = tables_box.table("3 2")
    assert t.words("cross 3") == "0 1 4 5"
    assert t.words("cross 3 0") == "1 4 5 2"


def test_whoever_leaves_a_number_has_told_a_count():
    t = tables_box.table()
    assert t.words("turn 3 2 --leave") == "ana ben"
    assert t.words("turn ana 3 --leave") == "ana"


# Sort


def test_a_roll_then_a_die_for_each_area():
    t = sort_table()
    assert t.words() == "sort deduce bottoms split dice"
    assert t.words("sort") == f"{THE_TEN} rolled black white"
    assert t.offers("sort 3c")["2o"].startswith("to Black: ")
    assert t.offers("sort 3c 2o")["5"].startswith("to White: ")
    assert "2o" not in t.offers("sort 3c 2o"), "it lies in the Black area"
    assert t.words("sort 3c 2o 5") == ""
    t.sort("3c 2o 5")
    assert not {"2o", "5"} & {*t.offers("sort")}
    t.roll("3b")
    assert t.offers("sort")["3c"].startswith("to Black: ")


def test_one_die_alone_is_told_behind_its_area():
    t = sort_table()
    assert t.words("sort white") == THE_TEN
    assert t.words("sort white 6") == "rolled black"


def test_the_bottoms_are_counted_at_the_end():
    t = sort_table().next(5)
    assert t.words() == "bottoms dice"
    assert t.words("bottoms") == "0 1 2 3 4 5"
    assert t.words("bottoms 5") == "1 2 3 4 5", "not all ten can be black"
    assert t.words("bottoms 5 4") == ""


def test_an_area_may_be_named_by_its_beginning_or_by_an_option():
    t = sort_table()
    assert t.offers("sort w")["6"].startswith("to White: ")
    assert t.words("sort --white") == THE_TEN
    assert t.words("sort --white 6") == t.words("sort white=6") == "rolled black"


def test_what_no_rule_allows_is_offered_to_a_house():
    t = sort_table().sort("3c 2o 5")
    assert "2o" not in t.offers("sort")
    assert {"2o", "5"} <= {*t.offers("sort --house again")}


# The puzzles


def test_a_puzzle_then_the_options_that_go_with_it():
    t = sort_table()
    assert t.words("puzzle") == "checkerboard-cube big-checkerboard mandala"
    assert t.words("puzzle cube") == "--remove --all --hint --count --output"
    assert t.words("puzzle mandala") == "--hint --count --links --output"
    assert t.words("puzzle cube --remove 0 --remove") == "1 2a 2o 3c 3b 4a 4o 5 6"
    assert t.words("puzzle cube --remove 0 --remove 6") == "--hint --count --output"


# Spy vs. Spy


def test_agencies_are_told_one_by_one():
    t = tables_spy.table("Ana Ben")
    assert t.words() == "agency orders swap out lost agents dice"
    t.agency("ana white 5 2")
    assert t.words("agency").split()[0] == "ben"
    assert t.words("agency ben") == "white black"
    assert t.words("agency ben black") == "1 2 3 4 5 6 7 8 9 --rerolled"
    assert t.words("agency ben black 4") == "1 2 3 4 --rerolled"
    assert t.words("agency ana white") == "--rerolled", "her first roll is told"
    assert t.words("agency ana white --rerolled") == "1 2 3 4 5 6 7 8 9"


def test_orders_are_no_more_than_desk_agents():
    t = tables_spy.formed("Ana Ben")
    assert t.words("orders") == "0 1 2 3 ana"
    assert t.orders(2).words("orders") == ""
    t = tables_spy.table().orders().lost("ben").lost("ben").mission("free yes").mission("free yes")
    assert t.words("orders").split()[-1] == "11", "with two free agents, there are twelve dice"


def test_missions_that_can_be_paid_for():
    t = tables_spy.formed("Ana Ben").orders(1)
    assert t.words().split()[:2] == ["mission", "swap"]
    assert t.words("mission") == "recruit target infiltrate scout"
    two = tables_spy.formed("Ana Ben").orders(2)
    assert two.words("mission") == "recruit target infiltrate scout turncoat train"
    assert two.offers("mission")["turncoat"] == "Recruiting the Turncoat, 2 Orders"
    assert t.mission("infiltrate ben failed").words().startswith("swap")


def test_an_infiltration_its_enemy_and_what_came_of_it():
    t = tables_spy.formed("Ana Ben Cho").orders(2)
    assert t.words("mission infiltrate") == "ben cho"
    assert t.words("mission infiltrate ben") == "failed loyal lost agency"
    assert t.words("mission infiltrate ben agency") == "failed loyal lost"
    assert t.words("mission infiltrate ben lost") == ""
    two = tables_spy.formed("Ana Ben").orders(1)
    assert two.words("mission infiltrate") == "ben failed loyal lost", "the only enemy"


def test_recruits_and_where_they_go():
    t = tables_spy.formed("Ana Ben").orders(2)
    assert t.words("mission recruit") == "0 1 2 3 4", "the turncoat is never one of them"
    assert t.words("mission recruit 2") == "0 1 2"
    assert t.words("mission target") == "desk field no"


def test_a_turn_ends_with_a_swap():
    t = tables_spy.formed("Ana Ben").orders(0)
    assert t.words("swap") == "1 2 ana"
    assert t.words("swap 1") == ""


def test_what_is_put_right_is_said_by_options():
    t = tables_spy.formed("Ana Ben")
    assert t.words("agents ana") == "--desk --field --populace --side --turncoat"
    assert t.words("agents ana --turncoat") == "desk field gone", "it is in the populace"
    assert t.words("agents ana --side") == "black"
    alone = tables_spy.table().agency("ana white 1").agency("ben black 1")
    assert "agents" in alone.words().split(), "the side, where no number can be another"
    assert t.words("out") == "ben ana"
    assert t.words("lost ben") == "desk field"


def test_nothing_of_another_game_is_offered():
    assert tables_spy.table().words("call") == tables_wbr.table().words("declare") == ""
    assert tables_wbr.table().add_fact("play.abandoned").words() == "dice"
    assert tables_wbr.table().words("dice") == THE_TEN


def test_who_is_called_like_a_word_of_the_game_is_no_riddle():
    t = tables_wbr.table("Ana White")
    assert t.words("call") == "black roll white", "the last one is the player"
    assert t.words("call white") == "white black roll"
    spy = tables_spy.formed("Ana Lost").orders(1)
    assert spy.words("mission infiltrate") == "lost failed loyal"
    assert "lost" in spy.offers("mission infiltrate lost")
