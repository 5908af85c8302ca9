"""BLANK as a game of the companion: the parts of this folder together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.event import Event, Referee
from companion.core.fact import facts
from companion.core.game import BoxReader, DataReader, Game, function_of
from companion.core.names import short
from companion.core.outcome import Outcome
from companion.games.blank.deck import BOX_RULES
from companion.games.blank.draws import CardsDrawn, PileReshuffled
from companion.games.blank.end import PlayFinished, PrizeTaken, rule_marks
from companion.games.blank.hands import CardsDiscarded, CardsGiven, HandCounted
from companion.games.blank.open_rules import RuleDiscarded, RuleOpened, require_laid_out
from companion.games.blank.order import (
    DirectionReversed,
    TurnGiven,
    TurnPassed,
    TurnSkipped,
    advance,
)
from companion.games.blank.penalties import PenaltyTaken, require_in_order
from companion.games.blank.play import CardsPlayed, CardTurned
from companion.games.blank.reference import (
    Reference,
    in_play,
    lookup_items,
    named_here,
    table_fixes,
)
from companion.games.blank.start import PlayStarted, opening
from companion.games.blank.state import State, player_report, report

if TYPE_CHECKING:
    from companion.core.verbs import Verbs


class Blank(Game[State]):
    """Who gets rid of all cards first has won, and writes on a card: no points, no marker.

    A group may have several boxes; a play holds the wordings of its cards at that time.
    """

    id = "blank"
    title = "BLANK"
    bgg_id = 231824
    fewest_players = 2
    most_players = 10
    seats_rule = "A-BL-01"
    keeps_points = False
    keeps_marker = False
    without_marker = "`companion blank turn NAME` sets whose turn it is."
    keeps_rounds = False
    charted = "cards"
    kinds = facts(
        *(PlayStarted, CardTurned, CardsPlayed, CardsDrawn, CardsDiscarded, CardsGiven),
        *(HandCounted, PileReshuffled, PenaltyTaken, TurnPassed, TurnGiven, TurnSkipped),
        *(DirectionReversed, RuleOpened, RuleDiscarded, PlayFinished, PrizeTaken),
    )
    opening = staticmethod(opening)
    advance = staticmethod(advance)
    table_fixes = staticmethod(table_fixes)
    lookup_items = staticmethod(lookup_items)
    in_play = staticmethod(in_play)
    named_here = staticmethod(named_here)
    to_json = staticmethod(report)
    player_json = staticmethod(player_report)
    marks = staticmethod(rule_marks)
    begins = function_of("companion.games.blank.views:begins")
    view = function_of("companion.games.blank.views:view")
    legal = function_of("companion.games.blank.verbs:legal")
    box_rules = BOX_RULES
    named_in_box = function_of("companion.games.blank.stock:named_in_box")

    def check_entry(
        self, states: Sequence[State], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse Penalties that would end two turns, and rules that do not lie there as they should
        when a play begins."""
        super().check_entry(states, events, referee, reference)
        require_in_order(states[0], events, referee)
        require_laid_out(states[0], events, states[-1], referee)

    def outcome(self, state: State) -> Outcome:
        """Return the player without cards, as far as entered (BL-4); of several, the first
        (A-BL-07).
        """
        empty = state.empty_seats()
        return Outcome(empty[:1], "no cards left" if empty else "everybody has cards left")

    def verbs(self) -> "Verbs[State]":
        from companion.games.blank.verbs import VERBS

        return VERBS

    def where(self, state: State) -> str:
        way = "↻" if state.direction == 1 else "↺"
        return f"{short(state.name(state.turn))}'s turn {way}"

    def status_line(self, state: State) -> str:
        """Everybody's cards as far as entered, what lies on top, and whose turn it is."""
        live = state.status == "live"
        hands = " · ".join(
            f"{short(who.name)} {state.hands[seat]}"
            for seat, who in enumerate(state.seats)
            if live or seat in state.known_hands
        )
        top = "" if state.top is None else f"on top {state.top.name}"
        cards = ", ".join(part for part in (hands, top) if part)
        where = self.where(state) if live else state.status
        return f"{cards} — {where}" if cards else where

    def reference(self, read: DataReader, box: BoxReader) -> Reference:
        """Return the reference: plays hold their cards' wordings, so it is only for the prize."""
        return Reference(read, box)


GAME = Blank()
