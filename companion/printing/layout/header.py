"""What stands at the head and the foot of a box's pages: whose it is, as of when, which page."""

from collections.abc import Sequence

from companion.core.inventory import Inventory
from companion.drawing.paper import PAPERS
from companion.printing.layout.flow import Block, Frame
from companion.printing.page import Line, Mark, Measure, Page, Words
from companion.printing.telling import as_of, described, on_paper
from companion.printing.text import Style, column, height_of, shortened, wrapped

SIDE = 16.0
TOP = 14.0
FOOT = 16.0
_LATER = TOP + 4.0

_NAME = Style(24, bold=True)
_MARK = Style(24, bold=True, ink="accent")
_ABOUT = Style(9, ink="grey")
_NOTE = Style(9.5)
_RUNNING = Style(8, ink="grey")
_MOST_NOTE_LINES = 12


def masthead(inventory: Inventory, notes: Sequence[str], room: float, measure: Measure) -> Block:
    """The head of page one: the box's name and mark large, what it is, and the notes below."""
    mark = shortened(inventory.mark, _MARK, room / 3, measure)
    mark_width = measure(mark, _MARK.size, _MARK.bold)
    gap = 3.0 if mark else 0.0
    name = shortened(inventory.name, _NAME, room - mark_width - gap, measure)
    name_width = measure(name, _NAME.size, _NAME.bold)
    baseline = 8.0
    marks: list[Mark] = [
        Words(0, baseline, name, _NAME.size, True, room=room - mark_width - gap),
        Words(name_width + gap, baseline, mark, _MARK.size, True, "accent", room=mark_width + 1),
        Line(0, baseline + 10.5, room, 0, "accent", 0.6),
    ]
    about = wrapped(" · ".join(described(inventory)), _ABOUT, room, measure, 1)
    marks += column([about], 0, baseline + 3.6, room)
    y = baseline + 13.0
    set_notes = [wrapped(on_paper(note), _NOTE, room, measure, _MOST_NOTE_LINES) for note in notes]
    marks += column(set_notes, 0, y, room)
    return Block(y + height_of(set_notes) + (2.0 if set_notes else 0.0), tuple(marks))


def running_line(inventory: Inventory) -> str:
    """What stands at the head of later pages."""
    parts = (inventory.name, inventory.mark, as_of(inventory), inventory.date)
    return " · ".join(part for part in parts if part)


def frame_of(paper: str, head: Block, columns: tuple[float, ...] = (0.0,)) -> Frame:
    """The room for blocks below the head of page one, and below the slim head of the others."""
    _, height = PAPERS[paper]
    return Frame(SIDE, TOP + head.height, _LATER, height - FOOT, columns)


def room_of(paper: str) -> float:
    """How wide text may be."""
    return PAPERS[paper][0] - 2 * SIDE


def pages_of(
    paper: str,
    head: Block,
    contents: Sequence[Sequence[Mark]],
    inventory: Inventory,
    measure: Measure,
) -> list[Page]:
    """Pages with their heads and feet, now that it is known how many there are."""
    width, height = PAPERS[paper]
    pages = []
    for number, marks in enumerate(contents, start=1):
        above: list[Mark] = []
        if number == 1:
            above += [mark._replace(x=mark.x + SIDE, y=mark.y + TOP) for mark in head.marks]
        else:
            above += _running(inventory, width, measure)
        foot = Words(
            width - SIDE,
            height - FOOT + 7,
            f"Page {number} of {len(contents)}",
            _RUNNING.size,
            ink="grey",
            align="right",
        )
        pages.append(Page(width, height, (*above, *marks, foot)))
    return pages


def _running(inventory: Inventory, width: float, measure: Measure) -> list[Mark]:
    room = width - 2 * SIDE
    text = shortened(running_line(inventory), _RUNNING, room, measure)
    return [Words(SIDE, TOP + 1, text, _RUNNING.size, ink="grey", room=room)]
