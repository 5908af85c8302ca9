"""A rule that was not followed: whether it is pointed out in time, and once.

Until the next card is played a rule can be followed (BL-89); behind that card it is pointed out.
Late is not false (A-BL-05), and what was missed is seldom told: so the table is warned, no more.
"""

from collections.abc import Mapping

from companion.core.action import Action
from companion.games.blank.state import Move, State
from companion.games.blank.triggers import about_cards, triggered


def warn_of_missed(action: Action[State], seat: int, colours: Mapping[str, str]) -> None:
    """Warn of a Penalty for a missed rule that comes two plays late, or that was taken before."""
    state = action.state
    name, taken = state.name(seat), _taken(state, seat)
    acting = sum(_acting(move, colours) for move in state.recent)
    if taken >= max(1, acting):
        action.warn(
            f"{name} took a Penalty for a rule that was missed already: this is one for another. "
            "If it is the same, `companion undo` takes it back."
        )
    elif not acting and _all_told(state, colours):
        cards = " nor ".join(
            str(move.acts[0].card.face) for move in state.recent if move.acts[0].card
        )
        action.warn(
            f"Neither {cards} makes a rule act, as far as the words can be read: what was missed "
            "is two plays ago. Late is not false (A-BL-05); whether it counts, the table says."
        )


def _taken(state: State, seat: int) -> int:
    """How often somebody took that Penalty for what the last cards may have triggered."""
    return sum(move.missed.count(seat) for move in state.recent)


def _acting(move: Move, colours: Mapping[str, str]) -> int:
    """How many rules and effects a move triggered, or may have."""
    effects = sum(act.card is not None and bool(act.card.effect) for act in move.acts)
    found = (triggered(act, act.rules, colours) for act in move.acts)
    return effects + sum(len(some.surely) + len(some.perhaps) for some in found)


def _all_told(state: State, colours: Mapping[str, str]) -> bool:
    """Whether the last two moves are known, and all rules are about cards: nothing else acted."""
    rules = state.rules
    return (
        len(state.recent) > 1
        and all(move.acts and not move.untold for move in state.recent)
        and bool(rules)
        and all(about_cards(rule, colours) for rule in rules)
    )
