"""How a game finds what may be typed next: lines taken apart, people named, plans tried."""

import pytest

from companion.core.offer import Line, Trial, about_line, from_turn, is_word, people, read
from companion.core.seats import seats_for
from companion.errors import Corrupt, Illegal
from companion.games.bwd.game import GAME
from tests.desks import table_of


def test_the_words_behind_a_verb_are_sorted():
    line = read(["ana.1", "--put", "-2=ben.1", "--by=ana", "--nothing", "-2"], ["--put", "--by"])
    assert line.arguments == ("ana.1", "-2")
    assert line.options == {"--put": ("-2=ben.1",), "--by": ("ana",), "--nothing": ("",)}
    assert not line.wants
    assert line.value("--by") == "ana"
    assert line.value("--over") is None


def test_a_word_more_is_a_value_where_one_is_wanted():
    line = read(["ana.1", "--put"], ["--put"])
    assert line.wants == "--put"
    assert line.also("3=ben.1") == Line(("ana.1",), {"--put": ("3=ben.1",)})
    assert line.also("3=ben.1").also("points").arguments == ("ana.1", "points")


@pytest.mark.parametrize("text", ["ana.1", "-2=ben.1", "ana.1#3", "★15", "josé", "cho-ling"])
def test_what_is_typed_as_it_stands_is_a_word(text):
    assert is_word(text)


@pytest.mark.parametrize("text", ["", "two words", "#17", "--turn", 'so "called"', "a\\b", "a\tb"])
def test_what_a_line_would_take_for_something_else_is_no_word(text):
    assert not is_word(text)


def test_people_are_typed_by_handle_unless_that_is_anothers_name():
    state = table_of("Ana!", "Ana", "Cho Ling")
    assert list(people(state, range(3))) == [
        ("ana!", ""),
        ("ana2", "Ana"),
        ("cho-ling", "Cho Ling"),
    ]
    assert [seat.handle for seat in seats_for(["Ana!", "Ana"])] == ["ana", "ana2"]


def test_what_is_told_about_a_word_stays_on_one_short_line():
    assert about_line("Toll", "", "Draw\n two") == "Toll · Draw two"
    assert len(about_line("x" * 100)) == 60
    assert about_line("x" * 100).endswith("…")


def test_seats_come_from_whose_turn_it_is_or_from_the_first():
    state = table_of("Ana", "Ben", "Cho", first=1)
    assert from_turn(state, 2) == (2, 0, 1)
    assert from_turn(state, None) == (1, 2, 0)


def test_only_what_the_rules_allow_fits_and_nothing_is_kept():
    state = table_of("Ana", "Ben")
    trial = Trial(GAME, state, None)

    def pays(points):
        return lambda action: action.add("points.paid", seat=0, points=points)

    assert trial.accepts(pays(3))
    problem = trial.problem(pays(4))
    assert isinstance(problem, Illegal)
    assert problem.rule == "BWD-154"
    assert trial.state is state
    trial.house = "we agreed"
    assert trial.accepts(pays(4))


def test_a_damaged_file_is_no_refusal():
    def unreadable(action):
        raise Corrupt("The file is damaged.")

    with pytest.raises(Corrupt):
        Trial(GAME, table_of("Ana", "Ben"), None).accepts(unreadable)
