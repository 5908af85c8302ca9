"""What answers a question: exact names first, then names that look alike, then words that matter.

Several indexes are asked as one, the group's own before what is shipped. Words are weighed as BM25
weighs them over three fields: the names of an item, how people ask for it, and what it says. A
question that is much like one of those, word for word, says more than words here and there; the
game on the table, and the game or part of a rulebook that is named, come before others.

The figures were found by trying what answers the questions in `tests/reference/questions.toml`
best, and lie where small changes make no difference.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from companion.core.lookup import RULE_KINDS, UNREAD, Item
from companion.reference.index import Found, Index
from companion.reference.question import ALIKE, Parsed, Question, candidate_names, parsed
from companion.reference.words import STOPPED, content_words, key, keys, split_words

EXACT = 1.0
_WORDS, _MISTYPED = 0.85, 0.7
"""The highest score for words alone: all as typed, or some of them corrected."""
_LIMIT = 60
_SHORT, _SHORT_MISTYPED = 1, 3
"""Up to this many words that matter may be the beginning of a name, or a mistyped one."""

_CARDS = ("card", UNREAD)
_RULE = 0.7
"""A rule is one sentence of what an item of the glossary explains in full."""
_FIELDS = ((20.0, 10), (5.0, 30), (1.5, 30))
"""What a word is worth in names, asks and texts, and how many words these have as a rule."""
_SATURATION, _LENGTH = 7.0, 0.25
"""BM25's k and b: how soon a word more counts no more, how much less it counts in long texts."""
_ALIKE_ASK, _NAMED, _NAMED_CARD = 3.0, 0.6, 4.0
"""What it adds that a question is like an ask, that it has a name in it, that it is a card's."""
_THIS_TABLE, _THIS_GAME, _THIS_PART = 4.0, 8.0, 6.0
"""How much better an item is of the game on the table, of one that is named, of a part of it."""
_OWN = 2.0
"""How much better an item of the group's own is, if it has all the words of the question."""
_OWN_CARDS = 3
_ASKING = frozenset(("who", "whose", "when", "where", "how", "what", "which", "can", "may", "must"))
"""Words by which a name that something goes by is a question."""
_OTHER_WORD, _STOP_WORD = 12.0, 3.0
"""How much two questions differ by a word that only one has: any other, or one that asks."""


class Hit(NamedTuple):
    """An item that answers, and how well: 1 for its very name, less for all else."""

    item: Item
    score: float


class Answer(NamedTuple):
    """What was found: the hits, whether they go by that very name, and whether to show all."""

    query: str
    hits: Sequence[Hit]
    exact: bool
    every: bool


def named(indexes: Sequence[Index], question: Question) -> list[Hit]:
    """The items of exactly that name, the game on the table first.

    What a group read on its own card goes before what the rulebook says about such a card.
    """
    found: dict[str, Item] = {}
    own: set[str] = set()
    for place, index in enumerate(indexes):
        for item in index.named(question.text):
            if item.kind in _CARDS and item.game in own:
                continue
            found.setdefault(item.full_id, item)
        if place == 0 and len(indexes) > 1:
            own = {item.game for item in found.values() if item.kind in _CARDS}
    hits = [Hit(item, EXACT) for item in found.values() if question.only in (None, item.game)]
    return sorted(hits, key=lambda hit: _nearness(hit.item, question))


def answers(indexes: Sequence[Index], question: Question, limit: int) -> tuple[list[Hit], bool]:
    """What answers, the best first, and whether it goes by that very name.

    Items of that very name are all there, with those of the group's own cards on which it stands;
    otherwise at most so many as are asked for.
    """
    for text in (question.text, *candidate_names(question.text)):
        hits = named(indexes, question._replace(text=text))
        if hits and _is_phrase_elsewhere(hits, question, text):
            found = search(indexes, question, limit)
            best = found[0].item if found else None
            if best and best.game == question.table and best.kind not in RULE_KINDS:
                return found, False
        if hits:
            known = {hit.item.full_id for hit in hits}
            own = _also_own(indexes, question._replace(text=text))
            return hits + [hit for hit in own if hit.item.full_id not in known], True
    return search(indexes, question, limit), False


def _is_phrase_elsewhere(hits: Sequence[Hit], question: Question, text: str) -> bool:
    """Whether what was asked is just how people ask for something in other games, or a number that
    a card has there: `who wins` is about the game on the table, whichever has an item for which
    people ask so."""
    return (
        question.only is None
        and question.table is not None
        and not any(hit.item.game == question.table for hit in hits)
        and (
            text.strip().isdecimal()
            or not (
                _ASKING.isdisjoint(split_words(text))
                or any(has_for_its_own(hit.item, text) for hit in hits)
            )
        )
    )


def _also_own(indexes: Sequence[Index], question: Question) -> list[Hit]:
    """The group's own cards with all the words of the question, at most a few."""
    query = parsed(indexes, question)
    if len(indexes) < 2 or not query.words:
        return []
    found = indexes[0].about(query.words, _LIMIT, question.only, every_word=True)
    return [Hit(one.item, _WORDS) for one in found if one.item.kind == "card"][:_OWN_CARDS]


