"""A table of Spy vs. Spy in a line or two, without a store.

t = table("Ana Ben").agency("ana white 5 2").agency("ben black 4 1")
t.orders(2).mission("infiltrate ben lost").swap()
assert t.field == "ana 2 ben out"

Missions are written as they are typed.
"""

from typing import Any

from companion.core.offer import Line
from companion.games.boolean.game import GAME
from companion.games.boolean.spy import agency, turn
from companion.games.boolean.spy.missions import mission
from companion.testing.plays import Playthrough


def table(players: str = "Ana Ben", *, first: str | None = None) -> "Table":
    """A play of which nothing is told yet."""
    return Table(GAME, players.split(), first, {"variant": "spy"})


def formed(players: str = "Ana Ben Cho", *, first: str | None = None) -> "Table":
    """A play that has begun: five agents each, two of them in the field; Ben is Black."""
    t = table(players, first=first)
    for seat in t.state.seats:
        t.agency(f"{seat.handle} {'black' if seat.handle == 'ben' else 'white'} 5 2")
    return t


class Table(Playthrough):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    # What a table does

    def agency(self, words: str, *, rerolled: bool = False) -> "Table":
        """`ana white 5 2`, `ana white`."""
        name, side, *numbers = words.split()
        friendly, field = (*map(int, numbers), None, None)[:2]
        told = {"seat": self.seat(name), "side": side, "friendly": friendly, "field": field}
        return self.act(lambda action: action.add("agency.formed", **told, rerolled=rerolled))

    def orders(self, orders: int | None = None, name: str | None = None) -> "Table":
        seat = self.state.turn if name is None else self.seat(name)
        return self.act(lambda action: action.add("orders.counted", seat=seat, orders=orders))

    def mission(self, words: str, **told: Any) -> "Table":
        line = Line(tuple(words.split()))
        for name, value in told.items():
            if value:
                line = line.having(f"--{name}", "" if value is True else value)
        return self.act(mission.entry(line))

    def swap(self, swaps: int | None = None, *turncoats: str) -> "Table":
        seat, to = self.state.turn, turncoats or None
        return self.act(lambda action: turn.reorganize(action, seat, swaps, turncoat=to))

    def lost(self, name: str, post: str = "field", die: str | None = None) -> "Table":
        return self.act(lambda action: agency.lose_agent(action, self.seat(name), post, die=die))

    def agents(
        self, name: str, *, turncoat: str | None = None, sure: bool = False, **counted: Any
    ) -> "Table":
        """`turncoat` as it is typed: `field`, `populace,field`, `gone`."""
        counted = {place: str(count) for place, count in counted.items()}
        if turncoat is not None:
            counted["turncoat"] = agency.read_places(turncoat)
        return self.act(
            lambda action: agency.count_agents(action, self.seat(name), yes=sure, **counted)
        )

    def out(self, name: str) -> "Table":
        return self.act(lambda action: agency.eliminate(action, self.seat(name)))

    def next(self) -> "Table":
        return self.act(turn.advance)

    # What a table sees

    def dice(self, name: str) -> str:
        """`5 populace 3 desk 2 field`"""
        agency = self.state.agencies[self.seat(name)]
        return f"{agency.populace} populace {agency.desk} desk {agency.field} field"

    def turncoats(self, name: str) -> tuple[str, ...] | None:
        return self.state.agencies[self.seat(name)].turncoats

    @property
    def left(self) -> int | None:
        """The Orders that are left."""
        return self.state.now.left

    @property
    def field(self) -> str:
        """`ana 2 ben out`"""
        return " ".join(
            f"{seat.handle} {'out' if number in self.state.out else agency.field}"
            for number, (seat, agency) in enumerate(
                zip(self.state.seats, self.state.agencies, strict=True)
            )
        )

    @property
    def free(self) -> list[tuple[str | None, str | None]]:
        """Whose the free agents were, and which dice they are."""
        return [
            (None if agent.seat is None else self.state.seats[agent.seat].handle, agent.die)
            for agent in self.state.free
        ]
