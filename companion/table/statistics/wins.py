"""`chart wins`: how the wins came together, play after play."""

from collections.abc import Sequence

from companion.core.blocks import Block, Heading, Paragraph
from companion.core.chart import Chart
from companion.table.reply import Reply
from companion.table.statistics.courses import busiest, wins_chart
from companion.table.statistics.wanted import Found, players_named


def wins(found: Found, typed: Sequence[str]) -> tuple[Reply, Chart]:
    """The wins of the players that were named, or of those who played most.

    Raises NotFound or Ambiguous for names.
    """
    counts = {name: course.plays for name, course in found.tally.courses.items()}
    names = players_named(found, typed) or busiest(counts)
    of = f" in {found.title}" if found.title else ""
    chart = wins_chart(f"Wins{of}, play after play", list(found.plays), names)

    def blocks() -> list[Block]:
        if not found.tally.plays:
            return [Heading(chart.title, found.aside), Paragraph(found.nothing)]
        return [chart]

    return Reply(
        document=lambda: {
            **found.about,
            "across": chart.across,
            "players": [
                {"name": series.name, "wins": [list(point) for point in series.points]}
                for series in chart.series
            ],
        },
        blocks=blocks,
    ), chart
