"""The rules of the games, looked up by the id that a refusal cites."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.names import folded, listed, nearest
from companion.errors import NotFound
from companion.reference.data import data_folder, reader


class Rule(NamedTuple):
    """One rule. `kind` is enforced, tracked, told, or position: the companion's own reading."""

    id: str
    game: str
    section: str
    kind: str
    text: str


def all_rules() -> Iterator[Rule]:
    """Every rule of every game, in the order of its rulebook."""
    for path in sorted(data_folder().glob("*/rules.toml")):
        game = path.parent.name
        for entry in reader(game)("rules")["rule"]:
            yield Rule(entry["id"], game, entry["section"], entry["kind"], entry["text"])


def rule(rule_id: str) -> Rule:
    """The rule of that id, in any case. Raises NotFound with the nearest ids."""
    rules = {folded(entry.id): entry for entry in all_rules()}
    found = rules.get(folded(rule_id))
    if found is None:
        near = nearest(rule_id, [entry.id for entry in rules.values()])
        raise NotFound(
            f"There is no rule “{rule_id}”.",
            f"Did you mean {listed(near, 'or')}?"
            if near
            else "Refusals cite them, such as BWD-17; our own readings are A-BW-12 and the like.",
        )
    return found
