"""Draw blocks as lines of a terminal without Rich, which takes longer to load than to draw.

The result is the same as that of `terminal`, character by character. What would have to be cut, or
is not text, is left to Rich.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple
from unicodedata import category, east_asian_width

from companion.core.blocks import (
    Block,
    Column,
    Fit,
    Heading,
    Listing,
    Page,
    Paragraph,
    Span,
    Stack,
    Steps,
    Table,
    Text,
    plain,
)
from companion.core.names import visible
from companion.core.terminal import tied

GAP = 2
"""Columns between those of a table."""
WIDEST_NAME = 18
"""A longer name in a table is cut if the table `wraps`."""
LEAST = 10
"""The least width of a column of text."""
SCREEN = 24
CODES = {
    "": (),
    "strong": (1,),
    "muted": (2,),
    "good": (32,),
    "bad": (31,),
    "name": (1, 36),
    "icon": (36,),
    "active": (1, 33),
    "warning": (33,),
}
"""The codes of the roles (ECMA-48, SGR); the colours of pieces depend on the terminal."""
BOLD, DIM, GREEN = (1,), (2,), (32,)
_WORD = re.compile(r"\s*\S+\s*")

Codes = tuple[int, ...]
Part = tuple[str, Codes]
"""A piece of a line, and its style."""
Line = list[Part]


class Screen(NamedTuple):
    """The columns and lines of the terminal, and whether it has colours."""

    width: int
    height: int = 25
    coloured: bool = False


class NotHere(Exception):
    """Raised for something that is not drawn here."""


_RICHS_OWN = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""Other settings of Rich: if any of these is set, Rich draws."""


def screen() -> Screen:
    """Return standard output, as Rich would find it. Raises NotHere if that is not so simple."""
    dumb = os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    if os.name == "nt" or dumb or any(name in os.environ for name in _RICHS_OWN):
        raise NotHere
    width = height = 0
    for stream in (0, 1, 2):
        try:
            width, height = os.get_terminal_size(stream)
            break
        except OSError:
            continue
    columns, rows = os.environ.get("COLUMNS", ""), os.environ.get("LINES", "")
    return Screen(
        int(columns) if columns.isdigit() else width or 80,
        int(rows) if rows.isdigit() else height or 25,
        sys.stdout.isatty(),
    )


def drawn(blocks: Sequence[Block], on: Screen) -> str:
    """Return the lines of blocks, with blank lines between them. Raises NotHere."""
    return "".join(f"{_spelled(line, on)}\n" for line in _below(blocks, on))


def _below(blocks: Sequence[Block], on: Screen) -> list[Line]:
    """Return the lines of blocks, with an empty one between them."""
    parts = [_block(block, on) for block in blocks]
    found: list[Line] = []
    for place, part in enumerate(parts):
        found += [*([[]] if place else []), *part]
    return found


def _spelled(line: Iterable[Part], on: Screen) -> str:
    if not on.coloured:
        return "".join(text for text, _ in line)
    shown = ((";".join(map(str, codes)), text) for text, codes in line if text)
    return "".join(f"\x1b[{codes}m{text}\x1b[0m" if codes else text for codes, text in shown)


def listing(block: Listing) -> Iterator[str]:
    """Return the lines of a listing."""
    form = "".join(f"{{:<{width + GAP}}}" for width in block.widths) + "{}"
    for row in chain((block.titles,), block.rows):
        cells = [plain(cell) for cell in row]
        line = form.format(*cells)
        if not line.isprintable():
            line = form.format(*map(visible, cells))
        yield line.rstrip()


def _block(block: Block, on: Screen) -> list[Line]:
    width = on.width
    match block:
        case Heading(text, aside):
            line = [(part, _both(BOLD, codes)) for part, codes in _parts(text)]
            if aside:
                plain_aside = "".join(part for part, _ in _parts(aside))
                line += [("  ", _base(text)), (plain_aside, _both(_base(text), DIM))]
            return [_within(line, width)]
        case Paragraph(text):
            return _wrapped(_signs(text), width)
        case Steps(items):
            return _steps(items, width)
        case Table():
            return _table(block, width)
        case Listing():
            return [[(line, ())] for line in listing(block)]
        case Stack(inner):
            return _below(inner, on)
        case Fit(choices) if _fits(choices[0], width):
            return _block(choices[0], on)
        case Page(at_length, lengths):
            found: list[Line] = []
            for length in lengths:
                found = _block(at_length(length), on)
                if len(found) < min(on.height, SCREEN):  # the next prompt needs one as well
                    break
            return found
    raise NotHere


def _fits(block: Block, width: int) -> bool:
    """Whether this choice of a `Fit` fits the width."""
    if isinstance(block, Stack):
        return all(_fits(inner, width) for inner in block.blocks)
    if isinstance(block, Table):
        return width >= block.least
    return isinstance(block, Paragraph | Steps | Heading)


def _parts(text: Text) -> list[Part]:
    """Split a text into pieces. Raises NotHere for characters that are not one column wide."""
    if isinstance(text, str):
        return [(_plain(text), ())]
    if isinstance(text, Span):
        if text.role not in CODES:
            raise NotHere
        return [(_plain(text.text), CODES[text.role])]
    found: list[Part] = []
    for one in text:
        for part, codes in _parts(one):
            if found and not codes and not found[-1][1]:
                part = f"{found.pop()[0]}{part}"
            found.append((part, codes))
    return found


