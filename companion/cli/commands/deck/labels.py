"""`companion deck labels`: a label for every card; `deck sheet ...`: the sheets of labels."""

import re
from collections.abc import Iterable, Sequence
from itertools import count, islice
from typing import Any

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
from companion.cli.declared import command
from companion.cli.destination import OutputTarget, Sent, output_target, require_printer, sent
from companion.core.command import flag, number, word
from companion.core.inventory import Component, Inventory
from companion.core.names import counted, listed, short
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.drawing.paper import ALIGNED, Alignment, LabelSheet, Printed
from companion.errors import Invalid
from companion.table.boxes import label_sheets
from companion.table.boxes.group_boxes import inventory, named_box
from companion.table.boxes.label_sheets import (
    alignment_of,
    all_sheets,
    keep_alignment,
    named_sheet,
    require_on_page,
)
from companion.table.boxes.labels import left_out, not_yet_written, note_printed, to_label
from companion.table.desk import Desk

FIRST = "L7160"
_TOGETHER = (["--only", "--card"], ["--only", "--all"])


GROUPS = {
    "deck sheet": """Label sheets, and your own measurements.

Examples:
  companion deck sheet list
  companion deck sheet add mine --like L7160 --left 7.5 --top 14.8
""",
}


def _sheets(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    return [sheet.id for sheet in all_sheets(desk)]


@command("deck labels", play=False)
def labels(
    desk: Desk,
    copy: Annotated[str | None, copies, word(metavar="BOX")] = None,
    *,
    sheet: Annotated[
        str, _sheets, word(metavar="SHEET", help="`deck sheet list` shows them.")
    ] = FIRST,
    output: Output = None,
    kind: Kind = None,
    to_printer: ToPrinter = False,
    skip: Annotated[
        str, word(metavar="N", help="Used labels of the sheet: 5 for the first five, or 1,2,5.")
    ] = "0",
    shift: Annotated[
        str | None, word(metavar="MM,MM", help="Move right and down; −1 is left or up.")
    ] = None,
    scale: Annotated[
        str | None, word(metavar="PERCENT", help="Scale the print, such as 99.4.")
    ] = None,
    offset_x: Annotated[str | None, word(metavar="MM", hidden=True)] = None,
    offset_y: Annotated[str | None, word(metavar="MM", hidden=True)] = None,
    only: Annotated[
        str | None, word(metavar="changed", help="Only cards that changed since the last print.")
    ] = None,
    card: Cards = (),
    blank: Annotated[
        int | None,
        number(
            *(1, 999),
            what="number of labels",
            example="`--blank 5`",
            metavar="N",
            help="Print N numbered labels for cards still to be written.",
        ),
    ] = None,
    every: Annotated[bool, flag("Also cards without text.", name="--all")] = False,
    calibrate: Annotated[bool, flag("Print a page to measure your printer with.")] = False,
) -> Reply:
    """Print a label with a code for each card that has text.

    Examples:
      companion deck labels friday --sheet L7160 -o labels.pdf
      companion deck labels friday --only changed --skip 5 --print
      companion deck labels friday --skip 1,2,5 --shift 0.5,-1 -o labels.pdf
      companion deck labels friday --blank 6 -o new.pdf
      companion deck labels --calibrate --sheet L7160 -o page.pdf
    """
    from companion.printing import document
    from companion.render.terminal import progress

    way = output_target(output, kind, to_printer, desk.options.as_json, example="labels.pdf")
    if way is None:
        raise Invalid("Where should the labels go?", "`-o labels.pdf`, or `--print`.")
    _require_one_way(blank, only, card, calibrate, every)
    measures = named_sheet(desk, sheet)
    known = alignment_of(desk, measures)
    if shift is None and (offset_x, offset_y) != (None, None):
        shift = f"{offset_x or 0};{offset_y or 0}"
    alignment = Alignment(
        *((known.right, known.down) if shift is None else _shift(shift)),
        known.scale if scale is None else _percent(scale),
    )
    require_on_page(measures, alignment)
    used_up = _places(skip, measures)
    if way.file is None:
        require_printer()
    if calibrate:
        return _calibration(desk, way, measures, alignment)
    if copy is None:
        raise Invalid("BOX is missing.", "`companion deck list` shows your boxes.")
    box = inventory(desk, named_box(desk, copy))
    items = (
        to_label(desk, box, card, only, every=every)
        if blank is None
        else not_yet_written(desk, box, blank)
    )
    if not items:
        return Reply(
            document=lambda: _described(box, measures, way._replace(file=None), Sent(""), 0),
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
            skip=used_up,
            alignment=alignment,
            mark=box.mark,
            box=box.title,
            tick=tick,
            apart=way.apart,
        )
    went = sent(way, made, box.title)
    note_printed(desk, box, items)
    aligned = _kept(desk, measures, alignment)
    less = shortened(desk, box, rows, made.texts, way.kind, measures.paper, measures)
    sheets, labels = counted(made.pages, "sheet"), counted(len(items), "label")
    line = f"{box.title}: {labels} on {sheets} of {measures.id}, {went.where}."
    free = (place for place in count() if place not in used_up)
    last = next(islice(free, len(items) - 1, None))
    used = last % measures.labels + 1
    later = [str(place + 1) for place in sorted(used_up) if place > last]
    left = ",".join([f"1-{used}", *later]) if later else str(used)
    step = f"→ Next time: `--skip {left}` goes on after the last one."
    others = [] if card or only or blank is not None else left_out(box, every=every)
    return Reply(
        document=lambda: _described(box, measures, way, went, made.pages, items, used, less),
        lines=()
        if way.file == "-"
        else (line, *others, *aligned, *([step] if used < measures.labels else [])),
        warnings=(*made.warnings, *went.warnings, *less.warnings("")),
    )


def _described(
    box: Inventory | None,
    measures: LabelSheet,
    way: OutputTarget,
    went: Sent,
    pages: int,
    items: Sequence[Component] = (),
    used: int = 0,
    less: Shortened = NOTHING,
) -> dict[str, Any]:
    """The print as JSON; `used` is the number of used labels on the last sheet."""
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


def _calibration(
    desk: Desk, way: OutputTarget, measures: LabelSheet, alignment: Alignment
) -> Reply:
    from companion.printing import document

    made = document.calibration(way.kind, measures, alignment=alignment)
    went = sent(way, made, measures.id)
    aligned = _kept(desk, measures, alignment)
    line = f"A page for {measures.id} is {went.where}: print it on plain paper, at 100 %."
    return Reply(
        document=lambda: _described(None, measures, way, went, made.pages),
        lines=() if way.file == "-" else (line, *aligned),
        warnings=made.warnings,
    )


def _kept(desk: Desk, measures: LabelSheet, alignment: Alignment) -> list[str]:
    """Remember the printer's alignment for a sheet; return a line that says so."""
    if alignment != alignment_of(desk, measures):
        keep_alignment(desk, measures, alignment)
    if alignment == ALIGNED:
        return []
    spelled = f"{measures.id} is printed with `{alignment.options}`"
    return [f"{spelled}, next time too: `{ALIGNED.options}` ends that."]


_RANGE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")


def _places(text: str, measures: LabelSheet) -> frozenset[int]:
    """Parse the used labels of the first sheet, numbered from 0. Raises Invalid.

    `5` are the first five, `1,2,5` and `3-6` exactly those.
    """
    parts = [_RANGE.fullmatch(part.strip()) for part in text.split(",")]
    ranges = [(int(part[1]), int(part[2] or part[1])) for part in parts if part is not None]
    if len(ranges) < len(parts):
        raise Invalid(
            f"“{short(text)}” does not say which labels are used up.",
            "`--skip 5` is the first five, `--skip 1,2,5` and `--skip 3-6` are these.",
        )
    if text.strip().isdigit():
        ranges = [(1, ranges[0][1])]
    places = {place - 1 for first, last in ranges for place in range(first, last + 1)}
    if len(places) >= measures.labels or not all(0 <= it < measures.labels for it in places):
        raise Invalid(
            f"A sheet of {measures.id} has only {counted(measures.labels, 'label')}, and at least "
            "one must be left to print on.",
            f"`--skip` takes 0 to {measures.labels - 1}, or the numbers of labels.",
        )
    return frozenset(places)


def _shift(text: str) -> tuple[float, float]:
    """Parse millimetres to the right and down. Raises Invalid."""
    parts = text.split(";" if ";" in text else ",")
    if len(parts) != len("xy"):
        raise Invalid(
            f"“{short(text)}” does not say how far right and how far down.",
            "`--shift 0.5,-1` is half a millimetre right and one up.",
        )
    right, down = (millimetres(part, "--shift 0.5,-1") for part in parts)
    return right, down


def _percent(text: str) -> float:
    """Parse a scale in percent. Raises Invalid."""
    try:
        value = float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        value = float("nan")
    if not LEAST_SCALE <= value <= MOST_SCALE:
        raise Invalid(
            f"“{short(text)}” is not a scale in percent.",
            f"{LEAST_SCALE} to {MOST_SCALE}, such as `--scale 99.4`.",
        )
    return value


def _require_one_way(
    blank: int | None, only: str | None, card: Sequence[str], calibrate: bool, every: bool
) -> None:
    """Check that at most one way of choosing labels was given. Raises Invalid."""
    options = {
        "--blank": blank is not None,
        "--only": only is not None,
        "--card": bool(card),
        "--calibrate": calibrate,
        "--all": every,
    }
    given = [option for option, is_given in options.items() if is_given]
    if len(given) > 1 and given not in _TOGETHER:
        raise Invalid(
            f"{listed([f'`{option}`' for option in given])} cannot be combined.",
            "Keep one of them.",
        )


Name = Annotated[str, word(metavar="NAME")]


def _count(example: str) -> Any:
    """A number of labels, in a row or a column."""
    return number(1, 99, what="number of labels", example=f"`{example}`", metavar="N")


def _mm(help_text: str) -> Any:
    return word(metavar="MM", help=help_text)


@command("deck sheet list", group=False, play=False)
def list_(desk: Desk) -> Reply:
    """List all label sheets.

    Examples:
      companion deck sheet list
    """
    return label_sheets.list_sheets(desk)


@command("deck sheet add", group=False, play=False)
def add(
    desk: Desk,
    name: Name,
    *,
    like: Annotated[str | None, word(metavar="SHEET", help="The sheet to start from.")] = None,
    paper: Annotated[str | None, word(metavar="A4|Letter")] = None,
    width: Annotated[str | None, _mm("The size of one label.")] = None,
    height: Annotated[str | None, _mm("The size of one label.")] = None,
    columns: Annotated[int | None, _count("--columns 3")] = None,
    rows: Annotated[int | None, _count("--rows 7")] = None,
    left: Annotated[str | None, _mm("From the page's edge to the first label.")] = None,
    top: Annotated[str | None, _mm("From the page's edge to the first label.")] = None,
    across: Annotated[str | None, _mm("From a label's left edge to the next.")] = None,
    down: Annotated[str | None, _mm("From a label's top edge to the next.")] = None,
) -> Reply:
    """Add a sheet of your own, or change its measurements.

    Examples:
      companion deck sheet add mine --like L7160 --left 7.5 --top 14.8
      companion deck sheet add big --like 5163 --height 49
    """
    typed: dict[str, Any] = {"paper": paper, "columns": columns, "rows": rows}
    measures = {
        **{"width": width, "height": height, "left": left, "top": top},
        **{"across": across, "down": down},
    }
    typed |= {
        key: millimetres(text, f"--{key} 7.5") for key, text in measures.items() if text is not None
    }
    given = {key: value for key, value in typed.items() if value is not None}
    return label_sheets.add_sheet(desk, name, like, given)


@command("deck sheet remove", group=False, play=False)
def remove(desk: Desk, name: Name) -> Reply:
    """Remove a sheet of your own.

    Examples:
      companion deck sheet remove mine
    """
    return label_sheets.remove_sheet(desk, name)


MOST = 1000
LEAST_SCALE, MOST_SCALE = 90, 110


def millimetres(text: str, example: str) -> float:
    """Parse millimetres, also with a decimal comma or a real minus sign. Raises Invalid."""
    try:
        value = float(text.replace("−", "-").replace(",", "."))
    except ValueError:
        value = float("nan")
    if not -MOST < value < MOST:
        raise Invalid(f"“{text}” is not a measure in millimetres.", f"Such as `{example}`.")
    return value
