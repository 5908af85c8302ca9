"""Set text in a column: wrapped at a width, cut where room ends, line below line."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from companion.core.names import visible
from companion.printing.fonts.bidi import is_right_to_left
from companion.printing.page import POINT, Align, Ink, Measure, Words

CUT = "…"
_LEADING = 1.25
_BASELINE = 0.92
_CAPITAL = 0.72
_TINY = 1e-6
_ALIGNED: dict[bool, Align] = {False: "left", True: "right"}

# In Japanese and Chinese, closing, repeating and lengthening characters and small kana keep to the
# character before them; opening ones to the one after them (JIS X 4051). So do the vowels of Thai
# and Lao that are written before their syllable.
_NEVER_FIRST = frozenset(
    "、。，．・：；？！」』】〕〗〙〟）］｝〉》’”…‥々〻ーゝゞヽヾ゛゜～〜‐゠–"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ,.:;?!)]}"
)
_NEVER_LAST = tuple("「『【〔〖〘〝（［｛〈《‘“([{เแโใไເແໂໃໄ")
# Some languages open with these, others close: „…“, »…«. After a letter they close.
_EITHER = frozenset("“‘«»‹›")


class Style(NamedTuple):
    """The style of text; `size` is in points."""

    size: float
    bold: bool = False
    ink: Ink = "black"

    @property
    def leading(self) -> float:
        """The distance between lines, in millimetres."""
        return self.size * POINT * _LEADING

    @property
    def baseline(self) -> float:
        """The distance from the top of a line to its baseline, in millimetres."""
        return self.size * POINT * _BASELINE

    @property
    def above(self) -> float:
        """The white above a line's capitals; without it, a line is level with what is beside it."""
        return self.size * POINT * (_BASELINE - _CAPITAL)


class Paragraph(NamedTuple):
    """Wrapped lines in one style; `right` if they run from right to left."""

    lines: tuple[str, ...]
    style: Style
    right: bool = False

    @property
    def height(self) -> float:
        """The height of all lines, in millimetres."""
        return len(self.lines) * self.style.leading


def one_line(text: str) -> str:
    """Return a text without line breaks, with unprintable characters spelled out."""
    return visible(" ".join(unicodedata.normalize("NFC", text).split("\n")))


def wrapped(
    text: str, style: Style, room: float, measure: Measure, most: int | None = None
) -> Paragraph:
    """Wrap a text in lines no wider than `room`, cut after `most` lines."""
    right = is_right_to_left(text)
    paragraphs = unicodedata.normalize("NFC", text).replace("\r\n", "\n").split("\n")
    every = chain.from_iterable(
        _lines(visible(paragraph), style, room, measure) for paragraph in paragraphs
    )
    if most is None:
        return Paragraph(tuple(every), style, right)
    # Of a text with pages of words, no more is measured than is printed.
    lines = list(islice(every, most + 1))
    if len(lines) > most:
        lines = lines[:most]
        if lines:
            lines[-1] = shortened(lines[-1] + CUT, style, room, measure)
    return Paragraph(tuple(lines), style, right)


def has_room(text: str, style: Style, room: float, measure: Measure) -> bool:
    """Whether each word of a text fits on a line, so that none has to be broken."""
    pieces = _pieces(visible(unicodedata.normalize("NFC", text)))
    return all(measure(piece.rstrip(), style.size, style.bold) <= room for piece in pieces)


def shortened(text: str, style: Style, room: float, measure: Measure) -> str:
    """Return one line that is no wider than `room`: cut with “…” if necessary."""
    text = one_line(text)
    if measure(text, style.size, style.bold) <= room:
        return text
    kept = text.removesuffix(CUT)

    def fits(count: int) -> bool:
        return measure(kept[:count].rstrip() + CUT, style.size, style.bold) <= room

    count = _most(fits, len(kept))
    return kept[:count].rstrip() + CUT if count else ""


