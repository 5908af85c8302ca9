"""Dice Box as the companion sees a game: the parts of this folder, joined."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.entry import Mention
from companion.core.event import Event
from companion.core.game import Game, Outcome
from companion.core.names import short
from companion.core.referee import Referee
from companion.core.seats import Seat
from companion.games.dicebox.board import dead_squares
from companion.games.dicebox.rules.check import check, check_entry
from companion.games.dicebox.rules.outcome import outcome
from companion.games.dicebox.rules.record import opening, record
from companion.games.dicebox.rules.shapes import SHAPES
from companion.games.dicebox.state import State

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.offer import Offer


class DiceBox(Game[State]):
    """For two to four players. The points are those of one's own colours on the board."""

    id = "dicebox"
    title = "Dice Box"
    fewest_players = 2
    most_players = 4
    seats_rule = "DB-42"
    keeps_marker = False
    without_marker = "`companion dicebox turn NAME` tells whose turn it is."
    keeps_rounds = False
    shapes = SHAPES
    commands = "companion.games.dicebox.commands"

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
        """See `record.opening`."""
        return opening(seats, first, options)

    def check(self, state: State, event: Event, referee: Referee, reference: Any) -> None:
        """See `check`."""
        check(state, event, referee)

    def check_entry(
        self,
        states: Sequence[State],
        events: Sequence[Event],
        referee: Referee,
        reference: Any,
    ) -> None:
        """See `check_entry`."""
        check_entry(states[0], events, states[-1], referee)

    def record(self, state: State, event: Event) -> State:
        """See `record`."""
        return record(state, event)

    def describe(self, before: State, event: Event, after: State, reference: Any) -> str:
        """See `describe`."""
        from companion.games.dicebox.telling.describe import describe

        return describe(before, event, after)

    def begins(self, state: State) -> str:
        """See `begins`."""
        from companion.games.dicebox.telling.describe import begins

        return begins(state)

    def advance(self, action: Action[State], reference: Any) -> None:
        """See `turns.advance`."""
        from companion.games.dicebox.moves.turns import advance

        advance(action)

    def outcome(self, state: State) -> Outcome:
        """See `outcome`."""
        return outcome(state)

    def todo(self, state: State, reference: Any) -> list[str]:
        """See `todo`."""
        from companion.games.dicebox.telling.todo import todo

        return todo(state)

    def view(self, state: State, reference: Any) -> "list[Block]":
        """See `view`."""
        from companion.games.dicebox.telling.view import view

        return view(state)

    def where(self, state: State) -> str:
        """How far the board is filled, and whose turn it is."""
        if not state.seeded:
            return "points alone" if state.points_alone else "setup"
        dead = len(dead_squares(state.numbers))
        filled = f"{state.filled} of 25 squares" + (f", {dead} dead" if dead else "")
        if state.over:
            return f"{filled} · the board is done"
        return f"{filled} · {short(state.name(state.turn))}'s turn"

    def status_line(self, state: State) -> str:
        """Everybody's points, or those of the colours while nobody has one; and whose turn."""
        seats = range(len(state.seats))
        known = any(state.points_known(seat) for seat in seats)
        points = [
            f"{short(state.name(seat))} {state.scores[seat] if state.points_known(seat) else '?'}"
            for seat in seats
        ]
        tally = [f"{color} {number}" for color, number in state.tally().items()]
        scores = " · ".join(points if known else tally)
        return f"{scores} — {self.where(state) if state.status == 'live' else state.status}"

    def score_of(self, state: State, seat: int) -> int | None:
        """A player's points; None while dice lie there and nobody told whose colour is which."""
        return state.scores[seat] if state.points_known(seat) else None

    def to_json(self, state: State, reference: Any) -> dict[str, Any]:
        """See `report`."""
        from companion.games.dicebox.telling.report import report

        return report(state)

    def player_json(self, state: State, seat: int, reference: Any) -> dict[str, Any]:
        """See `player_report`."""
        from companion.games.dicebox.telling.report import player_report

        return player_report(state, seat)

    def in_front(self, state: State, reference: Any) -> Iterable[Mention]:
        """See `in_front`."""
        from companion.games.dicebox.telling.in_front import in_front

        return in_front(state)

    def offers(self, state: State, reference: Any, words: Sequence[str]) -> "Iterable[Offer]":
        """See `offers`."""
        from companion.core.offering import Trial
        from companion.games.dicebox.offers.menu import offers

        return offers(Trial(self, state, reference), words)

    def start_again(self, state: State) -> list[str]:
        """Everybody's colours, where they were told."""
        pairs = zip(state.seats, state.colors, strict=True)
        told = [f"{who.handle}={','.join(own)}" for who, own in pairs]
        return ["--colors", *told] if state.colors_told else []


GAME = DiceBox()
