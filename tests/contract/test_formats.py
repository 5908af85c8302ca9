"""The formats themselves: sound schemas, one for every command, none that nobody needs.

What is held against them stands beside what makes it: `tests/golden/session.py` for transcripts,
`tests/cli/test_json.py` for all commands, `tests/contract/test_played_formats.py` for plays.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry

from companion import games
from companion.core.schemas import URN
from companion.errors import Unusable
from companion.reference.data import data_folder
from companion.reference.formats import Formats
from companion.testing.documents import formats, mistakes, registry
from companion.testing.plays import recorded
from tests.cli.tree import leaves, spoken
from tests.golden.session import folded
from tests.kinds import DRAFT, made_formats, unused_words

from .players import PLAYERS

CONDITION = re.compile("/(if|then)(/|$)")
"""What holds under a condition is told where it is not asked for one."""
OPEN = {"bgstats-export", "schema", "table", "table-shared", "table-boolean"}
FOLDER = data_folder() / "formats"
NAMES = formats().names


def places(schema: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every schema in a schema, with where it is."""
    if not isinstance(schema, dict):
        return
    yield place, schema
    for key, inner in schema.items():
        if key in ("properties", "$defs"):
            for name, one in inner.items():
                yield from places(one, f"{place}/{name}")
        elif isinstance(inner, list) and key not in ("enum", "required"):
            for number, one in enumerate(inner):
                yield from places(one, f"{place}/{key}/{number}")
        elif key != "const":
            yield from places(inner, f"{place}/{key}")


def test_a_format_is_a_schema_that_says_what_it_is_of():
    for name in NAMES:
        schema = formats().schema(name)
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == DRAFT
        assert schema["$id"] == f"{URN}{name}"
        assert schema["title"], name
        assert schema["title"] == schema["title"].strip(" .")
        assert schema["description"].endswith("."), name


def test_every_key_is_told_what_it_means():
    silent = [
        f"{name} {place}/{key}"
        for name in NAMES
        for place, schema in places(formats().schema(name))
        if not CONDITION.search(place)
        for key, inner in schema.get("properties", {}).items()
        if "description" not in inner and "$ref" not in inner
    ]
    assert silent == []


def test_what_a_format_refers_to_is_there():
    for name in NAMES:
        resolver = registry().resolver(f"{URN}{name}")
        for _, schema in places(formats().schema(name)):
            if "$ref" in schema:
                resolver.lookup(schema["$ref"])


def test_what_is_written_here_has_no_other_keys():
    """What is only read, and what others add to, is open; all else is closed.

    The parts of Boolean Dice's table add up to one that is: `tests/contract/test_played_formats.py`
    shows that a key too many is refused.
    """
    closing = {"additionalProperties", "unevaluatedProperties", "$ref"}
    for name in set(NAMES) - OPEN:
        for place, schema in places(formats().schema(name)):
            if "properties" in schema and not CONDITION.search(place):
                assert closing & schema.keys(), f"{name} {place}"


@pytest.mark.parametrize("name", ["table", "events", "group-export"])
def test_a_format_stands_alone_when_it_is_printed(name):
    """Those that refer to most others."""
    schema = formats().bundled(name)
    Draft202012Validator.check_schema(schema)
    own = Registry().with_resource(schema["$id"], resource(schema))
    inside = {key: inner for key, inner in schema.get("$defs", {}).items() if key.startswith(URN)}
    kept = {key: inner for key, inner in schema.items() if key != "$defs" or not inside}
    for base, one in {schema["$id"]: kept, **inside}.items():
        resolver = own.crawl().resolver(base)
        for _, inner in places(one):
            if "$ref" in inner:
                resolver.lookup(inner["$ref"])


def resource(schema):
    from referencing import Resource

    return Resource.from_contents(schema)


# Which commands


def test_every_command_answers_in_a_format():
    for command in (spoken(path) for path in leaves()):
        answers = formats().answers(command)
        assert answers, command
        assert set(answers) <= set(NAMES), command


def test_what_is_said_of_commands_is_said_of_some_that_there_are():
    commands = [spoken(path) for path in leaves()]
    for told in formats().commands:
        assert any(f"{command} ".startswith(f"{told} ") for command in commands), told


