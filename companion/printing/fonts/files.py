"""Find font files, their characters, and which font to try first for a character.

reportlab reads the whole of every font to find one character, Pillow does not look at all, and
fontTools is a large dependency for a hundred lines of a format that has not changed in decades.
"""

import os
import struct
import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

from companion.core.names import listed

_MOST_NAMED = 8
_MOST_LOOKED_FOR = 3


class Preference(NamedTuple):
    """Fonts by name, the best first, and the Debian package with the first.

    Files whose names differ from their fonts' are recognised by the beginning of their names.
    """

    names: tuple[str, ...]
    package: str = ""
    files: tuple[str, ...] = ()

    @property
    def starts(self) -> tuple[str, ...]:
        """The beginnings of the names of files that may hold such a font."""
        return (*map(plain, self.names), *self.files)


def plain(name: str) -> str:
    """Return the name of a font or its file in the form in which names are compared."""
    return name.lower().replace(" ", "").replace("-", "").replace("_", "")


_SYMBOLS = Preference(
    ("Noto Sans Symbols 2", "DejaVu Sans", "Symbola", "Segoe UI Symbol", "Apple Symbols"),
    "fonts-noto-core",
    ("notosanssymbols", "notosansmath", "seguisym"),
)
# Colour fonts are pictures: none of our pens draws them.
_EMOJI = Preference(
    ("Symbola", "Noto Emoji", "Segoe UI Emoji", "DejaVu Sans", "Noto Sans Symbols 2"),
    "fonts-symbola",
    ("seguiemj", "seguisym", "segoeuisymbol", "applesymbols"),
)
_HAN = Preference(
    ("Noto Sans CJK", "Droid Sans Fallback", "Source Han Sans", "WenQuanYi", "Microsoft YaHei"),
    "fonts-noto-cjk",
    (
        *("notosanssc", "notosansjp", "notosanstc", "wqy", "ipag", "ipaex", "takao", "vlgothic"),
        *("msyh", "meiryo", "yugoth", "msgothic", "simsun", "simhei", "arialunicode"),
        *("hiragino", "ヒラギノ", "pingfang", "stheiti", "songti", "heiti"),
    ),
)
_HANGUL = Preference(
    ("Noto Sans CJK", "Malgun Gothic", "Apple SD Gothic Neo", "Nanum Gothic"),
    "fonts-noto-cjk",
    ("notosanskr", "malgun", "applesdgothicneo", "nanumgothic", "unbatang"),
)
_ARABIC = Preference(
    ("Noto Sans Arabic", "DejaVu Sans", "Arial", "Segoe UI", "Tahoma", "Geeza Pro"),
    "fonts-noto-core",
    ("notonaskharabic", "sfarabic"),
)
_PLAIN = Preference(("DejaVu Sans", "Noto Sans", "Arial"), "fonts-dejavu-core")
# These come with a system, or are sold.
_SOLD = ("Segoe", "Apple", "Microsoft", "Malgun", "Arial", "Tahoma", "Geeza")
_SCRIPTS = {
    **dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"), _HAN),
    **dict.fromkeys(("IDEOGRAPHIC", "FULLWIDTH", "BOPOMOFO"), _HAN),
    "HANGUL": _HANGUL,
    "ARABIC": _ARABIC,
    **dict.fromkeys(("LATIN", "GREEK", "CYRILLIC"), _PLAIN),
}


@cache
def preferred(sign: str) -> Preference:
    """Return the fonts to try first for a character."""
    if "\U0001f000" <= sign <= "\U0001faff":
        return _EMOJI
    if unicodedata.east_asian_width(sign) in ("W", "F") and "\u2e80" <= sign <= "\uff60":
        return _HANGUL if unicodedata.name(sign, "").startswith("HANGUL") else _HAN
    if unicodedata.category(sign)[0] in "SP":
        return _SYMBOLS
    script = unicodedata.name(sign, "").partition(" ")[0]
    if script in _SCRIPTS:
        return _SCRIPTS[script]
    if not script.isalpha():
        return _SYMBOLS
    # Noto has a font for each other script, named after it.
    name = script.title()
    return Preference((f"Noto Sans {name}", f"Noto Serif {name}", "Noto Sans"), "fonts-noto-core")


