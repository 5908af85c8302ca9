"""`ruling ...`: what the group agreed on where the rules are silent."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.groups import agreements
from companion.table.lookup.answers import names

app = typer.Typer()

ruling = typer.Typer(
    name="ruling",
    help="""Keep what your group agreed on where the rules are silent.

A ruling shows whenever somebody looks up what it is about.

\b
Examples:
  companion ruling add "A covered ward is none" --on ward --agreed-by Ana,Ben
  companion ruling list
""",
)
app.add_typer(ruling)


def _subjects(ctx: typer.Context, incomplete: str) -> list[str]:
    """What a ruling may be about, as it is looked up."""
    return names(ctx.obj, (), incomplete)


def _numbers(ctx: typer.Context, incomplete: str) -> list[str]:
    """The rulings that there are."""
    return [number for number in agreements.numbers(ctx.obj) if number.startswith(incomplete)]


Number = Annotated[
    str, typer.Argument(metavar="NUMBER", show_default=False, autocompletion=_numbers)
]


@ruling.command("add")
@takes()
def add(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", show_default=False)],
    on: Annotated[
        list[str] | None,
        typer.Option(
            "--on",
            metavar="WORD|RULE",
            help="What it is about; may be given again.",
            autocompletion=_subjects,
        ),
    ] = None,
    agreed_by: Annotated[
        list[str] | None, typer.Option("--agreed-by", metavar="NAME,...", help="Who agreed.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Whose word it is.")
    ] = None,
) -> Reply:
    """Note what you agreed on.

    \b
    Examples:
      companion ruling add "A covered ward is none" --on ward
      companion ruling add "Odd sets: round down" --on A-BO-07 --agreed-by Ana,Ben
      companion ruling add "Blanks in Last, too" --on "blank face" --play bwd-3
    """
    return agreements.agree(ctx.obj, text, on or [], agreed_by or [], game)


@ruling.command("list")
@takes(play=False)
def list_rulings(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Retired ones, too.")] = False,
) -> Reply:
    """See what your group agreed on.

    \b
    Examples:
      companion ruling list
      companion ruling list --all
    """
    return agreements.list_rulings(ctx.obj, every)


@ruling.command("retire")
@takes(play=False)
def retire(
    ctx: typer.Context,
    number: Number,
    why: Annotated[str, typer.Option("--why", metavar="WHY", help="Why not any more.")] = "",
) -> Reply:
    """Let a ruling count no more; it stays to be read.

    \b
    Examples:
      companion ruling retire 2
      companion ruling retire 2 --why "the rulebook says otherwise"
    """
    return agreements.retire(ctx.obj, number, why)


@ruling.command("restore")
@takes(play=False)
def restore(ctx: typer.Context, number: Number) -> Reply:
    """Let a retired ruling count again.

    \b
    Examples:
      companion ruling restore 2
    """
    return agreements.restore(ctx.obj, number)
