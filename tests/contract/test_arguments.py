"""What a function takes, it uses, unless somebody hands it on by its signature."""

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.contract.test_layers import modules


def test_every_function_looks_at_what_it_takes():
    """What nobody looks at is not asked for: leave it out, and where it is handed in."""
    assert faults(dict(modules()), texts_of_tests()) == []


# The checker catches what it is there for


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(state, told):\n    return state\n\nf(1, 2)", ["f: told"]),
        ("def f(_state):\n    return 1", ["f: _state"]),
        ("def f(*words, **more):\n    return 1", ["f: words, more"]),
        ("def f(state, *, told):\n    return state", ["f: told"]),
        ("async def f(state):\n    return 1", ["f: state"]),
        ("def f(state):\n    state = 1", ["f: state"]),
        ("def f(state):\n    del state", ["f: state"]),
        ("def f(state):\n    return lambda state: state", ["f: state"]),
        ("def f(state):\n    return [state for state in range(3)]", ["f: state"]),
        ("def f(x):\n    def g():\n        x = 1\n        return x\n    g()", ["f: x"]),
        ("def f(state):\n    return other(state=1)", ["f: state"]),
        ("def f(told: 'list[int]', state: int = 1):\n    return told", ["f: state"]),
        ("def f():\n    def g(state):\n        return 1\n    return g(2)", ["f.g: state"]),
        ("@cache\ndef f(state):\n    return 1", ["f: state"]),
        ("class A:\n    def f(self, state):\n        return self.x", ["A.f: state"]),
        ("class A:\n    @staticmethod\n    def f(state):\n        return 1", ["A.f: state"]),
        ("class A:\n    def __init__(self, state):\n        self.x = 1", ["A.__init__: state"]),
        ("class A(NamedTuple):\n    def f(self, state):\n        return 1", ["A.f: state"]),
        (
            "class A:\n    def f(self, state):\n        return 1\n"
            "class B:\n    def f(self, told):\n        return told",
            ["A.f: state"],
        ),
        # What else has that name demands nothing.
        ("def f(state):\n    return 1\n\ndef g(f):\n    return [f]", ["f: state"]),
        ("def f(state):\n    return 1\n\ndef g():\n    f = 1\n    return [f]", ["f: state"]),
        (
            "class A:\n    def f(self, state):\n        return 1\n"
            "    def g(self):\n        return [f]",
            ["A.f: state"],
        ),
    ],
)
def test_an_argument_that_is_not_looked_at_is_caught(text, found):
    assert faults({"companion.core.map": text}) == [f"companion.core.map: {one}" for one in found]


USES = "class A:\n    def f(self, state):\n        return state"


@pytest.mark.parametrize(
    "text",
    [
        "def f(state):\n    return state",
        "def f(state):\n    return [state for state in state]",
        "def f(state):\n    return lambda told=state: told",
        "def f(state):\n    def g():\n        return state\n    return g()",
        "def f(x):\n    def g():\n        def h():\n            x = 1\n        return x\n    g()",
        "def f(state):\n    state.x = 1",
        "def f(state):\n    state += 1",
        # Who takes it as a value says what it is handed.
        "def f(state):\n    return 1\n\nSTEP = Step(say=f)",
        "def f(state):\n    return 1\n\nTABLE = {'a': f}",
        "def f(state):\n    return 1\n\ndef g():\n    return map(f, [])",
        "def f():\n    def g(state):\n        return 1\n    return g",
        "class A:\n    def f(self, s):\n        return 1\n    def g(self):\n        x = self.f",
        "class A:\n    @staticmethod\n    def f(state):\n        return 1\n    x = Step(say=f)",
        "@app.command()\ndef f(state):\n    return 1",
        # One is called without looking at which it is.
        f"{USES}\nclass B(A):\n    def f(self, s, more=1):\n        return 1",
        f"{USES}\nclass B(A): ...\nclass C(B):\n    def f(self, s, more=1):\n        return 1",
        f"{USES}\nclass B:\n    def f(self, state):\n        return 1",
        f"{USES}\nclass B(A):\n    def f(self, x):\n        return 1",
        "class A(HTMLParser):\n    def handle_data(self, data):\n        return 1",
        "class A:\n    def __exit__(self, *error):\n        return 1",
        "if windows:\n    def f(x):\n        return x\nelse:\n    def f(x):\n        return 1",
        "class A:\n    def f(self, s):\n        return 1\nclass B(A):\n    f = function_of('m:f')",
        # Nothing is there that could look.
        "def f(state):\n    '''What it would do.'''",
        "def f(state):\n    ...",
        "def f(state):\n    raise NotImplementedError",
        "f = lambda state: 1",
    ],
)
def test_what_is_used_or_demanded_may_be_taken(text):
    assert faults({"companion.core.map": text}) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from companion.core.map import f\n\nSTEP = Step(say=f)", []),
        ("from companion.core.map import f as g\n\nSTEP = Step(say=g)", []),
        ("from companion.core import map\n\nSTEP = Step(say=map.f)", []),
        ("import companion.core.map\n\nSTEP = Step(say=companion.core.map.f)", []),
        ("RUN = 'companion.core.map:f'", []),
        ("from companion.core.map import f\n\nf(1)", ["companion.core.map: f: state"]),
        ("from companion.core.road import f\n\nSTEP = f", ["companion.core.map: f: state"]),
        ("from companion.core import map\n\nmap.f(1)", ["companion.core.map: f: state"]),
    ],
)  # fmt: skip
def test_what_another_module_hands_on_may_be_taken(text, found):
    texts = {"companion.core.map": "def f(state):\n    return 1", "companion.core.tale": text}
    assert faults(texts) == found


