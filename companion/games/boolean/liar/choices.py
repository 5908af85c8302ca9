"""What may be told next, as far as it is known: commands and numbers for hints and next steps."""

from companion.games.boolean.dice.seen import BLACK, WHITE
from companion.games.boolean.liar.state import LiarState


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
    """The command for a challenge, with a count that could be, by what all can see."""
    if state.last is None:
        return "`companion boolean challenge`"
    count = (state.whites[0] + state.whites[-1]) // 2
    return f"`companion boolean challenge --white {count}`"


def reveal(state: LiarState) -> str:
    """How everybody's dice are told, open and hidden, as they could lie by what all can see."""
    told = []
    for seat in state.still_in:
        whites = state.shown[seat].whites + state.hidden(seat) // 2
        hand = WHITE * whites + BLACK * (state.held[seat].size - whites)
        told.append(f"{state.seats[seat].handle}={hand}")
    return f"`--reveal {' '.join(told)}`"


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
