"""`title ...`: the group's titles of its games."""

from companion.cli import completions
from companion.cli.declared import command
from companion.core.command import flag, word
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.table.desk import Desk
from companion.table.groups import titles

GROUPS = {
    "title": """Rename, merge and split the titles of games.

Examples:
  companion title list
  companion title rename "Skul King" "Skull King"
  companion title merge "Dune Imperium" "Dune: Imperium"
""",
}

Title = Annotated[str, completions.own_titles, word(metavar="TITLE")]


@command("title list", play=False)
def list_titles(desk: Desk) -> Reply:
    """List the titles that the group has played, and which look alike.

    Examples:
      companion title list
    """
    return titles.list_titles(desk)


@command("title rename", play=False)
def rename_title(desk: Desk, title: Title, new_title: Annotated[str, word()]) -> Reply:
    """Rename a game.

    All its plays get the new title in lists, statistics and exports. The former title still works
    when you type it. To undo this, rename it back or use `title split`.

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
    """Merge two titles of the same game.

    All plays of the first, live ones too, become plays of the second in lists, statistics, ratings
    and exports. INTO may be a built-in game. Without --yes, shows the plays of both and changes
    nothing. `title split` undoes it.

    Examples:
      companion title merge "Skul King" "Skull King"        shows the plays
      companion title merge "Skul King" "Skull King" --yes  merges them
    """
    return titles.merge_titles(desk, title, into, yes)


@command("title split", play=False)
def split_title(desk: Desk, title: Annotated[str, completions.former_titles, word()]) -> Reply:
    """Undo a merge or a rename of titles.

    TITLE is the one that was merged or renamed. It gets back all plays that were entered or
    imported under it; later plays keep their title.

    Examples:
      companion title split "Skul King"    it is another game after all
    """
    return titles.split_title(desk, title)
