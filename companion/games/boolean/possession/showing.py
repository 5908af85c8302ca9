"""What somebody's dice can show, as far as it is known which they are."""

from companion.core.referee import Referee
from companion.games.boolean.dice.names import by_id
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.possession.state import Possessing


def whites_of(state: Possessing, seat: int) -> range:
    """How many of a player's dice can be White-up; some may have faces of one colour alone."""
    held = state.held[seat]
    dice = [by_id()[die] for die in held.known]
    least = sum(not die.can_be_black for die in dice)
    return range(least, held.size - sum(not die.can_be_white for die in dice) + 1)


def require_whites(state: Possessing, seat: int, whites: int, rule: str, referee: Referee) -> None:
    """Refuse more or fewer White-up dice than somebody can have rolled.

    What is told does not say how many it could be: others may look on.
    """
    held = state.held[seat]
    name, handle = state.name(seat), state.seats[seat].handle
    referee.require(
        whites in whites_of(state, seat),
        rule,
        f"{name} rolls {dice_words(held.size)}, and {whites} of them cannot be White-up.",
        f"From 0 to {held.size}."
        if not held.known
        else f"`companion boolean mine {handle}` shows which they are.",
    )
