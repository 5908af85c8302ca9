"""A play in words: the log's lines, what is to be done, the table drawn, and as JSON (contract)."""

import pytest

from companion.games.blank.game import GAME
from tests.games.blank.tables import Evening, table

THREE = "Ana Ben Cho"
RULES = ["If a 6 is played, then everybody sings", "Nobody may say no"]


@pytest.fixture
def e(companion):
    return Evening(companion)


# The log


@pytest.mark.parametrize(
    ("how", "line"),
    [
        (lambda t: t.play("ana", "3-hexagon"), "Ana plays 3-hexagon: 6 cards left"),
        (
            lambda t: t.play("ana", "3-hexagon", "3-shield=Toll:Pay"),
            "Ana plays 3-hexagon and 3-shield “Toll”, the last one on top: 5 cards left",
        ),
        (lambda t: t.draws("ben", 1), "Ben draws 1 card: 8 in hand"),
        (lambda t: t.draws("ben", 2, "rule 15"), "Ben draws 2 cards (rule 15): 9 in hand"),
        (lambda t: t.discards("ben", 2), "Ben discards 2 cards: 5 in hand"),
        (
            lambda t: t.discards("ben", top="5-circle"),
            "Ben discards 1 card, 5-circle on top: 6 in hand",
        ),
        (lambda t: t.give("ana", "cho", 2), "Ana gives 2 cards to Cho: 5 and 9 in hand"),
        (lambda t: t.hand("ben", 1), "Ben has 1 card in hand"),
        (lambda t: t.hand("ben", 0), "Ben has no cards in hand"),
        (lambda t: t.turn_up("5-circle=Fox"), "5-circle “Fox” lies on top"),
        (lambda t: t.give_turn("cho"), "it is Cho's turn, nothing told of Ana's and Ben's"),
        (lambda t: (t.play("ana", "3-hexagon"), t.give_turn("ana")), "it is Ana's turn again"),
        (lambda t: t.next(), "Ana's turn is over, nothing told of it"),
        (lambda t: t.reverse(), "play goes counter-clockwise now"),
        (
            lambda t: t.penalty("ben", "missed-rule", called_by="cho"),
            "Ben did not follow a rule or an effect, pointed out by Cho: Penalty, draws 1 card, "
            "8 in hand",
        ),
        (
            lambda t: t.draw(),
            "Ana has no card that fits: Penalty, draws 1 card, 8 in hand; the turn ends",
        ),
        (
            lambda t: t.open("If you win, then bow", 3),
            "rule 3 comes into play: If you win, then bow",
        ),
        (lambda t: (t.next(), t.bury("2")), "rule 2 goes to the bottom of the rule pile"),
        (lambda t: t.win("ana"), "Ana has won: no cards left"),
    ],
)
def test_every_entry_has_its_line(how, line):
    t = table(THREE, rules=RULES)
    how(t)
    assert t.said[0] == line


def test_the_way_back_round():
    t = table(THREE)
    t.reverse()
    t.reverse()
    assert t.said == ["play goes clockwise now"]


def test_a_reshuffle_and_a_draw_that_is_skipped_are_told():
    t = table(THREE)
    t.play("ana", "3-hexagon")
    t.draws("cho", 50)
    t.reshuffle()
    assert t.said == ["the discards but the top one are shuffled: 1 in the draw pile"]
    t.draws("cho", 1)
    t.draw()
    assert t.said[0].startswith("Ben has no card that fits: Penalty, draws no cards, 7 in hand")


@pytest.mark.parametrize(
    ("what", "line"),
    [
        (
            {"what": "rule", "card": "r15", "box": "Box 1", "text": "If you win, then bow."},
            "Ana writes rule 15 of Box 1 as the prize: If you win, then bow.",
        ),
        (
            {"what": "card", "card": "4-hexagon.1", "box": "Box 1", "text": "All players sing."},
            "Ana customises 4-hexagon.1 of Box 1 as the prize: All players sing.",
        ),
    ],
)
def test_the_prize_is_told(what, line):
    t = table(THREE, boxes=1)
    t.win("ana")
    t.tell("prize.taken", copy="blank-1", revision=1, play="blank-1", **what)
    assert t.said == [line]


