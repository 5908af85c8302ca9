"""`title ...`: what the group calls its games."""

from typing import Annotated

from companion.cli import completions
from companion.cli.declared import command
from companion.core.command import flag, word
from companion.core.reply import Reply
from companion.table.desk import Desk
from companion.table.groups import titles

GROUPS = {
    "title": """Rename, merge and split the titles of games.

\b
Examples:
  companion title list
  companion title rename "Skul King" "Skull King"
  companion title merge "Dune Imperium" "Dune: Imperium"
""",
}

Title = Annotated[str, completions.own_titles, word(metavar="TITLE")]


@command("title list", play=False)
def list_titles(desk: Desk) -> Reply:
    """See each title that the group has played, and which look alike.

    \b
    Examples:
      companion title list
    """
    return titles.list_titles(desk)


@command("title rename", play=False)
def rename_title(desk: Desk, title: Title, new_title: Annotated[str, word()]) -> Reply:
    """Give a game another title.

    All its plays have the new title, wherever they are shown, counted or exported: followed, logged
    afterwards, imported. Whoever types the former title means the new one. Rename it back, or
    `title split` it, to undo this.

    \b
    Examples:
      companion title rename "Skul King" "Skull King"
      companion title rename heat Heat
    """
    return titles.rename_title(desk, title, new_title)


@command("title merge", play=False)
def merge_titles(
    desk: Desk,
    title: Title,
    into: Annotated[str, completions.titles, word()],
    *,
    yes: Annotated[bool, flag("They are the same game.")] = False,
) -> Reply:
    """Make one game of two titles.

    All plays of the first are the second's, wherever they are listed, counted, rated or exported;
    live ones, too. INTO may be a built-in game. Without --yes, shows the plays of both and changes
    nothing. `title split` undoes it.

    \b
    Examples:
      companion title merge "Skul King" "Skull King"        The plays of both
      companion title merge "Skul King" "Skull King" --yes  They are the same
    """
    return titles.merge_titles(desk, title, into, yes)


@command("title split", play=False)
def split_title(desk: Desk, title: Annotated[str, completions.former_titles, word()]) -> Reply:
    """Undo a merge: make two titles of one again.

    TITLE is the one that was merged or renamed, and gets back all plays that were entered or
    imported under it. Plays entered since then keep the title that they were entered under.

    \b
    Examples:
      companion title split "Skul King"    It is another game after all
    """
    return titles.split_title(desk, title)
