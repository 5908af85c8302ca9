"""How plays end: who has won and why, and ends that the rules bring about.

These are recognized when an entry is made, and checked against a changed past.
"""

from typing import TYPE_CHECKING, Any

from companion.core.names import listed
from companion.core.play import FINISHED, result_words
from companion.core.value import Protocol, Value
from companion.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.action import Action
    from companion.core.blocks import Block
    from companion.core.log import Log
    from companion.core.play import PlayState


class Outcome(Value):
    """Who has won by the rules, if anybody, and the reason (or why nobody has) in a few words."""

    winners: tuple[int, ...]
    why: str


class Lead(Outcome):
    """Who leads in an unfinished game, and so wins it if it ends now."""


class Traits(Value):
    """Traits of a play besides points, for games that are played in several ways.

    `title` is what was played, if the companion has no rules for it. `teams` names the side of each
    seat; empty if everybody plays alone. `coop` says that all play together, and win or lose
    together, `lowest` that the fewest points win.
    """

    title: str = ""
    teams: tuple[str, ...] = ()
    coop: bool = False
    lowest: bool = False


def finish_if_over(
    action: "Action[Any]", result: Outcome, by: str, *, over: bool | None = None
) -> None:
    """End the play if it is over by the rules: somebody has won, or `over` is true.

    `by` is what brought the end: `cards`, `board`, `dice`.
    """
    if bool(result.winners) if over is None else over:
        action.add("play.finished", winners=list(result.winners), why=result.why, by=by)


def require_same_winners(
    state: "PlayState", winners: "Sequence[int]", result: Outcome, look: str
) -> None:
    """Refuse an end by the rules if these `winners` would not win any more.

    `look` is the command that shows why. Raises Refused.
    """
    if set(result.winners) != set(winners):
        names = listed([state.name(seat) for seat in winners]) or "Nobody"
        raise Refused(f"{names} would not have won then.", look)


class Played(Protocol):
    """What has to be known about a play to say who has won."""

    @property
    def game(self) -> Any:
        """What is played (`core.game.Game`)."""

    @property
    def state(self) -> Any:
        """Its state."""

    @property
    def log(self) -> "Log":
        """Its log."""


def won(play: Played) -> "list[Block]":
    """Return the winners of a finished play and the reason: by the rules, or as entered."""
    from companion.core.blocks import Paragraph, Span

    state = play.state
    if state.status != "finished":
        return []
    who, why = who_won(play)
    return [Paragraph((Span(who, "strong"), f"{why}."))]


def who_won(play: Played) -> tuple[str, str]:
    """Return the winners of a finished play, or the draw, as the beginning of a sentence; and its
    rest.
    """
    state = play.state
    who, why = result_words([state.name(seat) for seat in state.winners], why_won(play))
    return who[0].upper() + who[1:], why


def why_won(play: Played) -> str:
    """Return why the winners of a finished play have won: by the rules, or as entered."""
    result: Outcome = play.game.outcome(play.state)
    if set(result.winners) == set(play.state.winners):
        return result.why
    ends = [event.data["why"] for event in play.log.standing() if event.kind == FINISHED]
    return str(ends[-1])