def test_what_a_play_began_with():
    assert GAME.begins(table(THREE, top=None).state) == ""
    assert GAME.begins(table(THREE, top="3-circle=Fox").state) == "3-circle “Fox” turned up"
    assert GAME.begins(table(THREE, rules=RULES[:1]).state) == "rule 1; 3-circle turned up"
    assert GAME.begins(table(THREE, rules=RULES, boxes=2).state) == (
        "with Box 1 ★ and Box 2 ☆; rules 1 and 2; 3-circle turned up"
    )


def test_the_log_of_an_evening(e):
    e.box()
    e.printed(*RULES)
    e("start blank Ana Ben Cho --first cho --rules 1,2 --top 3-circle")
    e("blank play 3-hexagon 3-shield")
    e("blank play cho 3-square --house", "rule 2 lets anybody jump in")
    e("blank penalty ben --for missed-rule --called-by cho")
    e("blank win ana")
    texts = [entry["text"] for entry in e("log --json").json["entries"]]
    assert texts == [
        "BLANK begins: Ana, Ben, Cho; with Friday box ★; rules 1 and 2; 3-circle turned up",
        "Cho plays 3-hexagon and 3-shield, the last one on top: 5 cards left",
        "Cho plays 3-square: 4 cards left",
        "Ben did not follow a rule or an effect, pointed out by Cho: Penalty, draws 1 card, "
        "8 in hand",
        "Ana has won: no cards left",
    ]
    assert e("log --json").json["entries"][2]["overruled"] == ["BL-84"]


# What is to be done


def test_at_the_beginning_it_is_told_what_is_lacking():
    t = table(THREE, top=None, rules=RULES)
    assert GAME.todo(t.state, None) == [
        'Turn up one rule card and tell it: `companion blank open "If …, then …"`.',
        "Which game card lies on top? `companion blank top 3-circle`.",
        "Ana's turn: `companion blank play ana 4-hexagon`; no match: `companion blank draw`.",
        "Just who wins: `companion blank win ana`. A rule that was missed: "
        "`companion blank penalty ben missed --by ana`.",
    ]


def test_of_two_rule_cards_and_of_a_box_too():
    step = GAME.todo(table(THREE, rules=RULES[:1], boxes=1).state, None)[0]
    assert step == (
        "Turn up 2 rule cards and tell them in one go, by number or first words: "
        "`companion blank open RULE RULE`."
    )


def test_later_only_whose_turn_it_is():
    t = table(THREE, rules=RULES)
    t.play("ana", "3-hexagon")
    assert GAME.todo(t.state, None) == [
        "Ben's turn: a 3 or a hexagon; no match: `companion blank draw`."
    ]
    t.draws("cho", 50)
    assert GAME.todo(t.state, None)[0] == "The draw pile is out: `companion blank reshuffle`."


@pytest.mark.rule("BL-101")
def test_before_the_win_the_effects():
    t = table(THREE)
    t.hand("ana", 1)
    t.play("ana", "3-hexagon")
    assert GAME.todo(t.state, None) == [
        "Ana has no cards left. Once all effects are done: `companion blank win ana`."
    ]


def test_after_an_abandoned_game_nothing(e):
    e("start blank Ana Ben")
    e("finish --abandon")
    assert e.table()["todo"] == []


# The table


def test_the_table_as_it_is_drawn(e):
    e.box()
    e.printed(*RULES)
    e('blank card customise 3-hexagon "Everybody sings" --title Choir --inked')
    e("start blank Ana Ben Cho --rules 1,2 --top 3-circle")
    e("blank play ana choir")
    e("blank penalty cho --for false")
    lines = [line.rstrip() for line in e("table").out.splitlines()]
    assert lines == [
        "BLANK  home · blank-1 · Ben's turn ↻",
        "",
        "On top: 3-hexagon “Choir”: Everybody sings",
        "",
        "draw pile 49 · discards 2 · rule pile 12",
        "",
        "   Player  Cards  Penalties",
        "   Ana         6",
        "▸  Ben         7             on turn",
        "   Cho         8          1",
        "",
        "Rule",
        "   1  If a 6 is played, then everybody sings",
        "   2  Nobody may say no",
        "",
        "→ Ben's turn: a 3 or a hexagon; no match: `companion blank draw`.",
    ]


def test_the_table_after_the_end(e):
    e("start blank Ana Ben --rules none")
    assert "On top: not told" in e("table").out
    assert "rule pile" not in e("table").out
    e("blank win ben")
    drawn = e("table").out
    assert "Ben has won: no cards left." in drawn
    assert "has won" in next(line for line in drawn.splitlines() if "Ben  " in line)
    assert "on turn" not in drawn


