"""`companion start bwd`."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion.arguments import Players
from companion.core.names import listed, short
from companion.core.reply import Reply
from companion.core.seats import seats_for
from companion.errors import Invalid, NotFound
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.game import GAME
from companion.games.bwd.moves.setup import setup_option
from companion.games.bwd.setup import BoxOfDice, dice_left
from companion.games.bwd.state import DEFAULT_TARGET
from companion.table import starting
from companion.table.desk import Desk
from companion.table.options import takes

app = typer.Typer()

SHOWN_TITLES = 6


@app.command("bwd")
@takes(play=False)
def start(
    ctx: typer.Context,
    players: Players = None,
    first: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who gets the first-player marker.")
    ] = None,
    target: Annotated[
        str, typer.Option(metavar="N", help="Points to win with; 20 for a longer game.")
    ] = str(DEFAULT_TARGET),
    set_: Annotated[
        str | None,
        typer.Option("--set", metavar="SET", help="V1, V2; 6-29, 30-54; all."),
    ] = None,
    dice: Annotated[
        str, typer.Option(metavar="blank|kept", help="Begin with the dice of the last play.")
    ] = "blank",
) -> Reply:
    """Begin Blank White Dice.

    Everything but the players may be left out; they, too, if the same ones play again.

    \b
    Examples:
      companion start bwd Ana Ben
      companion start bwd Ana Ben --set V1           basic
      companion start bwd Ana Ben Cho --set 6-29     intermediate
      companion start bwd Ana Ben Cho --set all      experienced
      companion start bwd Ana Ben --dice kept --target 20
    """
    desk: Desk = ctx.obj
    names = starting.people(desk, GAME.id, players)
    options: dict[str, Any] = {"target": starting.positive(target, "number of points to win with")}
    if set_ is not None:
        catalogue: Catalogue = desk.reference(GAME).value
        options["set"] = setup_option(catalogue, set_, len(names))
    warnings: list[str] = []
    if dice == "kept":
        box = _kept(desk, names)
        options |= {"dice": box.dice, "spare": box.spare}
        warnings = _about_kept(desk, box, set_)
    elif dice != "blank":
        raise Invalid(f"There are no dice “{short(dice)}”.", "`--dice kept`, or `--dice blank`.")
    if set_ is not None or dice == "kept" or desk.asked.as_json:
        # Showing such a table looks cards up: a damaged box is told of before the play begins.
        desk.read_copy(GAME)
    reply = starting.start(desk, GAME.id, names, first, options)
    return reply._replace(warnings=(*reply.warnings, *warnings))


def _kept(desk: Desk, players: Sequence[str]) -> BoxOfDice:
    left = desk.kept_play(GAME.id)
    if left is None:
        raise NotFound(
            "This group has kept no dice yet: no play with dice has ended.",
            "Begin with blank ones; `companion bwd write ana.1 …` tells what is on a die.",
        )
    return dice_left(left.state, seats_for(players, GAME.reserved_handles))


def _some(titles: Sequence[str]) -> str:
    few = list(titles[:SHOWN_TITLES])
    return listed([*few, f"{len(titles) - len(few)} more"] if len(titles) > len(few) else few)


def _about_kept(desk: Desk, box: BoxOfDice, set_: str | None) -> list[str]:
    """Who begins with blank dice all the same, and icons whose cards are not in play."""
    warnings = []
    if box.without:
        verb = "has" if len(box.without) == 1 else "have"
        warnings.append(f"{listed(box.without)} {verb} no kept dice, and begin with blank ones.")
    catalogue: Catalogue = desk.reference(GAME).value
    keys = {face["card"] for faces in box.dice.values() for face in faces if face is not None}
    cards = [catalogue.card(key) for key in sorted(key for key in keys if key is not None)]
    titles = [card.title for card in cards if not card.core]
    if titles and set_ is None:
        warnings.append(
            f"The dice carry {_some(titles)}: `--set` puts a set's cards into the tableau, "
            "`companion bwd add CARD` others."
        )
    return warnings
