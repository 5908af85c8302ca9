"""The words and the rules of a game, as items, from its files `glossary.toml` and `rules.toml`.

A file that is not as it should be takes nothing else down with it: what can be read of it is read,
and the rest is reported, with the line.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.lookup import Item


class Contents(NamedTuple):
    """What stands in a file: what the game is called, its title first, its items, and what is
    wrong with the file."""

    called: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    problems: tuple[str, ...] = ()


GLOSSARY, RULES = "glossary.toml", "rules.toml"

_LISTS = ("aliases", "rules", "see", "asks")
_TEXTS = ("title", "kind", "text", "section", "do", "note", "example")
_ALWAYS = ("id", "title", "kind", "text", "section")


def glossary(game: str, folder: Path) -> Contents:
    """The words of a game, in the order of its rulebook; empty without a glossary."""
    return _contents(folder / GLOSSARY, "entry", lambda found: _word(game, found))


def rules(game: str, folder: Path) -> Contents:
    """The rules of a game, in the order of its rulebook; empty without any."""
    return _contents(folder / RULES, "rule", lambda found: _rule(game, found))


def _contents(path: Path, table: str, made: Callable[[Mapping[str, Any]], Item]) -> Contents:
    import tomllib

    try:
        text = path.read_text("utf-8")
        document = tomllib.loads(text)
    except FileNotFoundError:
        return Contents()
    except (OSError, ValueError, RecursionError) as problem:
        return Contents(problems=(f"{path} cannot be read: {problem}.",))
    items, problems = [], []
    found = document.get(table)
    for place, record in enumerate(found if isinstance(found, list) else []):
        try:
            if not isinstance(record, dict):
                raise TypeError("is not a table of its own")
            items.append(made(record))
        except (KeyError, TypeError, ValueError) as problem:
            line = _line_of(text, f"[[{table}]]", place)
            problems.append(f"{path}, line {line}: this {table} {_wrong(problem)}.")
    if not items and not problems:
        problems.append(f"{path} has no [[{table}]] in it.")
    called: list[str] = []
    try:
        called += [_text(document["title"], "title")] if "title" in document else []
        called += _texts(document.get("also", []), "also")
    except TypeError as problem:
        problems.append(f"{path}: its head {_wrong(problem)}.")
    return Contents(tuple(called), tuple(items), tuple(problems))


def _word(game: str, record: Mapping[str, Any]) -> Item:
    """An item of a glossary. Raises KeyError for a missing field, TypeError for a wrong type."""
    for name in _ALWAYS:
        _text(record[name], name)
    fields: dict[str, Any] = {"id": record["id"], "game": game}
    fields |= {name: _text(record[name], name) for name in _TEXTS if name in record}
    fields |= {name: _texts(record[name], name) for name in _LISTS if name in record}
    return Item(**fields)


def _rule(game: str, record: Mapping[str, Any]) -> Item:
    """A rule; its id is also its title."""
    rule_id, section, kind, text = (
        _text(record[name], name) for name in ("id", "section", "kind", "text")
    )
    return Item(rule_id, game, rule_id, kind, text, section)


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise TypeError(f"has no text in “{name}”")
    return value


def _texts(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TypeError(f"has no list of texts in “{name}”")
    return tuple(value)


def _wrong(problem: Exception) -> str:
    if isinstance(problem, KeyError):
        return f"has no “{problem.args[0]}”"
    return str(problem)


def _line_of(text: str, header: str, place: int) -> int:
    """The number of the line where the header stands for the time after `place` others."""
    lines = [
        number
        for number, line in enumerate(text.splitlines(), 1)
        if line.replace(" ", "").startswith(header)
    ]
    return lines[place] if place < len(lines) else 1
