"""What may be typed next in Blank White Dice: only what the rules allow, what matters most first.

t = table("Ana Ben", **{"ana.1": "[3]"})
offered(t, roll="ben.1=blank …")
"""

from companion.table.plays.menu import offers
from tests.games.bwd.tables import Table, table

CORE = "tag erase re-roll points the-window"


def words(t: Table, line: str = "") -> list[str]:
    """What is offered behind a line, in order."""
    return [offer.word for offer in offers(t.game, t.state, t.catalogue, line.split())]


def offered(t: Table, lines: dict[str, str]) -> None:
    """Behind each line stands all that is offered; `…` at an end stands for more."""
    for line, expected in lines.items():
        found = words(t, line)
        wanted = expected.split()
        if wanted[-1:] == ["…"]:
            wanted.pop()
            found = found[: len(wanted)]
        elif wanted[:1] == ["…"]:
            wanted.pop(0)
            found = found[-len(wanted) :]
        assert found == wanted, line


def about(t: Table, line: str, word: str) -> str:
    """What is said of one of the words offered behind a line."""
    found = offers(t.game, t.state, t.catalogue, line.split())
    return next(offer.about for offer in found if offer.word == word)


def round_one(set_: str = "V1", *, begun: bool = True, **faces: str) -> Table:
    """Everybody has rolled; dice that are not named show a blank face."""
    t = table("Ana Ben", set=set_, **faces)
    shown = {die for die, text in faces.items() if "[" in text}
    t.roll(*(f"{die.id}=blank" for die in t.state.dice[:4] if die.id not in shown))
    if begun:
        t.next()
    return t


# Verbs


def test_the_verbs_of_the_moment_come_first():
    t = table("Ana Ben", set="V1")
    offered(t, {"": "tag roll …"})
    offered(table("Ana Ben", set="V1", common="3"), {"": "tag roll …"})
    t.write("ana.1", "3", "tag")
    t.roll("ana.1=3", "ana.2=blank", "ben.1=blank")
    offered(t, {"": "roll resolve …", "roll": "ben.2=blank …"})
    t.roll("ben.2=blank")
    offered(t, {"": "resolve …"})
    t.resolve("ana.1")
    offered(t, {"": "resolve tag …"})
    assert {"dot", "dash"} <= set(words(t))
    # In a turn of which nothing is known, what came up comes first.
    t = table("Ana Ben", points="ana=13", **{"ben.1": "[3]"})
    t.next()
    offered(t, {"": "roll …"})
    t.roll("ana.1=blank")
    offered(t, {"": "resolve …"})
    # A check that finds a winner is followed by no roll.
    t.score("ana", -1)
    for _ in range(2):
        t.next(untold=True)
    assert (t.state.phase, "roll" in words(t)) == ("check", True)
    t.score("ana", 1)
    assert "roll" not in words(t)


def test_what_means_nothing_now_is_not_offered():
    """No dice to resolve, nothing to wipe, nothing face-down, no disc, nothing to deal."""
    t = table("Ana Ben")
    nothing = {"resolve", "erase", "replace", "dot", "restore", "unmark", "deal", "again"}
    assert nothing.isdisjoint(words(t))
    assert {"tag", "write", "roll", "neutralize", "mark", "card", "dice"} <= set(words(t))
    t = table("Ana Ben", **{"ana.1": "[3]"})
    nonsense = (
        "juggle",
        "tag zoe.9",
        "steal zoe",
        "resolve zoe",
        "tag --house",
        "tag --play bwd-7",
    )
    lines = (*nonsense, "resolve ana.1 --points x --points", "resolve ana.1 --did")
    offered(t, dict.fromkeys(lines, ""))
    t.act(lambda action: action.add("play.finished", winners=[0], why="table"))
    offered(t, {"": "dice card", "tag": "", "mark": ""})


# Setup


