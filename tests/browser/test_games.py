"""Whole games, tapped to their end on two phones that lie on one table."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.browser.served import Phone, Table, served

playwright = pytest.importorskip("playwright.sync_api", reason="Needs Playwright.")
expect = playwright.expect

Begin = Callable[..., tuple[Table, Phone, Phone]]


@pytest.fixture
def begin(tmp_path: Path, browser: Any) -> Iterator[Begin]:
    """A function that begins a play: its table, and the phones of Ana and Ben there."""
    with ExitStack() as stack:

        def begun(start: str, *before: str, second: str = "Ben") -> tuple[Table, Phone, Phone]:
            home = tmp_path / "home"
            for line in before:
                Table(home, browser).run(line)
            table = stack.enter_context(served(home, browser, start))
            ana, ben = table.phone("Ana"), table.phone(second)
            for phone in (ana, ben):
                expect(phone.pill).to_have_text("live")
                stays(phone)
            return table, ana, ben

        yield begun


# What all games have


def stays(phone: Phone) -> None:
    """Marks the page that a phone shows; one that is loaded anew has no mark."""
    phone.page.evaluate("document.body.dataset.here = 'still'")


def shown(by: Phone, other: Phone, told: str) -> None:
    """What was just entered `by` a phone is on both; the `other` one shows it without a reload."""
    for phone in (by, other):
        expect(phone.page.locator(".newest li").first).to_contain_text(told)
        expect(phone.behind).to_be_hidden()
    assert other.page.evaluate("document.body.dataset.here") == "still"
    stays(by)


def unfolds(phone: Phone, summary: str) -> None:
    """What is seldom used is unfolded by a tap."""
    phone.page.locator("summary").filter(has_text=summary).first.click()


def taps(by: Phone, button: str, other: Phone, told: str) -> None:
    """A button enters something, which both phones tell."""
    by.tap(button)
    shown(by, other, told)


def begins(by: Phone, link: str, words: str, other: Phone, told: str) -> None:
    """A tap begins a line; the words that come next are tapped, and the line is entered: of a blank
    face, by a single word."""
    begun = by.page.get_by_role("link", name=link, exact=True).first
    by_a_word = begun.evaluate("it => it.matches('.bare')")
    begun.click()
    for word in words.split():
        name = by.page.locator("b").get_by_text(word, exact=True)
        by.page.locator("#compose a.choice", has=name).first.click()
    if not by_a_word:
        by.tap("Enter")
    shown(by, other, told)
    by.page.keyboard.press("Escape")
    expect(by.page.locator("#compose")).to_be_hidden()


def answers_late(phone: Phone, part: str) -> None:
    """Lets pages with this in their address come so late that Enter is tapped before."""
    phone.page.evaluate(
        """part => {
        const now = window.fetch, wait = () => new Promise((done) => setTimeout(done, 700));
        window.fetch = (url, how) => String(url).includes(part)
            ? wait().then(() => now(url, how)) : now(url, how);
        }""",
        part,
    )


def ended(table: Table, *phones: Phone, winner: str) -> dict[str, Any]:
    """The play is finished, and all phones say who has won; what `table --json` tells."""
    for phone in phones:
        expect(phone.page.locator(".won")).to_contain_text(f"{winner} has won")
    document: dict[str, Any] = json.loads(table.run("table --json"))
    assert (document["status"], document["winners"]) == ("finished", [winner])
    return document


# Blank White Dice


def tags(by: Phone, die: str, cards: str, other: Phone, told: str) -> None:
    """A tap on a blank face of a die, and on the cards whose icons are drawn on it."""
    begins(by, f"{die}: tag a blank face", cards, other, told)


def rolls(by: Phone, other: Phone, told: str, **dice: str) -> None:
    """Taps on the faces that came up."""
    for die, face in dice.items():
        group = by.page.get_by_role("group", name=die.replace("_", "."), exact=True)
        group.locator("label", has=by.page.get_by_text(face, exact=True)).first.click()
    taps(by, "Enter the roll", other, told)


def test_blank_white_dice_from_blank_faces_to_the_winner(begin: Begin):
    table, ana, ben = begin("start bwd Ana Ben --set V1 --target 8")

    tags(ana, "ana.1", "points investment re-roll tag", ben, "ana.1 gets Tag")
    tags(ben, "ben.1", "points", ana, "Ben tags Points: ben.1 gets 3 and −2")
    tags(ben, "ben.2", "tag erase points", ana, "ben.2 gets 3 and −2")
    tags(ana, "common", "points", ben, "common gets 3 and −2")
    tags(ben, "common", "wheels-in-wheels", ana, "common gets Wheels In Wheels")
    rolls(ana, ben, "rolled: common 3", common="3")

    rolls(ana, ben, "rolled: ana.1 3, ana.2 blank", ana_1="3", ana_2="blank")
    rolls(ben, ana, "rolled: ben.1 −2, ben.2 Tag", ben_1="−2", ben_2="Tag")
    taps(ana, "ana.1: resolve 3", ben, "Ana +3: 3 → 6")
    begins(ana, "ana.2: tag a blank face", "investment", ben, "ana.2 gets Investment")
    taps(ben, "ben.1: resolve −2", ana, "Ben −2: 3 → 1")
    answers_late(ben, "--on+ben.1+")
    begins(ben, "ben.2: Tag", "points --on ben.1", ana, "Ben tags Points: ben.1 gets")
    taps(ana, "Next", ben, "check for a winner")
    taps(ben, "Next", ana, "round 2")

    rolls(ana, ben, "rolled: ana.1 3, ana.2 blank", ana_1="3", ana_2="blank")
    rolls(ben, ana, "rolled: ben.1 3, ben.2 3", ben_1="3", ben_2="3")
    taps(ben, "ben.1: resolve 3", ana, "Ben +3: 1 → 4")
    taps(ben, "ben.2: resolve 3", ana, "Ben +3: 4 → 7")
    taps(ana, "ana.1: resolve 3", ben, "Ana +3: 6 → 9")
    begins(ana, "ana.2: tag a blank face", "erase", ben, "ana.2 gets Erase")
    taps(ana, "Next", ben, "Ana has won")

    document = ended(table, ana, ben, winner="Ana")
    assert [who["score"] for who in document["players"]] == [9, 7]


# BLANK


def tells_card(by: Phone, number: str, suit: str, button: str, other: Phone, told: str) -> None:
    """A card is told on two pads, of numbers and of suits."""
    form = by.page.locator("form", has=by.button(button))
    for pad, key in (("Number", number), ("Suit", suit)):
        group = form.get_by_role("group", name=pad)
        group.locator("label", has=by.page.get_by_text(key, exact=True)).click()
    taps(by, button, other, told)


def writes(by: Phone, label: str, text: str, button: str, other: Phone, told: str) -> None:
    """Words that are written on a card, and what is done with them."""
    by.page.get_by_label(label).fill(text)
    taps(by, button, other, told)


def test_blank_from_the_first_card_to_the_prize_that_stands_in_the_box(begin: Begin):
    box = "blank box new 'Friday box' --owner Ben"
    table, ana, ben = begin("start blank Ana Ben --first ana --rules none", box)

    sing = "If a 1 is played, then sing"
    writes(ana, "Or its text", sing, "Open it", ben, f"rule 1 comes into play: {sing}")
    expect(ben.page.locator("ol.rules")).to_contain_text(sing)
    tells_card(ben, "3", "circle", "It is on top", ana, "3-circle lies on top")
    taps(ana, "5 circle", ben, "Ana plays 5-circle: 6 cards left")
    taps(ben, "5 shield", ana, "Ben plays 5-shield: 6 cards left")
    taps(ana, "No match: draw", ben, "Ana has no card that fits: Penalty")
    taps(ben, "1 shield", ana, "Ben plays 1-shield: 5 cards left")
    for phone in (ana, ben):
        expect(phone.page.locator(".banner")).to_contain_text(sing)
    unfolds(ana, "Penalties")
    taps(ana, "Ben missed a rule: a Penalty", ben, "pointed out by Ana")
    unfolds(ana, "Another card")
    tells_card(ana, "6", "diamond", "A mistake: Penalty", ben, "a card that does not match")
    unfolds(ben, "No cards left")
    taps(ben, "Ben has won", ana, "Ben has won: no cards left")

    expect(ana.page.get_by_role("heading", name="Ben's prize")).to_be_visible()
    text = 'If a 6 is played, then say "hi"'
    writes(ben, "Text of the new rule", text, "Write this rule", ana, text)
    taps(ana, "The owner agrees", ben, text)
    taps(ben, "It is on the card", ana, text)
    expect(ana.page.get_by_role("region", name="The prize")).to_contain_text(text)
    assert ended(table, ana, ben, winner="Ben")["prize"]["text"] == text
    assert json.loads(table.run("blank rule show 15 --json"))["status"] == "inked"


# Dice Box

COLORS = ("red", "yellow", "blue", "white")


def rolls_all(by: Phone, dice: list[str], other: Phone, told: str) -> None:
    """Every die of a roll is tapped."""
    pad = by.page.locator(".db-roll")
    for die in dice:
        pad.get_by_role("button", name=die, exact=True).click()
    expect(pad.get_by_label("Delete the last die")).to_be_visible()
    taps(by, f"Enter the roll: {len(dice)} of {len(dice)}", other, told)


def places(by: Phone, other: Phone, told: str) -> None:
    """The first die that fits, on the first square that lights up for it."""
    by.page.locator(".db-hand button").first.click()
    by.page.locator(".db-open:enabled").first.click()
    shown(by, other, told)


def rolls_what_fits(by: Phone, other: Phone, told: str) -> None:
    """All dice again: each shows a number that fits somewhere."""
    square = by.page.locator(".db-cell[aria-label$=fits]").first.get_attribute("aria-label")
    number = re.findall(r" (\d)", square or "")[0]
    counts = json.loads(by.page.locator(".db-roll").get_attribute("data-counts") or "")
    dice = [f"{color} {number}" for color in COLORS for _ in range(counts[color])]
    rolls_all(by, dice, other, told)


def test_dice_box_from_the_seed_to_the_last_die(begin: Begin):
    table, ana, ben = begin("start dicebox Ana Ben --first ana")

    taps(ana, "Ana has red and yellow", ben, "red and yellow")
    taps(ben, "Ben has blue and white", ana, "blue and white")
    taps(ana, "4", ben, "the Seed shows 4 and is on c3")
    rolls_all(ana, [f"{color} {n}" for color in COLORS for n in (1, 3, 5)], ben, "Ana rolls")
    rolls_all(ben, [f"{color} {n}" for color in COLORS for n in (2, 4, 6)], ana, "Ben rolls")

    phones = {"Ana": (ana, ben), "Ben": (ben, ana)}
    for _ in range(60):
        turn = ana.page.locator(".seat.turn .name")
        if not turn.count():
            break
        name = turn.inner_text()
        by, other = phones[name]
        if by.page.locator(".db-open").count():
            places(by, other, f"{name} places")
        else:
            rolls_what_fits(by, other, f"{name} rolls")

    document = ended(table, ana, ben, winner="Ana")
    assert [who["score"] for who in document["players"]] == [42, 38]


# A Little White Die


def states(by: Phone, dice: int, other: Phone, told: str) -> None:
    """The Liar taps how many dice are rolled by each."""
    by.page.get_by_role("button", name=re.compile(f"^{dice} ")).click()
    shown(by, other, told)


def gives_up(by: Phone, cards: int, other: Phone, told: str) -> None:
    """The loser's die is given up, with so many cards in it."""
    by.page.get_by_role("button", name=re.compile(f"^{cards}.cards?$")).click()
    shown(by, other, told)


