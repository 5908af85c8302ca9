"""A table of Blank White Dice in a line or two, without a store: play on it, look at it.

    t = table("Ana Ben", set="V1", **{"ana.1": "[3] investment", "common": "tag"})
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[3] investment"
    assert t.scores == "Ana 6, Ben 3"

Dice are written as text: their icons in order, the active face in brackets, `•` for a dot, `–` for
a dash; blank faces at the end are left out. Once a die shows an active face, the dice are rolled.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.core.action import Action
from companion.core.event import Event
from companion.core.numbers import signed_change
from companion.core.seats import seats_for
from companion.games.bwd import (
    additions,
    box,
    deal,
    dice,
    discs,
    dots,
    erasure,
    resolve,
    rolls,
    tableau,
    tags,
    turns,
)
from companion.games.bwd import cards as box_cards
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.dots import FaceDashed, FaceDotted, FaceMarked
from companion.games.bwd.faces import find_die
from companion.games.bwd.game import GAME
from companion.games.bwd.resolve import Choice
from companion.games.bwd.rounds import pending
from companion.games.bwd.start import dice_left, setup_option
from companion.games.bwd.state import COMMON, Die, Face, State
from companion.reference.data import reader
from companion.testing.plays import Playthrough

Plan = Callable[[Action[State]], None]
AT = "2025-03-01T19:30:00Z"


def table(
    players: str,
    *,
    set: str | None = None,
    first: str | None = None,
    target: int | None = None,
    holder: str | None = None,
    cards: str = "",
    known: dict[str, dict[str, Any]] | None = None,
    points: str = "",
    kept: "Table | None" = None,
    **faces: str,
) -> "Table":
    """A play that has begun. `holder` has the common die, `cards` come into the tableau on top of
    the set's, `known` is what the group read on its cards, `points` are scores such as `ana=1`,
    `kept` is a table whose dice it begins with.
    """
    t = Table(players.split(), set, first, target, known or {}, kept)
    if cards:
        t.add(*cards.split())
    for die, text in faces.items():
        t.write(die, *(_plain(word) for word in text.split()))
        for place, word in enumerate(text.split(), 1):
            for sign, kind in (("•", FaceDotted), ("–", FaceDashed)):
                if sign in word:
                    t.marks(f"{die}#{place}", kind, word.count(sign))
    if holder:
        t.claim(holder)
    for change in points.split():
        name, _, number = change.partition("=")
        t.has(name, int(number))
    up = {
        die: place
        for die, text in faces.items()
        for place, word in enumerate(text.split(), 1)
        if word.startswith("[")
    }
    if up:
        t.roll(*(f"{die}=#{place}" for die, place in up.items()))
    return t


class Table(Playthrough):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def __init__(
        self,
        players: list[str],
        set_: str | None,
        first: str | None,
        target: int | None,
        known: dict[str, dict[str, Any]],
        kept: "Table | None",
    ) -> None:
        self.copy: list[Event] = []
        self.catalogue = Catalogue(reader("bwd")("cards"))
        for card, fields in known.items():
            self.describe(card, **fields)
        options: dict[str, Any] = {}
        if target is not None:
            options["target"] = target
        if set_ is not None:
            options["set"] = setup_option(self.catalogue, set_, len(players))
        if kept is not None:
            box = dice_left(kept.state, seats_for(players, GAME.reserved_handles))
            options |= {"dice": box.dice, "spare": box.spare}
        super().__init__(GAME, players, first, options, self.catalogue)

    def describe(self, card: str, **fields: Any) -> None:
        """What the group reads on a card of its box, at any time."""
        for data in box_cards.description(self.catalogue, card, fields):
            box.require_sound(data.to_json())
            self.copy.append(Event(1, 1, "card.described", data.to_json(), AT))
        self.catalogue = Catalogue(reader("bwd")("cards"), self.copy)
        self.reference = self.catalogue

    # What a table does

    def write(self, die: str, *icons: str) -> None:
        self.act(lambda action: dice.write(action, die, icons))

    def tag(self, die: str, card: str, *puts: str, by: str | None = None) -> None:
        seat = None if by is None else self.seat(by)
        self.act(lambda action: tags.tag_card(action, die, card, puts, seat))

    def erase(self, face: str) -> None:
        self.act(lambda action: erasure.erase(action, face))

    def replace(self, face: str, icon: str) -> None:
        self.act(lambda action: erasure.replace(action, face, icon))

    def dot(self, face: str, count: int = 1) -> None:
        self.marks(face, FaceDotted, count)

    def marks(self, face: str, kind: type[FaceMarked], count: int) -> None:
        self.act(lambda action: dots.mark_face(action, face, kind, count))

    def claim(self, player: str, die: str = COMMON) -> None:
        self.act(lambda action: dice.claim(action, self.seat(player), find_die(action.state, die)))

    def roll(self, *shown: str, seed: int | None = None, untold: bool = False) -> None:
        chance = None if seed is None else Random(seed)
        self.act(_saying(untold, lambda action: rolls.roll_dice(action, shown, chance)))

    def next(self, untold: bool = False) -> None:
        self.act(_saying(untold, lambda action: turns.advance(action)))

    def resolve(self, die: str, points: str = "", seed: int | None = None, **choice: Any) -> None:
        """As `bwd resolve`; points as `+2 ben=-1`."""
        owner = find_die(self.state, die).owner
        changes = []
        for text in points.split():
            name, equals, number = text.rpartition("=")
            seat = self.seat(name) if equals else owner
            assert seat is not None
            changes.append((seat, signed_change(number)))
        chance = None if seed is None else Random(seed)
        entered = Choice(points=changes, chance=chance, **choice)
        self.act(lambda action: resolve.resolve_die(action, die, entered))

    def again(self, player: str, by: str | None = None, *, untold: bool = False) -> None:
        granted = None if by is None else find_die(self.state, by)
        seat = self.seat(player)
        self.act(lambda action: turns.again(action, seat, by=granted, skip=untold))

    def score(self, player: str, change: int) -> None:
        """As `companion score ana +3`."""

        def plan(action: Action[State]) -> None:
            seat, kind = self.seat(player), "points.gained" if change > 0 else "points.lost"
            GAME.before_points(action, seat, "+" if change > 0 else "-")
            action.add(kind, seat=seat, points=abs(change))

        self.act(plan)

    def has(self, player: str, points: int) -> None:
        """As `companion score ana =7`."""
        seat = self.seat(player)
        self.act(lambda action: action.add("points.set", seat=seat, points=points))

    def add(self, *cards: str, by: str | None = None, over: str | None = None) -> None:
        seat = None if by is None else self.seat(by)
        self.act(lambda action: additions.add_cards(action, cards, seat, over))

    def deal(self, seed: int = 7) -> None:
        self.act(lambda action: deal.deal_cards(action, Random(seed)))

    def fill(self, seed: int = 7) -> None:
        self.act(lambda action: additions.fill_up(action, Random(seed)))

    def neutralize(self, card: str) -> None:
        self.act(lambda action: tableau.neutralize(action, card))

    def restore(self, card: str) -> None:
        self.act(lambda action: tableau.restore(action, card))

    def mark(self, player: str, on: str) -> None:
        self.act(lambda action: discs.mark(action, self.seat(player), on))

    # What a table looks like

    def die(self, name: str) -> Die:
        return find_die(self.state, name)

    def faces(self, name: str) -> str:
        """A die as text: `[3] -2 blank investment•`; an empty one is `blank`."""
        die = self.die(name)
        words = [_word(face, place == die.active) for place, face in enumerate(die.faces)]
        while len(words) > 1 and words[-1] == "blank":
            words.pop()
        return " ".join(words)

    @property
    def scores(self) -> str:
        """`Ana 3, Ben 5`."""
        pairs = zip(self.state.seats, self.state.scores, strict=True)
        return ", ".join(f"{seat.name} {score}" for seat, score in pairs)

    @property
    def where(self) -> str:
        """`1 main ana`: the round, the phase, whose turn."""
        turn = "" if self.state.turn is None else f" {self.state.seats[self.state.turn].handle}"
        return f"{self.state.round} {self.state.phase}{turn}"

    @property
    def pending(self) -> str:
        """The dice that whoever's turn it is still has to resolve: `ana.1 ana.2`."""
        assert self.state.turn is not None
        return " ".join(die.id for die in pending(self.state, self.catalogue, self.state.turn))

    @property
    def stacks(self) -> str:
        """The tableau, covered cards first: `tag erase re-roll<zoom (points) the-window`."""
        return " ".join(
            f"({'<'.join(stack)})" if stack[-1] in self.state.neutralized else "<".join(stack)
            for stack in self.state.stacks
        )

    @property
    def added(self) -> str:
        """The tableau without the core cards that lie there alone."""
        core = ("tag", "erase", "re-roll", "points", "the-window")
        return " ".join(stack for stack in self.stacks.split() if stack not in core)

    def does(self, kind: str) -> list[dict[str, Any]]:
        """The data of the newest entry's events of a kind."""
        newest = [event for event in self.log.events if event.action == self.entry]
        return [dict(event.data) for event in newest if event.kind == kind]


def _saying(untold: bool, plan: Plan) -> Plan:
    """A plan that says `--skip` as well."""

    def planned(action: Action[State]) -> None:
        action.skip = untold
        plan(action)

    return planned


def _plain(word: str) -> str:
    icon = word.strip("[]•–").strip("[]")
    return icon or "blank"


def _word(face: Face, active: bool) -> str:
    word = (face.icon or "blank") + "•" * face.dots + "–" * face.dashes
    return f"[{word}]" if active else word
