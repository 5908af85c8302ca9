"""`companion group import`."""

import sys
from typing import Annotated

import typer

from companion.core.names import folded, proper_name
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.render.terminal import progress
from companion.table.current import takes
from companion.table.desk import Desk
from companion.table.files import STANDARD
from companion.table.groups.import_plan import Asking
from companion.table.groups.import_run import Wanted, import_group, people_typed

app = typer.Typer()


@app.command("import")
@takes(group=False, play=False)
def import_(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    name: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="What to call it here.")
    ] = None,
    into: Annotated[
        str | None, typer.Option("--into", metavar="NAME", help="The group to join it with.")
    ] = None,
    people: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="THEIRS=OURS", help="Who is who; again for each."),
    ] = None,
    same: Annotated[
        bool, typer.Option("--same", help="Who is called alike is the same person.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Only say what would happen.")] = False,
) -> Reply:
    """Take in a group that `companion group export` wrote.

    As a new group, or joined with the one that it was taken from, which went on meanwhile: plays
    that went on go on here, and of one that went two ways both are kept. Twice adds nothing. What
    both followed on devices of their own looks like one play, and counts once.

    \b
    Examples:
      companion group import friday.jsonl
      companion group import friday.jsonl --into "Friday table" --check
      companion group import friday.jsonl --into "Friday table"
      companion group import holiday.jsonl --into home --map "Ana=Ana B"
    """
    desk: Desk = ctx.obj
    wanted = Wanted(file, name, into, people_typed(people or []), same, check)
    return import_group(desk, wanted, _asking(desk, file), progress)


def _asking(desk: Desk, file: str) -> Asking | None:
    """Asks at the terminal; None where nobody sits before one."""
    if desk.asked.as_json or file == STANDARD or not (sys.stdin and sys.stdin.isatty()):
        return None
    if not sys.stderr.isatty():
        return None

    def ask(name: str) -> str:
        if typer.confirm(f"Is their {name} the {name} here?", default=True, err=True):
            return name
        told = typer.prompt(f"What is their {name} to be called", default=f"{name} 2", err=True)
        here = proper_name(str(told), "player")
        if folded(here) == folded(name):
            raise Invalid(f"Two people cannot both be {name} here.", "Add a letter: `Ana B`.")
        return here

    return ask
