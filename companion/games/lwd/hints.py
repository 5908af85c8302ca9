"""What refusals and answers advise: commands that can be typed as they stand."""

from typing import Any

from companion.core.names import listed
from companion.core.seats import names_as_typed
from companion.core.value import replace
from companion.games.lwd.state import State, lowest_allowed, possible_die_sizes


def hint_lowest(state: State) -> str:
    """The lowest guesses that are allowed now, as a refusal names them."""
    shown = listed([guess.label for guess in lowest_allowed(state)], "or")
    return f"Guess at least {shown}." if shown else "No guess is higher: `companion lwd challenge`."


def example_size(fitting: tuple[int, ...]) -> int:
    """A die size for an example: the smallest of two cards or more, if there is one."""
    return next((size for size in fitting if size > 1), fitting[0] if fitting else 1)


def lose_command(state: State) -> str:
    """An example of the command that enters what the loser gave up."""
    record, seat = state.challenged_round, state.liar
    if state.loser is not None:
        seat = state.loser
    elif record is not None and record.guesser is not None:
        seat = record.guesser
    size = example_size(possible_die_sizes(state, seat))
    return f"`companion lwd lose {state.seats[seat].handle} {size}`"


def start_command(state: State, **changed: Any) -> str:
    """The command that begins a game like this one, with these fields of its variant `changed`."""
    variant = replace(state.variant, **changed)
    first = ["--first", state.seats[state.first].handle] if state.first else []
    words = ["companion start lwd", names_as_typed(state.seats), *first, *variant.options]
    return f"`{' '.join(words)}`"
