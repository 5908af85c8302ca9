"""Pages of large codes that together hold a whole deck, to be photographed in any order."""

from collections.abc import Sequence

from companion.core.inventory import Inventory
from companion.drawing.progress import Ticking
from companion.printing import codes
from companion.printing.layout import header
from companion.printing.page import Code, Mark, Measure, Page, Words
from companion.printing.telling import part_title
from companion.printing.text import Style, shortened

WHAT_TO_DO = (
    "The whole deck, with every revision. Photograph the pages, then: companion deck take PHOTO..."
)
LEAST_MODULE = 0.5

_LARGEST_MODULE = 1.2
_PART, _BOX = Style(10, bold=True), Style(8.5, ink="grey")
_CAPTION = 9.5
_GRIDS = ((1, 1), (1, 2), (2, 2), (2, 3))


def parts_pages(
    inventory: Inventory, texts: Sequence[str], paper: str, measure: Measure, ticking: Ticking
) -> list[Page]:
    """The pages, with up to six codes on each."""
    room = header.room_of(paper)
    head = header.masthead(inventory, [WHAT_TO_DO], room, measure)
    frame = header.frame_of(paper, head)
    most = max((codes.side(text) for text in texts), default=21) + 2 * codes.QUIET
    columns, rows = _grid(len(texts), most, room, frame.bottom - frame.first)
    wide, high = room / columns, (frame.bottom - frame.first) / rows
    module = min(min(wide, high - _CAPTION) / most, _LARGEST_MODULE)
    pages: list[list[Mark]] = [[]]
    for number, text in enumerate(texts, start=1):
        row, column = divmod((number - 1) % (columns * rows), columns)
        if row == column == 0 and number > 1:
            pages.append([])
        top = frame.first if len(pages) == 1 else frame.later
        told = f"Part {number} of {len(texts)}"
        middle = frame.left + (column + 0.5) * wide
        pages[-1] += _part(
            text, told, inventory.title, middle, top + row * high, wide, module, measure
        )
        ticking.done()
    return header.pages_of(paper, head, pages, inventory, measure)


def _grid(count: int, modules: int, width: float, height: float) -> tuple[int, int]:
    """Columns and rows: as few as hold all, but modules stay large enough for a photograph."""
    usable = [
        (columns, rows)
        for columns, rows in _GRIDS
        if min(width / columns, height / rows - _CAPTION) / modules >= LEAST_MODULE
    ] or [_GRIDS[0]]
    return next((grid for grid in usable if grid[0] * grid[1] >= count), usable[-1])


def _part(
    text: str,
    told: str,
    box: str,
    middle: float,
    top: float,
    room: float,
    module: float,
    measure: Measure,
) -> list[Mark]:
    """A code and below it which part it is, both in the middle of their place."""
    called = part_title(told, box)
    code = Code(0, top + codes.QUIET * module, module, codes.matrix(text), called)
    code = code._replace(x=middle - code.side / 2)
    below = code.y + code.side
    title = shortened(box, _BOX, room - 4, measure)
    return [
        code,
        Words(middle, below + 5.6, told, _PART.size, True, align="middle", room=room),
        Words(middle, below + 9.6, title, _BOX.size, False, "grey", "middle", room - 4),
    ]
