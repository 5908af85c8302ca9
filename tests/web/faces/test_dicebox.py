"""The board on a phone: only dice that fit, on squares where they fit; rolls, drafts, colours."""

import re
from html import unescape

from companion.web.page import Seen
from companion.web.views import face_of
from tests.web.room import WATCH, Served, served

START = ("start", "dicebox", "Ana", "Ben", "Cho")


def drawn(table: Served, name: str = "", role=None) -> str:
    """The face, as a phone shows it that holds that player's seat."""
    phone = table.phone(name) if role is None else table.phone(role=role)
    play = table.prompt.desk().open()
    return face_of(Seen(table.room, phone, play), play.document())


def lines(html: str) -> list[str]:
    """The lines on the buttons."""
    return [unescape(line) for line in re.findall(r'name="line" value="([^"]*)"', html)]


def dice(html: str) -> dict[str, list[str]]:
    """The dice that can be chosen, each with the squares that light up."""
    found = re.findall(r'value="(place [^"]*)"[^>]*data-squares="([^"]*)"', html)
    return {line: squares.split() for line, squares in found}


def test_all_dice_that_fit_light_up_the_squares_that_the_prompt_offers():
    with served(*START) as table:
        table.typed("dicebox", "seed", "3")
        table.typed("dicebox", "roll", "ana", "r4", "r2", "y6", "y4", "b2", "b1", "w2", "w5")
        chosen = dice(drawn(table, "Ana"))
        assert {*chosen} == {f"place ana {die} " for die in ("r4", "r2", "y4", "b2", "w2")}
        for line, squares in chosen.items():
            offered = [offer.word for offer in table.prompt.offers(line, "dicebox-1")[1]]
            assert sorted(squares) == sorted(offered)


def test_without_told_dice_every_die_that_fits_can_be_chosen():
    with served(*START) as table:
        table.typed("dicebox", "seed", "3")
        chosen = dice(drawn(table))
        assert len(chosen) == 8
        assert table.say(f"{next(iter(chosen))}{chosen['place ana r2 '][0]}").status == 200


def test_a_square_can_be_tapped_only_where_something_fits():
    with served(*START) as table:
        table.typed("dicebox", "seed", "3")
        html = drawn(table)
        assert re.findall(r'disabled data-square="(..)"', html) == ["c2", "b3", "d3", "c4"]
        assert 'aria-label="c2: 2 or 4 fits"' in html
        assert 'aria-label="c3: seed 3"' in html


def test_dead_squares_are_told():
    with served(*START) as table:
        table.typed("dicebox", "seed", "3")
        for die, square in (("r4", "d3"), ("y2", "c2"), ("b5", "e3"), ("w6", "e2")):
            table.typed("dicebox", "place", die, square)
        dead = table.get("/api/table").json["dead"]
        html = drawn(table)
        assert dead
        for square in dead:
            assert f'aria-label="{square}: dead, nothing can ever go there"' in html


def test_before_the_first_turn_everything_is_told_by_taps():
    with served(*START) as table:
        html = drawn(table, "Ben")
        assert 'data-line="roll ben"' in html
        for line in ("seed 3", "colors ana=red", "roll ben --virtual", "roll --virtual"):
            assert line in lines(html)
            assert table.say(line).status == 200, line


def test_the_pad_of_a_roll_is_of_ones_own_dice_and_its_line_is_taken():
    with served(*START) as table:
        html = drawn(table, "Cho")
        keys = [line for line in lines(html) if line.startswith("roll cho ") and "--" not in line]
        assert len(keys) == 24
        assert '"red": 2' in unescape(html)
        rolled = " ".join(key.removeprefix("roll cho ").strip() for key in keys[::3])
        assert table.say(f"roll cho {rolled}").status == 200
        assert 'data-line="roll ana"' in drawn(table)


def test_whoever_can_place_nothing_rolls():
    with served(*START) as table:
        table.typed("dicebox", "seed", "1")
        table.typed("dicebox", "roll", "ana", "r4", "r4", "y6", "y6", "b4", "b4", "w6", "w6")
        html = drawn(table, "Ana")
        assert not dice(html)
        assert 'data-line="roll ana"' in html
        assert "roll ana --virtual" in lines(html)
        assert table.say("roll ana --virtual").status == 200


def test_four_draft_their_last_dice():
    with served("start", "dicebox", "Ana", "Ben", "Cho", "Dan") as table:
        assert "draft" in lines(drawn(table))
        assert table.say("draft").status == 200
        for _ in range(8):
            picks = [line for line in lines(drawn(table)) if line.startswith("draft ")]
            assert table.say(picks[0]).status == 200
        assert not [line for line in lines(drawn(table)) if line.startswith("draft")]


def test_two_may_have_two_colours_each():
    with served("start", "dicebox", "Ana", "Ben") as table:
        assert {"colors ana=red", "colors ana=red,yellow"} < {*lines(drawn(table))}
        assert table.say("colors ana=red,yellow").status == 200
        given = [line for line in lines(drawn(table)) if line.startswith("colors")]
        assert given == ["colors ben=blue,white"]


def test_who_watches_sees_the_board_and_enters_nothing():
    with served(*START) as table:
        assert not lines(drawn(table, role=WATCH))
        table.typed("dicebox", "seed", "3")
        table.typed("dicebox", "roll", "ana", "r4", "r2", "y6", "y4", "b2", "b1", "w2", "w5")
        html = drawn(table, role=WATCH)
        assert "<button" not in html
        assert "href=" not in html
        assert 'aria-label="red 4"' in html


def test_nothing_is_entered_once_the_game_is_over():
    with served(*START) as table:
        table.typed("dicebox", "seed", "3")
        table.typed("dicebox", "place", "r4", "d3")
        table.typed("finish", "--winner", "ana")
        assert not lines(drawn(table))
        assert "db-board" in drawn(table)


def test_names_are_no_tags():
    with served("start", "dicebox", "<b>x</b>", "\"y\" & 'z'") as table:
        for line in ("", "seed 3"):
            if line:
                assert table.say(line).status == 200
            html = drawn(table)
            assert "<b>x" not in html
            assert "&lt;b&gt;x&lt;/b&gt;" in html
            assert '"y" &' not in html
