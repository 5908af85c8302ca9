"""What the rules of BLANK refuse of an entry as a whole: what has to come of it, and in what order.

Before anybody's turn is over, three rules are laid out, and prizes that are new are among them.
"""

from collections.abc import Sequence

from companion.core.event import Event
from companion.core.names import counted, listed
from companion.core.referee import Referee
from companion.games.blank.state import OPEN_RULES, State


def check_entry(before: State, events: Sequence[Event], after: State, referee: Referee) -> None:
    """Refuse an entry that lacks what follows from it. Raises Illegal through the referee."""
    kinds = [event.kind for event in events]
    if kinds.count("penalty.taken") > 1:
        _check_accused(before, events, referee)
    if "rule.discarded" in kinds or "rule.opened" in kinds:
        _check_open(before, events, after, referee)


def _check_accused(before: State, events: Sequence[Event], referee: Referee) -> None:
    """Of several who take a Penalty, whoever has the turn comes last: one turn ends, not two."""
    seats = [event.data["seat"] for event in events if event.kind == "penalty.taken"]
    referee.require(
        before.turn not in seats[:-1],
        "BL-66",
        f"It is {before.name(before.turn)}'s turn, which that Penalty ends: it would end the next "
        "one's as well.",
        "Tell the Penalties one by one: `companion blank penalty NAME FAULT`.",
    )


def _check_open(before: State, events: Sequence[Event], after: State, referee: Referee) -> None:
    """Of the rules that a play begins with, none is taken away, and new ones are among them."""
    gone = [event for event in events if event.kind == "rule.discarded"]
    came = [event for event in events if event.kind == "rule.opened"]
    corrects = any(event.data.get("corrects") for event in (*gone, *came))
    if not before.setting_up and not corrects:
        if not gone and not before.buried:
            require_awaited(after, referee)  # Laid out at the start, and told later.
        return
    if corrects:
        told = {event.data["rule"]["label"] for event in came}
        told = told.union(*(event.data.get("stays", ()) for event in (*gone, *came)))
        left = [rule.label for rule in after.rules if rule.label not in told]
        referee.require(
            not left,
            "BL-70",
            f"{'Rule' if len(left) == 1 else 'Rules'} {listed(left)} would lie open besides.",
            f"`companion blank open {' '.join(rule.label for rule in after.rules)} --instead` "
            "names all that lie open.",
        )
    elif gone:
        referee.require(
            len(after.rules) >= min(len(before.rules), OPEN_RULES),
            "BL-70",
            f"Before the first card, three rules are laid out: {counted(len(after.rules), 'rule')} "
            "would be left.",
            "Name the one that comes in for it, `companion blank swap-rule OUT IN`, or `--draw`.",
        )
    require_awaited(after, referee)


def require_awaited(state: State, referee: Referee) -> None:
    """Refuse rules that leave no room for the prizes that are new (BL-113), three at most."""
    waiting = state.waiting
    lacking = min(len(waiting), OPEN_RULES - (len(state.awaited) - len(waiting)))
    if lacking > 0 and OPEN_RULES - len(state.rules) < lacking:
        names, one = listed([rule.label for rule in waiting]), len(waiting) == 1
        new = {(rule.copy, rule.card) for rule in state.awaited}
        there = [rule for rule in state.rules if rule.label]
        there.sort(key=lambda rule: (rule.copy, rule.card) not in new)
        three = [rule.label for rule in waiting[:lacking]]
        three = [*three, *(rule.label for rule in there)][:OPEN_RULES]
        referee.refuse(
            "BL-113",
            f"{'Rule' if one else 'Rules'} {names} {'is' if one else 'are'} new: a prize is one of "
            "the three rules of the next game.",
            f"`companion blank open {' '.join(three)} --instead`, or with others beside "
            f"{'it' if lacking == 1 else 'them'}. Where the table plays without, "
            '`--house "…"`.',
        )
