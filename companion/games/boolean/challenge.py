"""`challenge`, which two of the six games have: each reads by itself what stands behind it."""

from typing import Any

from companion.core.action import Action
from companion.core.offer import Line
from companion.core.param import A_TEXT, Arguments, several
from companion.core.seats import seat_called
from companion.core.verb import Verb
from companion.errors import Invalid
from companion.games.boolean.liar.challenges import CHALLENGE as LIARS
from companion.games.boolean.stack.challenge import CHALLENGE as STACKS
from companion.games.boolean.variants import variant_of

_OWN: dict[str, Verb[Any]] = {"liar": LIARS, "stack": STACKS}

_WORDS = several(
    "[PLAYER] [bluff|true]",
    A_TEXT,
    optional=True,
    metavar="[PLAYER] [bluff|true]",
    whose=lambda state, words: (
        [seat for word in words if (seat := seat_called(state.seats, word)) is not None] or None
    ),
)
_OPTIONS = {
    it.name: it.but(extract=None)
    for verb in _OWN.values()
    for it in verb.options
    if it.name != "--die"
}
_DIE = next(it for it in LIARS.options if it.name == "--die").but(
    help="Liar's: which one is lost. The Stack: which one it was."
)


def _challenge(action: Action[Any], told: Arguments[Any]) -> None:
    """Hand the line to the verb of the game that is played. Raises Invalid for another's option."""
    variant = action.state.variant
    own = _OWN[variant]
    line = Line(
        tuple(told.words),
        {it.name: tuple(told.typed(it)) for it in CHALLENGE.options if it in told},
    )
    dice = ["--reveal"] if any("=" in word for word in line.arguments) else []
    for option in (*line.options, *dice):
        if all(option != it.name for it in own.options):
            theirs = "stack" if variant == "liar" else "liar"
            raise Invalid(
                f"`{option}` belongs to {variant_of(theirs).title}, and this is a play of "
                f"{variant_of(variant).title}.",
                f"Here it is {own.example}; `companion boolean challenge -h` shows both.",
            )
    own.entry(line)(action)


CHALLENGE = Verb[Any](
    "challenge",
    "a declaration, or the topmost die",
    """Challenge a declaration, or the topmost die.

    Liar's Boolean Dice: who loses is said by how many dice are White-up, or by everybody's dice;
    without, the table says it. The Stack: whether it is a bluff, or the three faces that have to
    differ, left and right as whoever placed the die sees them; ? is one that nobody saw. Which die
    it is, and tops that were told, may say it as well.

    \b
    Examples:
      companion boolean challenge --white 4              Liar's
      companion boolean challenge ben --reveal ana=wwb ben=2w3b
      companion boolean challenge
      companion boolean challenge bluff                  The Stack
      companion boolean challenge ben true
      companion boolean challenge --below wbw --placed bwb
      companion boolean challenge --below wb? --placed ?b?
      companion boolean challenge --die 6w
    """,
    (_WORDS, *_OPTIONS.values(), _DIE),
    plan=_challenge,
)

VERBS = (CHALLENGE,)
