"""The six games of Boolean Dice on phones: what is tapped is taken, and one's own dice are seen on
one's own phone alone."""

import re
from html import unescape

import pytest

from companion.core.event import KEYBOARD
from companion.web.faces.boolean_pictures import _standing
from companion.web.keys import Phone
from companion.web.page import Seen
from companion.web.views import face_of
from tests.web.room import WATCH, Served, served

LIAR = ("start", "boolean", "Ana", "Ben", "Cho", "--game", "liar")
WBR = ("start", "boolean", "Ana", "Ben", "--minutes", "5")
STACK = ("start", "boolean", "Ana", "Ben", "--game", "stack")
BOX = ("start", "boolean", "Ana", "Ben", "--game", "shut-the-box")
SORT = ("start", "boolean", "Ana", "--game", "sort")
SPY = ("start", "boolean", "Ana", "Ben", "--game", "spy")
FORMED = ("agency ana white 5 2", "agency ben black 4 2", "orders 3")
SITUATIONS = (
    *((WBR, ()), (WBR, ("call white right", "call roll")), (WBR, ("count ana 5 ben 5",))),
    *((LIAR, ()), (LIAR, ("declare 3",)), (LIAR, ("declare 3", "challenge"))),
    *((STACK, ()), (STACK, ("stack white", "stack", "stack black"))),
    *((BOX, ()), (BOX, ("turn 3 2", "turn ana 1"))),
    *((SORT, ()), (SORT, ("sort 3c",)), (SORT, ("sort",) * 5)),
    *((SPY, ()), (SPY, FORMED), (SPY, (*FORMED, "mission infiltrate ben lost"))),
)


def drawn(table: Served, phone: Phone | None = None) -> str:
    """The face, as a phone shows it."""
    play = table.prompt.desk().open()
    return face_of(Seen(table.room, phone or table.phone(), play), play.document())


def lines(html: str) -> list[str]:
    """The lines on buttons that are entered at once."""
    buttons = re.findall(r'<button form="say" name="line" value="([^"]*)"', html)
    return [unescape(line) for line in buttons]


def made(html: str, line: str) -> list[list[str]]:
    """What can be chosen for a line that is put together, set by set."""
    form = html.partition(f'data-line="{line}"')[2].partition("</form>")[0]
    sets = re.findall(r"<fieldset.*?</fieldset>", form, re.S)
    return [re.findall(r'<input type="checkbox" value="([^"]*)"', one) for one in sets]


def say(table: Served, *told: str) -> None:
    """Enter lines that are taken."""
    for line in told:
        refusal = table.prompt.say(line, None, KEYBOARD, None).refusal
        assert refusal is None, f"{line}: {refusal}"


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda it: " ".join((*it[0][-1:], *it[1])))
def test_every_line_on_a_button_is_taken(situation):
    start, before = situation
    with served(*start) as table:
        say(table, *before)
        found = lines(drawn(table))
        assert len(found) > 3
        for line in found[:: 1 + len(found) // 12]:
            entries = table.prompt.desk().open().log.next_action
            say(table, line)
            if table.prompt.desk().open().log.next_action > entries:
                say(table, "undo")


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda it: " ".join((*it[0][-1:], *it[1])))
def test_who_watches_sees_no_way_to_enter_anything(situation):
    start, before = situation
    with served(*start) as table:
        say(table, *before)
        html = drawn(table, table.phone(role=WATCH))
        assert not re.search(r"<(button|form|a|input)\b", html)
        assert "Puzzles" in html


@pytest.mark.parametrize("start", [WBR, LIAR, STACK, BOX, SPY])
def test_a_name_is_no_tag(start):
    with served("start", "boolean", "<b>x</b>", *start[3:]) as found:
        for phone in (found.phone("<b>x</b>"), found.phone(role=WATCH)):
            html = drawn(found, phone)
            assert "<b>x" not in html
            assert "&lt;b&gt;x" in html or start in (WBR, STACK, LIAR)


