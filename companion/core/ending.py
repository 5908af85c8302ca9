"""Ends that a game brings by itself: seen as an entry is made, and held against a changed past."""

from typing import TYPE_CHECKING, Any

from companion.core.names import listed
from companion.errors import Refused

if TYPE_CHECKING:
    from companion.core.action import Action
    from companion.core.game import Outcome
    from companion.core.play import PlayState


def settle(action: "Action[Any]", result: "Outcome", by: str, *, over: bool | None = None) -> None:
    """End the play where the rules say that it is over: as soon as somebody has won, or if `over`.

    `by` is what brought the end, and not the table: `cards`, `board`, `dice`.
    """
    if bool(result.winners) if over is None else over:
        action.add("play.finished", winners=list(result.winners), why=result.why, by=by)


def require_same_end(state: "PlayState", data: Any, by: str, result: "Outcome", look: str) -> None:
    """Refuse an end that was brought `by` the game where it would have ended otherwise.

    `look` is the command that shows how things stand. Raises Refused.
    """
    if data.get("by") == by and set(result.winners) != set(data["winners"]):
        names = listed([state.name(seat) for seat in data["winners"]]) or "Nobody"
        raise Refused(f"{names} would not have won then.", look)
