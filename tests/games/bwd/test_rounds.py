"""A round: everyone rolls, First, Main in turn order, Last, and the check for a winner."""

import pytest

from companion.errors import Refused
from companion.games.bwd import points, rounds
from companion.testing.plays import refused
from tests.games.bwd.tables import table

KNOWN = {
    "20": {"name": "Early", "phases": ["first"]},
    "21": {"name": "Late", "phases": ["last"]},
    "22": {"name": "Thrice", "phases": ["first", "main", "last"]},
    "23": {"name": "Guard", "ward": "Nothing happens."},
}
CARDS = "early late thrice guard camouflage"


def walk(t, steps=12):
    """Where `next` leads, until the check."""
    places = [t.where]
    while t.state.phase != "check" and len(places) < steps:
        t.next(untold=True)
        places.append(t.where)
    return " · ".join(place.removeprefix("1 ") for place in places)


def deep(players, **faces):
    return table(players, cards=CARDS, known=KNOWN, **faces)


@pytest.mark.rule("BWD-102", "BWD-103", "BWD-106", "BWD-110", "BWD-163")
def test_a_basic_round_is_rolled_resolved_in_turn_order_and_checked():
    t = table("Ana Ben Cho", set="V1", first="ben", **{"ana.1": "[3]", "ben.1": "[tag]"})
    assert walk(t) == "roll · main ben · main cho · main ana · check"


@pytest.mark.rule("BWD-105", "BWD-110", "BWD-162")
def test_first_and_last_are_for_those_who_have_such_icons():
    t = deep("Ana Ben Cho Dee", **{"ben.1": "[#20]", "dee.2": "[#20]", "ana.1": "[#21]"})
    assert walk(t) == (
        "roll · first ben · first dee"
        " · main ana · main ben · main cho · main dee · last ana · check"
    )


@pytest.mark.rule("BWD-110", "BWD-105")
def test_first_goes_in_turn_order_from_the_marker():
    t = table(
        "Ana Ben Cho",
        cards=CARDS,
        known=KNOWN,
        first="cho",
        **{"ana.1": "[#20]", "ben.1": "[#20]", "cho.1": "[#20]"},
    )
    assert walk(t).startswith("roll · first cho · first ana · first ben · main cho")


@pytest.mark.rule("BWD-105", "BWD-162")
def test_an_icon_that_is_not_on_top_opens_no_phase():
    t = deep("Ana Ben", **{"ana.1": "[blank] #20 #21"})
    assert walk(t) == "roll · main ana · main ben · check"


@pytest.mark.rule("BWD-140")
def test_an_icon_for_all_phases_resolves_in_each():
    t = deep("Ana Ben", **{"ana.1": "[#22]"})
    for phase in ("first", "main", "last"):
        t.resolve("ana.1", did="it worked")
        assert t.where == f"1 {phase} ana"
        assert t.pending == ""
        if phase == "main":
            t.next()  # Ben's turn,
            t.next()  # of whose dice nobody told


@pytest.mark.rule("A-BW-12", "BWD-105")
def test_an_unclaimed_common_die_opens_no_phase_and_is_nobodys_to_resolve():
    t = deep("Ana Ben", common="[#20]", **{"ana.1": "[3]"})
    assert walk(t) == "roll · main ana · main ben · check"
    with pytest.raises(Refused, match="Nobody has the common die"):
        t.resolve("common")


@pytest.mark.rule("A-BW-12")
def test_an_unclaimed_common_die_is_not_rolled_with_the_others():
    t = table("Ana Ben", common="[tag] erase")
    t.roll(seed=3)
    assert t.faces("common") == "[tag] erase"
    assert sorted(t.does("dice.rolled")[0]["faces"]) == ["ana.1", "ana.2", "ben.1", "ben.2"]
    t.roll("common=erase")
    assert any("A-BW-12" in sentence for sentence in t.warned)


@pytest.mark.rule("A-BW-12", "BWD-202")
def test_a_claimed_common_die_is_rolled_with_the_holders_dice():
    t = table("Ana Ben", holder="ben", common="tag")
    t.roll(seed=3)
    assert "common" in t.does("dice.rolled")[0]["faces"]
    assert not t.warned


