"""`chart growth`, and a line of `stats`: how the boxes have grown that players write on."""

from collections.abc import Iterator
from typing import NamedTuple

from companion import games
from companion.core.blocks import Block, Paragraph
from companion.core.chart import Chart, Series
from companion.core.names import counted, listed
from companion.core.record import Growth
from companion.core.reply import Reply
from companion.errors import CompanionError, NotFound
from companion.table.athand import COPIES
from companion.table.deck.finding import Box, all_boxes, named_box, opened
from companion.table.desk import Desk
from companion.table.moments import day, time_number

HINT = 'Tell of one: `companion blank copy new "Friday box" --mark ★ --owner Ana`.'


class Grown(NamedTuple):
    """A box, and how it grew, step by step."""

    box_id: str
    title: str
    steps: tuple[Growth, ...]

    @property
    def total(self) -> int:
        """How many of its cards players have written on."""
        return sum(self.steps[-1].counts.values()) if self.steps else 0


def growth_lines(desk: Desk, game_id: str) -> list[str]:
    """A sentence for each box of a game that players have written on."""
    if not _has_books(desk):
        return []
    boxes = [box for box in all_boxes(desk) if box.game_id == game_id]
    return [_line(grown) for grown in _grown(desk, boxes) if grown.total]


def growth(desk: Desk, named: str | None) -> tuple[Reply, Chart]:
    """How one box has grown, or all: what is answered, and what is drawn.

    Raises NotFound where there is none that grows.
    """
    boxes = [named_box(desk, named)] if named is not None else all_boxes(desk)
    found = list(_grown(desk, boxes))
    if not found and named is not None:
        raise NotFound(f"{boxes[0].title} stays as it came: nobody writes on its cards.", HINT)
    if not found:
        raise NotFound("This group has told of no box that players write on.", HINT)
    chart = _chart(found, desk.now())
    reply = Reply(
        document=lambda: {
            "group": desk.group,
            "boxes": [
                {
                    "copy": grown.box_id,
                    "name": grown.title,
                    "steps": [{"at": step.at, **step.counts} for step in grown.steps],
                }
                for grown in found
            ],
        },
        blocks=lambda: [chart] if any(grown.total for grown in found) else [_unwritten(found)],
    )
    return reply, chart


def _unwritten(found: list[Grown]) -> Block:
    titles = listed([grown.title for grown in found])
    return Paragraph(
        f"Nothing stands on the plain cards of {titles} yet: "
        '`companion blank rule add "If …, then …"` writes on one.'
    )


def _grown(desk: Desk, boxes: list[Box]) -> Iterator[Grown]:
    for box in boxes:
        try:
            game, told = games.game(box.game_id), opened(desk, box)
        except CompanionError:
            continue  # Whoever names the box is told what is wrong with it.
        if told is not None and (steps := tuple(game.growth(told.log.standing()))):
            yield Grown(box.copy_id, box.title, steps)


def _has_books(desk: Desk) -> bool:
    """Whether any box was told of: else none is looked for."""
    return bool(desk.group_document()) and bool(desk.store.log_ids(desk.group, COPIES))


def _line(grown: Grown) -> str:
    last = grown.steps[-1]
    told = [counted(count, what[:-1]) for what, count in last.counts.items() if count]
    since = day(grown.steps[0].at)
    return (
        f"{grown.title}: {listed(told)} written since {since}; `companion chart growth` draws it."
    )


def _chart(found: list[Grown], now: str) -> Chart:
    """One box by what is written on, several by how much is."""
    today = time_number(now)
    if len(found) == 1:
        steps = found[0].steps
        kinds = [kind for kind in steps[-1].counts if any(step.counts[kind] for step in steps)]
        series = tuple(
            Series(kind, _level([(step.at, step.counts[kind]) for step in steps], today))
            for kind in kinds or list(steps[-1].counts)
        )
        title = f"How {found[0].title} has grown"
    else:
        series = tuple(
            Series(
                grown.title,
                _level([(step.at, sum(step.counts.values())) for step in grown.steps], today),
            )
            for grown in found
        )
        title = "How the boxes have grown"
    return Chart(title, "day", "cards written", series, kind="step", dates=True)


def _level(steps: list[tuple[str, int]], today: float) -> tuple[tuple[float, float], ...]:
    """The points of a count that stays as it is until today."""
    points = [(time_number(at), float(count)) for at, count in steps]
    return (*points, (max(today, points[-1][0]), points[-1][1]))
