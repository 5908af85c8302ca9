"""What may be typed next at a table of BLANK: only what the rules allow, what matters most first.

t = table("Ana Ben", top="3-circle")
assert words(t, "turn") == "ben"
"""

from companion.core.log import Log
from companion.games.blank.cards import Face, make_wording
from companion.games.blank.game import GAME
from companion.games.blank.open_rules import BoxRule, rule_record
from companion.reference.data import reader
from companion.table.plays.menu import offers
from tests.games.blank.box import box, change, customise, deck, rule, write
from tests.games.blank.tables import Table, table


def offered(t: Table, line: str, boxes: tuple[Log, ...]):
    def box(box_id=None):
        number = int((box_id or "blank-1").removeprefix("blank-"))
        return boxes[number - 1].standing() if number <= len(boxes) else ()

    return offers(GAME, t.state, GAME.reference(reader("blank"), box), line.split())


def words(t: Table, line: str = "", *boxes: Log, most: int = 99) -> str:
    """What is offered behind a line, in order; only so many words of it."""
    return " ".join([offer.word for offer in offered(t, line, boxes)][:most])


def about(t: Table, line: str, word: str, *boxes: Log) -> str:
    """What is told about one of the words offered behind a line."""
    return next(offer.about for offer in offered(t, line, boxes) if offer.word == word)


def friday() -> Log:
    """A box with two rules and a card that says something, and one rule that waits."""
    log = rule(box(), "If a 6 is played, then everybody sings", printed=True)
    log = rule(log, "If a red card is played, then draw a card", printed=True)
    log = change(
        customise(log, text="Draw two cards.", title="Toll", by="Ben"),
        "4-hexagon.1",
        "approve",
        None,
    )
    return rule(log, "Nobody may say no", by="Cho")


# Verbs


def test_the_verbs_of_the_moment_come_first():
    t = table("Ana Ben", top=None)
    assert words(t, most=4) == "open top play draw"
    t.turn_up("3-circle")
    t.play("ana", "3-hexagon")
    assert words(t, most=3) == "play draw penalty"
    t.hand("ben", 0)
    assert words(t, most=1) == "win"
    # What means nothing now is not offered.
    offered = words(table("Ana Ben")).split()
    assert not {"swap-rule", "reshuffle", "rule", "card"} & set(offered)
    # Once the pile is out it is shuffled first.
    t = table("Ana Ben")
    t.play("ana", "3-hexagon")
    t.draws("ana", t.state.draw_pile)
    assert words(t, most=2) == "reshuffle play"
    assert "draw" not in words(t).split()
    assert "penalty" not in words(t).split()


def test_after_a_win_the_prize_comes_first():
    t = table("Ana Ben", boxes=1)
    t.win("ana")
    assert words(t, "", friday()) == "rule card idea box"
    assert words(t, "rule add", friday()) == "--prize"
    assert "--prize" not in words(t, "card customise", friday()).split()
    assert words(t, "card customise 4-circle", friday()) == "--prize"
    assert words(t, "play", friday()) == ""


# Cards


def test_cards_that_fit_come_by_number_and_then_by_suit():
    t = table("Ana Ben", top="3-circle")
    assert words(t, "play") == (
        "3-circle 3-hexagon 3-triangle 3-square 3-diamond 3-shield "
        "1-circle 2-circle 4-circle 5-circle 6-circle ana"
    )
    # What goes with a card, too, has its number or its suit.
    assert words(t, "play 3-shield") == "3-circle 3-hexagon 3-triangle 3-square 3-diamond"
    assert words(t, "play ana 4-circle 5-circle") == "3-circle 1-circle 2-circle 6-circle"
    # Cards that all lie there are not offered.
    t = table("Ana Ben", top="3-circle")
    t.play("ana", "3-circle")
    assert "3-circle" not in words(t, "play").split()
    # Somebody plays no more cards than are left.
    t = table("Ana Ben", top="3-circle")
    t.hand("ana", 2)
    assert words(t, "play 3-hexagon") != ""
    assert words(t, "play 3-hexagon 3-shield") == ""


def test_a_card_out_of_turn_or_that_does_not_fit_needs_an_option():
    t = table("Ana Ben", top="3-circle")
    assert words(t, "play ben 3-shield", most=2) == "--turn --penalty"
    assert words(t, "play ben 3-shield --penalty") == ""
    assert words(t, "play 4-hexagon") == "--penalty"
    assert "--penalty" not in words(t, "play 3-shield").split()
    assert "--turn" not in words(t, "play 3-shield").split()


def test_a_card_that_says_something_goes_by_its_title():
    t = table("Ana Ben", top="4-circle", boxes=1)
    offered = words(t, "play", friday()).split()
    assert offered.index("toll") == offered.index("4-hexagon") + 1
    assert about(t, "play", "toll", friday()) == "Draw two cards."
    assert about(t, "play", "4-hexagon", friday()) == "maybe Toll"
    # Without a top card any may come.
    t = table("Ana Ben", top=None)
    assert len(words(t, "top").split()) == 36
    assert words(t, "top 3-circle") == ""


def test_cards_are_drawn_given_counted_and_discarded():
    t = table("Ana Ben Cho")
    t.hand("ben", 1)
    assert words(t, "draw") == words(t, "hand") == "ana ben cho"
    assert words(t, "draw ben") == "1 2 3"
    assert words(t, "draw ben 2") == "--why"
    assert words(t, "give ben") == "ana cho"
    assert words(t, "give ana ben") == "2 3"
    assert words(t, "hand ben", most=3) == "0 2 3"
    assert about(t, "hand", "ben") == "has 1"
    # Ben cannot discard two: what follows are cards.
    assert words(t, "discard ben", most=2) == "1-hexagon 1-triangle"
    assert words(t, "discard ana", most=3) == "2 3 1-hexagon"


