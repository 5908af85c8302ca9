"""`companion boolean challenge`, the verb that two of the six games have: Liar's and The Stack."""

from typing import Annotated, Any

import typer

from companion.core.action import Action
from companion.core.offer import Line
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.boolean.commands.challenge_told import BLUFF, WHITE, in_liar
from companion.games.boolean.commands.words import enter_in
from companion.games.boolean.dice.names import find_die
from companion.games.boolean.stack.challenge import CHALLENGE
from companion.games.boolean.variants import variant_of
from companion.table.options import takes

app = typer.Typer()

_GAMES = ("liar", "stack")


@app.command("challenge")
@takes(house=True)
def challenge(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAYER] [bluff|true]", show_default=False)
    ] = None,
    white: Annotated[
        str | None, typer.Option(metavar="N", help="Liar's: how many are White-up in all.")
    ] = None,
    reveal: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=DICE", help="Liar's: everybody's, `ana=wwb ben=2w1b`."),
    ] = None,
    below: Annotated[
        str | None,
        typer.Option(metavar="FACES", help="The Stack: top, left, right of the die below."),
    ] = None,
    placed: Annotated[
        str | None,
        typer.Option(metavar="FACES", help="The Stack: bottom, left, right of the one on it."),
    ] = None,
    top: Annotated[
        str | None, typer.Option(metavar="COLOUR", help="The Stack: the top of that one.")
    ] = None,
    die: Annotated[
        str | None,
        typer.Option(metavar="DIE", help="Liar's: which one is lost. The Stack: which one it was."),
    ] = None,
) -> Reply:
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
    """
    hands = [*(reveal or ()), *(word for word in words or () if "=" in word)]
    liars = {"--white": white, "--reveal": hands or None}
    stacks = {"--below": below, "--placed": placed, "--top": top}

    def plan(action: Action[Any]) -> None:
        told = [word for word in words or () if "=" not in word]
        named = None if die is None else find_die(die).id
        if action.state.variant == "liar":
            _require_none(stacks, "stack", "liar")
            in_liar(action, told, white, hands, named)
        else:
            _require_none(liars, "liar", "stack")
            told_of = {"--below": below, "--placed": placed, "--top": top, "--die": die}
            options = {name: (value,) for name, value in told_of.items() if value is not None}
            CHALLENGE.entry(Line(tuple(told), options))(action)

    return enter_in(ctx, _GAMES, plan)


def _require_none(options: dict[str, Any], theirs: str, ours: str) -> None:
    """Refuse an option of the other one of the two games. Raises Invalid."""
    for option, value in options.items():
        if value is not None:
            raise Invalid(
                f"`{option}` belongs to {variant_of(theirs).title}, and this is a play of "
                f"{variant_of(ours).title}.",
                f"Here it is {WHITE if ours == 'liar' else BLUFF}; "
                "`companion boolean challenge -h` shows both.",
            )
