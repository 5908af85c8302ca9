"""Find what a text names: by exact name, then unique prefix, in any case; and check new names."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from companion.errors import Ambiguous, Invalid, NotFound

T = TypeVar("T")
W = TypeVar("W", bound=str)

LONGEST_NAME = 200
SHORT_NAME = 30


def folded(text: str) -> str:
    """Return the form in which names are compared: composed, without case and outer blanks."""
    return unicodedata.normalize("NFC", text).casefold().strip()


_JOINERS = "\u200c\u200d"
"""Characters without width that emoji and many scripts need."""
_OUTER = f"\n \u00a0\u1680\u202f\u205f\u3000{_JOINERS}"
_OUTER += "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
"""Characters that can be removed at the ends of a clean text."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2065\u2800\u3164\uffa0\ufff0-\ufff8"
"""Characters that show nothing, although Unicode classes them as visible."""
_VARIATIONS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_UNSEEN = f"[{_BLANK}{_VARIATIONS}]"
_NEEDED = f"[{_JOINERS}{_VARIATIONS}]"
"""Characters that show nothing themselves, but may change the look of the one before them."""


def cleaned(text: str) -> str:
    """Return a text as it is stored: without invisible characters and those that a terminal would
    obey.

    Tabs and other control characters become blanks. Line ends stay, as do lone surrogates, which
    `require_text` refuses, and characters that cannot be drawn yet, such as new emoji. Joiners and
    variation selectors stay if a script or an emoji needs them, not after a Latin, Greek or
    Cyrillic letter. Cleaning a clean text changes nothing.
    """
    if _is_clean(text):
        return text
    before = None
    while text != before:  # removing a character may join a letter and its accent
        before = text
        lines = text.replace("\r\n", "\n").replace("\r", "\n")
        text = "".join(_clean_signs(unicodedata.normalize("NFC", lines)))
    return text


def _is_clean(text: str) -> bool:
    """Whether a quick look finds nothing to clean."""
    if not text.isprintable():
        return False
    return text.isascii() or (
        unicodedata.is_normalized("NFC", text) and re.search(_UNSEEN, text) is None
    )


def _clean_signs(text: str) -> Iterator[str]:
    base = " "  # the last character that is not an accent: what follows it may be needed
    for place, sign in enumerate(text):
        category = unicodedata.category(sign)
        if re.match(_NEEDED, sign):
            is_keycap = text[place + 1 : place + 2] == "\u20e3"
            alone = base.isascii() or unicodedata.category(base) in ("Lu", "Ll", "Lt")
            if not alone or (is_keycap and base in "#*0123456789"):
                yield sign
        elif re.match(_UNSEEN, sign) or category == "Cf":
            continue
        else:
            kept = sign.isprintable() or sign == "\n" or category in ("Zs", "Cs", "Cn", "Co")
            shown = sign if kept else " "
            base = base if category in ("Mn", "Me") else shown
            yield shown


def cleaned_line(text: str) -> str:
    """Return a one-line text as it is stored: clean, and without outer blanks."""
    return cleaned(text).replace("\n", " ").strip(_OUTER)


def cleaned_lines(text: str) -> str:
    """Return a text of several lines as it is stored: clean, and without outer blanks."""
    return cleaned(text).strip(_OUTER)


def cleaned_name(text: str) -> str:
    """Return a name as it is stored: on one line, with single blanks, so that two that look alike
    are equal.

    Letters of different alphabets that look alike, such as a Cyrillic А, are kept.
    """
    return " ".join(cleaned_line(text).split())


def proper_name(text: str, what: str) -> str:
    """Return a name as it will be stored. Raises Invalid for an empty, very long or undecodable
    one.
    """
    name = cleaned_name(text)
    if not name:
        article = "An" if what[0] in "aeiou" else "A"
        raise Invalid(f"{article} {what} needs a name.", "This one is empty: type a letter or two.")
    if len(name) > LONGEST_NAME:
        raise Invalid(
            f"A {what}'s name has at most {LONGEST_NAME} characters; this one has {len(name)}.",
            "Choose a shorter one.",
        )
    require_text(name, f"The {what}'s name")
    return name


def require_text(text: str, what: str) -> None:
    """Refuse bytes that a terminal could not decode. Raises Invalid; `what` begins the sentence."""
    if not is_text(text):
        raise Invalid(
            f"{what} holds bytes that are not text in this terminal's encoding.",
            "Type it again, in a terminal that is set to UTF-8.",
        )


def is_text(text: str) -> bool:
    """Whether every character is valid: undecodable bytes of a terminal are not."""
    return text.isascii() or not any(unicodedata.category(sign) == "Cs" for sign in text)


def nearest(text: str, names: Iterable[str], cutoff: float = 0.5) -> list[str]:
    """Return up to three names similar to `text`, the most similar first; `cutoff` is the least
    similarity.
    """
    from difflib import get_close_matches

    by_fold = {folded(name): name for name in names}
    return [by_fold[close] for close in get_close_matches(folded(text), by_fold, cutoff=cutoff)]


