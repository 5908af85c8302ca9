"""Which round somebody asks the odds of: the one that is over, or the one before it."""

from companion.errors import Refused
from companion.games.lwd.chances.odds import Round
from companion.games.lwd.rules.record import showdown_of
from companion.games.lwd.state import Showdown, State


def round_asked(state: State, *, spoil: bool) -> Showdown:
    """The round at hand once it is over, else the one before; at hand all the same with `spoil`.

    Raises Refused where no round is known, or while one is going on.
    """
    going_on = state.phase == "guess" and state.status == "live"
    if going_on and not spoil:
        raise Refused(
            "A round is going on, and odds would tell too much.",
            "After the challenge; or for all to see, add `--spoil`.",
        )
    if state.phase != "number":
        ended = state.showdown or showdown_of(state)
        if not any(ended.dice):
            raise Refused(
                "Nobody told how many dice there are in this round.",
                "`companion lwd round 3` tells it"
                + (", in the next one." if state.phase == "loss" else "."),
            )
        return ended
    if state.past is None:
        raise Refused(
            "No round with dice has been told yet.",
            "`companion lwd round 3` tells how many dice there are.",
        )
    return state.past


def as_known(ended: Showdown) -> Round:
    """What everybody knew of a round before its cards were revealed."""
    triggered = tuple(
        tuple(number for other, number in ended.triggered if other == seat)
        for seat in range(len(ended.decks))
    )
    return Round(ended.decks, ended.dice, triggered)
