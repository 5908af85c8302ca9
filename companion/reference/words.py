"""Words as they are compared: without case and accents, one form for spellings, plurals, tenses."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

_STOP_WORDS = """
    a about aint allow allowed already am an and any anybody anyone are as at be been but by can
    cannot cant could couldnt did didnt do does doesnt doing done dont even everybody everyone
    explain for from get gets go goes going got had hadnt happen happened happens has hasnt have
    havent he hed her here hes him his how i if im in into is isnt it its ive just know let like
    may me mean meaning means might mine must my now of off ok on one or our ours out please
    really said say says shall she should shouldnt so some somebody someone still tell than that
    thats the their them then there theres they theyre theyve thing this tho those though to too
    us was wasnt we wed were werent weve what whats when where which while who whos why will
    with wont would wouldnt yes you your youre yours youve
"""
_STOP = frozenset(_STOP_WORDS.split())
"""Question words, which do not say what the question is about."""

_IRREGULAR = """
    die dice dices, win won winner winners, lose lost losing loser loss losses, draw drew drawn,
    choose chose chosen, give given gave, take taken took, throw thrown threw, tie tied ties
    tying, write written wrote, forget forgot forgotten, hide hid hidden, fall fell fallen, keep
    kept, hold held, go went, begin begun began, 6 six sixes, 5 five fives, 4 four fours, 3
    three threes, 2 two twos twice double, 7 seven, 9 nine, 10 ten, 12 twelve, 0 zero
"""
_FORMS = {
    form: word
    for words in _IRREGULAR.split(",")
    for word, *forms in [words.split()]
    for form in forms
}
"""Irregular forms."""

_WORD = re.compile(r"[^\W_]+(?:(?<=\d)\.\d+)*")
_APOSTROPHES = re.compile("['’ʼ]")
LONGEST_WORD = 40


def key(name: str) -> str:
    """A name squeezed: `Re-roll`, `re roll` and `reroll` are one, as are `-2` and `−2`.

    What has neither letters nor digits stays as it is, without blanks.
    """
    text = _plain(name)
    number = re.fullmatch(r"\s*([+\-−])\s*(\d+)\s*", text)
    if number is not None:
        return f"{'' if number[1] == '+' else '-'}{number[2]}"
    shown = "".join(sign for sign in text if sign.isprintable() and not sign.isspace())
    return "".join(_WORD.findall(_APOSTROPHES.sub("", text))) or shown


def keys(name: str) -> tuple[str, ...]:
    """A name squeezed, and the same in the singular."""
    full = key(name)
    *front, last = _WORD.findall(_APOSTROPHES.sub("", _plain(name))) or [""]
    single = "".join((*front, stem(last)))
    return (full,) if single == full else (full, single)


def content_words(text: str) -> list[str]:
    """The words of a text that matter, as they are written."""
    return [word for word in _words(text) if word not in _STOP]


def all_terms(text: str) -> list[str]:
    """Every word of a text in one form, in order."""
    return [stem(word) for word in _words(text)]


@cache
def stem(word: str) -> str:
    """One form for a word's plural, tenses and spellings; not always a word itself."""
    word = _FORMS.get(word, word)
    if not word.isascii() or len(word) < 4 or word.isdigit():
        return word
    word = re.sub(r"iz(e|ed|es|ing|ation|ations)$", r"is\1", word)
    if word.endswith(("ies", "ied")) and len(word) > 4:
        word = f"{word[:-3]}y"
    elif word.endswith(("sses", "xes", "ches", "shes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    word = _FORMS.get(word, word)
    if word.endswith("our") and len(word) > 5:
        word = f"{word[:-3]}or"
    if word.endswith("tre") and len(word) > 5:
        word = f"{word[:-2]}er"
    if len(word) > 3:
        word = word.removesuffix("e")
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word


def split_words(text: str) -> list[str]:
    """Every word of a text, without case and accents, as it is written."""
    return list(_words(text))


def _words(text: str) -> Iterator[str]:
    """The words of a text; `re roll` and `re-roll` are one."""
    prefix = ""
    for word in _WORD.findall(_APOSTROPHES.sub("", _plain(text))):
        if word in ("re", "un"):
            prefix = word
            continue
        yield f"{prefix}{word}"[:LONGEST_WORD]
        prefix = ""


def _plain(text: str) -> str:
    """Without case, accents and halves of characters."""
    sound = text if text.isascii() else text.encode("utf-8", "ignore").decode()
    apart = unicodedata.normalize("NFD", sound.casefold())
    if apart.isascii():
        return apart
    kept = (sign for sign in apart if not unicodedata.combining(sign))
    return unicodedata.normalize("NFC", "".join(kept))


STOPPED = frozenset(map(stem, _STOP))
"""The words that do not matter, in their one form."""
