"""What a play of BLANK looks things up in: the data files, and the boxes as they are now."""

from companion.core.game import CopyReader, DataReader
from companion.errors import CompanionError
from companion.games.blank.deck.cards import Card
from companion.games.blank.deck.deck import Deck
from companion.games.blank.state import Prize, State


class Reference:
    """Data files and boxes, read when they are used."""

    def __init__(self, read: DataReader, copy: CopyReader) -> None:
        self.read = read
        self._copy = copy

    def deck(self, copy_id: str) -> Deck:
        """The box of that id; one of which nothing is known where there is none."""
        return Deck(lambda: self._copy(copy_id))

    def prize_card(self, prize: Prize) -> Card | None:
        """The card that is a prize, as it is now; None where the box cannot tell."""
        try:
            return self.deck(prize.copy).cards.get(prize.card)
        except CompanionError:
            return None

    def prize_waits(self, state: State) -> bool:
        """Whether the winner may still take a prize: none was taken, or what was is declined."""
        if state.status != "finished" or not state.winners:
            return False
        if state.prize is None:
            return True
        try:
            box = self.deck(state.prize.copy)
            card = box.cards.get(state.prize.card)
            written = None if card is None else card.revision(state.prize.revision)
            if written is None or written.play is None:
                return bool(box.name)  # Taken out of the box; of a box that is gone, who knows.
            return not box.prizes_of(written.play)
        except CompanionError:
            return False
