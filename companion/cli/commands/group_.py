"""`companion group ...`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.groups import players

HELP = """Make, rename and choose groups; take one along.

Each has its own players, plays and boxes.

\b
Examples:
  companion group list
  companion group new "Friday table"
  companion group export -o friday.jsonl
"""

app = typer.Typer(name="group", help=HELP)

_HERE = "companion.cli.commands"
LATER = {"export": f"{_HERE}.group.export_", "import": f"{_HERE}.group.import_"}
"""Commands that stand in modules of their own, imported only when they are run."""

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
NewName = Annotated[str, typer.Argument(metavar="NEW_NAME", show_default=False)]


@app.command("new")
@takes(group=False, play=False)
def new(ctx: typer.Context, name: Name) -> Reply:
    """Make a group and use it from now on.

    \b
    Examples:
      companion group new "Friday table"
    """
    return players.new_group(ctx.obj, name)


@app.command("list")
@takes(group=False, play=False)
def list_(ctx: typer.Context) -> Reply:
    """See all groups.

    \b
    Examples:
      companion group list
    """
    return players.list_groups(ctx.obj)


@app.command("rename")
@takes(group=False, play=False)
def rename(ctx: typer.Context, name: Name, new_name: NewName) -> Reply:
    """Give a group another name.

    \b
    Examples:
      companion group rename home "Friday table"
    """
    return players.rename_group(ctx.obj, name, new_name)


@app.command("use")
@takes(group=False, play=False)
def use(ctx: typer.Context, name: Name) -> Reply:
    """Choose the group that commands are about.

    \b
    Examples:
      companion group use friday
    """
    return players.use_group(ctx.obj, name)
