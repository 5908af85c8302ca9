"""The draw pile: cards that are drawn, as nothing fits or by an effect, and discards shuffled."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import counted
from companion.core.numbers import only_digits
from companion.core.param import Candidate, Param, Told, a_number, one, player, text
from companion.core.seats import is_somebody
from companion.core.shapes import SEAT, TEXT
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.blank.cards import text_of
from companion.games.blank.hands import FEW, MOST, count_of, in_hand, lying, numbers, with_drawn
from companion.games.blank.order import with_cards
from companion.games.blank.penalties import take_penalty
from companion.games.blank.state import COUNT, Happening, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Drawn by an effect


class CardsDrawn(TypedDict):
    """A rule or an effect makes somebody draw: no Penalty, and no end of a turn."""

    seat: Annotated[int, SEAT]
    count: Annotated[int, COUNT]
    why: Annotated[str, TEXT]


def _check_drawn(state: State, data: CardsDrawn, referee: Referee) -> None:
    if data["count"] > state.draw_pile:
        there, verb = counted(state.draw_pile, "card"), "is" if data["count"] == 1 else "are"
        referee.refuse(
            "BL-98",
            f"The draw pile has {there} by what was told, and {data['count']} {verb} drawn.",
            "`companion blank reshuffle` turns the discards into a new one; then go on."
            if state.may_shuffle
            else "There is nothing to shuffle either: nobody draws (A-BL-09)."
            if not state.draw_pile
            else "There is nothing to shuffle either: "
            f"`companion blank draw {state.seats[data['seat']].handle} {state.draw_pile}`, the "
            "rest is skipped (A-BL-09).",
        )


def _apply_drawn(state: State, data: CardsDrawn) -> State:
    return with_drawn(state, data["seat"], data["count"])


def _tell_drawn(before: State, data: CardsDrawn, after: State) -> str:
    why = f" ({data['why']})" if data["why"] else ""
    seat, cards = data["seat"], counted(data["count"], "card")
    return f"{after.name(seat)} draws {cards}{why}: {in_hand(seat, after)}"


CARDS_DRAWN = Kind("cards.drawn", CardsDrawn, _apply_drawn, _tell_drawn, _check_drawn, counts=False)


def draw_cards(action: Action[State], seat: int, count: int, why: str) -> None:
    """Cards that an effect or a rule makes somebody draw: no Penalty, and no end of a turn."""
    from companion.games.blank.triggers import tell_rules

    action.add(CARDS_DRAWN, CardsDrawn(seat=seat, count=count, why=why))
    tell_rules(action, Happening("drawn", at_once=count))


# Shuffled


class PileReshuffled(TypedDict):
    """The discards but the top one become the draw pile."""


def _check_reshuffled(state: State, data: PileReshuffled, referee: Referee) -> None:
    if not state.may_shuffle:
        raise Refused(
            "There are no discards to shuffle but the top one, which stays (A-BL-09).",
            "Who has to draw draws nothing. `companion table` shows what is counted.",
        )


def _apply_reshuffled(state: State, data: PileReshuffled) -> State:
    # Whatever went untold before: now every card is in a hand, on top, or in the pile. There was
    # something to be shuffled, even where more cards were told to be in hands than are left.
    pile = max(1, state.discards - 1, state.cards - sum(state.hands) - 1)
    left = () if state.top is None else lying(state.top)
    return replace(state, draw_pile=pile, discards=1, lying=left, under=None)


def _tell_reshuffled(before: State, data: PileReshuffled, after: State) -> str:
    return f"the discards but the top one are shuffled: {after.draw_pile} in the draw pile"


PILE_RESHUFFLED = Kind(
    "pile.reshuffled",
    PileReshuffled,
    _apply_reshuffled,
    _tell_reshuffled,
    _check_reshuffled,
    counts=False,
)


def reshuffle(action: Action[State]) -> None:
    """The discards but the top one become the draw pile."""
    left = action.state.draw_pile
    if left:
        action.warn(f"By what was told, {left} were left to draw: they are counted in.")
    action.add(PILE_RESHUFFLED, PileReshuffled())


# The verbs


def _draw(action: Action[State], told: Told[State]) -> None:
    seat = told.get(_DRAWER, action.state.turn)
    if _DRAWN not in told and not told.get(_WHY, "") and seat == action.state.turn:
        take_penalty(action, seat, ["cannot-play"], None)
        return
    count = told.get(_DRAWN, 1)
    draw_cards(action, seat, count, text_of(told.get(_WHY, "")))


def _counts(trial: "Trial[State]", told: Told[State]) -> Iterator[Candidate]:
    if _DRAWER in told:
        yield from numbers(1, FEW)


_DRAWER = player(
    optional=True,
    takes=lambda state, words: (
        len(words) > 1 or not only_digits(words[0]) or is_somebody(state.seats, words[0])
    ),
    candidates=with_cards(),
)
_DRAWN: Param[State, int] = one(
    "N", a_number(1, MOST), lambda state, word: count_of(word), optional=True, candidates=_counts
)
_WHY = text(
    "--why",
    metavar="TEXT",
    help="By which rule or card.",
    about="by which rule or card",
    when=lambda trial, told: _DRAWN in told,
)

DRAW = Verb[State](
    name="draw",
    about="no card fits; or by an effect",
    help="""Somebody draws.

    Without a number: the player whose turn it is has no card that fits, which is a Penalty. With
    one: so many cards, for an effect.

    \b
    Examples:
      companion blank draw               no match: one card, and the turn ends
      companion blank draw ben 2         Ben draws two, by a rule
      companion blank draw ben 2 --why "rule 15"
    """,
    params=(_DRAWER, _DRAWN, _WHY),
    plan=_draw,
)

RESHUFFLE = Verb[State](
    name="reshuffle",
    about="the discards become the pile",
    help="""The discards but the top one become the draw pile.

    \b
    Examples:
      companion blank reshuffle
    """,
    plan=lambda action, told: reshuffle(action),
)
