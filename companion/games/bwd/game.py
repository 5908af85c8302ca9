"""Blank White Dice as a game of the companion: its verbs, and the parts of this folder together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.event import ADMIN_KINDS, RENAMED, Event, Referee
from companion.core.fact import facts
from companion.core.game import BoxReader, DataReader, Game, function_of
from companion.core.value import Lazy, replace, resolved
from companion.games.bwd import (
    additions,
    deal,
    dice,
    discs,
    dots,
    erasure,
    faces,
    points,
    resolution,
    rolls,
    rounds,
    start,
    tableau,
    tags,
    turns,
)
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.consequence import Entry
from companion.games.bwd.copies import copies_left
from companion.games.bwd.state import LOWEST_SCORE, RESERVED_HANDLES, RESOLVING, State
from companion.games.bwd.wards import warn_of_wards

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.command import AnyVerb
    from companion.core.lookup import Mention
    from companion.core.verbs import Verbs


@cache
def _verbs() -> Verbs[State]:
    """Return its verbs, in the order for help, and how a play begins."""
    from companion.core.verbs import LazyVerbs, VerbGroup, Verbs

    def of_resolving() -> Sequence[AnyVerb]:
        from companion.games.bwd.resolve import resolve

        return (resolve,)

    def of_cards() -> Sequence[AnyVerb]:
        from companion.games.bwd.cards import VERBS

        return VERBS

    card = VerbGroup[State](
        "card",
        "the cards of your box",
        """See and enter the cards of your box.

    Examples:
      companion bwd card show 17
      companion bwd card set 17 --name Medkit --phase main
      companion bwd card undo
    """,
        of_cards,
    )
    return Verbs(
        """Blank White Dice: its dice and cards.

    What is drawn on every die, which cards are active, what resolves.

    Examples:
      companion bwd tag ana.1 points
      companion bwd roll ana.1=3 ana.2=blank
      companion bwd resolve ana.2 --tag investment
    """,
        start.begin,
        (
            *(deal.deal, additions.add, additions.fill, dice.show_dice, tags.tag, rolls.roll),
            *(erasure.erase, erasure.replace, dots.dot, dots.dash),
            *(dice.write, dice.claim, dice.swap),
            *(LazyVerbs[State](("resolve",), of_resolving), turns.again, points.steal, points.pay),
            *(tableau.neutralize, tableau.restore, discs.mark, discs.unmark),
            card,
        ),
    )


def _after_shared(event: Event, state: State) -> State:
    """Return the state after an entry of a shared kind: dice renamed, who leads, phases."""
    if event.kind in ADMIN_KINDS:
        return _renamed(state, event.data["seat"]) if event.kind == RENAMED else state
    if state.lead != state.first and state.phase not in (*RESOLVING, "check"):
        state = replace(state, lead=state.first)
    if state.phase != "setup" or state.has_dice_entered:
        return state
    # Scoring before entering any cards or dice means a play without phases.
    scored_first = event.kind in ("points.gained", "points.lost") and state.setup is None
    if scored_first or event.kind == "round.ended":
        state = replace(state, phase="open")
    return state


def _renamed(state: State, seat: int) -> State:
    """Return the state in which the dice of a seat have the player's present name."""
    handle = state.seats[seat].handle
    dice = (
        die._replace(named=f"{handle}.{die.key.rpartition('.')[2]}") if die.seat == seat else die
        for die in state.dice
    )
    return replace(state, dice=tuple(dice))


