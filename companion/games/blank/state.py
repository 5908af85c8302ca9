"""The state of a play of BLANK, an immutable value."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

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
from companion.core.value import Annotated, replace
from companion.games.blank.cards import NUMBERS, SUITS, Face

HAND = 7
OPEN_RULES = 3
CARDS_OF_A_BOX = 72
MANY_PLAYERS = 8

ActKind = Literal["played", "drawn", "penalty", "discarded"]
Count = Annotated[int, whole_from(1, HIGHEST_AMOUNT)]
"""A number of cards, in an entry."""


# Objects in entries are named tuples: their fields are the keys, with their checkers


class BoxInPlay(NamedTuple):
    """A box in play, under the name that it had when the play began."""

    id: Annotated[str, NAME]
    name: Annotated[str, NAME]
    mark: Annotated[str, TEXT]


class OpenRule(NamedTuple):
    """An open rule card; `label` is its name at the table.

    `copy` (its box), `card` and `revision` are None for a rule without a box. `new` marks the prize
    of an earlier game that is in play for the first time.
    """

    label: Annotated[str, NAME]
    text: Annotated[str, NAME]
    trigger: Annotated[str, TEXT] = ""
    copy: Annotated[str | None, maybe(NAME)] = None
    card: Annotated[str | None, maybe(NAME)] = None
    revision: Annotated[int | None, maybe(AMOUNT)] = None
    new: Annotated[bool, FLAG] = False

    @property
    def place(self) -> tuple[str | None, str | None]:
        """Its box and its card; None for a rule without a box."""
        return self.copy, self.card

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "OpenRule":
        return cls(**{name: record[name] for name in cls._fields if name in record})


RULE_RECORD = object_of(shape_of(OpenRule))
RuleRecord = Annotated[Mapping[str, Any], RULE_RECORD]
"""An open rule card, as an entry holds it."""


class PlayedCard(NamedTuple):
    """A game card on the discard pile; `card`, `title` and `effect` are known if it is identified.

    `copy` is its box. `mark` is the mark of that box, if several are mixed and it was entered.
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
        return Face(self.number, self.suit)

    @property
    def name(self) -> str:
        """What people call it: with its title, and in a mix with the mark of its box."""
        title = f" “{self.title}”" if self.title else ""
        return f"{self.mark}{self.face}{title}"

    @property
    def face_key(self) -> str:
        """Box and face, which two cards share."""
        return f"{self.copy}:{self.face}"

    @property
    def card_key(self) -> str:
        """Box and id, which no other card has."""
        return f"{self.copy}/{self.card}"

    def record(self) -> dict[str, Any]:
        """The card as an entry holds it, without what is unknown."""
        return {name: known for name, known in self._asdict().items() if known}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "PlayedCard":
        return cls(**{name: record[name] for name in cls._fields if name in record})


CARD_RECORD = object_of(shape_of(PlayedCard))
CardRecord = Annotated[Mapping[str, Any], CARD_RECORD]
"""A game card, as an entry holds it."""


class Act(NamedTuple):
    """A player's action with cards, and the table at that time.

    `card` is on top now, `at_once` how many were played or drawn together. `hands` are the sizes of
    all hands, None for an uncounted one; empty if they do not matter. `rules` were open. `before`
    is the previous top card, if it is known and one card was played on it.
    """

    what: ActKind
    card: PlayedCard | None = None
    at_once: int = 1
    hands: tuple[int | None, ...] = ()
    seat: int = 0
    rules: tuple[OpenRule, ...] = ()
    direction: int = 1
    moment: int = 0
    before: PlayedCard | None = None

    @property
    def hand(self) -> int | None:
        """How many cards the player has left; None if uncounted."""
        return self.hands[self.seat] if self.hands else None


class Move(NamedTuple):
    """The cards that a player played, and what was entered up to the next ones.

    `acts` begins with playing them; it is empty if they were not entered. `drawn` is how many cards
    each seat drew since. The hands of `counted` seats were set since; those in `missed` took a
    Penalty for a missed rule. `has_gaps` if turns went by that were not entered.
    """

    acts: tuple[Act, ...] = ()
    drawn: tuple[int, ...] = ()
    counted: frozenset[int] = frozenset()
    missed: tuple[int, ...] = ()
    has_gaps: bool = False
    moment: int = 0


class PastMove(NamedTuple):
    """A move after which play went on although a hand was empty.

    `direction` and the number of cards `left` to draw are those at its end.
    """

    move: Move
    direction: int
    left: int


class EmptyHand(NamedTuple):
    """A hand that became empty after `turn_count` turns, of which the last was `last_seat`'s.

    Nothing that happened after that `moment` makes this player draw.
    """

    seat: int
    turn_count: int
    last_seat: int
    moment: int


class NewPrize(NamedTuple):
    """A prize rule that no game had before this one; `label` is its name at the table."""

    copy: Annotated[str, NAME]
    card: Annotated[str, NAME]
    label: Annotated[str, NAME]

    @property
    def place(self) -> tuple[str, str]:
        return self.copy, self.card


