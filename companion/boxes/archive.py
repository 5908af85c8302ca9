"""A box as a document with every revision (contract), whole or in the numbered parts of codes.

`to_json` is what `deck export` writes, a key a thing; `packed` is the same for the codes of a whole
deck, short. Both are read back to the very log that they were made of.

    CMPD2 3*12*1C3F09AB*…*77E0

The version, which part of how many, the CRC-32 of all that is packed, a piece of it, and the CRC-16
(CCITT, begun with 0xFFFF) of all that stands before the last star. What is packed is JSON,
compressed by zlib, in base45 (RFC 9285): all signs are of the QR code's alphanumeric mode. The
check stands last, so that who trims lines takes no blank away with which a piece may end.

Version 1 had colons (`CMPD1:3/12:1C3F09AB:…:77E0`), and some phones took it for an address; it is
read for ever.
"""

import json
import re
import zlib
from binascii import crc_hqx
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.event import Event
from companion.core.names import is_text, listed, short, visible
from companion.errors import Invalid, Refused, TooNew

VERSION = 1
KIND = "companion-copy"
MOST_EVENTS = 100_000
_ENTRY = ("at", "facts", "house")


class Archive(NamedTuple):
    """A box that was taken out of some group: its id there, its game's id, and its whole log."""

    copy: str
    game: str
    events: tuple[Event, ...]

    def to_json(self) -> dict[str, Any]:
        """The archive as `deck export` writes it."""
        return {
            "kind": KIND,
            "version": VERSION,
            "copy": self.copy,
            "game": self.game,
            "events": [event.to_json() for event in self.events],
        }

    def packed(self) -> list[Any]:
        """The archive with nothing twice: `[version, copy, game, entries]`, an entry being
        `[time, [[kind, data], …]]` and, where a house rule was used, `[why, rules]`."""
        entries: list[list[Any]] = []
        for event in self.events:
            if event.action > len(entries):
                house = [[event.house.why, list(event.house.rules)]] if event.house else []
                entries.append([event.at, [], *house])
            entries[-1][1].append([event.kind, dict(event.data)])
        return [VERSION, self.copy, self.game, entries]


def from_json(document: Any) -> Archive:
    """The archive of a document. Raises Invalid for what is none, TooNew for a newer one's."""
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise _no_archive()
    _require_known(document.get("version"))
    copy, game, records = (document.get(key) for key in ("copy", "game", "events"))
    if not isinstance(records, list) or not all(isinstance(one, Mapping) for one in records):
        raise _no_archive()
    return _made(copy, game, [_event(record, seq) for seq, record in enumerate(records, 1)])


def unpacked(document: Any) -> Archive:
    """The archive of a packed document. Raises Invalid for what is none, TooNew for a newer one."""
    if not isinstance(document, list) or len(document) != 4:
        raise _no_archive()
    _require_known(document[0])
    events: list[Event] = []
    try:
        for action, entry in enumerate(document[3], 1):
            at, facts, why = entry if len(entry) == len(_ENTRY) else (*entry, None)
            house = None if why is None else dict(zip(("why", "rules"), why, strict=True))
            for kind, data in facts:
                event = {"seq": len(events) + 1, "action": action, "kind": kind, "data": data}
                events.append(_event({**event, "at": at, "house": house}, action))
    except (ValueError, TypeError, AttributeError):
        raise _no_archive() from None
    return _made(document[1], document[2], events)


def _event(record: Mapping[str, Any], number: int) -> Event:
    """An entry's fact. Raises Invalid, with the entry's number, for what is none."""
    try:
        return Event.from_json(record)
    except ValueError:
        raise _no_archive(f"its entry {number} is not as it should be") from None


def _made(copy: Any, game: Any, events: Sequence[Event]) -> Archive:
    if not isinstance(copy, str) or not isinstance(game, str) or not events:
        raise _no_archive()
    if len(events) > MOST_EVENTS:
        raise _no_archive(f"it holds {len(events):,} facts about one box")
    if not is_text(json.dumps([event.to_json() for event in events], ensure_ascii=False)):
        raise _no_archive("it holds halves of characters")
    action = 0
    for seq, event in enumerate(events, 1):
        if event.seq != seq or event.action not in (action, action + 1) or not event.action:
            raise _no_archive(f"its entry {event.action} is out of place")
        action = event.action
    return Archive(copy, game, tuple(events))


def _require_known(version: Any) -> None:
    if type(version) is not int:
        raise _no_archive()
    if version > VERSION:
        raise TooNew("This box was exported by a newer companion.")
    if version != VERSION:
        raise _no_archive()


def _no_archive(why: str = "") -> Invalid:
    return Invalid(
        f"This is not a box that a companion exported{f': {why}' if why else ''}.",
        "`companion deck export BOX -o FILE.json` makes one.",
    )


PART_VERSION = 2
PIECE = 1400
"""Signs of a piece: with what stands before it, it fits a code of version 25 (1451 signs at M)."""
SMALLEST_PIECE = 20
MOST_PARTS = 999
_MOST_NAMED = 12
LARGEST = 8_000_000
"""Bytes of JSON that are unpacked at most: more than any box has, less than does harm."""