class TestOwnDice:
    """Which dice somebody has told."""

    SECRET = "holds ana 3c 2o"
    SHOWN = re.compile(r'<ul class="bd-nets">.*?</ul>', re.S)

    @pytest.mark.parametrize("start", [WBR, LIAR, STACK, BOX])
    def test_they_are_on_the_phone_of_that_seat_and_on_no_other(self, start):
        with served(*start) as table:
            ana, ben = table.phone("Ana"), table.phone("Ben")
            others = (ben, table.phone(), table.phone(role=WATCH), Phone("", "play"))
            before = [drawn(table, phone) for phone in others]
            if start == WBR:
                say(table, "count ana 5 ben 5")
                before = [drawn(table, phone) for phone in others]
            assert table.say(self.SECRET, ana).status == 200
            own = drawn(table, ana).partition("bd-mine")[2]
            shown = self.SHOWN.search(own)[0]
            assert re.findall(r"<b>([^<]*)</b>", shown) == ["2w-opposite", "3w-corner"]
            assert [drawn(table, phone) for phone in others] == before

    def test_whole_pages_of_others_tell_nothing_of_them(self):
        with served(*STACK) as table:
            ana = table.phone("Ana")
            others = (table.phone("Ben"), table.phone(), table.phone(role=WATCH))
            assert table.say(self.SECRET, ana).status == 200
            for phone in others:
                for path in (
                    "",
                    "/live",
                    "/log",
                    "/here",
                    "/say?line=holds+ana+",
                    "/say?line=mine+",
                ):
                    answer = table.get(f"/play/boolean-1{path}", phone=phone)
                    told = answer.text.partition("<summary>Puzzles")[0]
                    told = re.sub(r"<symbol.*?</symbol>", "", told)
                    shown = " ".join(self.SHOWN.findall(told.partition("The ten dice")[0]))
                    assert "3w-corner" not in shown
                    assert "2 of 5 told" not in told

    def test_the_line_that_shows_them_is_refused_to_others(self):
        with served(*LIAR) as table:
            ana, ben = table.phone("Ana"), table.phone("Ben")
            assert table.say(self.SECRET, ana).status == 200
            assert table.say("mine", ana).status == 200
            for line in ("mine ana", "boolean mine ana", "mine --play boolean-1 ana"):
                for phone in (ben, table.phone(), table.phone(role=WATCH)):
                    answer = table.say(line, phone, html=True)
                    assert answer.status in (403, 422)
                    assert "3w-corner" not in answer.text

    def test_a_phone_that_gave_its_seat_back_shows_none(self):
        with served(*LIAR) as table:
            ana = table.phone("Ana")
            assert table.say(self.SECRET, ana).status == 200
            assert "bd-mine" in drawn(table, ana)
            table.room.sit(ana, "")
            assert "bd-mine" not in drawn(table, ana)

    def test_they_are_covered_until_somebody_opens_them(self):
        with served(*LIAR) as table:
            assert '<details class="bd-mine">' in drawn(table, table.phone("Ana"))

    def test_all_that_may_be_tapped_can_be_told(self):
        with served(*LIAR) as table:
            ana = table.phone("Ana")
            (dice,) = made(drawn(table, ana), "holds ana")
            assert len(dice) == 20  # three players, two sets
            assert table.say(f"holds ana {' '.join(dice[:5])}", ana).status == 200
            assert "holds ana none" in lines(drawn(table, ana))

    def test_games_without_secret_dice_ask_for_none(self):
        with served(*SPY) as table:
            assert "bd-mine" not in drawn(table, table.phone("Ana"))


