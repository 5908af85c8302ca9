"""Kinds of entries: shapes of typed payloads, and what a game does with them by itself."""

from typing import Annotated, TypedDict

import pytest

from companion.core.action import Action
from companion.core.event import Event
from companion.core.kind import Kind, kinds
from companion.core.shapes import SEAT, TOGETHER, Context, misfit
from companion.errors import TooNew
from companion.testing import Playthrough, refused
from tests.marbles import COLOR, GAME, GIVEN, HIDDEN, TAKEN, to_another

TWO = Context(2, frozenset({"ana", "ben"}))


@pytest.fixture
def t() -> Playthrough:
    return Playthrough(GAME, ["Ana", "Ben"])


def event(kind: str, **data) -> Event:
    return Event(1, 1, kind, data, "")


class TestShape:
    """What a damaged file is found out by."""

    def test_it_is_read_off_the_payload(self):
        shape = GIVEN.shape
        assert list(shape) == ["seat", "to", "color", TOGETHER]
        assert shape["seat"] is shape["to"] is SEAT
        assert shape["color"] is COLOR
        assert shape[TOGETHER] is to_another

    def test_a_key_that_need_not_be_there_may_be_missing(self):
        assert list(TAKEN.shape) == ["seat", "colors", "again?"]

    def test_a_kind_that_differs_in_a_field_is_the_same_in_all_others(self):
        """A game that asks more of a kind than others do that have it, too."""
        strict = GIVEN.but(check=None)
        assert (strict.check, strict.apply, strict.shape) == (None, GIVEN.apply, GIVEN.shape)
        assert GIVEN.check is not None
        with pytest.raises(TypeError):
            GIVEN.but(checks=None)

    @pytest.mark.parametrize(
        ("told", "wrong"),
        [
            (event("marbles.taken", seat=0, colors=["red"]), None),
            (event("marbles.taken", seat=0, colors=["red"], again=2), None),
            (event("marbles.taken", seat=0, colors=["red"], spin=1), None),
            (event("marbles.taken", seat=0), "its colors are missing"),
            (event("marbles.taken", seat=2, colors=["red"]), "its seat is 2"),
            (event("marbles.taken", seat=0, colors=["pink"]), 'its colors[0] is "pink"'),
            (event("marbles.taken", seat=0, colors=["red"], again=1), "its again is 1"),
            (event("marble.given", seat=0, to=1, color="red"), None),
            (event("marble.given", seat=1, to=1, color="red"), "its to is 1"),
            (event("marble.given", seat=1, to="ana", color="red"), 'its to is "ana"'),
        ],
    )
    def test_an_entry_is_held_against_it(self, told, wrong):
        assert misfit(told, GAME.all_shapes, TWO) == wrong

    def test_an_entry_that_nobody_could_read_again_is_never_made(self, t):
        with pytest.raises(ValueError, match=r"marbles\.taken: its seat is 7"):
            t.act(lambda action: action.add(TAKEN, {"seat": 7, "colors": ["red"]}))

    def test_a_key_that_does_not_say_how_it_is_checked_is_refused(self):
        class Lost(TypedDict):
            seat: Annotated[int, SEAT]
            color: str

        with pytest.raises(ValueError, match=r"Lost\.color does not say.*`Annotated\[int, SEAT\]`"):
            _ = Kind("marble.lost", Lost, apply=lambda state, data: state).shape


class TestGame:
    """A game needs no code of its own for the kinds that it declares."""

    def test_it_is_checked_applied_and_told(self, t):
        t.act(lambda action: action.add(TAKEN, {"seat": 1, "colors": ["red", "blue"]}))
        assert t.state.hands == ((), ("red", "blue"))
        assert t.state.bag == ("red", "red", "green")
        assert t.said == ["Ben takes red, blue"]
        with refused("MAR-1", "not that much blue"):
            t.act(lambda action: action.add(TAKEN, {"seat": 0, "colors": ["blue"]}))

    def test_what_a_house_rule_let_pass_is_applied_all_the_same(self, t):
        t.house = "there is another bag"
        t.act(lambda action: action.add(TAKEN, {"seat": 0, "colors": ["blue", "blue"]}))
        assert t.overruled == ["MAR-1"]
        assert t.state.hands[0] == ("blue",)

    def test_it_is_taken_back_and_brought_back(self, t):
        begun = t.state
        t.act(lambda action: action.add(TAKEN, {"seat": 0, "colors": ["red"], "again": 3}))
        after = t.state
        assert t.undo().state == begun
        assert t.redo().state == after

    def test_one_that_goes_without_saying_has_no_line(self, t):
        t.act(lambda action: action.add(HIDDEN, {"seat": 0, "count": 3}))
        assert (t.said, t.state.hidden) == ([], (3, 0))

    def test_one_that_is_not_told_goes_by_its_name(self, t):
        t.act(lambda action: action.add(TAKEN, {"seat": 0, "colors": ["red"]}))
        t.act(lambda action: action.add(GIVEN, {"seat": 0, "to": 1, "color": "red"}))
        assert t.said == ["marble.given"]
        assert t.state.hands == ((), ("red",))

    def test_kinds_that_all_games_share_are_as_ever(self, t):
        assert t.add_fact("marker.passed").state.first == 1
        assert t.said == ["first-player marker to Ben"]
        with pytest.raises(TooNew):
            GAME.apply(t.state, event("marble.eaten"))

    def test_where_thousands_of_plays_are_read_only_those_that_count_are_looked_at(self):
        counted = GAME.result_kinds()
        assert "marbles.taken" in counted
        assert "marble.given" not in counted
        assert "round.ended" in counted

    def test_a_game_may_ask_more_of_a_kind_that_all_share(self, t):
        class Ended(TypedDict):
            pass

        def refuse(state, data, referee):
            referee.require(not state.bag, "MAR-4", "The bag is not empty.", "Take more.")

        class Strict(type(GAME)):
            kinds = kinds((TAKEN, Kind("round.ended", Ended, check=refuse)))

        action = Action(Strict(), t.state)
        with refused("MAR-4", "not empty"):
            action.add("round.ended", why="enough")
        action.add(TAKEN, {"seat": 0, "colors": ["red", "red", "red", "blue", "green"]})
        action.add("round.ended", why="enough")
        assert action.state.round == 2, "it is recorded and told as in any game"
        assert action.lines[-1] == "round 1 ends: enough; marker to Ben"


def test_a_kind_that_is_declared_twice_is_refused():
    assert list(kinds((TAKEN,), [HIDDEN])) == ["marbles.taken", "marbles.hidden"]
    with pytest.raises(ValueError, match=r"the kind marbles\.taken is declared twice"):
        kinds((TAKEN, HIDDEN), (TAKEN,))


def test_a_payload_that_says_of_no_key_what_it_is_is_refused():
    with pytest.raises(ValueError, match=r"the payload dict .* Make it a TypedDict\."):
        _ = Kind("marble.lost", dict).shape


def test_an_entry_of_which_no_state_is_made_is_noted_and_changes_nothing():
    class Noting(type(GAME)):
        kinds = kinds((Kind(GIVEN.name, GIVEN.payload),))

    t = Playthrough(GAME, ["Ana", "Ben"])
    noted = Event(2, 2, GIVEN.name, {}, "")
    assert Noting().apply(t.state, noted) is t.state
