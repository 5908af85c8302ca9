"""`chart wins`, `ratings`, `growth`."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion import games
from companion.core.blocks import Block, Chart, Heading, Paragraph, Series, Span
from companion.core.names import counted, listed
from companion.core.record import Growth
from companion.core.reply import Reply
from companion.errors import CompanionError, NotFound
from companion.stats.counts import WinCurve, Wins
from companion.stats.ratings import Step, latest
from companion.table.boxes.group_boxes import Box, all_boxes, named_box, opened
from companion.table.current import BOXES
from companion.table.desk import Desk
from companion.table.history import views
from companion.table.history.filters import Selection, players_named
from companion.table.history.ratings import nobody_rated, rated
from companion.table.local_time import day, day_number, time_number

MOST_LINES = 8
"""How many players a chart shows if none are named: more lines cannot be distinguished."""
MANY_LINES = 5
"""From how many ratings on each is drawn apart: their bands would hide each other."""
_DAYS = 14
"""Plays within fewer days are numbered: on an axis of dates they would be in one place."""
MANY = 1000
"""Plays from which on only some are drawn: more cannot be seen."""


class _Axis(NamedTuple):
    """The x axis: local days of plays, or their numbers if they are within a few days.

    Of the plays of one day only the last is shown: ups and downs within an evening are a smear on
    an axis of years.
    """

    dates: bool

    def place(self, began: str, number: int) -> float:
        """The place of a play, by when it began and its number."""
        return float(day_number(began) if self.dates else number)

    @property
    def title(self) -> str:
        """The label of the axis."""
        return "day" if self.dates else "play"

    @property
    def pace(self) -> str:
        """The end of the chart's title."""
        return ", day by day" if self.dates else ", play after play"


def _axis(first: str, last: str) -> _Axis:
    """The axis for plays from one time to another; empty times for no plays."""
    return _Axis(bool(first) and day_number(last) - day_number(first) >= _DAYS)


def wins(found: Selection, typed: Sequence[str]) -> tuple[Reply, Chart]:
    """Chart the wins of the players named, or of those who played most.

    Raises NotFound or Ambiguous.
    """
    counts = {name: count.plays for name, count in found.tally.players.items() if count.plays}
    names = players_named(found, typed) or busiest(counts)
    title = f"Wins{found.in_game}"
    many = found.choice.is_all and found.tally.plays > MANY
    all_wins = found.history.counted("wins", Wins, Wins.from_json) if many else _every_one(found)
    chart = _wins_chart(title, all_wins, names)

    def document() -> dict[str, Any]:
        full = _wins_chart(title, _every_one(found), names) if many else chart
        return {
            **found.about,
            "across": full.across,
            "players": [
                {"name": series.name, "wins": [list(point) for point in series.points]}
                for series in full.series
            ],
        }

    def blocks() -> list[Block]:
        if not found.tally.plays:
            return [Heading(chart.title, found.aside), Paragraph(found.nothing)]
        if not all_wins.plays:
            what = "cooperative or undecided" if found.tally.undecided else "cooperative"
            text = f"All of these plays are {what}: nobody has won alone. `companion stats` "
            return [Heading(chart.title, found.aside), Paragraph(f"{text}shows how they went.")]
        if found.tally.undecided:
            out = f"{views.undecided_note(found.tally.undecided)}."
            return [chart, Paragraph(Span(out, "muted"))]
        return [chart]

    return Reply(document=document, blocks=blocks), chart


def ratings(found: Selection, typed: Sequence[str]) -> tuple[Reply, Chart]:
    """Chart the ratings of the players named, or of those who played most.

    Raises Refused if openskill is not installed, NotFound or Ambiguous.
    """
    names = players_named(found, typed)
    steps = rated(found.plays)
    everybody = latest(steps)
    drawn = names or busiest({it.name: it.plays for it in everybody})
    hidden = 0 if names else len(everybody) - len(drawn)
    notes = [f"{counted(hidden, 'player')} of fewer plays not drawn."] if hidden else []
    undecided = found.tally.undecided
    notes += [f"{views.undecided_note(undecided)}."] if undecided else []
    note = " ".join(notes)
    chart = _ratings_chart(f"Ratings{found.in_game}", steps, drawn, note)

    def blocks() -> list[Block]:
        if steps:
            return [chart]
        return [Heading(chart.title, found.aside), Paragraph(nobody_rated(found))]

    reply = Reply(
        document=lambda: {
            **found.about,
            "across": chart.across,
            "players": [
                {
                    "name": series.name,
                    "ratings": [
                        {"x": x, "rating": y, "low": low, "high": high}
                        for (x, y), (low, high) in zip(series.points, series.band, strict=True)
                    ],
                }
                for series in chart.series
            ],
        },
        blocks=blocks,
    )
    return reply, chart


