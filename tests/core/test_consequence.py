"""Consequences: what follows from a fact is entered with it, and still has to follow later on.

In these marbles, whoever takes the last one of a color rings the bell (MAR-7), once for each fact,
and says why; anybody may ring it for fun.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, NotRequired, TypedDict

import pytest

from companion.core.action import Action
from companion.core.consequence import Consequence, Due, Entered, Mismatch
from companion.core.event import Referee
from companion.core.kind import Kind, kinds
from companion.core.shapes import SEAT, one_of
from companion.testing import Playthrough, refused
from tests.marbles import COLOR, TAKEN, Bag, Marbles


class Rung(TypedDict):
    seat: Annotated[int, SEAT]
    last: NotRequired[Annotated[str, COLOR]]


def last_of_its_color(part: Entered[Bag]) -> Iterator[Due[Rung]]:
    _, taken = next(part.of(TAKEN))
    for color in dict.fromkeys(taken["colors"]):
        if color not in part.after.bag:
            yield Due("MAR-7", {"seat": taken["seat"], "last": color})


def not_as_it_rang(
    part: Entered[Bag], due: Sequence[Due[Rung]], told: Sequence[Rung]
) -> Mismatch | None:
    colors = [one.payload["last"] for one in due]
    if "green" in colors:  # A bell that nobody minds.
        return None
    rang = [rung["last"] for rung in told]
    return Mismatch("MAR-7", f"The bell rings for {colors}, not for {rang}.", "Tell it anew.")


def nobody_shouts_alone(part: Entered[Bag], referee: Referee) -> None:
    referee.require(len(part.events) > 1, "MAR-8", "Somebody shouts alone.", "Ring too.")


TO_RING = Consequence[Bag, Rung](
    rules=("MAR-7",),
    parts=lambda entered: entered.from_each(TAKEN.name),
    due=last_of_its_color,
    follows=lambda rung: "last" in rung,
    explain=not_as_it_rang,
)
RUNG = Kind[Bag, Rung]("bell.rung", Rung, tell=lambda *_: "ding", follows=TO_RING)


class Shouted(TypedDict):
    word: Annotated[str, one_of("ho")]


SHOUTED = Kind[Bag, Shouted](
    "word.shouted", Shouted, tell=lambda *_: "ho", goes_with=nobody_shouts_alone
)


class WithABell(Marbles):
    kinds = kinds(Marbles.kinds.values(), (RUNG, SHOUTED))


@pytest.fixture
def t() -> Playthrough:
    return Playthrough(WithABell(), ["Ana", "Ben"])


def take(action: Action[Bag], *colors: str, rings: bool = True) -> None:
    action.add(TAKEN, {"seat": 0, "colors": list(colors)})
    if rings:
        action.follow(RUNG)


def test_what_follows_is_entered_with_it(t):
    t.act(lambda action: take(action, "red", "blue"))
    assert t.said == ["Ana takes red, blue", "ding"]
    t.act(lambda action: take(action, "red"))
    assert t.said == ["Ana takes red"]


def test_of_several_facts_each_has_what_follows_from_it(t):
    def two(action: Action[Bag]) -> None:
        take(action, "blue", "red")
        take(action, "red", "red")

    t.act(two)
    newest = [event for event in t.log.events if event.action == t.entry]
    assert [event.data.get("last") for event in newest] == [None, "blue", None, "red"]


def test_where_there_is_nothing_to_follow_from_nothing_follows(t):
    def plan(action: Action[Bag]) -> None:
        action.follow(RUNG)
        action.add(RUNG, {"seat": 1})
        action.follow(RUNG)

    t.act(plan)
    assert t.said == ["ding"]


def test_an_entry_that_lacks_it_is_refused(t):
    with refused("MAR-7", "rings for ['blue'], not for []"):
        t.act(lambda action: take(action, "blue", rings=False))


def test_an_entry_that_tells_what_does_not_follow_is_refused(t):
    def early(action: Action[Bag]) -> None:
        take(action, "red")
        action.add(RUNG, {"seat": 0, "last": "red"})

    with refused("MAR-7", "rings for [], not for ['red']"):
        t.act(early)


def test_the_table_may_tell_the_same_of_its_own_accord(t):
    def for_fun(action: Action[Bag]) -> None:
        take(action, "red")
        action.add(RUNG, {"seat": 1})

    t.act(for_fun)
    assert t.said == ["Ana takes red", "ding"]


def test_where_nobody_minds_it_stands_without(t):
    t.act(lambda action: take(action, "green", rings=False))
    assert t.said == ["Ana takes green"]


def test_what_followed_no_longer_does_once_what_was_before_it_is_taken_back(t):
    t.act(lambda action: take(action, "red", "red"))
    t.act(lambda action: take(action, "red"))
    with refused("MAR-7", "rings for [], not for ['red']"):
        t.undo(2)


def test_what_has_to_be_told_with_a_fact_is_looked_for_behind_it(t):
    def shouts(action: Action[Bag]) -> None:
        action.add(SHOUTED, {"word": "ho"})
        action.add(RUNG, {"seat": 1})

    def too_late(action: Action[Bag]) -> None:
        shouts(action)
        action.add(SHOUTED, {"word": "ho"})

    t.act(shouts)
    assert t.said == ["ho", "ding"]
    with refused("MAR-8", "alone"):
        t.act(too_late)
