"""The verbs of those of the six that are commands still, for as long as there are any."""

LATER = {
}
"""The verbs that are commands still, and where."""

ORDER = (
    *("dice", "which", "split", "holds", "mine", "count", "call", "illegal", "tie", "clock"),
    *("declare", "lose", "challenge", "stack", "fell", "inverse", "turn", "cross", "nudges"),
    *("sort", "bottoms", "deduce", "agency", "orders", "swap", "lost", "out", "agents"),
    *("mission", "puzzle"),
)
