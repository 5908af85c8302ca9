"""Who may import whom: downwards only, so that a game, a store or a renderer can be replaced.

Every import counts, also one inside a function or under TYPE_CHECKING: a type is knowledge too.
Inside a layer nobody imports in a circle, either: what is in one can only be read as a whole.
"""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

import companion

PACKAGE = Path(companion.__file__).parent

# A layer, the parts of the program that it may use besides itself, and its libraries. A game's
# folder is a layer of its own; `games` is the list of the games.
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "errors": (set(), set()),
    "core": ({"errors"}, set()),
    "drawing": ({"core", "errors"}, set()),
    "games": ({"core", "errors"}, set()),
    "games.*": ({"core", "drawing", "errors"}, set()),
    "reference": ({"core", "errors"}, set()),
    "store": ({"core", "errors"}, {"tinydb", "platformdirs"}),
    "stats": ({"core", "errors"}, {"openskill"}),
    "boxes": ({"core", "errors"}, {"base45"}),
    "exchange": ({"core", "errors"}, {"cryptography"}),
    "table": (
        {
            *("core", "drawing", "errors", "games", "reference", "store", "stats", "boxes"),
            "exchange",
        },
        set(),
    ),
    "render": ({"core", "drawing", "errors"}, {"rich"}),
    "printing": (
        {"core", "drawing", "errors"},
        {"qrcode", "reportlab", "uharfbuzz", "PIL", "pypdfium2"},
    ),
    "scanning": ({"core", "drawing", "errors"}, {"zxingcpp", "PIL", "pypdfium2"}),
    "cli": (
        {
            *("core", "drawing", "errors", "games", "reference", "store", "table"),
            *("boxes", "render", "printing", "scanning"),
        },
        {"typer", "platformdirs", "prompt_toolkit"},
    ),
    # The table on phones, and the one command that starts it: it alone knows both sides.
    "web": (
        {
            *("core", "errors", "games", "reference", "store", "boxes", "table"),
            *("printing", "scanning"),
        },
        {"starlette", "uvicorn", "h11", "jinja2", "markupsafe", "markdown_it"},
    ),
    "cli.serve": (
        {"core", "errors", "games", "store", "table", "printing", "cli", "web"},
        {"typer"},
    ),
    "__main__": ({"cli"}, set()),
    # Nobody imports it: what every game is held to, for tests, on top of everything.
    "testing": (
        {
            *("core", "errors", "games", "reference", "store", "boxes", "table", "render"),
            "cli",
        },
        {"pytest", "hypothesis", "rich", "jsonschema", "referencing"},
    ),
}

SERVES = {
    *("companion.cli.commands.serve", "companion.cli.host", "companion.cli.phones"),
}

# Nothing that differs from one run to the next: it is handed in.
PURE = ("errors", "core", "drawing", "games.*")
CLOCKS_AND_PLACES = {"time", "datetime", "pathlib", "os", "sys", "io", "tempfile", "secrets"}


def test_every_module_imports_only_what_its_layer_may():
    assert [fault for name, text in modules() for fault in import_faults(name, text)] == []


def test_the_kit_needs_pytest_and_hypothesis_only_where_it_is_used():
    """A game's tests may import its parts; the program imports none of it, nor either library."""
    script = "import sys, companion.testing; print({'pytest', 'hypothesis'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


def test_rules_know_no_clock_no_chance_no_paths_and_print_nothing():
    assert [fault for name, text in modules() for fault in purity_faults(name, text)] == []


def test_no_modules_of_a_layer_import_one_another_in_a_circle():
    """Where two need each other, what both need goes below them, or one is handed the other."""
    assert circles_in(neighbours(dict(modules()))) == []


FEWEST_MODULES = 3
"""In a folder: what has fewer is a module."""
NOUNS = {"drawing", "parsing", "printing", "ranking", "scanning", "testing"}
"""Words of the field that end as verbs do."""


