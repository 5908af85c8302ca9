"""What a play of BLANK looks things up in: the data files, and the boxes as they are now."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.game import CopyReader, DataReader
from companion.errors import CompanionError
from companion.games.blank.deck.cards import Card
from companion.games.blank.deck.deck import Deck, agreed_colours
from companion.games.blank.state import State


class Standing(NamedTuple):
    """The card of a prize and its box; no card where it was taken out of the box again.

    It `stands` unless it was declined, or retired before anybody agreed to it.
    """

    deck: Deck
    card: Card | None
    stands: bool


class Reference:
    """Data files and boxes, read when they are used."""

    def __init__(self, read: DataReader, copy: CopyReader) -> None:
        self.read = read
        self._copy = copy

    def deck(self, copy_id: str) -> Deck:
        """The box of that id; one of which nothing is known where there is none."""
        return Deck(lambda: self._copy(copy_id))

    def prize(self, state: State) -> "Standing | None":
        """What became of the prize that was noted last, in the boxes; None where they cannot tell.

        Taken back in a box, it may have given way to the one before.
        """
        noted = state.prize
        if noted is None:
            return None
        try:
            home = self.deck(noted.copy)
            if not home.name:
                return None
            others = (self.deck(box.id) for box in state.boxes if box.id != noted.copy)
            for deck in (home, *others):
                for card, _ in deck.prizes_of(noted.play):
                    return Standing(deck, card, True)
            then = home.cards.get(noted.card)
            written = None if then is None else then.revision(noted.revision)
            there = written is not None and written.play == noted.play
            return Standing(home, then if there else None, False)
        except CompanionError:
            return None

    def prize_waits(self, state: State) -> bool:
        """Whether the winner may still take a prize: none was taken, or what was is declined."""
        if state.status != "finished" or not state.winners:
            return False
        if state.prize is None:
            return True
        found = self.prize(state)
        return found is not None and not found.stands


def colours_of(state: State, reference: Reference | None) -> Mapping[str, str]:
    """The colours of the suits in the boxes of a play, as far as these can be read and agree."""
    decks = []
    if reference is None:
        return {}
    for box in state.boxes:
        try:
            deck = reference.deck(box.id)
            if deck.name:  # Else it is gone.
                decks.append(deck)
        except CompanionError:
            continue
    return agreed_colours(decks)
