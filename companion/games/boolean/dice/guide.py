"""What to do next in a Split, in words."""

from collections.abc import Sequence

from companion.games.boolean.dice.counts import HALF
from companion.games.boolean.dice.split import Split, Throw


def guide(split: Split, throws: Sequence[Throw]) -> list[str]:
    """How the throws so far were understood, and the next step."""
    return [_thrown(throws), *_next(split, throws)] if throws else _next(split, throws)


def _thrown(throws: Sequence[Throw]) -> str:
    told = [f"of {dice}, {whites} White and {dice - whites} Black" for dice, whites in throws]
    return f"Thrown: {'; '.join(told)}."


def _next(split: Split, throws: Sequence[Throw]) -> list[str]:
    if split.done:
        return ["Done: five White-up and five Black-up."]
    if split.first is None:
        return [
            "Roll all ten dice and count those that are White-up:",
            "`companion boolean split 7w`, or `companion boolean split 3b`.",
        ]
    color, other = ("White", "Black") if split.first else ("Black", "White")
    typed = " ".join(f"{throw.whites}w" for throw in throws)
    again = f"Then: `companion boolean split {typed} {HALF - _pile(split, not split.first)}"
    again += f"{other[0].lower()}`, of those {split.rolling} dice alone."
    if not split.second:
        pile = _pile(split, split.first)
        return [
            f"The first pile: {pile} {color}-up, which {'is' if pile == 1 else 'are'} set aside.",
            f"Roll the other {split.rolling} until {HALF} or fewer are {other}-up.",
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