def guesses(by: Phone, steps: str, guess: str, other: Phone, told: str) -> None:
    """A guess is stepped to; the steps are named as the buttons of the stepper are."""
    for step in steps.split():
        by.tap(step)
    taps(by, f"Guess {guess}", other, told)


def challenges(by: Phone, last: str, there: int, other: Phone, told: str) -> None:
    """A challenge, with how many dice were there."""
    unfolds(by, f"Challenge {last}")
    button = by.page.get_by_role("button", name=re.compile(f"^{there}, .* loses the round$"))
    button.click()
    shown(by, other, told)


def test_a_little_white_die_from_the_first_round_to_the_last_card(begin: Begin):
    table, ana, ben = begin("start lwd Ana Ben")

    states(ana, 4, ben, "Ana, the Liar, states 4: 8 dice")
    guesses(ana, "more higher higher", "2 × 3", ben, "Ana guesses 2×3")
    guesses(ben, "more higher", "3 × 5", ana, "Ben guesses 3×5")
    unfolds(ana, "Challenge Ben’s 3 × 5")
    for card in "12356651":
        ana.tap(card)
    taps(ana, "Reveal", ben, "2 are there, so Ben's 3×5 was wrong and Ben loses")
    gives_up(ben, 2, ana, "Ben gives up a die with 2 cards: 4 cards left")

    for cards, told in ((2, "2 cards left"), (1, "1 card left"), (1, "Ben is out")):
        states(ben, 2, ana, "Ben, the Liar, states 2")
        guesses(ben, "", "1 × 1", ana, "Ben guesses 1×1")
        challenges(ana, "Ben’s 1 × 1", 0, ben, "none is there")
        gives_up(ben, cards, ana, told)

    document = ended(table, ana, ben, winner="Ana")
    assert [who["cards"] for who in document["players"]] == [6, 0]


