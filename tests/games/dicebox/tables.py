"""A table of Dice Box in a line or two, without a store: play at it, look at it.

    t = table("Ana Ben", colors="ana=red ben=blue", seed=3)
    t.roll("ana", "r4 r2 b6").place("ana", "r4", "d3")
    assert t.row(3) == ". . S3 R4 ."

A board is written as one sees it, row by row: `S3` the Seed, `R4` a die, `×` dead, `.` empty.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.core.seats import seats_for
from companion.games.dicebox import board, placement, points, rolls, setup, turns
from companion.games.dicebox.game import GAME
from companion.games.dicebox.setup import read_colors
from companion.games.dicebox.state import COLORS, read_die
from companion.testing.plays import Playthrough


def numbers(drawn: str) -> tuple[int | None, ...]:
    """A grid of bare numbers as it is drawn, `.` where nothing lies."""
    found = tuple(None if sign in ".#×+" else int(sign) for sign in drawn.split())
    assert len(found) == 25, drawn
    return found


def names(squares: Sequence[int]) -> str:
    """Squares by name."""
    return " ".join(board.SQUARES[at] for at in squares)


def table(
    players: str = "Ana Ben",
    *,
    colors: str | None = "",
    seed: int | None = 3,
    first: str | None = None,
) -> "Table":
    """A play that has begun; everybody has a colour unless `colors` is None."""
    people = players.split()
    seats = seats_for(people)
    options: dict[str, Any] = {}
    if colors is not None:
        usual = [f"{seat.handle}={color}" for seat, color in zip(seats, "rbyw", strict=False)]
        options["colors"] = read_colors(seats, colors.split() or usual)
    t = Table(GAME, people, first, options)
    if seed is not None:
        t.seed(seed)
    return t


class Table(Playthrough):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    # What a table does

    def seed(self, value: int) -> "Table":
        return self.act(lambda action: turns.seed(action, value))

    def colors(self, words: str) -> "Table":
        return self.act(
            lambda action: setup.assign_colors(
                action, read_colors(action.state.seats, words.split())
            )
        )

    def draft(self, words: str) -> "Table":
        return self.act(lambda action: setup.draft(action, words.split()))

    def roll(self, name: str, dice: str, *, stuck: bool = False) -> "Table":
        told = [read_die(word) for word in dice.split()]
        return self.act(
            lambda action: rolls.record_roll(action, self.seat(name), told, stuck=stuck)
        )

    def left(self, name: str, dice: str) -> "Table":
        """These are all dice that somebody has left: by a house rule, for they went nowhere."""
        told = [list(read_die(word)) for word in dice.split()]
        before, self.house = self.house, "few are left"
        self.add_fact("dice.rolled", seat=self.seat(name), dice=told, turn=False)
        self.house = before
        return self

    def give_turn(self, name: str) -> "Table":
        return self.act(lambda action: turns.give_turn(action, self.seat(name)))

    def count(self, **told: int) -> "Table":
        all_four = dict.fromkeys(COLORS, 0) | told
        return self.act(lambda action: points.count(action, all_four))

    def roll_all(self, seed: int = 7) -> "Table":
        return self.act(lambda action: rolls.roll_virtual(action, [], Random(seed)))

    def place(self, name: str, die: str, square: str) -> "Table":
        where = board.read_square(square)
        return self.act(
            lambda action: placement.place(action, self.seat(name), read_die(die), where)
        )

    def next(self) -> "Table":
        return self.act(turns.advance)

    # What a table sees

    def row(self, number: int) -> str:
        dead = board.dead_squares(self.state.numbers)
        signs = []
        for at in range((number - 1) * 5, number * 5):
            die = self.state.grid[at]
            empty = "×" if at in dead else "."
            signs.append(empty if die is None else f"{str(die.color)[0].upper()}{die.value}")
        return " ".join(signs)

    def dice(self, name: str) -> str:
        """What somebody has still to place: `r4 r? ?`."""
        return " ".join(
            f"{(die.color or '?')[0]}{die.value or '?'}" for die in self.state.dice[self.seat(name)]
        )

    @property
    def points(self) -> str:
        return " ".join(
            f"{seat.handle} {score}"
            for seat, score in zip(self.state.seats, self.state.scores, strict=True)
        )
