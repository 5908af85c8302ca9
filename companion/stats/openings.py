"""Who began: how they fared then, and in the plays that others began, compared with themselves."""

from collections.abc import Mapping

from companion.stats.counters import Packed


class Openings(Packed):
    """How one player fared in the plays that they began, and in those that others began."""

    began = 0
    began_won = 0
    others = 0
    others_won = 0


class Comparison(Packed):
    """Plays that can be compared: those that somebody began who also played while others began.

    There `due` are the wins that these players would have if they won as often as when others
    begin. `matched` counts plays that have one of the other kind beside them. `spread` and
    `spread_of_due` are variances of the wins and of what is due.
    """

    cases = 0
    wins = 0
    due = 0.0
    matched = 0
    spread = 0.0
    spread_of_due = 0.0


def compared(openings: Mapping[str, Mapping[str, Openings]]) -> Comparison:
    """Everybody with themselves, among plays of one game with as many players."""
    own = Comparison()
    for players in openings.values():
        for it in players.values():
            if not it.began or not it.others:
                continue
            own.cases += it.began
            own.wins += it.began_won
            own.due += it.began * it.others_won / it.others
            own.matched += min(it.began, it.others)
            own.spread += it.began * _variance(it)
            own.spread_of_due += it.began**2 * _variance(it) / it.others
    return own


def _variance(it: Openings) -> float:
    """That of one play's win, if it made no difference who begins."""
    share = (it.began_won + it.others_won) / (it.began + it.others)
    return share * (1 - share)
