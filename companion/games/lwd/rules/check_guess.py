"""What the rules refuse of guesses."""

from typing import Any

from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.lwd.choices import how_to_lose, least, least_told, start_with
from companion.games.lwd.guesses import Guess, beats, reaches
from companion.games.lwd.rules.turns import require_going_on, require_turn
from companion.games.lwd.state import MIN_DICE, State

Data = Any


def guess_made(state: State, data: Data, referee: Referee) -> None:
    """Refuse a guess out of turn, about what is not in the game, or that does not rise."""
    guess = Guess(data["count"], data["number"])
    require_going_on(state)
    require_turn(state, data["seat"], referee)
    referee.require(
        guess.times >= 1,
        "A-LW-07",
        f"{guess.shown} guesses nothing: the least is once.",
        least_told(state),
    )
    if guess.on_power:
        referee.require(
            state.variant.power,
            "LW-45",
            "There are no power cards in this game, so nobody guesses them.",
            f"{least_told(state)} {start_with(state, power=True)} begins a game with them.",
        )
    else:
        referee.require(
            int(guess.number) <= state.highest,
            "LW-24",
            f"No card shows {guess.number}: the numbers are 1 to {state.highest}.",
            least_told(state),
        )
    if state.untold and not any(reaches(guess, low) for low in least(state)):
        above = "the lowest of all" if state.last is None else state.last.shown
        referee.refuse(
            "LW-26",
            f"{guess.shown} is too low: each guess that went untold was higher than the one "
            f"before it, from {above} on.",
            least_told(state),
        )
    elif state.last is not None and not state.untold and not beats(guess, state.last):
        referee.refuse(*_too_low(state, guess, state.last))


def _too_low(state: State, new: Guess, old: Guess) -> tuple[str, str, str]:
    """Which rule stands against a guess, why, and what would do."""
    if new.on_power and old.on_power:
        why = f"{new.shown} is not above {old.shown}: from power cards to power cards, the count "
        return "A-LW-10", why + "must rise.", least_told(state)
    if new.on_power:
        larger = max(old.times, int(old.number))
        why = f"{new.shown} does not beat {old.shown}: it must be more than half of {larger}, "
        return "LW-54", f"{why}rounded down, so more than {larger // 2}.", least_told(state)
    if old.on_power:
        why = f"{new.shown} does not beat {old.shown}: one of its numbers must be more than twice "
        return "LW-56", f"{why}{old.times}, so more than {2 * old.times}.", least_told(state)
    if new == old:
        why = f"{new.shown} was guessed already: one of the two must rise."
        return "LW-26", why, least_told(state)
    fallen = "count" if new.times < old.times else "number"
    why = f"{new.shown} does not beat {old.shown}: the {fallen} may not fall."
    return "LW-27", why, least_told(state)


def turn_passed(state: State, data: Data, referee: Referee) -> None:
    """Refuse to go on where no guess is due."""
    if state.phase == "number":
        raise Refused(
            f"{state.name(state.liar)}, the Liar, states a number next.",
            f"`companion lwd round {max(MIN_DICE, state.variant.min_dice)}`; or only who lost: "
            f"{how_to_lose(state)}.",
        )
    require_going_on(state)
    require_turn(state, data["seat"], referee)
