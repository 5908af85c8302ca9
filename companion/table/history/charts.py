"""What `chart` draws of many plays: wins one by one, and ratings with how sure they are."""

from collections.abc import Sequence
from typing import Any

from companion.core.blocks import Block, Heading, Paragraph
from companion.core.chart import Chart, Series
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.stats.ratings import Step
from companion.stats.wins import WinCourse, Wins
from companion.table.history.filters import Found, players_named
from companion.table.moments import day_number

MOST_LINES = 8
"""So many players a chart shows where nobody says who: more lines are not told apart."""
MANY_LINES = 5
"""So many ratings, each with what it may be off by, are drawn apart: they would hide each other."""
_DAYS = 14
"""Plays within fewer days are numbered: on an axis of dates they would all be in one place."""


class Across:
    """The x axis of plays: their days, or their numbers where they are all of a few days.

    Days are those of this place. Of the plays of one day only the last one is shown: a line that
    goes up and down within an evening is a smear on an axis of years.
    """

    def __init__(self, plays: Sequence[PlayRecord]) -> None:
        self.dates = bool(plays) and takes_days(plays[0].started, plays[-1].started)
        places = [
            float(day_number(play.started) if self.dates else number)
            for number, play in enumerate(plays, 1)
        ]
        self._at = {play.uid: x for play, x in zip(plays, places, strict=True)}
        self.title = axis(self.dates)

    def of(self, play: PlayRecord) -> float:
        """Where a play stands on the axis."""
        return self._at[play.uid]


def takes_days(first: str, last: str) -> bool:
    """Whether plays from one time to another stand on an axis of days, not of their numbers."""
    return day_number(last) - day_number(first) >= _DAYS


def axis(dates: bool) -> str:
    """What stands on the axis."""
    return "day" if dates else "play"


def pace(dates: bool) -> str:
    """How lines go on over such an axis, behind a title."""
    return ", day by day" if dates else ", play after play"


def wins_chart(title: str, wins: Wins, names: Sequence[str]) -> Chart:
    """Everybody's wins so far, after each play that they sat in."""
    dates = bool(wins.plays) and takes_days(wins.since, wins.newest)
    series: list[Series] = []
    for name in names:
        told = wins.courses.get(name, WinCourse()).points
        points = {
            float(day_number(it.began) if dates else it.number): float(it.wins) for it in told
        }
        series.append(Series(name, tuple(points.items())))
    title += pace(dates)
    return Chart(title, axis(dates), "wins", tuple(series), kind="step", dates=dates)


def ratings_chart(title: str, steps: Sequence[Step], names: Sequence[str], note: str) -> Chart:
    """Everybody's rating after each play that they sat in, with what it may be off by."""
    across = Across([step.play for step in steps])
    told: dict[str, dict[float, tuple[int, int]]] = {name: {} for name in names}
    for step in steps:
        x = across.of(step.play)
        for name, rating, uncertainty, *_ in step.ratings:
            if name in told:
                told[name][x] = (round(rating), round(uncertainty))
    series = tuple(
        Series(
            name,
            tuple((x, rating) for x, (rating, _) in points.items()),
            tuple((rating - off, rating + off) for rating, off in points.values()),
        )
        for name, points in told.items()
    )
    apart, title = len(series) >= MANY_LINES, title + pace(across.dates)
    return Chart(title, across.title, "rating", series, note, dates=across.dates, apart=apart)


def busiest(counts: dict[str, int], most: int = MOST_LINES) -> list[str]:
    """Those who have played most, as many as a chart can show."""
    return sorted(counts, key=lambda name: (-counts[name], name))[:most]


# `chart wins`


MANY = 5000
"""Plays from which on a picture is drawn of some of them: nobody sees the others in it."""


def wins(found: Found, typed: Sequence[str]) -> tuple[Reply, Chart]:
    """The wins of the players that were named, or of those who played most.

    Raises NotFound or Ambiguous for names.
    """
    counts = {name: course.plays for name, course in found.tally.courses.items()}
    names = players_named(found, typed) or busiest(counts)
    of = f" in {found.title}" if found.title else ""
    title = f"Wins{of}"
    many = found.choice.is_all and found.tally.plays > MANY
    counted = found.history.counted("wins", Wins, Wins.from_json) if many else _every_one(found)
    chart = wins_chart(title, counted, names)

    def document() -> dict[str, Any]:
        told = wins_chart(title, _every_one(found), names) if many else chart
        return {
            **found.about,
            "across": told.across,
            "players": [
                {"name": series.name, "wins": [list(point) for point in series.points]}
                for series in told.series
            ],
        }

    def blocks() -> list[Block]:
        if not found.tally.plays:
            return [Heading(chart.title, found.aside), Paragraph(found.nothing)]
        return [chart]

    return Reply(document=document, blocks=blocks), chart


def _every_one(found: Found) -> Wins:
    """The wins after every single play that is meant."""
    wins = Wins(most=None)
    for play in found.plays:
        wins.add(play)
    return wins
