"""The format of a log, by kind of entry, and the check for damaged entries.

A file that is valid JSON may still be damaged: a bit has flipped, or somebody edited it. So every
entry is checked against the shape of its kind before it is used.

    SHARED = {"points.gained": {"seat": SEAT, "points": WHOLE}, …}

A shape names the keys that an entry's data has, and a checker for each; a key that ends in `?` may
be missing. Other keys are accepted, as a newer companion may add some; unknown kinds are left to
`apply`, which knows them or raises TooNew.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, get_origin

from companion.core.event import REDONE, UNDONE, Event, is_time
from companion.core.names import is_text, short
from companion.core.play import HIGHEST_AMOUNT, JOINED, STARTED
from companion.core.schemas import json_schema, object_schema, schema_of, tuple_schema, with_schema
from companion.core.seats import PlayerSeat
from companion.core.value import Value


class Context(Value):
    """What the entries of one play may refer to: its number of seats, and these handles."""

    seats: int
    handles: frozenset[str]

    @classmethod
    def at(cls, seats: Sequence[PlayerSeat]) -> "Context":
        """Return the context of a play at a table."""
        return cls(len(seats), frozenset(seat.key for seat in seats))

    def with_handles(self, handles: Iterable[str]) -> "Context":
        """Return the context with more seats, of these handles."""
        more = tuple(handles)
        return Context(self.seats + len(more), self.handles.union(more))


Wrong = tuple[str, Any]
"""Where in a value something is wrong (`[0]`, `.target`; empty: all of it), and what is there."""
Checker = Callable[[Any, Context], Wrong | None]
"""Returns what is wrong with a value; None if nothing is."""
Shape = Mapping[str, Checker]
"""The keys of an entry's data. `TOGETHER` is the checker of all the data, after every key."""
Shapes = Mapping[str, tuple[tuple[str, Checker, bool], ...]]
"""Shapes prepared by `merged`: by kind, the keys, their checkers, and whether they are required."""

TOGETHER = ""
LARGEST_WHOLE = 10**9
_MISSING = object()


# Single values


def whole_from(least: int, most: int) -> Checker:
    """A whole number from `least` to `most`."""

    def check(value: Any, context: Context) -> Wrong | None:
        return None if type(value) is int and least <= value <= most else ("", value)

    return with_schema(check, lambda: {"type": "integer", "minimum": least, "maximum": most})


WHOLE = whole_from(-LARGEST_WHOLE, LARGEST_WHOLE)
"""A whole number; none is so large that it cannot be printed."""
COUNT = whole_from(0, LARGEST_WHOLE)
AMOUNT = whole_from(0, HIGHEST_AMOUNT)


@json_schema(type="integer", minimum=0)
def SEAT(value: Any, context: Context) -> Wrong | None:
    """A seat of this play, from 0."""
    return None if type(value) is int and 0 <= value < context.seats else ("", value)


@json_schema(type="integer", minimum=2)
def ENTRY(value: Any, context: Context) -> Wrong | None:
    """The number of an entry that can be taken back: any but the first."""
    return None if type(value) is int and value > 1 else ("", value)


@json_schema(type="string")
def TEXT(value: Any, context: Context) -> Wrong | None:
    """A text, which may be empty."""
    return None if type(value) is str else ("", value)


@json_schema(type="string", minLength=1)
def NAME(value: Any, context: Context) -> Wrong | None:
    """A text that is not empty."""
    return None if type(value) is str and value else ("", value)


@json_schema(type="string", minLength=1)
def PLAYER(value: Any, context: Context) -> Wrong | None:
    """What a player is called: a name, in which no half of a character is."""
    fine = type(value) is str and value and (value.isprintable() or is_text(value))
    return None if fine else ("", value)


