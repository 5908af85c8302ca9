"""Where an overwriting card goes: on the card that it names, or on what covers that already."""

from companion.games.bwd.state import State


def below(state: State, named: str, by: int | None) -> str:
    """The card that one is laid on which overwrites `named`: the top of that stack (BWD-238).

    `by` is who adds it in setup. What all players add is revealed together and goes on in turn
    order, whenever it is told (BWD-241): cards of players who come later go on top.
    """
    stack = state.stack_of(named)
    if by is None:
        return stack[-1]
    order, whose = state.order(), dict(state.revealed)
    above = stack[stack.index(named) + 1 :]
    later = [card for card in above if card in whose and order.index(whose[card]) > order.index(by)]
    return stack[stack.index(later[0]) - 1] if later else stack[-1]


def whose_turn(state: State, card: str) -> int | None:
    """Whose turn orders a card that lies in the tableau while it is set up; None for no matter."""
    return dict(state.revealed).get(card) if state.phase == "setup" else None
