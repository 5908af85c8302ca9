"""What a class of a fact says of the entries of a log, and what a game does with them by itself."""

from typing import Annotated

import pytest

from companion.core.action import Action
from companion.core.event import Event
from companion.core.fact import NOT_RECORDED, Fact, Seat, Text, facts
from companion.core.play import PlayState
from companion.core.shapes import SEAT, TOGETHER, Context, maybe, merged, misfit
from companion.errors import TooNew
from companion.testing import Playthrough, refused
from tests.marbles import (
    COLOR,
    GAME,
    MarbleGiven,
    MarblesHidden,
    MarblesTaken,
    to_another,
)

TWO = Context(2, frozenset({"ana", "ben"}))


def _to_somebody_else(value, context):
    return ("to", value["to"]) if value["to"] == value["seat"] else None


class CardGiven(
    Fact[PlayState],
    kind="card.given",
    together=_to_somebody_else,
    secret=lambda fact: () if fact.to is None else ("card",),
):
    """A card goes to a player, or is laid open where `to` is null."""

    seat: Seat
    to: Annotated[int | None, maybe(SEAT)]
    card: Text | None = None
    opens: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED
    from_: Annotated[int | None, SEAT] = None


def _wrong(**data):
    shapes = merged({CardGiven.kind: CardGiven.shape()})
    return misfit(Event(1, 1, "card.given", data, ""), shapes, Context(3, frozenset()))


def test_a_default_is_left_out_of_the_log_and_null_is_not():
    assert CardGiven(seat=0, to=None).to_json() == {"seat": 0, "to": None}
    assert CardGiven(seat=0, to=1, opens=None).to_json() == {"seat": 0, "to": 1, "opens": None}
    older = CardGiven.from_json({"seat": 0, "to": 1})
    assert (older.card, older.opens is NOT_RECORDED) == (None, True)


def test_a_field_that_python_keeps_for_itself_has_an_underscore_behind_it_and_the_log_has_none():
    assert CardGiven(seat=0, to=1, from_=2).to_json() == {"seat": 0, "to": 1, "from": 2}
    assert CardGiven.from_json({"seat": 0, "to": 1, "from": 2}).from_ == 2


def test_what_an_entry_holds_is_checked_field_by_field_and_as_a_whole():
    assert _wrong(seat=0, to=1) is None
    assert _wrong(seat=0) is not None
    assert _wrong(seat=0, to=7) is not None
    assert _wrong(seat=1, to=1) is not None


@pytest.mark.parametrize(("to", "hidden"), [(None, {}), (1, {"card": "sun"})])
def test_what_is_secret_may_depend_on_the_fact(to, hidden):
    assert CardGiven(seat=0, to=to, card="sun").secrets() == hidden


def test_a_field_that_does_not_say_how_it_is_checked_is_refused():
    class Lost(Fact[PlayState], kind="card.lost"):
        seat: Seat
        color: str

    with pytest.raises(ValueError, match=r"Lost\.color does not say.*`Annotated\[int, SEAT\]`"):
        Lost.shape()


def test_a_field_called_as_what_facts_have_is_refused():
    with pytest.raises(ValueError, match=r"Lost\.kind cannot be a field"):

        class Lost(Fact[PlayState], kind="card.lost"):
            kind: Text


def test_a_kind_that_is_declared_twice_is_refused():
    with pytest.raises(ValueError, match=r"the kind card\.given is declared twice"):
        facts(CardGiven, MarbleGiven, CardGiven)


def event(kind: str, **data) -> Event:
    return Event(1, 1, kind, data, "")


class TestShape:
    """What a damaged file is found out by."""

    def test_it_is_read_off_the_fields(self):
        shape = MarbleGiven.shape()
        assert list(shape) == ["seat", "to", "color", TOGETHER]
        assert shape["seat"] is shape["to"] is SEAT
        assert shape["color"] is COLOR
        assert shape[TOGETHER] is to_another

    def test_a_field_with_a_default_may_be_missing(self):
        assert list(MarblesTaken.shape()) == ["seat", "colors", "again?"]

    @pytest.mark.parametrize(
        ("recorded", "wrong"),
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
    def test_an_entry_is_held_against_it(self, recorded, wrong):
        assert misfit(recorded, GAME.all_shapes, TWO) == wrong


@pytest.fixture
def t() -> Playthrough:
    return Playthrough(GAME, ["Ana", "Ben"])


class TestGame:
    """A game needs no code of its own for the facts that it declares."""

    def test_it_is_checked_applied_and_described(self, t):
        t.act(lambda action: action.add(MarblesTaken(seat=1, colors=["red", "blue"])))
        assert t.state.hands == ((), ("red", "blue"))
        assert t.state.bag == ("red", "red", "green")
        assert t.said == ["Ben takes red, blue"]
        with refused("MAR-1", "not that much blue"):
            t.act(lambda action: action.add(MarblesTaken(seat=0, colors=["blue"])))

    def test_what_a_house_rule_let_pass_is_applied_anyway(self, t):
        t.house = "there is another bag"
        t.act(lambda action: action.add(MarblesTaken(seat=0, colors=["blue", "blue"])))
        assert t.overruled == ["MAR-1"]
        assert t.state.hands[0] == ("blue",)

    def test_it_is_undone_and_redone(self, t):
        begun = t.state
        t.act(lambda action: action.add(MarblesTaken(seat=0, colors=["red"], again=3)))
        after = t.state
        assert t.undo().state == begun
        assert t.redo().state == after

    def test_an_entry_that_nobody_could_read_again_is_never_made(self, t):
        with pytest.raises(ValueError, match=r"marbles\.taken: its seat is 7"):
            t.act(lambda action: action.add(MarblesTaken(seat=7, colors=["red"])))

    def test_one_that_goes_without_saying_has_no_line(self, t):
        t.act(lambda action: action.add(MarblesHidden(seat=0, count=3)))
        assert (t.said, t.state.hidden) == ([], (3, 0))

    def test_one_that_is_not_described_goes_by_its_kind(self, t):
        t.act(lambda action: action.add(MarblesTaken(seat=0, colors=["red"])))
        t.act(lambda action: action.add(MarbleGiven(seat=0, to=1, color="red")))
        assert t.said == ["marble.given"]
        assert t.state.hands == ((), ("red",))

    def test_facts_that_all_games_share_are_as_ever(self, t):
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
        class Ended(Fact[PlayState], kind="round.ended"):
            def check(self, state, referee):
                referee.require(not state.bag, "MAR-4", "The bag is not empty.", "Take more.")

        class Strict(type(GAME)):
            kinds = facts(MarblesTaken, Ended)

        action = Action(Strict(), t.state)
        with refused("MAR-4", "not empty"):
            action.add("round.ended", why="enough")
        action.add(MarblesTaken(seat=0, colors=["red", "red", "red", "blue", "green"]))
        action.add("round.ended", why="enough")
        assert action.state.round == 2, "it is recorded and described as in any game"
        assert action.lines[-1] == "round 1 ends: enough; marker to Ben"

    def test_a_fact_of_which_no_state_is_made_is_noted_and_changes_nothing(self, t):
        class Noted(Fact[PlayState], kind="marble.given"):
            pass

        class Noting(type(GAME)):
            kinds = facts(Noted)

        assert Noting().apply(t.state, event("marble.given")) is t.state
