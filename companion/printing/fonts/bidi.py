"""Puts a line into the order in which its signs stand: Hebrew and Arabic run from right to left.

This is the simple part of Unicode's way: whole runs, no embedding, and numbers from left to right.
"""

import unicodedata
from itertools import groupby

_RIGHT_TO_LEFT = ("R", "AL")
_LEFT_TO_RIGHT = ("L", "EN", "AN")
_MIRRORED = str.maketrans("()[]{}<>«»‹›“”‘’", ")(][}{><»«›‹”“’‘")


def visual(text: str) -> str:
    """A line's signs from left to right."""
    classes = [unicodedata.bidirectional(sign) for sign in text]
    if not any(kind in _RIGHT_TO_LEFT for kind in classes):
        return text
    ways = _ways(classes)
    runs = [
        (right, "".join(sign for sign, _ in group))
        for right, group in groupby(zip(text, ways, strict=True), key=lambda pair: pair[1])
    ]
    if _leads_right(classes):
        runs.reverse()
    return "".join(_reversed(run) if right else run for right, run in runs)


def is_joined(sign: str) -> bool:
    """Whether a sign is of a script whose letters change with their neighbours."""
    return unicodedata.bidirectional(sign) == "AL"


def _leads_right(classes: list[str]) -> bool:
    """Whether a line as a whole runs from right to left: its first letter decides."""
    return next((kind != "L" for kind in classes if kind in ("L", *_RIGHT_TO_LEFT)), False)


def _ways(classes: list[str]) -> list[bool]:
    """For each sign whether it runs from right to left; blanks and points go with both sides."""
    base = _leads_right(classes)
    strong = [
        True if kind in _RIGHT_TO_LEFT else False if kind in _LEFT_TO_RIGHT else None
        for kind in classes
    ]
    before: list[bool] = []
    for way in strong:
        before.append(way if way is not None else before[-1] if before else base)
    after: list[bool] = []
    for way in reversed(strong):
        after.append(way if way is not None else after[-1] if after else base)
    after.reverse()
    return [left if left == right else base for left, right in zip(before, after, strict=True)]


def _reversed(run: str) -> str:
    """A run backwards; marks stay behind the letter that they belong to."""
    clusters: list[str] = []
    for sign in run:
        if clusters and unicodedata.combining(sign):
            clusters[-1] += sign
        else:
            clusters.append(sign.translate(_MIRRORED))
    return "".join(reversed(clusters))
