"""Conditions of complex icons that points decide: those on which one has to be behind (BWD-250)."""

import re

from companion.core.names import folded
from companion.core.referee import Referee
from companion.games.bwd.state import State

_ANOTHER = (
    r"(?:(?:at least )?(?:an?|any|one|some|another)(?: other)? (?:player|opponent)"
    r"|(?:some|any)(?:body|one)(?: else)?)"
)
_HAS = r"(?:must )?(?:have|has|needs?(?: to have)?)"
_BEHIND = re.compile(
    rf"(?:only )?(?:if |while |when )?(?:{_ANOTHER} {_HAS} more points(?: than (?:you|yourself))?"
    rf"|you {_HAS} (?:fewer|less) points than {_ANOTHER})[.!]?"
)


def wants_to_trail(condition: str) -> bool:
    """Whether a condition says, in whatever words, that another player has more points."""
    return _BEHIND.fullmatch(" ".join(folded(condition).split())) is not None


def behind(state: State, by: int, card: str, referee: Referee) -> None:
    """Whoever tags has to be behind somebody now (BWD-250, BWD-251); `card` is its title."""
    has = state.scores[by]
    referee.require(
        max(state.scores) > has,
        "BWD-250",
        f"{card} is tagged only while another player has more points, and nobody has more than "
        f"{state.name(by)}'s {has}.",
        f"Choose another card; `companion score {state.seats[by].handle} =N` puts right what "
        "differs on the board.",
    )
