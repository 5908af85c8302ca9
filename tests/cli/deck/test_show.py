"""`deck list`, `deck show`, `deck history`: the boxes of every game, and what is in them."""

import re

from companion import games
from companion.core.inventory import Component
from companion.table.boxes.inventory import runs

ALIKE = [game_id for game_id in games.OWN if game_id not in ("blank", games.SHEET)]
"""The games of which all boxes are alike as they come; a box of BLANK is told of by its players."""


def items(companion, copy):
    return {item["id"]: item for item in companion.must(f"deck show {copy} --json").json["items"]}


def test_every_game_has_a_box_without_anybody_telling_it(companion):
    boxes = companion("deck list --json").json["copies"]
    assert [(box["copy"], box["name"]) for box in boxes] == [
        (game_id, games.game(game_id).title) for game_id in ALIKE
    ]
    found = {box["copy"]: (box["cards"], box["pieces"]) for box in boxes}
    assert (found["bwd"], found["boolean"], found["dicebox"]) == ((54, 23), (0, 10), (0, 26))


def test_boxes_of_blank_are_those_that_were_told_of(friday):
    friday.must("blank box new Cellar --mark ♥")
    told = friday("deck list").out
    assert re.search(r"▸ +Friday box ★ +BLANK, Ana's, 38 rule cards, 72 game cards", told)
    assert re.search(r"^ +Cellar ♥ +BLANK, 38 rule cards", told, re.MULTILINE)


def test_a_box_of_blank_tells_every_card_as_it_is_played_with(friday):
    friday.must("blank rule edit 15 --effect dance --by Ben")  # proposed: not what is played with
    cards = items(friday, "friday")
    assert len(cards) == 110
    assert cards["r1"]["status"] == "printed"
    assert (cards["r15"]["says"], cards["r15"]["revision"], cards["r15"]["by"]) == (
        "If a 2 is played, then clap",
        1,
        "Ben",
    )
    assert (cards["r16"]["status"], cards["r16"]["expected"]) == ("proposed", False)
    assert (cards["r17"]["out"], cards["r17"]["expected"]) == ("too loud", False)
    assert (cards["r18"]["status"], cards["r18"]["expected"]) == ("plain", False)
    assert (cards["4-hexagon.1"]["name"], cards["4-hexagon.1"]["says"]) == ("Song", "sing")
    assert cards["4-hexagon.2"]["says"] is None


def test_the_newest_state_of_every_revision_is_told(friday):
    friday.must("blank rule edit 15 --effect dance --by Ben")
    friday.must("blank rule approve 15")
    card = items(friday, "friday")["r15"]
    assert (card["says"], card["revision"]) == ("If a 2 is played, then dance.", 2)


def test_a_rule_beyond_the_38_of_a_house_is_in_the_box_too(friday):
    for number in range(30):
        friday("blank rule add", f"If {number} bells ring, then sing", "--house", "more paper")
    cards = items(friday, "friday")
    assert "r39" in cards
    assert [card for card in cards if card.startswith("r")] == [
        f"r{number}" for number in range(1, len(cards) - 71)
    ]


def test_what_the_group_read_on_its_cards_is_told(companion):
    companion.must('bwd card set 17 --name Medkit --ward "erase it"')
    companion.must("bwd card set investment --number 31")
    cards = items(companion, "bwd")
    assert (cards["17"]["name"], cards["17"]["says"]) == ("Medkit", "Ward: erase it")
    assert cards["31"]["name"] == "Investment"
    assert cards["tag"]["says"]
    assert cards["18"]["says"] is None
    assert len([card for card in cards.values() if card["kind"] == "card"]) == 54


def test_a_revision_of_a_card_is_never_given_twice(companion):
    """It stands on a label: what is undone and told again is another one."""
    companion.must("bwd card set 17 --name Medkit")
    first = items(companion, "bwd")["17"]["revision"]
    companion.must("bwd card undo")
    assert items(companion, "bwd")["17"]["revision"] == 0
    companion.must("bwd card set 17 --name Zoom")
    assert items(companion, "bwd")["17"]["revision"] > first


def test_the_ten_boolean_dice_are_drawn_as_nets(companion):
    told = companion("deck show boolean").out
    assert told.count("┌───┐") == 10
    assert "│ B │ W │ W │ B │" in told  # the corner
    net = items(companion, "boolean")["2w-adjacent"]["net"]
    assert net == ["white", "black", "white", "black", "black", "black"]


def test_a_box_is_named_by_name_mark_id_or_its_game(friday):
    for copy, names in {
        "blank-friday-box": (
            *("friday", "'Friday box'", "★", "'friday box ★'", "blank-friday-box"),
            *("blank", "FRI"),
        ),
        "bwd": ("bwd",),
        "dicebox": ("dice",),
        "lwd": ("'a little'",),
    }.items():
        for name in names:
            assert friday.must(f"deck show {name} --json").json["copy"] == copy


def test_the_game_alone_names_the_box_in_use(friday):
    friday.must("blank box new Cellar --mark ♥")
    assert friday("deck show blank --json").json["copy"] == "blank-friday-box"
    friday.must("blank box use cellar")
    assert friday("deck show blank --json").json["copy"] == "blank-cellar"


def test_a_damaged_box_is_told_as_damaged_where_it_is_named(friday, home):
    file = home / "groups" / "home" / "copies" / "blank-friday-box.json"
    file.write_text("{")
    assert friday("deck list").code == 0
    ran = friday("deck show friday-box")
    assert ran.code == 3
    assert "is damaged" in ran.err


def test_the_history_of_a_box_is_its_log(friday):
    told = friday("deck history friday").out
    assert "rule 15, by Ben: If a 2 is played, then clap" in told
    assert "rule 17 retired: too loud" in told


def test_boxes_are_mixed_as_under_blank(friday):
    friday.must("blank box new Cellar --mark ♥")
    assert "are mixed" in friday("deck mix friday cellar").out


def test_a_box_fits_the_width(friday, monkeypatch):
    for width in (40, 50, 80, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        for copy in ("friday", *ALIKE):
            lines = friday.must(f"deck show {copy}").out.splitlines()
            assert max(map(len, lines)) <= width, (copy, width)


def test_of_cards_of_which_nobody_told_the_number_that_is_said_with_what_was_read(companion):
    companion.must("bwd card set medkit --ward 'No losses.'")
    companion.must("bwd card set time-warp --number 30 --text 'Again.'")
    told = " ".join(companion.must("deck show bwd").out.split())
    assert "The number of 17 icon cards is unknown: Investment, " in told
    assert "`companion bwd card set investment --number N` enters it." in told
    assert "Medkit (number unknown): Ward: No losses." in told
    assert "Card 30 Time Warp: Again." in told
    assert "only the name is known" not in told
    assert "Teleport (number" not in told, "the rulebook tells what it says, and nobody here did"


def test_titles_that_go_on_by_one_are_a_run():
    numbers = (1, 2, 4, 5, 6, 8)
    items = [Component(f"r{number}", f"Rule {number}", "Rules") for number in numbers]
    assert runs(items) == ["Rule 1 and 2", "4 to 6", "8"]
