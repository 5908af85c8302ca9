"""The six games in the box: what each is called, for how many it is, which verbs are its own.

What stands here of a game is what one has to know before it is loaded.
"""

from collections.abc import Sequence

from companion.core.names import find
from companion.core.seats import Room


class Variant:
    """One of the six: `name` is what `--game` takes, `verbs` are its own, `of_dice` those
    about dice in Possession that mean something in it.

    `players` are an example of who plays. An `alias` is what the rulebook calls it; it is
    understood, and shown nowhere.
    """

    def __init__(
        self,
        name: str,
        title: str,
        fewest: int,
        most: int,
        seats_rule: str,
        verbs: Sequence[str],
        of_dice: Sequence[str] = (),
        players: str = "Ana Ben",
        alias: str = "",
    ) -> None:
        self.name = name
        self.title = title
        self.room = Room(title, fewest, most, seats_rule)
        self.verbs = verbs
        self.of_dice = of_dice
        self.players = players
        self.alias = alias

    @property
    def names(self) -> tuple[str, ...]:
        """All that it answers to: its title without signs, and its place among the six, too."""
        plain = "".join(sign for sign in self.title if sign.isalnum() or sign == " ")
        place = str(VARIANTS.index(self) + 1)
        every = (self.name, self.title, plain, plain.replace(" ", "-"), place, self.alias)
        return tuple(name for name in every if name)

    def has_verb(self, verb: str) -> bool:
        """Whether a verb is one of this game's, or of none in particular."""
        return verb in (*OF_THE_SET, *self.of_dice, *self.verbs, *OF_PUZZLES)

    @property
    def command(self) -> str:
        """The command that begins it."""
        return f"companion start boolean {self.players} --game {self.name}"


OF_THE_SET = ("dice", "which", "split")
OF_PUZZLES = ("puzzle",)
HOLDING = ("holds", "mine", "count")
"""The verbs about dice in Possession; how many somebody has is told where dice come and go."""
SHARED = ("challenge",)
"""A verb that two of the six have, each with words of its own; the box has one for both."""

VARIANTS = (
    Variant(
        "white-black-roll",
        "White, Black, or Roll",
        2,
        10,
        "A-BO-31",
        verbs=("call", "illegal", "tie", "clock"),
        of_dice=HOLDING,
    ),
    Variant(
        "liar",
        "Liar's Boolean Dice",
        2,
        12,
        "A-BO-31",
        verbs=("declare", "lose", "challenge"),
        of_dice=HOLDING,
        players="Ana Ben Cho",
    ),
    Variant(
        "stack",
        "The Stack",
        2,
        2,
        "BO-105",
        verbs=("stack", "challenge", "fell", "inverse"),
        of_dice=HOLDING[:2],
    ),
    Variant(
        "shut-the-box",
        "Shut the Box",
        2,
        2,
        "BO-131",
        verbs=("turn", "cross", "nudges"),
        of_dice=HOLDING[:2],
    ),
    Variant(
        "sort",
        "Sort",
        1,
        1,
        "BO-153",
        verbs=("sort", "bottoms", "deduce"),
        players="Ana",
        alias="apartheid",
    ),
    Variant(
        "spy",
        "Spy vs. Spy",
        2,
        8,
        "A-BO-31",
        verbs=("agency", "orders", "swap", "lost", "out", "agents", "mission"),
    ),
)
NAMES = tuple(one.name for one in VARIANTS)
_BY_NAME = {one.name: one for one in VARIANTS}


def find_variant(text: str) -> Variant:
    """The game that is meant. Raises NotFound or Ambiguous."""
    return find(text, VARIANTS, lambda one: one.names, "game of the six")


def variant_of(name: str) -> Variant:
    """The game of exactly that name. Raises KeyError."""
    return _BY_NAME[name]


def usual(players: int) -> Variant:
    """What so many people play where they do not say."""
    return variant_of("sort" if players == 1 else "white-black-roll")
