"""The six games in the box: names, numbers of players, verbs, and how a play of one begins; the
state that all plays share, and their end by the dice.

This is what has to be known about a game before its modules are loaded.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, NotRequired, Self, TypedDict

from companion.core.action import Action
from companion.core.command import word
from companion.core.fact import Fact
from companion.core.names import find, short
from companion.core.numbers import whole
from companion.core.outcome import finish_if_over
from companion.core.param import A_PLAYER, a_choice, a_number
from companion.core.play import STARTED, PlayState
from companion.core.seats import PlayerLimits, find_seat
from companion.core.shapes import (
    SEAT,
    Context,
    Wrong,
    apart,
    maybe,
    object_of,
    one_of,
    shape_of,
    whole_from,
)
from companion.core.value import Annotated
from companion.core.verbs import StartRequest, start
from companion.errors import Invalid


class Variant:
    """One of the six games: `--game` takes its `name`; `verbs` are its own, `of_dice` those about
    dice in Possession that make sense in it.

    `players` are an example of who plays. An `alias` is the rulebook's name for it, which is
    accepted but not shown.
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
        self.limits = PlayerLimits(title, fewest, most, seats_rule)
        self.verbs = verbs
        self.of_dice = of_dice
        self.players = players
        self.alias = alias

    @property
    def names(self) -> tuple[str, ...]:
        """All accepted names, including the plain title and the place among the six."""
        plain = "".join(sign for sign in self.title if sign.isalnum() or sign == " ")
        place = str(VARIANTS.index(self) + 1)
        every = (self.name, self.title, plain, plain.replace(" ", "-"), place, self.alias)
        return tuple(name for name in every if name)

    def has_verb(self, verb: str) -> bool:
        """Whether a verb belongs to this game, or to all of them."""
        return verb in (*OF_THE_SET, *self.of_dice, *self.verbs, *OF_PUZZLES)

    @property
    def command(self) -> str:
        """The command that begins it."""
        return f"companion start boolean {self.players} --game {self.name}"


OF_THE_SET = ("dice", "which", "split")
OF_PUZZLES = ("puzzle",)
HOLDING = ("holds", "mine", "count")
"""Verbs about dice in Possession; `count` only belongs to games in which their number changes."""
OF_TWO_GAMES = ("challenge",)
"""A verb that two of the six have, each with its own words; the box declares it once for both."""

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
    """The game that a text names. Raises NotFound or Ambiguous."""
    return find(text, VARIANTS, lambda one: one.names, "game of the six")


def variant_of(name: str) -> Variant:
    """The game with exactly that name. Raises KeyError."""
    return _BY_NAME[name]


def usual_variant(players: int) -> Variant:
    """The game for so many players if none is named."""
    return variant_of("sort" if players == 1 else "white-black-roll")


# What all plays of Boolean Dice have