class TestLinesOfSeveralWords:
    """What the script puts together of what was tapped."""

    def test_liar_a_declaration_with_dice_shown(self):
        with served(*LIAR) as table:
            say(table, "declare 3")
            numbers, shown = made(drawn(table), "declare")
            assert numbers[0] == "4"
            assert {"none", "1w", "2w1b"} <= {*shown}
            say(table, f"declare {numbers[1]} --show 2w1b")
            assert "2 white, 1 black, 2 hidden" in drawn(table)

    def test_liar_every_hand(self):
        with served(*LIAR) as table:
            say(table, "declare 3")
            hands = made(drawn(table), "challenge --reveal")
            assert hands[0] == ["5b", "1w4b", "2w3b", "3w2b", "4w1b", "5w"]
            ana, ben, cho = (hand[1] for hand in hands)
            say(table, f"challenge --reveal ana={ana} ben={ben} cho={cho}")

    def test_box_both_at_once_with_a_nudge(self):
        with served(*BOX) as table:
            ana, ben = made(drawn(table), "turn")
            assert ana[:6] == ["0", "1", "2", "3", "4", "5"]
            assert "3,2" in ben
            say(table, f"turn ana {ana[3]} ben 3,2")
            assert "turn ana" not in drawn(table)

    def test_sort_a_turn_and_the_bottoms(self):
        with served(*SORT) as table:
            rolled, black, white = made(drawn(table), "sort")
            say(table, f"sort rolled {rolled[0]} black {black[1]} white {white[9]}")
            say(table, *("sort",) * 4)
            right = made(drawn(table), "bottoms")
            say(table, f"bottoms {right[0][-1]} {right[1][-1]}")
            assert "5 right" in drawn(table)

    def test_spy_an_agency_and_recruits(self):
        with served(*SPY) as table:
            for who, side in (("ana", 0), ("ben", 1)):
                sides, friendly, field = made(drawn(table), f"agency {who}")
                say(table, f"agency {who} {sides[side]} {friendly[4]} {field[1]}")
            say(table, "orders 2")
            recruits, field = made(drawn(table), "mission recruit")
            say(table, f"mission recruit {recruits[-1]} {field[-1]}")

    def test_stack_faces(self):
        with served(*STACK) as table:
            say(table, "stack white", "stack", "stack black")
            assert 'data-line="inverse"' not in drawn(table)  # it looks at one's own dice
            ben = table.phone("Ben")
            html = drawn(table, ben)
            assert 'data-line="challenge"' in html
            assert 'data-line="inverse"' in html
            assert table.say("inverse --below wbw --seen bww", ben).status == 200
            say(table, "challenge --below wbw --placed bww")

    def test_a_tie_is_rolled_for(self):
        with served(*WBR) as table:
            say(table, "count ana 5 ben 5")
            ana, ben = made(drawn(table), "tie")
            say(table, f"tie ana {ana[3]} ben {ben[2]}")


class TestClock:
    """What the script runs the clock by."""

    def test_it_begins_with_all_the_time_and_with_whose_turn_it_is(self):
        with served(*WBR) as table:
            html = unescape(drawn(table))
            assert '"left": [300, 300]' in html
            assert '"side": 1' in html
            say(table, "clock ana 4:10 ben 3:59")
            html = unescape(drawn(table))
            assert '"left": [250, 239]' in html
            assert "4:10" in html

    def test_a_play_without_one_may_get_one(self):
        with served("start", "boolean", "Ana", "Ben") as table:
            assert 'data-minutes="5"' in drawn(table)

    def test_more_than_two_have_none(self):
        with served("start", "boolean", "Ana", "Ben", "Cho") as table:
            assert "data-clock" not in drawn(table)


class TestPuzzles:
    """They need no play; their pictures are on the face of each."""

    def test_each_is_drawn_and_has_its_hints(self):
        with served(*SORT) as table:
            html = drawn(table)
            assert html.count("<figure>") == 8
            found = [line for line in lines(html) if line.startswith("puzzle ")]
            assert "puzzle checkerboard-cube --hint 8" in found
            assert "puzzle mandala --hint 10" in found
            assert "puzzle big-checkerboard --all" in found

    def test_two_dice_are_chosen_for_the_cube(self):
        with served(*SORT) as table:
            (dice,) = made(drawn(table), "puzzle checkerboard-cube --remove")
            say(table, f"puzzle checkerboard-cube --remove {dice[0]},{dice[-1]}")

    def test_a_block_is_drawn_face_by_face_in_the_same_order_by_every_server(self):
        shows = dict.fromkeys(("right", "bottom", "front", "back", "left", "top"), "white")
        above, below = _standing([{"column": 1, "row": 1, "layer": 1, "shows": shows}])
        top, front, right = above.shapes[0].path.split("z")[:3]
        assert (top, front) == ("M26 0L52 15L26 30L0 15", "M0 45L26 60L26 30L0 15")
        assert right == "M52 45L26 60L26 30L52 15"
        assert below.shapes[0].path.count("M") == 3


def test_only_missions_that_can_be_paid_are_cards():
    with served(*SPY) as table:
        say(table, *FORMED)
        assert "Extra Training" in drawn(table)
        say(table, "undo", "orders 1")
        html = drawn(table)
        assert "mission infiltrate ben lost" in lines(html)
        assert "Extra Training" not in html
