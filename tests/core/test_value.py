"""Values with named fields, such as states: as dataclasses that are frozen, quicker."""

import dataclasses
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.play import PlayState
from companion.core.value import Value, replace
from companion.games.bwd.state import State
from tests.desks import table_of


class Base(Value):
    kind: ClassVar[str] = "base"
    one: int
    two: str = "two"


class Own(Base):
    kind: ClassVar[str] = "own"
    three: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere(PlayState):
    """As a game of another package may have it."""

    pebbles: int
    painted: tuple[str, ...] = ()


FIELDS = st.fixed_dictionaries(
    {},
    optional={"one": st.integers(), "two": st.text(), "three": st.tuples(st.integers())},
)


@given(FIELDS, FIELDS)
def test_it_does_what_a_dataclass_does(told, changes):
    alike = dataclasses.make_dataclass("Own", ["one", "two", "three"], frozen=True)
    before = Own(**{"one": 1, **told})
    as_it_was = alike(*dataclasses.astuple(before))
    after, as_it_is = replace(before, **changes), dataclasses.replace(as_it_was, **changes)
    assert after == dataclasses.replace(before, **changes)
    assert before == Own(**{"one": 1, **told})
    assert dataclasses.asdict(after) == dataclasses.asdict(as_it_is)
    assert (repr(after), hash(after)) == (repr(as_it_is), hash(as_it_is))
    assert (before == after) == (as_it_was == as_it_is)


def test_fields_may_be_told_by_place():
    assert Own(1, "2", three=(3,)) == Own(one=1, two="2", three=(3,))
    with pytest.raises(TypeError):
        Own(1, one=1)
    with pytest.raises(TypeError):
        Own(1, "2", (3,), 4)


def test_another_kind_of_value_is_never_the_same():
    assert Base(one=1, two="") != Own(one=1, two="")


def test_of_a_state_all_else_stays():
    state = table_of("Ana", "Ben")
    after = replace(state, first=1)
    assert isinstance(after, State)
    assert after == dataclasses.replace(state, first=1)
    assert hash(after.seats) == hash(state.seats)


def test_a_field_that_is_not_there_is_a_mistake():
    with pytest.raises(TypeError, match="Own has no such fields: four"):
        replace(Own(one=1), four=4)
    with pytest.raises(TypeError):
        replace(Own(one=1), kind="other")
    with pytest.raises(TypeError, match="lacks these fields, or has none so: four, one"):
        Own(four=4)


def test_it_cannot_be_changed():
    for value in (Own(one=1), replace(Own(one=1), one=2)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.one = 3
        with pytest.raises(dataclasses.FrozenInstanceError):
            del value.one


def test_a_dataclass_may_extend_a_state():
    state = Elsewhere(seats=(), scores=(), first=0, pebbles=3)
    for changed in (
        replace(state, first=1, pebbles=2),
        dataclasses.replace(state, first=1, pebbles=2),
    ):
        assert changed == Elsewhere(seats=(), scores=(), first=1, pebbles=2)
        assert (changed.first, changed.pebbles, changed.painted, changed.round) == (1, 2, (), 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.pebbles = 1
