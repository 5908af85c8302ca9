"""Rulings: what a group agreed on where the rules are silent.

They are kept in the group's document, and never deleted, only retired.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.names import listed, short
from companion.core.numbers import whole
from companion.core.value import Value
from companion.errors import NotFound, Refused

if TYPE_CHECKING:
    from companion.core.lookup import Item

KIND = "ruling"
RULINGS = "rulings"
HIGHEST_NUMBER = 10**12


class Ruling(Value):
    """A ruling: its text, the full ids of the items that it is about, the play, and who agreed.

    `at` is when it was made; `retired` when it was retired, None while it counts, and `why`.
    """

    number: int
    text: str
    on: tuple[str, ...]
    agreed_by: tuple[str, ...]
    play: str | None
    at: str
    retired: str | None = None
    why: str = ""

    @property
    def by(self) -> str:
        """Who agreed, and when, in words."""
        # imported late: most commands show no ruling
        from companion.table.local_time import day

        who = f"agreed by {listed(self.agreed_by)}, " if self.agreed_by else ""
        return f"{who}{day(self.at)}"

    @property
    def item(self) -> "Item":
        """The ruling as an item for look-ups."""
        from companion.core.lookup import Item  # as above

        game = self.on[0].partition("/")[0]
        about = tuple(full_id.partition("/")[2] for full_id in self.on)
        number = f"ruling-{self.number}"
        gone = f"It does not count any more{f': {self.why}' if self.why else ''}."
        return Item(
            number,
            game,
            f"Ruling {self.number}",
            KIND,
            self.text,
            self.by,
            note=gone if self.retired else "",
            see=about,
            asks=(self.text,),
        )

    @property
    def line(self) -> str:
        """The ruling as a line of an answer."""
        return f"Ruling {self.number} ({self.by}): {self.text}"

    @property
    def as_reason(self) -> str:
        """The reason of a house rule that applies it."""
        return f"ruling {self.number}: {self.text}"

    def to_json(self) -> dict[str, Any]:
        """The ruling as JSON, as it is kept and shown."""
        record = {name: getattr(self, name) for name in self.fields}
        return {**record, "on": list(self.on), "agreed_by": list(self.agreed_by)}


def rulings_in(document: Mapping[str, Any]) -> list[Ruling]:
    """The rulings in a group's document."""
    return [_ruling(record) for record in document.get(RULINGS, ())]


def about(rulings: Sequence[Ruling], item: "Item") -> list[Ruling]:
    """The rulings in force on an item, a rule that it rests on, or a word that rests on it."""
    ids = {item.full_id, *(f"{item.game}/{rule}" for rule in item.rules)}
    from companion.core.lookup import RULE_KINDS

    if item.kind in RULE_KINDS:
        ids |= {f"{item.game}/{word}" for word in item.see}
    return [
        ruling
        for ruling in rulings
        if not ruling.retired
        and not ids.isdisjoint(ruling.on)
        and ruling.item.full_id != item.full_id
    ]


def ruling_number(text: str) -> str | None:
    """The number in `ruling 3`; None for any other text."""
    found = text and re.fullmatch(r"\s*ruling\s+(\d+)\s*", text, re.IGNORECASE)
    return found[1] if found else None


def numbered(rulings: Sequence[Ruling], number: str) -> Ruling:
    """Find a ruling by its number. Raises NotFound."""
    wanted = whole(number, 1, HIGHEST_NUMBER)
    for ruling in rulings:
        if ruling.number == wanted:
            return ruling
    raise NotFound(
        f"There is no ruling {short(number)}.",
        "`companion ruling list` shows all."
        if rulings
        else 'There is none yet: `companion ruling add "…" --on ward`.',
    )


def in_force(document: Mapping[str, Any], number: str) -> Ruling:
    """The ruling of that number, if it counts. Raises NotFound or Refused."""
    ruling = numbered(rulings_in(document), number)
    if ruling.retired:
        raise Refused(
            f"Ruling {ruling.number} is retired.", f"`companion ruling restore {ruling.number}`"
        )
    return ruling


def _ruling(record: Mapping[str, Any]) -> Ruling:
    known = {name: record[name] for name in Ruling.fields if name in record}
    lists = {name: tuple(record[name]) for name in ("on", "agreed_by")}
    return Ruling(**{"play": None, **known, **lists})


def are_sound(value: Any) -> bool:
    """Whether rulings in a group's document are well-formed."""
    return isinstance(value, list) and all(map(_is_sound, value))


def _is_sound(record: Any) -> bool:
    return (
        isinstance(record, dict)
        and type(record.get("number")) is int
        and type(record.get("text")) is str
        and type(record.get("at")) is str
        and _are_texts(record.get("on"))
        and all("/" in full_id for full_id in record["on"])
        and bool(record["on"])
        and _are_texts(record.get("agreed_by"))
        and all(type(record.get(name)) in (str, type(None)) for name in ("play", "retired"))
        and type(record.get("why", "")) is str
    )


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(type(text) is str for text in value)