@pytest.mark.rule("BWD-104")
def test_a_new_round_forgets_what_was_on_top_and_what_was_resolved():
    t = table("Ana Ben", common="[tag]", **{"ana.1": "[3] tag", "ana.2": "[3]"})
    t.resolve("ana.1")
    for _ in range(3):
        t.next(untold=True)
    assert t.where == "2 roll"
    assert t.faces("ana.1") == "3 tag"
    assert t.faces("common") == "[tag]"  # It lies on its card.
    assert t.state.die("ana.1").resolved == frozenset()


@pytest.mark.rule("BWD-102")
def test_nothing_resolves_before_the_roll_or_after_the_check():
    t = table("Ana Ben", common="[tag]", holder="ana")
    with refused("BWD-102", "setup"):
        t.resolve("common", tag="erase")
    t = table("Ana Ben", **{"ana.1": "[3]"})
    for _ in range(3):
        t.next(untold=True)
    assert t.where == "1 check"
    with refused("BWD-102", "check"):
        t.resolve("ana.1")


@pytest.mark.rule("BWD-102", "BWD-110")
@pytest.mark.parametrize(
    ("phase", "turn"), [("roll", None), ("first", 0), ("main", 0), ("main", 1)]
)
def test_phases_do_not_go_back(phase, turn):
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    t.next()
    assert t.where == "1 main ben"
    with refused("BWD-102", "next"):
        t.act(lambda action: action.add("phase.begun", phase=phase, turn=turn))


@pytest.mark.rule("BWD-110")
def test_it_is_only_one_players_turn():
    t = table("Ana Ben", **{"ana.1": "[3]", "ben.1": "[3]"})
    with refused("BWD-110", "Ana's turn, with ana.1 (3) to resolve", "next --untold"):
        t.resolve("ben.1")
    t.resolve("ana.1")
    t.resolve("ben.1")  # Ana has nothing left: the turn goes on by itself.
    assert t.where == "1 main ben"
    with refused("BWD-110", "Ben's turn"):
        t.resolve("ana.1")


@pytest.mark.rule("BWD-113")
def test_a_turn_is_not_over_while_dice_that_were_told_are_open():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "[investment]"})
    t.next()
    assert t.pending == "ana.1 ana.2"
    with refused("BWD-113", "ana.1 (3) and ana.2 (Investment)", "next --untold"):
        t.next()
    t.resolve("ana.2", did="nothing yet")
    with refused("BWD-113", "Ana still has ana.1 (3)", "resolve ana.1"):
        t.next()
    t.next(untold=True)
    assert t.warned == ["Nobody told what came of ana.1 (3)."]
    assert t.said == ["Main, Ben's turn (ana.1 was resolved, nobody told)"]
    assert t.where == "1 main ben"


@pytest.mark.rule("BWD-139")
@pytest.mark.parametrize("phase", ["first", "last"])
def test_nor_are_turns_of_first_and_last(phase):
    t = deep("Ana Ben", **{"ana.1": "[#20]" if phase == "first" else "[#21]"})
    while t.state.phase != phase:
        t.next()
    with refused("BWD-139", "ana.1 (E" if phase == "first" else "ana.1 (L", "--untold"):
        t.next()
    t.next(untold=True)
    assert t.state.phase != phase


def test_where_nothing_was_told_a_turn_ends_as_it_likes():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    t.next()
    t.next(untold=True)  # Nothing is open: no more is said of it.
    assert (t.where, t.said) == ("1 check", ["check for a winner"])


@pytest.mark.rule("BWD-110", "BWD-105", "BWD-162")
@pytest.mark.parametrize(
    ("rule", "phase", "turn"), [("BWD-105", "main", 0), ("BWD-110", "main", 1)]
)
def test_no_turn_is_left_out(rule, phase, turn):
    t = deep("Ana Ben", **{"ana.1": "[#20]"} if rule == "BWD-105" else {"ana.1": "[3]"})
    with refused(rule, "next"):
        t.act(lambda action: rounds.begin(action, phase, turn))


@pytest.mark.rule("BWD-162")
def test_a_last_turn_is_not_left_out_either():
    t = deep("Ana Ben", **{"ben.1": "[#21]"})
    t.next()
    t.next()
    with refused("BWD-162", "Ben's turn of “Last”"):
        t.act(lambda action: rounds.begin(action, "check", None))


@pytest.mark.rule("BWD-38")
def test_no_round_ends_where_somebody_has_won():
    t = table("Ana Ben", points="ana=14")
    with refused("BWD-38", "Ana has 14"):
        t.act(lambda action: points.end_round(action))
    t = table("Ana Ben")
    with refused("BWD-38", "nobody has 13 points"):
        t.act(lambda act: act.add("play.finished", winners=[0], why="13, and leads by 10"))
    t.act(lambda act: act.add("play.finished", winners=[0], why="named by the table"))


