"""A play at hand without a store: what the tables of all games have in common in tests.

A game's own tests add what happens there, an entry a method, and what one sees.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

from companion.core.action import Action
from companion.core.event import UNDONE, Draft, House
from companion.core.game import Game
from companion.core.log import Log
from companion.core.play import STARTED
from companion.core.seats import find_seat, seats_for
from companion.errors import Illegal
from companion.table.folding import check_without, current_state

AT = "2025-03-01T19:30:00Z"


class Sitting:
    """A play, entry by entry, as commands would make it.

    `said`, `warned` and `overruled` are of the newest entry. A table that has said why, in `house`,
    lets pass whatever the rules say.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str],
        first: str | None = None,
        options: Mapping[str, Any] | None = None,
        reference: Any = None,
    ) -> None:
        game.seat_players(players)
        seats = seats_for(players, game.reserved_handles)
        started = {
            "game": game.id,
            "seats": [seat._asdict() for seat in seats],
            "first": 0 if first is None else find_seat(seats, first),
            "options": dict(options or {}),
        }
        self.game = game
        self.reference = reference
        self.log = Log().extended([Draft(STARTED, started)], AT)
        self.state: Any = current_state(game, self.log)
        self.house: str | None = None
        self.said: list[str] = []
        self.warned: list[str] = []
        self.overruled: list[str] = []

    def act(self, plan: Callable[[Action[Any]], None]) -> Self:
        """One entry, which has to be what the log gives again."""
        action = Action(self.game, self.state, self.reference, self.house)
        plan(action)
        self.overruled = action.referee.overruled
        house = None if self.house is None else House(self.house, tuple(self.overruled))
        self.log = self.log.with_entries(action.entries, AT, house)
        self.state, self.said, self.warned = action.state, action.lines, action.warnings
        assert current_state(self.game, self.log) == self.state
        return self

    def tell(self, kind: str, **data: Any) -> Self:
        """One fact, as it is."""
        return self.act(lambda action: action.add(kind, **data))

    def undo(self, entry: int | None = None) -> Self:
        """Take back an entry, as `companion undo` does."""
        chosen = self.log.entry_to_undo(entry)
        log = self.log.extended([Draft(UNDONE, {"action": chosen})], AT)
        check_without(self.game, log, chosen, "taken back", self.reference)
        self.log = log
        self.state = current_state(self.game, log)
        return self

    @property
    def entry(self) -> int:
        """The number of the newest entry."""
        return self.log.next_action - 1

    def seat(self, name: str) -> int:
        """The seat of whoever is meant."""
        return find_seat(self.state.seats, name)

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return str(self.state.seats[self.state.turn].handle)

    def offers(self, line: str = "") -> dict[str, str]:
        """What may be typed next behind a line, in order: each word with what it is."""
        found = self.game.offers(self.state, self.reference, line.split())
        return {offer.word: offer.about for offer in found}

    def words(self, line: str = "") -> str:
        """The same without what they are."""
        return " ".join(self.offers(line))

    @property
    def winners(self) -> str:
        """Who has won: `ana cho`."""
        return " ".join(self.state.seats[seat].handle for seat in self.state.winners)

    @property
    def todo(self) -> str:
        """What comes next, a line each."""
        return "\n".join(self.game.todo(self.state, self.reference))


@contextmanager
def refused(rule: str, *words: str) -> Iterator[None]:
    """What stands in this block is refused by a rule, with a hint, and with these words."""
    found = None
    try:
        yield
    except Illegal as problem:
        found = problem
    assert found is not None, f"{rule} does not refuse this"
    told = f"{found.message}\n{found.hint}"
    assert found.rule == rule, f"{found.rule} refuses it, not {rule}: {told}"
    assert found.hint, told
    assert all(word in told for word in words), f"not all of {words} are in: {told}"
