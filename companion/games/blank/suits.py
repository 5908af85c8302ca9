"""Game cards as people name them: a number and a suit, by its symbol or by a box's own colour.

`4-hexagon` is any of the cards of that face; a box holds two, `4-hexagon.1` and `4-hexagon.2`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.inventory import Figure, figure_named
from companion.core.names import find, folded, listed, short
from companion.core.numbers import only_digits, whole
from companion.errors import Ambiguous, Illegal, Invalid, NotFound

SUITS: tuple[Figure, ...] = ("hexagon", "triangle", "square", "circle", "diamond", "shield")
NUMBERS = range(1, 7)
OF_EACH = 2
"""How many cards of one number and suit a box holds (A-BL-18)."""

_WRITTEN = re.compile(
    r"(?:(?P<before>\d+)\s*-?\s*(?P<suit>[^\W\d]+)|(?P<suit2>[^\W\d]+)\s*-?\s*(?P<after>\d+))"
    r"(?:\.(?P<which>\d+))?"
)


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


class Named(NamedTuple):
    """A game card as it was typed: its face, and which of the cards of that face, if told."""

    face: Face
    which: int | None = None


def looks_like_card(text: str) -> bool:
    """Whether a text is of the form number and suit, whatever they are; titles are not."""
    return _WRITTEN.fullmatch(folded(text)) is not None


def joined_cards(words: Sequence[str], marks: Sequence[str] = ()) -> list[str]:
    """Words that name cards, with those joined that are one: `red 4`, `4 hexagon`, `♥4 hexagon`,
    `♥ Toll`.

    `marks` are those of the boxes that are played with.
    """
    joined: list[str] = []
    signs = [folded(mark) for mark in marks if mark]
    for word in words:
        last = joined[-1] if joined else ""
        # `c 4` is a circle, whatever the mark.
        if folded(last) in signs and not looks_like_card(f"{last}-{word}"):
            apart = "" if only_digits(word) or looks_like_card(word) else " "
            joined[-1] = f"{last}{apart}{word}"
            continue
        # A number beside a suit, neither of which is a card alone.
        if any(
            bare and only_digits(bare) != only_digits(word) and looks_like_card(f"{bare}-{word}")
            for bare in (last, *(folded(last).removeprefix(sign).strip() for sign in signs))
        ):
            joined[-1] = f"{last}-{word}"
        else:
            joined.append(word)
    return joined


def named_card(text: str, colours: Mapping[str, str]) -> Named:
    """The card of a text such as `4-hexagon`, `4hex`, `red 4`, `4-hexagon.2`.

    `colours` are those of a box, by suit. Raises Invalid, NotFound, Ambiguous, or Illegal for a
    number that no card has.
    """
    found = _WRITTEN.fullmatch(folded(text))
    if found is None:
        raise Invalid(
            f"“{short(text)}” is no game card.",
            "A number and a suit, such as `4-hexagon`; of a customised one, its title.",
        )
    number = whole(found["before"] or found["after"], 1, NUMBERS[-1])
    suit = find_suit(found["suit"] or found["suit2"], colours)
    if number is None:
        raise Illegal(
            "BL-39", f"There is no {short(text)}: numbers run from 1 to 6.", f"`4-{suit}` is one."
        )
    which = None if found["which"] is None else whole(found["which"], 1, 999)
    if found["which"] is not None and which is None:
        raise NotFound(f"There is no card “{short(text)}”.", f"`{number}-{suit}` will do.")
    return Named(Face(number, suit), which)


def find_suit(text: str, colours: Mapping[str, str]) -> str:
    """The suit of a symbol or colour, by its beginning. Raises NotFound or Ambiguous."""

    def names(suit: str) -> tuple[str, ...]:
        colour = colours.get(suit)
        return (suit, colour) if colour else (suit,)

    hint = f"The suits are {listed(SUITS)}."
    if not colours:
        hint += " Colours differ by printing: `companion blank copy set --suit hexagon=red`."
    try:
        return find(text, SUITS, names, "suit", hint)
    except Ambiguous as problem:
        raise Ambiguous(
            f"“{short(text)}” could be {listed(problem.candidates, 'or')}.",
            problem.candidates,
            "A letter or two more: `4-sq`, `4-sh`.",
        ) from None
    except NotFound as problem:
        raise NotFound(problem.message, hint) from None


def told_colours(told: list[str]) -> dict[str, str]:
    """Colours by suit, as typed: `hexagon=red`. Raises Invalid, NotFound, or Ambiguous."""
    colours: dict[str, str] = {}
    for text in told:
        suit, equals, colour = text.partition("=")
        if not equals or not suit.strip():
            raise Invalid(f"“{short(text)}” gives no suit a colour.", "`--suit hexagon=red`")
        named = folded(colour)
        if named and re.fullmatch(r"[^\W\d]+", named) is None:
            raise Invalid(f"“{short(colour)}” is no colour.", "One word: `--suit hexagon=red`.")
        if named in SUITS:
            raise Invalid(
                f"“{named}” is a symbol.", "`--suit hexagon=red`: the symbol comes first."
            )
        colours[find_suit(suit, {})] = named
    return colours


def require_different(colours: Mapping[str, str]) -> None:
    """See to it that every colour means one suit. Raises Ambiguous."""
    seen: dict[str, str] = {}
    for suit, colour in colours.items():
        if colour and colour in seen:
            raise Ambiguous(
                f"{colour} would be {seen[colour]} and {suit}.",
                (seen[colour], suit),
                "Give each suit a colour of its own; `--suit hexagon=` takes one back.",
            )
        seen[colour] = suit
