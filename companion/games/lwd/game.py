"""A Little White Die as the companion sees a game: the parts of this folder, joined."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.entry import Mention
from companion.core.event import Event
from companion.core.game import Game, Outcome
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.referee import Referee
from companion.core.seats import Seat
from companion.games.lwd.guesses import HIGHEST, LOWEST
from companion.games.lwd.rules.check import check, check_entry
from companion.games.lwd.rules.outcome import outcome_now
from companion.games.lwd.rules.record import opening, record
from companion.games.lwd.rules.shapes import SHAPES
from companion.games.lwd.state import State

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.offer import Offer


class ALittleWhiteDie(Game[State]):
    """Whoever keeps cards the longest, or has the most when the first is out: no points, no marker.

    The Liar of the round is `first` in its opening state alone, then `State.liar`.
    """

    id = "lwd"
    title = "A Little White Die"
    fewest_players = 2
    most_players = 12
    seats_rule = "A-LW-19"
    keeps_points = False
    keeps_marker = False
    without_marker = "`companion table` shows who is the Liar: whoever lost the round before."
    shapes = SHAPES
    followed = "cards"
    commands = "companion.games.lwd.commands"

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
        from companion.games.lwd.telling.describe import describe

        return describe(before, event, after)

    def begins(self, state: State) -> str:
        """See `begins`."""
        from companion.games.lwd.telling.describe import begins

        return begins(state)

    def advance(self, action: Action[State], reference: Any) -> None:
        """See `rounds.advance`."""
        from companion.games.lwd.moves.rounds import advance

        advance(action)

    def outcome(self, state: State) -> Outcome:
        """See `outcome_now`."""
        return outcome_now(state)

    def todo(self, state: State, reference: Any) -> list[str]:
        """See `todo`."""
        from companion.games.lwd.telling.todo import todo

        return todo(state)

    def view(self, state: State, reference: Any) -> "list[Block]":
        """See `view`."""
        from companion.games.lwd.telling.view import view

        return view(state)

    def where(self, state: State) -> str:
        """The round, who is the Liar, and the guess to beat."""
        told = [f"round {state.round}", f"Liar: {short(state.name(state.liar))}"]
        if state.last is not None:
            told.append(f"at {state.last.shown}{' or more' if state.untold else ''}")
        return " · ".join(told)

    def status_line(self, state: State) -> str:
        """Everybody's cards, and where the round is."""
        cards = " · ".join(
            f"{short(who.name)} {deck.cards}"
            for who, deck in zip(state.seats, state.decks, strict=True)
        )
        return f"{cards} — {self.where(state) if state.status == 'live' else state.status}"

    def to_json(self, state: State, reference: Any) -> dict[str, Any]:
        """See `report`."""
        from companion.games.lwd.telling.report import report

        return report(state)

    def player_json(self, state: State, seat: int, reference: Any) -> dict[str, Any]:
        """See `player_report`."""
        from companion.games.lwd.telling.report import player_report

        return player_report(state, seat)

    def named_in_box(self, box: Any, text: str) -> Sequence[str]:
        """The card with that number, as a guess and `--reveal` name it: `4`."""
        number = whole(text.strip(), LOWEST, HIGHEST)
        return () if number is None else (f"number-{number}",)

    def in_front(self, state: State, reference: Any) -> Iterable[Mention]:
        """See `in_front`."""
        from companion.games.lwd.telling.in_front import in_front

        return in_front(state)

    def offers(self, state: State, reference: Any, words: Sequence[str]) -> "Iterable[Offer]":
        """See `offers`."""
        from companion.core.offering import Trial
        from companion.games.lwd.offers.menu import offers

        return offers(Trial(self, state, reference), words)

    def start_again(self, state: State) -> list[str]:
        """See `options`."""
        from companion.games.lwd.choices import options

        return options(state.variant)


GAME = ALittleWhiteDie()
