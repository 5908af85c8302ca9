"""What a card says: in the rulebook's three parts, or in words of one's own.

A rule is “If TRIGGER, then TARGET EFFECT.”, an effect on a game card “TARGET EFFECT.” (BL-127,
BL-128). What somebody wrote freely is kept as it is; parts that can be read from it are found, so
that it can be searched like the rest.
"""

import re
from typing import NamedTuple

from companion.core.names import capital, folded, require_text
from companion.errors import Invalid

LONGEST_FITTING = 140
"""Characters that a hand can write on a card. Our estimate: the rulebook gives no measure."""

LONGEST_TEXT = 2000
"""Characters that are kept of a card: more than anybody reads."""

_IF = r"(?:if|when(?:ever)?)"
_THEN = r"(.+?) ?[.!]?"
_IF_THEN = re.compile(rf"{_IF} (.+?),? then {_THEN}", re.IGNORECASE)
_IF_COMMA = re.compile(rf"{_IF} ([^,]+), {_THEN}", re.IGNORECASE)
_TARGET = re.compile(
    r"((?:the |a |an )?(?:next|previous|last|same|other|youngest|oldest|active) players?"
    r"|(?:all|every|each|any|both)(?: the)?(?: other)? players?|every(?:one|body)(?: else)?"
    r"|the (?:player(?: who \w+ it)?|top card|draw pile|discard pile|cards? in play)|you)\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)

_BEGINNINGS = re.compile(r"^(?:The|An?|All|Every\w*|Each|Any\w*|Both|You|Some\w*)\b")
"""Words that are written with a small letter in the middle of a sentence; names are not."""


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
        effect = _lowered(self.effect) if self.target or self.trigger else self.effect
        then = " ".join(_inside(part) for part in (self.target, effect) if part)
        if not self.trigger:
            return _ended(capital(then))
        return _ended(f"If {_inside(self.trigger)}, then {then}")

    @property
    def parts(self) -> "Wording":
        """Trigger, target and effect: told as such, or read from the text as far as it is clear."""
        return parsed(self.text) if self.text else self

    @property
    def empty(self) -> bool:
        """Whether nothing is said at all."""
        return not any(part.strip() for part in self)


def written(trigger: str = "", target: str = "", effect: str = "", text: str = "") -> Wording:
    """The words as typed, without outer blanks; a text keeps its lines.

    An “if” or “when” before the trigger and a “then” after it go without saying.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    when = re.sub(rf"^(?:{_IF}\s+)+", "", _part(trigger), flags=re.IGNORECASE)
    whom, what = (
        re.sub(r"^(?:then\s+)+", "", _part(part), flags=re.IGNORECASE) for part in (target, effect)
    )
    return Wording(when, whom, what, lines)


def parsed(text: str) -> Wording:
    """The parts that can be read from a text; what is not clear belongs to the effect."""
    text = " ".join(text.split())  # Long runs of blanks would take the patterns long.
    found = _IF_THEN.fullmatch(text) or _IF_COMMA.fullmatch(text)
    trigger, then = (found[1], found[2]) if found else ("", text.rstrip(" ."))
    target = _TARGET.fullmatch(then)
    if target is None:
        return Wording(trigger, "", then)
    return Wording(trigger, target[1], target[2])


def same_words(one: Wording, other: Wording) -> bool:
    """Whether two cards say the same, but for case, commas, blanks and the last full stop."""
    return plain_words(one) == plain_words(other)


def too_long(wording: Wording) -> bool:
    """Whether it will hardly fit on the card."""
    return len(wording.sentence) > LONGEST_FITTING


def plain_words(wording: Wording) -> str:
    """What two cards that say the same have in common."""
    return " ".join(folded(wording.sentence).replace(",", " ").rstrip(".! ").split())


def _part(text: str) -> str:
    return " ".join(text.split()).rstrip(" .,;")


def _inside(part: str) -> str:
    """A part as it stands within a sentence."""
    return _BEGINNINGS.sub(lambda word: word[0].lower(), part)


def _lowered(effect: str) -> str:
    """An effect after its target: with a small letter, unless it is all capitals."""
    return effect[:1].lower() + effect[1:] if effect[1:2].islower() else effect


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def text_of(typed: str) -> str:
    """Words as they are kept, without outer blanks. Raises Invalid for what nobody could read."""
    text = typed.strip()
    if len(text) > LONGEST_TEXT:
        raise Invalid(
            f"That is a text of {len(text)} characters.", f"At most {LONGEST_TEXT} are kept."
        )
    require_text(text, "That text")
    return text
