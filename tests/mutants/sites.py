"""Places where the program can be changed by a little, and what it is then.

A site is a comparison, a refusal, a constant or a call whose value nobody uses; the change turns
the comparison around, leaves out the refusal or the call, or makes the constant another one.
"""

import ast
import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType
from typing import NamedTuple

AREAS = {
    "rules": "companion/games",
    "core": "companion/core",
    "plays": "companion/table/plays",
    "store": "companion/store",
    "import": "companion/exchange",
    "statistics": "companion/stats",
}
"""What is changed; undo is in `plays`."""

TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Site(NamedTuple):
    """One place: the `number`-th of its file, what kind it is, its lines, and its text."""

    path: str
    number: int
    kind: str
    first: int
    last: int
    text: str

    @property
    def area(self) -> str:
        """Which of `AREAS` it is in."""
        return next(name for name, folder in AREAS.items() if self.path.startswith(f"{folder}/"))


class _Place(NamedTuple):
    kind: str
    node: ast.AST
    change: Callable[[], None]


def chosen_sites(count: int, seed: int, below: str = "") -> list[Site]:
    """About so many sites, the same for the same seed: from each area a share by its size.

    A site is chosen for its own text, so that a change elsewhere in the program leaves nearly the
    same choice.
    """

    def rank(site: Site) -> str:
        return hashlib.sha256(f"{seed} {site.path} {site.text} {site.number}".encode()).hexdigest()

    areas = [
        [
            site
            for path in sorted(Path(folder).rglob("*.py"))
            if str(path).startswith(below)
            for site in sites_in(str(path))
        ]
        for folder in AREAS.values()
    ]
    share = count / (sum(map(len, areas)) or 1)
    # Of ten changes nothing could be concluded: a small area gets more than its share.
    return [
        site
        for area in areas
        for site in sorted(area, key=rank)[: max(round(len(area) * share), count // 10)]
    ]


def sites_in(path: str) -> list[Site]:
    """All sites of a file, in the order of its text.

    What runs at import, such as the declaration of a verb, has none: the program is changed when
    all of it is imported.
    """
    tree = ast.parse(Path(path).read_text("utf-8"))
    return [
        Site(path, number, place.kind, *_lines(place.node), _short(place.node))
        for number, place in enumerate(_places(tree, False))
    ]


def changed_code(site: Site) -> tuple[list[tuple[CodeType, CodeType]], str]:
    """All code of the module, each as it was and as it becomes; and the change in words."""
    source = Path(site.path).read_text("utf-8")
    tree = ast.parse(source)
    place = next(
        place for number, place in enumerate(_places(tree, False)) if number == site.number
    )
    place.change()
    after = "left out" if place.kind in ("refusal", "call") else _short(place.node)
    codes = [
        compile(it, site.path, "exec", dont_inherit=True)
        for it in (source, ast.fix_missing_locations(tree))
    ]
    return list(_paired(*codes)), f"{site.text} → {after}"


def _paired(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    yield old, new
    inner = [[it for it in code.co_consts if isinstance(it, CodeType)] for code in (old, new)]
    left = iter(inner[1])
    following = next(left, None)
    for code in inner[0]:
        # A call that was left out may have taken a lambda with it.
        if following is not None and code.co_name == following.co_name:
            yield from _paired(code, following)
            following = next(left, None)


def _places(node: ast.AST, inside: bool) -> Iterator[_Place]:
    """The places below a node; only those `inside` a function count."""
    if inside:
        yield from _expressions(node)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "format_spec"):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue  # `zip(…, strict=True)` says what is so anyway
        within = inside or (name == "body" and isinstance(node, ast.FunctionDef | ast.Lambda))
        if not isinstance(value, list):
            if isinstance(value, ast.AST):
                yield from _places(value, within)
            continue
        for index, child in enumerate(value):
            if within and isinstance(child, ast.stmt):
                yield from _statements(value, index, child)
            if isinstance(child, ast.AST):
                yield from _places(child, within)


def _expressions(node: ast.AST) -> Iterator[_Place]:
    match node:
        case ast.Compare(ops=[op, *others]) if type(op) in TURNED:
            yield _Place(
                "comparison", node, lambda: setattr(node, "ops", [TURNED[type(op)](), *others])
            )
        case ast.BoolOp(op=op):
            yield _Place("comparison", node, lambda: setattr(node, "op", TURNED[type(op)]()))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            twice = ast.UnaryOp(ast.Not(), operand)
            yield _Place("comparison", node, lambda: setattr(node, "operand", twice))
        case ast.Constant(value=bool() as value):
            yield _Place("constant", node, lambda: setattr(node, "value", not value))
        case ast.Constant(value=int() as value):
            yield _Place("constant", node, lambda: setattr(node, "value", value + 1))


def _statements(body: list[ast.AST], index: int, child: ast.stmt) -> Iterator[_Place]:
    def leave_out() -> None:
        # Still there for the compiler, which gives the function the same free variables.
        body[index] = ast.copy_location(ast.If(ast.Constant(False), [child], []), child)

    match child:
        case ast.Raise():
            yield _Place("refusal", child, leave_out)
        case ast.Expr(value=ast.Call(func=func)):
            name = ast.unparse(func).rpartition(".")[2].lstrip("_")
            refuses = name.startswith(("refuse", "require"))
            yield _Place("refusal" if refuses else "call", child, leave_out)


def _lines(node: ast.AST) -> Sequence[int]:
    return node.lineno, node.end_lineno or node.lineno  # type: ignore[attr-defined]


def _short(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 90 else f"{text[:87]}..."