# Whose turn, Penalties, the end


def test_players_come_in_turn_order():
    t = table("Ana Ben Cho", first="ben")
    assert words(t, "skip") == "ben"
    assert words(t, "turn") == "cho ana"


def test_a_penalty_is_for_what_can_be_and_by_somebody_else():
    t = table("Ana Ben Cho")
    assert words(t, "penalty") == "ben cho ana"
    faults = "missed-rule no-match out-of-turn false-accusation mixed-cards"
    assert words(t, "penalty ben") == f"{faults} cho ana"
    # Ana, whose turn it is, did not play out of it.
    here = faults.replace("out-of-turn ", "")
    assert words(t, "penalty ana").startswith(f"{here} cannot-play")
    # Cards of one play are one Penalty.
    assert "no-match" not in words(t, "penalty ben mixed-cards").split()
    assert "mixed-cards" not in words(t, "penalty ben no-match --for").split()
    # One that is named by its beginning is not offered again.
    assert "missed-rule" not in words(t, "penalty ben missed").split()
    # It costs nothing unless somebody points it out.
    assert words(t, "penalty ben missed-rule", most=1) == "--by"
    assert words(t, "penalty ben missed-rule --by") == "cho ana"
    assert words(t, "penalty ben missed-rule --called-by") == "cho ana"
    assert words(t, "penalty ben cho missed-rule --by") == "ana"
    # A player named like a fault is a player.
    t = table("Ana no-match")
    assert "no-match" not in words(t, "penalty no-match").split()


def test_whoever_has_no_cards_left_is_the_first_to_win():
    t = table("Ana Ben Cho")
    t.hand("ana", 3)
    t.hand("cho", 0)
    assert words(t, "win") == "cho ben ana"
    assert words(t, "win cho") == words(t, "win ben") == ""
    assert words(t, "win ana") == "--empty"


# Rules


def test_rules_of_the_box_are_opened_while_there_is_room():
    t = table("Ana Ben", boxes=1)
    assert words(t, "open", friday()) == "1 2"
    assert about(t, "open", "1", friday()) == "If a 6 is played, then everybody sings"
    assert words(t, "open 1 2", friday()) == ""
    assert words(t, "open") == ""  # Without a box they come in words.
    assert "open" in words(t).split()


def test_once_three_lie_open_others_come_in_their_place():
    log = rule(friday(), "If a 1 is played, then hum", printed=True)
    t = table("Ana Ben", boxes=1)
    for number in (1, 2, 3):
        opened = rule_record(BoxRule("blank-1", deck(log), deck(log).cards[f"r{number}"]), False)
        t.add_fact("rule.opened", rule=opened)
    assert words(t, "open", log) == "--instead"
    # 15 was only proposed: until it is approved, it is not in the game.
    assert words(t, "open --instead 1 2", log) == "3"
    assert words(t, "swap-rule", log) == ""
    log = change(log, "r15", "approve", None)
    assert words(t, "swap-rule 1", log) == "15 --draw"
    assert words(t, "swap-rule", log) == "1 2 3"
    # Rules entered in words are swapped by their numbers.
    t = table("Ana Ben", rules=["If a 6 is played, then sing.", "Clap.", "Hum."])
    assert words(t, "swap-rule") == "1 2 3"
    assert words(t, "swap-rule 1") == ""
    assert about(t, "swap-rule", "2") == "Clap."
    assert "open" not in words(t).split()


def test_in_a_mix_rules_go_by_the_mark_of_their_box():
    t = table("Ana Ben", boxes=2)
    cellar = rule(box(name="Cellar", mark="☆"), "If a 1 is played, then clap", printed=True)
    assert words(t, "open", friday(), cellar) == "★1 ★2 ☆1"
    assert words(t, "rule show", friday(), cellar) == "★1 ★2 ★15 ☆1"


def test_cards_of_the_box_go_their_way():
    t, log = table("Ana Ben", boxes=1), friday()
    assert words(t, "rule", log) == "add list approve show edit history decline retire"
    assert words(t, "rule approve", log) == "15"
    assert words(t, "card", log) == "customise list ink show edit history retire"
    assert words(t, "card ink", log) == "4-hexagon.1"
    assert words(t, "card customise", log, most=2) == "1-hexagon 1-triangle"
    assert "4-hexagon" not in words(t, "card customise", log).split()
    # Nobody took a rule out, and none was reworded.
    assert words(t, "rule return", log) == words(t, "rule restore", log) == ""
    log = change(log, "r1", "retire", "")
    assert words(t, "rule return", log) == "1"


# Lines


def test_a_house_rule_lets_more_through():
    t = table("Ana Ben", rules=["Sing.", "Clap.", "Hum."], boxes=1)
    assert words(t, "open --house agreed", friday(), most=1) == "15"
    assert len(words(t, "play --house agreed").split()) == 36 + 1
    # Nothing is offered behind what nobody understands.
    t = table("Ana Ben")
    for line in (
        "juggle",
        "give zoe",
        "penalty zoe",
        "draw ana 2 --why",
        "swap-rule 9",
        "skip ana",
    ):
        assert words(t, line, friday()) == "", line


def test_in_a_mix_cards_of_one_title_are_offered_with_their_box():
    sing, five = make_wording(text="Sing."), Face(5, "hexagon")
    log = write(box(mark="Q"), lambda pen: pen.customise(five, None, sing, title="Toll", by="Cho"))
    cellar = change(log, "5-hexagon.1", "approve", None)
    t = table("Ana Ben", boxes=2)
    offered = words(t, "top", friday(), cellar).split()
    assert {"★toll", "Q:toll"} <= {*offered}
    assert "toll" not in offered
