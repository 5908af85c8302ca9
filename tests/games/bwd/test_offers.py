"""What may be typed next in Blank White Dice: only what the rules allow, what matters most first.

t = table("Ana Ben", **{"ana.1": "[3]"})
assert words(t, "roll") == "ben.1=blank …"
"""

import pytest

from companion.table.plays.menu import offers
from tests.games.bwd.tables import Table, table

CORE = "tag erase re-roll points the-window"


def words(t: Table, line: str = "", most: int = 99) -> str:
    """What is offered behind a line, in order; only so many words of it."""
    found = list(offers(t.game, t.state, t.catalogue, line.split()))
    return " ".join(offer.word for offer in found[:most])


def about(t: Table, line: str, word: str) -> str:
    """What is told about one of the words offered behind a line."""
    found = offers(t.game, t.state, t.catalogue, line.split())
    return next(offer.about for offer in found if offer.word == word)


# Verbs


def test_the_verbs_of_the_moment_come_first():
    t = table("Ana Ben", set="V1")
    assert words(t, most=2) == "tag roll"
    t.write("ana.1", "3", "tag")
    t.roll("ana.1=3", "ana.2=blank", "ben.1=blank")
    assert words(t, most=2) == "roll resolve"
    t.roll("ben.2=blank")
    assert words(t, most=1) == "resolve"
    t.resolve("ana.1")
    assert words(t, most=2) == "resolve tag"


def test_cards_are_added_before_anything_is_tagged():
    t = table("Ana Ben", set="6-29")
    assert words(t, most=2) == "add deal"
    t.deal()
    assert words(t, most=2) == "add roll"
    assert {"fill", "tag"}.isdisjoint(words(t).split())


def test_whose_card_it_is_may_come_behind_the_card():
    t = table("Ana Ben", set="6-29")
    t.add("10", "13", by="ana")
    assert "16" in words(t, "add").split()
    assert words(t, "add 16 --by") == "ben"
    assert "16" not in words(t, "add --by ana").split()


def test_what_means_nothing_now_is_not_offered():
    """No dice to resolve, nothing to wipe, nothing face-down, no disc, nothing to deal."""
    offered = set(words(table("Ana Ben")).split())
    assert offered.isdisjoint({"resolve", "erase", "dot", "restore", "unmark", "deal", "again"})
    assert {"tag", "write", "roll", "neutralize", "mark", "card", "dice"} <= offered


def test_after_the_end_one_can_only_look():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.act(lambda action: action.add("play.finished", winners=[0], why="table"))
    assert words(t) == "dice card"
    assert words(t, "tag") == words(t, "mark") == ""


# Dice and faces


def test_what_came_up_is_told_die_by_die_in_turn_order():
    t = table("Ana Ben", first="ben", set="V1", **{"ana.1": "investment 3 3", "ben.2": "tag"})
    assert words(t, "roll", 4) == "ben.1=blank ben.2=tag ben.2=blank ana.1=investment"
    assert about(t, "roll", "ana.1=3") == "2 of 6"
    assert words(t, "roll ben.1=blank ben.2=tag", 3) == "ana.1=investment ana.1=3 ana.1=blank"
    assert "ben.1" not in words(t, "roll ben.1=blank")
    assert words(t, "roll").split()[-1] == "--virtual"


def test_faces_with_the_same_icon_that_differ_go_by_their_number():
    t = table("Ana Ben", **{"ana.1": "tag• tag 3"})
    offered = words(t, "roll").split()
    assert [word for word in offered if word.startswith("ana.1")] == [
        *("ana.1=#1", "ana.1=#2", "ana.1=3", "ana.1=blank")
    ]
    assert about(t, "roll", "ana.1=#1") == "Tag · • · 1 of 6"
    assert words(t, "erase") == "ana.1#1 ana.1#2 ana.1:3"


def test_the_common_die_is_rolled_once_everybody_has_tagged_it():
    t = table("Ana Ben", set="V1")
    for _ in range(4):
        t.tag("ana.1", "tag")
        t.tag("ben.1", "tag")
    assert words(t, "tag", 1) == "common"
    t.tag("common", "tag")
    t.tag("common", "erase")
    assert words(t, most=1) == "roll"
    assert words(t, "roll", 3) == "common=tag common=erase common=blank"


