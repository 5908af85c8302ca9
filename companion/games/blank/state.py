"""What is known of a play of BLANK: an immutable value."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from companion.core.play import HIGHEST_AMOUNT, PlayState
from companion.core.shapes import (
    AMOUNT,
    FLAG,
    NAME,
    TEXT,
    maybe,
    object_of,
    one_of,
    shape_of,
    whole_from,
)
from companion.core.value import replace
from companion.games.blank.cards import NUMBERS, SUITS, Face

HAND = 7
OPEN_RULES = 3
CARDS_OF_A_BOX = 72
MANY_PLAYERS = 8

Happened = Literal["played", "drawn", "penalty", "discarded"]
Count = Annotated[int, whole_from(1, HIGHEST_AMOUNT)]
"""So many cards, in an entry."""


# What an entry holds as an object is a named tuple: its fields are the keys, with their checkers


class Box(NamedTuple):
    """A box that is played with, as it was called when the play began."""

    id: Annotated[str, NAME]
    name: Annotated[str, NAME]
    mark: Annotated[str, TEXT]


class OpenRule(NamedTuple):
    """A rule card that lies open: `label` is what it is called at the table.

    `copy` and `revision` are None for a rule without a box. `new` marks the prize of an earlier
    game that is in play for the first time.
    """

    label: Annotated[str, NAME]
    text: Annotated[str, NAME]
    trigger: Annotated[str, TEXT] = ""
    copy: Annotated[str | None, maybe(NAME)] = None
    card: Annotated[str | None, maybe(NAME)] = None
    revision: Annotated[int | None, maybe(AMOUNT)] = None
    new: Annotated[bool, FLAG] = False

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "OpenRule":
        """The rule of an event's record."""
        return cls(**{name: record[name] for name in cls._fields if name in record})


RULE_RECORD = object_of(shape_of(OpenRule))
RuleRecord = Annotated[Mapping[str, Any], RULE_RECORD]
"""A rule card that lies open, as an entry holds it."""


class Played(NamedTuple):
    """A game card on the discard pile; `title` and `effect` where it is known which card it is.

    `copy` is its box and `mark` that of the box, where several are mixed and it was entered.
    """

    number: Annotated[int, whole_from(NUMBERS[0], NUMBERS[-1])]
    suit: Annotated[str, one_of(*SUITS)]
    copy: Annotated[str | None, maybe(NAME)] = None
    card: Annotated[str | None, maybe(NAME)] = None
    title: Annotated[str, TEXT] = ""
    effect: Annotated[str, TEXT] = ""
    mark: Annotated[str, TEXT] = ""

    @property
    def face(self) -> Face:
        """Number and suit."""
        return Face(self.number, self.suit)

    @property
    def called(self) -> str:
        """The card as one says it: its home in a mix, and its title where it has one."""
        title = f" “{self.title}”" if self.title else ""
        return f"{self.mark}{self.face}{title}"

    @property
    def home(self) -> str:
        """Face and box, of which there are two cards."""
        return f"{self.copy}:{self.face}"

    @property
    def itself(self) -> str:
        """The very card, of which there is one."""
        return f"{self.copy}/{self.card}"

    def record(self) -> dict[str, Any]:
        """The card as an entry holds it: only what is known."""
        return {name: known for name, known in self._asdict().items() if known}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Played":
        """The card of an event's record."""
        return cls(**{name: record[name] for name in cls._fields if name in record})


CARD_RECORD = object_of(shape_of(Played))
CardRecord = Annotated[Mapping[str, Any], CARD_RECORD]
"""A game card, as an entry holds it."""


class Happening(NamedTuple):
    """What happened: the card on top, how many cards at once, and what is left in the hands.

    `hands` are those of all seats, None for one that nobody counted; none where it does not matter.
    `before` is the card that lay on top before, where one card was played on it and it is known.

    In a play: whose doing it was, which rules lay open, which way round play went, and at which
    `moment` it was.
    """

    what: Happened
    card: Played | None = None
    at_once: int = 1
    hands: tuple[int | None, ...] = ()
    seat: int = 0
    rules: tuple[OpenRule, ...] = ()
    direction: int = 1
    moment: int = 0
    before: Played | None = None

    @property
    def hand(self) -> int | None:
        """What is left in the hand of whoever did it; None where nobody counted."""
        return self.hands[self.seat] if self.hands else None


