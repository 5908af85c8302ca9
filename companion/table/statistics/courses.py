"""What is drawn over many plays: wins one by one, ratings with how sure they are."""

from collections.abc import Sequence

from companion.core.chart import Chart, Series
from companion.core.record import PlayRecord
from companion.stats.ratings import Step
from companion.stats.tally import people
from companion.table.moments import day_number

MOST_LINES = 8
"""So many players a chart shows where nobody says who: more lines are not told apart."""
_DAYS = 14
"""Plays within fewer days are numbered: on an axis of dates they would all be in one place."""


class Across:
    """The x axis of plays: their days, or their numbers where they are all of a few days.

    Days are those of this place. Of the plays of one day only the last one is shown: a line that
    goes up and down within an evening is a smear on an axis of years.
    """

    def __init__(self, plays: Sequence[PlayRecord]) -> None:
        days = [float(day_number(play.started)) for play in plays]
        self.dates = bool(days) and days[-1] - days[0] >= _DAYS
        places = days if self.dates else [float(place) for place in range(1, len(plays) + 1)]
        self._at = {play.uid: x for play, x in zip(plays, places, strict=True)}
        self.title = "day" if self.dates else "play"

    def of(self, play: PlayRecord) -> float:
        """Where a play stands on the axis."""
        return self._at[play.uid]


def wins_chart(title: str, plays: Sequence[PlayRecord], names: Sequence[str]) -> Chart:
    """Everybody's wins so far, after each play that they sat in."""
    across = Across(plays)
    points: dict[str, dict[float, float]] = {name: {} for name in names}
    wins = dict.fromkeys(names, 0)
    for play in plays:
        for part in people(play.parts):
            if part.name in wins:
                wins[part.name] += part.won
                points[part.name][across.of(play)] = wins[part.name]
    series = tuple(Series(name, tuple(told.items())) for name, told in points.items())
    return Chart(title, across.title, "wins", series, kind="step", dates=across.dates)


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
    return Chart(title, across.title, "rating", series, note, dates=across.dates)


def busiest(counts: dict[str, int], most: int = MOST_LINES) -> list[str]:
    """Those who have played most, as many as a chart can show."""
    return sorted(counts, key=lambda name: (-counts[name], name))[:most]