def test_dice_are_tagged_where_there_is_room():
    full = "3 3 3 3 3 3"
    t = table("Ana Ben", **{"ana.1": full, "ana.2": "[blank] tag", "common": full})
    assert words(t, "tag") == "ana.2 ana.2:active ben.1 ben.2"
    assert about(t, "tag", "ana.2") == "Tag and five blank faces"


def test_in_setup_those_with_tags_to_go_are_offered_and_then_the_common_die():
    t = table("Ana Ben", set="V1")
    for _ in range(4):
        t.tag("ana.1", "tag")
    assert words(t, "tag") == "ben.1 ben.2"
    for _ in range(4):
        t.tag("ben.1", "tag")
    assert words(t, "tag") == "common"


def test_a_round_begins_untold_with_cards_to_go_too():
    t = table("Ana Ben", set="30-54")
    t.add("investment", by="ana")
    assert words(t, "roll").split()[-1] == "--untold"


def test_a_round_with_tags_to_go_begins_untold():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "tag")
    assert words(t, "roll").split()[-1] == "--untold"
    assert words(t, "roll --untold").split()[:2] == ["ana.1=tag", "ana.1=blank"]
    assert words(t, "roll tag") == "blank --untold"
    assert words(t, "roll ana.1=tag", 1) == "--untold"
    t.roll("ana.1=tag", untold=True)
    assert "--untold" not in words(t, "roll")


def test_a_card_that_was_read_late_is_laid_on_what_it_overwrites():
    t = table("Ana Ben", cards="17 zoom")
    assert "17" not in words(t, "add").split()
    t.describe("17", overwrites="erase")
    assert "17" in words(t, "add").split()
    assert "erase" in words(t, "add 17 --over").split()
    t.add("17")
    assert "17" not in words(t, "add").split()


def test_only_active_cards_are_tagged():
    t = table("Ana Ben", set="V1", cards="")
    t.neutralize("points")
    assert words(t, "tag ana.1") == (
        "tag erase re-roll the-window investment junk-food multitag split-strategy wheels-in-wheels"
    )
    assert about(t, "tag ana.1", "tag").startswith("Choose any die and any active card")


def test_where_nobody_told_the_tableau_any_card_may_be_in_it():
    t = table("Ana Ben", known={"17": {"name": "Lucky Sock"}, "18": {"name": "Sprint"}})
    offered = words(t, "tag ana.1").split()
    assert offered[:5] == CORE.split()
    # One word each: a name with a blank in it goes by its number.
    assert {"investment", "17", "sprint"} <= set(offered)
    assert about(t, "tag ana.1", "17") == "Lucky Sock"


def test_an_icon_that_replaces_another_is_offered_where_that_is():
    t = table(
        "Ana Ben",
        known={"35": {"name": "Master", "prerequisite": ["erase"]}},
        cards="35",
        **{"ana.1": "erase", "ben.1": "3"},
    )
    assert "master" in words(t, "tag ana.1").split()
    assert "master" not in words(t, "tag ben.1").split()


def test_single_icons_may_go_elsewhere():
    t = table("Ana Ben", **{"ana.1": "[blank] 3 3 3 3 3"})
    assert words(t, "tag ana.1 points --put", 3) == "3=ana.1 3=ana.1:active 3=ana.2"
    assert words(t, "tag ana.1 points --put 3=ana.2 --put", 1) == "-2=ana.1"
    t.write("ana.1", "3")  # With room for both, both go there.
    assert words(t, "tag ana.1 points --put") == "3=ana.1 -2=ana.1"
    assert "--put" not in words(t, "tag ana.1 points tag").split()


def test_what_is_wiped_is_named_by_what_is_drawn():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3] investment", "ben.1": "[tag] tag"})
    t.roll("ana.2=blank", "ben.2=blank")
    t.next()
    assert words(t, "erase") == "ben.1:active ben.1#2 ana.1:3 ana.1:investment"
    assert about(t, "erase", "ben.1:active") == "Tag · on top"
    assert words(t, "dot ana.1:investment") == "2 3"
    assert words(t, "replace ana.1:3", 3) == "tag erase re-roll"


