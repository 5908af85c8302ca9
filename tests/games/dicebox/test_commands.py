"""The verbs over the whole program: what is typed, what is shown, the picture of the board."""

import xml.etree.ElementTree as ET

import pytest

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def game(companion):
    companion.must("start dicebox Ana Ben --colors ana=red,yellow ben=blue,white")
    companion.must("dicebox seed 3")
    return companion


def grid(companion):
    rows = companion.must("table --json").json["grid"]
    return {
        f"{column}{row}": f"{die['color']} {die['value']}"
        for row, dice in enumerate(rows, start=1)
        for column, die in zip("abcde", dice, strict=True)
        if die is not None
    }


@pytest.mark.parametrize("die", ["red:4", "RED:4", "red4", "r4", "R:4", "re=4"])
def test_a_die_is_typed_in_full_or_in_short(game, die):
    game.must(f"dicebox place ana {die} D3")
    assert grid(game) == {"c3": "seed 3", "d3": "red 4"}


@pytest.mark.parametrize("words", ["r4 d3", "d3 r4", "ana d3 r4", "ana r4,d3", "b4 d3", "d3 b4"])
def test_die_and_square_stand_in_any_order(game, words):
    game.must(f"dicebox place {words}")
    assert grid(game)["d3"].endswith(" 4")


def test_a_square_that_could_be_a_die_is_one_where_the_other_is_none(game):
    game.must("dicebox place r4 d3")
    game.must("dicebox place ben e3 b5")
    assert grid(game)["e3"] == "blue 5"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("b4 f3", "“f3” is no square"),
        ("f3 b4", "“f3” is no square"),
        ("ben b4 f3", "“f3” is no square"),
        ("b4 cc2", "“cc2” is no square"),
        ("b4 d", "“d” is no square"),
        ("ana b4 2c", "“2c” is no square"),
        ("ana b4", "Which die does Ana place, and on which square?"),
        ("ana c2", "Which die does Ana place, and on which square?"),
        ("ana", "Which die does Ana place, and on which square?"),
        ("red d3", "“red” is no die with its number"),
        ("d3 x", "“x” is no die with its number"),
        ("d3 ben", "“ben” is no die with its number"),
        ("d3 f4", "“f” is no colour"),
        ("r4 r5", "“r5” is no square"),
        ("b9 d3", "“9” is nothing that a die shows"),
        ("ana 4 d3", "Which colour is the 4 that Ana places?"),
        ("d3 4", "Which colour is the 4 that Ana places?"),
    ],
)
def test_what_is_wrong_with_a_placement_is_named(game, words, told):
    refused = game(f"dicebox place {words}")
    assert refused.code == 2
    assert told in refused.err


def test_who_is_not_there_places_nothing(game):
    refused = game("dicebox place zoe b4")
    assert refused.code == 1
    assert "No player here is called “zoe”" in refused.err


def test_without_a_name_it_is_whoever_has_the_turn(game):
    game.must("dicebox place r4 d3")
    game.must("dicebox place b5 e3")
    players = game.must("table --json").json["players"]
    assert [len(player["dice"]) for player in players] == [11, 11]


def test_several_players_roll_in_one_entry(game):
    told = game.must("dicebox roll ana r4 r2 ben b6 w1 --json").json
    assert len(told["did"]) == 2
    known = [
        [die for die in player["dice"] if die["value"] is not None] for player in told["players"]
    ]
    assert [len(dice) for dice in known] == [2, 2]


def test_the_companion_rolls_for_all_the_same_under_the_same_seed(game):
    rolled = game.must("dicebox roll --virtual --json").json["players"]
    assert all(die["value"] in range(1, 7) for player in rolled for die in player["dice"])
    game.must("start dicebox Ana Ben")
    game.must("dicebox seed 3")
    again = game.must("dicebox roll --virtual --json").json["players"]
    assert [player["dice"] for player in rolled] == [player["dice"] for player in again]


def test_players_called_like_dice_and_colours_are_players(companion):
    companion.must("start dicebox R4 Red --colors r4=red red=blue")
    companion.must("dicebox seed 3")
    companion.must("dicebox roll R4 r4 r2 Red b2")
    companion.must("dicebox place R4 r4 d3")
    assert grid(companion) == {"c3": "seed 3", "d3": "red 4"}
    assert companion.must("dicebox legal red --json").json["player"] == "Red"