_PART = re.compile(
    r"CMPD2 (\d{1,3})\*(\d{1,3})\*([0-9A-F]{8})\*([0-9A-Z $%*+./:-]+)\*([0-9A-F]{4})"
)
_FIRST = re.compile(r"CMPD1:(\d{1,3})/(\d{1,3}):([0-9A-F]{8}):([0-9A-Z $%*+./:-]+):([0-9A-F]{4})")
_LIKE_ONE = re.compile(r"CMPD(\d{1,9})[: ]")


class Part(NamedTuple):
    """One part: its number from 1, of how many, the checksum of the whole, and its piece."""

    number: int
    of: int
    whole: str
    piece: str


def split(document: Any, piece: int = PIECE) -> tuple[str, ...]:
    """The parts of a document made of JSON primitives, each with so many signs of it.

    Raises Refused where that would be too many.
    """
    from base45 import b45encode

    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9)
    signs = b45encode(packed).decode()
    whole = f"{zlib.crc32(packed):08X}"
    pieces = [signs[at : at + piece] for at in range(0, len(signs), piece)]
    if len(pieces) > MOST_PARTS or len(text.encode()) > LARGEST:
        raise Refused(
            f"This deck would take {len(pieces):,} codes, too many to scan.",
            "`companion deck export` puts it into a file.",
        )
    parts = (
        f"CMPD{PART_VERSION} {number}*{len(pieces)}*{whole}*{signs}"
        for number, signs in enumerate(pieces, 1)
    )
    return tuple(f"{part}*{check_digits(part)}" for part in parts)


def read_part(text: str) -> Part | None:
    """The part that a text is; None where it is none at all.

    Raises Invalid for one that was damaged, TooNew for one of a newer companion.
    """
    begins = _LIKE_ONE.match(text)
    if begins is None:
        return None
    if int(begins[1]) > PART_VERSION:
        raise TooNew("This deck was packed by a newer companion.")
    found = _PART.fullmatch(text) or _FIRST.fullmatch(text)
    if found is None or found[5] != check_digits(text[:-5]):
        which = f"Part {found[1]} of {found[2]}" if found else f"“{short(visible(text))}”"
        raise Invalid(f"{which} of a deck is damaged.", "Scan that code again.")
    part = Part(int(found[1]), int(found[2]), found[3], found[4])
    if not 1 <= part.number <= part.of:
        raise Invalid(f"There is no part {part.number} of {part.of}.", "Scan that code again.")
    return part


def join(parts: Iterable[Part]) -> Any:
    """The document that parts make up, in any order, some of them more than once.

    Raises Invalid where some are missing, are of different decks, or make no sense together.
    """
    found: dict[int, Part] = {}
    first: Part | None = None
    for part in parts:
        first = first or part
        if part.whole == first.whole and part.of != first.of:
            raise Invalid(
                f"That deck was printed twice, in {first.of} parts and in {part.of}.",
                "Take the parts of one print.",
            )
        if (part.whole, part.of) != (first.whole, first.of):
            raise Invalid(
                f"These are parts of two decks: {_called(first)} and {_called(part)}.",
                "Take one deck at a time; the checksum is on every part.",
            )
        if found.setdefault(part.number, part).piece != part.piece:
            raise Invalid(f"{_called(part)} was read in two ways.", "Scan that code again.")
    if first is None:
        raise Invalid("It holds no part of a deck.", "`companion deck print BOX --parts`")
    missing = [str(number) for number in range(1, first.of + 1) if number not in found]
    if missing:
        noun = "Part" if len(missing) == 1 else "Parts"
        verb = "is" if len(missing) == 1 else "are"
        if len(missing) > _MOST_NAMED:
            missing = [*missing[:_MOST_NAMED], f"{len(missing) - _MOST_NAMED} more"]
        raise Invalid(
            f"{noun} {listed(missing)} of {first.of} {verb} missing.", "Scan the rest as well."
        )
    return _unpacked("".join(found[number].piece for number in sorted(found)), first.whole)


def _unpacked(signs: str, whole: str) -> Any:
    from base45 import b45decode

    wrong = Invalid(
        "The parts of this deck do not fit together: the checksum is wrong.",
        "Scan them again.",
    )
    try:
        packed = b45decode(signs)
    except ValueError:
        raise wrong from None
    if f"{zlib.crc32(packed):08X}" != whole:
        raise wrong
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(packed, LARGEST)
    except zlib.error:
        raise wrong from None
    if unpacking.unconsumed_tail:
        raise Invalid(
            f"This deck unpacks to more than {LARGEST:,} bytes, so it is not a deck.",
            "Ask somebody you trust for it again.",
        )
    if not unpacking.eof:
        raise wrong
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Invalid(
            "These parts do not hold a deck.", "Print them again with a companion."
        ) from None


def check_digits(body: str) -> str:
    """The CRC-16 that stands at the end of a code of any kind."""
    return f"{crc_hqx(body.encode(), 0xFFFF):04X}"


def _called(part: Part) -> str:
    return f"part {part.number} of {part.of} ({part.whole})"
