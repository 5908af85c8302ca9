"""On which entries the result of a play depends."""

GIST = frozenset({"play.finished", "play.abandoned", "seat.renamed"})
"""No points are kept and no rounds counted: who has won is said at the end alone."""
