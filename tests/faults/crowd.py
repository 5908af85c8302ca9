"""Eight companions at once."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

KINDS: tuple[str, ...] = ()


class Crowded(NamedTuple):
    """What became of it."""

    kind: str
    counts: Counter[str]
    times: str
    wrong: list[str]


def crowded(kind: str, folder: Path, seconds: float) -> Crowded:
    raise NotImplementedError
