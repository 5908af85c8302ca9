"""What to do next in a Split, in words."""

from companion.games.boolean.dice.split import HALF, Split


def guide(split: Split, typed: str) -> list[str]:
    """The next step; `typed` are the throws so far, as they were typed."""
    if split.done:
        return ["Done: five White-up and five Black-up."]
    if split.first is None:
        return [
            "Roll all ten dice and count those that are White-up:",
            "`companion boolean split 7w`, or `companion boolean split 3b`.",
        ]
    color, other = ("White", "Black") if split.first else ("Black", "White")
    again = f"Then: `companion boolean split {typed} {HALF - _pile(split, not split.first)}"
    again += f"{other[0].lower()}`, of those {split.rolling} dice alone."
    if not split.second:
        return [
            f"The {_pile(split, split.first)} {color}-up make the first pile: set them aside.",
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
