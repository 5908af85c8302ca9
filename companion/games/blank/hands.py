"""Hands: cards that are discarded and given by an effect, and hands that are counted."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import counted, short
from companion.core.numbers import only_digits, whole
from companion.core.param import A_CARD, Arguments, Candidate, Param, a_number, nobodys, one, player
from companion.core.shapes import AMOUNT, FLAG, SEAT, maybe
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.blank.in_play import card_words, faces_on, warn_of
from companion.games.blank.order import acted, since, with_cards
from companion.games.blank.reference import at_table
from companion.games.blank.state import CARD, COUNT, HAND, CardTold, Happening, Played, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

MOST = 999
"""So many cards at once are no slip of the finger."""
FEW = 3
"""So many cards an effect moves at most, as a rule."""


def with_hand(state: State, seat: int, change: int, **changes: Any) -> State:
    """So many cards more or fewer in a hand: never below none, whatever was told before."""
    hand = max(0, state.hands[seat] + change)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    emptied = state.emptied
    if hand:
        emptied = tuple(it for it in emptied if it.seat != seat)
    elif all(it.seat != seat for it in emptied):
        emptied = (*emptied, state.emptied_now(seat))
    told = state.told if seat in state.told else state.told | {seat}
    return replace(state, hands=hands, told=told, emptied=emptied, **changes)


def with_drawn(state: State, seat: int, count: int) -> State:
    """Cards from the draw pile are in a hand."""
    *before, newest = state.recent
    drawn = list(newest.drawn or (0,) * len(state.seats))
    drawn[seat] += count
    return with_hand(
        state,
        seat,
        count,
        recent=(*before, newest._replace(drawn=tuple(drawn))),
        draw_pile=max(0, state.draw_pile - count),
    )


def lying(*cards: Played) -> tuple[str, ...]:
    """What is counted of cards on the discard pile: faces, and homes where they were told."""
    faces = tuple(str(card.face) for card in cards)
    homes = (card.home for card in cards if card.copy is not None)
    return (*faces, *homes, *(card.itself for card in cards if card.card is not None))


def require_in_hand(state: State, seat: int, count: int, referee: Referee) -> None:
    """Refuse more cards than are in a hand of which something was told."""
    if seat in state.told and count > state.hands[seat]:
        name, handle = state.name(seat), state.seats[seat].handle
        referee.refuse(
            "BL-50",
            f"By what was told, {name} has {counted(state.hands[seat], 'card')}, and cannot play "
            f"{count}.",
            f"`companion blank hand {handle} N` puts that right; then the same line again.",
        )


def _require_there(state: State, seat: int, count: int, verb: str) -> None:
    """Refuse more cards than are in a hand that is followed, or than were dealt."""
    if count > state.hands[seat]:
        name, handle = state.name(seat), state.seats[seat].handle
        raise Refused(
            f"{name} has {state.hands[seat]} by what was told, and cannot {verb} {count}.",
            f"`companion blank hand {handle} N` puts that right first.",
        )


def count_of(text: str, least: int = 1) -> int:
    """A number of cards, as typed. Raises Invalid."""
    number = whole(text.strip().lstrip("=+"), least, MOST)
    if number is None:
        raise Invalid(f"“{short(text)}” is no number of cards.", "A whole number, such as 2.")
    return number


# Discarded by an effect


class CardsDiscarded(TypedDict):
    """An effect lets somebody discard cards; one lies on `top`, if it was named."""

    seat: Annotated[int, SEAT]
    count: Annotated[int, COUNT]
    top: NotRequired[Annotated[CardTold | None, maybe(CARD)]]


def _check_discarded(state: State, data: CardsDiscarded, referee: Referee) -> None:
    _require_there(state, data["seat"], data["count"], "discard")


def _top_of(data: CardsDiscarded) -> Played | None:
    top = data.get("top")
    return None if top is None else Played.from_json(top)


def _apply_discarded(state: State, data: CardsDiscarded) -> State:
    seat, count, card = data["seat"], data["count"], _top_of(data)
    state = with_hand(state, seat, -count)
    # Of cards that nobody named, one lies on top that nobody knows.
    state = acted(state, Happening("discarded", card, count, seat=seat))
    return replace(
        state,
        discards=state.discards + count,
        lying=state.lying if card is None else (*state.lying, *lying(card)),
        top=card,
        under=None,
    )


def _tell_discarded(before: State, data: CardsDiscarded, after: State) -> str:
    seat, top = data["seat"], _top_of(data)
    card = "" if top is None else f", {top.called} on top"
    cards = counted(data["count"], "card")
    return f"{after.name(seat)} discards {cards}{card}: {after.hands[seat]} in hand"


CARDS_DISCARDED = Kind(
    "cards.discarded",
    CardsDiscarded,
    _apply_discarded,
    _tell_discarded,
    _check_discarded,
    counts=False,
)


def discard_cards(action: Action[State], seat: int, count: int, top: Played | None) -> None:
    """Cards that an effect lets somebody discard; the one on `top`, if it was named."""
    from companion.games.blank.triggers import tell_rules

    told = CardsDiscarded(seat=seat, count=count)
    if top is not None:
        told["top"] = top.record()
    action.add(CARDS_DISCARDED, told)
    tell_rules(action, Happening("discarded", top, count))


# Given


CardsGiven = TypedDict(
    "CardsGiven",
    {"from": Annotated[int, SEAT], "to": Annotated[int, SEAT], "count": Annotated[int, COUNT]},
)


def _check_given(state: State, data: CardsGiven, referee: Referee) -> None:
    _require_there(state, data["from"], data["count"], "give")


def _apply_given(state: State, data: CardsGiven) -> State:
    return with_hand(with_hand(state, data["from"], -data["count"]), data["to"], data["count"])


def _tell_given(before: State, data: CardsGiven, after: State) -> str:
    giver, taker = data["from"], data["to"]
    return (
        f"{after.name(giver)} gives {counted(data['count'], 'card')} to {after.name(taker)}: "
        f"{after.hands[giver]} and {after.hands[taker]} in hand"
    )


CARDS_GIVEN = Kind(
    "cards.given",
    CardsGiven,
    _apply_given,
    _tell_given,
    _check_given,
    together=lambda data, context: None if data["from"] != data["to"] else ("to", data["to"]),
    counts=False,
)


def give_cards(action: Action[State], giver: int, taker: int, count: int) -> None:
    """Cards go from one hand to another. Raises Invalid for one hand alone."""
    if giver == taker:
        raise Invalid("From one hand to another.", "Name the giver first, then the taker.")
    told: CardsGiven = {"from": giver, "to": taker, "count": count}
    action.add(CARDS_GIVEN, told)


# Counted


class HandCounted(TypedDict):
    """Somebody has so many cards, whatever was told before.

    `settles`: what the hands lack by then was played or discarded.
    """

    seat: Annotated[int, SEAT]
    count: Annotated[int, AMOUNT]
    settles: NotRequired[Annotated[bool, FLAG]]


def _apply_counted(state: State, data: HandCounted) -> State:
    state = since(state, counted=state.recent[-1].counted | {data["seat"]})
    state = replace(state, settled=state.settled or bool(data.get("settles")))
    return with_hand(state, data["seat"], data["count"] - state.hands[data["seat"]])


def _tell_counted(before: State, data: HandCounted, after: State) -> str:
    return f"{after.name(data['seat'])} has {counted(data['count'], 'card')} in hand"


HAND_COUNTED = Kind("hand.counted", HandCounted, _apply_counted, _tell_counted, counts=False)


def count_hand(action: Action[State], seat: int, count: int) -> None:
    """So many cards are in a hand; what it lacks was played or discarded, untold.

    Raises Refused where that is known. In a log it is no news only once something is taken back,
    and stands.
    """
    state = action.state
    if seat in state.told and count == state.hands[seat]:
        raise Refused(f"{state.name(seat)} has {count} by what was told.", "Nothing is entered.")
    action.add(HAND_COUNTED, HandCounted(seat=seat, count=count, settles=True))


# The verbs


def numbers(first: int, last: int) -> list[Candidate]:
    """Some numbers as words."""
    return [(str(number), "") for number in range(first, last + 1)]


def _discards(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    yield from numbers(2, FEW)
    yield from card_words(at_table(trial.state, trial.reference), faces_on(None))


_DISCARDER = player(candidates=with_cards())
_WHAT = one("N|CARD", A_CARD, optional=True, metavar="[N|CARD]", default="1", candidates=_discards)


def _plan_discard(action: Action[State], told: Arguments[State]) -> None:
    seat, what = told[_DISCARDER], told[_WHAT]
    if only_digits(what.strip()):
        discard_cards(action, seat, count_of(what), None)
        return
    found = at_table(action.state, action.reference).card(what)
    warn_of(action, [found])
    discard_cards(action, seat, 1, found.card)


DISCARD = Verb[State](
    name="discard",
    about="cards that an effect discards",
    help="""Cards that an effect lets somebody discard: no move of a turn.

    \b
    Examples:
      companion blank discard ana 2
      companion blank discard ana 3-circle      that one is on top now
    """,
    params=(_DISCARDER, _WHAT),
    plan=_plan_discard,
)


def _with_some(trial: "Trial[State]") -> Iterator[int]:
    from companion.core.offer import from_turn

    state = trial.state
    return (seat for seat in from_turn(state, state.turn) if state.hands[seat])


_GIVER = player(name="GIVER", metavar="PLAYER", candidates=with_cards(_with_some))
_TAKER = player(name="TAKER", metavar="PLAYER", candidates=with_cards(), whose=nobodys)
_GIVEN: Param[State, int] = one(
    "N",
    a_number(1, MOST),
    lambda state, word: count_of(word),
    optional=True,
    default="1",
    candidates=lambda trial, told: numbers(2, FEW),
)

GIVE = Verb[State](
    name="give",
    about="cards from hand to hand",
    help="""Cards that go from one hand to another.

    \b
    Examples:
      companion blank give ana ben 2
    """,
    params=(_GIVER, _TAKER, _GIVEN),
    plan=lambda action, told: give_cards(action, told[_GIVER], told[_TAKER], told[_GIVEN]),
)

_OWNER = player(candidates=with_cards())
_HELD: Param[State, int] = one(
    "N",
    a_number(0, MOST),
    lambda state, word: count_of(word, 0),
    candidates=lambda trial, told: numbers(0, HAND),
)

HAND_VERB = Verb[State](
    name="hand",
    about="so many cards somebody has",
    help="""So many cards somebody has, whatever was told before.

    \b
    Examples:
      companion blank hand ana 5
      companion blank hand ana 0
    """,
    params=(_OWNER, _HELD),
    plan=lambda action, told: count_hand(action, told[_OWNER], told[_HELD]),
)