def test_a_folder_has_three_modules_or_is_one():
    inside = Counter(
        path.parent
        for path in PACKAGE.rglob("*.py")
        if path.stem != "__init__" or "\ndef " in path.read_text("utf-8")
    )
    inside.update(path.parent.parent for path in PACKAGE.rglob("__init__.py"))
    few = {folder.name for folder, count in inside.items() if count < FEWEST_MODULES}
    assert few - {PACKAGE.parent.name} == set()


def test_modules_are_called_by_nouns():
    names = {name.rpartition(".")[2] for name, _ in modules()}
    assert {name for name in names if name.endswith("ing")} - NOUNS == set()
    assert [name for name in names if name.endswith("_") and name != "__main__"] == []


def test_nothing_is_named_told():
    """Typed words are `args`, a text is a `line`, what a log holds is `recorded`, and so on."""
    found = {path.as_posix(): told_in(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("told = 1", ["told"]),
        ("def f(told): pass", ["told"]),
        ("def _told(): pass", ["_told"]),
        ("class Told: pass", ["Told"]),
        ("AS_TOLD: int", ["AS_TOLD"]),
        ("f(told=x.told_last)", ["told", "told_last"]),
        ("import a as told", ["told"]),
        ("from a.told import told_b", ["told", "told_b"]),
        ("told_: str; untold = 'told'  # told", []),  # `told_` is a field for a key of the log
    ],
)
def test_a_name_with_told_is_caught(text, names):
    assert told_in(text) == names


def test_every_part_of_the_program_is_in_the_table_of_layers():
    """A new folder has to say where it belongs."""
    assert {layer_of(name) for name, _ in modules()} <= {*ALLOWED, "the package itself"}


TOP = {"pyproject.toml", "companion", "data", "tests", "README.md"}


def test_the_top_level_holds_what_it_should_and_hidden_files():
    root = PACKAGE.parent
    made = (root / ".gitignore").read_text("utf-8").replace("/", "").split()
    there = {
        path.name
        for path in root.iterdir()
        if not path.name.startswith(".") and not any(fnmatch(path.name, name) for name in made)
    }
    assert there == TOP


def test_the_modules_are_found():
    names = {name for name, _ in modules()}
    assert {"companion.core.log", "companion.games.boolean.spy.missions", "companion"} <= names


# The checker catches what it is there for


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("companion.core.log", "import tinydb"),
        ("companion.core.log", "from companion.store.base import LogRef"),
        ("companion.core.log", "from companion import store"),
        ("companion.core.log", "from ..store import base"),
        ("companion.core.log", "def f():\n    from companion.table.desk import Desk"),
        (
            "companion.core.log",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import companion.cli.run",
        ),
        ("companion.core.log", "import importlib\nimportlib.import_module('rich.table')"),
        ("companion.core.log", "from importlib import import_module\nimport_module('rich')"),
        ("companion.games.bwd.rounds", "from companion.games.lwd.state import State"),
        ("companion.games.boolean.variants", "from companion.games.lwd.state import State"),
        ("companion.games.bwd.rounds", "from companion import games"),
        ("companion.games.bwd.rounds", "import typer"),
        ("companion.games.lwd.turns", "import typer"),
        ("companion.games.dicebox.show", "from companion.table.desk import Desk"),
        ("companion.games.boolean.spy.missions", "from companion.games.lwd.dice import roll"),
        ("companion.games.boolean.spy.missions", "from companion.render.terminal import draw"),
        ("companion.table.desk", "from companion.games.bwd.game import GAME"),
        ("companion.table.desk", "from companion.cli import output"),
        ("companion.table.desk", "import rich"),
        ("companion.render.terminal", "import typer"),
        ("companion.cli.run", "import tinydb"),
        ("companion.cli.output", "from rich.console import Console"),
        ("companion.cli.run", "from companion.web.room import Room"),
        ("companion.web.pages", "from companion.cli.output import print_refusal"),
        ("companion.cli.run", "from companion.cli.host import Serving"),
        ("companion.cli.run", "from companion.testing import GameTests"),
        ("companion.table.desk", "from companion import testing"),
    ],
)
def test_an_import_upwards_or_sideways_is_caught(module, text):
    assert len(list(import_faults(module, text))) == 1


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("companion.core.log", "import json\nfrom companion.errors import Illegal"),
        ("companion.core.game", "from companion.core.log import Log"),
        ("companion.games.bwd.rounds", "from companion.games.bwd.state import State"),
        ("companion.games.boolean.spy.game", "from companion.games.boolean.dice import the_ten"),
        ("companion.table.desk", "from companion import games\nfrom companion.store import base"),
        ("companion.store.database", "from tinydb import TinyDB"),
        ("companion.cli.run", "from companion import __version__"),
    ],
)
def test_an_import_downwards_is_fine(module, text):
    assert list(import_faults(module, text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "import time",
        "def f():\n    from datetime import datetime",
        "from pathlib import Path",
        "import random",
        "from random import Random, randrange",
        "from random import Random\nRandom()",
        "from random import Random\nRandom(7).random()",
        "print('hello')",
        "open('file')",
        "input()",
    ],
)
def test_what_is_not_pure_is_caught_in_rules_and_nowhere_else(text):
    assert len(list(purity_faults("companion.games.bwd.setup", text))) == 1
    assert len(list(purity_faults("companion.core.log", text))) == 1
    assert list(purity_faults("companion.cli.run", text)) == []


