"""Taking back old entries: later ones that would not stand are named, across rounds too."""

import pytest

from companion.core.value import replace
from companion.errors import Illegal, Refused
from companion.games.bwd.game import GAME
from companion.testing.plays import refused
from tests.games.bwd.tables import table


def later(t, entry):
    """The later entry that keeps `entry` from being taken back."""
    with pytest.raises((Illegal, Refused)) as refusal:
        t.undo(entry)
    message = refusal.value.message
    assert f"Entry {entry} cannot be taken back" in message
    return int(message.partition(": entry ")[2].split()[0])


def test_a_tag_that_a_later_entry_needs():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    tagged = t.entry
    t.tag("ana.1", "tag")
    t.roll("ana.1=investment", untold=True)
    rolled = t.entry
    t.resolve("ana.1", did="it grew")
    assert later(t, tagged) == rolled
    t.undo(tagged + 1)
    assert t.faces("ana.1") == "[investment]"


def test_a_score_of_an_old_round_is_taken_back():
    t = table("Ana Ben")
    t.score("ana", 4)
    scored = t.entry
    t.next()
    t.score("ana", -9)
    t.next()
    t.undo(scored)
    assert (t.scores, t.where) == ("Ana 0, Ben 3", "3 open")


def test_a_whole_round_is_not_pulled_out_from_under_the_next():
    t = table("Ana Ben", **{"ana.1": "[3]", "ben.1": "[3]"})
    t.resolve("ana.1")
    first = t.entry
    t.next()
    t.resolve("ben.1")
    t.next()
    checked = t.entry
    t.next()
    round_two = t.entry
    t.roll("ana.1=3", "ben.1=3")
    t.resolve("ben.1")
    resolved = t.entry
    assert later(t, checked) == round_two
    assert later(t, round_two) == resolved - 2  # What was rolled in it.
    assert later(t, first + 1) == first + 2  # Ben's turn, and what he resolved in it.
    t.undo(resolved)
    assert later(t, first) == first + 1  # Ben's turn would have begun with a die of Ana's open.
    t.house = "I told of the wrong die"
    t.undo(first)
    assert t.overruled == ["BWD-113"]
    assert (t.where, t.scores) == ("2 main ben", "Ana 3, Ben 6")