def missing_warning(signs: Iterable[str], there: Sequence[str], held_by: str) -> str:
    """Return the warning about missing characters of one script.

    `there` are the plain names of all font files; `held_by` is one that has them and cannot be
    used.
    """
    named = list(signs)
    want = preferred(named[0])
    shown = named[:_MOST_NAMED]
    if len(named) > _MOST_NAMED:
        shown = [*shown, f"{len(named) - _MOST_NAMED} more"]
    they, them = ("it is", "it") if len(named) == 1 else ("they are", "them")
    if held_by:
        return (
            f"{listed(shown)} could not be printed, {they} □: {held_by} has {them}, and only "
            "uharfbuzz can put it into a PDF (`pip install uharfbuzz`). Or print to .html."
        )
    looked = "there are none"
    if there:
        names = listed(want.names[:_MOST_LOOKED_FOR])
        looked = f"looked for {names}, and then among all {len(there)}"
    return (
        f"No font here has {listed(shown)}: {they} printed as □ ({looked}). {_advice(want, there)}"
    )


def _advice(want: Preference, there: Sequence[str]) -> str:
    """Say what to install: the first free font that is not installed yet."""
    for name in want.names:
        is_there = any(file.startswith(plain(name)) for file in there)
        if not is_there and not name.startswith(_SOLD):
            return f"Install {name} ({_source(name, want)}), or print to .html."
    return "Print to .html: a browser may find another."


def _source(name: str, want: Preference) -> str:
    if sys.platform == "linux" and want.package and name == want.names[0]:
        return f"`apt install {want.package}`"
    return "it is free: fonts.google.com/noto" if "Noto" in name else "it is free"


_LARGEST_TABLE = 4_000_000
_MOST_IN_COLLECTION = 16


class Segment(NamedTuple):
    """Characters from `first` to `last`, with the glyph of the first.

    `glyphs` are the glyphs of each if they are not consecutive.
    """

    last: int
    first: int
    glyph: int
    glyphs: tuple[int, ...] = ()


class Font(NamedTuple):
    """A font in a file; `number` is its place in a collection, `truetype` its kind of outlines."""

    path: Path
    number: int
    truetype: bool
    segments: tuple[Segment, ...]

    def has(self, sign: str) -> bool:
        """Whether the font has a character."""
        code = ord(sign)
        place = bisect_left(self.segments, (code,))
        if place == len(self.segments) or self.segments[place].first > code:
            return False
        _, first, glyph, glyphs = self.segments[place]
        return bool(glyphs[code - first] if glyphs else (glyph + code - first) % 0x10000)


def fonts_in(path: Path) -> tuple[Font, ...]:
    """Return the fonts of a file; none if it is not a font or has no outlines."""
    try:
        with path.open("rb") as file:
            offsets: Sequence[int] = (0,)
            if file.read(4) == b"ttcf":
                _, count = struct.unpack(">II", file.read(8))
                count = min(count, _MOST_IN_COLLECTION)
                offsets = struct.unpack(f">{count}I", file.read(4 * count))
            found = [_font(path, file, number, offset) for number, offset in enumerate(offsets)]
    except (OSError, struct.error, IndexError, ValueError):
        return ()
    return tuple(font for font in found if font is not None)


def _font(path: Path, file: BinaryIO, number: int, offset: int) -> Font | None:
    file.seek(offset)
    (count,) = struct.unpack(">4xH6x", file.read(12))
    records = struct.iter_unpack(">4s4xII", file.read(16 * count))
    tables = {name: (start, length) for name, start, length in records}
    truetype = b"glyf" in tables
    if b"cmap" not in tables or not (truetype or b"CFF " in tables):
        return None
    start, length = tables[b"cmap"]
    file.seek(start)
    segments = _segments(file.read(min(length, _LARGEST_TABLE)))
    return Font(path, number, truetype, segments) if segments else None


def _segments(cmap: bytes) -> tuple[Segment, ...]:
    """Read the characters of the best Unicode table, in order."""
    (count,) = struct.unpack_from(">2xH", cmap)
    offsets = [
        offset
        for platform, encoding, offset in struct.iter_unpack(">HHI", cmap[4 : 4 + 8 * count])
        if platform == 0 or (platform == 3 and encoding in (1, 10))
    ]
    by_format = {struct.unpack_from(">H", cmap, offset)[0]: offset for offset in offsets}
    if 12 in by_format:
        return _of_format_12(cmap, by_format[12])
    if 4 in by_format:
        return _of_format_4(cmap, by_format[4])
    return ()


