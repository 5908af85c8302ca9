"""What is known of a play of Dice Box, an immutable value; dice, as they are typed and named."""

import re
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from companion.core.names import chosen, folded, listed, short
from companion.core.numbers import whole
from companion.core.play import PlayState
from companion.core.shapes import one_of, whole_from
from companion.core.value import replace
from companion.errors import Invalid
from companion.games.dicebox import board

COLORS = ("red", "yellow", "blue", "white")
EXAMPLE_NUMBER = 4
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

COLOR = one_of(*COLORS)
NUMBER = whole_from(board.NUMBERS[0], board.NUMBERS[-1])
"""What stands in an entry for a colour, and for what a die shows."""
Color = Annotated[str, COLOR]
Number = Annotated[int, NUMBER]


class Die(NamedTuple):
    """A die: its colour (None until a drafted one is known), and its number (None: unknown)."""

    color: str | None
    value: int | None = None

    @property
    def name(self) -> str:
        """The die as it is named: `red 4`, `red` if it is unknown what it shows."""
        parts = (self.color or "a die of some colour", self.value)
        return " ".join(str(part) for part in parts if part is not None)

    @property
    def lying(self) -> str:
        """The die as it lies on the board: `red 4`, `the Seed, 3`."""
        return f"the Seed, {self.value}" if self.color == SEED else self.name

    @property
    def typed(self) -> str:
        """The die as it is typed, in short: `r4`. What is unknown of it is made up."""
        return f"{(self.color or COLORS[0])[0]}{self.value or EXAMPLE_NUMBER}"


Place = tuple[Die, tuple[int, ...]]
"""A die, and the squares that it may go on; none where it fits nowhere."""
Board = tuple[Die | None, ...]
"""25 squares in reading order, from a1; the colour of the Seed is `seed`."""


class State(PlayState):
    """A play of Dice Box.

    `colors` are those of each seat, empty until they are entered. `dice` are what each has still to
    place. `turn` is whose turn it is; before the Seed lies, who will begin. `last` is who placed
    last. `picks` are the seats
    that have drafted, in order, and `drafting` who is to begin. `entered` are the points of each
    that were entered beside the board; `scores` are these and what lies on the board in one's
    colours. `counted` is the tally of a table that entered the end alone.
    """

    colors: tuple[tuple[str, ...], ...]
    dice: tuple[tuple[Die, ...], ...]
    turn: int
    entered: tuple[int, ...]
    grid: Board = (None,) * len(board.SQUARES)
    picks: tuple[int, ...] = ()
    drafting: int | None = None
    counted: tuple[tuple[str, int], ...] = ()
    last: int | None = None

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
        """Whether points are entered and no board."""
        return not self.seeded and bool(self.counted or any(self.entered))

    @property
    def colors_known(self) -> bool:
        """Whether it is known whose colour is which."""
        return all(self.colors)

    @property
    def drafts(self) -> bool:
        """Whether dice are drafted at this table."""
        return len(self.seats) == 4

    @property
    def drafted(self) -> bool:
        """Whether the colours of all dice are known."""
        return not any(die.color is None for dice in self.dice for die in dice)

    @property
    def in_game(self) -> dict[str, int]:
        """How many dice of each colour are known: on the board, and held."""
        counts = dict.fromkeys(COLORS, 0)
        for die in (*self.grid, *(die for dice in self.dice for die in dice)):
            if die is not None and die.color in counts:
                counts[die.color] += 1
        return counts

    @property
    def pool(self) -> dict[str, int]:
        """How many dice of each colour are left to draft."""
        return {color: max(0, DICE_OF_COLOR - known) for color, known in self.in_game.items()}

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
        known = bool(self.colors[seat]) or any(self.entered)
        return known or not (self.placed or self.counted)

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
        """The dice of a player of which it is known what they show."""
        return [die for die in self.dice[seat] if die.value is not None]

    def all_known(self, seat: int) -> bool:
        """Whether it is known of all of a player's dice, and there are some."""
        return bool(self.dice[seat]) and len(self.known(seat)) == len(self.dice[seat])

    def with_dice(self, seat: int, dice: "Sequence[Die]") -> "State":
        """The state in which these are all dice that a player has still to place."""
        return replace(self, dice=(*self.dice[:seat], sorted_dice(dice), *self.dice[seat + 1 :]))

    def with_die(self, square: int, die: Die) -> "State":
        """The state in which a die lies on a square."""
        return replace(self, grid=(*self.grid[:square], die, *self.grid[square + 1 :]))

    @property
    def unrolled(self) -> list[int]:
        """The seats that have dice of which none is known."""
        return [seat for seat, dice in enumerate(self.dice) if dice and not self.known(seat)]


def sorted_dice(dice: Sequence[Die]) -> tuple[Die, ...]:
    """Dice in the order in which they are shown: by colour, then by number, the unknown last."""
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


def briefly(held: Sequence[Die], *, colors: bool = False) -> str:
    """Dice in a few words: `2 × red 4 and blue`, if it is unknown what the blue one shows; as
    `colors` alone, with how many there are of each: `2 × red and 1 × blue`."""
    dice = [Die(die.color) for die in held] if colors else list(held)
    counts = {die: dice.count(die) for die in dict.fromkeys(dice)}
    return listed(
        [f"{n} × {die.name}" if n > 1 or colors else die.name for die, n in counts.items()]
    )


# Dice as they are typed


def color_of(text: str) -> str:
    """A colour by its name or the beginning of it, in any case. Raises Invalid."""
    return chosen(text, COLORS, "colour of a die")


def number_of(text: str) -> int:
    """What a die shows, 1 to 6. Raises Invalid."""
    found = whole(text.strip(), 1, 6)
    if found is None:
        raise Invalid(f"“{short(text)}” is not a number of a die (DB-41).", "A number, 1 to 6.")
    return found


def _die_parts(text: str) -> "re.Match[str] | None":
    """The colour and the number that were typed, if it may be a die."""
    return re.fullmatch(r"([^\W\d_]+)[:=]?(.*)", text.strip())


def die_of(text: str) -> Die:
    """A die with what it shows: `red:4`, `r4`. Raises Invalid."""
    found = _die_parts(text)
    if found is None or not found[2]:
        raise Invalid(
            f"“{short(text)}” is not a die with its number.", "`red:4`, or `r4` for short."
        )
    return Die(color_of(found[1]), number_of(found[2]))


def is_die(text: str) -> bool:
    """Whether something is meant as a die rather than as a name: `r4`, `red:x`, but not `Rob2`."""
    found = _die_parts(text)
    if found is None or not found[2]:
        return False
    return ":" in text or "=" in text or (is_color(found[1]) and found[2].isdigit())


def is_color(text: str) -> bool:
    """Whether something is a colour or the beginning of one."""
    typed = folded(text)
    return bool(typed) and any(one.startswith(typed) for one in COLORS)


def joined(words: Sequence[str]) -> list[str]:
    """The words as typed, but `red` and a number behind it as one: `red:4`."""
    found: list[str] = []
    for word in words:
        if found and is_color(found[-1]) and whole(word, 0, 99) is not None:
            found[-1] = f"{found[-1]}:{word}"
        else:
            found.append(word)
    return found
