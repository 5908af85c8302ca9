"""Evenings of a terminal and three phones: the network is cut; four games are tapped through."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.served import Phone, Table, served
from tests.browser.test_games import (
    begins,
    ended,
    picks,
    rolls,
    stays,
    tags,
    taps,
    unfolds,
    writes,
    writes_down,
)

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


# Four games, tapped through, and what was acknowledged


LEDGER = """
const real = window.fetch;
window.fetch = async (url, options) => {
  const answer = await real(url, options);
  if (url === "/api/entries" && answer.ok) {
    const reply = await answer.clone().json();
    localStorage.ledger = JSON.stringify([...JSON.parse(localStorage.ledger || "[]"),
      [JSON.parse(options.body).id, reply.play, reply.entries]]);
  }
  return answer;
};
"""
"""What the table acknowledges on a phone: of each line its id, its play, the last entry there."""


class Friends:
    """Ana, Ben and Cho with a phone each, and Dan at the terminal, who has none."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.typed = {("bwd-1", 1)}
        self.phones = [table.phone(name) for name in ("Ana", "Ben", "Cho")]
        for phone in self.phones:
            phone.context.add_init_script(LEDGER)
            phone.page.reload()
        self.are_live()

    def are_live(self) -> None:
        """All phones show a table, and this page of it."""
        for phone in self.phones:
            expect(phone.pill).to_have_text("live")
            stays(phone)

    def run(self, line: str) -> str:
        """Dan types a line, which is in his ledger; what its last entry says."""
        before = self.at
        self.table.run(line)
        play, number = self.at
        first = before[1] + 1 if before[0] == play else 1
        self.typed |= {(play, entry) for entry in range(first, number + 1)}
        return self.table.log()[-1]["text"] if number > 1 else ""

    @property
    def at(self) -> tuple[str, int]:
        """The play that goes on, and the number of its last entry."""
        document = json.loads(self.table.run("table --json"))
        return document["play"], document["entries"]

    def type(self, line: str) -> None:
        """Dan types a line; all phones show what it entered."""
        said = self.run(line).partition(";")[0]
        for phone in self.phones:
            expect(phone.page.locator(".newest li").first).to_contain_text(said)

    def begin(self, line: str) -> None:
        """Dan begins another play; all phones follow by a tap."""
        self.run(line)
        for phone in self.phones:
            phone.page.locator("#other").click()
            expect(phone.page.locator("#other")).to_be_hidden()
        self.are_live()

    def check_ledgers(self) -> None:
        """What was acknowledged is in the logs, once; and nothing else is."""
        read = "JSON.parse(localStorage.ledger || '[]')"
        ledgers = [phone.page.evaluate(read) for phone in self.phones]
        assert all(ledgers)
        acknowledged = {id: (play, last) for ledger in ledgers for id, play, last in ledger}
        assert len(acknowledged) == sum(map(len, ledgers))
        found: dict[str, tuple[str, int]] = {}
        typed, facts = set(), []
        for file in self.table.home.glob("groups/*/[pc]*/*.json"):
            for event in json.loads(file.read_text())["events"].values():
                place, id = (file.stem, event["action"]), event.get("sent")
                if id is not None:
                    # What only stands in a box has the number of the play's last entry.
                    found[id] = place if file.parent.name == "plays" else acknowledged[id]
                    facts.append((id, event["kind"], json.dumps(event["data"], sort_keys=True)))
                elif file.parent.name == "plays":
                    typed.add(place)
        assert found == acknowledged
        assert len(facts) == len(set(facts))
        assert typed == self.typed


def test_four_games_of_four_friends_are_tapped_through_and_the_ledgers_equal_the_logs(
    tmp_path: Path, browser: Any
):
    start = "start bwd Ana Ben Cho Dan --set V1 --target 6"
    with served(tmp_path / "home", browser, start) as table:
        friends = Friends(table)
        play_blank_white_dice(friends)
        play_blank(friends)
        play_the_stack(friends)
        play_five_rounds(friends)
        friends.check_ledgers()


