"""A table of BLANK in a line or two, without a store: play at it, look at it.

    t = table("Ana Ben Cho", top="3-circle", rules=["If a 6 is played, then everybody sings"])
    t.play("ana", "3-hexagon", "3-shield")
    assert t.hands == "Ana 5, Ben 7, Cho 7"
    assert (t.top, t.where) == ("3-shield", "ben ↻")

Cards are written as they are typed, with what stands on them behind: `4-hexagon=Toll:Draw a card`.
`Evening` is the same over the whole program, for what needs a box.
"""

from collections.abc import Sequence
from typing import Any

from companion.games.blank import draws as draw_pile
from companion.games.blank import end, hands, order, penalties, play
from companion.games.blank.game import GAME
from companion.games.blank.open_rules import worded_rule_record
from companion.games.blank.search import parse_card
from companion.games.blank.state import PlayedCard
from companion.testing.plays import Playthrough
from tests.desks import Companion, Run


def card(text: str) -> PlayedCard:
    """`4-hexagon`, `4-hexagon=Toll:Draw a card`."""
    before, _, effect = text.partition(":")
    typed, _, title = before.partition("=")
    face = parse_card(typed, {}).face
    return PlayedCard(face.number, face.suit, title=title, effect=effect)


def table(
    players: str,
    *,
    top: str | None = "3-circle",
    first: str | None = None,
    rules: Sequence[str] = (),
    boxes: int = 0,
) -> "Table":
    """A play that has begun: with `rules` told in words, and mixed of so many `boxes`."""
    options: dict[str, Any] = {
        "boxes": [
            {"id": f"blank-{number}", "name": f"Box {number}", "mark": "★☆♥"[number - 1]}
            for number in range(1, boxes + 1)
        ],
        "rules": [worded_rule_record(number, text) for number, text in enumerate(rules, 1)],
    }
    if top is not None:
        options["top"] = card(top).record()
    return Table(players.split(), first, options)