def test_cards_are_added_before_anything_is_tagged():
    t = table("Ana Ben", set="6-29")
    offered(t, {"": "add deal …"})
    t.deal()
    offered(t, {"": "add roll …"})
    assert {"fill", "tag"}.isdisjoint(words(t))
    dealt = [card.removeprefix("#") for hand in t.state.hands for card in hand]
    offered(t, {"add": " ".join(dealt)})
    assert about(t, "add", dealt[0]) == "dealt to Ana"
    t = table("Ana Ben", set="6-29")
    t.add("10", "13", by="ana")
    assert "16" in words(t, "add")
    offered(t, {"add 16 --by": "ben", "roll": "… --skip"})
    assert "16" not in words(t, "add --by ana")
    t.roll("ana.1=blank", untold=True)
    assert "40" in words(t, "add"), "during play, any card may come in"
    offered(t, {"add 40 --by": "ben ana"})


def test_those_with_tags_to_go_are_offered_and_then_the_common_die():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "tag")
    offered(t, {"roll": "… --skip", "roll --skip": "ana.1=tag ana.1=blank …"})
    offered(t, {"roll tag": "--skip blank", "roll ana.1=tag": "--skip …"})
    for _ in range(3):
        t.tag("ana.1", "tag")
    offered(t, {"tag": "ben.1 ben.2"})
    for _ in range(4):
        t.tag("ben.1", "tag")
    offered(t, {"tag": "common"})
    t.tag("common", "tag")
    t.tag("common", "erase")
    offered(t, {"": "roll …", "roll": "common=tag common=erase common=blank …"})
    t.roll("ana.1=tag")
    assert "--skip" not in words(t, "roll")


def test_dice_are_tagged_where_there_is_room_with_active_cards():
    full = "3 3 3 3 3 3"
    t = table("Ana Ben", **{"ana.1": full, "ana.2": "[blank] tag", "common": full})
    offered(t, {"tag": "ana.2 ana.2:active ben.1 ben.2"})
    assert about(t, "tag", "ana.2") == "Tag and five blank faces"
    t = table("Ana Ben", set="V1")
    assert about(t, "tag ana.1", "tag").startswith("Choose any die and any active card")
    t.neutralize("points")
    basic = "investment junk-food multitag split-strategy wheels-in-wheels"
    offered(t, {"tag ana.1": f"tag erase re-roll the-window {basic}"})
    assert "points" in words(t, "tag --house agreed ana.1")
    t = table(
        "Ana Ben", **{f"{who}.{die}": full for who in ("ana", "ben") for die in (1, 2)}, common=full
    )
    assert words(t, "tag") == []
    assert words(t, "tag --house agreed") == ["ana.1", "ana.2", "ben.1", "ben.2", "common"]
    known = {"17": {"name": "Lucky Sock"}, "18": {"name": "Sprint"}}
    t = table("Ana Ben", known=known)
    offered(t, {"tag ana.1": f"{CORE} …"})
    # One word each: a name with a blank in it goes by its number.
    assert {"investment", "17", "sprint"} <= set(words(t, "tag ana.1"))
    assert about(t, "tag ana.1", "17") == "Lucky Sock"
    known = {"35": {"name": "Master", "prerequisite": ["erase"]}}
    t = table("Ana Ben", known=known, cards="35", **{"ana.1": "erase", "ben.1": "3"})
    assert [("master" in words(t, f"tag {die}")) for die in ("ana.1", "ben.1")] == [True, False]


def test_single_icons_may_go_elsewhere():
    t = table("Ana Ben", **{"ana.1": "[blank] 3 3 3 3 3"})
    offered(t, {"tag ana.1 points --put": "3=ana.1 3=ana.1:active 3=ana.2 …"})
    offered(t, {"tag ana.1 points --put 3=ana.2 --put": "-2=ana.1 …"})
    t.write("ana.1", "3")  # With room for both, both go there.
    offered(t, {"tag ana.1 points --put": "3=ana.1 -2=ana.1"})
    assert "--put" not in words(t, "tag ana.1 points tag")


# Dice and faces


