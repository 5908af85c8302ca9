"""A card of a box: its face, its wording, its revisions. All are immutable values.

`4-hexagon` is any card of that face; a box has two, `4-hexagon.1` and `4-hexagon.2`. A rule is
“If TRIGGER, then TARGET EFFECT.”, an effect on a game card “TARGET EFFECT.” (BL-127, BL-128). A
free text is kept as it is; its parts are found in it as far as they are clear, for searches.
"""

import re
from functools import cache
from typing import Any, Literal, NamedTuple

from companion.core.inventory import Figure, figure_named
from companion.core.names import capital, cleaned_lines, folded, require_text
from companion.core.numbers import whole
from companion.core.schemas import json_schema
from companion.core.shapes import Context, Wrong, whole_from
from companion.errors import Invalid

SUITS: tuple[Figure, ...] = ("hexagon", "triangle", "square", "circle", "diamond", "shield")
NUMBERS = range(1, 7)
OF_EACH = 2
"""How many cards of one number and suit a box holds (A-BL-18)."""


class Face(NamedTuple):
    """Number and suit of a game card; two cards of a box share them."""

    number: int
    suit: str

    def __str__(self) -> str:
        return f"{self.number}-{self.suit}"

    @property
    def figure(self) -> Figure | None:
        return figure_named(self.suit)

    def matches(self, other: "Face") -> bool:
        """Whether one may be played on the other (BL-51, BL-52)."""
        return self.number == other.number or self.suit == other.suit


LONGEST_FITTING = 140
"""Characters that fit on a card in handwriting, by our estimate."""

LONGEST_TEXT = 2000
"""Characters that are kept of a card."""

_IF = r"(?:if|when(?:ever)?)"
_THEN = r"(.+?) ?[.!]?"
_IF_THEN = rf"{_IF} (.+?),? then {_THEN}"
_IF_COMMA = rf"{_IF} ([^,]+), {_THEN}"
_TARGET = (
    r"((?:the |a |an )?(?:next|previous|last|same|other|youngest|oldest|active) players?"
    r"|(?:all|every|each|any|both)(?: the)?(?: other)? players?|every(?:one|body)(?: else)?"
    r"|the (?:player(?: who \w+ it)?|top card|draw pile|discard pile|cards? in play)|you)\s+(.+)"
)

