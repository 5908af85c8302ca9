"""`companion group export`."""

import os
import shlex
import sys
from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.errors import Invalid
from companion.render.terminal import progress
from companion.table.current import takes
from companion.table.desk import Desk
from companion.table.files import STANDARD, require_not_ours
from companion.table.groups.group_file import GroupExport, export_group

app = typer.Typer()


@app.command("export")
@takes(group=False, play=False)
def export(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", show_default=False, help="Which, if not the one in use."),
    ] = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to; - is a pipe.")
    ] = None,
) -> Reply:
    """Write a whole group into one file.

    Players, plays, boxes, rulings: all that it holds. `group import` takes it in on another laptop
    or the phone, or joins it with what was played there meanwhile.

    \b
    Examples:
      companion group export -o friday.jsonl
      companion group export "Friday table" -o backup.jsonl
    """
    desk: Desk = ctx.obj
    leaving = GroupExport(desk, name)
    if output is None and (desk.asked.as_json or sys.stdout.isatty()):
        raise Invalid("Into which file?", f"`{_example(name, leaving.group)}`; `-o -` is a pipe.")
    if output in (None, STANDARD):
        return _piped(leaving, desk.asked.as_json)
    assert output is not None
    require_not_ours(output, "friday.jsonl")
    with progress(f"Writing “{leaving.group}”") as tick:
        return export_group(leaving, output, tick)


def _example(name: str | None, group: str) -> str:
    """The command as it would work."""
    words = "".join(sign if sign.isalnum() else " " for sign in group.lower()).split()
    file = f"{'-'.join(words) or 'group'}.jsonl"
    return shlex.join(["companion", "group", "export", *([name] if name else []), "-o", file])


def _piped(leaving: GroupExport, as_json: bool) -> Reply:
    if getattr(sys.stdout, "name", "") == os.devnull:
        raise Invalid("Standard output is closed.", "`-o FILE`, or leave it open.")
    if as_json:
        raise Invalid(
            "Standard output cannot take the group and `--json` as well.", "`-o FILE --json`"
        )
    if sys.stdout.isatty():
        raise Invalid("A group would only fill the screen with signs.", "`-o FILE`, or pipe it on.")
    sys.stdout.flush()
    sys.stdout.buffer.writelines(leaving.lines())
    sys.stdout.buffer.flush()
    return leaving.told(STANDARD)._replace(lines=())