def test_who_had_a_die_matters():
    t = table("Ana Ben", common="[3]", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    t.claim("ana")
    claimed = t.entry
    t.resolve("common")
    assert later(t, claimed) == t.entry


def test_a_card_that_icons_came_from():
    t = table("Ana Ben", set="6-29")
    t.add("6", by="ana")
    added = t.entry
    t.add("9", by="ana")
    t.add("7", "8", by="ben")
    t.tag("ana.1", "6")
    assert later(t, added) == t.entry
    t.undo()
    t.undo(added)
    assert t.added == "#9 #7 #8"


def test_a_neutralized_card_and_what_followed():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    t.neutralize("investment")
    turned = t.entry
    t.restore("investment")
    assert later(t, turned) == t.entry


def test_what_a_house_let_pass_still_stands():
    t = table("Ana Ben", set="V1", **{"ana.1": "investment"})
    t.tag("ana.2", "tag")
    tagged = t.entry
    t.house = "we agreed"
    t.tag("ana.1:investment", "parasite")
    t.house = None
    t.undo(tagged)
    assert (t.faces("ana.1"), t.faces("ana.2")) == ("parasite", "blank")


@pytest.mark.rule("BWD-114")
def test_a_die_shows_a_face_that_it_has():
    t = table("Ana Ben", **{"ana.1": "[3] -2"})
    told = {"faces": {"ana.1": 1}, "shows": {"ana.1": "3"}}
    with refused("BWD-114", "ana.1 came up 3", "bwd dice"):
        t.act(lambda action: action.add("dice.rolled", **told))
    t.roll("ana.1=3")
    t.roll("ana.1=-2")
    corrected = t.entry
    t.resolve("ana.1")
    would_not_stand(t, corrected, "BWD-114")  # It would have been a 3.


def test_what_came_up_stays_what_it_was():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    tagged = t.entry
    t.roll("ana.1=investment", untold=True)
    assert later(t, tagged) == t.entry


def test_a_card_that_another_covers():
    t = table("Ana Ben")
    t.add("17")
    covered = t.entry
    t.add("41", over="17")
    assert later(t, covered) == t.entry


@pytest.mark.rule("BWD-110")
def test_who_tags_where_nobody_said_so_is_worked_out_again():
    t = table("Ana Ben", **{"ana.1": "[3] tag"})
    t.resolve("ana.1")
    t.next()
    turn = t.entry
    t.tag("ana.1", "erase", by="ana")
    t.tag("ben.1", "erase")
    assert later(t, turn) == t.entry  # It would have been Ana who tags.
    t.undo()
    t.undo(turn)


def test_a_tag_that_was_dotted():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    tagged = t.entry
    t.marks("ana.1:investment", "face.dotted", 1)
    assert later(t, tagged) == t.entry


def test_what_was_resolved_goes_alone_the_turn_that_it_began_stays():
    t = table("Ana Ben", **{"ana.1": "[3]", "ana.2": "[blank]", "ben.1": "[3]"})
    t.resolve("ana.1")
    gained = t.entry
    t.resolve("ana.2", tag="tag")
    t.undo(gained)
    assert (t.scores, t.where, t.pending) == ("Ana 3, Ben 3", "1 main ana", "ana.1")


def test_what_was_said_to_be_untold_may_go_untold():
    t = table("Ana Ben", **{"ana.1": "[3]", "ana.2": "[3]", "ben.1": "[3]"})
    t.resolve("ana.1")
    gained = t.entry
    t.next(untold=True)
    t.resolve("ben.1")
    t.undo(gained)
    assert (t.scores, t.where) == ("Ana 3, Ben 6", "1 main ben")


# What followed is worked out again


def would_not_stand(t, entry, rule):
    """Taking back `entry` is refused by a rule, and nothing is changed."""
    before = t.state
    with pytest.raises(Illegal) as refusal:
        t.undo(entry)
    assert refusal.value.rule == rule, refusal.value.message
    assert t.state == before


def test_a_loss_that_was_no_loss_takes_the_point_when_there_is_one():
    t = table("Ana Ben", **{"ana.1": "[-2]", "ana.2": "[-2]"})
    t.score("ana", -1)
    scored = t.entry
    t.resolve("ana.1")
    t.resolve("ana.2")
    assert (t.scores, t.faces("ana.2")) == ("Ana 0, Ben 3", "[blank]")
    would_not_stand(t, scored, "BWD-143")
    t.undo(scored, onwards=True)
    assert (t.scores, t.faces("ana.2")) == ("Ana 3, Ben 3", "[-2]")
    assert t.said == ["ana.2: draw the −2 again."]


def test_a_loss_that_was_one_erases_its_icon_when_there_is_nothing_to_lose():
    t = table("Ana Ben", points="ana=0", **{"ana.1": "[-2]"})
    t.score("ana", 2)
    scored = t.entry
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[-2]"
    would_not_stand(t, scored, "BWD-26")


def test_points_told_that_are_not_what_the_number_takes_any_more():
    t = table("Ana Ben", points="ana=5", **{"ana.1": "[-2]"})
    t.score("ana", -4)
    lost = t.entry
    t.resolve("ana.1", points="-1")  # All there was.
    would_not_stand(t, lost, "BWD-143")
    t.undo()
    t.resolve("ana.1", points="-2")
    t.undo(lost)
    assert t.scores == "Ana 3, Ben 3"


def test_an_icon_that_erased_itself_as_its_card_was_turned_over():
    t = table("Ana Ben", set="V1", **{"ana.1": "[investment]", "ben.1": "[investment]"})
    t.neutralize("investment")
    turned = t.entry
    t.resolve("ana.1")
    t.next()
    would_not_stand(t, turned, "BWD-142")
    t.restore("investment")
    t.resolve("ben.1", did="works")
    would_not_stand(t, t.entry - 1, "BWD-142")  # Without `restore`, Ben's erases itself.


def test_points_that_changed_something_once_others_did_not():
    t = table("Ana Ben", set="V2", points="ben=0", **{"ana.1": "[parasite]"})
    t.score("ben", 2)
    scored = t.entry
    t.resolve("ana.1", points="ben=-2")
    assert t.faces("ana.1") == "[parasite]"
    would_not_stand(t, scored, "BWD-26")


def test_a_tag_that_found_no_room_has_some_again():
    full = "tag tag tag tag tag tag"
    dice = {die: full for die in ("ana.2", "ben.1", "ben.2", "common")}
    t = table("Ana Ben", **dice, **{"ana.1": "[tag] tag tag tag tag"})
    t.tag("ana.1", "erase")
    tagged = t.entry
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank] tag tag tag tag erase"
    would_not_stand(t, tagged, "BWD-28")


