"""The table as JSON (contract); in words it is shown in the scenes beside this."""

import pytest

from companion.games.blank.game import GAME
from tests.games.blank.tables import Evening, table

RULES = ["If a 6 is played, then everybody sings", "Nobody may say no"]


@pytest.fixture
def e(companion):
    return Evening(companion)


def test_the_contract_at_the_beginning_and_after_the_end_without_a_box(e):
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
    e("blank win ben")
    after = e.table()
    assert (after["status"], after["winners"], after["turn"]) == ("finished", ["Ben"], None)
    assert [player["cards"] for player in after["players"]] == [7, 7]  # as far as known


def test_the_contract_with_a_box_and_with_two(e):
    e.box()
    e.printed(*RULES)
    e("blank card customise 3-hexagon Sing --title Toll --inked")
    e("start blank Ana Ben Cho --rules 2,1 --top 3-circle")
    played = e("blank play toll --json").json
    assert (played["entry"], played["did"][1]) == (2, "Effect of 3-hexagon “Toll”: Sing")
    assert played["top"] == {
        "number": 3,
        "suit": "hexagon",
        "title": "Toll",
        "effect": "Sing",
        "copy": "blank-friday-box",
    }
    e("undo")
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
    e("finish --abandon")
    assert e.table()["todo"] == []
    e("blank box new Cellar --mark #")
    e("blank mix friday cellar")
    e("start blank Ana Ben --rules none")
    after = e.table()
    assert after["copy"] == "blank-friday-box"
    assert after["copies"] == ["blank-friday-box", "blank-cellar"]
    assert (after["rule_pile"], after["draw_pile"]) == (28, 2 * 72 - 14 - 1)


def test_where_a_play_stands_and_what_it_began_with():
    t = table("Ana Ben Cho", top="3-circle=Fox", rules=RULES, boxes=2)
    assert GAME.where(t.state) == "Ana's turn ↻"
    assert GAME.begins(t.state) == (
        "with Box 1 ★ and Box 2 ☆; rules 1 and 2; 3-circle “Fox” turned up"
    )
    assert GAME.begins(table("Ana Ben", top=None).state) == ""
    t.turn_up("5-circle=Fox")
    assert t.said == ["5-circle “Fox” lies on top"]
    t.reverse()
    assert GAME.where(t.state) == "Ana's turn ↺"
