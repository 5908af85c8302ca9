"""QR codes as modules, and the size of a text's code before it is made.

The library `qrcode` makes the modules, and we draw them: its pictures need Pillow, and its vector
pictures a path for every module. If Pillow is installed, it is hidden while `qrcode` is imported,
which would load it: a code on the screen appears 15 ms sooner.
"""

import importlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from companion.errors import Invalid

Matrix = tuple[tuple[bool, ...], ...]
Level = Literal["M", "L"]
"""Error correction: M restores 15 %, L 7 % in less room, for the smallest labels."""

QUIET = 4
"""The quiet zone around a code in modules, by which a scanner finds it."""

# Every mask is valid by the standard, and the code tells the scanner which one was used. Choosing
# the best of eight takes five sixths of a code's time; of 40 codes that were turned, shrunk and
# blurred until few were readable, this one had 26 read, the one that the library chooses 6.
_MASK = 0
_ALPHANUMERIC = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
_LARGEST_VERSION = 40
LARGEST_SIDE = 17 + 4 * _LARGEST_VERSION
"""Modules along a side of the largest possible code."""


class Run(NamedTuple):
    """Adjacent dark modules: the column of the first, the row, and their number."""

    column: int
    row: int
    length: int


def matrix(text: str, level: Level = "M") -> Matrix:
    """Return a text's code, row by row: True is dark. Without a quiet zone.

    Raises Invalid for a text that is too long for a code.
    """
    _import_qrcode()
    from qrcode.main import QRCode
    from qrcode.util import MODE_8BIT_BYTE, MODE_ALPHA_NUM, QRData

    version = (side(text, level) - 17) // 4
    code = QRCode(version=version, error_correction=_level(level), mask_pattern=_MASK)
    for part in _parts(text):
        mode = MODE_ALPHA_NUM if _is_alphanumeric(part) else MODE_8BIT_BYTE
        code.add_data(QRData(_content(part), mode=mode, check_data=False))
    code.make(fit=False)
    return tuple(tuple(bool(module) for module in row) for row in code.modules)


def side(text: str, level: Level = "M") -> int:
    """Return the number of modules along a side of a text's code. Raises Invalid for a text that is
    too long.
    """
    modules = _side(text, level)
    if modules is None:
        raise Invalid(
            f"A text of {len(text)} characters is too long for a QR code.",
            "Print it in several parts.",
        )
    return modules


def fullest(texts: Sequence[str], most: int, level: Level = "M") -> str | None:
    """Return the first of some texts whose code has at most this many modules along a side."""
    for text in texts:
        modules = _side(text, level)
        if modules is not None and modules <= most:
            return text
    return None


def runs(modules: Matrix) -> Iterator[Run]:
    """Return the dark modules of a code as few bars, for pens to draw."""
    for y, row in enumerate(modules):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                yield Run(start, y, x - start)
            x += 1


@cache
def _import_qrcode() -> None:
    """Import qrcode without Pillow, which it does not need here.

    It would import Pillow for pictures that are not used, which takes longer than the rest.
    """
    hidden = "PIL" not in sys.modules
    if hidden:
        sys.modules["PIL"] = None  # type: ignore[assignment]
    try:
        importlib.import_module("qrcode")
    finally:
        if hidden:
            del sys.modules["PIL"]


def _level(level: Level) -> int:
    _import_qrcode()
    from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

    return int(ERROR_CORRECT_M if level == "M" else ERROR_CORRECT_L)


def _side(text: str, level: Level) -> int | None:
    _import_qrcode()
    from qrcode.util import BIT_LIMIT_TABLE

    limits = BIT_LIMIT_TABLE[_level(level)]
    parts = [(len(_content(part)), _is_alphanumeric(part)) for part in _parts(text)]
    for version in range(1, _LARGEST_VERSION + 1):
        if sum(_bits(*part, version) for part in parts) <= limits[version]:
            return 17 + 4 * version
    return None


def _parts(text: str) -> tuple[str, ...]:
    """Return the part that is encoded by itself: the last line, if its characters take less room.

    In a card's code, the last line is for machines, and consists of such characters.
    """
    before, end, last = text.rpartition("\n")
    if not before or not last or not _is_alphanumeric(last) or _is_alphanumeric(text):
        return (text,)
    return (before + end, last)


def _bits(length: int, alphanumeric: bool, version: int) -> int:
    """Return the number of bits of a part: mode, length in a field that grows with the version,
    content.
    """
    if alphanumeric:
        field = 9 if version < 10 else 11 if version < 27 else 13
        return 4 + field + length // 2 * 11 + length % 2 * 6
    return 4 + (8 if version < 10 else 16) + length * 8


def _is_alphanumeric(text: str) -> bool:
    return _ALPHANUMERIC.issuperset(text)


def _content(text: str) -> bytes:
    # Lone surrogates have no bytes; a question mark stands for each.
    return text.encode("utf-8", "replace")
