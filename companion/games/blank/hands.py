"""Hands: discard and give cards by an effect, and set the size of a hand."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import player, verb, word
from companion.core.event import Referee
from companion.core.fact import Amount, Fact, Flag, Seat
from companion.core.names import counted, short
from companion.core.numbers import only_digits, whole
from companion.core.param import A_CARD, Arguments, Candidate, a_number, nobodys
from companion.core.shapes import maybe
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.blank.in_play import card_candidates, faces_for, pass_on_warnings
from companion.games.blank.order import (
    PlayerWithCount,
    add_act,
    change_newest_move,
    from_turn,
    players_with_counts,
)
from companion.games.blank.reference import at_table
from companion.games.blank.state import CARD_RECORD, HAND, Act, Count, PlayedCard, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

MOST_CARDS = 999
"""The most cards in one entry; more is a typing error."""
FEW_CARDS = 3
"""The most cards that an effect usually moves, for menus."""


def with_hand(state: State, seat: int, change: int, **changes: Any) -> State:
    """Add `change` cards to a hand, which never has fewer than none."""
    hand = max(0, state.hands[seat] + change)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    others = tuple(it for it in state.empty_hands if it.seat != seat)
    return replace(
        state,
        hands=hands,
        known_hands=state.known_hands | {seat},
        empty_hands=others if hand else state.with_empty(seat).empty_hands,
        **changes,
    )


def with_drawn(state: State, seat: int, count: int) -> State:
    """Move cards from the draw pile to a hand."""
    *before, newest = state.recent_moves
    drawn = list(newest.drawn or (0,) * len(state.seats))
    drawn[seat] += count
    return with_hand(
        state,
        seat,
        count,
        recent_moves=(*before, newest._replace(drawn=tuple(drawn))),
        draw_pile=max(0, state.draw_pile - count),
    )


def pile_keys(*cards: PlayedCard) -> tuple[str, ...]:
    """The keys of cards in `State.pile_keys`."""
    faces = tuple(str(card.face) for card in cards)
    homes = (card.face_key for card in cards if card.copy is not None)
    return (*faces, *homes, *(card.card_key for card in cards if card.card is not None))


def require_in_hand(state: State, seat: int, count: int, referee: Referee) -> None:
    """Refuse to play more cards than a hand has, if anything was entered about it."""
    if seat in state.known_hands and count > state.hands[seat]:
        name, handle = state.name(seat), state.seats[seat].handle
        referee.refuse(
            "BL-50",
            f"As entered, {name} has {counted(state.hands[seat], 'card')}, and cannot play "
            f"{count}.",
            f"`companion blank hand {handle} N` corrects that; then enter this again.",
        )


def _require_enough(state: State, seat: int, count: int, verb: str) -> None:
    """Refuse to move more cards than a hand has. Raises Refused."""
    if count > state.hands[seat]:
        name, handle = state.name(seat), state.seats[seat].handle
        raise Refused(
            f"As entered, {name} has {counted(state.hands[seat], 'card')}, and cannot {verb} "
            f"{count}.",
            f"`companion blank hand {handle} N` corrects that; then enter this again.",
        )


def parse_count(text: str, least: int = 1) -> int:
    """Read a number of cards. Raises Invalid."""
    number = whole(text.strip().lstrip("=+"), least, MOST_CARDS)
    if number is None:
        raise Invalid(f"“{short(text)}” is not a number of cards.", "A whole number, such as 2.")
    return number


def number_candidates(first: int, last: int) -> list[Candidate]:
    """Numbers for a menu."""
    return [(str(number), "") for number in range(first, last + 1)]


# Discarded by an effect


class CardsDiscarded(Fact[State], kind="cards.discarded", counts=False):
    """A player discards cards by an effect; the one on `top` if it was named."""

    seat: Seat
    count: Count
    top: Annotated[Mapping[str, Any] | None, maybe(CARD_RECORD)] = None

    @property
    def on_top(self) -> PlayedCard | None:
        """The card on top, if it was named."""
        return None if self.top is None else PlayedCard.from_json(self.top)

    def check(self, state: State, referee: Referee) -> None:
        _require_enough(state, self.seat, self.count, "discard")

    def apply(self, state: State) -> State:
        card = self.on_top
        state = with_hand(state, self.seat, -self.count)
        # Without a name, the card on top is unknown.
        state = add_act(state, Act("discarded", card, self.count, seat=self.seat))
        return replace(
            state,
            discards=state.discards + self.count,
            pile_keys=state.pile_keys if card is None else (*state.pile_keys, *pile_keys(card)),
            top=card,
            under=None,
        )

    def describe(self, before: State, after: State) -> str:
        card = "" if self.on_top is None else f", {self.on_top.name} on top"
        cards, left = counted(self.count, "card"), after.hands[self.seat]
        return f"{after.name(self.seat)} discards {cards}{card}: {left} in hand"


def discard_cards(action: Action[State], seat: int, count: int, top: PlayedCard | None) -> None:
    """Have a player discard cards by an effect; `top` is the one on top, if it was named."""
    from companion.games.blank.triggers import announce_rules

    record = None if top is None else top.record()
    action.add(CardsDiscarded(seat=seat, count=count, top=record))
    announce_rules(action, Act("discarded", top, count))


def _discard_candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    yield from number_candidates(2, FEW_CARDS)
    yield from card_candidates(at_table(trial.state, trial.reference), faces_for(None))


HowManyOrWhich = Annotated[
    str,
    word(
        name="N|CARD",
        sort=A_CARD,
        optional=True,
        metavar="[N|CARD]",
        default="1",
        candidates=_discard_candidates,
    ),
]


@verb("discard cards by an effect")
def discard(action: Action[State], player: PlayerWithCount, what: HowManyOrWhich) -> None:
    """Discard cards by an effect; the turn goes on.

    Examples:
      companion blank discard ana 2
      companion blank discard ana 3-circle      that one is on top now
    """
    if only_digits(what.strip()):
        discard_cards(action, player, parse_count(what), None)
        return
    found = at_table(action.state, action.reference).card(what)
    pass_on_warnings(action, [found])
    discard_cards(action, player, 1, found.card)


# Given


class CardsGiven(
    Fact[State],
    kind="cards.given",
    counts=False,
    together=lambda data, context: None if data["from"] != data["to"] else ("to", data["to"]),
):
    """Cards go from one hand to another."""

    from_: Seat
    to: Seat
    count: Count

    def check(self, state: State, referee: Referee) -> None:
        _require_enough(state, self.from_, self.count, "give")

    def apply(self, state: State) -> State:
        return with_hand(with_hand(state, self.from_, -self.count), self.to, self.count)

    def describe(self, before: State, after: State) -> str:
        giver, taker = after.name(self.from_), after.name(self.to)
        return (
            f"{giver} gives {counted(self.count, 'card')} to {taker}: "
            f"{after.hands[self.from_]} and {after.hands[self.to]} in hand"
        )


def _seats_with_cards(trial: "Trial[State]") -> Iterator[int]:
    return (seat for seat in from_turn(trial) if trial.state.hands[seat])


Giver = Annotated[
    int, player(name="GIVER", metavar="PLAYER", candidates=players_with_counts(_seats_with_cards))
]
Taker = Annotated[
    int, player(name="TAKER", metavar="PLAYER", candidates=players_with_counts(), whose=nobodys)
]
GivenCount = Annotated[
    int,
    word(
        lambda state, word: parse_count(word),
        name="N",
        sort=a_number(1, MOST_CARDS),
        optional=True,
        default="1",
        candidates=lambda trial, args: number_candidates(2, FEW_CARDS),
    ),
]


@verb("give cards to another player")
def give(action: Action[State], giver: Giver, taker: Taker, count: GivenCount) -> None:
    """Give cards to another player.

    Examples:
      companion blank give ana ben 2
    """
    if giver == taker:
        raise Invalid(
            "Nobody gives cards to themselves.", "Name the giver first, then another player."
        )
    action.add(CardsGiven(from_=giver, to=taker, count=count))


# Counted


class HandCounted(Fact[State], kind="hand.counted", counts=False):
    """The size of a hand is set, whatever was entered before.

    With `settles`, cards that are then nowhere else count as discards.
    """

    seat: Seat
    count: Amount
    settles: Flag = False

    def apply(self, state: State) -> State:
        state = change_newest_move(state, counted=state.newest_move.counted | {self.seat})
        state = replace(state, derives_discards=state.derives_discards or self.settles)
        return with_hand(state, self.seat, self.count - state.hands[self.seat])

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} has {counted(self.count, 'card')} in hand"


HandSize = Annotated[
    int,
    word(
        lambda state, word: parse_count(word, 0),
        name="N",
        sort=a_number(0, MOST_CARDS),
        candidates=lambda trial, args: number_candidates(0, HAND),
    ),
]


@verb("set the size of a hand", name="hand")
def count_hand(action: Action[State], player: PlayerWithCount, count: HandSize) -> None:
    """Set the size of a player's hand.

    Examples:
      companion blank hand ana 5
      companion blank hand ana 0
    """
    state = action.state
    if player in state.known_hands and count == state.hands[player]:
        raise Refused(
            f"{state.name(player)} already has {count} as entered.", "Nothing was recorded."
        )
    action.add(HandCounted(seat=player, count=count, settles=True))
