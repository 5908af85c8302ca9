"""What `table --json` looks like: the keys that every game has, and what a document lacks."""

from collections.abc import Iterator
from typing import Any

SHARED: dict[str, Any] = {
    "play": str,
    "group": str,
    "game": str,
    "title": str,
    "status": str,
    "round": int,
    "phase": (str, None),
    "first_player": (str, None),
    "turn": (str, None),
    "players": [{"name": str, "seat": int, "score": (int, None)}],
    "winners": [str],
    "todo": [str],
    "entries": int,
}


def mistakes(value: Any, shape: Any, where: str = "") -> Iterator[str]:
    """Where a JSON value is not of a shape.

    A shape is a type, a tuple of shapes (any of them; None for null), a list of one shape, or a
    dictionary of shapes: more keys are allowed, as the contract says.
    """
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            yield f"{where}: {value!r} is no object"
            return
        for key, inner in shape.items():
            if key in value:
                yield from mistakes(value[key], inner, f"{where}.{key}")
            else:
                yield f"{where} lacks {key}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where}: {value!r} is no list"
            return
        for number, item in enumerate(value):
            yield from mistakes(item, shape[0], f"{where}[{number}]")
    elif isinstance(shape, tuple):
        if all(next(mistakes(value, choice), None) for choice in shape):
            yield f"{where}: {value!r} is none of {shape}"
    elif shape is None:
        if value is not None:
            yield f"{where}: {value!r} is not null"
    elif type(value) is not shape:
        yield f"{where}: {value!r} is no {shape.__name__}"
