"""`chart wins`: how the wins came together, play after play."""

from collections.abc import Sequence
from typing import Any

from companion.core.blocks import Block, Heading, Paragraph
from companion.core.chart import Chart
from companion.core.reply import Reply
from companion.stats.wins import Wins
from companion.table.statistics.courses import busiest, wins_chart
from companion.table.statistics.wanted import Found, players_named

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
    counted = found.annals.counted("wins", Wins, Wins.from_json) if many else _every_one(found)
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
