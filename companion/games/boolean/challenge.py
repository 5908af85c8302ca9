"""`challenge`, a verb of Liar's and of The Stack: each of them reads its own words."""

from collections.abc import Sequence
from typing import Any

from companion.core.action import Action
from companion.core.command import AnyVerb, verb, words
from companion.core.offer import Line
from companion.core.param import Param
from companion.core.seats import seat_called
from companion.core.value import Annotated
from companion.errors import Invalid
from companion.games.boolean.liar import challenges as liar
from companion.games.boolean.stack import challenge as stack
from companion.games.boolean.variants import variant_of

_OWN: dict[str, AnyVerb] = {"liar": liar.challenge, "stack": stack.challenge}


def _option(of: AnyVerb, name: str, **changes: Any) -> Param:
    """An option of one of the two games, with its words as typed."""
    own = next(it for it in of.options if it.name == name)
    return own.but(read=lambda state, words: list(words), own_words=None, **changes)


_Typed = list[str] | None
_BEHIND = "[PLAYER] [bluff|true]"
Words = Annotated[
    Sequence[str],
    words(
        name=_BEHIND,
        metavar=_BEHIND,
        whose=lambda state, words: (
            [seat for word in words if (seat := seat_called(state.seats, word)) is not None] or None
        ),
    ),
]
White = Annotated[_Typed, _option(liar.challenge, "--white")]
Reveal = Annotated[_Typed, _option(liar.challenge, "--reveal")]
Below = Annotated[_Typed, _option(stack.challenge, "--below")]
Placed = Annotated[_Typed, _option(stack.challenge, "--placed")]
Top = Annotated[_Typed, _option(stack.challenge, "--top")]
Die = Annotated[
    _Typed,
    _option(
        liar.challenge,
        "--die",
        help="Liar's: the lost die. The Stack: which die it was.",
    ),
]


@verb("a declaration, or the topmost die")
def challenge(
    action: Action[Any],
    words: Words = (),
    *,
    white: White = None,
    reveal: Reveal = None,
    below: Below = None,
    placed: Placed = None,
    top: Top = None,
    die: Die = None,
) -> None:
    """Challenge a declaration, or the topmost die.

    Liar's Boolean Dice: the number of White-up dice, or everybody's dice, decides who loses;
    without either, enter it with `lose`. The Stack: enter the verdict, or the three faces that have
    to differ, left and right as seen by the player who placed the die; ? is a face that nobody saw.
    Which die it is, and tops entered before, may decide it as well.

    Examples:
      companion boolean challenge --white 4              Liar's
      companion boolean challenge ben --reveal ana=wwb ben=2w3b
      companion boolean challenge
      companion boolean challenge bluff                  The Stack
      companion boolean challenge ben true
      companion boolean challenge --below wbw --placed bwb
      companion boolean challenge --below wb? --placed ?b?
      companion boolean challenge --die 6w
    """
    typed = {
        "--white": white,
        "--reveal": reveal,
        "--below": below,
        "--placed": placed,
        "--top": top,
        "--die": die,
    }
    line = Line(tuple(words), {name: tuple(it) for name, it in typed.items() if it is not None})
    variant = action.state.variant
    own = _OWN[variant]
    dice = ["--reveal"] if any("=" in word for word in line.arguments) else []
    for option in (*line.options, *dice):
        if all(option != it.name for it in own.options):
            theirs = "stack" if variant == "liar" else "liar"
            raise Invalid(
                f"`{option}` belongs to {variant_of(theirs).title}, and this is a play of "
                f"{variant_of(variant).title}.",
                f"Here: {own.example}; `companion boolean challenge -h` shows both.",
            )
    own.entry(line)(action)


VERBS = (challenge,)