@json_schema(type="string", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
def MOMENT(value: Any, context: Context) -> Wrong | None:
    """A time in UTC, as `2026-11-22T21:30:00Z`."""
    return None if type(value) is str and is_time(value) else ("", value)


@json_schema(type="boolean")
def FLAG(value: Any, context: Context) -> Wrong | None:
    """True or false."""
    return None if type(value) is bool else ("", value)


# Values made of others


def one_of(*values: str) -> Checker:
    """One of these texts."""

    def check(value: Any, context: Context) -> Wrong | None:
        return None if type(value) is str and value in values else ("", value)

    return with_schema(check, lambda: {"enum": list(values)})


def maybe(checker: Checker) -> Checker:
    """Null, or what the checker asks for."""

    def check(value: Any, context: Context) -> Wrong | None:
        return None if value is None else checker(value, context)

    return with_schema(check, lambda: {"anyOf": [schema_of(checker), {"type": "null"}]})


def list_of(checker: Checker) -> Checker:
    """A list of as many as there are, all alike."""

    def check(value: Any, context: Context) -> Wrong | None:
        if type(value) is not list:
            return "", value
        for place, item in enumerate(value):
            if (wrong := checker(item, context)) is not None:
                return f"[{place}]{wrong[0]}", wrong[1]
        return None

    return with_schema(check, lambda: {"type": "array", "items": schema_of(checker)})


def some_of(checker: Checker) -> Checker:
    """A list of at least one, all alike."""
    items = list_of(checker)

    def check(value: Any, context: Context) -> Wrong | None:
        return ("", value) if value == [] else items(value, context)

    return with_schema(check, lambda: {"type": "array", "items": schema_of(checker), "minItems": 1})


def tuple_of(*checkers: Checker) -> Checker:
    """A list of exactly these."""
    numbered = tuple(enumerate(checkers))

    def check(value: Any, context: Context) -> Wrong | None:
        if type(value) is not list or len(value) != len(numbered):
            return "", value
        for place, checker in numbered:
            if (wrong := checker(value[place], context)) is not None:
                return f"[{place}]{wrong[0]}", wrong[1]
        return None

    return with_schema(check, lambda: tuple_schema(checkers))


def each_seat(checker: Checker) -> Checker:
    """A list of one for each seat."""
    items = list_of(checker)

    def check(value: Any, context: Context) -> Wrong | None:
        if type(value) is list and len(value) != context.seats:
            return "", value
        return items(value, context)

    return with_schema(check, lambda: {"type": "array", "items": schema_of(checker)})


def mapping_of(key: Checker, checker: Checker) -> Checker:
    """An object of as many keys as there are, all alike."""

    def check(value: Any, context: Context) -> Wrong | None:
        if type(value) is not dict:
            return "", value
        for name, item in value.items():
            if key(name, context) is not None:
                return "", value
            if (wrong := checker(item, context)) is not None:
                return f".{name}{wrong[0]}", wrong[1]
        return None

    return with_schema(
        check,
        lambda: {
            "type": "object",
            "propertyNames": schema_of(key),
            "additionalProperties": schema_of(checker),
        },
    )


def object_of(shape: Shape) -> Checker:
    """An object with the keys of a shape."""
    fields = _fields(shape)

    def check(value: Any, context: Context) -> Wrong | None:
        if type(value) is not dict:
            return "", value
        wrong = _misfit(value, fields, context)
        return None if wrong is None else (f".{wrong[0]}" if wrong[0] else "", wrong[1])

    return with_schema(check, lambda: object_schema(fields))


def _fields(shape: Shape) -> tuple[tuple[str, Checker, bool], ...]:
    return tuple(
        (key.removesuffix("?"), checker, not key.endswith("?")) for key, checker in shape.items()
    )


def shape_of(record: type[Any]) -> Shape:
    """Return the fields of a fact, a TypedDict or a named tuple, with their checkers."""
    types: dict[str, Any] = {}
    for base in reversed(record.__mro__):
        types |= getattr(base, "__annotations__", {})
    fields: Iterable[str] = getattr(record, "fields", types)
    defaults: Iterable[str] = ()
    for name in ("defaults", "_field_defaults", "__optional_keys__"):
        defaults = getattr(record, name, defaults)
    return {
        f"{name}?" if name in defaults else name: _carried(record, name, types[name])
        for name in fields
    }


def _carried(record: type[Any], name: str, type_: Any) -> Checker:
    """Return the checker in the type of a field: `Annotated[int, SEAT]`."""
    while not hasattr(type_, "__metadata__") and get_origin(type_) is not None:
        type_ = type_.__args__[0]  # NotRequired[Annotated[…]]
    carried: tuple[Any, ...] = getattr(type_, "__metadata__", ())
    if not carried or not callable(carried[0]):
        raise ValueError(
            f"{record.__name__}.{name} does not say how it is checked. It is annotated so: "
            "`Annotated[int, SEAT]`, without `from __future__ import annotations`."
        )
    checker: Checker = carried[0]
    return checker


def _misfit(
    data: Mapping[str, Any], fields: Sequence[tuple[str, Checker, bool]], context: Context
) -> Wrong | None:
    for key, checker, required in fields:
        if key == TOGETHER:
            return checker(data, context)  # The last key has the problem, and names it itself.
        if key in data:
            if (wrong := checker(data[key], context)) is not None:
                return f"{key}{wrong[0]}", wrong[1]
        elif required:
            return key, _MISSING
    return None


def apart(value: Any, context: Context) -> Wrong | None:
    """Seats, at least one, whose handles are all different."""
    return None if 0 < context.seats == len(context.handles) else ("seats", value["seats"])


def _no_points(value: Any, context: Context) -> Wrong | None:
    return "points", value.get("points")


with_schema(_no_points, lambda: False)
POINTLESS: Mapping[str, Shape] = {
    kind: {TOGETHER: _no_points} for kind in ("points.gained", "points.lost", "points.set")
}
"""In a game without points, no entry is about points."""


@json_schema()
def ANYTHING(value: Any, context: Context) -> Wrong | None:
    """Whatever JSON can be."""
    return None


SHARED: Mapping[str, Shape] = {
    "play.started": {
        "game": NAME,
        "seats": list_of(object_of({"name": PLAYER, "handle": PLAYER})),
        "first": SEAT,
        "options": mapping_of(TEXT, ANYTHING),
        "drawn?": list_of(one_of("seats", "first")),
        "renames?": COUNT,
        TOGETHER: apart,
    },
    "points.gained": {"seat": SEAT, "points": WHOLE},
    "points.lost": {"seat": SEAT, "points": WHOLE},
    "points.set": {"seat": SEAT, "points": WHOLE},
    "marker.passed": {},
    "marker.given": {"seat": SEAT, "drawn?": FLAG},
    "round.ended": {"why": TEXT, "first?": maybe(SEAT)},
    "play.finished": {"winners": list_of(SEAT), "why": TEXT},
    "play.abandoned": {},
    "seat.renamed": {"seat": SEAT, "name": PLAYER, "renames?": COUNT},
    "play.edited": {
        "place?": TEXT,
        "comment?": TEXT,
        "started?": MOMENT,
        "ended?": MOMENT,
        "minutes?": AMOUNT,
        "renames?": COUNT,
    },
    "play.deleted": {},
    "play.restored": {},
    "time.noted": {
        "total": whole_from(0, LARGEST_WHOLE),
        "seats?": each_seat(whole_from(0, LARGEST_WHOLE)),
        "from?": whole_from(1, LARGEST_WHOLE),
        "add?": whole_from(1, LARGEST_WHOLE),
    },
    "roll.noted": {
        "rolls": some_of(
            object_of({"dice": NAME, "faces": some_of(WHOLE), "kept": list_of(WHOLE), "sum": WHOLE})
        )
    },
    "action.undone": {"action": ENTRY},
    "action.redone": {"action": ENTRY},
}
"""The shapes of entries in every game. A game may require more, and adds its own kinds."""


def merged(own: Mapping[str, Shape]) -> Shapes:
    """Merge a game's own shapes into the shared ones, key by key, prepared for `misfit`."""
    together: dict[str, tuple[tuple[str, Checker, bool], ...]] = {}
    for kind in {**SHARED, **own}:
        fields = {field[0]: field for field in _fields(SHARED.get(kind, {}))}
        fields |= {field[0]: field for field in _fields(own.get(kind, {}))}
        together[kind] = tuple(sorted(fields.values(), key=lambda field: field[0] == TOGETHER))
    return together


def misfit(event: Event, shapes: Shapes, context: Context) -> str | None:
    """Return what is wrong with an entry, in a few words; None if it has the shape of its kind."""
    fields = shapes.get(event.kind)
    if fields is None:
        return None
    wrong = _misfit(event.data, fields, context)
    return None if wrong is None else _describe(*wrong)


def first_misfit(events: Sequence[Event], shapes: Shapes) -> tuple[int, str] | None:
    """Return the place of the first invalid entry of a play, and the problem; None if all are
    valid.
    """
    context = _context(events[0])
    entries: set[int] = set()
    undone: set[int] = set()
    joined: dict[int, str] = {}
    began = context
    number = 0
    for place, event in enumerate(events):
        _, action, kind, data, *_ = event
        fields = shapes.get(kind)
        if fields is not None and (wrong := _misfit(data, fields, context)) is not None:
            return place, _describe(*wrong)
        if action != number:
            number += 1
            if action != number:
                return place, f"it should be entry {number}"
        if kind in (UNDONE, REDONE):
            changed = data["action"]
            if changed not in entries or (changed in undone) is (kind == UNDONE):
                return place, _describe("action", changed)
            (undone.add if kind == UNDONE else undone.remove)(changed)
            if changed in joined:
                context = began.with_handles(joined[it] for it in joined if it not in undone)
        elif (kind == STARTED) is not (place == 0):
            return place, "a play begins with it, and only once"
        else:
            entries.add(number)
            if kind == JOINED:
                joined[number] = data["handle"]
                context = began.with_handles(joined[it] for it in joined if it not in undone)
    return None


def _context(started: Event) -> Context:
    """Return the context from a play's first entry; an empty one if that is damaged, as no shape
    fits it.
    """
    seats = started.data.get("seats")
    if type(seats) is not list or not all(type(seat) is dict for seat in seats):
        return Context(0, frozenset())
    handles = [seat.get("handle") for seat in seats]
    return Context(len(seats), frozenset(handle for handle in handles if type(handle) is str))


def _describe(key: str, value: Any) -> str:
    verb = "are" if key.endswith(("s", "dice")) else "is"
    if value is _MISSING:
        return f"its {key} {verb} missing"
    from json import dumps  # only when there is a problem

    return f"its {key} {verb} {short(dumps(value, ensure_ascii=False))}"