def test_the_common_die_is_claimed_by_whoever_has_it_not():
    t = table("Ana Ben Cho", holder="ben", **{"common": "tag"})
    assert words(t, "claim") == "ana cho"
    assert words(t, "claim ana", 1) == "common"
    assert words(t, "swap common") == "ana.1 ana.2 cho.1 cho.2"


# Turns


def test_dice_are_resolved_by_whoever_has_the_turn():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "[tag]", "ben.1": "[tag]"})
    t.roll("ben.2=blank")
    t.next()
    assert words(t, "resolve") == "ana.1 ana.2"
    assert about(t, "resolve", "ana.2") == "shows Tag"
    t.resolve("ana.1")
    assert words(t, "resolve") == "ana.2"


def test_a_card_that_does_not_work_did_nothing_that_there_are_words_for():
    t = table("Ana Ben", set="V1", **{"ana.1": "[re-roll]", "ana.2": "[3]"})
    t.roll("ben.1=blank", "ben.2=blank")
    t.next()
    assert words(t, "resolve ana.1").split()[-1] == "--did"
    t.neutralize("re-roll")
    t.neutralize("points")
    assert words(t, "resolve ana.1") == "ana.2 --nothing"
    assert words(t, "resolve ana.2").split()[-1] == "--did", "a number scores all the same"
    t.restore("re-roll")
    assert words(t, "resolve ana.2 ana.1").split()[-1] == "--did"


def test_of_two_numbers_nobody_could_tell_which_one_did_something():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "[3]"})
    t.roll("ben.1=blank", "ben.2=blank")
    t.next()
    assert words(t, "resolve ana.1").split()[-1] == "--did"
    assert words(t, "resolve ana.1 ana.2") == ""


@pytest.mark.parametrize(
    ("shown", "options"),
    [
        ("blank", "--tag"),
        ("3", "ana.2 --points --fizzle --did"),
        ("tag", "--tag --points --fizzle --did"),
        ("erase", "--erase --points --fizzle --did"),
        ("re-roll", "--reroll --points --fizzle --did"),
        ("the-window", "--reroll --virtual --points --fizzle --did"),
        ("investment", "--tag --erase --reroll --points --dot --dash --nothing --fizzle --did"),
    ],
)
def test_a_die_is_resolved_by_what_it_shows(shown, options):
    t = table("Ana Ben", set="V1", **{"ana.1": f"[{shown}]", "ben.1": "tag"})
    t.roll("ana.2=blank", "ben.1=tag", "ben.2=blank")
    assert words(t, "resolve ana.1") == options


def test_what_was_done_is_offered_in_its_turn():
    t = table("Ana Ben", set="V1", **{"ana.1": "[tag]", "ana.2": "[re-roll]", "ben.1": "3 -2"})
    t.roll("ben.1=3", "ben.2=blank")
    t.next()
    assert words(t, "resolve ana.1 --tag", 5) == CORE
    assert words(t, "resolve ana.1 --tag points") == "--on --put --points --did"
    assert words(t, "resolve ana.1 --tag points --on") == "ana.2 ben.1 ben.2 common"
    assert words(t, "resolve ana.1 --nothing") == ""
    rolls = words(t, "resolve ana.2 --reroll").split()
    assert {"ben.1=3", "ben.1=-2", "ben.1=blank", "ben.1"} <= set(rolls)
    assert "--virtual" in words(t, "resolve ana.2 --reroll ben.1").split()
    assert "--virtual" not in words(t, "resolve ana.2 --reroll ben.1=3").split()


def test_points_are_stolen_and_paid_from_what_is_there():
    t = table("Ana Ben Cho", points="ben=2 cho=0")
    assert words(t, "steal ana") == "ben"
    assert about(t, "steal ana", "ben") == "has 2"
    assert words(t, "steal ana ben") == "1 2"
    assert words(t, "pay") == "ana ben"


# Cards