def test_what_came_up_is_offered_die_by_die_in_turn_order():
    t = table("Ana Ben", first="ben", set="V1", **{"ana.1": "investment 3 3", "ben.2": "tag"})
    offered(t, {"roll": "ben.1=blank ben.2=tag ben.2=blank ana.1=investment …"})
    offered(t, {"roll ben.1=blank ben.2=tag": "ana.1=investment ana.1=3 ana.1=blank …"})
    assert about(t, "roll", "ana.1=3") == "2 of 6"
    assert "ben.1" not in words(t, "roll ben.1=blank")
    offered(t, {"roll": "… --virtual"})
    t = table("Ana Ben", **{"ana.1": "tag• tag 3"})
    found = [word for word in words(t, "roll") if word.startswith("ana.1")]
    assert found == ["ana.1=#1", "ana.1=#2", "ana.1=3", "ana.1=blank"]
    assert about(t, "roll", "ana.1=#1") == "Tag · • · 1 of 6"
    offered(t, {"erase": "ana.1#1 ana.1#2 ana.1:3"})


def test_behind_faces_alone_come_those_of_the_next_die():
    t = table("Ana Ben", set="V1", **{"ana.1": "3 tag", "ana.2": "-2", "ben.1": "erase"})
    t.next(untold=True)
    assert about(t, "roll", "tag") == "ana.1, then ana.2 · 1 of 6"
    lines = {
        "roll": "… common=blank 3 tag blank --virtual",
        "roll tag": "-2 blank",
        "roll tag blank": "erase blank",
        "roll tag -2 erase": "blank",
        "roll tag -2 erase blank": "",
        "roll ben": "erase blank",
        "roll ana.1=3": "ana.2=-2 …",
    }
    offered(t, lines)


def test_what_is_wiped_is_named_by_what_is_drawn():
    t = round_one(**{"ana.1": "[3] investment", "ben.1": "[tag] tag"})
    offered(t, {"erase": "ben.1:active ben.1#2 ana.1:3 ana.1:investment"})
    assert about(t, "erase", "ben.1:active") == "Tag · on top"
    offered(t, {"dot ana.1:investment": "2 3", "replace ana.1:3": "tag erase re-roll …"})
    t = table("Ana Ben", **{"ana.1": "3 3"})
    offered(t, {"erase": "ana.1:3"})


def test_the_common_die_is_claimed_by_whoever_has_it_not():
    t = table("Ana Ben Cho", holder="ben", common="tag")
    offered(t, {"claim": "ana cho", "claim ana": "common …"})
    offered(t, {"swap common": "ana.1 ana.2 cho.1 cho.2"})


def test_points_are_stolen_and_paid_from_what_is_there():
    t = table("Ana Ben Cho", points="ben=2 cho=0")
    offered(t, {"steal ana": "ben", "steal ana ben": "1 2", "pay": "ana ben"})
    assert about(t, "steal ana", "ben") == "has 2"


# Turns


def test_a_die_is_resolved_by_what_it_shows():
    for shown, options in (
        ("blank", "--tag"),
        ("3", "ana.2 --points --fizzle --did"),
        ("tag", "--tag --points --fizzle --did"),
        ("erase", "--erase --points --fizzle --did"),
        ("re-roll", "--reroll --points --fizzle --did"),
        ("the-window", "--reroll --virtual --points --fizzle --did"),
        ("investment", "--tag --erase --reroll --points --dot --dash --nothing --fizzle --did"),
    ):
        t = round_one(begun=False, **{"ana.1": f"[{shown}]", "ben.1": "[tag]"})
        offered(t, {"resolve ana.1": options})


def test_what_was_done_is_offered_in_its_turn():
    t = round_one(**{"ana.1": "[tag]", "ana.2": "[re-roll]", "ben.1": "[3] -2"})
    offered(t, {"resolve": "ana.1 ana.2", "resolve ana.1 --tag": f"{CORE} …"})
    offered(t, {"resolve ana.1 --tag points": "--on --put --points --did"})
    offered(t, {"resolve ana.1 --tag points --on": "ana.2 ben.1 ben.2 common"})
    offered(t, {"resolve ana.1 --nothing": ""})
    assert about(t, "resolve", "ana.2") == "shows Re-roll"
    assert {"ben.1=3", "ben.1=-2", "ben.1"} <= set(words(t, "resolve ana.2 --reroll"))
    assert "--virtual" in words(t, "resolve ana.2 --reroll ben.1")
    assert "--virtual" not in words(t, "resolve ana.2 --reroll ben.1=3")
    t.resolve("ana.1", tag="tag", on="ben.2")
    offered(t, {"resolve": "ana.2", "resolve --house agreed": "ana.2 ana.1 ben.1 ben.2"})