def test_a_source_of_chance_may_be_handed_in():
    text = "from random import Random\ndef deal(chance: Random) -> int:\n    return chance.random()"
    assert list(purity_faults("companion.games.bwd.setup", text)) == []


TALE = "from companion.table.tale import tell"
MAP = "from companion.table.map import Map"
ROAD = "from companion.table.road import Road"


@pytest.mark.parametrize(
    ("texts", "circles"),
    [
        ({"map": "", "road": MAP, "tale": f"{MAP}\n{ROAD}"}, []),
        ({"map": ROAD, "road": MAP, "tale": MAP}, ["map road"]),
        ({"map": ROAD, "road": TALE, "tale": MAP}, ["map road tale"]),
        ({"map": f"def f():\n    {ROAD}", "road": MAP, "tale": ""}, ["map road"]),
        ({"map": f"if TYPE_CHECKING:\n    {ROAD}", "road": MAP, "tale": ""}, ["map road"]),
        ({"map": "import_module('companion.table.road')", "road": MAP}, ["map road"]),
        ({"map": "from companion.table import road", "road": MAP}, ["map road"]),
        ({"map": MAP, "road": ""}, []),
        ({"map": ROAD, "road": MAP, "town": TALE, "tale": "import companion.table.town"},
         ["map road", "tale town"]),
        ({"map": "from companion.table.roads import Road",
          "roads": "from companion.table.roads.long import Road",
          "roads.long": MAP}, ["map roads roads.long"]),
        ({"map": "from companion.table.roads.long import Road",
          "roads": MAP, "roads.long": ""}, []),
    ],
)  # fmt: skip
def test_a_circle_is_caught(texts, circles):
    made = {f"companion.table.{name}": text for name, text in texts.items()}
    assert circles_in(neighbours(made)) == [
        " ".join(f"companion.table.{name}" for name in names.split()) for names in circles
    ]


def test_modules_of_different_layers_make_no_circle():
    """They have a table of their own."""
    up = "from companion.table.map import Map"
    down = "from companion.render.screen import draw"
    assert neighbours({"companion.render.screen": up, "companion.table.map": down}) == {
        "companion.render.screen": set(),
        "companion.table.map": set(),
    }


# The checker


