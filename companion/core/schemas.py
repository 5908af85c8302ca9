"""JSON Schemas of entries, made from the same checkers that recognize damaged logs.

A checker carries a function that makes its schema (`with_schema`, `json_schema`): nothing is made
before it is needed. A schema cannot express conditions on data as a whole (`shapes.TOGETHER`); only
the checker tests them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

C = TypeVar("C", bound=Callable[..., Any])
Schema = Mapping[str, Any] | bool
"""A JSON Schema (draft 2020-12)."""
Fields = Iterable[tuple[str, Callable[..., Any], bool]]
"""The keys of an entry's data, their checkers, and whether they are required."""

URN = "urn:companion:format:"
"""The beginning of the `$id` of every format; its name follows."""
_CARRIED = "asks_for"


def with_schema(checker: C, make: Callable[[], Schema]) -> C:
    """Attach the function that makes its JSON Schema to a checker; return the checker."""
    checker.__dict__[_CARRIED] = make
    return checker


def json_schema(**schema: Any) -> Callable[[C], C]:
    """Attach a schema to a hand-written checker. Its docstring becomes the description."""
    return lambda checker: with_schema(checker, lambda: schema)


def schema_of(checker: Callable[..., Any]) -> Schema:
    """Return the schema of a checker. Raises TypeError for one without a schema."""
    make = checker.__dict__.get(_CARRIED)
    if make is None:
        raise TypeError(f"{checker.__qualname__} does not say in JSON Schema what it asks for")
    schema: Schema = make()
    if isinstance(schema, bool) or checker.__doc__ is None:
        return schema
    return {**schema, "description": " ".join(checker.__doc__.split())}


def object_schema(fields: Fields) -> dict[str, Any]:
    """Return the schema of an object with exactly these keys."""
    named = [(key, schema_of(checker), required) for key, checker, required in fields if key]
    must = [key for key, _, required in named if required]
    return {
        "type": "object",
        "properties": {key: schema for key, schema, _ in named},
        **({"required": must} if must else {}),
        "additionalProperties": False,
    }


def tuple_schema(checkers: Sequence[Callable[..., Any]]) -> dict[str, Any]:
    """Return the schema of a list of exactly these."""
    count = len(checkers)
    if len(set(checkers)) == 1:
        items = schema_of(checkers[0])
        return {"type": "array", "items": items, "minItems": count, "maxItems": count}
    each = [schema_of(checker) for checker in checkers]
    return {"type": "array", "prefixItems": each, "items": False, "minItems": count}


def kinds_of(shapes: Mapping[str, Fields]) -> dict[str, Schema]:
    """Return the data of each kind in a prepared table of shapes (`shapes.merged`)."""
    return {kind: _data(tuple(fields)) for kind, fields in shapes.items()}


def _data(fields: tuple[tuple[str, Callable[..., Any], bool], ...]) -> Schema:
    """Return the schema of the data of a kind; False if there can be no such entry."""
    together = [checker for key, checker, _ in fields if not key]
    if any(checker.__dict__.get(_CARRIED, _anything)() is False for checker in together):
        return False
    return object_schema(fields)


def _anything() -> Schema:
    return True