class Prize(NamedTuple):
    """What the winner wrote: a `rule`, or an effect on a game `card`.

    `copy` is the id of the box and `box` its name. `play` is the play that was won.
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

    - `cards`: how many game cards there are in all.
    - `hands`, `draw_pile`, `discards`: counted from the deal by what was entered. `has_gaps` if
      turns went by that were not. `known_hands` are the seats with an entry about their cards.
    - `derives_discards`: a hand was set, so cards that are nowhere else count as discards.
    - `top`: None if unknown; then `under` is the last known card, which may be covered by now.
    - `pile_keys`: of each discard since the last shuffle its face, and box and id if known.
    - `buried`: rules that went under the rule pile.
    - `last_seat`: who had the last turn, None before the first. `turn_count` turns are over.
    - `direction`: 1 is clockwise, −1 counter-clockwise.
    - `recent_moves`: the last two. `past_moves` are those that ended while a hand was empty.
    - `moment`: counts what was no effect of something earlier: cards played, turns that went by,
      Penalties except those for a missed rule.
    - `new_prizes`: the rules that have to come in with this play.
    - `play`: the id of this play in the logs of the boxes, known when it ends.
    """

    boxes: tuple[BoxInPlay, ...] = ()
    rules: tuple[OpenRule, ...] = ()
    buried: tuple[OpenRule, ...] = ()
    rule_pile: int | None = None
    turn: int = 0
    last_seat: int | None = None
    direction: int = 1
    hands: tuple[int, ...] = ()
    known_hands: frozenset[int] = frozenset()
    cards: int = CARDS_OF_A_BOX
    draw_pile: int = 0
    discards: int = 1
    has_gaps: bool = False
    derives_discards: bool = False
    pile_keys: tuple[str, ...] = ()
    top: PlayedCard | None = None
    under: PlayedCard | None = None
    penalties: tuple[int, ...] = ()
    prize: Prize | None = None
    turn_count: int = 0
    empty_hands: tuple[EmptyHand, ...] = ()
    recent_moves: tuple[Move, ...] = (Move(),)
    past_moves: tuple[PastMove, ...] = ()
    moment: int = 0
    new_prizes: tuple[NewPrize, ...] = ()
    play: str = ""

    @property
    def is_won(self) -> bool:
        return self.status == "finished" and bool(self.winners)

    @property
    def newest_move(self) -> Move:
        """The cards played last, and all that was entered since."""
        return self.recent_moves[-1]

    @property
    def has_entries(self) -> bool:
        """Whether anything was entered about anybody's cards."""
        return bool(self.known_hands)

    @property
    def is_setup(self) -> bool:
        """Whether nothing has happened since the deal, so that three rules are still laid out."""
        return self.last_seat is None and not self.has_entries

    @property
    def missing_prizes(self) -> tuple[NewPrize, ...]:
        """The new prizes that do not lie open."""
        there = {rule.place for rule in self.rules}
        return tuple(rule for rule in self.new_prizes if rule.place not in there)

    @property
    def below_top(self) -> int:
        """How many discards lie below the top one: at least all cards that are nowhere else."""
        elsewhere = sum(self.hands) + self.draw_pile + 1
        return max(0, self.discards - 1, self.cards - elsewhere)

    @property
    def left_to_draw(self) -> int:
        """How many cards can be drawn, those that have to be shuffled included (A-BL-09)."""
        return self.draw_pile + self.below_top

    @property
    def discard_pile(self) -> int:
        """How many cards the discard pile has, as far as entered."""
        return self.below_top + 1 if self.derives_discards else self.discards

    @property
    def can_shuffle(self) -> bool:
        """Whether there are, or may be, discards for a new draw pile (BL-98, A-BL-09)."""
        return self.below_top > 0 or self.has_gaps

    @property
    def needs_reshuffle(self) -> bool:
        """Whether the draw pile is used up and can be made anew."""
        return self.draw_pile == 0 and self.can_shuffle

    def next_seat(self, seat: int) -> int:
        """The seat after that one, in the direction of play."""
        return (seat + self.direction) % len(self.seats)

    def turns_before(self, seat: int) -> list[int]:
        """The seats from the current turn up to that seat, which is left out."""
        found, here = [], self.turn
        while here != seat:
            found.append(here)
            here = self.next_seat(here)
        return found

    def empty_seats(self) -> tuple[int, ...]:
        """Who has no cards left as far as entered, the first to have none first (BL-4).

        Of those at the same time, the player whose turn ended, then clockwise (A-BL-07).
        """
        count = len(self.seats)
        order = sorted(
            self.empty_hands, key=lambda it: (it.turn_count, (it.seat - it.last_seat) % count)
        )
        return tuple(it.seat for it in order)

    def empty_before(self, seat: int) -> tuple[int, ...]:
        """Whose empty hands come before that seat's, which is taken as empty too."""
        order = self.with_empty(seat).empty_seats()
        return order[: order.index(seat)]

    def with_empty(self, seat: int) -> "State":
        """The state with that seat's hand empty, as of now if it is not."""
        if any(it.seat == seat for it in self.empty_hands):
            return self
        return replace(self, empty_hands=(*self.empty_hands, self.empty_hand_now(seat)))

    def empty_together(self, one: int, other: int) -> bool:
        """Whether two hands became empty at once; one that is not empty counts as of now."""
        turns = {it.seat: it.turn_count for it in self.empty_hands}
        return turns.get(one, self.turn_count) == turns.get(other, self.turn_count)

    def empty_hand_now(self, seat: int) -> EmptyHand:
        """That seat's hand, emptied now."""
        last = self.turn if self.last_seat is None else self.last_seat
        return EmptyHand(seat, self.turn_count, last, self.moment)


# `table --json`


def report(state: State, reference: Any) -> dict[str, Any]:
    """The keys that BLANK adds; `copy` is null without a box, `copies` are all boxes."""
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
    """The keys that BLANK adds to a player; `told`: whether anything was entered about the hand."""
    return {"cards": state.hands[seat], "told": seat in state.known_hands}


def _card_report(card: PlayedCard) -> dict[str, Any]:
    return {
        "number": card.number,
        "suit": card.suit,
        "title": card.title or None,
        "effect": card.effect or None,
        "copy": card.copy,
    }
