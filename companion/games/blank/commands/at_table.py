"""The boxes that a play is played with, read when a card is named in it."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.errors import CompanionError
from companion.games.blank.deck import Deck
from companion.games.blank.game import GAME
from companion.games.blank.in_play import CardsInPlay, Found
from companion.games.blank.state import Box, State
from companion.table.copies import open_copy
from companion.table.desk import Desk


def warn_of(action: Action[State], found: Sequence[Found]) -> None:
    """Tell the table what it should not miss of cards that were named."""
    for one in found:
        for sentence in one.warnings:
            action.warn(sentence)


class BoxesInPlay(CardsInPlay):
    """The boxes of a play as they are now.

    A box that cannot be read hinders nobody from playing: cards go by their face then.
    """

    def __init__(self, desk: Desk, boxes: Sequence[Box], lying: Sequence[str] = ()) -> None:
        decks: list[tuple[str, Deck]] = []
        problems: list[str] = []
        for box in boxes:
            try:
                decks.append((box.id, open_copy(desk, GAME, box.id).reference))
            except CompanionError as problem:
                problems.append(problem.message)
        super().__init__(decks, len(boxes) > 1, lying, problems)
