"""The rules of the games, looked up by the id that a refusal cites."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.core.names import folded, listed, nearest, short
from companion.errors import NotFound
from companion.reference.data import data_folder, reader


class Rule(NamedTuple):
    """One rule. `kind` is enforced, tracked, told, or position: the companion's own reading."""

    id: str
    game: str
    section: str
    kind: str
    text: str


def all_rules(elsewhere: Iterable[tuple[str, str]] = ()) -> Iterator[Rule]:
    """Every rule of every game, in the order of its rulebook.

    `elsewhere` are the ids and data folders of games that bring their own data.
    """
    for path in sorted(data_folder().glob("*/rules.toml")):
        yield from _rules_in(path.parent.name, path.parent)
    for game, folder in elsewhere:
        if (Path(folder) / "rules.toml").is_file():
            yield from _rules_in(game, Path(folder))


def _rules_in(game: str, folder: Path) -> Iterator[Rule]:
    for entry in reader(game, str(folder))("rules")["rule"]:
        yield Rule(entry["id"], game, entry["section"], entry["kind"], entry["text"])


def rule(rule_id: str, elsewhere: Iterable[tuple[str, str]] = ()) -> Rule:
    """The rule of that id, in any case. Raises NotFound with the nearest ids.

    Games `elsewhere` are only asked when none of ours has it: finding them takes a while.
    """
    ids = []
    for entry in all_rules(elsewhere):
        if folded(entry.id) == folded(rule_id):
            return entry
        ids.append(entry.id)
    near = nearest(rule_id, ids)
    raise NotFound(
        f"There is no rule “{short(rule_id)}”.",
        f"Did you mean {listed(near, 'or')}?"
        if near
        else "Refusals cite them, such as BWD-17; our own readings are A-BW-12 and the like.",
    )
