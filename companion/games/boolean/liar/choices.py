"""What may be told next, as far as it is known: commands and numbers for hints and next steps."""

from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.possession.showing import whites_of


def told(number: int) -> str:
    """A number as it is written here: `4`, `−2`."""
    return str(number) if number >= 0 else f"−{-number}"


def such_a_number(state: LiarState) -> int:
    """A number to show in a command: the lowest that is allowed, or a modest one to open with."""
    return max(1, state.dice // 3 if state.lowest is None else state.lowest)


def declare(state: LiarState, seat: int) -> str:
    """The command for somebody's declaration."""
    return f"`companion boolean declare {state.seats[seat].handle} {such_a_number(state)}`"


def challenge(state: LiarState) -> str:
    """The command for a challenge, with a count that could be: half of what is hidden.

    It says nothing about dice that are a secret; where these would not allow it, there is none.
    """
    if state.last is None:
        return "`companion boolean challenge`"
    count = (state.whites[0] + state.whites[-1]) // 2
    ranges = [whites_of(state, seat) for seat in state.still_in]
    could = sum(each.start for each in ranges) <= count <= sum(each.stop - 1 for each in ranges)
    return f"`companion boolean challenge{f' --white {count}' if could else ''}`"


def lose(state: LiarState) -> str:
    """The command for a lost die, of which nothing else was told."""
    return f"`companion boolean lose {state.seats[state.still_in[0]].handle}`"


def while_challenged(state: LiarState) -> str:
    """The commands that settle a challenge of which nobody told what lay there."""
    doubt = state.doubt
    if doubt is None or doubt.challenger is None or doubt.declarer is None:
        return f"Who has lost a die? {lose(state)}."
    by, of = (state.seats[seat].handle for seat in (doubt.challenger, doubt.declarer))
    return (
        f"More White-up than declared: `companion boolean lose {by}`; fewer: "
        f"`companion boolean lose {of}`; exactly so many: `companion boolean lose {by} --to {of}`."
    )
