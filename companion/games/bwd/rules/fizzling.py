"""What may make an effect fizzle: wards, always-effects, and cards that nobody has read yet."""

import re

from companion.core.names import folded
from companion.core.referee import Referee
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.state import State

_STOPS = re.compile(r"\b(?:wards?|fizzles?|cancels?)\b")


def stoppers(state: State, cards: Catalogue) -> list[str]:
    """The cards in play, on the table or on dice, that may stop an effect for all that is known."""
    return [key for key in in_play(state) if _may_stop(cards.card(key), cards)]


def in_play(state: State) -> list[str]:
    """The cards of the tableau, and those that icons on dice are from."""
    drawn = (face.card for die in state.dice for face in die.faces)
    return sorted({*state.cards(), *(card for card in drawn if card is not None)})


def _may_stop(card: Card, cards: Catalogue) -> bool:
    if card.ward or card.always:
        return True
    told = cards.told.get(card.key, {})
    read = card.core or "ward" in told or bool(told.get("text"))
    return not read or _STOPS.search(folded(card.text)) is not None


def can_fizzle(state: State, named: list[str], referee: Referee) -> None:
    """Where all cards in play were read, an effect fizzles only by one that can make it.

    `named` are the `stoppers` when it was entered. A tableau that nobody told may hold any card.
    """
    referee.require(
        not state.told or not {*named}.isdisjoint(in_play(state)),
        "BWD-269",
        "Nothing in play makes an effect fizzle: every card was read, and none is a ward.",
        "Leave out `--fizzle`; `companion bwd card set CARD --ward …` tells of a ward.",
    )
