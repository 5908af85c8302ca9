"""Put a line into visual order: Hebrew and Arabic run from right to left.

This is Unicode's algorithm (UAX 9) without embedding, which names and rules of cards do not use:
letters, numbers, and what is between them.
"""

import unicodedata
from itertools import groupby

_RIGHT_TO_LEFT = ("R", "AL")
_LETTERS = ("L", *_RIGHT_TO_LEFT)
_NUMBERS = ("EN", "AN")
_MIRRORED = str.maketrans("()[]{}<>«»‹›“”‘’", ")(][}{><»«›‹”“’‘")


def bidi_runs(text: str, right: bool | None = None) -> list[tuple[str, bool]]:
    """Split a line into runs from left to right, each in reading order, with its direction (True
    from the right).

    `right` is the direction of the whole line; if None, its first letter decides.
    """
    classes = [unicodedata.bidirectional(sign) for sign in text]
    if not right and not any(kind in (*_RIGHT_TO_LEFT, "AN") for kind in classes):
        return [(text, False)] if text else []
    base = int(_leads_right(classes) if right is None else right)
    pairs = zip(text, _levels(classes, base), strict=True)
    runs = [
        ("".join(sign for sign, _ in group), level)
        for level, group in groupby(pairs, key=lambda pair: pair[1])
    ]
    found: list[tuple[str, bool]] = []
    for inner, group in groupby(runs, key=lambda run: run[1] > 0):
        part = [(run, level == 1) for run, level in group]
        found += reversed(part) if inner else part
    return found


def visual(text: str) -> str:
    """Return a line's characters from left to right."""
    return "".join(reversed_run(run) if right else run for run, right in bidi_runs(text))


def is_right_to_left(text: str) -> bool:
    """Whether a text runs from right to left: its first letter decides."""
    return _leads_right([unicodedata.bidirectional(sign) for sign in text])


def reversed_run(run: str) -> str:
    """A run reversed; marks stay behind their letter."""
    clusters: list[str] = []
    for sign in run:
        if clusters and unicodedata.combining(sign):
            clusters[-1] += sign
        else:
            clusters.append(sign.translate(_MIRRORED))
    return "".join(reversed(clusters))


def _leads_right(classes: list[str]) -> bool:
    return next((kind != "L" for kind in classes if kind in _LETTERS), False)


def _levels(classes: list[str], base: int) -> list[int]:
    """Return the level of each character: 0 left to right, 1 right to left, 2 left to right within
    that.

    Blanks and punctuation take the direction of both sides, or the line's where these differ.
    """
    kinds = _resolved(classes, base)
    sides = [None if kind not in (*_LETTERS, *_NUMBERS) else int(kind != "L") for kind in kinds]
    before = _carried(sides, base)
    after = _carried(sides[::-1], base)[::-1]
    levels = []
    for kind, left, right in zip(kinds, before, after, strict=True):
        if kind in _NUMBERS:
            levels.append(2)
        else:
            side = left if left == right else base
            levels.append(side if side or not base else 2)
    return levels


def _resolved(classes: list[str], base: int) -> list[str]:
    """Resolve marks, numbers and separators in numbers: rules W1 to W7."""
    kinds: list[str] = []
    letter = "R" if base else "L"
    for kind in classes:
        if kind == "NSM":
            kind = kinds[-1] if kinds else letter
        elif kind in _LETTERS:
            letter = kind
        elif kind == "EN" and letter == "AL":
            kind = "AN"
        kinds.append(kind)
    for place in range(1, len(kinds) - 1):
        one, kind, other = kinds[place - 1 : place + 2]
        if one == other and (kind, one) in (("ES", "EN"), ("CS", "EN"), ("CS", "AN")):
            kinds[place] = one
    for order in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for place in order:
            if kinds[place] == "ET" and kinds[place + step] == "EN":
                kinds[place] = "EN"
    # A number after a left-to-right letter has its direction.
    letter = "R" if base else "L"
    for place, kind in enumerate(kinds):
        letter = kind if kind in _LETTERS else letter
        kinds[place] = "L" if kind == "EN" and letter == "L" else kind
    return kinds


def _carried(sides: list[int | None], base: int) -> list[int]:
    """The direction of the last letter or number up to each character."""
    found: list[int] = []
    for side in sides:
        found.append(side if side is not None else found[-1] if found else base)
    return found