def test_what_a_subclass_in_a_test_fills_in_may_be_taken():
    """The kit for tests has methods that do nothing until somebody fills them in."""
    text = "class A:\n    def f(self, state):\n        return 1"
    filled = "class {}:\n    def f(self, state):\n        return state"
    assert faults({"companion.testing.map": text}, [filled.format("TestA(A)")]) == []
    assert faults({"companion.testing.map": text}, [filled.format("TestB")]) != []


# The checker

Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
TESTS = Path(__file__).parents[1]

SIGNATURE_KEPT = {
    "staticmethod",
    "classmethod",
    "property",
    "cached_property",
    "cache",
    "lru_cache",
}
"""Decorators that hand a function nothing of their own."""
BARE_BASES = {"object", "ABC", "Generic", "Protocol", "NamedTuple", "TypedDict", "Exception"}
"""Classes that come from elsewhere and call no method by its name."""


class Found(NamedTuple):
    """A function, with the names of all that it is in: `A.f`, and the scopes that see its name."""

    module: str
    path: str
    node: Function
    inside: ast.AST

    @property
    def is_method(self) -> bool:
        """Whether it stands in a class."""
        return isinstance(self.inside, ast.ClassDef)

    @property
    def named(self) -> list[str]:
        """What it takes, in order, but for `self` and `cls`."""
        told = self.node.args
        places = [*told.posonlyargs, *told.args]
        if self.is_method and "staticmethod" not in map(name_of, self.node.decorator_list):
            places = places[1:]
        many = [one for one in (told.vararg, told.kwarg) if one is not None]
        return [one.arg for one in (*places, *told.kwonlyargs, *many)]


@cache
def texts_of_tests() -> tuple[str, ...]:
    """The texts of all tests: what is made for them is filled in there."""
    return tuple(path.read_text("utf-8") for path in sorted(TESTS.rglob("*.py")))


def faults(texts: Mapping[str, str], subclassed_in: Iterable[str] = ()) -> list[str]:
    """The functions of these modules that take what they do not look at: `module: A.f: state`."""
    trees = {module: ast.parse(text) for module, text in texts.items()}
    every = [one for module, tree in trees.items() for one in functions(module, tree)]
    found = [(one, not_looked_at(one)) for one in every if not is_stub(one.node)]
    demand = Demand(trees, every, {one.node.name for one, unused in found if unused}, subclassed_in)
    return [
        f"{one.module}: {one.path}: {', '.join(unused)}"
        for one, unused in found
        if unused and not demand.of(one)
    ]


def functions(module: str, inside: ast.AST, path: str = "") -> Iterator[Found]:
    """All functions, at whatever depth."""
    for node in own_nodes(inside):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            name = f"{path}{node.name}"
            if isinstance(node, FUNCTIONS):
                yield Found(module, name, node, inside)
            yield from functions(module, node, f"{name}.")


def own_nodes(inside: ast.AST) -> Iterator[ast.AST]:
    """What stands in a module, a class or a function, but not in one that is in it."""
    for node in ast.iter_child_nodes(inside):
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield from own_nodes(node)


def not_looked_at(one: Found) -> list[str]:
    """What a function takes, and never reads."""
    return [name for name in one.named if not any(reads(node, name) for node in one.node.body)]


def reads(node: ast.AST, name: str, called: Collection[int] = ()) -> bool:
    """Whether a name that is bound outside is read here: not one that is bound anew inside.

    Without those nodes that are `called`, by their ids.
    """
    if isinstance(node, ast.Name):
        return node.id == name and isinstance(node.ctx, ast.Load) and id(node) not in called
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return node.target.id == name or reads(node.value, name, called)
    anew = name in bound(node)
    return any(reads(one, name, called) for one in (outside(node) if anew else children(node)))


def children(node: ast.AST) -> list[ast.AST]:
    """What a node is made of."""
    return list(ast.iter_child_nodes(node))


@cache  # The same functions are looked at for one name after another.
def bound(node: ast.AST) -> set[str]:
    """The names that are bound anew in a function or in what is worked out one by one."""
    if isinstance(node, COMPREHENSIONS):
        return stored(one for told in node.generators for one in ast.walk(told.target))
    if not isinstance(node, (*FUNCTIONS, ast.Lambda)):
        return set()
    taken = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    return taken if isinstance(node, ast.Lambda) else taken | stored(own_nodes(node))


