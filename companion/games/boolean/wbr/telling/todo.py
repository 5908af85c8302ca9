"""What to do next in White, Black, or Roll, and where the table is."""

from companion.core.names import listed, short
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.wbr.outcome import is_over
from companion.games.boolean.wbr.state import WbrState


def where(state: WbrState) -> str:
    """What lies in the middle, and whose turn it is."""
    if not state.loose:
        return "a tie"
    return f"{dice_words(state.loose)} in the middle · {short(state.name(state.turn or 0))}'s turn"


def status_line(state: WbrState) -> str:
    """Everybody's dice, and whose turn it is."""
    dice = " · ".join(
        f"{short(who.name)} {held.size}" for who, held in zip(state.seats, state.held, strict=True)
    )
    return f"{dice} — {where(state) if state.status == 'live' else state.status}"


def todo(state: WbrState) -> list[str]:
    """The next steps, the most urgent first."""
    if is_over(state):
        return ["The game is over: `companion finish`."]
    if not state.loose:
        names = listed([state.name(seat) for seat in state.rollers])
        such = " ".join(
            f"{state.seats[seat].handle} {state.held[seat].size // 2}" for seat in state.rollers
        )
        return [
            f"A tie: {names} roll their dice, and most White-up dice win: "
            f"`companion boolean tie {such}`."
        ]
    turn = state.turn or 0
    name, handle = state.name(turn), state.seats[turn].handle
    steps = [
        f"{name} points at a die and calls: `companion boolean call {handle} white right` (or "
        f"black, or wrong), or `companion boolean call {handle} roll`."
    ]
    if state.round == 1:
        steps.insert(0, f"{state.name(state.first)} rolls all ten dice; illegal ones once more.")
    elif state.thrower is not None:
        steps.append("Was it thrown outside the area? `companion boolean illegal`.")
    if state.minutes is not None:
        steps.append("The clock: `companion boolean clock`.")
    return steps