# Boolean Dice

DICE = ["0w", "1w", "2w-adjacent", "2w-opposite", "3w-corner", "3w-band"]
DICE += ["4w-adjacent", "4w-opposite", "5w", "6w"]


def picks(phone: Phone, of: str, *chips: str) -> None:
    """Words of a line that is put together by taps."""
    group = phone.page.get_by_role("group", name=of, exact=True)
    for chip in chips:
        group.locator("label", has=phone.page.get_by_text(chip, exact=True)).click()


def labelled(by: Phone, start: str, other: Phone, told: str) -> None:
    """A button enters something; its name begins so, and says more."""
    by.page.get_by_role("button", name=re.compile(f"^{re.escape(start)}")).first.click()
    shown(by, other, told)


def test_liars_boolean_dice_until_all_dice_of_a_player_are_lost(begin: Begin):
    table, ana, ben = begin("start boolean Ana Ben --game liar --first ana")

    labelled(ana, "Declare 3:", ben, "Ana declares 3")
    labelled(ben, "Declare 4:", ana, "Ben declares 4")
    unfolds(ana, "Challenge and count")
    labelled(ana, "2 are White-up:", ben, "so Ben loses a die to the center pile")
    for left in ("3 dice", "2 dice", "one die", "none"):
        labelled(ben, "Declare 2:", ana, "Ben declares 2")
        unfolds(ana, "Challenge and count")
        labelled(ana, "0 are White-up:", ben, left)

    document = ended(table, ana, ben, winner="Ana")
    assert [who["dice"] for who in document["players"]] == [5, 0]


