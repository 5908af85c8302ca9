"""What a class of a fact says of the entries of a log."""

from typing import Annotated

import pytest

from companion.core.event import Event
from companion.core.fact import NOT_RECORDED, Fact, Seat, Text
from companion.core.play import PlayState
from companion.core.shapes import SEAT, Context, maybe, merged, misfit


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


def _wrong(**data):
    shapes = merged({CardGiven.declared.name: CardGiven.declared.shape})
    return misfit(Event(1, 1, "card.given", data, ""), shapes, Context(3, frozenset()))


def test_a_default_is_left_out_of_the_log_and_null_is_not():
    assert CardGiven(seat=0, to=None).to_json() == {"seat": 0, "to": None}
    assert CardGiven(seat=0, to=1, opens=None).to_json() == {"seat": 0, "to": 1, "opens": None}
    older = CardGiven.from_json({"seat": 0, "to": 1})
    assert (older.card, older.opens is NOT_RECORDED) == (None, True)


def test_what_an_entry_holds_is_checked_field_by_field_and_as_a_whole():
    assert _wrong(seat=0, to=1) is None
    assert _wrong(seat=0) is not None
    assert _wrong(seat=0, to=7) is not None
    assert _wrong(seat=1, to=1) is not None


@pytest.mark.parametrize(("to", "hidden"), [(None, {}), (1, {"card": "sun"})])
def test_what_is_secret_may_depend_on_the_fact(to, hidden):
    assert CardGiven.declared.secrets(CardGiven(seat=0, to=to, card="sun").to_json()) == hidden
