"""The state of a play of Dice Box; and dice, as they are typed and named."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import chosen, folded, listed, short
from companion.core.numbers import whole
from companion.core.play import PlayState
from companion.core.shapes import one_of, whole_from
from companion.core.value import Annotated, replace
from companion.errors import Invalid
from companion.games.dicebox import board

COLORS = ("red", "yellow", "blue", "white")
EXAMPLE_NUMBER = 4
"""A number for examples of what may be typed."""
SEED = "seed"
"""The colour of the Seed, which is nobody's."""
DICE_OF_COLOR = 6
"""How many dice of each colour there are."""
MOST_POINTS = 6 * DICE_OF_COLOR
"""The points of a colour if all of its dice show a six."""
DICE_OF_EACH = {2: 3, 3: 2, 4: 1}
"""How many dice of each colour each player gets, by the number of players."""
PICKS = 2
"""How many dice each of four players drafts."""

COLOR = one_of(*COLORS)
NUMBER = whole_from(board.NUMBERS[0], board.NUMBERS[-1])
"""In a log, a colour, and the number on a die."""
Color = Annotated[str, COLOR]
Number = Annotated[int, NUMBER]


class Die(NamedTuple):
    """A die: its colour (None until a drafted one is known), and its number (None: unknown)."""

    color: str | None
    value: int | None = None

    @property
    def name(self) -> str:
        """`red 4`, or `red` if its number is unknown."""
        parts = (self.color or "a die of some colour", self.value)
        return " ".join(str(part) for part in parts if part is not None)

    @property
    def on_board(self) -> str:
        """The die on the board: `red 4`, `the Seed, 3`."""
        return f"the Seed, {self.value}" if self.color == SEED else self.name

    @property
    def text(self) -> str:
        """What is typed for it: `r4`. An unknown colour or number is made up."""
        return f"{(self.color or COLORS[0])[0]}{self.value or EXAMPLE_NUMBER}"


DiePlaces = tuple[Die, tuple[int, ...]]
"""A die, and the squares that it may go on; none where it fits nowhere."""
Board = tuple[Die | None, ...]
"""25 squares in reading order, from a1; the colour of the Seed is `seed`."""


class State(PlayState):
    """A play of Dice Box.

    `colors` are those of each seat, empty until they are entered. `dice` are those that each still
    has to place. `turn` is whose turn it is; before the Seed is placed, who begins. `last_placer`
    is who placed a die last. `picks` are the seats that have drafted, in order; `first_picker`, who
    drafts first. `entered_points` are points of each seat that were entered apart from the board;
    `scores` are these and the points on the board. `final_tally` is the tally that was entered
    where no board was.
    """

    colors: tuple[tuple[str, ...], ...]
    dice: tuple[tuple[Die, ...], ...]
    turn: int
    entered_points: tuple[int, ...]
    grid: Board = (None,) * len(board.SQUARES)
    picks: tuple[int, ...] = ()
    first_picker: int | None = None
    final_tally: tuple[tuple[str, int], ...] = ()
    last_placer: int | None = None

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """What the squares show, without colours."""
        return tuple(None if die is None else die.value for die in self.grid)

    @property
    def has_seed(self) -> bool:
        """Whether the Seed is on the board: from then on there are turns."""
        return self.grid[board.CENTRE] is not None

    @property
    def filled_count(self) -> int:
        """How many squares are filled, including that of the Seed."""
        return sum(die is not None for die in self.grid)

    @property
    def placed_count(self) -> int:
        """How many dice are on the board, without the Seed."""
        return sum(die is not None and die.color != SEED for die in self.grid)

    @property
    def is_over(self) -> bool:
        """Whether no empty square can be filled any more."""
        return self.has_seed and board.is_over(self.numbers)

    @property
    def has_only_points(self) -> bool:
        """Whether points were entered, but no board."""
        return not self.has_seed and bool(self.final_tally or any(self.entered_points))

    @property
    def knows_colors(self) -> bool:
        """Whether it is known whose colour is which."""
        return all(self.colors)

    @property
    def has_draft(self) -> bool:
        """Whether dice are drafted at this table."""
        return len(self.seats) == 4

    @property
    def knows_dice_colors(self) -> bool:
        """Whether the colours of all dice are known."""
        return not any(die.color is None for dice in self.dice for die in dice)

    @property
    def dice_in_game(self) -> dict[str, int]:
        """How many dice of each colour are known: on the board, and held."""
        counts = dict.fromkeys(COLORS, 0)
        for die in (*self.grid, *(die for dice in self.dice for die in dice)):
            if die is not None and die.color in counts:
                counts[die.color] += 1
        return counts

    @property
    def pool(self) -> dict[str, int]:
        """How many dice of each colour are left to draft."""
        return {color: max(0, DICE_OF_COLOR - known) for color, known in self.dice_in_game.items()}

    def owners(self, color: str) -> list[str]:
        """Whose colour it is: one player, unless a house rule lets several have it."""
        pairs = zip(self.seats, self.colors, strict=True)
        return [who.name for who, own in pairs if color in own]

    @property
    def unclaimed(self) -> tuple[str, ...]:
        """The colours that nobody has."""
        claimed = {color for colors in self.colors for color in colors}
        return tuple(color for color in COLORS if color not in claimed)

    def knows_points(self, seat: int) -> bool:
        """Whether a player's points are known."""
        known = bool(self.colors[seat]) or any(self.entered_points)
        return known or not (self.placed_count or self.final_tally)

    def tally(self) -> dict[str, int]:
        """The points of every colour: those on the board, or the tally that was entered."""
        if self.final_tally:
            return dict(self.final_tally)
        points = dict.fromkeys(COLORS, 0)
        for die in self.grid:
            if die is not None and die.color in points:
                points[die.color] += die.value or 0
        return points

    def known_dice(self, seat: int) -> list[Die]:
        """A player's dice whose number is known."""
        return [die for die in self.dice[seat] if die.value is not None]

    def knows_all_dice(self, seat: int) -> bool:
        """Whether a player has dice, and the numbers of all of them are known."""
        return bool(self.dice[seat]) and len(self.known_dice(seat)) == len(self.dice[seat])

    def with_dice(self, seat: int, dice: "Sequence[Die]") -> "State":
        """The state in which a player has these dice to place."""
        return replace(self, dice=(*self.dice[:seat], sort_dice(dice), *self.dice[seat + 1 :]))

    def with_die(self, square: int, die: Die) -> "State":
        """The state in which a die is on a square."""
        return replace(self, grid=(*self.grid[:square], die, *self.grid[square + 1 :]))

    @property
    def seats_to_roll(self) -> list[int]:
        """The seats that have dice, none of whose numbers is known."""
        return [seat for seat, dice in enumerate(self.dice) if dice and not self.known_dice(seat)]


