"""Which open rules act, as far as their words can be read.

Only the top card triggers anything (BL-55). A trigger that the grammar of `conditions` reads is
certain; one that says more may act; one about something else (“if somebody laughs”) is not
announced, as nobody would read so many lines after each card.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.action import Action
from companion.games.blank.cards import parse_wording
from companion.games.blank.conditions import holds, is_readable, may_be_about
from companion.games.blank.state import Act, Move, OpenRule, State


class TriggeredRules(NamedTuple):
    """The open rules that certainly act, and those that may."""

    surely: list[OpenRule]
    perhaps: list[OpenRule]


def find_triggered(
    event: Act, rules: Sequence[OpenRule], colours: Mapping[str, str]
) -> TriggeredRules:
    """The open rules that an event triggers; `colours` by suit, as the boxes have them."""
    found = TriggeredRules([], [])
    for rule in rules:
        # Without an “If”, the text may be about the event; that is never certain.
        says = rule.trigger or rule.text
        verdict = holds(says, event, colours)
        if verdict and rule.trigger:
            found.surely.append(rule)
        elif verdict is not False and may_be_about(says, event):
            found.perhaps.append(rule)
    return found


def is_about_cards(rule: OpenRule, colours: Mapping[str, str]) -> bool:
    """Whether a rule acts just by what happens to cards, so that its trigger can be decided."""
    return bool(rule.trigger) and is_readable(rule.trigger, colours)


def acting_texts(act: Act, colours: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the effect and the rules that certainly act: their names and their texts."""
    found = []
    if act.what == "played" and act.card is not None and act.card.effect:
        trigger = parse_wording(act.card.effect).trigger
        if not trigger or holds(trigger, act, colours):
            found.append((f"the effect of {act.card.name}", act.card.effect))
    rules = find_triggered(act, act.rules, colours).surely
    return [*found, *((f"rule {rule.label}", rule.text) for rule in rules)]


# Rules that were not followed


def warn_of_missed(action: Action[State], seat: int, colours: Mapping[str, str]) -> None:
    """Warn of a Penalty for a missed rule that comes two plays late, or was taken before.

    A rule can be followed until the next card is played (BL-89), and is pointed out after that.
    Late is not false (A-BL-05), so it is not refused.
    """
    if action.is_trial:
        return
    state = action.state
    name, taken = state.name(seat), sum(move.missed.count(seat) for move in state.recent_moves)
    acting = sum(_count_acting(move, colours) for move in state.recent_moves)
    if taken >= max(1, acting):
        action.warn(
            f"{name} has already taken a Penalty for a missed rule; this is one for another rule. "
            "If it is the same rule: `companion undo`."
        )
    elif not acting and _all_known(state, colours):
        cards = " nor ".join(
            str(move.acts[0].card.face) for move in state.recent_moves if move.acts[0].card
        )
        action.warn(
            f"As far as the words can be read, neither {cards} triggers a rule, so this is at "
            "least two plays late. Late is not false (A-BL-05): the table decides."
        )


def _count_acting(move: Move, colours: Mapping[str, str]) -> int:
    """How many rules and effects a move triggered, or may have."""
    effects = sum(act.card is not None and bool(act.card.effect) for act in move.acts)
    found = (find_triggered(act, act.rules, colours) for act in move.acts)
    return effects + sum(len(some.surely) + len(some.perhaps) for some in found)


def _all_known(state: State, colours: Mapping[str, str]) -> bool:
    """Whether the last two moves are known and all rules are just about cards."""
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
    """Announce the rules that an event triggers, `beside` an effect if the card has one."""
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
