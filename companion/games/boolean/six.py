"""The six games: what they are called, for how many they are, and where each of them lives.

Each has a folder that holds modules of the same names, and these the same functions and tables:
`record`, `check`, `outcome`, `moves`, `offers`, and what is in `telling`, as the protocols in
`parts` say.
They are imported when a play of that game is at hand and asks for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.names import find
from companion.core.seats import Room

if TYPE_CHECKING:
    from companion.games.boolean import parts


class Variant(NamedTuple):
    """One of the games: `name` is what `--game` takes, `folder` where it lives.

    An `alias` is what the rulebook calls it; it is understood, and shown nowhere.
    """

    name: str
    title: str
    folder: str
    fewest: int
    most: int
    seats_rule: str
    players: str = "Ana Ben"
    alias: str = ""

    @property
    def room(self) -> Room:
        """For how many it is."""
        return Room(self.title, self.fewest, self.most, self.seats_rule)

    @property
    def names(self) -> tuple[str, ...]:
        """All that it answers to: its title without signs, and its place among the six, too."""
        plain = "".join(sign for sign in self.title if sign.isalnum() or sign == " ")
        place = str(VARIANTS.index(self) + 1)
        every = (self.name, self.title, plain, plain.replace(" ", "-"), place, self.alias)
        return tuple(name for name in every if name)

    @property
    def command(self) -> str:
        """The command that begins it."""
        return f"companion start boolean {self.players} --game {self.name}"


VARIANTS = (
    Variant("white-black-roll", "White, Black, or Roll", "wbr", 2, 10, "A-BO-31"),
    Variant("liar", "Liar's Boolean Dice", "liar", 2, 12, "A-BO-31", "Ana Ben Cho"),
    Variant("stack", "The Stack", "stack", 2, 2, "BO-105"),
    Variant("shut-the-box", "Shut the Box", "box", 2, 2, "BO-131"),
    Variant("sort", "Sort", "sort", 1, 1, "BO-153", "Ana", "apartheid"),
    Variant("spy", "Spy vs. Spy", "spy", 2, 8, "A-BO-31"),
)
NAMES = tuple(one.name for one in VARIANTS)


def find_variant(text: str) -> Variant:
    """The game that is meant. Raises NotFound or Ambiguous."""
    return find(text, VARIANTS, lambda one: one.names, "game of the six")


def variant_of(name: str) -> Variant:
    """The game of exactly that name."""
    (found,) = (one for one in VARIANTS if one.name == name)
    return found


def usual(players: int) -> Variant:
    """What so many people play where they do not say."""
    return variant_of("sort" if players == 1 else "white-black-roll")


def recording(name: str) -> "parts.Recording":
    """How entries of the game of that name change its state."""
    return _part(name, "record")  # type: ignore[no-any-return]


def checking(name: str) -> "parts.Checking":
    """What the game of that name refuses."""
    return _part(name, "check")  # type: ignore[no-any-return]


def judging(name: str) -> "parts.Judging":
    """Who wins the game of that name."""
    return _part(name, "outcome")  # type: ignore[no-any-return]


def moving(name: str) -> "parts.Moving":
    """What happens in the game of that name."""
    return _part(name, "moves")  # type: ignore[no-any-return]


def describing(name: str) -> "parts.Describing":
    """How entries of the game of that name are told."""
    return _part(name, "telling.describe")  # type: ignore[no-any-return]


def guiding(name: str) -> "parts.Guiding":
    """What comes next in the game of that name."""
    return _part(name, "telling.todo")  # type: ignore[no-any-return]


def viewing(name: str) -> "parts.Viewing":
    """How a table of the game of that name is drawn."""
    return _part(name, "telling.view")  # type: ignore[no-any-return]


def reporting(name: str) -> "parts.Reporting":
    """What scripts get of the game of that name."""
    return _part(name, "telling.report")  # type: ignore[no-any-return]


def mentioning(name: str) -> "parts.Mentioning":
    """What of the rulebook matters in the game of that name."""
    return _part(name, "telling.in_front")  # type: ignore[no-any-return]


def offering(name: str) -> "parts.Offering":
    """What may be typed next in the game of that name."""
    return _part(name, "offers")  # type: ignore[no-any-return]


def _part(name: str, module: str) -> Any:
    return import_module(f"companion.games.boolean.{variant_of(name).folder}.{module}")
