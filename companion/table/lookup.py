"""Looking up: a name, a number, a rule's id, or a question in words."""

import re
from collections.abc import Sequence

from companion.core.names import find, folded, is_text, listed, short
from companion.errors import Invalid, NotFound
from companion.reference.asking import Question
from companion.reference.ranking import also_own, named, search
from companion.reference.words import key
from companion.table.answers import Answer, explained
from companion.table.desk import Desk
from companion.table.lore import Lore, by_lore
from companion.table.reply import Reply
from companion.table.rulings import numbered, ruling_number

MOST_RESULTS = 5
ALL_RESULTS = 20
OWN_RESULTS = 3
LONGEST_QUESTION = 500
_ID = re.compile(r"(?:a-)?[a-z]{2,4}-\d+", re.IGNORECASE | re.ASCII)
"""What can only be a rule's id: the nearest words would be no answer to a wrong one."""


def look_up(desk: Desk, words: str, game: str | None = None, every: bool = False) -> Reply:
    """What answers to a name or a question, the best first. Raises Invalid or NotFound.

    `game` leaves out all others. `every` shows more than fits one screen.
    """
    text, warnings = _asked(words)

    def answered(lore: Lore) -> Reply:
        answer = _found(lore, text, game, every)
        return explained(lore, answer._replace(asked=words), warnings).settled(desk.asked.as_json)

    return by_lore(desk, answered)


def _found(lore: Lore, text: str, game: str | None, every: bool) -> Answer:
    number = ruling_number(text)
    if number is not None:
        numbered(lore.rulings, number)  # or what is shown would be about something else
    question = Question(text, find_game(lore, game), lore.game_at_hand, lore.called)
    hits = named(lore.indexes, question)
    exact = bool(hits)
    if exact and not every:
        more = also_own(lore.indexes, question, OWN_RESULTS)
    else:
        more = search(lore.indexes, question, ALL_RESULTS if every else MOST_RESULTS)
    known = {hit.entry.full_id for hit in hits}
    hits += [hit for hit in more if hit.entry.full_id not in known]
    if not hits or (not exact and _ID.fullmatch(text.strip())):
        raise _nothing(text, [hit.entry.title for hit in hits[:3]])
    return Answer(text, hits, exact, every)


def names(desk: Desk, typed: Sequence[str], beginning: str) -> list[str]:
    """The names that begin with these words, from the last one on: a shell puts them behind the
    others. In small letters, as they are typed; empty while nothing is typed."""
    words = (*typed, beginning)
    if not key(" ".join(words)):
        return []
    beginning_so = by_lore(
        desk,
        lambda lore: [name for index in lore.indexes for name in index.names(" ".join(words))],
    )
    found = []
    for name in beginning_so:
        parts = folded(name).split()
        if [folded(word) for word in typed] == parts[: len(typed)]:
            found.append(" ".join(parts[len(typed) :]))
    return list(dict.fromkeys(found))


def games(desk: Desk) -> list[str]:
    """The ids of the games of which something can be looked up."""
    return by_lore(desk, lambda lore: list(lore.titles))


def find_game(lore: Lore, text: str | None) -> str | None:
    """The id of the game that somebody means, of all of which something can be looked up."""
    if text is None:
        return None
    titles = lore.titles
    return find(text, list(titles), lambda game: (game, titles[game]), "game")


def _asked(words: str) -> tuple[str, list[str]]:
    """The question as it is looked up, with a warning where its end was left out."""
    if not is_text(words):
        raise Invalid(
            "What you typed holds bytes that are not text in this terminal's encoding.",
            "Type it again, in a terminal that is set to UTF-8.",
        )
    if not key(words):
        raise Invalid(
            "There is nothing to look up.",
            "`companion lookup ward`, `companion lookup BWD-38`, or a question in your own words.",
        )
    if len(words) <= LONGEST_QUESTION:
        return words, []
    return words[:LONGEST_QUESTION], [f"Only the first {LONGEST_QUESTION} characters were read."]


def _nothing(words: str, near: Sequence[str]) -> NotFound:
    if near:
        return NotFound(
            f"There is no rule “{short(words)}”.", f"Did you mean {listed(near, 'or')}?"
        )
    return NotFound(
        f"Nothing answers to “{short(words)}”.",
        "Try another word for it, or the rule's id that a refusal cites.",
    )
