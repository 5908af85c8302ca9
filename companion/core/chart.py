"""A chart as values: lines over rounds, plays or days, or bars with names."""

from typing import Literal, NamedTuple

Kind = Literal["line", "step", "bar"]
Point = tuple[float, float]


class Series(NamedTuple):
    """One line of a chart, or the bars of one colour: points from left to right, `(x, y)` each.

    A `band` is how uncertain every point is: `(lowest, highest)` for each of them, or nothing.
    A value that nobody knows is left out.
    """

    name: str
    points: tuple[Point, ...]
    band: tuple[Point, ...] = ()


class Chart(NamedTuple):
    """What is drawn: `across` says what the x axis counts, `up` what the y axis does.

    A `line` goes straight from point to point; a `step` stays level until the next one, as a count
    does. With `dates`, x are days as `core.dates.day_of` counts them. Of `bar`s, x is a place in
    `labels`, which say what each bar is about. `note` is a sentence below, such as that few plays
    say little. Lines that would hide each other may be drawn `apart`, each by itself, all on the
    same axes: the one that ends highest first.
    """

    title: str
    across: str
    up: str
    series: tuple[Series, ...]
    note: str = ""
    kind: Kind = "line"
    dates: bool = False
    labels: tuple[str, ...] = ()
    apart: bool = False