def fitted(
    paragraphs: Sequence[Paragraph], height: float, room: float, measure: Measure
) -> list[Paragraph]:
    """Return as many lines as fit in a height; if lines are cut, the last ends with “…”."""
    kept: list[Paragraph] = []
    for lines, style, right in paragraphs:
        most = max(0, int(height / style.leading + _TINY))
        height -= len(lines) * style.leading
        if most >= len(lines):
            kept.append(Paragraph(lines, style, right))
            continue
        if most:
            last = shortened(lines[most - 1] + CUT, style, room, measure)
            kept.append(Paragraph((*lines[: most - 1], last), style, right))
        break
    return kept


def column(
    paragraphs: Sequence[Paragraph], x: float, y: float, room: float, apart: float = 0.0
) -> list[Words]:
    """Draw paragraphs one below the other, from a height on, with a gap between them.

    Those that run from right to left are aligned at the right.
    """
    words: list[Words] = []
    for lines, style, right in paragraphs:
        y += apart if words and lines else 0.0
        side, align = x + room if right else x, _ALIGNED[right]
        for line in lines:
            baseline = y + style.baseline
            words.append(Words(side, baseline, line, *style, align=align, room=room, right=right))
            y += style.leading
    return words


def height_of(paragraphs: Sequence[Paragraph], apart: float = 0.0) -> float:
    """Return the total height of paragraphs, in millimetres."""
    heights = [paragraph.height for paragraph in paragraphs if paragraph.lines]
    return sum(heights) + apart * max(0, len(heights) - 1)


def _lines(text: str, style: Style, room: float, measure: Measure) -> Iterator[str]:
    """Wrap a paragraph in lines; a word that is too wide is broken."""
    line, width = "", 0.0
    for piece in _pieces(text):
        if width + measure(piece.rstrip(), style.size, style.bold) <= room:
            line, width = line + piece, width + measure(piece, style.size, style.bold)
            continue
        if line.strip():
            yield line.rstrip()
        line = piece
        while (kept := _fitting(line.rstrip(), style, room, measure)) < len(line.rstrip()):
            yield line[:kept]
            line = line[kept:]
        width = measure(line, style.size, style.bold)
    if line.strip():
        yield line.rstrip()


def _fitting(word: str, style: Style, room: float, measure: Measure) -> int:
    """Return how many characters of a word fit: at least one, and never a letter without its
    accents.
    """

    def fits(count: int) -> bool:
        return measure(word[:count], style.size, style.bold) <= room

    kept = most = max(1, _most(fits, len(word)))
    while 0 < kept < len(word) and _is_held(word[kept - 1], word[kept]):
        kept -= 1
    return kept or most


def _most(fits: Callable[[int], bool], limit: int) -> int:
    """Return the largest number up to a limit that still fits; much larger ones are not tried."""
    low, high = 0, 1
    while high <= limit and fits(high):
        low, high = high, high * 2
    high = min(high, limit + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low


def _pieces(text: str) -> Iterator[str]:
    """Return the pieces after which a line may end: spaces, and every character of a script without
    spaces.
    """
    piece = ""
    for sign in text:
        if piece and _may_end(piece, sign):
            yield piece
            piece = ""
        piece += sign
    if piece:
        yield piece


def _may_end(piece: str, sign: str) -> bool:
    """Whether a line may end before the next character."""
    if _clings(sign):
        return False
    if piece[-1] == " ":
        return sign != " "
    apart = any(map(_stands_alone, (piece[0], piece[-1], sign)))
    return apart and not _is_held(piece[-1], sign)


def _stands_alone(sign: str) -> bool:
    wide = unicodedata.east_asian_width(sign) in ("W", "F")
    return wide and unicodedata.category(sign)[0] in "LP"


def _is_held(before: str, sign: str) -> bool:
    """Whether a broken word must not be split between two characters."""
    closes = sign in _NEVER_FIRST or (sign in _EITHER and before.isalnum())
    return _clings(sign) or closes or before in _NEVER_LAST


def _clings(sign: str) -> bool:
    return sign == "\u200d" or unicodedata.category(sign or " ") in ("Mn", "Me", "Mc")