def _of_format_12(cmap: bytes, offset: int) -> tuple[Segment, ...]:
    (count,) = struct.unpack_from(">I", cmap, offset + 12)
    groups = struct.iter_unpack(">III", cmap[offset + 16 : offset + 16 + 12 * count])
    return tuple(sorted(Segment(last, first, glyph) for first, last, glyph in groups))


def _of_format_4(cmap: bytes, offset: int) -> tuple[Segment, ...]:
    count = struct.unpack_from(">H", cmap, offset + 6)[0] // 2
    signs = f">{count}H"
    lasts = struct.unpack_from(signs, cmap, offset + 14)
    firsts = struct.unpack_from(signs, cmap, offset + 16 + 2 * count)
    deltas = struct.unpack_from(signs, cmap, offset + 16 + 4 * count)
    at = offset + 16 + 6 * count
    ranges = struct.unpack_from(signs, cmap, at)
    found = []
    for place in range(count):
        first, last, delta = firsts[place], lasts[place], deltas[place]
        if first > last or first == 0xFFFF:
            continue
        glyphs: tuple[int, ...] = ()
        if ranges[place]:
            # The offset of the glyphs is relative to the position of the range itself.
            raw = struct.unpack_from(f">{last - first + 1}H", cmap, at + 2 * place + ranges[place])
            glyphs = tuple((glyph + delta) % 0x10000 if glyph else 0 for glyph in raw)
        found.append(Segment(last, first, (first + delta) % 0x10000, glyphs))
    return tuple(sorted(found))


FOLDERS: tuple[Path, ...] = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local/share/fonts",
    Path.home() / ".fonts",
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path.home() / "Library/Fonts",
    Path("C:/Windows/Fonts"),
    Path.home() / "AppData/Local/Microsoft/Windows/Fonts",
)
"""The font folders of the three systems, for all users and for one."""

# Beginnings of file names: first what looks like Helvetica, the font of the rest of the page, then
# plain faces with many scripts. All other fonts are tried after these.
_PREFERRED = (
    *("liberationsans", "helvetica", "arial", "dejavusans", "notosans", "segoeui"),
    *("droidsansfallback", "wqy"),
)
# Special faces: narrow, slanted, monospaced. They come after the plain ones.
_SPECIAL = ("italic", "oblique", "mono", "narrow", "condensed", "light", "thin", "black", "serif")
# These claim every character, or draw none without colours.
_UNFIT = ("lastresort", "adobeblank", "color")
# The search has to end within about a second: the most names that are read, and files that are
# opened.
_MOST_NAMES = 4000
_MOST_OPENED = 250


def candidates(
    folders: tuple[Path, ...], bold: bool, starts: tuple[str, ...] = ()
) -> Iterator[Font]:
    """Return fonts to search for a character, opened one after the other; bold ones first if
    wanted.

    Those whose file names begin with one of `starts` come before all others, the first of these
    first. The bold face of a family comes before the next family.
    """
    for path in _ordered(folders, bold, starts)[:_MOST_OPENED]:
        yield from _opened(path)


def names(folders: tuple[Path, ...]) -> tuple[str, ...]:
    """The plain names of all font files."""
    return tuple(plain(path.stem) for path in _all(folders))


@cache
def _opened(path: Path) -> tuple[Font, ...]:
    return fonts_in(path)


@cache
def _ordered(folders: tuple[Path, ...], bold: bool, starts: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(sorted(_all(folders), key=lambda path: _rank(path, bold, starts)))


@cache
def _all(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    return tuple(_paths(folders))


def _rank(path: Path, bold: bool, starts: tuple[str, ...]) -> tuple[int, bool, int, bool, int, str]:
    name = plain(path.stem)
    fitting = (place for place, start in enumerate(starts) if name.startswith(start))
    special = any(word in name for word in _SPECIAL)
    family = next(
        (place for place, start in enumerate(_PREFERRED) if name.startswith(start)), len(_PREFERRED)
    )
    is_bold = "bold" in name or name in ("arialbd", "segoeuib")
    first = next(fitting, len(starts))
    return (first, special, family, is_bold != bold, len(name), str(path))


def _paths(folders: tuple[Path, ...]) -> Iterator[Path]:
    read = 0
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner.sort()
            read += len(names)
            for name in sorted(names):
                plain = name.lower()
                if plain.endswith((".ttf", ".ttc", ".otf")) and not any(
                    word in plain for word in _UNFIT
                ):
                    yield Path(place, name)
            if read > _MOST_NAMES:
                return
