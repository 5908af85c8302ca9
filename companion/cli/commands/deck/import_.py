"""`companion deck import`."""

from typing import Annotated

import typer

from companion.boxes.archive import Archive, from_json
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.table.boxes.take import carry_out, planned, told
from companion.table.current import takes
from companion.table.files import read_json, short_name

app = typer.Typer()

Name = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="What to call it here, if it is new.")
]


@app.command("import")
@takes(play=False)
def import_(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    name: Name = None,
    check: Annotated[bool, typer.Option("--check", help="Only say what would happen.")] = False,
) -> Reply:
    """Take a box out of a file that `deck export` wrote.

    A box that is here already goes on where the file goes on; nothing is overwritten.

    \b
    Examples:
      companion deck import friday.json
      companion deck import friday.json --name "Their Friday box"
    """
    plan = planned(ctx.obj, read_archive(file), name)
    if plan.drafts:
        raise Refused(
            f"This box and the one in {short_name(file)} went different ways.",
            f"`companion deck take {file}` shows what would come on top of yours.",
        )
    reply = told(ctx.obj, plan, done=not check).settled(ctx.obj.asked.as_json)
    if not check:
        carry_out(ctx.obj, plan)
    return reply


def read_archive(file: str) -> Archive:
    """The copy in a file. Raises Invalid, NotFound or TooNew."""
    try:
        document = read_json(file)
    except ValueError:
        raise Invalid(
            f"There is no JSON in {short_name(file)}.",
            "`companion deck export COPY -o FILE.json` makes it.",
        ) from None
    return from_json(document)
