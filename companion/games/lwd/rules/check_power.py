"""What the rules refuse of power cards that are triggered, and of the cards that they add."""

from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.games.lwd.choices import start_with
from companion.games.lwd.guesses import HIGHEST
from companion.games.lwd.rules.turns import require_cards, require_going_on
from companion.games.lwd.state import State

Data = Any


def power_triggered(state: State, data: Data, referee: Referee) -> None:
    """Refuse a power card out of turn, twice in a round, or with a number that is not next."""
    seat, number, extra = data["seat"], data["number"], data["extra"]
    name = state.name(seat)
    referee.require(
        state.variant.power,
        "LW-45",
        "There are no power cards in this game.",
        f"{start_with(state, power=True)} begins a game with them.",
    )
    require_going_on(state)
    require_cards(state, seat)
    referee.require(
        seat == state.turn and state.phase != "loss",
        "LW-49",
        "A power card is triggered in one's own turn to guess, and now it is "
        f"{state.name(state.turn)}'s.",
        f"First what {state.name(state.turn)} guesses; `companion next` if that went untold.",
    )
    referee.require(
        (seat, number) not in state.triggered or number is None or not state.decks[seat].is_plain,
        "LW-50",
        f"{name}'s power card with the {number} was triggered in this round already.",
        "Each card once in a round; in the next one, it may be triggered again.",
    )
    referee.require(
        number is None or 1 <= number <= HIGHEST,
        "LW-46",
        f"No power card shows {number}: they are dealt from piles of 1 to 6.",
        f"`companion lwd trigger {state.seats[seat].handle} 4`, or without a number.",
    )
    if extra is not None:
        _require_extra(state, extra, data["to"], referee)
        _require_all(state, data, referee)


def _require_all(state: State, data: Data, referee: Referee) -> None:
    """Where nobody named those who get a card, everybody who is in does."""
    referee.require(
        "to" not in data.get("untold", ()) or set(data["to"]) == set(state.still_in),
        "LW-58",
        f"An extra card is for all who are in: {listed([state.name(s) for s in state.still_in])}, "
        f"and {listed([state.name(seat) for seat in data['to']])} got one.",
        "`companion log` has the numbers for `companion undo`; `--to` names those who get one.",
    )


def _require_extra(state: State, extra: int, to: list[int], referee: Referee) -> None:
    following = state.highest + 1
    referee.require(
        extra == following,
        "LW-58",
        f"The next number up is {following}, not {extra}.",
        "`--extra` adds it.",
    )
    out = [state.name(seat) for seat in to if not state.decks[seat].cards]
    referee.require(
        not out,
        "LW-58",
        f"{listed(out)} {'is' if len(out) == 1 else 'are'} out: an extra card is for who is in.",
        "`--to` names those who get one.",
    )