def find(
    text: str,
    among: Sequence[T],
    names_of: Callable[[T], Iterable[str]],
    what: str,
    hint: str = "",
    prefer: Callable[[T], bool] | None = None,
) -> T:
    """Return the one thing that `text` names: exactly, by the beginning of a name, or of a word in
    it.

    As `found`, but raises NotFound if there is none, with the nearest names (or `hint` if nothing
    is near).
    """
    thing = found(text, among, names_of, prefer)
    if thing is not None:
        return thing
    first_of = {name: next(iter(names_of(thing))) for thing in among for name in names_of(thing)}
    near = dict.fromkeys(first_of[name] for name in nearest(text, first_of))
    firsts = list(dict.fromkeys(first_of.values()))
    if near:
        advice = f"Did you mean {listed(list(near), 'or')}?"
    elif hint:
        advice = hint
    elif firsts:
        advice = f"There is {listed(firsts[:12])}."
    else:
        advice = "There is none yet."
    raise NotFound(f"No {what} is named “{short(text)}”.", advice)


def found(
    text: str,
    among: Sequence[T],
    names_of: Callable[[T], Iterable[str]],
    prefer: Callable[[T], bool] | None = None,
) -> T | None:
    """Return the one thing that `text` names, as in `find`; None if there is none.

    `names_of` gives every name of a thing, the one to show first. Things for which `prefer` is true
    are chosen over the rest, unless the rest has that very name. Raises Ambiguous with the
    candidates.
    """
    wanted = folded(text)
    near_at_hand = [thing for thing in among if prefer(thing)] if prefer is not None else []
    for pool, matches in (
        (near_at_hand, str.__eq__),
        (among, str.__eq__),
        (near_at_hand, str.startswith),
        (near_at_hand, _has_word),
        (among, str.startswith),
        (among, _has_word),
        (among, _without_accents),
    ):
        those = [
            thing
            for thing in pool
            if wanted and any(matches(folded(name), wanted) for name in names_of(thing))
        ]
        if len(those) == 1:
            return those[0]
        if those:
            names = [next(iter(names_of(thing))) for thing in those]
            raise Ambiguous(
                f"“{short(text)}” could be {listed(names, 'or')}.",
                names,
                more_of(text, names),
            )
    return None


def more_of(text: str, names: Sequence[str]) -> str:
    """Return what to type in place of `text`, with which several names begin."""
    wanted, whole = folded(text), [folded(name) for name in names]
    beginnings = [
        next(
            name[:length]
            for length in range(len(wanted) + 1, len(name) + 1)
            if length == len(name) or sum(it.startswith(name[:length]) for it in whole) == 1
        )
        for name in whole
        if name.startswith(wanted) and len(name) > len(wanted)
    ]
    if len(beginnings) < len(names) or len(names) > 4:
        return "Type a letter or two more."
    quoted = [f'"{it}"' if " " in it else it for it in beginnings]
    return f"Type {listed(quoted, 'or')}."


def chosen(text: str, choices: Iterable[W], what: str) -> W:
    """Return one of a few fixed words, by its beginning.

    Raises Invalid for anything else (`what` names them), Ambiguous for several.
    """
    wanted = folded(text)
    found = [choice for choice in choices if wanted and choice.startswith(wanted)]
    if len(found) > 1:
        could = listed(found, "or")
        raise Ambiguous(f"“{short(text)}” could be {could}.", found, more_of(text, found))
    if not found:
        raise Invalid(f"“{short(text)}” is no {what}.", f"{listed(list(choices), 'or')}.")
    return found[0]


def _without_accents(name: str, beginning: str) -> bool:
    """Whether a name begins like that if accents are ignored."""
    plain = unaccented(beginning)
    return bool(plain) and unaccented(name).startswith(plain)


def unaccented(text: str) -> str:
    """Return a text without the accents of its letters."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not _is_accent(sign))


def _is_accent(sign: str) -> bool:
    return unicodedata.combining(sign) != 0


def _has_word(name: str, beginning: str) -> bool:
    """Whether a later word of a name begins like that: `window` in `the window`."""
    return any(word.startswith(beginning) for word in name.split()[1:])


def listed(names: Sequence[str], last: str = "and") -> str:
    """Join names as in a sentence: `Ana, Ben and Cho`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `3 cards`, `1 card`, `no cards`, `2 entries`, `1,500 plays`."""
    if count == 1:
        return f"1 {noun}"
    takes_ies = noun.endswith("y") and noun[-2:-1] not in "aeiou"
    several = f"{noun[:-1]}ies" if takes_ies else f"{noun}s"
    return f"{count:,} {several}" if count else f"no {several}"


def capital(text: str) -> str:
    """Capitalize the first letter of a text, and leave the rest."""
    return text[:1].upper() + text[1:]


def short(name: str) -> str:
    """Shorten a name to leave room for others on the line."""
    return name if len(name) <= SHORT_NAME else f"{name[: SHORT_NAME - 1]}…"


def visible(text: str) -> str:
    """Return a text with every control character spelled out (`\\x1b`), so that it is shown, not
    obeyed.

    This includes line breaks, bidirectional overrides and lone surrogates, but not the joiners that
    emoji and many scripts need.
    """
    if text.isprintable():
        return text
    return "".join(
        sign
        if sign.isprintable() or sign in _JOINERS or unicodedata.category(sign) == "Zs"
        else sign.encode("unicode_escape").decode("ascii")
        for sign in text
    )
