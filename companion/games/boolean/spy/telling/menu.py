"""The missions that can be carried out now, as a table and as JSON."""

from typing import Any

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Table
from companion.games.boolean.spy.choices import Way
from companion.games.boolean.spy.missions import title
from companion.games.boolean.spy.state import SpyState
from companion.games.boolean.spy.telling.todo import todo, where

_COLUMNS = (Column("Orders", "right"), Column("Mission"), Column("As it is told", wraps=True))
_NARROW = (_COLUMNS[0], _COLUMNS[2])


def menu(state: SpyState, found: list[Way]) -> list[Block]:
    """What it takes, what it is, how it is told; or what to do instead."""
    rows = tuple(
        (
            Span(str(way.orders), "strong"),
            Span(title(way.mission, way.target), "name"),
            f"mission {way.words}",
        )
        for way in found
    )
    if not rows:
        return [Heading("Missions", where(state)), *(Paragraph(step) for step in todo(state))]
    note = Span(f"The first, in full: `companion boolean mission {found[0].words}`.", "muted")
    narrow = tuple((orders, told) for orders, _, told in rows)
    table = Fit((Table(_COLUMNS, rows), Table(_NARROW, narrow)))
    return [Heading("Missions", where(state)), table, Paragraph(note)]


def menu_report(state: SpyState, found: list[Way]) -> dict[str, Any]:
    """The same for a program."""
    return {
        "turn": state.name(state.mover),
        "orders_left": state.now.left,
        "ready": state.ready,
        "missions": [
            {
                "mission": way.mission.name,
                "title": title(way.mission, way.target),
                "target": way.target,
                "orders": way.orders,
                "command": f"companion boolean mission {way.words}",
            }
            for way in found
        ],
    }