_BEGINNINGS = r"^(?:The|An?|All|Every\w*|Each|Any\w*|Both|You|Some\w*)\b"
"""Words that get a small letter inside a sentence, unlike names."""


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Compile a pattern when it is needed: most commands parse no wording."""
    return re.compile(text, re.IGNORECASE | re.DOTALL if text == _TARGET else re.IGNORECASE)


class Wording(NamedTuple):
    """The words of a card: its parts, or a free `text`."""

    trigger: str = ""
    target: str = ""
    effect: str = ""
    text: str = ""

    @property
    def sentence(self) -> str:
        """The words as one sentence."""
        if self.text:
            return " ".join(self.text.split())
        effect = self.effect
        if (self.target or self.trigger) and effect[1:2].islower():  # All capitals stay capitals.
            effect = effect[:1].lower() + effect[1:]
        then = " ".join(_as_inner_part(part) for part in (self.target, effect) if part)
        if not self.trigger:
            return _with_full_stop(capital(then))
        return _with_full_stop(f"If {_as_inner_part(self.trigger)}, then {then}")

    @property
    def parts(self) -> "Wording":
        """Trigger, target and effect, as entered or as found in the text."""
        return parse_wording(self.text) if self.text else self

    @property
    def is_empty(self) -> bool:
        return not any(part.strip() for part in self)


def make_wording(trigger: str = "", target: str = "", effect: str = "", text: str = "") -> Wording:
    """Clean up words as typed; a text keeps its lines.

    “If” or “when” before the trigger and “then” before the rest are left out.
    """
    trigger, target, effect, lines = map(cleaned_lines, (trigger, target, effect, text))
    when = re.sub(rf"^(?:{_IF}\s+)+", "", _clean_part(trigger), flags=re.IGNORECASE)
    whom, what = (
        re.sub(r"^(?:then\s+)+", "", _clean_part(part), flags=re.IGNORECASE)
        for part in (target, effect)
    )
    return Wording(when, whom, what, lines)


def parse_wording(text: str) -> Wording:
    """Find the parts in a text; unclear parts belong to the effect."""
    text = " ".join(text.split())  # Long runs of blanks would take the patterns long.
    found = _pattern(_IF_THEN).fullmatch(text) or _pattern(_IF_COMMA).fullmatch(text)
    trigger, then = (found[1], found[2]) if found else ("", text.rstrip(" ."))
    target = _pattern(_TARGET).fullmatch(then)
    if target is None:
        return Wording(trigger, "", then)
    return Wording(trigger, target[1], target[2])


def has_same_words(one: Wording, other: Wording) -> bool:
    """Whether two wordings differ only in case, commas, spaces and the last full stop."""
    return plain_words(one) == plain_words(other)


def is_too_long(wording: Wording) -> bool:
    """Whether it will hardly fit on the card."""
    return len(wording.sentence) > LONGEST_FITTING


def plain_words(wording: Wording) -> str:
    """A wording without what `has_same_words` ignores."""
    return " ".join(folded(wording.sentence).replace(",", " ").rstrip(".! ").split())


def _clean_part(text: str) -> str:
    return " ".join(text.split()).rstrip(" .,;")


def _as_inner_part(part: str) -> str:
    return re.sub(_BEGINNINGS, lambda word: word[0].lower(), part)


def _with_full_stop(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def clean_text(typed: str) -> str:
    """Clean up a text to be kept. Raises Invalid if it is unreadable or too long."""
    require_text(typed, "That text")
    text = cleaned_lines(typed)
    if len(text) > LONGEST_TEXT:
        raise Invalid(f"That text has {len(text)} characters.", f"At most {LONGEST_TEXT} are kept.")
    return text


Origin = Literal["printed", "plain", "illustrated", ""]
"""How a card came in the box; empty if not entered."""
Status = Literal["printed", "proposed", "declined", "approved", "inked"]

PRINTED_RULES = 14
PLAIN_RULES = 24
RULES = PRINTED_RULES + PLAIN_RULES
GAME_CARDS = {"printed": 6, "illustrated": 30, "plain": 36}
ALL_GAME_CARDS = sum(GAME_CARDS.values())

STATUSES: tuple[Status, ...] = ("proposed", "approved", "inked")


class Revision(NamedTuple):
    """A wording that a card has had.

    `by` signed it. `play` is the play of which it is the prize. `approved` is by whom, or empty.
    `declined` is why, or None. `restores` is the number of an older revision with this wording.
    `entry` and `at` are those of the log.
    """

    number: int
    wording: Wording
    title: str = ""
    by: str = ""
    play: str | None = None
    restores: int | None = None
    entry: int = 0
    at: str = ""
    approved: str = ""
    inked: bool = False
    declined: str | None = None


class Card(NamedTuple):
    """A rule card (`r15`) or a game card (`4-hexagon.1`), with its revisions, the newest last.

    `picture` is the title of an illustrated card. `retired` is why it is out of the deck, or None.
    `introduced` is the play in which it was new.
    """

    id: str
    origin: Origin = ""
    revisions: tuple[Revision, ...] = ()
    picture: str = ""
    retired: str | None = None
    introduced: str | None = None

    @property
    def name(self) -> str:
        """What people call it: `rule 15`, `4-hexagon.1`."""
        return card_name(self.id)

    @property
    def face(self) -> Face | None:
        """Number and suit; None for a rule card."""
        return face_of(self.id)

    @property
    def figure(self) -> Figure | None:
        return self.face.figure if self.face else None

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule card, by its id."""
        return self.id.startswith("r")

    @property
    def number(self) -> int:
        """The number of a rule card."""
        return int(self.id[1:])

    @property
    def now(self) -> Revision | None:
        """Its present wording: the newest revision that is not declined; None if there is none."""
        for found in reversed(self.revisions):
            if found.declined is None:
                return found
        return None

    @property
    def newest(self) -> Revision | None:
        """Its present wording, or if all were declined, the last declined one."""
        return self.now or (self.revisions[-1] if self.revisions else None)

    @property
    def in_force(self) -> Revision | None:
        """Its wording in play: the newest revision that is more than proposed."""
        for found in reversed(self.revisions):
            if status_of(self, found) not in ("proposed", "declined"):
                return found
        return None

    @property
    def pending_prize(self) -> str | None:
        """The play of which it is the prize, as long as it is not approved."""
        return self.now.play if self.now is not None and self.in_force is None else None

    @property
    def first_revision(self) -> Revision | None:
        """Its first wording: the oldest revision that is not declined, or else the oldest."""
        standing = (found for found in self.revisions if found.declined is None)
        return next(standing, self.revisions[0] if self.revisions else None)

    @property
    def sentence(self) -> str:
        """Its present sentence, or empty."""
        return self.now.wording.sentence if self.now else ""

    @property
    def title(self) -> str:
        """Its title, or empty."""
        return (self.now.title if self.now else "") or self.picture

    @property
    def author(self) -> str:
        """Who signed it first, or empty."""
        return self.first_revision.by if self.first_revision else ""

    @property
    def status(self) -> Status | None:
        """The status of the present wording; None without one."""
        return None if self.now is None else status_of(self, self.now)

    @property
    def is_in_deck(self) -> bool:
        """Whether it can turn up in play: not retired, and approved in some wording."""
        return not self.is_out and self.in_force is not None

    @property
    def is_out(self) -> bool:
        """Whether it is out of the deck: retired, or a rule with all wordings declined."""
        return self.retired is not None or (self.is_rule and self.now is None)

    @property
    def is_taken(self) -> bool:
        """Whether it takes up a plain card: it is in the deck, or has ink on it."""
        return not self.is_out or any(revision.inked for revision in self.revisions)

    def revision(self, number: int) -> Revision | None:
        return next((found for found in self.revisions if found.number == number), None)


