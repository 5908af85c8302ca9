"""What is legal now: one table, of which come the next steps and the order of the menu."""

import pytest

from companion.core.legal import Legal, Step
from companion.core.value import replace
from companion.testing import Playthrough
from tests.marbles import GAME, LEGAL, MarblesTaken


@pytest.fixture
def state():
    """A table at which nobody holds anything yet."""
    return Playthrough(GAME, ["Ana", "Ben"]).state


def test_the_steps_of_the_phase_are_what_can_be_done_now(state):
    assert LEGAL.verbs(state) == (
        *("take", "give", "swap", "tuck", "cover", "peek", "bag", "box"),
    ), "each once, the most urgent first"
    assert LEGAL.verbs(replace(state, bag=())) == ("give",), "one without a verb is for the table"


def test_a_step_is_left_out_where_nothing_is_asked_or_it_says_when(state):
    table = Legal(
        lambda state: "",
        {"": (Step("hum", say=lambda state: ""), Step("roar", when=lambda state: False))},
        always=(Step("sing", say="Sing."),),
    )
    assert table.verbs(state) == ("sing",)
    assert table.todo(state) == ["Sing."]


def test_the_table_is_asked_for_what_has_a_sentence(state):
    holding = replace(state, hands=(("red",), ()))
    assert LEGAL.todo(state) == ["Ana takes some."]
    assert LEGAL.todo(holding) == ["Ana takes some."], "what may be done need not be asked for"
    assert LEGAL.todo(replace(state, bag=())) == ["That is all: `companion finish`."]


def test_a_game_takes_its_steps_from_it_and_the_menu_tries_them():
    t = Playthrough(GAME, ["Ana", "Ben"])
    assert t.todo == "Ana takes some."
    assert t.words() == "take tuck peek bag box", "nobody holds one to be given"
    t.act(lambda action: action.add(MarblesTaken(seat=0, colors=[*t.state.bag])))
    assert t.todo == "That is all: `companion finish`."
    assert t.words() == "give"
