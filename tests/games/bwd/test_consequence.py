"""Consequences: what follows from a fact is entered with it, and still has to follow later on.

In these marbles, whoever takes the last one of a color rings the bell (MAR-7), once for each fact,
and says why; anybody may ring it for fun.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

import pytest

from companion.core.action import Action
from companion.core.fact import Fact, Seat, facts
from companion.games.bwd.consequence import Consequence, Entry, Mismatch, follow
from companion.testing import Playthrough, refused
from tests.marbles import COLOR, Bag, Marbles, MarblesTaken


class Rung(Fact[Bag], kind="bell.rung"):
    seat: Seat
    last: Annotated[str, COLOR] = ""

    def describe(self, before: Bag, after: Bag) -> str:
        return "ding"


def last_of_its_color(part: Entry) -> Iterator[Rung]:
    _, taken = next(part.facts(MarblesTaken))
    for color in dict.fromkeys(taken.colors):
        if color not in part.after.bag:
            yield Rung(seat=taken.seat, last=color)


def not_as_it_rang(part: Entry, due: Sequence[Rung], recorded: Sequence[Rung]) -> Mismatch | None:
    colors = [rung.last for rung in due]
    if "green" in colors:  # A bell that nobody minds.
        return None
    rang = [rung.last for rung in recorded]
    return Mismatch("MAR-7", f"The bell rings for {colors}, not for {rang}.", "Tell it anew.")


RINGS = Consequence(
    Rung,
    MarblesTaken,
    last_of_its_color,
    not_as_it_rang,
    follows=lambda rung: rung.last != "",
    parts=lambda entry: entry.from_each(MarblesTaken),
)


class WithABell(Marbles):
    kinds = facts(*Marbles.kinds.values(), Rung)

    def check_entry(self, states, events, referee, reference):
        RINGS.require(Entry(states, events, reference), referee)


@pytest.fixture
def t() -> Playthrough:
    return Playthrough(WithABell(), ["Ana", "Ben"])


def take(action: Action[Bag], *colors: str, rings: bool = True) -> None:
    action.add(MarblesTaken(seat=0, colors=list(colors)))
    if rings:
        follow(action, RINGS)


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
        follow(action, RINGS)
        action.add(Rung(seat=1))
        follow(action, RINGS)

    t.act(plan)
    assert t.said == ["ding"]


def test_an_entry_that_lacks_it_is_refused(t):
    with refused("MAR-7", "rings for ['blue'], not for []"):
        t.act(lambda action: take(action, "blue", rings=False))


def test_an_entry_that_tells_what_does_not_follow_is_refused(t):
    def early(action: Action[Bag]) -> None:
        take(action, "red")
        action.add(Rung(seat=0, last="red"))

    with refused("MAR-7", "rings for [], not for ['red']"):
        t.act(early)


def test_the_table_may_tell_the_same_of_its_own_accord(t):
    def for_fun(action: Action[Bag]) -> None:
        take(action, "red")
        action.add(Rung(seat=1))

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
