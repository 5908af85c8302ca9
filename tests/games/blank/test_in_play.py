"""The boxes that a play is played with, as they are found when a card is named."""

import pytest

from companion.errors import NotFound
from companion.games.blank.game import GAME
from companion.games.blank.in_play import split_player_and_cards
from companion.games.blank.reference import at_table
from companion.reference.data import reader
from tests.games.blank.box import box, customise
from tests.games.blank.tables import table


def boxes(*logs, state):
    def box(box_id=None):
        place = int((box_id or "blank-1").removeprefix("blank-")) - 1
        return logs[place].standing() if place < len(logs) else ()

    return at_table(state, GAME.reference(reader("blank"), box))


def test_a_box_that_is_gone_hinders_nobody():
    """Cards go by their face then; without a box nothing is said of one."""
    state = table("Ana Ben", boxes=2).state
    found = boxes(box(), state=state)
    assert [box for box, _ in found.decks] == ["blank-1"]
    assert found.problems == ["The box “Box 2” is gone."]
    assert found.card("3-circle").warnings == ("The box “Box 2” is gone.",)
    found = boxes(state=table("Ana Ben").state)
    assert (found.decks, found.problems) == ([], [])
    assert found.card("3-circle").card.name == "3-circle"


def test_a_first_word_that_names_nobody_may_be_a_card_by_its_title():
    state = table("Ana Ben", boxes=1).state
    found = boxes(customise(box(), text="Sing.", title="Toll", by="Ben"), state=state)
    assert split_player_and_cards(state, ["toll", "4-circle"], found) == (0, ["toll", "4-circle"])
    assert split_player_and_cards(state, ["ben", "toll"], found) == (1, ["toll"])
    with pytest.raises(NotFound, match="zoe"):
        split_player_and_cards(state, ["zoe", "4-circle"], found)
