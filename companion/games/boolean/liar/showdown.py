"""What a challenge brings to light, and who loses a die for it: pure questions about a state."""

from typing import Any

from companion.games.boolean.dice.seen import whites_in
from companion.games.boolean.liar.state import LiarState, Showdown

Data = Any


def challenged(state: LiarState, data: Data) -> Showdown:
    """The round as a challenge ends it, as far as was told (BO-98 to BO-101)."""
    last, hands = state.last, data["hands"]
    whites = data["whites"] if hands is None else sum(whites_in(hand) for hand in hands)
    ended = Showdown(data["seat"], state.declarer, None if last is None else last.number, whites)
    if ended.number is None or whites is None:
        return ended
    if whites < ended.number:
        return ended._replace(loser=ended.declarer)
    exactly = whites == ended.number
    return ended._replace(loser=ended.challenger, taker=ended.declarer if exactly else None)


def surrendered(state: LiarState, data: Data) -> Showdown:
    """The round as a lost die ends it, where a challenge was not decided, or not even told.

    Who gives a die to another player has challenged: nobody else does (BO-101). Without that, the
    one whose turn it was has, if the loser is one of the two whom a challenge is about.
    """
    seat, taker = data["seat"], data["to"]
    if state.doubt is not None:
        return state.doubt._replace(loser=seat, taker=taker)
    last = state.last
    ended = Showdown(None, state.declarer, None if last is None else last.number, None, seat, taker)
    if taker is not None:
        return ended._replace(challenger=seat, declarer=taker)
    if state.declarer is not None and seat in (state.turn, state.declarer):
        return ended._replace(challenger=state.turn)
    return ended._replace(declarer=None, number=None)