# What is shown


def test_legal_tells_every_die_its_squares_and_whether_one_must_be_placed(game):
    game.must("dicebox roll ana r4 r1 r1 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    told = game.must("dicebox legal --json").json
    assert told["must_place"] is True
    assert told["legal"] == [
        {"color": "red", "value": 1, "squares": []},
        {"color": "red", "value": 4, "squares": ["c2", "b3", "d3", "c4"]},
        *({"color": color, "value": 1, "squares": []} for color in ("yellow", "blue", "white")),
    ]
    assert told["open"] == {"c2": [2, 4], "b3": [2, 4], "d3": [2, 4], "c4": [2, 4]}
    assert game.must("dicebox legal ben --json").json["must_place"] is None


def test_legal_shows_on_the_board_what_fits(game):
    game.must("dicebox roll ana r4 r1 r1 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    shown = game.must("dicebox legal").out
    assert "│ c2 4  │" in shown
    assert shown.count(" 4  │") == 4
    assert "Ana's turn: 4 (red) on c2, b3, d3 or c4. Such as" in shown
    others = game.must("dicebox legal ben").out
    assert "│c2 2/4 │" in others  # Nobody told what Ben has.
    assert "It is Ana's turn." in others


def test_who_can_place_nothing_is_told_so(game):
    game.must("dicebox roll ana r1 r1 r1 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    assert game.must("dicebox legal --json").json["must_place"] is False
    assert "Ana can place nothing and rolls all dice" in game.must("dicebox legal").out
    assert "Ana can place nothing and rolls all dice" in game.must("table --json").json["todo"][1]
    game.must("finish --winner ana")
    assert game.must("dicebox legal --json").json["must_place"] is None
    assert "The game is over." in game.must("dicebox legal").out


def test_squares_that_none_of_one_s_numbers_fits_are_shown_as_empty(game):
    game.must("dicebox roll ana r6 r1 r1 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    shown = game.must("dicebox legal").out
    assert "│  c2   │" in shown
    assert "/" not in shown.partition("→")[0].replace("home · ", "")


def test_before_the_seed_nothing_is_legal(companion):
    companion.must("start dicebox Ana Ben")
    assert "The Seed comes first" in companion.must("dicebox legal").out


# The picture


def texts(svg):
    return ["".join(element.itertext()) for element in svg.iter(f"{SVG}text")]


def test_the_board_is_a_picture_that_reads_without_colour(game, tmp_path):
    for line in ("place r2 c2", "place b4 d3", "place y1 c1", "place w5 e3", "place b6 e2"):
        game.must(f"dicebox {line}")
    file = tmp_path / "board.svg"
    game.must(f"dicebox board -o {file}")
    svg = ET.fromstring(file.read_bytes())
    dice = [title.text for title in svg.iter(f"{SVG}title")][1:]
    assert sorted(dice) == ["blue 4", "blue 6", "red 2", "seed 3", "white 5", "yellow 1"]
    told = texts(svg)
    assert {"a", "e", "1", "5", "R", "B", "S", "a1", "red 2", "blue 10"} <= set(told)
    assert "d2" not in told  # 2 and 6 lie beside it: crossed out.
    assert len(list(svg.iter(f"{SVG}path"))) == 1
    pips = sum(int(die.split()[1]) for die in dice)
    assert len(list(svg.iter(f"{SVG}circle"))) == pips


def test_names_are_written_into_the_picture_as_they_are(companion, tmp_path):
    companion.must("start dicebox", "<Ana> & 'Co'", "Ben\u0301", "--colors", "<=red", "b=blue")
    companion.must("dicebox seed 3")
    ran = companion.must("dicebox board -o -")
    svg = ET.fromstring(ran.out)
    assert any("<Ana> & 'Co'" in text for text in texts(svg))


def test_a_picture_is_written_for_programs_as_well(game, tmp_path):
    file = tmp_path / "board.svg"
    told = game.must(f"dicebox board -o {file} --json").json
    assert told["file"] == str(file)
    assert told["grid"][2][2] == {"color": "seed", "value": 3}
    assert file.exists()


def test_a_picture_that_cannot_be_written_is_told(game, tmp_path):
    ran = game(f"dicebox board -o {tmp_path}/nowhere/board.svg")
    assert ran.code == 3
    assert "cannot be written" in ran.err
