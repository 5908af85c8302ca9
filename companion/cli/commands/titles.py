"""`title ...`: what the group calls its games."""

from typing import Annotated

import typer

from companion.cli import completions
from companion.core.reply import Reply
from companion.table.current import takes

Title = Annotated[
    str, typer.Argument(metavar="TITLE", show_default=False, autocompletion=completions.own_titles)
]

app = typer.Typer()


title = typer.Typer(
    name="title",
    help="""Rename, merge and split the titles of games.

\b
Examples:
  companion title list
  companion title rename "Skul King" "Skull King"
  companion title merge "Dune Imperium" "Dune: Imperium"
""",
)
app.add_typer(title)


@title.command("list")
@takes(play=False)
def list_titles(ctx: typer.Context) -> Reply:
    """See each title that the group has played, and which look alike.

    \b
    Examples:
      companion title list
    """
    from companion.table.groups import titles

    return titles.list_titles(ctx.obj)


@title.command("rename")
@takes(play=False)
def rename_title(
    ctx: typer.Context,
    title: Title,
    new_title: Annotated[str, typer.Argument(metavar="NEW_TITLE", show_default=False)],
) -> Reply:
    """Give a game another title.

    All its plays have the new title, wherever they are shown, counted or exported: followed, logged
    afterwards, imported. Whoever types the former title means the new one. Rename it back, or
    `title split` it, to undo this.

    \b
    Examples:
      companion title rename "Skul King" "Skull King"
      companion title rename heat Heat
    """
    from companion.table.groups import titles

    return titles.rename_title(ctx.obj, title, new_title)


@title.command("merge")
@takes(play=False)
def merge_titles(
    ctx: typer.Context,
    title: Title,
    into: Annotated[
        str, typer.Argument(metavar="INTO", show_default=False, autocompletion=completions.titles)
    ],
    yes: Annotated[bool, typer.Option("--yes", help="They are the same game.")] = False,
) -> Reply:
    """Make one game of two titles.

    All plays of the first are the second's, wherever they are listed, counted, rated or exported;
    live ones, too. INTO may be a built-in game. Without --yes, shows the plays of both and changes
    nothing. `title split` undoes it.

    \b
    Examples:
      companion title merge "Skul King" "Skull King"          The plays of both
      companion title merge "Skul King" "Skull King" --yes    They are the same game
    """
    from companion.table.groups import titles

    return titles.merge_titles(ctx.obj, title, into, yes)


@title.command("split")
@takes(play=False)
def split_title(
    ctx: typer.Context,
    title: Annotated[
        str,
        typer.Argument(
            metavar="TITLE", show_default=False, autocompletion=completions.former_titles
        ),
    ],
) -> Reply:
    """Undo a merge: make two titles of one again.

    TITLE is the one that was merged or renamed, and gets back all plays that were entered or
    imported under it. Plays entered since then keep the title that they were entered under.

    \b
    Examples:
      companion title split "Skul King"    It is another game after all
    """
    from companion.table.groups import titles

    return titles.split_title(ctx.obj, title)
