"""What has to be put right when the past of a play is changed: rules that lie open, and a prize.

Hands and piles are counted, and the answer shows them; which rules lie open, everybody has to see.
What stands in a box is taken out of that by itself: it has a log of its own.
"""

from companion.core.names import listed
from companion.games.blank.reference import Reference
from companion.games.blank.state import State


def by_hand(was: State, now: State, reference: Reference | None) -> list[str]:
    """The rules that lie open again, those that go back into the pile, and a prize that stays."""
    return [*_rules_by_hand(was, now), *_prize_by_hand(was, now, reference)]


def _prize_by_hand(was: State, now: State, reference: Reference | None) -> list[str]:
    if was.prize is None or reference is None:
        return []
    if now.prize is not None and now.prize.card == was.prize.card:
        return []
    left = reference.stays(was.prize)
    return [] if left is None else [f"{left.called} stays there: {left.way_out} takes it out."]


def _rules_by_hand(was: State, now: State) -> list[str]:
    before, after = ([rule.label for rule in state.rules] for state in (was, now))
    again = [label for label in after if label not in before]
    gone = [label for label in before if label not in after]
    steps = [f"{_rules(again, 'lies', 'lie')} open again"] if again else []
    steps += [f"{_rules(gone, 'goes', 'go')} back into the rule pile"] if gone else []
    return [f"On the table: {', and '.join(steps)}."] if steps else []


def _rules(labels: list[str], one: str, several: str) -> str:
    name = "rule" if len(labels) == 1 else "rules"
    return f"{name} {listed(labels)} {one if len(labels) == 1 else several}"