class Move(NamedTuple):
    """Cards that somebody played, and all that was entered since; nothing before the first one.

    `acts` begins with the cards: it is empty where nobody entered what was played. `drawn` are how
    many cards each seat drew since then, of `counted` ones the hand was set anew, and `missed` are
    those who took a Penalty for a rule not followed. `unseen` says that others had turns since that
    were not entered. It began at a `moment`.
    """

    acts: tuple[Happening, ...] = ()
    drawn: tuple[int, ...] = ()
    counted: frozenset[int] = frozenset()
    missed: tuple[int, ...] = ()
    unseen: bool = False
    moment: int = 0


class Passed(NamedTuple):
    """A move behind which more was played, or a turn went by, while a hand was empty.

    Which way round play went then, and how many cards were `left` to be drawn.
    """

    move: Move
    direction: int
    left: int


class Emptied(NamedTuple):
    """A hand that became empty: so many turns were over, the `last` of them that seat's.

    At a `moment`: what happened later makes nobody draw whose hand it is.
    """

    seat: int
    turns: int
    last: int
    moment: int


class Awaited(NamedTuple):
    """A prize that was in no game yet when the play began: the rule card, and what it is called."""

    copy: Annotated[str, NAME]
    card: Annotated[str, NAME]
    label: Annotated[str, NAME]


class Prize(NamedTuple):
    """What the winner chose, a rule or a (game) card: its box, and the revision written for it.

    `box` is what the box is called, `text` what was written, `play` the play itself, by which the
    boxes know its prize.
    """

    what: str
    copy: str
    card: str
    revision: int
    box: str = ""
    text: str = ""
    play: str = ""