class Table(Playthrough):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def __init__(self, players: list[str], first: str | None, options: dict[str, Any]) -> None:
        super().__init__(GAME, players, first, options)

    # What a table does

    def play(self, player: str, *cards: str) -> None:
        """As `blank play`; the last card ends up on top."""
        played = [card(text) for text in cards]
        seat = self.seat(player)
        self.act(lambda action: play.play_cards(action, seat, played, {}))

    def take_back(self, player: str, *cards: str) -> None:
        """As `blank play … --penalty`."""
        played = [card(text) for text in cards]
        self.act(lambda action: play.take_back(action, self.seat(player), played))

    def penalty(self, player: str, *faults: Any, called_by: str | None = None) -> None:
        by = None if called_by is None else self.seat(called_by)
        self.act(lambda action: penalties.take_penalty(action, self.seat(player), faults, by))

    def draw(self) -> None:
        """As `blank draw`: whoever's turn it is has no card that fits."""
        self.act(
            lambda action: penalties.take_penalty(action, self.state.turn, ["cannot-play"], None)
        )

    def draws(self, player: str, count: int, why: str = "") -> None:
        """As `blank draw ben 2`: an effect."""
        self.act(lambda action: draw_pile.draw_cards(action, self.seat(player), count, why))

    def discards(self, player: str, count: int = 1, top: str | None = None) -> None:
        shown = None if top is None else card(top)
        seat = self.seat(player)
        self.act(lambda action: hands.discard_cards(action, seat, count, shown))

    def give(self, giver: str, taker: str, count: int = 1) -> None:
        seats = {"from": self.seat(giver), "to": self.seat(taker)}
        self.add_fact("cards.given", **seats, count=count)

    def hand(self, player: str, count: int) -> None:
        self.act(lambda action: hands.count_hand(action, self.seat(player), count))

    def give_turn(self, player: str) -> None:
        self.act(lambda action: order.give_turn(action, self.seat(player)))

    def turn_up(self, text: str) -> None:
        self.act(lambda action: play.put_on_top(action, card(text)))

    def reverse(self) -> None:
        self.add_fact("direction.reversed")

    def reshuffle(self) -> None:
        self.add_fact("pile.reshuffled")

    def next(self) -> None:
        self.act(order.advance)

    def open(self, text: str, number: int = 9) -> None:
        self.add_fact("rule.opened", rule=worded_rule_record(number, text))

    def open_instead(self, *texts: str) -> None:
        """As `blank open … --instead`: rules 7, 8, 9 lay open all the time."""

        def plan(action: Any) -> None:
            for rule in action.state.rules:
                action.add("rule.discarded", rule=rule.label, corrects=True)
            for number, text in enumerate(texts, 7):
                action.add("rule.opened", rule=worded_rule_record(number, text), corrects=True)

        self.act(plan)

    def bury(self, label: str) -> None:
        """A rule goes under the rule pile."""
        self.add_fact("rule.discarded", rule=label)

    def win(self, player: str | None = None, empty: bool = False) -> None:
        seat = None if player is None else self.seat(player)
        self.act(lambda action: end.win(action, seat, empty=empty))

    # What a table looks like

    @property
    def hands(self) -> str:
        """`Ana 6, Ben 7`."""
        return self._each(self.state.hands)

    def _each(self, numbers: Sequence[int]) -> str:
        pairs = zip(self.state.seats, numbers, strict=True)
        return ", ".join(f"{seat.name} {number}" for seat, number in pairs)

    @property
    def where(self) -> str:
        """Whose turn it is, and which way round: `ben ↻`."""
        way = "↻" if self.state.direction == 1 else "↺"
        return f"{self.state.seats[self.state.turn].handle} {way}"

    @property
    def top(self) -> str:
        return "" if self.state.top is None else self.state.top.name

    @property
    def piles(self) -> str:
        """Draw pile and discards: `50/1`."""
        return f"{self.state.draw_pile}/{self.state.discard_pile}"

    @property
    def winners(self) -> str:
        return " ".join(self.state.name(seat) for seat in self.state.winners)


class Evening:
    """An evening with the program: `e("blank win ana")` has to succeed."""

    def __init__(self, companion: Companion) -> None:
        self.companion = companion

    def __call__(self, line: str, *arguments: str) -> Run:
        return self.companion.must(line, *arguments)

    def box(self, name: str = "Friday box", *, mark: str = "★", owner: str = "Ana") -> None:
        self("blank box new", name, "--mark", mark, "--owner", owner)

    def printed(self, *rules: str, copy: str | None = None) -> None:
        """Rules that came in the box: 1, 2, 3 …"""
        for rule in rules:
            self("blank rule add", rule, "--printed", *([] if copy is None else ["--box", copy]))

    def entries(self) -> int:
        """How many entries the play at hand has; 0 where there is none."""
        ran = self.companion("log --json")
        return len(ran.json["entries"]) if ran.code == 0 else 0

    def table(self, play: str | None = None) -> Any:
        return self("table --json", *([] if play is None else ["--play", play])).json

    def open_rules(self, play: str | None = None) -> str:
        """The rules that lie open: `15* 3 7`; a star marks one that is new."""
        rules = self.table(play)["rules_in_play"]
        return " ".join(f"{rule['id']}{'*' * rule['new']}" for rule in rules)

    def rule(self, name: str, copy: str | None = None) -> Any:
        """A rule card, as `rule show --json` has it."""
        where = [] if copy is None else ["--box", copy]
        return self("blank rule show --json", name, *where).json

    def won(self, *players: str, winner: str = "ana", rules: str = "none") -> str:
        """A game that somebody has won, from its start to `win`; its id."""
        self("start blank", *(players or ("Ana", "Ben")), "--rules", rules)
        self(f"blank win {winner}")
        return str(self.table()["play"])
