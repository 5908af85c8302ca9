"""`companion deck export`."""

import json
from typing import Annotated

import typer

from companion.cli.commands.deck_ import Copy
from companion.cli.output import spelled
from companion.core.reply import Reply
from companion.table.boxes.group_boxes import named_box
from companion.table.boxes.take import archive_of
from companion.table.current import takes
from companion.table.files import STANDARD, require_not_ours, short_name, write_bytes

app = typer.Typer()


@app.command("export")
@takes(play=False)
def export(
    ctx: typer.Context,
    copy: Copy,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to; - is here.")
    ] = None,
) -> Reply:
    """Write a box into a file, with every revision.

    \b
    Examples:
      companion deck export friday -o friday.json
      companion deck export friday --json
    """
    archive = archive_of(ctx.obj, named_box(ctx.obj, copy))
    document = archive.to_json()
    if output is None or output == STANDARD:
        return Reply(document=lambda: document, text=_text(document))
    require_not_ours(output, "friday.json")
    write_bytes(output, _text(document).encode())
    count = len(archive.events)
    return Reply(
        document=lambda: {"copy": archive.copy, "file": output, "events": count},
        lines=(f"{archive.copy} is in {short_name(output)}, with all its {count} facts.",),
    )


def _text(document: object) -> str:
    return f"{spelled(json.dumps(document, ensure_ascii=False, indent=1))}\n"
