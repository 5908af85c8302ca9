"""Whole games, tapped to their end on two phones that lie on one table."""

import json
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

        def begun(start: str, *before: str) -> tuple[Table, Phone, Phone]:
            home = tmp_path / "home"
            for line in before:
                Table(home, browser).run(line)
            table = stack.enter_context(served(home, browser, start))
            ana, ben = table.phone("Ana"), table.phone("Ben")
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


def taps(by: Phone, button: str, other: Phone, told: str) -> None:
    """A button enters something, which both phones tell."""
    by.tap(button)
    shown(by, other, told)


def begins(by: Phone, link: str, words: str, other: Phone, told: str) -> None:
    """A tap begins a line; the words that come next are tapped, and the line is entered."""
    by.page.get_by_role("link", name=link, exact=True).first.click()
    for word in words.split():
        name = by.page.locator("b").get_by_text(word, exact=True)
        by.page.locator("a.choice", has=name).first.click()
    by.tap("Enter")
    by.page.wait_for_url("**/play/*")
    shown(by, other, told)


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
    taps(by, "Tell what came up", other, told)


def test_blank_white_dice_from_blank_faces_to_the_winner(begin: Begin):
    table, ana, ben = begin("start bwd Ana Ben --set V1 --target 8")

    tags(ana, "ana.1", "points", ben, "Ana tags Points: ana.1 gets 3 and −2")
    tags(ben, "ben.1", "points", ana, "Ben tags Points: ben.1 gets 3 and −2")
    tags(ana, "ana.2", "points investment re-roll", ben, "ana.2 gets Re-roll")
    tags(ben, "ben.2", "tag erase points", ana, "ben.2 gets 3 and −2")
    tags(ana, "common", "points", ben, "common gets 3 and −2")
    tags(ben, "common", "wheels-in-wheels", ana, "common gets Wheels In Wheels")
    rolls(ana, ben, "rolled: common 3", common="3")

    rolls(ana, ben, "rolled: ana.1 3, ana.2 blank", ana_1="3", ana_2="blank")
    rolls(ben, ana, "rolled: ben.1 −2, ben.2 Tag", ben_1="−2", ben_2="Tag")
    taps(ana, "ana.1: resolve 3", ben, "Ana +3: 3 → 6")
    begins(ana, "ana.2: tag a blank face", "investment", ben, "ana.2 gets Investment")
    taps(ben, "ben.1: resolve −2", ana, "Ben −2: 3 → 1")
    begins(ben, "ben.2: Tag", "points --on ben.1", ana, "Ben tags Points: ben.1 gets")
    taps(ana, "Next", ben, "check for a winner")
    taps(ben, "Next", ana, "round 2")

    rolls(ana, ben, "rolled: ana.1 3, ana.2 Investment", ana_1="3", ana_2="Investment")
    rolls(ben, ana, "rolled: ben.1 3, ben.2 blank", ben_1="3", ben_2="blank")
    taps(ben, "ben.1: resolve 3", ana, "Ben +3: 1 → 4")
    begins(ben, "ben.2: tag a blank face", "junk-food", ana, "ben.2 gets Junk Food")
    taps(ana, "ana.1: resolve 3", ben, "Ana +3: 6 → 9")
    taps(ana, "Next", ben, "Ana")

    document = ended(table, ana, ben, winner="Ana")
    assert [who["score"] for who in document["players"]] == [9, 4]


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
    box = "blank copy new 'Friday box' --owner Ben"
    table, ana, ben = begin("start blank Ana Ben --first ana --rules none", box)

    writes(ana, "Or what it says", "If a 1 is played, then sing", "It lies open", ben, "X1")
    tells_card(ben, "3", "circle", "It lies on top", ana, "X2")