def _plain(text: str) -> str:
    shown = visible(text)
    if not shown.isascii():
        for sign in shown:
            if east_asian_width(sign) in "WF" or category(sign) in ("Mn", "Me", "Mc", "Cf", "Co"):
                raise NotHere
    return shown


def _both(one: Codes, other: Codes) -> Codes:
    return tuple(sorted({*one, *other}))


def _length(line: Iterable[Part]) -> int:
    return sum(len(text) for text, _ in line)


def _within(line: Line, width: int) -> Line:
    if _length(line) > width:
        raise NotHere
    return line


def _base(text: Text) -> Codes:
    """Return the style of the blanks that fill up a line."""
    return CODES[text.role] if isinstance(text, Span) else ()


Sign = tuple[str, Codes, object]
"""A character of a text, its style, and the piece that it belongs to."""


def _signs(text: Text) -> list[Sign]:
    parts = enumerate(_parts(text))
    return [(sign, codes, place) for place, (part, codes) in parts for sign in part]


def _wrapped(
    signs: Sequence[Sign], width: int, room: int = 0, base: Codes = (), *, whole: bool = True
) -> list[Line]:
    """Wrap a sentence between words; a command stays in one piece, if `whole`.

    Its lines are filled up to `room` with blanks in the style of `base`.
    """
    text = "".join(sign for sign, _, _ in signs)
    text = tied(text, width) if whole else text
    breaks, column = [0], 0
    for word in _WORD.finditer(text):
        if len(word[0].rstrip()) > width or "\n" in word[0]:
            raise NotHere
        if column and column + len(word[0].rstrip()) > width:
            breaks.append(word.start())
            column = 0
        column += len(word[0])
    ends = [*breaks[1:], len(text)]
    found = []
    for start, end in zip(breaks, ends, strict=True):
        line = text[start:end]
        if len(line) > width:  # blanks that do not fit
            line = line[: max(width, len(line.rstrip()))]
        blank: Sign = (" ", base, 0 if base else None)
        looks = [*signs[start : start + len(line)], *[blank] * (room - len(line))]
        found.append(list(_pieces(looks)))
    return found


def _pieces(signs: Iterable[Sign]) -> Iterator[Part]:
    for (codes, _), piece in groupby(signs, lambda sign: sign[1:]):
        yield "".join(sign for sign, _, _ in piece), codes


def _steps(items: Sequence[Text], width: int) -> list[Line]:
    if not all(_length(_parts(item)) for item in items):
        raise NotHere
    room = min(width - GAP, max(_length(_parts(item)) for item in items))
    found: list[Line] = []
    for item in items:
        step = _wrapped(_highlighted(_signs(item)), width - GAP, room, _base(item))
        for number, line in enumerate(step):
            found.append([*([("→", GREEN), (" ", ())] if number == 0 else [("  ", ())]), *line])
    return found


def _highlighted(signs: list[Sign]) -> list[Sign]:
    text = "".join(sign for sign, _, _ in signs)
    for command in re.finditer(r"`[^`]+`", text):
        for place in range(command.start(), command.end()):
            sign, codes, piece = signs[place]
            signs[place] = (sign, _both(codes, BOLD), (piece, command.start()))
    return signs


def _table(table: Table, width: int) -> list[Line]:
    columns = table.columns
    titles = [_plain(column.title) for column in columns]
    if not (table.rows or any(titles)):
        raise NotHere
    widths = list(_widths(table, titles, width))
    found = [_parts(Span(table.title, "strong"))] if table.title else []
    if any(titles):
        heads = [Span(title, "muted") for title in titles]
        found += _row(heads, columns, widths, DIM)
    for row in table.rows:
        found += _row(row, columns, widths, ())
    return found


def _widths(table: Table, titles: Sequence[str], width: int) -> Iterator[int]:
    """Return the widths of the columns: of their content; the last one may be narrower."""
    rows = [[_length(_parts(cell)) for cell in row] for row in table.rows]
    room, last = width, len(titles) - 1
    for place, (column, title) in enumerate(zip(table.columns, titles, strict=True)):
        widest = max([int(place == last), len(title), *(row[place] for row in rows)])
        if place < last and column.wraps and widest > WIDEST_NAME:
            raise NotHere
        if widest > room:
            if place < last or not column.wraps or column.cut or room < max(LEAST, len(title)):
                raise NotHere
            widest = room
        yield widest
        room -= widest + GAP


def _row(
    cells: Sequence[Text], columns: Sequence[Column], widths: Sequence[int], gap: Codes
) -> list[Line]:
    pairs = zip(cells, columns, widths, strict=True)
    drawn = [_cell(cell, width, right=column.align == "right") for cell, column, width in pairs]
    found: list[Line] = []
    for number in range(max(map(len, drawn))):
        line: Line = []
        for place, cell in enumerate(drawn):
            line += [(" " * GAP, gap)] if place else []
            line += cell[number] if number < len(cell) else [(" " * widths[place], ())]
        found.append(line)
    return found


def _cell(text: Text, width: int, *, right: bool) -> list[Line]:
    signs, base = _signs(text), _base(text)
    if len(signs) > width:
        if right:
            raise NotHere
        return _wrapped(signs, width, width, base, whole=False)
    blanks: list[Sign] = [(" ", base, 0 if base else None)] * (width - len(signs))
    if right and signs and signs[-1][0] == " ":
        raise NotHere
    return [list(_pieces(blanks + signs if right else signs + blanks))]
