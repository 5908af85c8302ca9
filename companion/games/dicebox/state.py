"""What is known of a play of Dice Box: an immutable value."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.play import PlayState
from companion.games.dicebox import board

COLORS = ("red", "yellow", "blue", "white")
NUMBER_SUCH_AS = 4
"""A number for examples of what may be typed."""
SEED = "seed"
"""The colour of the Seed: one that is nobody's."""
DICE_OF_COLOR = 6
"""How many dice of each colour there are."""
MOST_POINTS = 6 * DICE_OF_COLOR
"""What all dice of a colour have together, a six on each."""
DICE_OF_EACH = {2: 3, 3: 2, 4: 1}
"""How many dice of each colour everybody gets, by the number of players."""
PICKS = 2
"""How many more each of four players drafts."""


class Die(NamedTuple):
    """A die: its colour (None while a drafted one is untold), and what it shows (None: untold)."""

    color: str | None
    value: int | None = None

    @property
    def told(self) -> str:
        """The die as it is named: `red 4`, `red` where nobody told what it shows."""
        parts = (self.color or "a die of some colour", self.value)
        return " ".join(str(part) for part in parts if part is not None)

    @property
    def lying(self) -> str:
        """The die as it lies on the board: `red 4`, `the Seed, 3`."""
        return f"the Seed, {self.value}" if self.color == SEED else self.told

    @property
    def typed(self) -> str:
        """The die as it is typed, in short: `r4`. What is not told of it is made up."""
        return f"{(self.color or COLORS[0])[0]}{self.value or NUMBER_SUCH_AS}"


Board = tuple[Die | None, ...]
"""25 squares in reading order, from a1; the colour of the Seed is `seed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State(PlayState):
    """A play of Dice Box.

    `colors` are those of each seat, empty until told. `dice` are what each has still to place.
    `turn` is whose turn it is; before the Seed lies, who will begin. `picks` are the seats that
    have drafted, in order, and `drafting` who is to begin. `told` are the points of each that were
    entered beside the board; `scores` are these and what lies on the board in one's colours.
    `counted` is the tally of a table that told the end alone.
    """

    colors: tuple[tuple[str, ...], ...]
    dice: tuple[tuple[Die, ...], ...]
    turn: int
    told: tuple[int, ...]
    grid: Board = (None,) * len(board.SQUARES)
    picks: tuple[int, ...] = ()
    drafting: int | None = None
    counted: tuple[tuple[str, int], ...] = ()

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """What the squares show, without colours."""
        return tuple(None if die is None else die.value for die in self.grid)

    @property
    def seeded(self) -> bool:
        """Whether the Seed lies on the board: from then on there are turns."""
        return self.grid[board.CENTRE] is not None

    @property
    def filled(self) -> int:
        """How many squares are filled, that of the Seed among them."""
        return sum(die is not None for die in self.grid)

    @property
    def placed(self) -> int:
        """How many dice lie on the board, the Seed not counted."""
        return sum(die is not None and die.color != SEED for die in self.grid)

    @property
    def over(self) -> bool:
        """Whether no empty square can be filled any more."""
        return self.seeded and board.is_over(self.numbers)

    @property
    def points_alone(self) -> bool:
        """Whether the table tells points and no board."""
        return not self.seeded and bool(self.counted or any(self.told))

    @property
    def colors_told(self) -> bool:
        """Whether the table has told whose colour is which."""
        return all(self.colors)

    @property
    def drafts(self) -> bool:
        """Whether dice are drafted at this table."""
        return len(self.seats) == 4

    @property
    def drafted(self) -> bool:
        """Whether the colours of all dice are told."""
        return not any(die.color is None for dice in self.dice for die in dice)

    @property
    def in_game(self) -> dict[str, int]:
        """How many dice of each colour there are by what was told: on the board, and held."""
        counts = dict.fromkeys(COLORS, 0)
        for die in (*self.grid, *(die for dice in self.dice for die in dice)):
            if die is not None and die.color in counts:
                counts[die.color] += 1
        return counts

    def owners(self, color: str) -> list[str]:
        """Whose colour it is: one player, unless a house rule lets several have it."""
        pairs = zip(self.seats, self.colors, strict=True)
        return [who.name for who, own in pairs if color in own]

    @property
    def unclaimed(self) -> tuple[str, ...]:
        """The colours that nobody has."""
        claimed = {color for colors in self.colors for color in colors}
        return tuple(color for color in COLORS if color not in claimed)

    def points_known(self, seat: int) -> bool:
        """Whether anybody can say how many points a player has."""
        told = bool(self.colors[seat]) or any(self.told)
        return told or not (self.placed or self.counted)

    def tally(self) -> dict[str, int]:
        """The points of every colour: of the dice on the board, or as they were counted."""
        if self.counted:
            return dict(self.counted)
        points = dict.fromkeys(COLORS, 0)
        for die in self.grid:
            if die is not None and die.color in points:
                points[die.color] += die.value or 0
        return points

    def known(self, seat: int) -> list[Die]:
        """The dice of a player of which it is told what they show."""
        return [die for die in self.dice[seat] if die.value is not None]

    def all_known(self, seat: int) -> bool:
        """Whether it is told of all of a player's dice, and there are some."""
        return bool(self.dice[seat]) and len(self.known(seat)) == len(self.dice[seat])

    @property
    def unrolled(self) -> list[int]:
        """The seats that have dice of which nothing is told."""
        return [seat for seat, dice in enumerate(self.dice) if dice and not self.known(seat)]


def sorted_dice(dice: Sequence[Die]) -> tuple[Die, ...]:
    """Dice in the order in which they are shown: by colour, then by number, the untold last."""
    order = {color: place for place, color in enumerate((*COLORS, None))}
    return tuple(sorted(dice, key=lambda die: (order[die.color], die.value or 7)))


def without(dice: Sequence[Die], color: str, value: int | None) -> tuple[Die, ...] | None:
    """The dice after one was taken of them; None where it is not among them.

    One that is known to be so goes first, then one of that colour that shows nobody knows what,
    then one of which nothing is known.
    """
    for die in (Die(color, value), Die(color), Die(None)):
        if die in dice:
            place = dice.index(die)
            return (*dice[:place], *dice[place + 1 :])
    return None
