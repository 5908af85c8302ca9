"""An evening: a terminal and three phones, the network cut twice, the computer once."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.served import Phone, Table, served

playwright = pytest.importorskip("playwright.sync_api", reason="Needs Playwright.")
expect = playwright.expect

STEP, MOST = 50, 20
"""Milliseconds between two looks at a page; and how many of them in a row it may say that it is
live while it knows of more than it shows, which is while it asks for that."""
LOOKS = """
setInterval(() => {
  const pill = document.getElementById("link");
  if (!pill || typeof shown === "undefined") return;
  const where = document.querySelector(".where");
  const entry = where ? Number(where.textContent.match(/entry (\\d+)/)[1]) : shown;
  window.wrong = pill.textContent === "live" && entry < known ? (window.wrong || 0) + 1 : 0;
  localStorage.worst = Math.max(Number(localStorage.worst || 0), window.wrong);
  localStorage.looks = Number(localStorage.looks || 0) + 1;
}, STEP);
""".replace("STEP", str(STEP))
IS_HONEST = """(newest) => document.getElementById("link").textContent !== "live"
  || Number(document.querySelector(".where").textContent.match(/entry (\\d+)/)[1]) >= newest"""


@pytest.fixture
def table(tmp_path: Path, browser: Any) -> Iterator[Table]:
    """A table of Ana, Ben and Cho, who tell points alone."""
    with served(tmp_path / "home", browser, "start bwd Ana Ben Cho --set V1 --target 20") as opened:
        yield opened


def seated(table: Table, name: str) -> Phone:
    """A phone whose pages are looked at all the time, at the table."""
    phone = table.phone(name)
    phone.context.add_init_script(LOOKS)
    phone.page.reload()
    expect(phone.pill).to_have_text("live")
    return phone


def entered(table: Table, phones: list[Phone], number: int) -> None:
    """So many entries are in the log: who shows fewer says that it is behind."""
    assert len(table.log()) == number
    for phone in phones:
        phone.page.wait_for_function(IS_HONEST, arg=number + 1)


def answers_are_lost(phone: Phone) -> None:
    """What it enters is taken once; it never hears of that."""
    taken: list[int] = []

    def lose(route: Any) -> None:
        if not taken:
            taken.append(route.fetch().status)
        route.abort()

    phone.intercept("/api/entries", lose)


def waits(phone: Phone, *lines: str) -> None:
    """The page shows what is not sent yet, in this order."""
    told = [f"Waiting to be sent: {line} Do not send" for line in lines]
    expect(phone.waiting.locator("p")).to_have_text(told)


def show(phones: list[Phone], *scores: int) -> None:
    """All phones show these points, and are live."""
    for phone in phones:
        for name, score in zip(("Ana", "Ben", "Cho"), scores, strict=True):
            expect(phone.score(name)).to_have_text(str(score))
        expect(phone.pill).to_have_text("live")
        expect(phone.waiting).to_be_hidden()


def test_an_evening_with_a_terminal_and_three_phones_and_the_network_cut_twice(table: Table):
    all_three = ana, ben, cho = [seated(table, name) for name in ("Ana", "Ben", "Cho")]

    ana.tap("Ana gains 1")
    table.run("score ben +2")
    ben.tap("Cho gains 1")
    cho.tap("Cho loses 1")
    show(all_three, 4, 5, 3)
    entered(table, all_three, 4)

    # Ben is away, and while he is, the computer's battery is empty: what Ana tapped just before
    # was entered, which nobody could tell her any more.
    ben.go_offline()
    ben.tap("Ben gains 1")
    ben.tap("Ana loses 1")
    waits(ben, "score ben +1", "score ana -1")
    table.run("score cho +3")
    cho.tap("Ben gains 1")
    show([ana, cho], 4, 6, 6)
    entered(table, all_three, 6)
    expect(ben.score("Cho")).to_have_text("3")
    expect(ben.pill).to_have_text("behind")

    answers_are_lost(ana)
    ana.tap("Cho gains 1")
    expect(cho.score("Cho")).to_have_text("7")
    table.kill()
    expect(ana.pill).to_have_text("behind")
    ana.let_through()
    ana.tap("Ana gains 1")
    waits(ana, "score cho +1", "score ana +1")
    table.run("score ana +5")
    entered(table, all_three, 8)
    ben.go_online()
    table.start_again()
    show(all_three, 9, 7, 7)
    entered(table, all_three, 11)

    # Cho is away on the page for lines; what she means to pay is no longer there when she is back.
    cho.page.get_by_role("link", name="Enter", exact=True).click()
    expect(cho.pill).to_have_text("live")
    cho.go_offline()
    for line in ("pay cho 4", "score ben +1"):
        cho.page.get_by_label("A line, as in the prompt").fill(line)
        cho.tap("Enter")
    waits(cho, "pay cho 4", "score ben +1")
    table.run("score cho -5")
    ben.tap("Ana gains 1")
    show([ana, ben], 10, 7, 2)
    entered(table, [ana, ben], 13)
    cho.expected.append("422")
    cho.go_online()
    show([ana, ben], 10, 8, 2)
    expect(cho.said).to_contain_text("pay cho 4")
    expect(cho.said).to_contain_text("Cho −5: 7 → 2")
    cho.page.get_by_role("link", name="Table", exact=True).click()

    show(all_three, 10, 8, 2)
    log = [(entry["by"], entry["text"].partition(":")[0]) for entry in table.log()]
    order = {who: [text for by, text in log if by == who] for who in (None, "Ana", "Ben", "Cho")}
    assert order == {
        None: ["Ben +2", "Cho +3", "Ana +5", "Cho −5"],
        "Ana": ["Ana +1", "Cho +1", "Ana +1"],
        "Ben": ["Cho +1", "Ben +1", "Ana −1", "Ana +1"],
        "Cho": ["Cho −1", "Ben +1", "Ben +1"],
    }
    document = json.loads(table.run("table --json"))
    assert [who["score"] for who in document["players"]] == [10, 8, 2]
    for phone in all_three:
        looks, worst = phone.page.evaluate("[+localStorage.looks, +localStorage.worst]")
        assert looks > MOST
        assert worst <= MOST
