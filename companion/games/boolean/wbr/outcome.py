"""Who wins White, Black, or Roll: most dice, then most White-up dice; on a clock, who has time."""

from companion.core.game import Outcome
from companion.core.names import listed
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.wbr.state import WbrState

ENDS = "BO-62"


def outcome(state: WbrState) -> Outcome:
    """The winner by what was told; nobody before the end, or while a tie is to be broken."""
    flagged = fallen(state)
    if flagged is not None:
        return Outcome((1 - flagged,), f"{state.name(flagged)}'s time is up (A-BO-32)")
    if len(state.still_in) == 1:
        return Outcome(state.still_in, "all others are eliminated")
    if not state.still_in:
        return Outcome((), "everybody is eliminated")
    if state.loose:
        return Outcome((), lying(state))
    ahead = state.ahead
    most = dice_words(state.held[ahead[0]].size)
    if len(ahead) > 1:
        names = listed([state.name(seat) for seat in ahead])
        had = "the most White-up dice" if state.ties else f"{most} each"
        return Outcome((), f"{names} have {had}, and the tie is not broken")
    if state.ties:
        whites = state.ties[-1][ahead[0]] or 0
        return Outcome(ahead, f"the most dice are a tie, and {whites} White-up the most of all")
    return Outcome(ahead, f"the most dice, {state.held[ahead[0]].size}")


def lying(state: WbrState) -> str:
    """How many dice nobody has yet: `one die still lies in the middle`."""
    return f"{dice_words(state.loose)} still {'lies' if state.loose == 1 else 'lie'} in the middle"


def fallen(state: WbrState) -> int | None:
    """Who has no time left on the clock."""
    return next((seat for seat, left in enumerate(state.seconds) if left == 0), None)


def is_over(state: WbrState) -> bool:
    """Whether somebody has won."""
    return bool(outcome(state).winners)


def ended(state: WbrState) -> bool:
    """Whether somebody has won: the game ends by itself."""
    return bool(outcome(state).winners)
