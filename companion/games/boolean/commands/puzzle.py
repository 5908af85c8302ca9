"""`companion boolean puzzle`: the three puzzles. No play is needed."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.reply import Reply
from companion.games.boolean.commands.puzzle_asked import Asked, puzzle_and_step, require_puzzle
from companion.games.boolean.puzzles.which import BOARD, CUBE, PUZZLES
from companion.table.desk import Desk
from companion.table.options import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block

app = typer.Typer()


@app.command("puzzle")
@takes(group=False, play=False)
def puzzle(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[PUZZLE] [STEP]", show_default=False)
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(metavar="DIE,DIE", help="The cube without these two.", show_default=False),
    ] = None,
    leave_out: Annotated[
        list[str] | None,
        typer.Option(metavar="DIE", help="The big one without this one.", show_default=False),
    ] = None,
    links: Annotated[
        str | None, typer.Option(metavar="FILE", help="The mandala that is in this file.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All dice that may be left over.")] = False,
    hint: Annotated[bool, typer.Option("--hint", help="One step: the first, or STEP.")] = False,
    count: Annotated[bool, typer.Option("--count", help="Only how many there are.")] = False,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="A picture: puzzle.svg, or - ."),
    ] = None,
) -> Reply:
    """Solve a puzzle, or get a hint for one.

    They are checkerboard-cube, big-checkerboard and mandala; `cube`, `big` and `m` will do.

    A file for `--links` has a line for each link of a mandala, such as `top left`. `top: left
    right` links top with both, `top = 5w` tells a die, and what follows a # is left out.

    \b
    Examples:
      companion boolean puzzle checkerboard-cube --hint
      companion boolean puzzle checkerboard-cube --hint 2
      companion boolean puzzle checkerboard-cube --remove 0w,3w-band
      companion boolean puzzle checkerboard-cube --all
      companion boolean puzzle big-checkerboard -o board.svg
      companion boolean puzzle mandala --count
      companion boolean puzzle mandala --links circles.txt
    """
    desk: Desk = ctx.obj
    given = {
        "--remove": bool(remove),
        "--leave-out": bool(leave_out),
        "--links": links is not None,
        "--all": every,
        "--hint": hint,
        "--count": count,
        "-o": output is not None,
    }
    options = [name for name, is_given in given.items() if is_given]
    if not words:
        require_puzzle(options)
        return _overview()
    which, step = puzzle_and_step(words, options)
    if output is not None:
        from companion.table.pictures import require_svg

        require_svg(output, f"{which.id}.svg", as_json=desk.asked.as_json)
    asked = Asked(which, step, every, count, output)
    if which.id in (CUBE, BOARD):
        from companion.games.boolean.commands import puzzle_blocks

        return (
            puzzle_blocks.cube(asked, remove)
            if which.id == CUBE
            else puzzle_blocks.board(asked, leave_out)
        )
    from companion.games.boolean.commands.puzzle_mandala import mandala

    return mandala(asked, links)


def _overview() -> Reply:
    """What puzzles there are."""

    def document() -> dict[str, Any]:
        return {
            "puzzles": [{"id": one.id, "title": one.title, "asks": one.asks} for one in PUZZLES]
        }

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading, Paragraph, Span, Steps

        told = [Paragraph((Span(f"{one.title}: ", "name"), one.asks)) for one in PUZZLES]
        hints = tuple(f"`{one.command} --hint`" for one in PUZZLES)
        return [Heading("The three puzzles", "Boolean Dice"), *told, Steps(hints)]

    return Reply(document=document, blocks=blocks)