@pytest.mark.rule("BWD-199", "BWD-200")
def test_the_window_rolls_the_common_die_and_takes_it():
    t = table("Ana Ben", common="[3]", **{"ana.1": "[the-window]"})
    t.claim("ana")
    claimed = t.entry
    t.resolve("ana.1", reroll="common=3")
    would_not_stand(t, claimed, "BWD-200")  # Not hers before, it would be now.
    t.undo()
    told = {"die": "ana.1", "seat": 0, "how": "", "face": "the-window", "told": []}
    with refused("BWD-199", "rolls the common die"):
        t.act(lambda action: action.add("die.resolved", **told))


def test_a_blank_face_that_no_card_was_left_for():
    t = table("Ana Ben", **{"ana.1": "[blank]"})
    for card in ("tag", "erase", "points", "the-window", "re-roll"):
        t.neutralize(card)
    turned = t.entry
    t.resolve("ana.1")
    would_not_stand(t, turned, "BWD-116")


def test_a_turn_begins_where_the_dice_say():
    known = {"20": {"name": "Early", "phases": ["first"]}}
    t = table("Ana Ben", cards="20", known=known, **{"ana.1": "[#20] 3"})
    t.roll("ana.1=3")
    rolled = t.entry
    t.next()
    assert t.where == "1 main ana"
    would_not_stand(t, rolled, "BWD-105")  # Early on top: First comes before.


@pytest.mark.rule("BWD-102")
def test_phases_begin_where_dice_are_told_of():
    t = table("Ana Ben", **{"ana.1": "3"})
    written = t.entry
    t.next()
    assert t.where == "1 roll"
    would_not_stand(t, written, "BWD-102")  # `next` would have ended the round.
    t = table("Ana Ben", **{"ana.1": "3"})
    written = t.entry
    t.roll("ben.1=blank")
    t.undo(written)
    assert t.where == "1 roll"


@pytest.mark.rule("BWD-102")
def test_a_round_without_dice_does_not_end_with_some():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "tag")
    tagged = t.entry
    t.undo()
    t.next()
    assert t.said[0].startswith("round 1 ends")
    with refused("BWD-102", "after its phases"):
        t.redo(tagged)


def test_a_round_that_nobody_won():
    t = table("Ana Ben", points="ana=13")
    t.score("ana", -1)
    lost = t.entry
    t.next()
    would_not_stand(t, lost, "BWD-38")


def test_another_turn_is_granted_by_what_was_resolved():
    t = table("Ana Ben", set="V2", **{"ana.1": "[time-warp] parasite"})
    t.roll("ana.1=time-warp")
    t.resolve("ana.1", did="another turn")
    resolved = t.entry
    t.roll("ana.1=parasite")
    t.again("ana", by="ana.1")
    would_not_stand(t, resolved, "A-BW-23")  # What ana.1 shows now is a Parasite.


def test_another_turn_is_not_granted_by_an_icon_whose_card_does_not_work():
    t = table("Ana Ben", set="V2", **{"ana.1": "[time-warp]", "ana.2": "[3]"})
    t.neutralize("time-warp")
    t.next()
    t.restore("time-warp")
    restored = t.entry
    t.again("ana", by="ana.1")
    would_not_stand(t, restored, "BWD-142")
    t.undo()
    t.resolve("ana.1", did="another turn")
    t.again("ana", by="ana.1")
    would_not_stand(t, restored, "BWD-142")


def test_a_check_that_found_no_winner_finds_one():
    t = table("Ana Ben", points="ana=13", **{"ana.1": "[tag]"})
    t.score("ana", -1)
    lost = t.entry
    for _ in range(3):
        t.next(untold=True)
    assert (t.where, t.state.status) == ("1 check", "live")
    would_not_stand(t, lost, "BWD-38")


