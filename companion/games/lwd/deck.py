"""What everybody can know of a player's deck: how many cards, and what became of them."""

from typing import Literal, NamedTuple

What = Literal["dealt", "random", "swapped", "given", "extra", "counted"]

CARDS = 6
"""The cards of a plain deck, one of each number."""


class Step(NamedTuple):
    """Something that happened to a deck, in the order in which it did.

    `dealt`: one of each number up to this one · `random`: so many that could be any · `swapped`: a
    card given up for a wildcard · `given`: so many given up, faces down · `extra`: one of that
    number came · `counted`: there were so many then, whatever was told before.
    """

    what: What
    number: int


class Deck(NamedTuple):
    """A player's cards. Those `aside` came in the middle of a round and are in no die (A-LW-13)."""

    cards: int
    steps: tuple[Step, ...]
    aside: int = 0

    @classmethod
    def dealt(cls, cards: int, *, random: bool, wildcard: bool) -> "Deck":
        """A deck as the game begins: one of each number, what is beyond that at random (A-LW-14).

        With wildcards, one card has been swapped already.
        """
        fixed = 0 if random else min(cards, CARDS)
        steps = [Step("dealt", fixed)] if fixed else []
        steps += [Step("random", cards - fixed)] if cards > fixed else []
        steps += [Step("swapped", 1)] if wildcard else []
        return cls(cards, tuple(steps))

    @property
    def in_dice(self) -> int:
        """The cards that are in the dice of this round."""
        return self.cards - self.aside

    @property
    def wildcards(self) -> int:
        """How many wildcards came into it: as many as are in it at most."""
        return sum(step.what == "swapped" for step in self.steps)

    def given(self, cards: int) -> "Deck":
        """After so many cards were given up."""
        return self._replace(cards=self.cards - cards, steps=(*self.steps, Step("given", cards)))

    def swapped(self) -> "Deck":
        """After one card was given up for a wildcard."""
        return self._replace(steps=(*self.steps, Step("swapped", 1)))

    def with_extra(self, number: int) -> "Deck":
        """After a card of that number came: it waits for the next split."""
        steps = (*self.steps, Step("extra", number))
        return Deck(self.cards + 1, steps, self.aside + 1)

    def counted(self, cards: int) -> "Deck":
        """After the table said how many there are."""
        return Deck(cards, (*self.steps, Step("counted", cards)), min(self.aside, cards))