def test_no_format_is_there_for_nothing():
    known = formats()
    printed = {name for path in leaves() for name in known.answers(spoken(path))}
    assert printed & set(known.places) == set(), "what a command prints needs no place"
    met = printed | set(known.places)
    used = set(met)
    for name in met:
        inner = known.bundled(name).get("$defs", {})
        used |= {key.removeprefix(URN) for key in inner if key.startswith(URN)}
    assert set(NAMES) - used == set()


def test_a_game_of_another_package_brings_formats_of_its_own(tmp_path):
    """What stands in its data, in a folder `formats`, counts as what is shipped."""
    folder = tmp_path / "formats"
    folder.mkdir()
    table = {
        "$schema": DRAFT,
        "$id": f"{URN}table-pebbles",
        "title": "the table of Pebbles",
        "$ref": f"{URN}table-shared",
        "properties": {"pebbles": {"type": "integer"}},
        "required": ["pebbles"],
        "unevaluatedProperties": False,
    }
    heap = {"$schema": DRAFT, "$id": f"{URN}pebbles-heap", "title": "a heap", "type": "object"}
    (folder / "table-pebbles.json").write_text(json.dumps(table))
    (folder / "pebbles-heap.json").write_text(json.dumps(heap))
    (folder / "index.toml").write_text('[commands]\n"pebbles heap" = "pebbles-heap"\n')
    known = Formats([*games.OWN, "pebbles"], [str(tmp_path)])
    assert known.answers("pebbles heap") == ("pebbles-heap",)
    assert known.answers("pebbles throw") == ("table",)
    assert known.answers("pebble throw") == ()
    assert f"{URN}table-pebbles" in known.bundled("table")["$defs"]
    play = recorded(PLAYERS["lwd"], 0)
    shared = formats().schema("table-shared")["properties"]
    told = play.open_at(len(play.states) - 1).document()
    sound = {key: value for key, value in told.items() if key in shared} | {"game": "pebbles"}
    assert mistakes(sound | {"pebbles": 3}, "table", [str(tmp_path)]) == []
    assert mistakes(sound | {"pebbles": "many"}, "table", [str(tmp_path)])
    assert mistakes(sound | {"pebbles": 3, "stones": 1}, "table", [str(tmp_path)])
    assert mistakes(sound | {"stones": 1}, "table") == []  # nobody knows what it adds


TITLED = {"title": "the table of Pebbles"}


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("table-pebbles.json", "{"),
        ("table-pebbles.json", "[]"),
        ("table-pebbles.json", "{}"),
        ("table-pebbles.json", json.dumps(TITLED | {"$ref": f"{URN}nowhere"})),
        ("table-pebbles.json", json.dumps(TITLED | {"$ref": f"{URN}common#/$defs/nothing"})),
        ("index.toml", "commands = 3"),
        ("index.toml", "[commands]\ntake = 3"),
        ("index.toml", "[commands]\n'pebbles take' = 'nowhere'"),
    ],
)
def test_a_format_that_makes_no_sense_says_so(tmp_path, file, content):
    """What another package brings is not ours to trust."""
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / file).write_text(content)
    known = Formats([*games.OWN, "pebbles"], [str(tmp_path)])
    with pytest.raises(Unusable, match="format") as refusal:
        known.any_of([*known.answers("pebbles take"), "table"], "what is printed")
    assert "Update the package" in refusal.value.hint


def test_only_what_begins_so_is_of_a_table(tmp_path):
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "pebbles-table-of-scores.json").write_text(json.dumps(TITLED))
    known = Formats([*games.OWN, "pebbles"], [str(tmp_path)])
    assert known.schema("table") == formats().schema("table")
    assert known.bundled("table") == formats().bundled("table")


# Entries of logs: made, not written


def test_formats_of_entries_are_what_the_program_checks_logs_by(regold):
    for name, made in made_formats().items():
        path, text = FOLDER / f"{name}.json", f"{folded(made)}\n"
        if regold:
            path.write_text(text, "utf-8")
        assert path.read_text("utf-8") == text, "`pytest tests/contract --regold` accepts it"
        kinds = formats().schema(name)["$defs"]
        assert [kind for kind, data in kinds.items() if "description" not in data] == []


def test_words_are_about_kinds_that_there_are():
    assert unused_words() == set()
