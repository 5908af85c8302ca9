"""A table of A Little White Die in a line or two, without a store: play at it, look at it.

t = table("Ana Ben Cho")
t.round(3).guess("ana 2x5").guess("3x5").challenge("cho", "5,5,2,1,6,3,4,4,1")
assert t.loser == "ben"
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.core.action import Action
from companion.core.event import UNDONE, Draft, House
from companion.core.log import Log
from companion.core.play import STARTED
from companion.core.seats import find_seat, seats_for
from companion.errors import Illegal
from companion.games.lwd.game import GAME
from companion.games.lwd.moves import named, powers, rounds
from companion.games.lwd.state import State
from companion.table.folding import check_without, current_state

AT = "2025-03-01T19:30:00Z"


def table(players: str = "Ana Ben Cho", *, first: str | None = None, **variant: Any) -> "Table":
    """A play that has begun; `variant` is what `start` would have recorded."""
    people = players.split()
    GAME.seat_players(people)
    seats = seats_for(people)
    return Table(people, 0 if first is None else find_seat(seats, first), variant)


class Table:
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def __init__(self, players: list[str], first: int, options: dict[str, Any]) -> None:
        started = {
            "game": "lwd",
            "seats": [seat._asdict() for seat in seats_for(players)],
            "first": first,
            "options": options,
        }
        self.log = Log().extended([Draft(STARTED, started)], AT)
        self.state: State = current_state(GAME, self.log)  # type: ignore[assignment]
        self.house: str | None = None
        self.said: list[str] = []
        self.warned: list[str] = []
        self.overruled: list[str] = []

    def act(self, plan: Callable[[Action[State]], None]) -> "Table":
        """One entry. A table that has said `house` lets it pass whatever the rules say."""
        action = Action(GAME, self.state, None, self.house)
        plan(action)
        self.overruled = action.referee.overruled
        house = None if self.house is None else House(self.house, tuple(self.overruled))
        self.log = self.log.with_entries(action.entries, AT, house)
        self.state, self.said, self.warned = action.state, action.lines, action.warnings
        assert current_state(GAME, self.log) == self.state
        return self

    def undo(self, entry: int | None = None) -> "Table":
        """Take back an entry, as `companion undo` does."""
        chosen = self.log.entry_to_undo(entry)
        log = self.log.extended([Draft(UNDONE, {"action": chosen})], AT)
        check_without(GAME, log, chosen, "taken back", None)
        self.log = log
        self.state = current_state(GAME, log)  # type: ignore[assignment]
        return self

    def seat(self, name: str) -> int:
        return find_seat(self.state.seats, name)

    # What a table does

    def round(self, number: int) -> "Table":
        return self.act(lambda action: rounds.state_number(action, number))

    def guess(self, words: str) -> "Table":
        *name, text = words.split()
        seat = self.seat(name[0]) if name else self.state.turn
        return self.act(lambda action: rounds.guess(action, seat, named.guess(text)))

    def challenge(self, name: str, *told: str, there: int | None = None) -> "Table":
        cards, hands = named.reveal(self.state.seats, told)
        seat = self.seat(name)
        return self.act(lambda action: rounds.challenge(action, seat, cards, hands, there))

    def lose(self, name: str | None = None, cards: int | None = None) -> "Table":
        seat = None if name is None else self.seat(name)
        return self.act(lambda action: rounds.lose(action, rounds.loser(action, seat), cards))

    def swap(self, name: str) -> "Table":
        return self.tell("card.swapped", seat=self.seat(name))

    def trigger(
        self, name: str, number: int | None = None, *, extra: bool = False, to: str = ""
    ) -> "Table":
        seats = [self.seat(one) for one in to.split()]
        return self.act(
            lambda action: powers.trigger(action, self.seat(name), number, "", extra, seats)
        )

    def cards_are(self, name: str, cards: int) -> "Table":
        return self.act(lambda action: rounds.count_cards(action, self.seat(name), cards))

    def next(self) -> "Table":
        return self.act(rounds.advance)

    def tell(self, kind: str, **data: Any) -> "Table":
        return self.act(lambda action: action.add(kind, **data))

    # What a table sees

    @property
    def cards(self) -> str:
        """`ana 6 ben 4`"""
        return " ".join(
            f"{seat.handle} {deck.cards}"
            for seat, deck in zip(self.state.seats, self.state.decks, strict=True)
        )

    @property
    def liar(self) -> str:
        return self.state.seats[self.state.liar].handle

    @property
    def turn(self) -> str:
        return self.state.seats[self.state.turn].handle

    @property
    def loser(self) -> str | None:
        """Who has lost the round at hand; None where nobody can tell."""
        showdown = self.state.showdown
        assert showdown is not None
        return None if showdown.loser is None else self.state.seats[showdown.loser].handle

    @property
    def winners(self) -> str:
        return " ".join(self.state.seats[seat].handle for seat in self.state.winners)

    @property
    def todo(self) -> str:
        return "\n".join(GAME.todo(self.state, None))


@contextmanager
def refused(rule: str, *words: str) -> Iterator[None]:
    """What stands in this block is refused by a rule, with these words."""
    with pytest.raises(Illegal) as refusal:
        yield
    assert refusal.value.rule == rule, refusal.value.message
    told = f"{refusal.value.message}\n{refusal.value.hint}"
    assert all(word in told for word in words), told
