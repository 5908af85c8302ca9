"""What everybody can know of a player's deck: how many cards, and what became of them."""

from typing import Literal, NamedTuple

from companion.games.lwd.guesses import HIGHEST

What = Literal["dealt", "left out", "random", "swapped", "shown", "given", "extra", "counted"]

CARDS = HIGHEST
"""The cards of a plain deck, one of each number."""
Hand = tuple[str, ...]
"""The top cards of a player's dice, as they are told: `5`, `w`, `p5`."""


class Step(NamedTuple):
    """Something that happened to a deck, in the order in which it did.

    `dealt`: one of each number from 1 to 6 · `left out`: so many of these, any of them · `random`:
    so many that could be any · `swapped`: a card given up for a wildcard · `shown`: these `cards`
    were on top of its dice · `given`: a die with so many cards was given up, faces down, of a hand
    that showed `cards` (none where that was not told) · `extra`: a card of that number came ·
    `counted`: there were so many then, whatever was told before.
    """

    what: What
    number: int
    cards: Hand = ()


class Deck(NamedTuple):
    """A player's cards. Those `aside` came in the middle of a round and are in no die (A-LW-13)."""

    cards: int
    steps: tuple[Step, ...]
    aside: int = 0

    @classmethod
    def dealt(cls, cards: int, *, random: bool, wildcard: bool) -> "Deck":
        """A deck as the game begins: one of each number, what is beyond that at random (A-LW-14).

        Of a house that deals fewer, some are left out. With wildcards, one card is swapped already.
        """
        steps = [Step("random", cards)] if random else [Step("dealt", CARDS)]
        if not random and cards > CARDS:
            steps.append(Step("random", cards - CARDS))
        elif not random and cards < CARDS:
            steps.append(Step("left out", CARDS - cards))
        steps += [Step("swapped", 1)] if wildcard else []
        return cls(cards, tuple(steps))

    @property
    def in_dice(self) -> int:
        """The cards that are in the dice of this round."""
        return self.cards - self.aside

    @property
    def wildcards(self) -> int:
        """How many wildcards came into it; some of them may have been given up since."""
        return sum(step.what == "swapped" for step in self.steps)

    @property
    def is_plain(self) -> bool:
        """Whether no number can be in it twice."""
        return all(step.what not in ("random", "counted") for step in self.steps)

    def showing(self, hand: Hand) -> "Deck":
        """After its top cards were shown."""
        return self._and(Step("shown", len(hand), hand))

    def given(self, cards: int, hand: Hand = ()) -> "Deck":
        """After a die with so many cards was given up, of dice that showed that hand."""
        cards = min(cards, self.cards)
        return self._and(Step("given", cards, hand))._replace(cards=self.cards - cards)

    def swapped(self) -> "Deck":
        """After one card was given up for a wildcard."""
        return self._and(Step("swapped", 1))

    def with_extra(self, number: int) -> "Deck":
        """After a card of that number came: it waits for the next split."""
        after = self._and(Step("extra", number))
        return after._replace(cards=self.cards + 1, aside=self.aside + 1)

    def counted(self, cards: int) -> "Deck":
        """After the table said how many there are; all of them are taken to be in dice."""
        return self._and(Step("counted", cards))._replace(cards=cards, aside=0)

    def gathered(self) -> "Deck":
        """Before a split: nothing lies aside any more."""
        return self._replace(aside=0)

    def as_split(self) -> "Deck":
        """The deck without the cards that lie aside: those that came last."""
        steps = list(self.steps)
        for _ in range(self.aside):
            del steps[max(place for place, step in enumerate(steps) if step.what == "extra")]
        return Deck(self.in_dice, tuple(steps))

    def _and(self, step: Step) -> "Deck":
        return self._replace(steps=(*self.steps, step))