def test_dice_that_are_told_in_secret_are_on_no_other_phone(begin: Begin):
    _, ana, ben = begin("start boolean Ana Ben --game liar --first ana")

    def told_to_ben() -> dict[str, list[int]]:
        """How often each die is named in all that Ben's phone can ask for."""
        paths = [f"/play/boolean-1{page}" for page in ("", "/live", "/log", "/here")]
        paths += [f"/api/offers?play=boolean-1&line=holds%20{who}%20" for who in ("ana", "ben")]
        asked = "(path) => fetch(path).then((answer) => answer.text())"
        answers = {path: ben.page.evaluate(asked, path) for path in [*paths, "/api/table"]}
        answers["what it shows"] = ben.page.content()
        return {path: [answer.count(die) for die in DICE] for path, answer in answers.items()}

    before = told_to_ben()
    unfolds(ana, "My dice")
    picks(ana, "Tap all that you hold", "3b", "0")
    taps(ana, "Enter these in secret", ben, "Ana's dice: 2 of 5 entered")
    expect(ana.page.locator(".bd-mine .bd-nets b")).to_have_text(["0w", "3w-band"])
    expect(ben.page.locator(".bd-mine .bd-nets b")).to_have_count(0)
    assert told_to_ben() == before


def test_shut_the_box_until_a_column_is_crossed_off(begin: Begin):
    table, ana, ben = begin("start boolean Ana Ben --game shut-the-box --white ana")

    def turn(by: Phone, first: int, second: int, other: Phone, told: str) -> None:
        picks(by, "Ana rolled so many white", str(first))
        picks(by, "Ben rolled so many white", str(second))
        taps(by, "Enter the turn", other, told)

    turn(ana, 1, 0, ben, "turn 1: Ana 1, crosses off 1; Ben 0, crosses off 0")
    turn(ben, 4, 1, ana, "turn 2: Ana 4, crosses off 4; Ben 1, crosses off 1")
    turn(ana, 3, 3, ben, "both had 3, so they switch sets")
    expect(ben.page.locator(".bd-at")).to_contain_text("Switch sets")
    turn(ben, 0, 2, ana, "turn 4: Ana 0, crosses off 0; Ben 2, crosses off 2")
    unfolds(ana, "With a Nudge, Ana")
    picks(ana, "Ana rolled so many white", "3→2")
    picks(ana, "Ben rolled so many white", "2")
    taps(ana, "Enter the turn", ben, "turn 5: Ana 3 → 2, crosses off 2")
    turn(ben, 5, 4, ana, "turn 6: Ana 5, crosses off 5")

    document = ended(table, ana, ben, winner="Ana")
    assert [who["needed"] for who in document["players"]] == [[], [5]]
    assert len(table.told()) == 6