def test_a_card_that_does_not_work_did_nothing_that_there_are_words_for():
    t = round_one(**{"ana.1": "[re-roll]", "ana.2": "[3]"})
    offered(t, {"resolve ana.1": "… --did"})
    t.neutralize("re-roll")
    t.neutralize("points")
    # A number scores anyway.
    offered(t, {"resolve ana.1": "ana.2 --nothing", "resolve ana.2": "… --did"})
    t.restore("re-roll")
    offered(t, {"resolve ana.2 ana.1": "… --did"})


def test_behind_a_die_come_others_of_the_turn_and_marks_for_icons_that_may_draw_them():
    t = round_one(**{"ana.1": "[3]", "ana.2": "[multitag]", "ben.1": "[3]"})
    offered(t, {"resolve ana.1": "ana.2 …"})
    assert {"--dot", "--dash"} <= set(words(t, "resolve ana.1 ana.2"))
    assert "--dot" not in words(t, "resolve ana.1")
    rest = "--tag --erase --reroll --points --dash --did"
    offered(t, {"resolve ana.1 ana.2 --dot": rest})
    # Of two numbers nobody could tell which one did something.
    t = round_one(**{"ana.1": "[3]", "ana.2": "[3]"})
    offered(t, {"resolve ana.1": "… --did", "resolve ana.1 ana.2": ""})


def test_another_turn_is_offered_by_the_icon_that_grants_it_and_over_whose_dice():
    dice = {"ana.1": "[time-warp]", "ana.2": "[parasite]", "ben.1": "[3]"}
    t = table("Ana Ben", set="V2", holder="ana", common="[3]", **dice)
    t.next()
    offered(t, {"again": "ana ben", "again ana": "--by", "again ana --by": "ana.1 ana.2"})
    offered(t, {"again ben": "--by --skip"})
    assert about(t, "again ben", "--skip") == "the skipped dice were resolved"
    t.resolve("ana.1", did="another turn")
    t.again("ana", by="ana.1")
    offered(t, {"again ana --by": "ana.2"})


def test_what_a_card_copies_is_offered():
    dice = {"ana.1": "[#17]", "ana.2": "[tag]", "ben.1": "[3]", "ben.2": "[blank]"}
    t = table("Ana Ben", cards="17", known={"17": {"copies": True}}, **dice)
    t.next()
    offered(t, {"resolve ana.1": "--copies …", "resolve ana.1 --copies": "ana.2 ben.1"})
    assert "--copies" not in words(t, "resolve ana.2")
    assert "--tag" in words(t, "resolve ana.1 --copies ana.2")


# Cards


def test_cards_are_turned_over_and_back_and_marked():
    t = table("Ana Ben", set="V1")
    assert "investment" in words(t, "neutralize")
    assert "restore" not in words(t)
    t.neutralize("investment")
    offered(t, {"restore": "investment"})
    assert "investment" not in words(t, "neutralize")
    assert "points:-2" in words(t, "mark ana")
    assert not any(word.startswith("ana.1") for word in words(t, "mark ana")), "blank faces"
    t.mark("ana", "score")
    assert "score" not in words(t, "mark ana")
    offered(t, {"unmark": "ana"})


def test_a_card_that_was_read_late_is_laid_on_what_it_overwrites():
    t = table("Ana Ben", cards="17 zoom")
    assert "17" not in words(t, "add")
    t.describe("17", overwrites="erase")
    assert "17" in words(t, "add")
    assert "erase" in words(t, "add 17 --over")
    t.add("17")
    assert "17" not in words(t, "add")


def test_what_was_read_on_a_card_is_offered_to_be_taken_back():
    t = table("Ana Ben")
    offered(t, {"card": "set show list log"})
    t.describe("17", name="Medkit")
    offered(t, {"card": "set show list undo log", "card set medkit": "--phase --name …"})
    assert not any(word.startswith("--") for word in words(t, "card set")), "a card comes first"
    offered(t, {"card set medkit --phase": "first main last"})