@pytest.mark.rule("BWD-112")
def test_dice_resolve_in_any_order():
    t = table("Ana Ben", **{"ana.1": "[3]", "ana.2": "[-2]"})
    t.resolve("ana.2")
    t.resolve("ana.1")
    assert t.scores == "Ana 4, Ben 3"


# What resolves in which phase


@pytest.mark.rule("A-BW-04")
def test_a_blank_face_resolves_in_main_only():
    t = deep("Ana Ben", **{"ana.1": "[#22]", "ana.2": "[blank]"})
    t.next()
    assert (t.where, t.pending) == ("1 first ana", "ana.1")
    with refused("A-BW-04", "ana.2 (blank)", "First"):
        t.resolve("ana.2", tag="erase")
    t.resolve("ana.1", did="it worked")
    t.resolve("ana.2", tag="erase")
    assert t.where == "1 main ana"


@pytest.mark.rule("A-BW-05", "BWD-125", "BWD-138")
def test_an_icon_resolves_only_where_it_has_text():
    t = deep("Ana Ben", **{"ana.1": "[#20]", "ana.2": "[tag]", "ben.1": "[#21]"})
    t.next()
    with refused("A-BW-05", "First"):  # Tag is for Main, and Early is still to do.
        t.resolve("ana.2", tag="erase")
    t.resolve("ana.1", did="early")
    t.next()
    assert (t.where, t.pending) == ("1 main ana", "ana.2")
    t.resolve("ana.2", tag="erase", on="ana.2")
    t.next()
    assert (t.where, t.pending) == ("1 main ben", "")
    t.resolve("ben.1", did="late")  # Nothing is left in Main: on to Last.
    assert t.where == "1 last ben"
    assert t.faces("ana.1") == "[#20]"  # Not erased for doing nothing in Main.


@pytest.mark.rule("A-BW-06", "A-BW-27")
def test_a_first_icon_that_turns_up_in_main_is_lost_unless_the_table_finds_it_fair():
    t = deep("Ana Ben", **{"ana.1": "[tag] #20", "ben.1": "[3]"})
    t.next()
    t.roll("ana.1=early")
    assert t.pending == ""
    with refused("A-BW-06", "Early", "--house"):
        t.resolve("ana.1", did="early")
    t.house = "we all overlooked it"
    t.resolve("ana.1", did="early")
    assert t.overruled == ["A-BW-06"]


@pytest.mark.rule("A-BW-05")
def test_a_ward_alone_is_not_owed_in_main():
    t = deep("Ana Ben", **{"ana.1": "[#23]", "ana.2": "[camouflage]"})
    t.next()
    assert t.pending == ""
    t.resolve("ana.2", did="there was more on the card")  # Its phases are not known.


@pytest.mark.rule("BWD-108")
def test_a_card_without_a_phase_works_in_main():
    t = table("Ana Ben", cards="17 zoom", **{"ana.1": "[#17]", "ana.2": "[zoom]"})
    assert walk(t) == "roll · main ana · main ben · check"
    t = table("Ana Ben", cards="17", **{"ana.1": "[#17]"})
    t.next()
    assert t.pending == "ana.1"


def test_dice_that_nobody_told_of_hold_nothing_up():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.next()
    t.resolve("ana.1")
    t.next()
    assert t.warned == ["Nobody told what ana.2 shows."]
    with pytest.raises(Refused, match="do not know what"):
        t.resolve("ben.1")


# The check


