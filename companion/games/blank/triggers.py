"""Which open rules act, as far as their words can be read.

Only the topmost card triggers anything (BL-55). Triggers are written by people: what the grammar
of `conditions` reads is sure; what says more only may act; and what speaks of something else (“if
somebody laughs”) is not for the companion to see. To announce all of it would be safe, and useless:
what fills the screen after each card is read by nobody.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.action import Action
from companion.games.blank.conditions import holds, is_readable, may_be_about
from companion.games.blank.state import Act, Move, OpenRule, State


class TriggeredRules(NamedTuple):
    """The open rules that act, and those that may."""

    surely: list[OpenRule]
    perhaps: list[OpenRule]


def find_triggered(
    event: Act, rules: Sequence[OpenRule], colours: Mapping[str, str]
) -> TriggeredRules:
    """The open rules that an event triggers; `colours` by suit, as the boxes have them."""
    found = TriggeredRules([], [])
    for rule in rules:
        # Without an “If”, the whole text may speak of what happens; that much is never sure.
        says = rule.trigger or rule.text
        verdict = holds(says, event, colours)
        if verdict and rule.trigger:
            found.surely.append(rule)
        elif verdict is not False and may_be_about(says, event):
            found.perhaps.append(rule)
    return found


def is_about_cards(rule: OpenRule, colours: Mapping[str, str]) -> bool:
    """Whether a rule acts by what becomes of cards alone, so that its trigger is decided here."""
    return bool(rule.trigger) and is_readable(rule.trigger, colours)


# Rules that were not followed


def warn_of_missed(action: Action[State], seat: int, colours: Mapping[str, str]) -> None:
    """Warn of a Penalty for a missed rule that comes two plays late, or that was taken before.

    Until the next card is played a rule can be followed (BL-89); behind that card it is pointed
    out. Late is not false (A-BL-05), and what was missed is seldom entered: no more than a warning.
    """
    if action.is_trial:
        return
    state = action.state
    name, taken = state.name(seat), sum(move.missed.count(seat) for move in state.recent_moves)
    acting = sum(_count_acting(move, colours) for move in state.recent_moves)
    if taken >= max(1, acting):
        action.warn(
            f"{name} took a Penalty for a rule that was missed already: this is one for another. "
            "If it is the same, `companion undo` takes it back."
        )
    elif not acting and _all_known(state, colours):
        cards = " nor ".join(
            str(move.acts[0].card.face) for move in state.recent_moves if move.acts[0].card
        )
        action.warn(
            f"Neither {cards} makes a rule act, as far as the words can be read: what was missed "
            "is two plays ago. Late is not false (A-BL-05); whether it counts, the table says."
        )


def _count_acting(move: Move, colours: Mapping[str, str]) -> int:
    """How many rules and effects a move triggered, or may have."""
    effects = sum(act.card is not None and bool(act.card.effect) for act in move.acts)
    found = (find_triggered(act, act.rules, colours) for act in move.acts)
    return effects + sum(len(some.surely) + len(some.perhaps) for some in found)


def _all_known(state: State, colours: Mapping[str, str]) -> bool:
    """Whether the last two moves are known, and all rules are about cards: nothing else acted."""
    rules = state.rules
    return (
        len(state.recent_moves) > 1
        and all(move.acts and not move.has_gaps for move in state.recent_moves)
        and bool(rules)
        and all(is_about_cards(rule, colours) for rule in rules)
    )


# Announced


def announce_rules(
    action: Action[State], event: Act, colours: Mapping[str, str] = {}, beside: bool = False
) -> None:
    """Name the rules that an event triggers; `beside` an effect, their order is to be agreed on."""
    if action.is_trial:
        return
    found = find_triggered(event, action.state.rules, colours)
    there = set(action.lines)
    surely = [f"Rule {_rule_line(rule)}" for rule in found.surely]
    perhaps = [f"Perhaps rule {_rule_line(rule)}" for rule in found.perhaps]
    action.lines += [line for line in (*surely, *perhaps) if line not in there]
    if len(found.surely) + beside > 1:
        action.lines.append("Agree on the order.")


def _rule_line(rule: OpenRule) -> str:
    return f"{rule.label}: {rule.text}"