def test_a_new_rule_is_marked(e):
    e.box()
    play = e.won()
    e("blank rule add", RULES[0], "--prize", "--approved", "--play", play)
    drawn = e("start blank Ana Ben").out
    assert "  15  If a 6 is played, then everybody sings (new)" in drawn


def test_the_line_after_each_entry():
    t = table(THREE)
    assert GAME.status_line(t.state) == "Ana 7 · Ben 7 · Cho 7, on top 3-circle — Ana's turn ↻"
    t.play("ana", "3-hexagon=Toll:Pay")
    t.reverse()
    assert (
        GAME.status_line(t.state) == "Ana 6 · Ben 7 · Cho 7, on top 3-hexagon “Toll” — Cho's turn ↺"
    )
    t = table("Ana Ben", top=None)
    t.win("ben")
    assert GAME.status_line(t.state) == "finished"
    t = table("Ana Ben")
    t.hand("ben", 0)
    t.win("ben")
    assert GAME.status_line(t.state) == "Ben 0, on top 3-circle — finished"


# As JSON


def test_the_contract_at_the_beginning_without_a_box(e):
    e("start blank Ana Ben")
    after = e.table()
    assert (after["game"], after["status"], after["turn"]) == ("blank", "live", "Ana")
    assert (after["copy"], after["copies"]) == (None, [])
    assert (after["rules_in_play"], after["rule_pile"], after["top"]) == ([], None, None)
    assert after["penalties"] == {"Ana": 0, "Ben": 0}
    assert after["players"] == [
        {"name": "Ana", "seat": 1, "score": None, "cards": 7, "told": False},
        {"name": "Ben", "seat": 2, "score": None, "cards": 7, "told": False},
    ]
    assert (after["first_player"], after["phase"], after["prize"]) == (None, None, None)


def test_the_contract_with_a_box(e):
    e.box()
    e.printed(*RULES)
    e("start blank Ana Ben Cho --rules 2,1 --top 3-circle")
    e("blank play ana 4-circle 5-circle")
    e("blank penalty ana cho --for false")
    e("blank reverse")
    after = e.table()
    assert after["copy"] == "blank-friday-box"
    assert [(rule["id"], rule["text"]) for rule in after["rules_in_play"]] == [
        ("2", RULES[1]),
        ("1", RULES[0]),
    ]
    assert after["rule_pile"] == 12
    assert (after["top"]["number"], after["top"]["suit"]) == (5, "circle")
    assert (after["top"]["title"], after["top"]["effect"]) == (None, None)
    assert after["penalties"] == {"Ana": 1, "Ben": 0, "Cho": 1}
    assert [player["cards"] for player in after["players"]] == [6, 7, 8]
    assert [player["told"] for player in after["players"]] == [True, False, True]
    assert (after["draw_pile"], after["discard_pile"]) == (48, 3)
    assert (after["turn"], after["direction"]) == ("Cho", "counter-clockwise")


def test_the_contract_with_two_boxes(e):
    e.box()
    e("blank copy new Cellar --mark #")
    e("blank mix friday cellar")
    e("start blank Ana Ben --rules none")
    after = e.table()
    assert after["copy"] == "blank-friday-box"
    assert after["copies"] == ["blank-friday-box", "blank-cellar"]
    assert (after["rule_pile"], after["draw_pile"]) == (28, 2 * 72 - 14 - 1)


def test_the_contract_after_the_end(e):
    e("start blank Ana Ben")
    e("blank win ben")
    after = e.table()
    assert (after["status"], after["winners"], after["turn"]) == ("finished", ["Ben"], None)
    assert [player["cards"] for player in after["players"]] == [7, 7]  # as far as told


def test_an_entry_answers_with_the_whole_table(e):
    e("start blank Ana Ben --top 3-circle")
    told = e("blank play 3-hexagon --json").json
    assert (told["entry"], told["did"]) == (2, ["Ana plays 3-hexagon: 6 cards left"])
    assert told["top"]["suit"] == "hexagon"


def test_places():
    t = table(THREE)
    assert GAME.where(t.state) == "Ana's turn ↻"
    t.reverse()
    assert GAME.where(t.state) == "Ana's turn ↺"
