"""`companion deck labels`: a label for every card; and `deck sheet ...`: on what."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion.boxes import codes
from companion.cli.commands.deck.boxes import copies
from companion.cli.commands.deck.printing import (
    NOTHING,
    Cards,
    Kind,
    Output,
    Shortened,
    ToPrinter,
    shortened,
)
from companion.cli.destination import OutputTarget, Sent, output_target, require_printer, sent
from companion.core.inventory import Component, Inventory
from companion.core.names import counted, listed
from companion.core.reply import Reply
from companion.drawing.paper import LabelSheet, Printed
from companion.errors import CompanionError, Invalid
from companion.table.boxes import label_sheets
from companion.table.boxes.group_boxes import inventory, named_box
from companion.table.boxes.label_sheets import all_sheets, named_sheet, require_on_page
from companion.table.boxes.labels import left_out, not_yet_written, note_printed, to_label
from companion.table.current import takes

app = typer.Typer()


FIRST = "L7160"
_TOGETHER = (["--only", "--card"], ["--only", "--all"])


def _sheets(ctx: typer.Context, incomplete: str) -> list[str]:
    """The sheets that there are, for the shell to complete."""
    try:
        names = [sheet.id for sheet in all_sheets(ctx.obj)]
    except CompanionError:
        return []
    return [name for name in names if name.lower().startswith(incomplete.lower())]


@app.command("labels")
@takes(play=False)
def labels(
    ctx: typer.Context,
    copy: Annotated[
        str | None, typer.Argument(metavar="COPY", show_default=False, autocompletion=copies)
    ] = None,
    sheet: Annotated[
        str,
        typer.Option(
            "--sheet", metavar="SHEET", help="`deck sheet list` shows them.", autocompletion=_sheets
        ),
    ] = FIRST,
    output: Output = None,
    kind: Kind = None,
    to_printer: ToPrinter = False,
    skip: Annotated[int, typer.Option(metavar="N", help="Labels that are used up.")] = 0,
    offset_x: Annotated[str, typer.Option(metavar="MM", help="Further right; −1 is left.")] = "0",
    offset_y: Annotated[str, typer.Option(metavar="MM", help="Further down; −1 is up.")] = "0",
    only: Annotated[
        str | None, typer.Option(metavar="changed", help="Those that are new since the last print.")
    ] = None,
    card: Cards = None,
    blank: Annotated[
        int | None, typer.Option(metavar="N", help="Numbered labels for cards still to be written.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Also cards of which nothing was told.")
    ] = False,
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="A page to measure your printer with.")
    ] = False,
) -> Reply:
    """Print labels with codes, for cards of which something was told.

    \b
    Examples:
      companion deck labels friday --sheet L7160 -o labels.pdf
      companion deck labels friday --only changed --skip 5 --print
      companion deck labels friday --blank 6 -o new.pdf
      companion deck labels --calibrate --sheet L7160 -o page.pdf
    """
    from companion.printing import document
    from companion.render.terminal import progress

    desk = ctx.obj
    way = output_target(output, kind, to_printer, desk.asked.as_json, example="labels.pdf")
    if way is None:
        raise Invalid("Where are the labels to go?", "`-o labels.pdf`, or `--print`.")
    _require_one_way(blank, only, card, calibrate, every)
    measures = named_sheet(desk, sheet)
    offset = (millimetres(offset_x, "--offset-x"), millimetres(offset_y, "--offset-y"))
    require_on_page(measures, offset)
    if not 0 <= skip < measures.labels:
        raise Invalid(
            f"{skip} of the {measures.labels} labels on a sheet cannot be used up.",
            f"`--skip` takes 0 to {measures.labels - 1}.",
        )
    if way.file is None:
        require_printer()
    if calibrate:
        return _calibration(way, measures, offset)
    if copy is None:
        raise Invalid("COPY is missing.", "`companion deck list` shows your boxes.")
    box = inventory(desk, named_box(desk, copy))
    items = (
        to_label(desk, box, card or [], only, every=every)
        if blank is None
        else not_yet_written(desk, box, blank)
    )
    if not items:
        return Reply(
            document=lambda: _told(box, measures, way._replace(file=None), Sent(""), 0),
            lines=(
                f"No card of {box.title} has changed since its label was printed.",
                "→ `--card 15` prints one again; without `--only`, all are printed.",
            ),
        )
    rows = [Printed(item, codes.texts(box, item)) for item in items]
    with progress("Drawing codes") as tick:
        made = document.labels(
            way.kind,
            rows,
            measures,
            skip=skip,
            offset=offset,
            mark=box.mark,
            box=box.title,
            tick=tick,
            apart=way.apart,
        )
    went = sent(way, made, box.title)
    note_printed(desk, box, items)
    less = shortened(desk, box, rows, made.texts, way.kind, measures.paper, measures)
    sheets, labels = counted(made.pages, "sheet"), counted(len(items), "label")
    line = f"{box.title}: {labels} on {sheets} of {measures.id}, {went.told}."
    used = (skip + len(items) - 1) % measures.labels + 1
    step = f"→ Next time: `--skip {used}` goes on after the last one."
    others = [] if card or only or blank is not None else left_out(box, every=every)
    return Reply(
        document=lambda: _told(box, measures, way, went, made.pages, items, used, less),
        lines=()
        if way.file == "-"
        else (line, *others, *([step] if used < measures.labels else [])),
        warnings=(*made.warnings, *went.warnings, *less.warnings("")),
    )


def _told(
    box: Inventory | None,
    measures: LabelSheet,
    way: OutputTarget,
    went: Sent,
    pages: int,
    items: Sequence[Component] = (),
    used: int = 0,
    less: Shortened = NOTHING,
) -> dict[str, Any]:
    """What was printed, as JSON; `used` is how many labels of the last sheet are used up."""
    return {
        "copy": None if box is None else box.copy,
        "sheet": measures.id,
        "file": went.files[0] if went.files else way.file,
        "files": list(went.files),
        "kind": way.kind,
        "pages": pages,
        "labels": len(items),
        "cards": [item.id for item in items],
        "used": used,
        **less.to_json(),
    }


def _calibration(way: OutputTarget, measures: LabelSheet, offset: tuple[float, float]) -> Reply:
    from companion.printing import document

    made = document.calibration(way.kind, measures, offset=offset)
    went = sent(way, made, measures.id)
    line = f"A page for {measures.id} is {went.told}: print it on plain paper, at 100 %."
    return Reply(
        document=lambda: _told(None, measures, way, went, made.pages),
        lines=() if way.file == "-" else (line,),
        warnings=made.warnings,
    )


def _require_one_way(
    blank: int | None, only: str | None, card: list[str] | None, calibrate: bool, every: bool
) -> None:
    """See to it that there is one answer to which labels are meant. Raises Invalid."""
    told = {
        "--blank": blank is not None,
        "--only": only is not None,
        "--card": bool(card),
        "--calibrate": calibrate,
        "--all": every,
    }
    given = [option for option, is_given in told.items() if is_given]
    if len(given) > 1 and given not in _TOGETHER:
        raise Invalid(
            f"{listed([f'`{option}`' for option in given])} do not go together.",
            "Leave all but one out.",
        )


sheet = typer.Typer(
    name="sheet",
    help="""Sheets of labels, and your own measures.

