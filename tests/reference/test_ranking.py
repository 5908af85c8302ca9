"""Questions that players ask are answered: the right item first, or at least among the first."""

import pytest

from companion.reference.question import Question
from companion.reference.ranking import answers
from companion.table.lookup.corpus import Corpus
from companion.testing.store import TemporaryStore
from tests.desks import Desks
from tests.glossaries import GAMES, words_of
from tests.reference.accuracy import HELD_OUT, TUNED, figures, questions


@pytest.fixture(scope="module")
def corpus():
    return Corpus(Desks(TemporaryStore())())


@pytest.mark.parametrize("name", [TUNED, HELD_OUT])
def test_every_answer_is_an_item_that_there_is(corpus, name):
    for question in questions(name):
        assert question.answers, question.ask
        found = {full_id for index in corpus.indexes for full_id in index.of(question.answers)}
        assert found == question.answers, question.ask


def test_there_are_questions_about_every_game(corpus):
    for name in (TUNED, HELD_OUT):
        asked = questions(name)
        assert len(asked) >= 60
        assert {answer.partition("/")[0] for q in asked for answer in q.answers} == set(GAMES)
        assert sum(question.table is None for question in asked) >= len(asked) // 4


def test_the_right_answer_comes_first(corpus):
    reached = figures(corpus, TUNED)
    assert reached.first >= 0.85, reached.missed
    assert reached.first_three >= 0.97, reached.missed


def test_questions_that_nothing_was_tuned_on_are_answered_nearly_as_well(corpus):
    reached = figures(corpus, HELD_OUT)
    assert reached.first >= 0.85, reached.missed
    assert reached.first_three >= 0.97, reached.missed


def found(corpus, text, game):
    """The ids of what answers, with a game on the table."""
    hits, _ = answers(corpus.indexes, Question(text, table=game, titles=corpus.called), 5)
    return [hit.item.full_id for hit in hits]


FORMS = (
    "what does {} do again",
    "Explain the {}.",
    "how does {} work",
    "what does the {} mean",
    "{}?",
)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_a_question_about_a_name_is_answered_by_what_has_it(corpus, game, form):
    for item in words_of(game):
        assert found(corpus, form.format(item.title), game)[0] == item.full_id, item.title


@pytest.mark.parametrize("game", GAMES)
def test_an_item_is_found_by_how_people_ask_for_it(corpus, game):
    """With the game on the table; some ask in the same words for two things."""
    asked = missed = 0
    for item in words_of(game):
        for ask in item.asks[:3]:
            asked += 1
            missed += item.full_id not in found(corpus, ask, game)[:3]
    assert asked > 100
    assert missed / asked < 0.05


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "text",
    ["who wins", "who begins", "who is next", "when does it end", "end of game", "can I win"],
)
def test_what_every_game_may_be_asked_is_about_the_one_on_the_table(corpus, text, game):
    assert found(corpus, text, game)[0].startswith(f"{game}/")


def test_a_name_that_only_another_game_has_is_still_that_one(corpus):
    assert found(corpus, "what is the liar", "dicebox")[0] == "lwd/liar"


def test_a_number_alone_is_first_what_it_is_in_the_game_on_the_table(corpus):
    assert found(corpus, "6", "blank")[0].startswith("blank/")
    assert found(corpus, "6", "dicebox")[0].startswith("dicebox/")
    assert found(corpus, "3", "bwd")[0] == "bwd/points"
    assert found(corpus, "23", "dicebox")[0] == "bwd/#23"