def status_of(card: Card, revision: Revision) -> Status:
    """Return the status of a revision. A printed card and corrections of it need no approval,
    except for what a player signed.
    """
    if card.origin == "printed" and not revision.by:
        return "printed"
    if revision.declined is not None:
        return "declined"
    if revision.inked:
        return "inked"
    return "approved" if revision.approved else "proposed"


def rule_id(number: int) -> str:
    """The id of a rule card: `r15`."""
    return f"r{number}"


def card_id(face: Face, which: int) -> str:
    """The id of a game card: `4-hexagon.1`."""
    return f"{face}.{which}"


def face_of(card: str) -> Face | None:
    """Number and suit of a game card's id; None for anything else."""
    face, dot, which = card.partition(".")
    number, dash, suit = face.partition("-")
    if not dot or not dash or suit not in SUITS or number not in "123456" or len(number) != 1:
        return None
    return Face(int(number), suit) if _is_number(which, 999) else None


def is_card_id(text: str) -> bool:
    """Whether a text is the id of a card that a box may hold."""
    return face_of(text) is not None or (text[:1] == "r" and _is_number(text[1:], 99_999))


def _is_number(text: str, most: int) -> bool:
    """Whether a text is a number without leading zeros: `015` would be a second 15."""
    number = whole(text, 1, most)
    return number is not None and text == str(number)


def card_name(card: str) -> str:
    """What people call a card: `rule 15`, `4-hexagon.1`."""
    return card if face_of(card) is not None else f"rule {card[1:]}"


def command_for(verb: str, card: str) -> str:
    """The command for a card: `companion blank rule retire 15`."""
    what = f"card {verb} {card}" if face_of(card) is not None else f"rule {verb} {card[1:]}"
    return f"`companion blank {what}`"


@json_schema(type="string", pattern=r"^(r[1-9][0-9]{0,4}|[1-6]-[a-z]+\.[1-9][0-9]*)$")
def CARD(value: Any, context: Context) -> Wrong | None:
    """The id of a card: `r15`, `4-hexagon.1`."""
    return None if type(value) is str and is_card_id(value) else ("", value)


REVISION = whole_from(1, 999_999)
"""The number of a revision: of no more digits than a label has room for."""
