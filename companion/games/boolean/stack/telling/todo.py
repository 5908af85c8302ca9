"""Where the table is, and what it should do next: a sentence each, with the command for it."""

from companion.core.names import short
from companion.games.boolean.stack.choices import fell, who_fell
from companion.games.boolean.stack.outcome import outcome
from companion.games.boolean.stack.state import StackState


def where(state: StackState) -> str:
    """How high the stack is, and whose turn it is."""
    turn = f"{short(state.name(state.turn or 0))}'s turn"
    if not state.tower:
        return turn
    return f"{len(state.tower)} {'die' if len(state.tower) == 1 else 'dice'} high · {turn}"


def status_line(state: StackState) -> str:
    """What each has still to place, and whose turn it is."""
    left = " · ".join(
        f"{short(who.name)} {state.left(seat)}" for seat, who in enumerate(state.seats)
    )
    return f"{left} — {where(state) if state.status == 'live' else state.status}"


def todo(state: StackState) -> list[str]:
    """The next steps, the most urgent first."""
    if outcome(state).winners:
        return ["The game is over: `companion finish`."]
    turn = state.turn or 0
    name, other = state.name(turn), state.name(1 - turn)
    verdict = "`companion boolean challenge bluff`, or `companion boolean challenge true`"
    if state.complete:
        return [
            f"All ten are in the stack, and {name} has to Challenge {other}'s die: {verdict}.",
            _ask(state),
            "Did the tenth die make the stack fall? `companion boolean fell`.",
        ]
    place = (
        f"{name} places a die: `companion boolean stack`, or with its top: "
        "`companion boolean stack white`."
    )
    if state.open_to_challenge and not state.left(turn):
        return [f"{name} has no die left, and Challenges {other}'s: {verdict}.", _fell(state)]
    if state.open_to_challenge:
        return [
            place,
            f"{name} Challenges {other}'s instead: {verdict}.",
            _ask(state),
            _fell(state),
        ]
    if state.tower:
        return [place, _fell(state)]
    return [
        "Split the ten dice, take five each, and sit face to face: `companion boolean split`.",
        f"{place} An edge of it points at each of you.",
        f"Just how it ends: who made it fall, {fell(state, turn)}, or who Challenged, "
        f"`companion boolean challenge {state.seats[turn].handle} bluff`.",
    ]


def _fell(state: StackState) -> str:
    return f"Did it fall? {who_fell(state)}."


def _ask(state: StackState) -> str:
    """The command that helps with a Challenge: its faces are made up, but for tops as told."""
    below, seen = ("b" if die.top == "black" else "w" for die in (state.tower[-2], state.tower[-1]))
    return (
        "Which die would it be? With the faces that you see, such as `companion boolean inverse "
        f"--below {below}wb --seen {seen}wb`."
    )
