"""How many questions of a set are answered by the item that comes first, or among the first three.

Both sets were written by others, who knew the rulebooks, not the glossaries or the search:
`questions.toml` before there was a ranking, which was tuned on it, and `questions_held_out.toml`
later, for measuring alone. Which items answer a question was decided by reading them, not by
looking at what the search finds.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.reference.question import Question
from companion.reference.ranking import Hit, answers
from companion.table.lookup.corpus import Corpus

FOLDER = Path(__file__).parent
TUNED, HELD_OUT = "questions", "questions_held_out"


class Asked(NamedTuple):
    """A question, the game that is on the table, and the full ids of the items that answer it."""

    ask: str
    table: str | None
    answers: frozenset[str]


class Figures(NamedTuple):
    """Of all questions, the share whose answer comes first, and among the first three."""

    count: int
    first: float
    first_three: float
    missed: tuple[str, ...]


@cache
def questions(name: str) -> tuple[Asked, ...]:
    """The questions of a set."""
    with (FOLDER / f"{name}.toml").open("rb") as file:
        found = tomllib.load(file)["question"]
    return tuple(
        Asked(
            question["ask"],
            question["game"] if question["table"] else None,
            frozenset(question["answers"]),
        )
        for question in found
    )


def figures(corpus: Corpus, name: str, most: int | None = None) -> Figures:
    """How well the questions of a set are answered; at `most` so many of them."""
    asked = questions(name)[:most]
    places = [place_of(corpus, question) for question in asked]
    return Figures(
        len(asked),
        sum(place == 1 for place in places) / len(asked),
        sum(0 < place <= 3 for place in places) / len(asked),
        tuple(q.ask for q, place in zip(asked, places, strict=True) if not 0 < place <= 3),
    )


def place_of(corpus: Corpus, question: Asked) -> int:
    """The place of the first item that answers, from 1; 0 where none of the first ten does."""
    for place, hit in enumerate(hits(corpus, question), 1):
        if hit.item.full_id in question.answers:
            return place
    return 0


def hits(corpus: Corpus, question: Asked) -> list[Hit]:
    """What the program answers to a question, the best first."""
    asked = Question(question.ask, table=question.table, titles=corpus.called)
    return answers(corpus.indexes, asked, 10)[0]
