"""The Split: ten dice become five White-up and five Black-up, throw by throw."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.command import verb, words
from companion.core.names import folded, short
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import HALF, SET

if TYPE_CHECKING:
    from companion.core.box import Shelf

_COLOR = r"(?P<color>w|b)(?:hite|lack)?"
_THROW = rf"(?P<count>\d{{1,2}}){_COLOR}"
_OTHER_WAY = rf"{_COLOR}(?P<count>\d{{1,2}})"
_BOTH = r"(?P<count>\d{1,2})(?P<color>w|b)(?P<rest>\d{1,2})(?:w|b)"


class Split(NamedTuple):
    """A Split so far: `white` and `black` dice lie in the piles, and the others are thrown.

    The first pile is made of the rarer colour, which is `first` (True for white). The others are
    thrown until few enough of the other colour come up: these begin the `second` pile. Then the
    rest has to fill both piles.
    """

    white: int = 0
    black: int = 0
    first: bool | None = None
    second: bool = False

    @property
    def rolling(self) -> int:
        """How many dice are to be thrown next."""
        return SET - self.white - self.black

    @property
    def done(self) -> bool:
        """Whether both piles are complete."""
        return self.rolling == 0

    def after_throw(self, whites: int) -> "Split":
        """The Split after a throw with so many White-up dice."""
        blacks = self.rolling - whites
        if self.white + whites == HALF and (self.black + blacks == HALF):
            return self._replace(white=HALF, black=HALF)
        if self.first is None:
            white_is_rarer = whites < blacks
            return self._with_pile(white_is_rarer, whites, blacks)._replace(first=white_is_rarer)
        other = blacks if self.first else whites
        if self.second or other > HALF:
            return self
        return self._with_pile(not self.first, whites, blacks)._replace(second=True)

    def _with_pile(self, white: bool, whites: int, blacks: int) -> "Split":
        return self._replace(white=whites) if white else self._replace(black=blacks)


class Throw(NamedTuple):
    """The number of dice thrown, and of those that came up White."""

    dice: int
    whites: int


def parse_throws(words: Sequence[str]) -> tuple[Split, list[Throw]]:
    """Read throws as typed, `7w`, `3b` or `7w3b`: the Split after them, and the throws.

    Raises Invalid or Refused.
    """
    split, throws = Split(), []
    for place, word in enumerate(words):
        if split.done:
            raise Refused(
                f"The Split was complete after {place} throw{'s' * (place != 1)}.",
                f"`companion boolean split {' '.join(words[:place])}`",
            )
        throws.append(Throw(split.rolling, _whites(word, split)))
        split = split.after_throw(throws[-1].whites)
    return split, throws


def _whites(word: str, split: Split) -> int:
    rolling, typed = split.rolling, folded(word)
    found = re.fullmatch(_THROW, typed) or re.fullmatch(_OTHER_WAY, typed)
    both = re.fullmatch(_BOTH, typed)
    if both is not None:
        found = both if int(both["count"]) + int(both["rest"]) == rolling else None
    if found is None:
        raise Invalid(
            f"“{short(word)}” is not a throw of {rolling} dice.",
            "Enter how many came up White or Black: `companion boolean split 7w`, or `3b`.",
        )
    count = int(found["count"])
    if count > rolling:
        raise Invalid(
            f"You threw {rolling} dice, so {count} cannot have come up.",
            f"Count only the {rolling} dice that are not set aside, such as `{rolling // 2}w`.",
        )
    whites = count if found["color"] == "w" else rolling - count
    _require_possible(split, whites)
    return whites


def _require_possible(split: Split, whites: int) -> None:
    """The all-white die and the all-black one are thrown until their piles are begun."""
    alike = {0: "Black", split.rolling: "White"}.get(whites)
    begins = split.first is None
    if alike is None or split.second or not (begins or split.first is (alike == "White")):
        return
    other = "white" if alike == "Black" else "black"
    raise Refused(
        f"These {split.rolling} dice never all come up {alike}: one is {other} on all sides.",
        "`companion boolean dice` shows the set (BO-4).",
    )


# What to do next, in words


def guide_lines(split: Split, throws: Sequence[Throw]) -> list[str]:
    """The throws so far, and the next step."""
    steps = _next_steps(split, throws)
    return [_throw_words(throws), *steps] if throws else steps


def _throw_words(throws: Sequence[Throw]) -> str:
    each = [f"of {dice}, {whites} White and {dice - whites} Black" for dice, whites in throws]
    return f"Thrown: {'; '.join(each)}."


def _next_steps(split: Split, throws: Sequence[Throw]) -> list[str]:
    if split.done:
        return ["Done: five White-up and five Black-up."]
    if split.first is None:
        return [
            "Roll all ten dice and count those that are White-up:",
            "`companion boolean split 7w`, or `companion boolean split 3b`.",
        ]
    color, other = ("White", "Black") if split.first else ("Black", "White")
    typed = " ".join(f"{throw.whites}w" for throw in throws)
    again = (
        f"Then enter the throw of those {split.rolling}: `companion boolean split {typed} "
        f"{HALF - _pile(split, not split.first)}{other[0].lower()}`."
    )
    if not split.second:
        pile = _pile(split, split.first)
        return [
            f"Set {pile} {color}-up aside: the first pile.",
            f"Roll the other {split.rolling} until at most {HALF} are {other}-up.",
            again,
        ]
    return [
        f"Piles: {split.white} White-up, {split.black} Black-up.",
        f"Roll the other {split.rolling} until they show {HALF - split.white} White and "
        f"{HALF - split.black} Black.",
        again,
    ]


def _pile(split: Split, white: bool) -> int:
    return split.white if white else split.black


# Parameters

Throws = Annotated[Sequence[str], words(name="THROW...")]


@verb("a Split, step by step", of_play=False, of_group=False)
def split(shelf: "Shelf[Any]", throws: Throws = ()) -> Reply:
    """Go through a Split, throw by throw.

    For each throw, enter how many dice came up White, or Black, or both.

    Examples:
      companion boolean split
      companion boolean split 7w
      companion boolean split 7w3b 4w 1b
    """
    at, after_throw = parse_throws(throws)

    def document() -> Mapping[str, Any]:
        return {
            "throws": list(throws),
            "white": at.white,
            "black": at.black,
            "rolling": at.rolling,
            "done": at.done,
        }

    return Reply(document=document, lines=tuple(guide_lines(at, after_throw)))
