"""Verbs about the set itself: `dice`, `which`, `split`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.reply import Reply
from companion.errors import Refused
from companion.games.boolean.dice.names import find_die, the_ten
from companion.games.boolean.dice.seen import faces_from, guesses, require_faces
from companion.games.boolean.dice.split import split_by
from companion.table.options import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block

app = typer.Typer()


@app.command("dice")
@takes(group=False, play=False)
def dice(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[DIE...]", show_default=False)
    ] = None,
) -> Reply:
    """See the ten dice as nets, or some of them.

    \b
    Examples:
      companion boolean dice
      companion boolean dice 3w-corner 3w-band
      companion boolean dice 2a
    """
    wanted = [find_die(name).id for name in names or ()] or [die.id for die in the_ten()]
    shown = [die for die in the_ten() if die.id in wanted]

    def document() -> dict[str, Any]:
        return {
            "dice": [
                {
                    "id": die.id,
                    "short": die.short,
                    "title": die.title,
                    "whites": die.whites,
                    "net": ["white" if face else "black" for face in die.net],
                }
                for die in shown
            ]
        }

    def blocks() -> "list[Block]":
        from companion.core.blocks import Column, Heading, Span, Table
        from companion.games.boolean.dice.drawn import nets

        rows = tuple((Span(die.short, "strong"), Span(die.id, "name"), die.title) for die in shown)
        told = Table((Column(), Column(), Column(wraps=True)), rows)
        return [Heading("Boolean Dice", "the set"), *nets([die.id for die in shown]), told]

    return Reply(document=document, blocks=blocks)


@app.command("which")
@takes(group=False, play=False)
def which(
    ctx: typer.Context,
    faces: Annotated[list[str], typer.Argument(metavar="FACE...", show_default=False)],
    without: Annotated[
        list[str] | None,
        typer.Option("--not", metavar="DIE,…", help="Dice that are somewhere else."),
    ] = None,
) -> Reply:
    """Tell which die it is from its faces, or which are possible.

    First the top, then the sides next to each other, then the bottom: white or w, black or b, and ?
    for one that you cannot see. What is left out is not seen.

    \b
    Examples:
      companion boolean which white white black
      companion boolean which w b w w b w
      companion boolean which wbwwb --not 3w-band,5w
    """
    seen = require_faces(faces_from(faces))
    gone = [find_die(name).id for name in ",".join(without or ()).replace(",", " ").split()]
    found = guesses(seen, gone)
    if not found:
        raise Refused(
            f"No die of the set shows these faces{' but those left out' if gone else ''}.",
            "`companion boolean dice` shows the ten; no two are alike (BO-4).",
        )
    ways, below = sum(one.ways for one in found), sum(one.white_below for one in found)

    def document() -> dict[str, Any]:
        return {
            "dice": [{"id": one.die.id, "title": one.die.title, "ways": one.ways} for one in found],
            "bottom": {"white": below, "black": ways - below},
        }

    def blocks() -> "list[Block]":
        from companion.games.boolean.dice.told import which_view

        return which_view(seen, found)

    return Reply(document=document, blocks=blocks)


@app.command("split")
@takes(group=False, play=False)
def split(
    ctx: typer.Context,
    throws: Annotated[
        list[str] | None, typer.Argument(metavar="[THROW...]", show_default=False)
    ] = None,
) -> Reply:
    """Be led through a Split, throw by throw.

    Every throw is the number of White-up or Black-up dice among those that were rolled, or both.

    \b
    Examples:
      companion boolean split
      companion boolean split 7w
      companion boolean split 7w3b 4w 1b
    """
    from companion.games.boolean.dice.guide import guide

    told = list(throws or ())
    at, thrown = split_by(told)
    return Reply(
        document=lambda: {
            "throws": told,
            "white": at.white,
            "black": at.black,
            "rolling": at.rolling,
            "done": at.done,
        },
        lines=tuple(guide(at, thrown)),
    )
