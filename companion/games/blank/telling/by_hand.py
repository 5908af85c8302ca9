"""What has to be put right on the table when the past of a play is changed: rules that lie open.

Hands and piles are counted, and the answer shows them; which rules lie open, everybody has to see.
"""

from companion.core.names import listed
from companion.games.blank.state import State


def by_hand(was: State, now: State) -> list[str]:
    """The rules that lie open again, and those that go back into the pile."""
    before, after = ([rule.label for rule in state.rules] for state in (was, now))
    again = [label for label in after if label not in before]
    gone = [label for label in before if label not in after]
    steps = [f"{_rules(again, 'lies', 'lie')} open again"] if again else []
    steps += [f"{_rules(gone, 'goes', 'go')} back into the rule pile"] if gone else []
    return [f"On the table: {', and '.join(steps)}."] if steps else []


def _rules(labels: list[str], one: str, several: str) -> str:
    name = "rule" if len(labels) == 1 else "rules"
    return f"{name} {listed(labels)} {one if len(labels) == 1 else several}"