@pytest.mark.rule("BWD-38", "BWD-165", "BWD-166")
def test_thirteen_and_more_than_all_others_wins_at_the_end_of_the_round():
    t = table("Ana Ben", points="ana=10 ben=12", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    assert t.state.status == "live"
    t.next()
    assert t.state.status == "live"
    t.next()
    assert (t.state.status, t.state.winners) == ("finished", (0,))
    with pytest.raises(Refused):
        t.score("ben", 3)


@pytest.mark.rule("BWD-38")
def test_twelve_is_not_enough():
    t = table("Ana Ben", points="ana=12", **{"ana.1": "[blank]"})
    for _ in range(3):
        t.next(untold=True)
    assert t.where == "1 check"


@pytest.mark.rule("BWD-167", "BWD-168", "BWD-169")
def test_a_tie_at_the_top_plays_on():
    t = table("Ana Ben Cho", points="ana=14 cho=14", **{"ana.1": "[blank]"})
    for _ in range(4):
        t.next(untold=True)
    assert (t.where, t.state.status) == ("1 check", "live")
    t.next()
    assert (t.where, t.state.first) == ("2 roll", 1)


@pytest.mark.rule("A-BW-29")
def test_a_tie_below_the_lead_does_not_matter():
    t = table("Ana Ben Cho", points="ana=15 ben=14 cho=14")
    t.next()
    assert t.state.winners == (0,)


@pytest.mark.rule("A-BW-14")
def test_scores_go_on_beyond_the_track():
    t = table("Ana Ben", target=20)
    t.score("ana", 60)
    assert t.scores == "Ana 63, Ben 3"


@pytest.mark.rule("BWD-12", "BWD-168", "BWD-169")
def test_without_dice_next_ends_the_round_and_passes_the_marker_to_the_left():
    t = table("Ana Ben Cho", set="V1", first="cho")
    t.score("ben", 4)
    t.next()
    assert (t.where, t.state.first) == ("2 open", 0)
    t.next()
    assert (t.where, t.state.first) == ("3 open", 1)


@pytest.mark.rule("BWD-168")
def test_telling_a_roll_begins_the_next_round():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    for _ in range(3):
        t.next(untold=True)
    t.roll("ana.1=3")
    assert (t.where, t.state.first) == ("2 roll", 1)


@pytest.mark.rule("BWD-38")
def test_a_correction_after_the_check_may_still_win():
    t = table("Ana Ben", points="ana=12", **{"ana.1": "[blank]"})
    for _ in range(3):
        t.next(untold=True)
    assert t.todo == (
        "Checked: nobody has 13 points. `companion next` passes the marker to Ben: round 2."
    )
    t.score("ana", 1)
    assert t.todo == "Checked: Ana has 13, and leads by 10: `companion next` ends the game."
    with refused("BWD-38", "Ana has 13", "next"):
        t.roll("ana.1=blank")
    t.next()
    assert t.state.winners == (0,)


def test_rolling_everything_in_the_middle_of_a_round_is_remarked_on():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.next()
    t.roll("ana.1=3")
    assert t.warned == []
    everything = ("ana.1=3", "ana.2=blank", "ben.1=blank", "ben.2=blank")
    t.roll(*everything)
    assert t.warned == [], "most of it was told late"
    t.roll(*everything)
    assert "round 1 is not over" in t.warned[0]


def test_a_turn_of_which_nothing_was_told_is_not_passed_over_in_silence():
    t = table("Ana Ben Cho", **{"ben.1": "[3]", "cho.1": "[3]", "cho.2": "3"})
    with refused("BWD-110", "Ana's turn"):
        t.resolve("ben.1")
    t.next()
    assert any("ana.1" in sentence for sentence in t.warned)
    t.next()
    t.resolve("ben.1")
    t.resolve("cho.1")
    assert t.warned == ["Nobody told what ben.2 shows."]


@pytest.mark.rule("BWD-110")
def test_the_marker_that_moves_in_the_middle_of_a_round_takes_nobodys_turn():
    t = table("Ana Ben", **{"ana.1": "[3]", "ben.1": "[3]"})
    t.next()
    assert t.where == "1 main ana"
    t.act(lambda action: action.add("marker.passed"))
    t.next(untold=True)
    assert t.where == "1 main ben"
    t.next(untold=True)
    assert t.where.startswith("1 check")


@pytest.mark.rule("A-BW-05")
def test_an_icon_whose_card_stopped_working_resolves_where_it_has_text():
    t = deep("Ana Ben", **{"ana.1": "[#20]", "ben.1": "[3]"})
    t.resolve("ana.1", did="it worked")
    assert t.where == "1 first ana"
    t.neutralize("20")
    t.next()
    assert t.where == "1 main ana"
    assert t.pending == ""


@pytest.mark.rule("BWD-132")
def test_once_more_in_a_phase_is_refused_as_that_though_others_wait():
    t = deep("Ana Ben", **{"ana.1": "[#22]", "ben.1": "[#20]"})
    t.resolve("ana.1", did="it worked")
    with refused("BWD-132"):
        t.resolve("ana.1", did="again")
    assert t.where == "1 first ana"
