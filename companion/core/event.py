"""Events: recorded facts, one each, in a form that outlives this program.

A *draft* is a fact to be recorded; it becomes an *event* when a log gives it its number, its action
and its time. Only JSON primitives go in, so that a log can be read by anything.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.value import Value
from companion.errors import Illegal

_ANY_DIGIT = str.maketrans("123456789", "000000000")

UNDONE = "action.undone"
REDONE = "action.redone"
MADE = "copy.made"
"""The first kind in the log of a box."""
CHANGED = "copy.changed"
"""A box of which a group may have several was renamed, or its owner is known."""
RENAMED = "seat.renamed"
EDITED = "play.edited"
"""A correction of the place or time of a play."""
DELETED = "play.deleted"
"""The play is removed from lists and statistics."""
RESTORED = "play.restored"
RENAMES = "renames"
"""The key, in a group's document and wherever names are entered, for the group's count of renames
so far: it orders events within a second, too.
"""
ADMIN_KINDS = frozenset({RENAMED, EDITED, DELETED, RESTORED})
"""Facts from outside the table: the plain undo passes over them."""


class Draft(Value):
    """A fact to record: `kind` is `noun.past_verb`, `data` holds JSON primitives only."""

    kind: str
    data: Mapping[str, Any]


def with_renames(renames: int) -> dict[str, int]:
    """Return the key of what is entered after so many renames; empty before the first."""
    return {RENAMES: renames} if renames else {}


class House(Value):
    """Why a table overruled the rulebook, and which rules were overruled."""

    why: str
    rules: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """A house rule as a line of an answer."""
        against = f" (against {', '.join(self.rules)})" if self.rules else ""
        return f"House rule{against}: {self.why}"


class Source(Value):
    """The origin of an entry made on a phone: the player, the id it was sent under, and the phone's
    mark, which does not reveal its key.

    The sender makes the id, and may send twice: what the log has under it is not entered again.
    """

    by: str = ""
    id: str = ""
    phone: str = ""


_SOURCE = ("by", "sent", "phone")
_USUAL_KEYS = 5
"""Keys of an entry without a house rule, from the keyboard."""
KEYBOARD = Source()
"""From the keyboard of the device that has the log."""


class Event(NamedTuple):
    """One recorded fact: its number, the action it belongs to, what, and when (UTC)."""

    seq: int
    action: int
    kind: str
    data: Mapping[str, Any]
    at: str
    house: House | None = None
    source: Source = KEYBOARD

    @property
    def fact(self) -> "Event":
        """The event without its origin, which printed codes do not hold."""
        return self._replace(source=KEYBOARD)

    def to_json(self) -> dict[str, Any]:
        """Return the event as a JSON object; `house` only if a house rule was used, `by`, `sent`
        and `phone` only if it was entered on a phone.
        """
        record: dict[str, Any] = {
            "seq": self.seq,
            "action": self.action,
            "kind": self.kind,
            "data": dict(self.data),
            "at": self.at,
        }
        if self.house is not None:
            record["house"] = {"why": self.house.why, "rules": list(self.house.rules)}
        if self.source.by:
            record["by"] = self.source.by
        if self.source.id:
            record["sent"] = self.source.id
        if self.source.phone:
            record["phone"] = self.source.phone
        return record

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Event":
        """Return the event of a JSON object. Raises ValueError for anything else."""
        try:
            seq, action, kind = record["seq"], record["action"], record["kind"]
            data, at = record["data"], record["at"]
            house_rule, source = None, KEYBOARD
            if len(record) > _USUAL_KEYS:
                house = record.get("house")
                house_rule = None if house is None else _house(house["why"], house["rules"])
                source = KEYBOARD if record.keys().isdisjoint(_SOURCE) else _source(record)
        except (KeyError, TypeError, AttributeError) as problem:
            raise ValueError(f"not an event: {problem!r}") from None
        numbers_fine = type(seq) is int and type(action) is int
        texts_fine = type(kind) is str and type(at) is str
        if not (numbers_fine and texts_fine and type(data) is dict):
            raise ValueError(f"not an event: {dict(record)!r}")
        if not is_time(at):
            raise ValueError(f"not an event: {at!r} is no time")
        return cls(seq, action, kind, data, at, house_rule, source)


def is_time(at: str) -> bool:
    """Whether that is a time as logs write it, on a day of the calendar: `2026-11-22T21:30:00Z`."""
    return _is_date(at[:10]) and _is_clock(at[10:])


# A long history has many times on the same days and at the same seconds. No pattern is used: making
# one would take a while at every start.
@lru_cache(100_000)
def _is_date(text: str) -> bool:
    if text.translate(_ANY_DIGIT) != "0000-00-00" or not "01" <= text[5:7] <= "12":
        return False
    if "01" <= text[8:] <= "28" and text[:4] != "0000":
        return True  # all months have these days
    from companion.core.dates import date_of, day_number

    day = int(text[:4]), int(text[5:7]), int(text[8:])
    return min(day) > 0 and date_of(day_number(*day)) == day


@lru_cache(100_000)
def _is_clock(text: str) -> bool:
    is_written_so = text.translate(_ANY_DIGIT) == "T00:00:00Z"
    return is_written_so and text[1:3] <= "23" and text[4:6] <= "59" and text[7:9] <= "59"


def _source(record: Mapping[str, Any]) -> Source:
    by, sent, phone = (record.get(key, "") for key in _SOURCE)
    if type(by) is not str or type(sent) is not str or type(phone) is not str:
        raise TypeError("no source")
    return Source(by, sent, phone)


def _house(why: Any, rules: Any) -> House:
    if type(why) is not str or type(rules) is not list or not all(type(r) is str for r in rules):
        raise TypeError("no house rule")
    return House(why, tuple(rules))


def require_recordable(draft: Draft) -> None:
    """Check that a draft can be stored for good. Raises ValueError if not, which is a mistake in
    the program, not at the table.
    """
    noun, _, verb = draft.kind.partition(".")
    words = [*noun.split("_"), *verb.split("_")]
    if not all(word.isascii() and word.isalpha() and word.islower() for word in words):
        raise ValueError(f"{draft.kind!r} is not of the form noun.past_verb")
    _require_json(draft.data, draft.kind)


def _require_json(value: Any, where: str) -> None:
    if value is None or type(value) in (str, int, bool):
        return
    if type(value) is float and value == value and abs(value) != float("inf"):
        return
    if type(value) is list:
        for item in value:
            _require_json(item, where)
        return
    if type(value) is dict and all(type(key) is str for key in value):
        for item in value.values():
            _require_json(item, where)
        return
    raise ValueError(f"{where}: {value!r} is not made of JSON primitives")


class Referee:
    """Refuses what the rules forbid. With `house`, notes the rule instead of refusing.

    `licences` are the rules that the house rule of an entry overruled when it was made: only these
    are ignored when it is checked again later. `overruled` lists the ids of the rules that forbid
    the entry, in order, once each.
    """

    def __init__(self, house: str | None = None, licences: Collection[str] = ()) -> None:
        self.house = house
        self.licences = licences
        self.overruled: list[str] = []

    @property
    def house_rule(self) -> House | None:
        """The house rule of the entry, with the rules that it overruled."""
        return None if self.house is None else House(self.house, tuple(self.overruled))

    def require(
        self, allowed: bool, rule: str, message: str, hint: str = "", redacted: str = ""
    ) -> None:
        """Refuse unless `allowed`. Raises Illegal with the rule's id."""
        if not allowed:
            self.refuse(rule, message, hint, redacted)

    def refuse(self, rule: str, message: str, hint: str = "", redacted: str = "") -> None:
        """Refuse by a rule. Raises Illegal, unless a house rule overrules it."""
        if self.house is None and rule not in self.licences:
            raise Illegal(rule, message, hint, redacted, is_overrulable=True)
        if rule not in self.overruled:
            self.overruled.append(rule)
