"""The cards of the boxes that a play is played with, as they are named in it."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import folded, listed, short
from companion.errors import Ambiguous, NotFound, Refused
from companion.games.blank.cards import Card
from companion.games.blank.deck import Deck, agreed_colours
from companion.games.blank.rule_pile import InBox
from companion.games.blank.search import (
    Meant,
    find_game_card,
    find_in_boxes,
    find_in_one,
    find_rule,
    named_in,
)
from companion.games.blank.state import Played
from companion.games.blank.suits import looks_like_card, named_card


class Found(NamedTuple):
    """A card that was named: what it may be besides (`hints`), and what the table should know."""

    card: Played
    hints: tuple[str, ...]
    warnings: tuple[str, ...]


class CardsInPlay:
    """The boxes of a play, where cards are looked for: `decks` by the ids of the boxes.

    Cards go by their face where no box is told. In a mix, a card's home is told by its mark.
    `lying` are the discards, as a play counts them: what lies there is no card in a hand.
    `problems` are said of boxes that cannot be read.
    """

    def __init__(
        self,
        decks: Sequence[tuple[str, Deck]],
        mixed: bool,
        lying: Sequence[str] = (),
        problems: Sequence[str] = (),
    ) -> None:
        self.decks = decks
        self.mixed = mixed
        self._lying = lying
        self.problems = problems

    @property
    def colours(self) -> dict[str, str]:
        """The colours of the suits, as far as the boxes agree."""
        return agreed_colours(deck for _, deck in self.decks)

    def card(self, text: str) -> Found:
        """The game card that somebody means. Raises NotFound or Invalid for one in no box."""
        if not self.decks:
            face = named_card(text, {}).face
            return Found(Played(face.number, face.suit), (), tuple(self.problems))
        hits = find_in_boxes(text, self.decks, find_game_card)
        _require_one_face(text, hits)
        cards = [(copy, card) for copy, _, meant in hits for card in meant.cards]
        there = [(copy, card) for copy, card in cards if card.retired is None]
        if not there:
            raise Refused(
                f"{cards[0][1].id} is retired: it is not in the deck any more.",
                f"`companion blank card return {cards[0][1].id}` if it is there after all.",
            )
        if len(there) == 1:
            return self._very_card(*there[0])
        homes = {copy for copy, _ in there}
        home = homes.pop() if len(homes) == 1 else None
        mark = "" if home is None else self._mark(home)
        face = hits[0][2].face
        hints = [
            self._hint(copy, card)
            for copy, card in there
            if card.agreed is not None and f"{copy}/{card.id}" not in self._lying
        ]
        card = Played(face.number, face.suit, home, mark=mark)
        return Found(card, tuple(hints), tuple(self.problems))

    def _hint(self, copy: str, card: Card) -> str:
        """What happens if it is that one of several that look alike."""
        agreed, mark = card.agreed, self._mark(copy)
        assert agreed is not None
        name = f"“{agreed.title}” ({mark}{card.id})" if agreed.title else f"{mark}{card.id}"
        return f"If it is {name}: {agreed.wording.sentence}"

    def _very_card(self, copy: str, card: Card) -> Found:
        """The very card that was named, with the effect that was agreed to."""
        assert card.face is not None
        agreed, warnings = card.agreed, list(self.problems)
        if agreed is None and card.now is not None:
            warnings.append(f"What stands on {card.id} is only proposed: it has no effect yet.")
        title = agreed.title if agreed is not None else card.picture
        effect = "" if agreed is None else agreed.wording.sentence
        played = Played(*card.face, copy, card.id, title, effect, self._mark(copy))
        return Found(played, (), tuple(warnings))

    def _mark(self, copy: str) -> str:
        """The mark of a box, where there is more than one."""
        return next((deck.mark for known, deck in self.decks if known == copy and self.mixed), "")

    def rule(self, text: str) -> InBox:
        """The rule card that somebody means, in any of the boxes. Raises NotFound or Ambiguous."""
        try:
            copy, deck, card = find_in_one(text, self.decks, find_rule)
        except NotFound as problem:
            if not folded(text).startswith("if "):
                raise
            raise NotFound(
                problem.message,
                f'`companion blank rule add "{short(text)}" --printed --open` tells of it; '
                "one that somebody wrote has `--by NAME --inked` in place of `--printed`.",
            ) from None
        if card.now is None or card.out:
            raise Refused(
                f"Rule {card.number} is out of the deck.",
                f"`companion blank rule return {card.number}` puts it back.",
            )
        return InBox(copy, deck, card)


def _require_one_face(text: str, hits: Sequence[tuple[str, Deck, Meant]]) -> None:
    """Colours differ by printing, and titles may be the same: `red-4`, or `Toll`, may be two cards
    in two boxes. Raises Ambiguous.
    """
    faces = [str(face) for face in dict.fromkeys(meant.face for _, _, meant in hits)]
    if len(faces) > 1:
        names = listed([f"`{named_in(copy, deck, text)}`" for copy, deck, _ in hits], "or")
        by_suit = "Name the suit by its symbol, or put" if looks_like_card(text) else "Put"
        raise Ambiguous(
            f"“{short(text)}” is {listed(faces, 'or')}, by the box.",
            faces,
            f"{by_suit} the box before it: {names}.",
        )
