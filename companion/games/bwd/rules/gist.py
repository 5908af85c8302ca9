"""On which entries the result of a play depends."""

GIST = frozenset(
    {
        "points.gained",
        "points.lost",
        "points.set",
        "points.stolen",
        "points.paid",
        "marker.passed",
        "marker.given",
        "round.ended",
        "play.finished",
        "play.abandoned",
        "seat.renamed",
    }
)
"""Points and the marker change by entries of their own: dice and cards decide nothing alone."""
