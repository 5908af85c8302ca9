"""The verbs over the whole program: how dice are typed, documents, the picture of the board."""

import shlex
import xml.etree.ElementTree as ET

import pytest

from companion.testing.program import Desks, typed_at
from companion.testing.store import TemporaryStore

SVG = "{http://www.w3.org/2000/svg}"
BEGINNING = (
    *("start dicebox Ana Ben --colors ana=red,yellow ben=blue,white", "dicebox seed 3"),
    "dicebox roll ana r4 r1 r1 y1 y1 y1 b4 b1 b1 w1 w1 w1",
)


class Program:
    """The program over a store in memory: what a line answers, as a document."""

    def __init__(self, *lines):
        self._desks = Desks(TemporaryStore())
        for line in lines:
            self(line)

    def __call__(self, line):
        return typed_at(self._desks, shlex.split(line)).document

    def grid(self):
        """What lies on which square."""
        return {
            f"{column}{row}": f"{die['color']} {die['value']}"
            for row, dice in enumerate(self("table")["grid"], start=1)
            for column, die in zip("abcde", dice, strict=True)
            if die is not None
        }


def test_die_and_square_are_typed_in_full_or_in_short_in_any_order():
    play = Program(*BEGINNING)
    for words in (
        *(f"ana {die} D3" for die in ("red:4", "RED:4", "red4", "r4", "R:4", "re=4")),
        *("r4 d3", "d3 r4", "ana d3 r4", "ana r4,d3"),
    ):
        play(f"dicebox place {words}")
        assert play.grid() == {"c3": "seed 3", "d3": "red 4"}
        play("undo")
    for words in ("b4 d3", "d3 b4"):  # What may be a square is a die where the other is one.
        play(f"dicebox place {words}")
        assert play.grid()["d3"] == "blue 4"
        play("undo")
    play("dicebox place r4 d3")
    play("dicebox place ben e3 b5")
    assert play.grid()["e3"] == "blue 5"
    assert [len(player["dice"]) for player in play("table")["players"]] == [11, 11]


def test_several_players_roll_in_one_entry_and_the_companion_rolls_alike():
    play = Program(*BEGINNING[:2])
    document = play("dicebox roll ana r4 r2 ben b6 w1")
    assert len(document["did"]) == 2
    for player in document["players"]:
        assert sum(die["value"] is not None for die in player["dice"]) == 2
    rolled, again = (Program(*BEGINNING[:2])("dicebox roll --virtual")["players"] for _ in range(2))
    assert all(die["value"] in range(1, 7) for player in rolled for die in player["dice"])
    assert rolled == again
    play = Program("start dicebox Ana Ben", "dicebox seed 3", "dicebox place r4 d3")
    assert [player["score"] for player in play("table")["players"]] == [None, None]


def test_players_named_like_dice_and_colours_are_players():
    play = Program("start dicebox R4 Red --colors r4=red red=blue", "dicebox seed 3")
    play("dicebox roll R4 r4 r2 Red b2")
    play("dicebox place R4 r4 d3")
    assert play.grid() == {"c3": "seed 3", "d3": "red 4"}
    assert play("dicebox legal red")["player"] == "Red"


def test_legal_lists_every_die_its_squares_and_whether_one_must_be_placed():
    play = Program(*BEGINNING)
    document = play("dicebox legal")
    assert document["must_place"] is True
    squares = ["c2", "b3", "d3", "c4"]
    assert document["legal"] == [
        {"color": "red", "value": 1, "squares": []},
        {"color": "red", "value": 4, "squares": squares},
        {"color": "yellow", "value": 1, "squares": []},
        {"color": "blue", "value": 1, "squares": []},
        {"color": "blue", "value": 4, "squares": squares},
        {"color": "white", "value": 1, "squares": []},
    ]
    assert document["open"] == {square: [2, 4] for square in squares}
    assert play("dicebox legal ben")["must_place"] is None
    play("undo")
    play("dicebox roll ana r1 r1 r1 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    assert play("dicebox legal")["must_place"] is False
    play("finish --winner ana")
    assert play("dicebox legal")["must_place"] is None


# The picture


def texts(svg):
    return ["".join(element.itertext()) for element in svg.iter(f"{SVG}text")]


@pytest.fixture
def game(companion):
    for line in BEGINNING[:2]:
        companion.must(line)
    return companion


def test_the_board_is_a_picture_that_reads_without_colour(game, tmp_path):
    for line in ("place r2 c2", "place b4 d3", "place y1 c1", "place w5 e3", "place b6 e2"):
        game.must(f"dicebox {line}")
    file = tmp_path / "board.svg"
    document = game.must(f"dicebox board -o {file} --json").json
    assert (document["file"], document["grid"][2][2]) == (str(file), {"color": "seed", "value": 3})
    svg = ET.fromstring(file.read_bytes())
    dice = [title.text for title in svg.iter(f"{SVG}title")][1:]
    assert sorted(dice) == ["blue 4", "blue 6", "red 2", "seed 3", "white 5", "yellow 1"]
    told = texts(svg)
    assert {"a", "e", "1", "5", "R", "B", "S", "a1", "red 2", "blue 10"} <= set(told)
    assert "d2" not in told  # 2 and 6 lie beside it: crossed out.
    assert len(list(svg.iter(f"{SVG}path"))) == 1
    pips = sum(int(die.split()[1]) for die in dice)
    assert len(list(svg.iter(f"{SVG}circle"))) == pips
    ran = game(f"dicebox board -o {tmp_path}/nowhere/board.svg")
    assert (ran.code, "cannot be written" in ran.err) == (3, True)


def test_names_are_written_into_the_picture_as_they_are(companion):
    companion.must("start dicebox", "<Ana> & 'Co'", "Ben\u0301", "--colors", "<=red", "b=blue")
    companion.must("dicebox seed 3")
    svg = ET.fromstring(companion.must("dicebox board -o -").out)
    assert any("<Ana> & 'Co'" in text for text in texts(svg))