def busiest(counts: dict[str, int]) -> list[str]:
    """The players with most plays, as many as a chart can show."""
    return sorted(counts, key=lambda name: (-counts[name], name))[:MOST_LINES]


def _wins_chart(title: str, wins: Wins, names: Sequence[str]) -> Chart:
    """The wins so far of each player, after each of their plays."""
    axis = _axis(wins.since, wins.newest)
    series: list[Series] = []
    for name in names:
        curve = wins.curves.get(name, WinCurve()).points
        points = {axis.place(it.began, it.number): float(it.wins) for it in curve}
        series.append(Series(name, tuple(points.items())))
    title += axis.pace
    return Chart(title, axis.title, "wins", tuple(series), kind="step", dates=axis.dates)


def _every_one(found: Selection) -> Wins:
    """The wins after every single play of the selection."""
    wins = Wins(most=None)
    for play in found.plays:
        wins.add(play)
    return wins


def _ratings_chart(title: str, steps: Sequence[Step], names: Sequence[str], note: str) -> Chart:
    """The rating of each player after each of their plays, with its uncertainty."""
    axis = _axis(steps[0].play.started, steps[-1].play.started) if steps else _Axis(False)
    by_name: dict[str, dict[float, tuple[int, int]]] = {name: {} for name in names}
    for number, step in enumerate(steps, 1):
        x = axis.place(step.play.started, number)
        for name, rating, uncertainty, *_ in step.ratings:
            if name in by_name:
                by_name[name][x] = (round(rating), round(uncertainty))
    series = tuple(
        Series(
            name,
            tuple((x, rating) for x, (rating, _) in points.items()),
            tuple((rating - off, rating + off) for rating, off in points.values()),
        )
        for name, points in by_name.items()
    )
    apart, title = len(series) >= MANY_LINES, title + axis.pace
    return Chart(title, axis.title, "rating", series, note, dates=axis.dates, apart=apart)


HINT = 'Add one: `companion blank box new "Friday box" --mark ★ --owner Ana`.'


class Grown(NamedTuple):
    """A box and its growth, step by step."""

    box_id: str
    title: str
    steps: tuple[Growth, ...]

    @property
    def total(self) -> int:
        """How many cards players have written on."""
        return sum(self.steps[-1].counts.values()) if self.steps else 0


def growth_lines(desk: Desk, game_id: str) -> list[str]:
    """A sentence for each box of a game that players have written on."""
    if not _has_books(desk):
        return []
    boxes = [box for box in all_boxes(desk) if box.game_id == game_id]
    return [_line(grown) for grown in _grown(desk, boxes) if grown.total]


def growth(desk: Desk, named: str | None) -> tuple[Reply, Chart]:
    """Chart how one box, or each, has grown. Raises NotFound if none grows."""
    boxes = [named_box(desk, named)] if named is not None else all_boxes(desk)
    found = list(_grown(desk, boxes))
    if not found and named is not None:
        raise NotFound(f"{boxes[0].title} does not grow: nobody writes on its cards.", HINT)
    if not found:
        raise NotFound("This group has no box that players write on.", HINT)
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
            game, stored = games.game(box.game_id), opened(desk, box)
        except CompanionError:
            continue  # reported when the box is named
        if stored is not None and (steps := tuple(game.box_rules.growth(stored.log.standing()))):
            yield Grown(box.box_id, box.title, steps)


def _has_books(desk: Desk) -> bool:
    """Whether anything was recorded about a box; avoids looking for boxes."""
    return bool(desk.group_document()) and bool(desk.store.log_ids(desk.group, BOXES))


def _line(grown: Grown) -> str:
    last = grown.steps[-1]
    parts = [counted(count, what[:-1]) for what, count in last.counts.items() if count]
    since = day(grown.steps[0].at)
    return (
        f"{grown.title}: {listed(parts)} written since {since}; `companion chart growth` draws it."
    )


def _chart(found: list[Grown], now: str) -> Chart:
    """One box by kinds of cards, several by their totals."""
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
    """The points of a count, continued until today."""
    points = [(time_number(at), float(count)) for at, count in steps]
    return (*points, (max(today, points[-1][0]), points[-1][1]))
