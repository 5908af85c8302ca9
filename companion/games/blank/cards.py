"""A card of a box: its face, what it says, the states that it has been in.

`4-hexagon` is any card of that face; a box holds two, `4-hexagon.1` and `4-hexagon.2`. A rule is
“If TRIGGER, then TARGET EFFECT.”, an effect on a game card “TARGET EFFECT.” (BL-127, BL-128). What
somebody wrote freely is kept as it is; parts that can be read from it are found, so that it can be
searched like the rest. Cards and their revisions are immutable values.
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
    """What cards that cannot be told apart have in common."""

    number: int
    suit: str

    def __str__(self) -> str:
        return f"{self.number}-{self.suit}"

    @property
    def figure(self) -> Figure | None:
        """The shape that stands on such a card."""
        return figure_named(self.suit)

    def matches(self, other: "Face") -> bool:
        """Whether one may lie on the other (BL-51, BL-52)."""
        return self.number == other.number or self.suit == other.suit


LONGEST_FITTING = 140
"""Characters that a hand can write on a card. Our estimate: the rulebook gives no measure."""

LONGEST_TEXT = 2000
"""Characters that are kept of a card: more than anybody reads."""

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
"""Words that are written with a small letter in the middle of a sentence; names are not."""


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """A pattern, made when something is read by it: most commands read no wording."""
    return re.compile(text, re.IGNORECASE | re.DOTALL if text == _TARGET else re.IGNORECASE)


class Wording(NamedTuple):
    """The words of a card: parts, or (where `text` is not empty) a text as it was written."""

    trigger: str = ""
    target: str = ""
    effect: str = ""
    text: str = ""

    @property
    def sentence(self) -> str:
        """What the card says, as one reads it aloud."""
        if self.text:
            return " ".join(self.text.split())
        effect = self.effect
        if (self.target or self.trigger) and effect[1:2].islower():  # All capitals stay so.
            effect = effect[:1].lower() + effect[1:]
        then = " ".join(_as_inner_part(part) for part in (self.target, effect) if part)
        if not self.trigger:
            return _with_full_stop(capital(then))
        return _with_full_stop(f"If {_as_inner_part(self.trigger)}, then {then}")

    @property
    def parts(self) -> "Wording":
        """Trigger, target and effect: entered, or read from the text as far as it is clear."""
        return parse_wording(self.text) if self.text else self

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said at all."""
        return not any(part.strip() for part in self)


def make_wording(trigger: str = "", target: str = "", effect: str = "", text: str = "") -> Wording:
    """The words as typed, without outer blanks; a text keeps its lines.

    An “if” or “when” before the trigger and a “then” after it go without saying.
    """
    trigger, target, effect, lines = map(cleaned_lines, (trigger, target, effect, text))
    when = re.sub(rf"^(?:{_IF}\s+)+", "", _clean_part(trigger), flags=re.IGNORECASE)
    whom, what = (
        re.sub(r"^(?:then\s+)+", "", _clean_part(part), flags=re.IGNORECASE)
        for part in (target, effect)
    )
    return Wording(when, whom, what, lines)


def parse_wording(text: str) -> Wording:
    """The parts that can be read from a text; what is not clear belongs to the effect."""
    text = " ".join(text.split())  # Long runs of blanks would take the patterns long.
    found = _pattern(_IF_THEN).fullmatch(text) or _pattern(_IF_COMMA).fullmatch(text)
    trigger, then = (found[1], found[2]) if found else ("", text.rstrip(" ."))
    target = _pattern(_TARGET).fullmatch(then)
    if target is None:
        return Wording(trigger, "", then)
    return Wording(trigger, target[1], target[2])


def has_same_words(one: Wording, other: Wording) -> bool:
    """Whether two cards say the same, but for case, commas, blanks and the last full stop."""
    return plain_words(one) == plain_words(other)


def is_too_long(wording: Wording) -> bool:
    """Whether it will hardly fit on the card."""
    return len(wording.sentence) > LONGEST_FITTING


def plain_words(wording: Wording) -> str:
    """What two cards that say the same have in common."""
    return " ".join(folded(wording.sentence).replace(",", " ").rstrip(".! ").split())


def _clean_part(text: str) -> str:
    return " ".join(text.split()).rstrip(" .,;")


def _as_inner_part(part: str) -> str:
    """A part as it stands within a sentence."""
    return re.sub(_BEGINNINGS, lambda word: word[0].lower(), part)