\b
Examples:
  companion deck sheet list
  companion deck sheet add mine --like L7160 --left 7.5 --top 14.8
""",
)
app.add_typer(sheet)


Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
Count = Annotated[int | None, typer.Option(metavar="N", show_default=False)]


def _mm(help_text: str) -> Any:
    return typer.Option(metavar="MM", show_default=False, help=help_text)


@sheet.command("list")
@takes(group=False, play=False)
def list_(ctx: typer.Context) -> Reply:
    """See all sheets that can be printed on.

    \b
    Examples:
      companion deck sheet list
    """
    return label_sheets.list_sheets(ctx.obj)


@sheet.command("add")
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


@sheet.command("remove")
@takes(group=False, play=False)
def remove(ctx: typer.Context, name: Name) -> Reply:
    """Forget measures of your own.

    \b
    Examples:
      companion deck sheet remove mine
    """
    return label_sheets.remove_sheet(ctx.obj, name)


MOST = 1000


def millimetres(text: str, option: str) -> float:
    """Millimetres as typed: a decimal comma and a real minus sign will do. Raises Invalid."""
    try:
        value = float(text.replace("−", "-").replace(",", "."))
    except ValueError:
        value = float("nan")
    if not -MOST < value < MOST:
        raise Invalid(f"“{text}” is no measure in millimetres.", f"Such as `{option} 7.5`.")
    return value