class BlankWhiteDice(Game[State]):
    """For two to four players; the box has two dice, two discs and a marker for each."""

    id = "bwd"
    title = "Blank White Dice"
    bgg_id = 206753
    fewest_players = 2
    most_players = 4
    lowest_score = LOWEST_SCORE
    reserved_handles = RESERVED_HANDLES
    seats_rule = "BWD-1"
    kinds = facts(  # in the order of the log format
        *(start, points.PointsGained, points.PointsLost, points.PointsSet, points.PointsStolen),
        *(points.PointsPaid, tags, erasure, dots, dice.DieWritten, rolls, dice.DieClaimed),
        *(dice.DiceSwapped, resolution, turns, rounds, points.RoundEnded, points.PlayFinished),
        *(deal, additions, tableau, discs),
    )
    verbs = staticmethod(_verbs)
    opening = staticmethod(start.opening)
    begins = staticmethod(start.begins)
    start_again = staticmethod(start.start_again)
    advance = staticmethod(turns.advance)
    outcome = staticmethod(points.outcome)
    owner_of = staticmethod(faces.owner_of)
    view = function_of("companion.games.bwd.views:view")
    marks = function_of("companion.games.bwd.views:tagged_icons")
    legal = function_of("companion.games.bwd.legal:legal")
    lookup_items = function_of("companion.games.bwd.corpus:lookup_items")
    box_rules = function_of("companion.games.bwd.box:BOX_RULES")
    named_in_box = function_of("companion.games.bwd.box:named_in_box")

    def table_fixes(self, was: State, now: State, reference: Any) -> list[str]:
        return dice.table_fixes(was, now, resolved(reference))

    def apply(self, state: State, event: Event) -> State:
        """Apply what any entry changes besides: copies end, the first turn, names of dice."""
        after = super().apply(state, event)
        fact = self.kinds.get(event.kind)
        if fact is None or fact.apply is None:
            return _after_shared(event, after)
        return copies_left(state, event, after) if after.copies else after

    def check_entry(
        self, states: Sequence[State], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry with missing or wrong consequences: an icon without effect that stays,
        one with an effect that erased itself.
        """
        interpreted = [*map(self._interpreted, states, events)]
        entry = Entry(states, interpreted, reference)
        points.GAINS_BY_NUMBERS.require(entry, referee)
        points.LOSSES_BY_NUMBERS.require(entry, referee)
        erasure.ERASES_ITSELF.require(entry, referee)
        dice.TAKES_THE_COMMON_DIE.require(entry, referee)
        resolution.require_complete(entry, referee)
        points.ENDS_THE_PLAY.require(entry, referee)
        additions.DRAWS_UNTIL_FULL.require(entry, referee)

    def _interpreted(self, state: State, event: Event) -> Event:
        """Return the event with the faces and dice that it means in the state before it."""
        fact = self.fact_of(event)
        interpreted = fact and fact.in_state(state)
        if interpreted is None or interpreted is fact:
            return event
        return event._replace(data=interpreted.to_json())

    def where(self, state: State) -> str:
        """The round, and the phase once dice were entered."""
        title = rounds.phase_title(state)
        return f"round {state.round}{f' · {title}' if title else ''} · to {state.target}"

    def before_points(self, action: Action[State], seat: int, sign: str) -> None:
        """Remind of wards against losing points."""
        if sign == "-" and action.state.has_dice_entered:
            warn_of_wards(action, seat)

    def status_line(self, state: State) -> str:
        """Scores, round, and the phase once dice were entered."""
        title = rounds.phase_title(state) if state.status == "live" else state.status
        return super().status_line(state) + (f" — {title}" if title else "")

    def to_json(self, state: State, reference: Any) -> dict[str, Any]:
        """Return the dice, the tableau, the discs; keys may be added, never removed."""
        catalogue: Catalogue = resolved(reference)
        return {
            "target": state.target,
            "phase": state.phase,
            "turn": None if state.turn is None else state.name(state.turn),
            "set": state.setup.id if state.setup is not None else None,
            "dice": [dice.dice_entry(state, die) for die in state.dice],
            "tableau": [
                tableau.card_entry(state, catalogue, card, stack)
                for stack in state.stacks
                for card in stack
            ],
            "discs": {
                state.name(seat): discs.disc_entry(disc, state, catalogue)
                for seat, disc in enumerate(state.discs)
                if disc is not None
            },
        }

    def in_play(self, state: State, reference: Any) -> Iterable[Mention]:
        from companion.games.bwd.corpus import in_play

        return in_play(state, resolved(reference))

    def reference(self, read: DataReader, box: BoxReader) -> Lazy[Catalogue]:
        """Return the cards of the box, with the group's entries about them."""
        return Lazy(lambda: Catalogue(read("cards"), box()))

    def named_here(self, state: State, reference: Any, text: str) -> Iterable[str]:
        from companion.games.bwd.corpus import named_here

        return named_here(state, resolved(reference), text)

    def report_blocks(self, state: State, reference: Any) -> list[Block]:
        """The table, and every die with what is drawn on it."""
        from companion.games.bwd.views import dice_view

        unfolded = dice_view(state, resolved(reference)) if state.has_dice_entered else []
        return [*self.view(state, reference), *unfolded]


GAME = BlankWhiteDice()
