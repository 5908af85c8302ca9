"""The formats of logs, made from what the program checks them by, and from words for people.

The words are the docstrings of facts, or better ones in `tests/kinds.toml`;
`pytest tests/contract/test_formats.py --regold` writes what comes of both into `data/formats/`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

from companion import games
from companion.core.box import BoxKinds
from companion.core.event import MADE, REDONE, UNDONE
from companion.core.schemas import URN, Schema, kinds_of, object_schema
from companion.core.shapes import ENTRY, NAME, TEXT

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Words = Mapping[str, str]


def made_formats() -> dict[str, dict[str, Any]]:
    """By name, the formats that are made and not written: two for each game."""
    return dict(each for game in games.OWN for each in _of(game))


def unused_words() -> set[str]:
    """Words about kinds that no game has."""
    kinds = {kind for one in made_formats().values() for kind in one["$defs"]}
    told = {f"{kind}.{verb}" for kind, verb in _named()}
    return told - kinds


def _of(game_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    game = games.game(game_id)
    of_a_box = (
        f"box-events-{game_id}",
        f"entries of a box of {game.title}",
        schemas_of(game.box_rules.kinds),
        _words("box", f"{game_id}-box"),
    )
    for name, title, kinds, words in (
        (
            f"events-{game_id}",
            f"entries of a play of {game.title}",
            kinds_of(game.all_shapes),
            {**_docstrings(game), **_words("all", game_id)},
        ),
        *([of_a_box] if game.boxed else []),
    ):
        told = {kind: _worded(schema, kind, words) for kind, schema in kinds.items()}
        about = f"What may stand in the log of {title.partition(' of ')[2]}, kind by kind."
        yield name, log_format(name, title, about, told)


def log_format(name: str, title: str, about: str, kinds: Mapping[str, Schema]) -> dict[str, Any]:
    """The format of a log's events, of which there are these kinds, each with what its data is.

    Only kinds of which there can be entries are in it: of others the data is False.
    """
    there = {kind: schema for kind, schema in kinds.items() if schema is not False}
    return {
        "$schema": DRAFT,
        "$id": f"{URN}{name}",
        "title": title,
        "description": about,
        "$ref": f"{URN}event",
        "properties": {"kind": {"enum": list(there), "description": "What was recorded."}},
        "allOf": [
            {
                "if": {"properties": {"kind": {"const": kind}}},
                "then": {"properties": {"data": {"$ref": f"#/$defs/{kind}"}}},
            }
            for kind in there
        ],
        "$defs": there,
    }


def schemas_of(kinds: BoxKinds) -> dict[str, Schema]:
    """The data of each kind that may stand in the log of a box, as JSON Schema."""
    change = object_schema([("action", ENTRY, True)])
    return {
        MADE: object_schema([("game", NAME, True), ("name", TEXT, True)]),
        **{kind: fact.schema() for kind, fact in kinds.items()},
        UNDONE: change,
        REDONE: change,
    }


def _worded(schema: Any, place: str, words: Words) -> Any:
    """A schema with words for the kind or the key that it is of, and for the keys in it."""
    if not isinstance(schema, dict):
        return schema
    found = words.get(place) or words.get(place.rpartition(".")[2]) or schema.get("description")
    inner = _inner(schema, place, words)
    return {**inner, "description": found} if found else inner


def _inner(schema: Any, place: str, words: Words) -> Any:
    """The schema with words for the keys in it, however deep they are."""
    if isinstance(schema, list):
        return [_inner(one, place, words) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {
        key: value if key in ("const", "enum") else _inner(value, place, words)
        for key, value in schema.items()
        if key != "properties"
    }
    if "properties" in schema:
        told["properties"] = {
            key: _worded(one, f"{place}.{key}", words) for key, one in schema["properties"].items()
        }
    return {key: told[key] for key in schema}


def _docstrings(game: Any) -> Words:
    """What the classes of a game's facts are, where no other words are."""
    each = [*map(game.playing, ({"variant": name} for name in game.within)), game]
    facts = {kind: fact for one in each for kind, fact in one.kinds.items()}
    return {kind: cleandoc(fact.__doc__) for kind, fact in facts.items() if fact.__doc__}


def _words(*sections: str) -> Words:
    told = _all_words()
    return {
        **told["keys"],
        **{key: text for section in sections for key, text in told.get(section, {}).items()},
    }


def _named() -> Iterator[tuple[str, str]]:
    """The noun and the verb of every kind that words are about."""
    for section, told in _all_words().items():
        if section != "keys":
            for key in told:
                noun, dot, rest = key.partition(".")
                if dot:
                    yield noun, rest.partition(".")[0]


@cache
def _all_words() -> Mapping[str, Words]:
    found: Mapping[str, Words] = tomllib.loads(
        Path(__file__).with_name("kinds.toml").read_text("utf-8")
    )
    return found
