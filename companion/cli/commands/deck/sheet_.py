"""`companion deck sheet`: sheets of labels, and measures of one's own."""

from typing import Annotated, Any

import typer

from companion.cli.measures import millimetres
from companion.core.reply import Reply
from companion.table.boxes import label_sheets
from companion.table.current import takes

HELP = """Sheets of labels, and your own measures.

\b
Examples:
  companion deck sheet list
  companion deck sheet add mine --like L7160 --left 7.5 --top 14.8
"""

app = typer.Typer(name="sheet", help=HELP)

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
Count = Annotated[int | None, typer.Option(metavar="N", show_default=False)]


def _mm(help_text: str) -> Any:
    return typer.Option(metavar="MM", show_default=False, help=help_text)


@app.command("list")
@takes(group=False, play=False)
def list_(ctx: typer.Context) -> Reply:
    """See all sheets that can be printed on.

    \b
    Examples:
      companion deck sheet list
    """
    return label_sheets.list_sheets(ctx.obj)


@app.command("add")
@takes(group=False, play=False)
def add(
    ctx: typer.Context,
    name: Name,
    like: Annotated[
        str | None, typer.Option(metavar="SHEET", help="Another sheet, from which this differs.")
    ] = None,
    paper: Annotated[str | None, typer.Option(metavar="A4|Letter")] = None,
    width: Annotated[str | None, _mm("Of one label.")] = None,
    height: Annotated[str | None, _mm("Of one label.")] = None,
    columns: Count = None,
    rows: Count = None,
    left: Annotated[str | None, _mm("From the page's edge to the first label.")] = None,
    top: Annotated[str | None, _mm("From the page's edge to the first label.")] = None,
    across: Annotated[str | None, _mm("From a label's left edge to the next one's.")] = None,
    down: Annotated[str | None, _mm("From a label's upper edge to the next one's.")] = None,
) -> Reply:
    """Keep measures of your own under a name, or change them.

    \b
    Examples:
      companion deck sheet add mine --like L7160 --left 7.5 --top 14.8
      companion deck sheet add big --like 5163 --height 49
    """
    told: dict[str, Any] = {"paper": paper, "columns": columns, "rows": rows}
    measures = {
        **{"width": width, "height": height, "left": left, "top": top},
        **{"across": across, "down": down},
    }
    told |= {
        key: millimetres(text, f"--{key}") for key, text in measures.items() if text is not None
    }
    given = {key: value for key, value in told.items() if value is not None}
    return label_sheets.add_sheet(ctx.obj, name, like, given)


@app.command("remove")
@takes(group=False, play=False)
def remove(ctx: typer.Context, name: Name) -> Reply:
    """Forget measures of your own.

    \b
    Examples:
      companion deck sheet remove mine
    """
    return label_sheets.remove_sheet(ctx.obj, name)