def test_a_round_of_white_black_or_roll(begin: Begin):
    table, ana, ben = begin("start boolean Ana Ben --first ana")

    taps(ben, "Called white: right", ana, "Ben calls white, which is right: Ben has one die")
    taps(ana, "Called black: wrong", ben, "Ana calls black, which is wrong")
    ben.page.get_by_text("Roll", exact=True).click()
    shown(ben, ana, "Ben calls roll")
    taps(ben, "Fell off the table", ana, "Ben throws a die outside the area")
    taps(ana, "Called white: right", ben, "Ana calls white, which is right")
    document = json.loads(table.run("table --json"))
    assert [who["dice"] for who in document["players"]] == [1, 2]


def test_a_stack_that_falls(begin: Begin):
    table, ana, ben = begin("start boolean Ana Ben --game stack --first ana")

    taps(ana, "Placed: its top is white", ben, "Ana places die 1, white on top")
    taps(ben, "Placed: its top is black", ana, "Ben places die 2, black on top")
    taps(ana, "Placed: its top is white", ben, "Ana places die 3, white on top")
    expect(ben.page.locator(".bd-pile li")).to_have_count(3)
    taps(ben, "Challenge: it is not an inverse", ana, "Ben Challenges Ana's die")
    ended(table, ana, ben, winner="Ben")


def test_a_turn_of_sort_and_the_end_by_its_numbers(begin: Begin):
    table, ana, watching = begin("start boolean Ana --game sort", second="")

    for rolled, black, white in (("3b", "0", "6"), ("2a", "1", "5")):
        picks(ana, "Rolled", rolled)
        picks(ana, "Into Black", black)
        picks(ana, "Into White", white)
        taps(ana, "Enter this", watching, f"the {black}w goes into Black")
    for turn in (3, 4, 5):
        if turn == 3:
            unfolds(watching, "Only a turn")
        taps(watching, "A turn, without the dice", ana, f"turn {turn}")
    picks(ana, "Turned over, right in Black", "5")
    picks(ana, "Turned over, right in White", "5")
    taps(ana, "Enter how many are right", watching, "the dice are turned over")
    ended(table, ana, watching, winner="Ana")


def test_a_turn_of_spy(begin: Begin):
    table, ana, ben = begin("start boolean Ana Ben --game spy --first ana")

    for by, name, side, other in ((ana, "Ana", "white", ben), (ben, "Ben", "black", ana)):
        unfolds(by, f"{name}: side and first roll")
        picks(by, "Friendly are", side)
        picks(by, "Friendly dice", "5")
        picks(by, "Of these, into the field", "3")
        taps(by, f"{name}’s agency is formed", other, f"{name} is {side.capitalize()}")
    labelled(ana, "2 ", ben, "Ana's desk agents bring 2 Orders")
    unfolds(ana, "Infiltrate")
    taps(ana, "the enemy loses an agent", ben, "Ben loses a field agent")
    taps(ana, "Swap 1 pair", ben, "Ana swaps a pair of agents")
    labelled(ben, "1 ", ana, "Ben's desk agents bring 1 Order")
    unfolds(ben, "Targeted Recruiting")
    taps(ben, "into the field", ana, "Ben Nudges one of the populace")
    taps(ben, "Swap 2 pairs", ana, "Ben swaps 2 pairs")
    document = json.loads(table.run("table --json"))
    assert [(who["field"], who["populace"]) for who in document["players"]] == [(3, 5), (3, 4)]


# A score sheet


def writes_down(by: Phone, other: Phone, told: str, *points: int) -> None:
    """Everybody's points, typed into the fields of the line that comes next."""
    fields = by.page.locator(".sheet-line").first.locator("input")
    for place, number in enumerate(points):
        fields.nth(place).fill(str(number))
    by.page.locator(".sheet-line").first.get_by_role("button", name="Write it down").click()
    shown(by, other, told)


def test_a_sheet_by_rounds_until_the_target_ends_it(begin: Begin):
    table, ana, ben = begin('start sheet "6 nimmt!" Ana Ben --target 66 --lowest')
    writes_down(ana, ben, "round 1: Ana 12, Ben −3", 12, -3)
    writes_down(ben, ana, "round 2: Ana 30, Ben 44", 30, 44)
    writes_down(ana, ben, "Ana has won", 5, 33)
    document = ended(table, ana, ben, winner="Ana")
    assert [who["score"] for who in document["players"]] == [47, 74]