def test_cards_are_added_from_what_was_dealt():
    t = table("Ana Ben", set="6-29")
    t.deal()
    dealt = [card.removeprefix("#") for hand in t.state.hands for card in hand]
    assert words(t, "add") == " ".join(dealt)
    assert about(t, "add", dealt[0]) == "dealt to Ana"


def test_cards_are_turned_over_and_back_and_marked():
    t = table("Ana Ben", set="V1")
    assert "investment" in words(t, "neutralize").split()
    assert "restore" not in words(t).split()
    t.neutralize("investment")
    assert words(t, "restore") == "investment"
    assert "investment" not in words(t, "neutralize").split()
    assert "points:-2" in words(t, "mark ana").split()
    t.mark("ana", "score")
    assert "score" not in words(t, "mark ana").split()
    assert words(t, "unmark") == "ana"


def test_what_was_told_of_a_card_is_offered_to_be_taken_back():
    t = table("Ana Ben")
    assert words(t, "card") == "set show list log"
    t.describe("17", name="Medkit")
    assert words(t, "card") == "set show list undo log"
    assert "--" not in words(t, "card set"), "a card is named first"
    assert words(t, "card set medkit", 2) == "--phase --name"
    assert words(t, "card set medkit --phase") == "first main last"


# Lines


def test_a_house_rule_lets_more_through():
    t = table("Ana Ben", set="V1")
    t.neutralize("points")
    assert "points" not in words(t, "tag ana.1").split()
    assert "points" in words(t, "tag --house agreed ana.1").split()


def test_nothing_is_offered_behind_what_nobody_understands():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    for line in (
        *("juggle", "tag zoe.9", "steal zoe", "resolve zoe", "resolve ana.1 --points x --points"),
        *("tag --house", "tag --play bwd-7", "resolve ana.1 --did"),
    ):
        assert words(t, line) == "", line


def test_another_turn_is_offered_by_the_icon_that_grants_it_and_over_whose_dice():
    dice = {"ana.1": "[time-warp]", "ana.2": "[parasite]", "ben.1": "[3]"}
    t = table("Ana Ben", set="V2", holder="ana", common="[3]", **dice)
    t.next()
    assert words(t, "again") == "ana ben"
    assert words(t, "again ana") == "--by"
    assert words(t, "again ana --by") == "ana.1 ana.2"
    assert words(t, "again ben") == "--by --untold"
    assert about(t, "again ben", "--untold") == "dice passed over were resolved"
    t.resolve("ana.1", did="another turn")
    t.again("ana", by="ana.1")
    assert words(t, "again ana --by") == "ana.2"


# Several dice in a line


def test_behind_faces_alone_come_those_of_the_next_die():
    t = table("Ana Ben", set="V1", **{"ana.1": "3 tag", "ana.2": "-2", "ben.1": "erase"})
    t.next(untold=True)
    assert words(t, "roll").endswith("common=blank 3 tag blank --virtual")
    assert about(t, "roll", "tag") == "ana.1, then ana.2 · 1 of 6"
    assert words(t, "roll tag") == "-2 blank"
    assert words(t, "roll tag blank") == "erase blank"
    assert words(t, "roll tag -2 erase") == "blank"
    assert words(t, "roll tag -2 erase blank") == ""
    assert words(t, "roll ben") == "erase blank"
    assert words(t, "roll ana.1=3").split()[0] == "ana.2=-2"


def test_behind_a_die_come_others_of_the_turn_and_marks_for_icons_that_may_draw_them():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ana.2": "[multitag]", "ben.1": "[3]"})
    t.roll("ben.2=blank")
    t.next()
    assert words(t, "resolve") == "ana.1 ana.2"
    assert words(t, "resolve ana.1", 1) == "ana.2"
    assert "--dot --dash" in words(t, "resolve ana.1 ana.2")
    assert "--dot" not in words(t, "resolve ana.1")
    assert words(t, "resolve ana.1 ana.2 --dot") == "--tag --erase --reroll --points --dash --did"


def test_dot_and_dash_stand_alone_once_an_icon_was_resolved():
    t = table("Ana Ben", set="V1", **{"ana.1": "[3]", "ben.1": "[3]"})
    t.resolve("ana.1")
    assert {"dot", "dash"} <= set(words(t).split())