def play_blank_white_dice(friends: Friends) -> None:
    ana, ben, cho = friends.phones
    cards = "points investment re-roll tag"
    for by, die, other in ((ana, "ana.1", ben), (ben, "ben.1", cho), (cho, "cho.1", ana)):
        tags(by, die, cards, other, f"{die} gets Tag")
    friends.type(f"bwd tag dan.1 {cards}")
    for by, name, other in ((ana, "Ana", ben), (ben, "Ben", cho), (cho, "Cho", ana)):
        tags(by, "common", "wheels-in-wheels", other, f"{name} tags Wheels In Wheels: common gets")
    friends.type("bwd tag common points")
    rolls(ana, ben, "rolled: common 3", common="3")
    rolls(ana, cho, "rolled: ana.1 3", ana_1="3", ana_2="blank")
    rolls(ben, ana, "rolled: ben.1 −2", ben_1="−2", ben_2="blank")
    rolls(cho, ben, "rolled: cho.1 −2", cho_1="−2", cho_2="blank")
    friends.type("bwd roll dan.1=-2 dan.2=blank")
    taps(ana, "ana.1: resolve 3", ben, "Ana +3: 3 → 6")
    begins(ana, "ana.2: tag a blank face", "erase", cho, "ana.2 gets Erase")
    taps(ben, "ben.1: resolve −2", ana, "Ben −2: 3 → 1")
    begins(ben, "ben.2: tag a blank face", "erase", cho, "ben.2 gets Erase")
    taps(cho, "cho.1: resolve −2", ana, "Cho −2: 3 → 1")
    begins(cho, "cho.2: tag a blank face", "erase", ben, "cho.2 gets Erase")
    friends.type("bwd resolve dan.1")
    friends.type("bwd resolve dan.2 --tag erase")
    taps(cho, "Next", ana, "Ana has won")
    ended(friends.table, *friends.phones, winner="Ana")


def play_blank(friends: Friends) -> None:
    ana, ben, cho = friends.phones
    friends.table.run("blank box new 'Friday box' --owner Dan")
    friends.begin("start blank Ana Ben Cho Dan --first ana --rules none --top 3-circle")
    sing = "If a 1 is played, then sing"
    writes(ana, "Or its text", sing, "Open it", ben, sing)
    taps(ana, "5 circle", ben, "Ana plays 5-circle")
    taps(ben, "5 shield", cho, "Ben plays 5-shield")
    taps(cho, "1 shield", ana, "Cho plays 1-shield")
    for phone in friends.phones:
        expect(phone.page.locator(".banner")).to_contain_text(sing)
    friends.type("blank play dan 1-circle")
    unfolds(ana, "Penalties")
    taps(ana, "Dan missed a rule: a Penalty", ben, "pointed out by Ana")
    taps(ana, "No match: draw", cho, "Ana has no card that fits")
    unfolds(ben, "No cards left")
    taps(ben, "Ben has won", ana, "Ben has won")
    text = 'If a 6 is played, then say "hi"'
    writes(ben, "Text of the new rule", text, "Write this rule", cho, text)
    taps(cho, "The owner agrees", ben, text)
    taps(ben, "It is on the card", ana, text)
    assert ended(friends.table, *friends.phones, winner="Ben")["prize"]["text"] == text


def play_the_stack(friends: Friends) -> None:
    ana, ben, cho = friends.phones
    friends.begin("start boolean Ana Ben --game stack --first ana")
    for by, name, dice in ((ana, "Ana", ("3b", "0")), (ben, "Ben", ("4a",))):
        unfolds(by, "My dice")
        picks(by, "Tap all that you hold", *dice)
        taps(by, "Enter these in secret", cho, f"{name}'s dice: {len(dice)} of 5")
    expect(ana.page.locator(".bd-mine .bd-nets b")).to_have_text(["0w", "3w-band"])
    expect(ben.page.locator(".bd-mine .bd-nets b")).to_have_text(["4w-adjacent"])
    assert not cho.page.locator(".bd-mine").count()
    taps(ana, "Placed: its top is white", ben, "Ana places die 1")
    taps(ben, "Placed: its top is black", cho, "Ben places die 2")
    taps(ana, "Placed: its top is white", ben, "Ana places die 3")
    taps(ben, "Challenge: it is not an inverse", cho, "Ben Challenges Ana's die")
    ended(friends.table, *friends.phones, winner="Ben")


def play_five_rounds(friends: Friends) -> None:
    ana, ben, cho = friends.phones
    friends.begin("start Heat Ana Ben Cho Dan --rounds 5")
    writes_down(ana, ben, "round 1: Ana 12, Ben −3", 12, -3, 4, 5)
    writes_down(ben, cho, "round 2: Ana 3", 3, 5, 6, 7)
    friends.type("sheet row ana=1 ben=2 cho=3 dan=4")
    writes_down(cho, ana, "round 4: Ana 9", 9, 2, 3, 4)
    writes_down(ana, cho, "round 5: Ana 8", 8, 2, 3, 4)
    ended(friends.table, *friends.phones, winner="Ana")
    ben.tap("Play again")
    ben.page.wait_for_url("**/play/sheet-5")