def stored(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that nodes give something new."""
    names = (one for one in nodes if isinstance(one, ast.Name))
    return {one.id for one in names if not isinstance(one.ctx, ast.Load)}


def outside(node: ast.AST) -> list[ast.AST]:
    """What of a function, or of what is worked out one by one, is looked at where it stands."""
    if isinstance(node, COMPREHENSIONS):
        return [told.iter for told in node.generators]
    if not isinstance(node, (*FUNCTIONS, ast.Lambda)):
        return children(node)
    given = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
    return given if isinstance(node, ast.Lambda) else [*given, *node.decorator_list]


def is_value(name: str, inside: ast.AST) -> bool:
    """Whether a name that is bound here is read without calling what it names.

    Functions in a class do not see what is bound in it.
    """
    called = called_in(inside)
    seen = children(inside)
    if isinstance(inside, ast.ClassDef):
        seen = [
            one for node in seen for one in ([node], outside(node))[isinstance(node, FUNCTIONS)]
        ]
    return any(reads(node, name, called) for node in seen)


def is_stub(node: Function) -> bool:
    """Whether nothing is done: a docstring, `...`, or an error that is raised."""
    return all(
        isinstance(line, ast.Raise)
        or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        for line in node.body
    )


class Demand:
    """What the signatures of functions are demanded by: uses as a value, methods of that name."""

    def __init__(
        self,
        trees: Mapping[str, ast.Module],
        every: Iterable[Found],
        asked: set[str],
        subclassed_in: Iterable[str],
    ) -> None:
        classes = [node for tree in trees.values() for node in classes_in(tree)]
        self.classes: dict[str, list[ast.ClassDef]] = {}
        for node in classes:
            self.classes.setdefault(node.name, []).append(node)
        tests = map(ast.parse, subclassed_in)
        derived = [node for tree in tests for node in classes_in(tree) if node.bases]
        self.methods = Counter(
            (method.name, *Found("", "", method, node).named)
            for node in [*classes, *derived]
            for method in node.body
            if isinstance(method, FUNCTIONS)
        )
        self.assigned = {
            target.id
            for node in classes
            for line in node.body
            if isinstance(line, ast.Assign)
            for target in line.targets
            if isinstance(target, ast.Name)
        }
        self.made = Counter((one.module, one.path, *one.named) for one in every)
        self.elsewhere = {where for tree in trees.values() for where in handed(tree, asked)}

    def of(self, one: Found) -> bool:
        """Whether somebody says what a function takes."""
        name = one.node.name
        if any(name_of(told) not in SIGNATURE_KEPT for told in one.node.decorator_list):
            return True
        if is_value(name, one.inside) or (one.module, name) in self.elsewhere:
            return True
        if self.made[one.module, one.path, *one.named] > 1:
            return True
        if not isinstance(one.inside, ast.ClassDef):
            return False
        return (
            (name.startswith("__") and name != "__init__")
            or self.methods[name, *one.named] > 1
            or name in self.assigned
            or self.overrides(one.inside, name)
            or ("", name) in self.elsewhere
        )

    def overrides(self, node: ast.ClassDef, name: str) -> bool:
        """Whether a class has a method of that name from one of those that it is built on."""
        if name == "__init__":
            return False
        for base in map(name_of, node.bases):
            if base not in self.classes and base not in BARE_BASES:
                return True  # Of a library, and it may call any method.
            for above in self.classes.get(base, ()):
                own = (told.name for told in above.body if isinstance(told, FUNCTIONS))
                if above is not node and (name in own or self.overrides(above, name)):
                    return True
        return False


def classes_in(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """All classes of a module."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def handed(tree: ast.Module, asked: set[str]) -> Iterator[tuple[str, str]]:
    """What a module uses as a value of another, of the names that are asked about: its module and
    its name; of what may be anything's attribute, the name alone."""
    nodes = list(ast.walk(tree))
    imported = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for name, where in imported.items():
        if where[1] in asked and is_value(name, tree):
            yield where
    called = called_in(tree)
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in asked and id(node) not in called:
            yield "", node.attr
            base, _, last = ast.unparse(node.value).rpartition(".")
            package, name = imported.get(last, (base, last))
            yield f"{package}.{name}", node.attr
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ":" in node.value:
            module, _, name = node.value.partition(":")
            yield module, name


@cache
def called_in(node: ast.AST) -> frozenset[int]:
    """What is called somewhere in a node, by the ids of the nodes that name it."""
    return frozenset(id(one.func) for one in ast.walk(node) if isinstance(one, ast.Call))


def name_of(node: ast.expr) -> str:
    """The last name of a base or a decorator: `Game` for `game.Game[State]`."""
    while isinstance(node, (ast.Subscript, ast.Call)):
        node = node.value if isinstance(node, ast.Subscript) else node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