@cache
def modules() -> tuple[tuple[str, str], ...]:
    """Every module of the program with its text."""
    return tuple(
        (".".join(part for part in parts if part != "__init__"), path.read_text("utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
        for parts in [path.relative_to(PACKAGE.parent).with_suffix("").parts]
    )


@cache
def names() -> frozenset[str]:
    """The names of all modules."""
    return frozenset(name for name, _ in modules())


@cache
def tree_of(text: str) -> ast.Module:
    """A module's text, taken apart once."""
    return ast.parse(text)


def told_in(text: str) -> list[str]:
    """The names in a module of which `told` is a word, sorted; `told_` is for a key of a log."""
    named = {
        name
        for node in ast.walk(tree_of(text))
        for name in [
            *(getattr(node, field, None) for field in ("id", "arg", "attr", "name", "asname")),
            *(getattr(node, "module", None) or "").split("."),
        ]
        if isinstance(name, str)
    }
    return sorted(it for it in named - {"told_"} if "told" in it.lower().split("_"))


def layer_of(module: str) -> str:
    """The row of the table for a module: `companion.games.bwd.state` is in `games.*`."""
    parts = module.split(".")[1:]
    if module in SERVES:
        return "cli.serve"
    if parts[:1] == ["games"] and len(parts) > 1:
        return "games.*"
    return parts[0] if parts else "the package itself"


def neighbours(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """The modules of its own layer that each of these imports; a package is a module as well."""
    return {
        name: {
            target
            for target in {module_of(found, texts) for found in imports(name, text)}
            if target != name and target in texts and layer_of(target) == layer_of(name)
        }
        for name, text in texts.items()
    }


def circles_in(imported: Mapping[str, Collection[str]]) -> list[str]:
    """The groups of modules, as large as can be, in which each leads to every other."""
    reached = {name: set(others) for name, others in imported.items()}
    for middle in imported:
        for others in reached.values():
            if middle in others:
                others |= reached[middle]
    circles = {
        " ".join(sorted(other for other in others if name in reached[other]))
        for name, others in reached.items()
        if name in others
    }
    return sorted(circles)


def import_faults(module: str, text: str) -> Iterator[str]:
    """The imports of a module that its layer may not have."""
    layer = layer_of(module)
    parts, libraries = ALLOWED.get(layer, (set(), set()))
    for target in sorted({module_of(name, names()) for name in imports(module, text)}):
        top = target.partition(".")[0]
        if top != "companion":
            if top not in sys.stdlib_module_names and top not in libraries:
                yield f"{module} imports {target}"
            continue
        other = layer_of(target)
        own_game = "games.*" not in other or module.split(".")[2] == target.split(".")[2]
        same = other == layer and own_game
        if not same and not (other in parts and own_game) and other != "the package itself":
            yield f"{module} ({layer}) imports {target} ({other})"


def module_of(name: str, known: Collection[str]) -> str:
    """The module that an imported name is, or is in: `companion.games` for `games.find_game`."""
    parent = name.rpartition(".")[0]
    return parent if name not in known and parent in known else name


def purity_faults(module: str, text: str) -> Iterator[str]:
    """What a module of rules asks the world for and should be handed."""
    if layer_of(module) not in PURE:
        return
    for target in imports(module, text):
        if target.partition(".")[0] in CLOCKS_AND_PLACES:
            yield f"{module} imports {target}"
        if target.partition(".")[0] == "random" and target != "random.Random":
            yield f"{module} imports {target}"
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name in ("print", "open", "input", "Random"):
                yield f"{module} calls {name}"


@cache
def imports(module: str, text: str) -> tuple[str, ...]:
    """Full names of all that a module imports, wherever in it."""
    return tuple(_imports(module, text))


def _imports(module: str, text: str) -> Iterator[str]:
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = ".".join(module.split(".")[: -node.level])
                base = f"{above}.{base}" if base else above
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _imports_by_name(node.func):
            argument = node.args[0] if node.args else None
            if isinstance(argument, ast.Constant):
                yield str(argument.value)


def _imports_by_name(function: ast.expr) -> bool:
    name = getattr(function, "id", getattr(function, "attr", ""))
    return name in ("import_module", "__import__")
