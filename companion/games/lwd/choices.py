"""What may be guessed, shown and lost, as far as it was told: pure questions about a state."""

from itertools import cycle, islice
from typing import Any

from companion.core.names import listed
from companion.core.seats import typed
from companion.games.lwd.guesses import Guess, least_above, lowest
from companion.games.lwd.splits import sizes, sizes_from
from companion.games.lwd.state import UNTIL, State, Variant, usual_min_dice


def least(state: State) -> list[Guess]:
    """The lowest guesses that are allowed now; each one that went untold was higher, too."""
    highest, power = state.highest, state.variant.power
    found = least_above(state.last, highest, power)
    for _ in range(state.untold):
        found = lowest(higher for guess in found for higher in least_above(guess, highest, power))
    return found


def least_told(state: State) -> str:
    """The same as a hint."""
    shown = listed([guess.shown for guess in least(state)], "or")
    return f"The least now: {shown}."


def dice_range(state: State, seat: int) -> range:
    """How many dice a player may have: as many as were stated, or by the cards where none was."""
    dice, cards = state.dice(seat), state.decks[seat].in_dice
    if dice is not None:
        return range(dice, dice + 1)
    return range(min(state.variant.min_dice, cards), cards + 1)


def lost_sizes(state: State, seat: int) -> tuple[int, ...]:
    """How many cards may be in the die that a player gives up, by what is known."""
    cards = state.decks[seat].in_dice
    if not state.dice_count:  # Not told, or none at all, as a house may have it.
        return sizes_from(cards, state.variant.min_dice)
    return sizes(cards, state.dice_count)


_SUCH_AS = (5, 2, 6, 3, 1, 4)
"""Numbers on cards for examples of what may be typed: those of one deck."""


def cards_such_as(state: State) -> str:
    """How the top cards of all together are told: a card for each die."""
    cards = [card for hand in _such_hands(state).values() for card in hand]
    return f"`--reveal {','.join(cards)}`"


def hands_such_as(state: State) -> str:
    """The same player by player."""
    hands = _such_hands(state).items()
    told = [f"{state.seats[seat].handle}={','.join(hand)}" for seat, hand in hands]
    return f"`--reveal {' '.join(told)}`"


def _such_hands(state: State) -> dict[int, list[str]]:
    """Cards for as many dice as everybody has, or has at least."""
    numbers = map(str, cycle(_SUCH_AS))
    return {seat: list(islice(numbers, dice_range(state, seat)[0])) for seat in state.still_in}


def likely_size(fitting: tuple[int, ...]) -> int:
    """A size to show in a command: the smallest that is no single card, if there is one."""
    return next((size for size in fitting if size > 1), fitting[0] if fitting else 1)


def how_to_lose(state: State) -> str:
    """The command that tells what the loser gave up: whoever it is, or may be."""
    showdown, seat = state.showdown, state.liar
    if showdown is not None and showdown.loser is not None:
        seat = showdown.loser
    elif showdown is not None and showdown.guesser is not None:
        seat = showdown.guesser
    size = likely_size(lost_sizes(state, seat))
    return f"`companion lwd lose {state.seats[seat].handle} {size}`"


def start_with(state: State, **changed: Any) -> str:
    """The command that begins a game as this one was begun, but for what is `changed` of it."""
    variant = state.variant._replace(**changed)
    first = ["--first", state.seats[state.first].handle] if state.first else []
    return f"`{' '.join(['companion start lwd', typed(state.seats), *first, *options(variant)])}`"


def options(variant: Variant) -> list[str]:
    """The options of a variant, those that are not the usual ones."""
    usual = Variant()
    told = [
        (variant.cards != usual.cards, f"--cards {variant.cards}"),
        (variant.random and not variant.power, "--deal random"),  # LW-47
        (variant.min_dice != usual_min_dice(variant.cards), f"--min-dice {variant.min_dice}"),
        (variant.wildcards, "--wildcards"),
        (variant.power, "--power"),
        (variant.until != UNTIL[0], f"--until {variant.until}"),
    ]
    return [option for unusual, option in told if unusual]
