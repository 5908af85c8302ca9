"""What follows from a lost die: whether its giver is eliminated, and who opens the next round."""

from typing import Any

from companion.core.referee import Referee
from companion.games.boolean.liar.outcome import is_over
from companion.games.boolean.liar.record import RECORDERS
from companion.games.boolean.liar.showdown import challenged, surrendered
from companion.games.boolean.liar.state import LiarState

Data = Any


def following(state: LiarState, kind: str, data: Data) -> dict[str, Any]:
    """What is recorded of it with a lost die; nothing where a challenge was not decided, or where
    the game is over with it, as its end tells all of that."""
    ended = (challenged if kind == "declaration.challenged" else surrendered)(state, data)
    if ended.loser is None:
        return {}
    after = RECORDERS[kind](state, data)
    if is_over(after):
        return {}
    return {"out": not after.held[ended.loser].size, "opens": after.turn}


def require_same_following(state: LiarState, kind: str, data: Data, referee: Referee) -> None:
    """Refuse a die with which somebody else would be out, or open the next round.

    Where the game would be over with it, that is what is refused (BO-104). Older entries hold
    neither.
    """
    found = following(state, kind, data) if "out" in data or "opens" in data else {}
    if not found:
        return
    loser = data["seat"] if kind == "die.surrendered" else challenged(state, data).loser
    assert loser is not None
    name, hint = state.name(loser), "`companion log` has the numbers for `companion undo`."
    was, now = ("eliminated" if out else "still in" for out in (data.get("out"), found["out"]))
    referee.require(
        data.get("out", found["out"]) == found["out"],
        "BO-103",
        f"{name} was {was} after this die, and would be {now} then.",
        hint,
    )
    opened, opens = (
        "anybody" if seat is None else state.name(seat)
        for seat in (data.get("opens"), found["opens"])
    )
    referee.require(
        data.get("opens", found["opens"]) == found["opens"],
        "BO-85",
        f"The next round was for {opened} to open, and would be for {opens} then.",
        hint,
    )
