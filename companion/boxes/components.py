"""The components of a game, from its data file `components.toml`: what every box holds as it came.

    [[item]]
    part = "Icon cards"
    id = "{number}"
    title = "Card {number}"
    each = { number = "6..54" }

At the top stand the game's `title`, and `differ = true` where no two boxes of it are alike. `each`
makes one item for every value, or every combination of values, in that order. `count` is
how many are alike (1 where nothing is said), `"any"` where the rulebook gives no number. Cards have
codes unless `coded` says otherwise, other things have none.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from companion.core.inventory import FIGURES, Component, Figure, figure_named

_ID = re.compile(r"[a-z0-9#][a-z0-9.#-]{0,59}")
_RANGE = re.compile(r"(\d{1,4})\.\.(\d{1,4})")
_KINDS = ("card", "die", "piece")
_TEXTS = ("id", "title", "part")
_KNOWN = {*_TEXTS, "kind", "count", "status", "coded", "expected", "blank", "net", "figure", "each"}
_FACES = 6


class BoxKind(NamedTuple):
    """A game's title, and whether its boxes `differ`, so that each has a log and a name."""

    title: str
    differ: bool


class Components(NamedTuple):
    """A game's title, and what every new box of it holds."""

    title: str
    items: tuple[Component, ...]


def components(data: Mapping[str, Any]) -> Components:
    """The components that a data file lists. Raises ValueError with what is wrong with it."""
    kind, records = kind_of(data), data.get("item")
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise ValueError("it lists no items")
    items = {}
    for item in (item for record in records for item in _items(record)):
        if item.id in items:
            raise ValueError(f"the item “{item.id}” is in it twice")
        items[item.id] = item
    return Components(kind.title, tuple(items.values()))


def kind_of(data: Mapping[str, Any]) -> BoxKind:
    """The kind of boxes that a data file describes, without their components. Raises ValueError."""
    title = data.get("title")
    if not isinstance(title, str) or not title:
        raise ValueError("it has no title")
    return BoxKind(title, data.get("differ") is True)


def _items(record: Mapping[str, Any]) -> Iterator[Component]:
    unknown = next((key for key in record if key not in _KNOWN), None)
    if unknown is not None:
        raise ValueError(f"an item has “{unknown}”, which means nothing")
    if not all(isinstance(record.get(key), str) and record[key] for key in _TEXTS):
        raise ValueError(f"an item lacks one of {', '.join(_TEXTS)}")
    kind = record.get("kind", "card")
    if kind not in _KINDS:
        raise ValueError(f"the kind “{kind}” is none of {', '.join(_KINDS)}")
    for values in _combinations(record.get("each", {})):
        item_id, title = (_filled(record[key], values) for key in ("id", "title"))
        if not _ID.fullmatch(item_id):
            raise ValueError(f"“{item_id}” cannot stand in a code")
        yield Component(
            item_id,
            title,
            record["part"],
            kind,
            _count(record.get("count", 1)),
            status=str(record.get("status", "")),
            net=_net(record.get("net", ())),
            coded=bool(record.get("coded", kind == "card")),
            expected=bool(record.get("expected", True)),
            blank=bool(record.get("blank", False)),
            figure=_figure(_filled(str(record.get("figure", "")), values)),
        )


def _filled(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _combinations(each: Any) -> Iterator[dict[str, str]]:
    if not isinstance(each, dict):
        raise ValueError("`each` is not a table of values")
    names, values = list(each), [_values(value) for value in each.values()]
    for combination in product(*values):
        yield dict(zip(names, combination, strict=True))


def _values(data: Any) -> Sequence[str]:
    """The values of a list, or of a range such as `6..54`, both ends included."""
    if isinstance(data, list) and all(isinstance(value, str) for value in data):
        return data
    ends = _RANGE.fullmatch(data) if isinstance(data, str) else None
    if ends is None:
        raise ValueError(f"`each` is {data!r}, not a list of texts, or a range such as 6..54")
    return [str(number) for number in range(int(ends[1]), int(ends[2]) + 1)]


def _count(value: Any) -> int | None:
    if value == "any":
        return None
    if type(value) is not int or value < 1:
        raise ValueError(f"{value!r} is not a number of things")
    return value


def _figure(name: str) -> Figure | None:
    found = figure_named(name)
    if name and found is None:
        raise ValueError(f"the figure “{name}” is none of {', '.join(FIGURES)}")
    return found


def _net(faces: Any) -> tuple[str, ...]:
    if faces and (len(faces) != _FACES or not all(isinstance(face, str) for face in faces)):
        raise ValueError("a net has six faces")
    return tuple(faces)