class State(PlayState):
    """A play of one of the six games, whose own state extends this one.

    `variant` is the game's name. `turn` is the seat whose turn it is; None if all play at once, or
    the game is over.
    """

    variant: ClassVar[str]
    turn: int | None = None

    @property
    def public_state(self) -> Self:
        """The state without players' secrets."""
        return self

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that are not eliminated."""
        return tuple(range(len(self.seats)))

    def others_in(self, seat: int, step: int = 1) -> tuple[int, ...]:
        """The others who are still in, clockwise; with a `step` of -1, the other way round."""
        count, still_in = len(self.seats), self.still_in
        around = ((seat + step * steps) % count for steps in range(1, count))
        return tuple(other for other in around if other in still_in)

    def next_in(self, seat: int, step: int = 1) -> int:
        """Return the first of `others_in`; the same seat if there is none."""
        return next(iter(self.others_in(seat, step)), seat)


def end(action: Action[Any]) -> None:
    """End the play if the dice say that it is over: see `VariantGame.ended`."""
    over = action.game.ended(action.state)
    finish_if_over(action, action.game.outcome(action.state), "dice", over=over)


# Commands for refusals and warnings

UNDO_BY_NUMBER = "`companion log` numbers the entries; `companion undo N` takes one back."
UNDO_SLIP = "`companion undo` if that was a slip."


# The beginning of a play, and the help about the box


LONGEST_GAME = 600
"""Minutes on a chess clock."""


class StartOptions(TypedDict):
    """What `start` recorded: which game, minutes of a chess clock, who has the White-up set."""

    variant: Annotated[str, one_of(*NAMES)]
    minutes: NotRequired[Annotated[int | None, maybe(whole_from(1, LONGEST_GAME))]]
    white: NotRequired[Annotated[int | None, maybe(SEAT)]]


def _check_seats(value: Any, context: Context) -> Wrong | None:
    """Refuse seats of which two are the same, and a number of players that the game is not for.

    A house rule may allow more players only if the limit is our own interpretation: the code relies
    on the rulebook's limits.
    """
    limits = variant_of(value["options"]["variant"]).limits
    fits = limits.fewest <= context.seats and (context.seats <= limits.most or limits.is_ours)
    return apart(value, context) or (None if fits else ("seats", value["seats"]))


class PlayStarted(Fact[State], kind=STARTED, together=_check_seats):
    """A play begins."""

    options: Annotated[StartOptions, object_of(shape_of(StartOptions))]


# Parameters

VariantName = Annotated[
    Variant | None,
    word(
        lambda state, word: find_variant(word),
        sort=a_choice(*NAMES),
        metavar="GAME",
        help=f"{', '.join(NAMES[:-1])} or {NAMES[-1]}.",
    ),
]
Minutes = Annotated[
    str | None,
    word(
        sort=a_number(1, LONGEST_GAME),
        metavar="N",
        help="White, Black, or Roll by a chess clock.",
    ),
]
WhiteUp = Annotated[
    str | None,
    word(sort=A_PLAYER, metavar="NAME", help="Shut the Box: who takes the White-up set."),
]


@start(first="Who is chosen to go first.")
def begin(
    request: StartRequest,
    *,
    game: VariantName = None,
    minutes: Minutes = None,
    white: WhiteUp = None,
) -> StartOptions:
    """Begin one of the six games of Boolean Dice.

    Without --game, two or more play White, Black, or Roll, and one plays Sort.

    Examples:
      companion start boolean Ana Ben
      companion start boolean Ana Ben --game stack --first ben
      companion start boolean Ana Ben Cho --game liar
      companion start boolean Ana Ben --game shut-the-box --white ana
      companion start boolean Ana --game sort
    """
    names = request.names
    variant = usual_variant(len(names)) if game is None else game
    variant.limits.require(names, request.referee, variant.command)
    options: StartOptions = {"variant": variant.name}
    if minutes is not None:
        options["minutes"] = _clock_minutes(minutes, variant.name, len(names))
    if white is not None:
        if variant.name != "shut-the-box":
            raise Invalid(
                "`--white` is for Shut the Box, where one of you takes the White-up set.",
                "`companion start boolean Ana Ben --game shut-the-box --white ana`",
            )
        options["white"] = find_seat(request.seats, white)
    return options


def _clock_minutes(text: str, variant: str, players: int) -> int:
    """The minutes of a chess clock. Raises Invalid for a game without a clock."""
    if variant != "white-black-roll" or players != 2:
        raise Invalid(
            "The chess clock is for White, Black, or Roll with two players (BO-65).",
            "Leave out `--minutes`, or: `companion start boolean Ana Ben --minutes 10`",
        )
    found = whole(text.strip(), 1, LONGEST_GAME)
    if found is None:
        raise Invalid(
            f"“{short(text)}” is not a valid number of minutes.", f"Enter 1 to {LONGEST_GAME}."
        )
    return found


HELP = """Boolean Dice: ten dice, six games, three puzzles.

Show the dice, enter what happens in a game, solve a puzzle.

Examples:
  companion boolean dice
  companion boolean call ana white right
  companion boolean puzzle checkerboard-cube --hint
"""

_MISSIONS = ("recruit", "target", "infiltrate", "scout", "rest", "turncoat", "free", "train")
SYNONYMS = {
    "roll": "call roll",
    "place": "stack",
    "put": "stack",
    "bid": "declare",
    "doubt": "challenge",
    "fall": "fell",
    **{mission: f"mission {mission}" for mission in _MISSIONS},
}
"""Words of the rule sheet that people type for a verb."""
