"""What entries look like as JSON Schema: made of the same checkers that find damaged logs out.

A checker carries what it asks for, as a function that makes the schema (`with_schema`,
`json_schema`): nothing is made before somebody wants to see it. What data has to be as a whole
(`shapes.TOGETHER`) no schema can say; it stays the checker's own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

C = TypeVar("C", bound=Callable[..., Any])
Schema = Mapping[str, Any] | bool
"""A JSON Schema (draft 2020-12)."""
Fields = Iterable[tuple[str, Callable[..., Any], bool]]
"""The keys of an entry's data, their checkers, and whether they have to be."""

URN = "urn:companion:format:"
"""What the `$id` of every format begins with; its name follows."""
_CARRIED = "asks_for"


def with_schema(checker: C, make: Callable[[], Schema]) -> C:
    """Have a checker say in JSON Schema what it asks for; the checker."""
    checker.__dict__[_CARRIED] = make
    return checker


def json_schema(**schema: Any) -> Callable[[C], C]:
    """For a checker that is written by hand: what it asks for. Its docstring says what that is."""
    return lambda checker: with_schema(checker, lambda: schema)


def schema_of(checker: Callable[..., Any]) -> Schema:
    """What a checker asks for. Raises TypeError for one that does not say."""
    make = checker.__dict__.get(_CARRIED)
    if make is None:
        raise TypeError(f"{checker.__qualname__} does not say in JSON Schema what it asks for")
    schema: Schema = make()
    if isinstance(schema, bool) or checker.__doc__ is None:
        return schema
    return {**schema, "description": " ".join(checker.__doc__.split())}


def object_schema(fields: Fields) -> dict[str, Any]:
    """An object with these keys and no others: what is written here has no others."""
    named = [(key, schema_of(checker), required) for key, checker, required in fields if key]
    must = [key for key, _, required in named if required]
    return {
        "type": "object",
        "properties": {key: schema for key, schema, _ in named},
        **({"required": must} if must else {}),
        "additionalProperties": False,
    }


def tuple_schema(checkers: Sequence[Callable[..., Any]]) -> dict[str, Any]:
    """A list of exactly these."""
    count = len(checkers)
    if len(set(checkers)) == 1:
        items = schema_of(checkers[0])
        return {"type": "array", "items": items, "minItems": count, "maxItems": count}
    each = [schema_of(checker) for checker in checkers]
    return {"type": "array", "prefixItems": each, "items": False, "minItems": count}


def kinds_of(shapes: Mapping[str, Fields]) -> dict[str, Schema]:
    """The data of each kind that is in a table of shapes made ready (`shapes.merged`)."""
    return {kind: _data(tuple(fields)) for kind, fields in shapes.items()}


def _data(fields: tuple[tuple[str, Callable[..., Any], bool], ...]) -> Schema:
    """What the data of a kind is; False where there can be no such entry."""
    together = [checker for key, checker, _ in fields if not key]
    if any(checker.__dict__.get(_CARRIED, _anything)() is False for checker in together):
        return False
    return object_schema(fields)


def _anything() -> Schema:
    return True
