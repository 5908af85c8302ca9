"""What tables of several of the six games do alike: dice in Possession, turns that are not told."""

from typing import Self

from companion.games.boolean.dice.the_ten import find_die
from companion.games.boolean.variants import end
from companion.testing.plays import Playthrough


def die_of(name: str | None) -> str | None:
    """A die's name as the log has it."""
    return None if name is None else find_die(name).id


class Possessing(Playthrough):
    """A play in which dice are possessed; what a game adds comes on top."""

    def holds(self, name: str, *dice: str) -> Self:
        told = [find_die(die).id for die in dice]
        return self.add_fact("dice.told", seat=self.seat(name), dice=told)

    def count(self, name: str, dice: int) -> Self:
        def plan(action):
            action.add("dice.counted", seat=self.seat(name), dice=dice)
            end(action)

        return self.act(plan)

    def next(self) -> Self:
        return self.act(lambda action: self.game.advance(action))

    @property
    def dice(self) -> str:
        """`ana 1 ben 3`"""
        return " ".join(
            f"{seat.handle} {held.size}"
            for seat, held in zip(self.state.seats, self.state.held, strict=True)
        )

    def known(self, name: str) -> str:
        """Which dice somebody is known to have: `2w-opposite 5w`."""
        return " ".join(self.state.held[self.seat(name)].known)