def sort_dice(dice: Sequence[Die]) -> tuple[Die, ...]:
    """Sort dice as they are shown: by colour, then by number, unknown ones last."""
    order = {color: place for place, color in enumerate((*COLORS, None))}
    return tuple(sorted(dice, key=lambda die: (order[die.color], die.value or 7)))


def take_die(dice: Sequence[Die], color: str, value: int | None) -> tuple[Die, ...] | None:
    """The dice without one of them; None if it is not among them.

    That die itself, or else one of its colour with an unknown number, or else an unknown die.
    """
    for die in (Die(color, value), Die(color), Die(None)):
        if die in dice:
            place = dice.index(die)
            return (*dice[:place], *dice[place + 1 :])
    return None


def describe_dice(held: Sequence[Die], *, colors: bool = False) -> str:
    """Dice in a few words: `2 × red 4 and blue`; or only `colors`: `2 × red and 1 × blue`."""
    dice = [Die(die.color) for die in held] if colors else list(held)
    counts = {die: dice.count(die) for die in dict.fromkeys(dice)}
    return listed(
        [f"{n} × {die.name}" if n > 1 or colors else die.name for die, n in counts.items()]
    )


# Reading what is typed


def read_color(text: str) -> str:
    """Read a colour: its name or the beginning of it, in any case. Raises Invalid."""
    return chosen(text, COLORS, "colour of a die")


def read_number(text: str) -> int:
    """Read the number on a die, 1 to 6. Raises Invalid."""
    found = whole(text.strip(), 1, 6)
    if found is None:
        raise Invalid(f"“{short(text)}” is not a number on a die (DB-41).", "A number from 1 to 6.")
    return found


def _die_parts(text: str) -> "re.Match[str] | None":
    """The colour and the number that were typed, if it may be a die."""
    return re.fullmatch(r"([^\W\d_]+)[:=]?(.*)", text.strip())


def read_die(text: str) -> Die:
    """Read a die with its number: `red:4`, `r4`. Raises Invalid."""
    found = _die_parts(text)
    if found is None or not found[2]:
        raise Invalid(
            f"“{short(text)}” is not a die with its number.", "`red:4`, or `r4` for short."
        )
    return Die(read_color(found[1]), read_number(found[2]))


def is_die(text: str) -> bool:
    """Whether a word has the form of a die: `r4`, `red:x`, but not the name `Rob2`."""
    found = _die_parts(text)
    if found is None or not found[2]:
        return False
    return ":" in text or "=" in text or (is_color(found[1]) and found[2].isdigit())


def is_color(text: str) -> bool:
    """Whether a word is a colour or the beginning of one."""
    word = folded(text)
    return bool(word) and any(color.startswith(word) for color in COLORS)


def join_dice_words(words: Sequence[str]) -> list[str]:
    """Join `red` and a number after it into one word: `red:4`."""
    found: list[str] = []
    for word in words:
        if found and is_color(found[-1]) and whole(word, 0, 99) is not None:
            found[-1] = f"{found[-1]}:{word}"
        else:
            found.append(word)
    return found