def _with_full_stop(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def clean_text(typed: str) -> str:
    """Words as they are kept, without outer blanks. Raises Invalid for what nobody could read."""
    require_text(typed, "That text")
    text = cleaned_lines(typed)
    if len(text) > LONGEST_TEXT:
        raise Invalid(
            f"That is a text of {len(text)} characters.", f"At most {LONGEST_TEXT} are kept."
        )
    return text


Origin = Literal["printed", "plain", "illustrated", ""]
"""How a card came in the box; empty for a game card that nobody has looked at yet."""
Status = Literal["printed", "proposed", "declined", "approved", "inked"]

PRINTED_RULES = 14
PLAIN_RULES = 24
RULES = PRINTED_RULES + PLAIN_RULES
GAME_CARDS = {"printed": 6, "illustrated": 30, "plain": 36}
ALL_GAME_CARDS = sum(GAME_CARDS.values())

STATUSES: tuple[Status, ...] = ("proposed", "approved", "inked")


class Revision(NamedTuple):
    """One state of what a card says.

    `by` signed it; `play` is the play of which it was the prize; `approved` is by whom, empty while
    nobody has; `entry` and `at` are those of the log. `restores` is the number of the older
    revision of which it is the wording again. `declined` is why the owner said no, else None.
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
    """A rule card (`r15`) or a game card (`4-hexagon.1`); the newest revision is the last.

    `title` is that of an illustrated card which says nothing. `retired` is why it is out of the
    deck, None while it is in it. `introduced` is the play that it was new in.
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
        """The shape that stands on a game card."""
        return self.face.figure if self.face else None

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule card: ids of game cards begin with their number."""
        return self.id.startswith("r")

    @property
    def number(self) -> int:
        """The number of a rule card, by which people call it."""
        return int(self.id[1:])

    @property
    def now(self) -> Revision | None:
        """What it says: the newest revision that nobody declined; None where it says nothing."""
        for found in reversed(self.revisions):
            if found.declined is None:
                return found
        return None

    @property
    def in_force(self) -> Revision | None:
        """What it says at the table: the newest revision that is more than proposed."""
        for found in reversed(self.revisions):
            if status_of(self, found) not in ("proposed", "declined"):
                return found
        return None

    @property
    def first_revision(self) -> Revision | None:
        """What it said first: the oldest revision that nobody declined, if there is one."""
        standing = (found for found in self.revisions if found.declined is None)
        return next(standing, self.revisions[0] if self.revisions else None)

    @property
    def sentence(self) -> str:
        """What it says, as one reads it aloud; empty where it says nothing."""
        return self.now.wording.sentence if self.now else ""

    @property
    def title(self) -> str:
        """What it is called; empty where it has no title."""
        return (self.now.title if self.now else "") or self.picture

    @property
    def author(self) -> str:
        """Who signed the card: whoever wrote on it first."""
        return self.first_revision.by if self.first_revision else ""

    @property
    def status(self) -> Status | None:
        """How far the newest revision has come; None where the card says nothing."""
        return None if self.now is None else status_of(self, self.now)

    @property
    def is_in_deck(self) -> bool:
        """Whether it can turn up: not retired, and agreed to in some wording."""
        return not self.is_out and self.in_force is not None

    @property
    def is_out(self) -> bool:
        """Whether it is out of the deck: retired, or a rule of which every wording was declined."""
        return self.retired is not None or (self.is_rule and self.now is None)

    @property
    def is_taken(self) -> bool:
        """Whether a plain card is taken up by it: there is ink on it, or there may soon be."""
        return not self.is_out or any(revision.inked for revision in self.revisions)

    def revision(self, number: int) -> Revision | None:
        """The revision of that number."""
        return next((found for found in self.revisions if found.number == number), None)


def status_of(card: Card, revision: Revision) -> Status:
    """How far a revision has come. What the publisher printed needs nobody's word, nor does the
    correction of what was read of it; what somebody signed does."""
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
    """Number and suit of a card's id; None for a rule card or what is no id."""
    face, dot, which = card.partition(".")
    number, dash, suit = face.partition("-")
    if not dot or not dash or suit not in SUITS or number not in "123456" or len(number) != 1:
        return None
    return Face(int(number), suit) if _is_number(which, 999) else None


def is_card_id(text: str) -> bool:
    """Whether a text is the id of a card that a box may hold."""
    return face_of(text) is not None or (text[:1] == "r" and _is_number(text[1:], 99_999))


def _is_number(text: str, most: int) -> bool:
    """Whether a text is a number as we write it: `015` would be a second 15."""
    number = whole(text, 1, most)
    return number is not None and text == str(number)


def card_name(card: str) -> str:
    """A card as one says it: `rule 15`, `4-hexagon.1`."""
    return card if face_of(card) is not None else f"rule {card[1:]}"


def command_for(verb: str, card: str) -> str:
    """What is typed to do something to a card: `companion blank rule retire 15`."""
    what = f"card {verb} {card}" if face_of(card) is not None else f"rule {verb} {card[1:]}"
    return f"`companion blank {what}`"


@json_schema(type="string", pattern=r"^(r[1-9][0-9]{0,4}|[1-6]-[a-z]+\.[1-9][0-9]*)$")
def CARD(value: Any, context: Context) -> Wrong | None:
    """The id of a card: `r15`, `4-hexagon.1`."""
    return None if type(value) is str and is_card_id(value) else ("", value)


REVISION = whole_from(1, 999_999)
"""The number of a revision: of no more digits than a label has room for."""
