"""What the rules refuse of guesses, challenges and what is revealed."""

from collections.abc import Sequence
from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.lwd.guesses import Guess, beats, least_above
from companion.games.lwd.rules.check_loss import how_to_lose
from companion.games.lwd.rules.reveal import WILDCARD, is_power, number_on
from companion.games.lwd.state import State

Data = Any


def guess_made(state: State, data: Data, referee: Referee) -> None:
    """Refuse a guess out of turn, about what is not in the game, or that does not rise."""
    guess = Guess(data["count"], data["number"])
    _require_going_on(state)
    _require_turn(state, data["seat"], referee)
    referee.require(
        guess.times >= 1,
        "A-LW-07",
        f"{guess.shown} guesses nothing: the least is once.",
        _least(state),
    )
    if guess.on_power:
        referee.require(
            state.variant.power,
            "LW-45",
            "There are no power cards in this game, so nobody guesses them.",
            f"{_least(state)} `companion start lwd … --power` begins a game with them.",
        )
    else:
        referee.require(
            1 <= int(guess.number) <= state.highest,
            "LW-24",
            f"No card shows a {guess.number}: the numbers are 1 to {state.highest}.",
            _least(state),
        )
    last = state.last
    if last is not None and not beats(guess, last):
        referee.refuse(*_too_low(state, guess, last))


def _too_low(state: State, new: Guess, old: Guess) -> tuple[str, str, str]:
    """Which rule stands against a guess, why, and what would do."""
    if new.on_power and old.on_power:
        why = f"{new.shown} is not above {old.shown}: from power cards to power cards, the count "
        return "A-LW-10", why + "must rise.", _least(state)
    if new.on_power:
        larger = max(old.times, int(old.number))
        why = f"{new.shown} does not beat {old.shown}: it must be more than half of {larger}, "
        return "LW-54", f"{why}rounded down, so more than {larger // 2}.", _least(state)
    if old.on_power:
        why = f"{new.shown} does not beat {old.shown}: one of its numbers must be more than twice "
        return "LW-56", f"{why}{old.times}, so more than {2 * old.times}.", _least(state)
    if new == old:
        why = f"{new.shown} was guessed already: one of the two must rise."
        return "LW-26", why, _least(state)
    fallen = "count" if new.times < old.times else "number"
    why = f"{new.shown} does not beat {old.shown}: the {fallen} may not fall."
    return "LW-27", why, _least(state)


def least(state: State) -> list[Guess]:
    """The lowest guesses that are allowed now."""
    return least_above(state.last, state.highest, state.variant.power)


def _least(state: State) -> str:
    shown = listed([guess.shown for guess in least(state)], "or")
    return f"The least now: {shown}."


def turn_passed(state: State, data: Data, referee: Referee) -> None:
    """Refuse to go on where no guess is due."""
    _require_going_on(state)
    _require_turn(state, data["seat"], referee)


def guess_challenged(state: State, data: Data, referee: Referee) -> None:
    """Refuse a challenge out of turn, of no guess, and cards that cannot lie there."""
    _require_going_on(state)
    referee.require(
        bool(state.guesses) or state.untold,
        "LW-28",
        "There is no guess yet that could be challenged.",
        f"`companion lwd guess {state.seats[state.turn].handle} 2x5`",
    )
    _require_turn(state, data["seat"], referee)
    told = data["cards"] is not None or data["hands"] is not None or data["there"] is not None
    if state.untold and told:
        raise Refused(
            "The guess that was challenged was not told, so nobody can say whether it was right.",
            "`companion undo` takes back what passed it over; then tell the guess. Or the loser "
            "alone: `companion lwd lose NAME N`.",
        )
    _require_dice(state, data, referee)
    for card in _all_cards(data):
        _require_card(state, card, referee)


def _require_going_on(state: State) -> None:
    if state.phase == "loss":
        raise Refused("This round is over: a guess was challenged.", how_to_lose(state))


def _require_turn(state: State, seat: int, referee: Referee) -> None:
    name, turn = state.name(seat), state.name(state.turn)
    if not state.decks[seat].cards:
        raise Refused(f"{name} has no cards left and is out.", "`companion table` shows who is in.")
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


def _require_dice(state: State, data: Data, referee: Referee) -> None:
    """As many cards as there are dice (LW-29)."""
    if state.dice_count is None:
        return
    if data["hands"] is not None:
        for seat, hand in enumerate(data["hands"]):
            dice = state.dice(seat) or 0
            referee.require(
                len(hand) == dice,
                "LW-29",
                f"{state.name(seat)} has {_count(dice, 'die', 'dice')} and shows as many cards, "
                f"not {len(hand)}.",
                "A card for each die: `--reveal ana=5,2 --reveal ben=w,3`.",
            )
    dice = state.all_dice or 0
    if data["cards"] is not None:
        each = ", ".join(f"{state.name(seat)} {state.dice(seat)}" for seat in state.still_in)
        referee.require(
            len(data["cards"]) == dice,
            "LW-29",
            f"There are {dice} dice ({each}), and so as many top cards, not {len(data['cards'])}.",
            "A card for each die: `--reveal 5,5,2,w,…`, or player by player, `--reveal ana=5,2`.",
        )
    if data["there"] is not None:
        referee.require(
            data["there"] <= dice,
            "LW-29",
            f"There are {dice} dice, so {data['there']} of them cannot show it.",
            "`--there N` is how many dice show what was guessed.",
        )


def _require_card(state: State, card: str, referee: Referee) -> None:
    guess = state.last
    if card == WILDCARD:
        referee.require(
            state.variant.wildcards,
            "LW-38",
            "There are no wildcards in this game.",
            "`companion start lwd … --wildcards` begins a game with them.",
        )
        return
    if is_power(card):
        referee.require(
            state.variant.power,
            "LW-45",
            "There are no power cards in this game.",
            "`companion start lwd … --power` begins a game with them.",
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
        f"No card shows a {number}: the numbers are 1 to {state.highest}.",
        "`--reveal 5,5,2,w,p3`: numbers, `w` for a wildcard, `p` for a power card.",
    )


def _all_cards(data: Data) -> Sequence[str]:
    if data["hands"] is not None:
        return [card for hand in data["hands"] for card in hand]
    return data["cards"] or ()


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