def search(indexes: Sequence[Index], question: Question, limit: int) -> list[Hit]:
    """The items that answer best, at most so many, the best first."""
    query = parsed(indexes, question)
    scores: dict[str, float] = {}
    items: dict[str, Item] = {}
    for index in indexes:
        of_the_group = index is not indexes[-1]
        candidates = {one.item.full_id: one for one in _by_words(index, query, question)}
        # What the group entered for its own card counts, not what the rulebook says about it.
        rewritten = {} if index is indexes[0] else indexes[0].of(candidates)
        for full_id, found in candidates.items():
            if full_id not in items and full_id not in rewritten:
                says_all = of_the_group and query.words.keys() <= set(found.text)
                says_all = says_all and not question.put_away(found.item)
                items[full_id] = found.item
                scores[full_id] = _weighed(found, query, question) * (_OWN if says_all else 1.0)
    top = max(scores.values(), default=0.0) or 1.0
    most = _WORDS if query.as_typed else _MISTYPED
    hits = {name: Hit(items[name], most * score / top) for name, score in scores.items()}
    if len(query.words) <= (_SHORT if query.as_typed and hits else _SHORT_MISTYPED):
        for item, likeness in _by_spelling(indexes, question):
            if likeness > hits.get(item.full_id, Hit(item, 0.0)).score:
                hits[item.full_id] = Hit(item, likeness)
    fitting = [hit for hit in hits.values() if question.only in (None, hit.item.game)]
    return _ranked(fitting, question)[:limit]


def _ranked(hits: Sequence[Hit], question: Question) -> list[Hit]:
    """The best first; of cards that are put away, none before the first of all others."""
    away = {hit.item.full_id for hit in hits if question.put_away(hit.item)}
    most = max((hit.score for hit in hits if hit.item.full_id not in away), default=EXACT)
    capped = [
        hit._replace(score=min(hit.score, most)) if hit.item.full_id in away else hit
        for hit in hits
    ]
    return sorted(capped, key=lambda hit: (-hit.score, hit.item.full_id in away))


def _nearness(item: Item, question: Question) -> tuple[bool, bool, bool, bool]:
    """Smallest for what is not put away, of that for the game on the table, then for what has it as
    its own name, then for words."""
    by_alias = not has_for_its_own(item, question.text)
    away = question.put_away(item)
    return away, item.game != question.table, by_alias, item.kind in _CARDS


def has_for_its_own(item: Item, name: str) -> bool:
    """Whether a name is an item's title or id, not only another name for it."""
    return not set(keys(name)).isdisjoint((*keys(item.title), *keys(item.id)))


def _by_words(index: Index, query: Parsed, question: Question) -> Iterable[Found]:
    """The items with most of the words, of all games and of those that matter here."""
    yield from index.about(query.words, _LIMIT, question.only)
    if question.only is None:
        for game in {question.table, *query.games} - {None}:
            yield from index.about(query.words, _LIMIT, game)


def _weighed(found: Found, query: Parsed, question: Question) -> float:
    """How well an item answers: by its words, whether it has all of them, and by its game."""
    item = found.item
    named = query.names.get(item.full_id, 0.0)
    score = _bm25(found, query) * (_RULE if item.kind in RULE_KINDS else 1.0)
    score *= 1 + _ALIKE_ASK * _likeness(query, found.asks)
    score *= 1 + _NAMED * named
    if named and item.kind == "card":
        score *= _NAMED_CARD
    if item.game in query.games:
        score *= _THIS_GAME
    elif item.game == question.table and not query.games:
        score *= _THIS_TABLE
    if any((item.game, part) in query.parts for part in item.section.split(": ")):
        score *= _THIS_PART
    return score


def _bm25(found: Found, query: Parsed) -> float:
    """The BM25 score of an item for the question; less if it has only some of the words."""
    fields = [
        (words, worth / (1 - _LENGTH + _LENGTH * len(words) / usual))
        for words, (worth, usual) in zip(
            (found.names, list(chain.from_iterable(found.asks)), found.text), _FIELDS, strict=True
        )
    ]
    score = covered = 0.0
    for word, rarity in query.words.items():
        often = sum(worth * words.count(word) for words, worth in fields)
        score += rarity * often / (_SATURATION + often)
        covered += rarity if often else 0.0
    total = sum(query.words.values()) or 1.0
    return float(score * (covered / total) ** 0.5)


def _likeness(query: Parsed, asks: Iterable[Sequence[str]]) -> float:
    """How similar a question is to the most similar of others: 1 for the same words, 0 for none."""
    weights = {**dict.fromkeys(query.stopped, _STOP_WORD), **query.words}
    whole, best = sum(weights.values()), 0.0
    for ask in asks:
        terms = set(ask)
        shared = sum(weight for word, weight in weights.items() if word in terms)
        if shared:
            other = shared + sum(
                _STOP_WORD if word in STOPPED else _OTHER_WORD
                for word in terms
                if word not in weights
            )
            best = max(best, shared / ((whole * other) ** 0.5 or 1.0))
    return float(best)


def _by_spelling(indexes: Sequence[Index], question: Question) -> list[tuple[Item, float]]:
    """Items with a name that begins like the question or looks like it, with the likeness."""
    wanted = key(" ".join(content_words(question.text)))
    if len(wanted) < 3:
        return []
    from difflib import SequenceMatcher  # takes a while, and most people type well

    found = []
    matcher = SequenceMatcher(b=wanted)
    for name, item in chain.from_iterable(
        index.names_like(question.text, _LIMIT) for index in indexes
    ):
        matcher.set_seq1(name)
        likeness = matcher.ratio() if matcher.quick_ratio() >= ALIKE else 0.0
        if name.startswith(wanted):
            likeness = max(likeness, 0.9)
        if likeness >= ALIKE:
            nearer = 0.99 if item.game == question.table else 0.98
            found.append((item, nearer * likeness))
    return found
