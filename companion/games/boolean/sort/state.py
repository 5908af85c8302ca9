"""The state of a play of Sort, an immutable value; and whether it is won."""

from typing import ClassVar, NamedTuple

from companion.core.outcome import Outcome
from companion.errors import Refused
from companion.games.boolean.dice.the_ten import SET, by_id
from companion.games.boolean.variants import State

TURNS = 5

AREAS = ("black", "white")
"""The areas, in the order in which they are entered."""


class SortedTurn(NamedTuple):
    """A turn: the die that was rolled, and those that went into the areas; None if not entered."""

    rolled: str | None = None
    black: str | None = None
    white: str | None = None


class SortState(State):
    """A play of Sort; `round` is the number of the current turn.

    `rolled` is the die that was rolled in it, if it was entered before the others. `right` is how
    many bottoms in Black and in White have the colour of their area, once they are turned over.
    """

    variant: ClassVar[str] = "sort"
    turns: tuple[SortedTurn, ...] = ()
    rolled: str | None = None
    right: tuple[int, ...] | None = None

    @property
    def areas(self) -> tuple[tuple[str | None, ...], ...]:
        """The dice in the Black and in the White area."""
        return (tuple(turn.black for turn in self.turns), tuple(turn.white for turn in self.turns))

    @property
    def placed(self) -> tuple[str, ...]:
        """The dice that are known to lie in an area, each once."""
        dice = [die for area in self.areas for die in area if die is not None]
        return tuple(dict.fromkeys(dice))

    @property
    def free(self) -> tuple[str, ...]:
        """The other dice."""
        return tuple(die for die in by_id() if die not in self.placed)

    @property
    def outside(self) -> int:
        """How many dice lie outside the areas; at the end none, even if no turn was entered."""
        return max(0, SET - 2 * (len(self.turns) if self.right is None else self.size))

    @property
    def all_turns_taken(self) -> bool:
        """Whether all turns were taken."""
        return len(self.turns) >= TURNS

    @property
    def size(self) -> int:
        """Dice in each area; at the end five, even if no turn was entered."""
        return len(self.turns) or TURNS

    def sure_dice(self, area: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The dice named in an area whose bottoms are always right, and those that never are.

        Names are guesses from what is seen, so it may have been other dice.
        """
        dice = [by_id()[name] for name in self.areas[area] if name is not None]
        all_black = tuple(die.id for die in dice if not die.can_be_white)
        all_white = tuple(die.id for die in dice if not die.can_be_black)
        return (all_white, all_black) if area else (all_black, all_white)


def outcome(state: SortState) -> Outcome:
    """The player wins, or nobody: a single wrong bottom loses (BO-163)."""
    if state.right is None:
        return Outcome((), _why_undecided(state))
    count, right = 2 * state.size, sum(state.right)
    if right == count:
        return Outcome((0,), f"all {count} bottoms are right")
    black, white = state.right
    return Outcome(
        (), f"{right} of {count} bottoms are right, {black} in Black and {white} in White"
    )


def _why_undecided(state: SortState) -> str:
    """What is missing for a result, with the command that enters it."""
    if state.all_turns_taken or not (state.turns or state.rolled):
        return "enter how many bottoms are right (`companion boolean bottoms 3 4`)"
    taken = len(state.turns)
    verb = "was" if taken == 1 else "were"
    return f"{taken} of {TURNS} turns {verb} entered (`companion next` counts one)"


def require_not_turned_over(state: SortState) -> None:
    """Refuse an entry after the end. Raises Refused."""
    if state.right is not None:
        raise Refused(
            "The dice were turned over, so the game is over (BO-162).", "`companion finish`"
        )


def require_turns_left(state: SortState) -> None:
    """Refuse a sixth turn. Raises Refused."""
    require_not_turned_over(state)
    if state.all_turns_taken:
        raise Refused(
            f"All {TURNS} turns were taken, and no die is left (BO-159).",
            "Turn the dice over, and enter how many are right: `companion boolean bottoms 5 4`.",
        )