def test_a_round_that_nobody_won_is_one_for_whatever_reason():
    t = table("Ana Ben")
    t.act(lambda act: [act.add("points.set", seat=seat, points=13) for seat in (0, 1)])
    tied = t.entry
    t.next()
    ended, before = t.log.events[-1], t.state
    assert "Ana and Ben are tied at 13, and a tie plays on" in t.said[-1]
    t.score("ana", -4)
    t.undo(tied)
    assert (t.scores, t.where) == ("Ana 0, Ben 3", "2 open")
    now = replace(before, scores=(3, 3), round=1)
    assert "nobody has 13 points" in GAME.describe(now, ended, t.state, t.catalogue)


def test_a_game_is_won_by_however_much():
    t = table("Ana Ben", points="ana=13")
    t.score("ben", 2)
    scored = t.entry
    t.next()
    assert "Ana has 13, and leads by 8" in t.said[-1]
    t.undo(scored)
    assert (t.state.status, t.state.winners) == ("finished", (0,))


# A house rule overrules what it overruled then, and nothing else


def test_a_house_rule_for_a_second_time_is_none_for_resolving_before_the_turn():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    first = t.entry
    t.house = "our double die"
    t.resolve("ana.1")
    t.house = None
    assert t.overruled == ["BWD-132"]
    t.undo(first)
    assert t.scores == "Ana 6, Ben 3"
    would_not_stand(t, first - 1, "BWD-102")  # The turn; without it, the dice are being rolled.


def test_a_house_rule_for_an_idle_card_is_none_for_another_phase():
    t = table("Ana Ben", set="V1", **{"ana.1": "[investment]", "ben.1": "[3]"})
    t.neutralize("investment")
    turned = t.entry
    t.next()
    t.house = "we ignore that"
    t.resolve("ana.1", points="+2")
    t.house = None
    t.undo(turned)
    assert (t.scores, t.faces("ana.1")) == ("Ana 5, Ben 3", "[investment]")


# What an older companion wrote


def test_an_old_entry_says_in_words_alone_what_was_told_and_is_taken_at_its_word():
    t = table("Ana Ben", points="ana=1", **{"ana.1": "[-2]"})
    t.score("ana", -1)
    scored = t.entry

    def as_it_was(action):
        action.add("phase.begun", phase="main", turn=0)
        action.add("die.resolved", die="ana.1", seat=0, how="", face="-2")
        action.add("face.erased", die="ana.1", face=0, by="itself", why="no effect")

    t.act(as_it_was)
    t.undo(scored)
    assert (t.scores, t.faces("ana.1")) == ("Ana 1, Ben 3", "[blank]")


# What is put right by hand


def test_what_is_drawn_otherwise_is_said_die_by_die():
    t = table("Ana Ben", set="V1", **{"ben.1": "tag• tag•", "ana.2": "the-window"})
    t.tag("ana.1", "points")
    t.undo()
    assert t.said == ["ana.1: wipe the 3 and the −2."]
    t.erase("ben.1#1")
    t.undo()
    assert t.said == ["ben.1: draw the Tag with 1 dot again."]
    t.replace("ana.2:the-window", "investment")
    t.undo()
    assert t.said == ["ana.2: wipe the Investment; draw The Window again."]
    t.dot("ben.1#2")
    t.undo()
    assert t.said == ["ben.1: the Tag has 1 dot."]
    t.redo()
    assert t.said == ["ben.1: the Tag has 2 dots."]
    t.score("ana", 1)
    t.undo()
    assert t.said == []


@pytest.mark.rule("BWD-83")
def test_a_round_that_was_begun_by_the_way_has_a_licence_of_its_own():
    """Ana rolls with three tags to go: that begins the round, an entry of its own."""
    t = table("Ana Ben", set="V1")
    t.score("ana", 1)
    scored = t.entry
    t.tag("ana.1", "tag")
    t.house = "one tag each"
    t.roll("ana.1=tag")
    t.house = None
    begun, rolled = t.log.events[-2:]
    assert (begun.kind, begun.house.rules) == ("phase.begun", ("BWD-83", "BWD-97"))
    assert (rolled.kind, rolled.house.rules) == ("dice.rolled", ())
    t.undo(scored)
    assert t.scores == "Ana 3, Ben 3"