class State(PlayState):
    """A play of BLANK.

    `cards` are all game cards that are played with. `hands`, `draw_pile` and `discards` are counted
    from the deal by what was entered; `unseen` says that turns or cards went by that were not, and
    `settled` that what hands lack is counted among the discards. `top` is None where it is unknown;
    `under` lay there before, where a turn went by unseen and may have covered it. `lying` holds a
    discard's face, its home and the very card where known, since the last shuffle. `buried` are the
    rules that went under the pile. `last` is whose turn was over last, None before the first one.
    `direction` is 1 clockwise, −1 the other way. `known` holds the seats of whose cards anything
    was entered; a hand that nobody follows is no news. `turns` are over, `emptied` are the hands
    that are empty, and `recent` the last two moves; `passed` are those that others followed while a
    hand was empty. `moment` counts what happened by itself, and was no effect of what was before:
    cards played, turns gone by, Penalties but for a rule that was missed. `awaited` are the rules
    that were to come in with this play. `play` is what the boxes know it by, entered with its end.
    """

    boxes: tuple[Box, ...] = ()
    rules: tuple[OpenRule, ...] = ()
    buried: tuple[OpenRule, ...] = ()
    rule_pile: int | None = None
    turn: int = 0
    last: int | None = None
    direction: int = 1
    hands: tuple[int, ...] = ()
    known: frozenset[int] = frozenset()
    cards: int = CARDS_OF_A_BOX
    draw_pile: int = 0
    discards: int = 1
    unseen: bool = False
    settled: bool = False
    lying: tuple[str, ...] = ()
    top: Played | None = None
    under: Played | None = None
    penalties: tuple[int, ...] = ()
    prize: Prize | None = None
    turns: int = 0
    emptied: tuple[Emptied, ...] = ()
    recent: tuple[Move, ...] = (Move(),)
    passed: tuple[Passed, ...] = ()
    moment: int = 0
    awaited: tuple[Awaited, ...] = ()
    play: str = ""

    @property
    def begun(self) -> bool:
        """Whether anything was entered since the cards were dealt."""
        return bool(self.known)

    @property
    def setting_up(self) -> bool:
        """Whether nothing is entered since the deal: until then three rules are laid out."""
        return self.last is None and not self.begun

    @property
    def waiting(self) -> tuple[Awaited, ...]:
        """The prizes that were to come in with this play and do not lie open."""
        there = {(rule.copy, rule.card) for rule in self.rules}
        return tuple(rule for rule in self.awaited if (rule.copy, rule.card) not in there)

    @property
    def below_top(self) -> int:
        """How many discards lie below the top one: those entered, and what lies nowhere else."""
        elsewhere = sum(self.hands) + self.draw_pile + 1
        return max(0, self.discards - 1, self.cards - elsewhere)

    @property
    def left_to_draw(self) -> int:
        """How many cards can be drawn, those that are shuffled first among them (A-BL-09)."""
        return self.draw_pile + self.below_top

    @property
    def discard_pile(self) -> int:
        """How many cards lie in the discard pile, as far as entered."""
        return self.below_top + 1 if self.settled else self.discards

    @property
    def may_shuffle(self) -> bool:
        """Whether there are, or may be, discards to make a draw pile of (BL-98, A-BL-09)."""
        return self.below_top > 0 or self.unseen

    @property
    def is_out(self) -> bool:
        """Whether the draw pile has to be made anew."""
        return self.draw_pile == 0 and self.may_shuffle

    def after(self, seat: int) -> int:
        """Whose turn it is after that seat's, in the direction of play."""
        return (seat + self.direction) % len(self.seats)

    def turns_before(self, seat: int) -> list[int]:
        """Whose turns would come before that seat's, from whoever's it is."""
        found, here = [], self.turn
        while here != seat:
            found.append(here)
            here = self.after(here)
        return found

    def empty_hands(self) -> tuple[int, ...]:
        """Who has no cards left as far as entered: whoever was first to have none (BL-4).

        Of those at the same time, the player whose turn was over, then clockwise (A-BL-07).
        """
        count = len(self.seats)
        order = sorted(self.emptied, key=lambda it: (it.turns, (it.seat - it.last) % count))
        return tuple(it.seat for it in order)

    def empty_before(self, seat: int) -> tuple[int, ...]:
        """Those of the empty hands that count before that seat's, if it is or were empty now."""
        order = self.with_empty(seat).empty_hands()
        return order[: order.index(seat)]

    def with_empty(self, seat: int) -> "State":
        """The state in which that seat's hand is among the empty ones, as of now if it is not."""
        if any(it.seat == seat for it in self.emptied):
            return self
        return replace(self, emptied=(*self.emptied, self.emptied_now(seat)))

    def emptied_at_once(self, one: int, other: int) -> bool:
        """Whether two hands became empty at the same time; one that is not is so now."""
        turns = {it.seat: it.turns for it in self.emptied}
        return turns.get(one, self.turns) == turns.get(other, self.turns)

    def emptied_now(self, seat: int) -> Emptied:
        """A hand that becomes empty now."""
        last = self.turn if self.last is None else self.last
        return Emptied(seat, self.turns, last, self.moment)


# `table --json`


def report(state: State, reference: Any) -> dict[str, Any]:
    """The keys that BLANK adds; `copy` is null where there is no box, `copies` has all."""
    boxes = [box.id for box in state.boxes]
    return {
        "copy": boxes[0] if boxes else None,
        "copies": boxes,
        "phase": None,
        "turn": state.name(state.turn) if state.status == "live" else None,
        "direction": "clockwise" if state.direction == 1 else "counter-clockwise",
        "rules_in_play": [
            {
                "id": rule.label,
                "text": rule.text,
                "copy": rule.copy,
                "card": rule.card,
                "revision": rule.revision,
                "new": rule.new,
            }
            for rule in state.rules
        ],
        "rule_pile": state.rule_pile,
        "top": None if state.top is None else _card_report(state.top),
        "draw_pile": state.draw_pile,
        "discard_pile": state.discard_pile,
        "penalties": {
            who.name: count for who, count in zip(state.seats, state.penalties, strict=True)
        },
        "prize": None if state.prize is None else state.prize._asdict(),
    }


def player_report(state: State, seat: int, reference: Any) -> dict[str, Any]:
    """What BLANK adds to a player: how many cards are in the hand, as far as entered."""
    return {"cards": state.hands[seat], "told": seat in state.known}


def _card_report(card: Played) -> dict[str, Any]:
    return {
        "number": card.number,
        "suit": card.suit,
        "title": card.title or None,
        "effect": card.effect or None,
        "copy": card.copy,
    }
