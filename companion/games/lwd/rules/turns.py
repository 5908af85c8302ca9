"""Whose turn it is to guess or to challenge: what guesses, challenges and powers ask alike."""

from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.lwd.choices import how_to_lose
from companion.games.lwd.state import State


def require_going_on(state: State) -> None:
    """Refuse what comes after a challenge. Raises Refused."""
    if state.phase == "loss":
        raise Refused(
            "This round is over: a guess was challenged.",
            f"{how_to_lose(state)}; `companion undo` if the challenge was told wrongly.",
        )


def require_cards(state: State, seat: int) -> None:
    """Refuse what somebody without cards would do. Raises Refused."""
    if not state.decks[seat].cards:
        raise Refused(
            f"{state.name(seat)} has no cards left and is out.",
            "`companion table` shows who is in.",
        )


def require_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse a guess or a challenge out of turn."""
    require_cards(state, seat)
    name, turn = state.name(seat), state.name(state.turn)
    begins = not state.guesses and not state.untold
    referee.require(
        seat == state.turn,
        "LW-20" if begins else "LW-21",
        f"{turn} is the Liar and guesses first, not {name}."
        if begins
        else f"It is {turn}'s turn, and not {name}'s: guesses go round clockwise.",
        f"`companion lwd guess {state.seats[state.turn].handle} 2x5`"
        if begins
        else f"`companion next` if {turn} made a guess that went untold.",
    )
