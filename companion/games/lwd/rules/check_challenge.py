"""What the rules refuse of challenges, and of the cards that are revealed."""

from collections.abc import Sequence
from typing import Any

from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.lwd.choices import cards_such_as, dice_range, hands_such_as, start_with
from companion.games.lwd.rules.reveal import WILDCARD, is_power, number_on
from companion.games.lwd.rules.turns import require_going_on, require_turn
from companion.games.lwd.state import State

Data = Any


def guess_challenged(state: State, data: Data, referee: Referee) -> None:
    """Refuse a challenge out of turn, of no guess, and cards that cannot lie there."""
    require_going_on(state)
    referee.require(
        bool(state.guesses) or state.untold > 0,
        "LW-28",
        "There is no guess yet that could be challenged.",
        f"`companion lwd guess {state.seats[state.turn].handle} 2x5`",
    )
    require_turn(state, data["seat"], referee)
    told = data["cards"] is not None or data["hands"] is not None or data["there"] is not None
    if state.untold and told:
        raise Refused(
            "The guess that was challenged was not told, so nobody can say whether it was right.",
            "`companion lwd challenge` alone, then who lost; or `companion undo` and tell it.",
        )
    for card in _all_cards(data):
        _require_card(state, card, referee)
    if data["hands"] is not None:
        _require_hands(state, data["hands"], referee)
    if data["cards"] is not None:
        _require_all(state, len(data["cards"]), referee)
    if data["there"] is not None:
        _require_there(state, data["there"], referee)


def _require_hands(state: State, hands: Sequence[Sequence[str]], referee: Referee) -> None:
    for seat, hand in enumerate(hands):
        fitting = dice_range(state, seat)
        referee.require(
            len(hand) in fitting,
            "LW-29",
            f"{state.name(seat)} has {_dice(fitting)} and shows as many cards, not {len(hand)}.",
            f"A card for each die of everybody: {hands_such_as(state)}.",
        )


def _require_all(state: State, cards: int, referee: Referee) -> None:
    seats = range(len(state.seats))
    low = sum(dice_range(state, seat)[0] for seat in seats)
    high = sum(dice_range(state, seat)[-1] for seat in seats)
    each = ", ".join(
        f"{state.name(seat)} {_between(dice_range(state, seat))}" for seat in state.still_in
    )
    referee.require(
        low <= cards <= high,
        "LW-29",
        f"There are {_between(range(low, high + 1))} dice ({each}), and so as many top cards, "
        f"not {cards}.",
        f"A card for each die: all together, {cards_such_as(state)}, or player by player, "
        f"{hands_such_as(state)}.",
    )


def _require_there(state: State, there: int, referee: Referee) -> None:
    most = sum(dice_range(state, seat)[-1] for seat in range(len(state.seats)))
    referee.require(
        there <= most,
        "LW-29",
        f"There are {most} dice{'' if state.dice_count else ' at most'}, so {there} of them "
        "cannot show it.",
        "`--there` is how many dice show what was guessed.",
    )


def _require_card(state: State, card: str, referee: Referee) -> None:
    guess = state.last
    if card == WILDCARD:
        referee.require(
            state.variant.wildcards,
            "LW-38",
            "There are no wildcards in this game.",
            f"{start_with(state, wildcards=True)} begins a game with them.",
        )
        return
    if is_power(card):
        referee.require(
            state.variant.power,
            "LW-45",
            "There are no power cards in this game.",
            f"{start_with(state, power=True)} begins a game with them.",
        )
    number = number_on(card)
    if number is None:
        if guess is not None and not guess.on_power:
            raise Refused(
                "A power card is also the number on it, and that was not told (A-LW-11).",
                "`p5` for a power card with a 5.",
            )
        return
    referee.require(
        1 <= number <= state.highest,
        "LW-24",
        f"No card shows {number}: the numbers are 1 to {state.highest}.",
        f"Numbers with commas between them: {cards_such_as(state)}.",
    )


def _all_cards(data: Data) -> Sequence[str]:
    if data["hands"] is not None:
        return [card for hand in data["hands"] for card in hand]
    return data["cards"] or ()


def _between(numbers: range) -> str:
    low, high = numbers[0], numbers[-1]
    return str(low) if low == high else f"{low} to {high}"


def _dice(numbers: range) -> str:
    return "one die" if numbers == range(1, 2) else f"{_between(numbers)} dice"
