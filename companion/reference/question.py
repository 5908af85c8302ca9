"""Takes a question apart: its words and how much each of them weighs, the games, parts of a
rulebook and cards that it names."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

from companion.core.lookup import Item
from companion.reference.index import Index
from companion.reference.words import STOPPED, content_words, key, keys, split_words, stem

ALIKE = 0.75
"""How similar a mistyped word has to be to the intended one."""
_MOST_WORDS = 60
LONGEST_NAME = 5
"""The most words of a name in the middle of a question."""
_ABOUT_A_GAME = {"game", "deck", "copy", "box"}
"""Beside these, `blank` is a game's title even without capital letters."""


class Question(NamedTuple):
    """What was asked, of which game alone, and which game is on the table.

    `titles` are what games are called, by their ids: a question may name one. `put_away` says
    which of the group's own cards are of a box that is not played with.
    """

    text: str
    only: str | None = None
    table: str | None = None
    titles: Mapping[str, Sequence[str]] = {}
    put_away: Callable[[Item], bool] = lambda item: False


class Parsed(NamedTuple):
    """A question taken apart.

    `words` are those that matter, in their one form, with their rarity; `stopped` the others.
    `games` are those that it names, `parts` the parts of a rulebook (`boolean`, `Game 4: …`).
    `names` are the items of which a name stands in it, with the share of the question that it is.
    `as_typed` is false where a word was taken for another one.
    """

    words: Mapping[str, float]
    stopped: frozenset[str]
    games: frozenset[str]
    parts: frozenset[tuple[str, str]]
    names: Mapping[str, float]
    as_typed: bool


_ABOUT_A_NAME = re.compile(
    r"\s*(?:(?:what|how)(?:'s| is| are| was| were| do| does| did)?|explain|define|meaning of)\s+"
    r"(?:(?:a|an|the|my|our)\s+)?(?P<name>.+)",
    re.IGNORECASE,
)
_AFTER_A_NAME = {"do", "does", "mean", "means", "work", "works", "again", "then", "now", "please"}


def candidate_names(text: str) -> list[str]:
    """The names that a question of the usual form may be about, the longest first.

    `ward do again`, `ward do` and `ward` for `what does ward do again?`; none for other questions.
    """
    found = _ABOUT_A_NAME.fullmatch(text)
    words = [] if found is None else found["name"].rstrip(" ?!.").split()
    names = []
    while words:
        names.append(" ".join(words))
        if words.pop().casefold() not in _AFTER_A_NAME:
            break
    return names


def parsed(indexes: Sequence[Index], question: Question) -> Parsed:
    """Parse a question, by the words in the indexes."""
    typed = split_words(question.text)[:_MOST_WORDS]
    games, used = _games_named(typed, question)
    inside = _names_inside(indexes, typed, used)
    parts = set()
    for start, stop, item in inside:
        for part in item.section.split(": ")[:-1]:
            if key(part) == key(item.title):
                parts.add((item.game, part))
                used |= set(range(start, stop))
    rest = " ".join(word for place, word in enumerate(typed) if place not in used)
    kept = content_words(rest) or content_words(question.text) or typed
    words, as_typed = _corrected(indexes, kept)
    rarity = _rarity(indexes, words)
    total = sum(rarity.values()) or 1.0
    names: dict[str, float] = {}
    for start, stop, item in inside:
        own = {stem(word) for word in typed[start:stop]}
        share = sum(rarity.get(word, 0.0) for word in own) / total
        names[item.full_id] = max(names.get(item.full_id, 0.0), share)
    stopped = frozenset(map(stem, split_words(rest))) & STOPPED
    return Parsed(rarity, stopped, frozenset(games), frozenset(parts), names, as_typed)


def _games_named(typed: Sequence[str], question: Question) -> tuple[set[str], set[int]]:
    """The games that a question names, and the places of those words; long titles first."""
    games: set[str] = set()
    used: set[int] = set()
    titles = [
        (game, split_words(title)) for game, called in question.titles.items() for title in called
    ]
    for game, title in sorted(titles, key=lambda known: -len(known[1])):
        for start in range(len(typed) - len(title) + 1):
            places = set(range(start, start + len(title)))
            if title and typed[start : start + len(title)] == title and not places & used:
                if len(title) == 1 and not _is_meant(title[0], typed, question):
                    continue
                games.add(game)
                used |= places
    return games, used


def _is_meant(title: str, typed: Sequence[str], question: Question) -> bool:
    """Whether a word is a game's title: `blank` is a word of more than one game."""
    shouted = title.upper() in question.text
    return shouted or (question.table is None and not _ABOUT_A_GAME.isdisjoint(typed))


def _names_inside(
    indexes: Sequence[Index], typed: Sequence[str], used: set[int]
) -> list[tuple[int, int, Item]]:
    """The names inside a question: start, end, items; the longest first."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for length in range(min(LONGEST_NAME, len(typed)), 0, -1):
        for start in range(len(typed) - length + 1):
            words = typed[start : start + length]
            if not set(range(start, start + length)) <= used and content_words(" ".join(words)):
                for name in keys(" ".join(words)):
                    spans.setdefault(name, []).append((start, start + length))
    found = [
        (start, stop, item)
        for index in indexes
        for name, item in index.among(spans)
        for start, stop in spans[name]
    ]
    return sorted(found, key=lambda name: name[0] - name[1])


def _rarity(indexes: Sequence[Index], words: Iterable[str]) -> dict[str, float]:
    """How much each word weighs: the fewer items have it, the more (BM25's idf)."""
    wanted = list(words)
    count = sum(index.count() for index in indexes)
    known: Counter[str] = Counter()
    for index in indexes:
        known.update(index.frequencies(wanted))
    return {
        word: log(1 + (count - known[word] + 0.5) / (known[word] + 0.5))
        for word in wanted
        if known[word]
    }


def _corrected(indexes: Sequence[Index], words: Sequence[str]) -> tuple[list[str], bool]:
    """The words in their one form, and whether all stand somewhere: what stands nowhere is replaced
    by what looks like it and does."""
    found = {word: stem(word) for word in words}
    known = {one for index in indexes for one in index.frequencies(found.values())}
    strange = [word for word, one in found.items() if one not in known and len(word) > 3]
    for word in strange:
        from difflib import get_close_matches  # takes a while, and most people type well

        near = [like for index in indexes for like in index.words_like(word)]
        found[word] = next(iter(get_close_matches(word, near, 1, ALIKE)), found[word])
    return list(dict.fromkeys(found.values())), not strange
