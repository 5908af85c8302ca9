"""A table of Shut the Box in a line or two, without a store.

    t = table("Ana Ben").turns("3 2", "ana 4,3 ben 1")
    assert t.columns == "ana 3 4 ben 1 2"

Counts are written as they are typed.
"""

from companion.games.boolean.dice.the_ten import find_die
from companion.games.boolean.game import GAME
from companion.games.boolean.shut_the_box import columns, turns
from companion.games.boolean.shut_the_box.parsing import counts_of_all, numbers_of_all
from companion.testing.plays import Playthrough


def table(players: str = "Ana Ben", white: int | None = None) -> "Table":
    """A play that has begun: five dice and three Nudges each; who took the `white` set, if told."""
    options = {"variant": "shut-the-box"} | ({} if white is None else {"white": white})
    return Table(GAME, players.split(), None, options)


class Table(Playthrough):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    # What a table does

    def turn(self, words: str, leave: str = "", number: int | None = None) -> "Table":
        left = [self.seat(name) for name in leave.split()]
        told = counts_of_all(self.state, words.split(), number)
        return self.act(lambda action: turns.record_turn(action, told, left, number))

    def turns(self, *all_words: str) -> "Table":
        for words in all_words:
            self.turn(words)
        return self

    def cross(self, words: str, number: int | None = None) -> "Table":
        told = numbers_of_all(self.state, words.split())
        return self.act(lambda action: columns.cross(action, told, turn=number))

    def nudges_are(self, name: str, left: int) -> "Table":
        seat = self.seat(name)
        return self.act(lambda action: action.add("nudges.counted", seat=seat, nudges=left))

    def holds(self, name: str, dice: str) -> "Table":
        told = [find_die(die).id for die in dice.split()]
        return self.add_fact("dice.told", seat=self.seat(name), dice=told)

    def next(self) -> "Table":
        return self.act(turns.advance)

    # What a table sees

    @property
    def columns(self) -> str:
        """Which numbers are crossed off: `ana 3 4 ben 1`."""
        return " ".join(
            " ".join([seat.handle, *map(str, self.state.crossed[place])])
            for place, seat in enumerate(self.state.seats)
        )

    @property
    def nudges(self) -> str:
        """`ana 3 ben 1`"""
        return " ".join(
            f"{seat.handle} {left}"
            for seat, left in zip(self.state.seats, self.state.nudges, strict=True)
        )

    def dice(self, name: str) -> str:
        """What is told of somebody's dice."""
        return " ".join(self.state.held[self.seat(name)].known)
