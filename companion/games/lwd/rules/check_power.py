"""What the rules refuse of power cards that are triggered, and of the cards that they add."""

from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.lwd.rules.check_loss import how_to_lose
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
        "`companion start lwd … --power` begins a game with them.",
    )
    if state.phase == "loss":
        raise Refused("This round is over: a guess was challenged.", how_to_lose(state))
    referee.require(
        seat == state.turn and state.phase == "guess",
        "LW-49",
        "A power card is triggered in one's own turn to guess, and now it is "
        + (f"{state.name(state.turn)}'s." if state.phase == "guess" else "nobody's."),
        f"`companion lwd trigger {state.seats[state.turn].handle} N`, or first "
        "`companion lwd round 3`."
        if state.phase == "number"
        else f"`companion lwd trigger {state.seats[state.turn].handle} N`",
    )
    referee.require(
        (seat, number) not in state.triggered or number is None,
        "LW-50",
        f"{name}'s power card with the {number} was triggered in this round already.",
        f'Another card with a {number}? `--house "another one"`.',
    )
    dice = state.dice(seat)
    mine = sum(other == seat for other, _ in state.triggered)
    referee.require(
        dice is None or mine < dice,
        "LW-50",
        f"{name} has {dice} dice and has triggered {mine} power cards in this round.",
        "Each card once in a round.",
    )
    referee.require(
        number is None or 1 <= number <= state.highest,
        "LW-46",
        f"No power card shows a {number}.",
        "The numbers on power cards are those from 1 to 6.",
    )
    if extra is not None:
        _require_extra(state, extra, data["to"], referee)


def _require_extra(state: State, extra: int, to: list[int], referee: Referee) -> None:
    following = state.highest + 1
    referee.require(
        extra == following,
        "LW-58",
        f"The next number up is {following}, not {extra}.",
        f"`--extra {following}`",
    )
    out = [state.name(seat) for seat in to if not state.decks[seat].cards]
    referee.require(
        not out,
        "LW-58",
        f"{listed(out)} {'is' if len(out) == 1 else 'are'} out: an extra card is for who is in.",
        "`--to` names those who get one.",
    )
