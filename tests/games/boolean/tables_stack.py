"""A table of The Stack in a line or two, without a store.

t = table()
t.stack("ana white", "ben", "ana").challenge("ben", "bluff")
assert t.winners == "ben"
"""

from companion.games.boolean.dice.the_ten import find_die
from companion.games.boolean.game import GAME
from companion.games.boolean.stack import challenge, tower
from tests.games.boolean.possessing import Possessing


def table(*, first: str | None = None) -> "Table":
    """A play of Ana and Ben that has begun: each has five dice."""
    return Table(GAME, ["Ana", "Ben"], first, {"variant": "stack"})


class Table(Possessing):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def stack(self, *all_words: str) -> "Table":
        """`ana white`, `ana`, or an empty text for whoever has the turn."""
        for words in all_words:
            name, top = [*words.split(), None, None][:2]
            seat = None if name is None else self.seat(name)
            self.act(lambda action, seat=seat, top=top: tower.stack(action, seat, top))
        return self

    def high(self, dice: int) -> "Table":
        """So many dice are placed."""
        return self.stack(*[""] * dice)

    def challenge(
        self,
        name: str,
        verdict: str | None = None,
        *,
        below: str | None = None,
        placed: str | None = None,
        top: str | None = None,
        die: str | None = None,
    ) -> "Table":
        inverse = None if verdict is None else verdict == "true"
        named = None if die is None else find_die(die).id
        return self.act(
            lambda action: challenge.challenge(
                action,
                self.seat(name),
                inverse,
                below=below,
                placed=placed,
                top=top,
                die=named,
            )
        )

    def fell(self, name: str | None = None) -> "Table":
        seat = None if name is None else self.seat(name)
        return self.act(lambda action: tower.fell(action, seat))

    @property
    def left(self) -> str:
        """`ana 4 ben 5`: what each has still to place."""
        return " ".join(
            f"{who.handle} {self.state.left(seat)}" for seat, who in enumerate(self.state.seats)
        )

    @property
    def tower(self) -> str:
        """From the bottom up: `ana white, ben, ana`."""
        return ", ".join(
            " ".join([self.state.seats[die.seat].handle, *([die.top] if die.top else [])])
            for die in self.state.tower
        )
