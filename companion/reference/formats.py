"""The formats of what is printed, read and kept: JSON Schemas in `data/formats/`, a file each.

A format is known by the name of its file, and refers to others as `urn:companion:format:NAME`.
`index.toml` beside them says which commands answer with which. A game of another package may bring
a folder `formats` of the same kind in its data: its verbs answer with the table unless its own
index says otherwise, and what it adds to the table is `table-` and its id.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from companion.core.schemas import URN
from companion.errors import Unusable
from companion.reference.data import data_folder

TABLE = "table"
"""What verbs of games answer with."""
FOLDER = "formats"
_UPDATE = "Update the package that it belongs to."
Schema = dict[str, Any]


class Formats:
    """All formats that there are: the shipped ones, and those of other packages' games.

    `games` are the ids of all games, `folders` the data folders of those that bring their own.
    Everything here raises Unusable where a file cannot be read.
    """

    def __init__(self, games: Iterable[str], folders: Sequence[str] = ()) -> None:
        self._games = frozenset(games)
        brought = [Path(folder) / FOLDER for folder in folders]
        self._folders = [data_folder() / FOLDER, *(path for path in brought if path.is_dir())]

    @cached_property
    def _files(self) -> Mapping[str, Path]:
        """The file of every format; of a name that is there twice, the shipped one."""
        found = [path for folder in self._folders for path in sorted(folder.glob("*.json"))]
        return {path.stem: path for path in reversed(found)}

    @property
    def names(self) -> list[str]:
        """The names of all formats, in order."""
        return sorted(self._files)

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Where documents are that no command prints with `--json`, by the names of the formats."""
        found: dict[str, str] = {}
        for folder in reversed(self._folders):
            found |= _section(folder, "places")
        return found

    @cached_property
    def _answers(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """What commands answer with, by how they begin."""
        found: dict[tuple[str, ...], tuple[str, ...]] = {(game,): (TABLE,) for game in self._games}
        for folder in reversed(self._folders):
            for command, names in _section(folder, "commands").items():
                answers = (names,) if isinstance(names, str) else tuple(names)
                found[tuple(command.split())] = answers
        return found

    @property
    def commands(self) -> list[str]:
        """The beginnings of commands of which it is said what they answer with."""
        return [" ".join(words) for words in self._answers]

    def answers(self, command: str) -> tuple[str, ...]:
        """The names of the formats that a command answers with; none for what is no command."""
        words = tuple(command.split())
        for length in range(len(words), 0, -1):
            if words[:length] in self._answers:
                return self._answers[words[:length]]
        return ()

    @property
    def printed(self) -> list[str]:
        """The names of those that some command prints, in order."""
        return sorted({name for names in self._answers.values() for name in names})

    def schema(self, name: str) -> Schema:
        """The schema of that exact name, as it stands in its file.

        The table leads to what each game adds to it, those of other packages, too.
        """
        if name not in self._files:
            raise Unusable(f"There is no format “{name}”, which another one needs.", _UPDATE)
        schema = dict(_parsed(self._files[name]))
        if name == TABLE:
            known = {case["then"]["$ref"] for case in schema["allOf"]}
            more = [
                {
                    "if": {"properties": {"game": {"const": game}}, "required": ["game"]},
                    "then": {"$ref": f"{URN}{TABLE}-{game}"},
                }
                for game in self._tables()
                if f"{URN}{TABLE}-{game}" not in known
            ]
            schema["allOf"] = [*schema["allOf"], *more]
        return schema

    def _tables(self) -> list[str]:
        """The ids of the games that say what they add to the table."""
        begin = f"{TABLE}-"
        named = [name.removeprefix(begin) for name in self.names if name.startswith(begin)]
        return [game for game in named if game != "shared"]

    def bundled(self, name: str) -> Schema:
        """The schema with all that it refers to under `$defs`, so that it stands alone."""
        return self._with_all(self.schema(name), name)

    def any_of(self, names: Sequence[str], title: str) -> Schema:
        """A schema for documents that are of one of several formats, standing alone."""
        if len(names) == 1:
            return self.bundled(names[0])
        schema = {
            "$schema": self.schema(names[0])["$schema"],
            "$id": f"{URN}{'+'.join(names)}",
            "title": title,
            "anyOf": [{"$ref": f"{URN}{name}"} for name in names],
        }
        return self._with_all(schema, "")

    def _with_all(self, schema: Schema, own: str) -> Schema:
        """The schema, and of others what it needs of them: all, or only some of their `$defs`."""
        needed: dict[str, set[str]] = {}
        waiting = _refs(schema, own)
        while waiting:
            name, part = waiting.pop()
            if name != own and part not in needed.setdefault(name, set()):
                needed[name].add(part)
                waiting += _refs(_part(self.schema(name), part, name), name)
        inner = {
            f"{URN}{name}": _only(self.schema(name), parts)
            for name, parts in sorted(needed.items())
        }
        return {**schema, "$defs": {**schema.get("$defs", {}), **inner}} if inner else schema


def _refs(schema: Any, own: str) -> list[tuple[str, str]]:
    """What a schema of that name refers to: names of formats, each with which of its `$defs`."""
    if isinstance(schema, list):
        return [ref for item in schema for ref in _refs(item, own)]
    if not isinstance(schema, dict):
        return []
    found = [ref for key, inner in schema.items() if key != "$ref" for ref in _refs(inner, own)]
    ref = schema.get("$ref")
    if isinstance(ref, str):
        name, _, part = ref.removeprefix(URN).partition("#")
        found.append((name or own, part.removeprefix("/$defs/")))
    return found


def _part(schema: Schema, part: str, name: str) -> Schema:
    """One of the `$defs` of the schema of that name; with "", all of it."""
    if part and part not in schema.get("$defs", {}):
        raise Unusable(f"The format “{name}” has no “{part}”, which another one needs.", _UPDATE)
    return schema["$defs"][part] if part else schema


def _only(schema: Schema, parts: set[str]) -> Schema:
    """A schema with no more of its `$defs` than these; with "" among them, all of it."""
    if "" in parts:
        return schema
    defs = {part: inner for part, inner in schema["$defs"].items() if part in parts}
    return {"$id": schema["$id"], "$defs": defs}


@cache
def _parsed(path: Path) -> Schema:
    try:
        schema: Schema = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise _unusable(path, problem) from None
    if not isinstance(schema, dict) or not isinstance(schema.get("title"), str):
        raise _unusable(path, "it is not a schema with a title")
    return schema


def _section(folder: Path, name: str) -> Mapping[str, Any]:
    """A section of a folder's index; empty where there is none."""
    import tomllib

    path = folder / "index.toml"
    try:
        section: Mapping[str, Any] = tomllib.loads(path.read_text("utf-8")).get(name, {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as problem:
        raise _unusable(path, problem) from None
    values = section.values() if isinstance(section, dict) else [None]
    texts = chain.from_iterable(it if isinstance(it, list) else [it] for it in values)
    if not all(isinstance(text, str) for text in texts):
        raise _unusable(path, f"“{name}” is not a table of names")
    return section


def _unusable(path: Path, problem: object) -> Unusable:
    return Unusable(f"A format cannot be read ({problem}).", f"The file is {path}. {_UPDATE}")
