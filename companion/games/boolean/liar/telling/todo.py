"""Where the table is, and what it should do next: a sentence each, with the command for it."""

from companion.core.names import short
from companion.games.boolean.dice.names import SET
from companion.games.boolean.liar.choices import (
    challenge,
    declare,
    lose,
    such_a_number,
    told,
    while_challenged,
)
from companion.games.boolean.liar.outcome import is_over
from companion.games.boolean.liar.state import EACH, LiarState


def where(state: LiarState) -> str:
    """The round, and whose turn it is."""
    if state.phase == "challenge":
        return f"round {state.round} · a challenge"
    if state.turn is None:
        return f"round {state.round}"
    name = short(state.name(state.turn))
    if state.phase == "opening":
        return f"round {state.round} · {name} opens"
    return f"round {state.round} · {name}'s turn"


def status_line(state: LiarState) -> str:
    """Everybody's dice, and whose turn it is."""
    dice = " · ".join(
        f"{short(who.name)} {held.size}" for who, held in zip(state.seats, state.held, strict=True)
    )
    if state.status != "live":
        return f"{dice} — {state.status}"
    last = f" · at {told(state.last.number)}" if state.last is not None else ""
    return f"{dice} — {where(state)}{last}"


def todo(state: LiarState) -> list[str]:
    """The next steps, the most urgent first."""
    if is_over(state):
        if state.still_in:
            return ["The game is over by the dice: `companion finish`."]
        handle = state.seats[0].handle
        return [f"Nobody has dice left. Who has won? `companion finish --winner {handle}`."]
    return {"opening": _opening, "declaring": _declaring, "challenge": _settling}[state.phase](
        state
    )


def _opening(state: LiarState) -> list[str]:
    steps = _setting_up(state) if state.round == 1 else []
    opens = state.still_in[0] if state.turn is None else state.turn
    who = "whoever opens" if state.turn is None else state.name(opens)
    steps.append(f"All roll in secret, and {who} declares a number: {declare(state, opens)}.")
    if state.past is None or state.past.number is None:
        steps.append(f"Just who loses a die, round by round: {lose(state)}.")
    return steps


def _setting_up(state: LiarState) -> list[str]:
    """What is easily forgotten before the first round; nothing of it is entered."""
    if len(state.seats) == 2:
        return ["Split the ten dice, and agree on who takes which five: `companion boolean split`."]
    over = SET * state.sets - EACH * len(state.seats)
    left = f"; the {over} that are left are the center pile" if over else ""
    return [
        f"Mix all {SET * state.sets} dice of {state.sets} sets; everybody takes {EACH}, unseen"
        f"{left}."
    ]


def _declaring(state: LiarState) -> list[str]:
    assert state.turn is not None
    name, number = state.name(state.turn), such_a_number(state)
    if state.last is None:
        return [
            f"{name}'s turn; the declaration before was not told: `companion boolean declare "
            f"{number}`, or {challenge(state)}, and then who lost."
        ]
    doubt = (
        f"challenges: {challenge(state)}, or however many are White-up; or `--reveal` with "
        "everybody's dice."
    )
    if number > state.whites[-1]:
        return [f"{name}'s turn, and nothing higher can be there.", f"{name} {doubt}"]
    return [
        f"{name} declares {told(state.lowest or 0)} or more: `companion boolean declare {number}`.",
        f"{name} {doubt}",
    ]


def _settling(state: LiarState) -> list[str]:
    return [while_challenged(state)]
