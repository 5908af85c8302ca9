"""Sheets of labels: built-in ones, and the measures that users added."""

from collections.abc import Mapping
from typing import Any

from companion.core.blocks import Block, Column, Heading, Span, Table, Text
from companion.core.names import find, folded, proper_name
from companion.core.reply import Reply
from companion.drawing.paper import ALIGNED, PAPERS, Alignment, LabelSheet
from companion.errors import Ambiguous, Invalid, NotFound, Unusable
from companion.reference.data import shipped
from companion.table.desk import Desk
from companion.table.groups.document import PRINTER

OWN = "sheets"
MOST_LABELS = 500
_MEASURES = ("width", "height", "left", "top", "across", "down")
_COUNTS = ("columns", "rows")


def all_sheets(desk: Desk) -> list[LabelSheet]:
    """All sheets: the built-in ones, then the user's own."""
    return [*_shipped(), *_own(desk)]


def named_sheet(desk: Desk, text: str) -> LabelSheet:
    """Find a sheet. Raises NotFound with all sheets."""
    sheets = all_sheets(desk)
    known = ", ".join(sheet.id for sheet in sheets)
    hint = f"There are {known}; to add your own: `companion deck sheet add NAME --like L7160`."
    try:
        return find(text, sheets, lambda sheet: (sheet.id,), "sheet of labels", hint)
    except NotFound as problem:
        raise NotFound(problem.message, hint) from None


def list_sheets(desk: Desk) -> Reply:
    """List all sheets with their measures."""
    sheets = all_sheets(desk)
    return Reply(
        document=lambda: {"sheets": [sheet._asdict() for sheet in sheets]},
        blocks=lambda: _blocks(sheets),
    )


def add_sheet(desk: Desk, name: str, like: str | None, entered: Mapping[str, Any]) -> Reply:
    """Add a sheet with the user's own measures, or change one.

    `entered` are the measures that differ from the sheet `like`, or from the earlier ones. Raises
    Invalid for impossible measures, Ambiguous for the name of a built-in sheet.
    """
    name = proper_name(name, "sheet")
    own = next((sheet for sheet in _own(desk) if folded(sheet.id) == folded(name)), None)
    if any(folded(sheet.id) == folded(name) for sheet in _shipped()):
        raise Ambiguous(
            f"{name} is a built-in sheet.",
            [name],
            f"Give yours a name of its own: `companion deck sheet add mine --like {name}`.",
        )
    base = own if like is None else named_sheet(desk, like)
    name = name if own is None else own.id
    begun: dict[str, Any] = {} if base is None else base._asdict()
    measures = {**begun, **entered, "id": name, "source": "measured by hand"}
    missing = [key for key in ("paper", *_MEASURES, *_COUNTS) if key not in measures]
    if missing:
        raise Invalid(
            f"The sheet's {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing.",
            "All are needed, or `--like L7160` and what differs.",
        )
    sheet = _sound(measures)
    with desk.store.change_settings() as document:
        document[OWN] = {**document.get(OWN, {}), name: sheet._asdict()}
    return _about(sheet, "kept")


def remove_sheet(desk: Desk, text: str) -> Reply:
    """Remove one of the user's own sheets. Raises NotFound, also for a built-in one."""
    own = _own(desk)
    sheet = find(
        text,
        own,
        lambda sheet: (sheet.id,),
        "sheet of your own",
        "Built-in sheets cannot be removed.",
    )
    with desk.store.change_settings() as document:
        document[OWN] = {name: kept for name, kept in document[OWN].items() if name != sheet.id}
    return _about(sheet, "removed")


def alignment_of(desk: Desk, sheet: LabelSheet) -> Alignment:
    """The alignment that the group used last on a sheet."""
    kept = desk.group_document().get(PRINTER, {}).get(sheet.id)
    if kept is None:
        return ALIGNED
    right, down = kept["shift"]
    return Alignment(right, down, kept["scale"])


def keep_alignment(desk: Desk, sheet: LabelSheet, alignment: Alignment) -> None:
    """Keep the alignment for the next labels on that sheet."""
    desk.ensure_group()
    data = {"shift": [alignment.right, alignment.down], "scale": alignment.scale}
    with desk.changing_group() as document:
        document[PRINTER] = {**document.get(PRINTER, {}), sheet.id: data}


