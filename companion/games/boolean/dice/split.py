"""The Split: ten dice made into five White-up and five Black-up, throw by throw."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import folded, short
from companion.core.numbers import whole
from companion.errors import Invalid, Refused

ALL, HALF = 10, 5
_THROW = re.compile(r"(\d+)\s*(w|b|white|black)")


class Split(NamedTuple):
    """Where a Split is: `white` and `black` dice lie in the piles, and the others are thrown.

    A first pile is made of the rarer colour; then `first` is that colour, True for white, and the
    dice are thrown until there are few enough of the other one. A second pile is begun with those,
    and then the rest has to fill both.
    """

    white: int = 0
    black: int = 0
    first: bool | None = None
    second: bool = False

    @property
    def rolling(self) -> int:
        """How many dice are to be thrown next."""
        return ALL - self.white - self.black

    @property
    def done(self) -> bool:
        """Whether both piles are complete."""
        return self.rolling == 0

    def thrown(self, whites: int) -> "Split":
        """After a throw of all that are to be thrown, with so many of them White-up."""
        blacks = self.rolling - whites
        if self.white + whites == HALF and (self.black + blacks == HALF):
            return self._replace(white=HALF, black=HALF)
        if self.first is None:
            white_is_rarer = whites < blacks
            return self._piled(white_is_rarer, whites, blacks)._replace(first=white_is_rarer)
        other = blacks if self.first else whites
        if self.second or other > HALF:
            return self
        return self._piled(not self.first, whites, blacks)._replace(second=True)

    def _piled(self, white: bool, whites: int, blacks: int) -> "Split":
        """With the dice of one colour that came up made a pile."""
        return self._replace(white=whites) if white else self._replace(black=blacks)


def split_by(words: Sequence[str]) -> Split:
    """A Split after throws as they are typed, `7w` or `3b`. Raises Invalid, or Refused."""
    split = Split()
    for place, word in enumerate(words):
        if split.done:
            raise Refused(
                f"The Split was done after {place} throw{'s' * (place != 1)}.",
                f"`companion boolean split {' '.join(words[:place])}`",
            )
        split = split.thrown(_whites(word, split.rolling, all_ten=not place))
    return split


def _whites(word: str, rolling: int, *, all_ten: bool) -> int:
    """How many of the dice that were thrown are White-up."""
    found = _THROW.fullmatch(folded(word))
    count = None if found is None else whole(found[1], 0, 99)
    if found is None or count is None:
        raise Invalid(
            f"“{short(word)}” is no throw.",
            "How many came up White or Black: `companion boolean split 7w`, or `3b`.",
        )
    if count > rolling:
        raise Invalid(
            f"{rolling} dice are thrown, so {count} of them cannot have come up.",
            f"Only those of the {rolling} that are not set aside count, such as `{rolling // 2}w`.",
        )
    whites = count if found[2].startswith("w") else rolling - count
    if all_ten and not 0 < whites < ALL:
        raise Refused(
            "Ten dice never come up all alike: one has only white faces, one only black ones.",
            "`companion boolean dice` shows the set (BO-4).",
        )
    return whites
