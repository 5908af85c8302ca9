"""Which fonts are asked first for a sign, by the script that it is of, and how one is come by."""

import sys
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from companion.core.names import listed

_MOST_NAMED = 8
_MOST_LOOKED_FOR = 3


class Want(NamedTuple):
    """Fonts by their names, the best first, and the package of Debian that brings the first.

    Files that are called otherwise than their fonts are told by how their names begin.
    """

    names: tuple[str, ...]
    package: str = ""
    files: tuple[str, ...] = ()

    @property
    def starts(self) -> tuple[str, ...]:
        """How the names of files begin that may hold such a font."""
        return (*map(plain, self.names), *self.files)


def plain(name: str) -> str:
    """A font's name, or that of its file, as they are compared."""
    return name.lower().replace(" ", "").replace("-", "").replace("_", "")


_SYMBOLS = Want(
    ("Noto Sans Symbols 2", "DejaVu Sans", "Symbola", "Segoe UI Symbol", "Apple Symbols"),
    "fonts-noto-core",
    ("notosanssymbols", "notosansmath", "seguisym"),
)
# Those in colours are pictures: no pen of ours draws them.
_EMOJI = Want(
    ("Symbola", "Noto Emoji", "Segoe UI Emoji", "DejaVu Sans", "Noto Sans Symbols 2"),
    "fonts-symbola",
    ("seguiemj", "seguisym", "segoeuisymbol", "applesymbols"),
)
_HAN = Want(
    ("Noto Sans CJK", "Droid Sans Fallback", "Source Han Sans", "WenQuanYi", "Microsoft YaHei"),
    "fonts-noto-cjk",
    (
        *("notosanssc", "notosansjp", "notosanstc", "wqy", "ipag", "ipaex", "takao", "vlgothic"),
        *("msyh", "meiryo", "yugoth", "msgothic", "simsun", "simhei", "arialunicode"),
        *("hiragino", "ヒラギノ", "pingfang", "stheiti", "songti", "heiti"),
    ),
)
_HANGUL = Want(
    ("Noto Sans CJK", "Malgun Gothic", "Apple SD Gothic Neo", "Nanum Gothic"),
    "fonts-noto-cjk",
    ("notosanskr", "malgun", "applesdgothicneo", "nanumgothic", "unbatang"),
)
_ARABIC = Want(
    ("Noto Sans Arabic", "DejaVu Sans", "Arial", "Segoe UI", "Tahoma", "Geeza Pro"),
    "fonts-noto-core",
    ("notonaskharabic", "sfarabic"),
)
_PLAIN = Want(("DejaVu Sans", "Noto Sans", "Arial"), "fonts-dejavu-core")
# These come with a system, or are sold.
_SOLD = ("Segoe", "Apple", "Microsoft", "Malgun", "Arial", "Tahoma", "Geeza")
_SCRIPTS = {
    "CJK": _HAN,
    "HIRAGANA": _HAN,
    "KATAKANA": _HAN,
    "KATAKANA-HIRAGANA": _HAN,
    "IDEOGRAPHIC": _HAN,
    "FULLWIDTH": _HAN,
    "BOPOMOFO": _HAN,
    "HANGUL": _HANGUL,
    "ARABIC": _ARABIC,
    **dict.fromkeys(("LATIN", "GREEK", "CYRILLIC"), _PLAIN),
}


@cache
def wanted(sign: str) -> Want:
    """Which fonts are asked first for a sign."""
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
    # Noto has a font for each of the others, called as the script.
    name = script.title()
    return Want((f"Noto Sans {name}", f"Noto Serif {name}", "Noto Sans"), "fonts-noto-core")


def lacking(signs: Iterable[str], there: Sequence[str], held_by: str) -> str:
    """What to say of signs of one want that were not drawn.

    `there` are the plain names of all font files; `held_by` is one that has them and cannot be
    used.
    """
    named = list(signs)
    want = wanted(named[0])
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


def _advice(want: Want, there: Sequence[str]) -> str:
    """What to do: install the first free font that is not here already and lacks the sign."""
    for name in want.names:
        is_there = any(file.startswith(plain(name)) for file in there)
        if not is_there and not name.startswith(_SOLD):
            return f"Install {name} ({_source(name, want)}), or print to .html."
    return "Print to .html: a browser may find another."


def _source(name: str, want: Want) -> str:
    if sys.platform == "linux" and want.package and name == want.names[0]:
        return f"`apt install {want.package}`"
    return "it is free: fonts.google.com/noto" if "Noto" in name else "it is free"