def _about(sheet: LabelSheet, what: str) -> Reply:
    return Reply(
        document=lambda: {**sheet._asdict(), "is": what},
        lines=(f"{sheet.id} is {what}: {_dimensions(sheet)}.",),
    )


def _shipped() -> list[LabelSheet]:
    try:
        return [LabelSheet(**record) for record in shipped("sheets")["sheet"]]
    except (KeyError, TypeError) as problem:
        raise Unusable(
            f"The measures of the label sheets cannot be read ({problem}).",
            "Install the companion again.",
        ) from None


def _own(desk: Desk) -> list[LabelSheet]:
    kept = desk.store.read_settings().get(OWN, {})
    try:
        return [_sound({**LabelSheet._field_defaults, **data}) for data in kept.values()]
    except (TypeError, AttributeError, Invalid):
        raise desk.store.damaged(
            None, "its sheets of labels are not listed as they should be"
        ) from None


def _sound(data: Mapping[str, Any]) -> LabelSheet:
    """Make a sheet of these measures. Raises Invalid if it could not be printed."""
    named = {folded(paper): paper for paper in PAPERS}
    paper = str(data.get("paper"))
    sheet = LabelSheet(**{**data, "paper": named.get(folded(paper), paper)})
    if not isinstance(sheet.id, str) or not isinstance(sheet.source, str):
        raise Invalid("A sheet has a name and says where its measures are from.", "")
    if sheet.paper not in PAPERS:
        raise Invalid(f"“{sheet.paper}” is not a known paper size.", f"{' or '.join(PAPERS)}.")
    for name in _MEASURES:
        value = getattr(sheet, name)
        if type(value) not in (int, float) or not 0 <= value < 1000:
            raise Invalid(f"{value} mm cannot be the {name} of a label.", "Measure again, in mm.")
    if not all(type(getattr(sheet, name)) is int and getattr(sheet, name) > 0 for name in _COUNTS):
        raise Invalid("A sheet has at least one column and one row.", "`--columns 3 --rows 7`")
    if sheet.width <= 0 or sheet.height <= 0 or sheet.columns * sheet.rows > MOST_LABELS:
        raise Invalid("No sheet has such labels.", f"At most {MOST_LABELS}, each with a size.")
    if sheet.across < sheet.width and sheet.columns > 1:
        raise Invalid(
            "The columns would overlap: `--across` is from edge to edge of neighbours.",
            f"At least the label's width, {sheet.width:g} mm.",
        )
    if sheet.down < sheet.height and sheet.rows > 1:
        raise Invalid(
            "The rows would overlap: `--down` is from edge to edge of neighbours.",
            f"At least the label's height, {sheet.height:g} mm.",
        )
    require_on_page(sheet)
    return sheet


def require_on_page(sheet: LabelSheet, alignment: Alignment = ALIGNED) -> None:
    """Check that every label is on the paper. Raises Invalid."""
    width, height = PAPERS[sheet.paper]
    right = sheet.left + (sheet.columns - 1) * sheet.across + sheet.width
    bottom = sheet.top + (sheet.rows - 1) * sheet.down + sheet.height
    tolerance = 0.05
    # How far the outer edges lie beyond the page, measured from its middle.
    left, top = width / 2 - sheet.left, height / 2 - sheet.top
    x, y, scale = alignment.right, alignment.down, alignment.scale / 100
    beyond = max(
        *(left * scale - x - width / 2, (right - width / 2) * scale + x - width / 2),
        *(top * scale - y - height / 2, (bottom - height / 2) * scale + y - height / 2),
    )
    if beyond > tolerance:
        raise Invalid(
            f"Labels would hang {beyond:.1f} mm over the edge of the {sheet.paper} page.",
            "Measure again; `--shift` and `--scale` move labels, too.",
        )


def _dimensions(sheet: LabelSheet) -> str:
    return (
        f"{sheet.paper}, {sheet.columns} × {sheet.rows} labels of "
        f"{sheet.width:g} × {sheet.height:g} mm"
    )


def _blocks(sheets: list[LabelSheet]) -> list[Block]:
    rows: tuple[tuple[Text, ...], ...] = tuple(
        (Span(sheet.id, "name"), _dimensions(sheet)) for sheet in sheets
    )
    return [Heading("Sheets of labels"), Table((Column(), Column("", wraps=True)), rows)]
