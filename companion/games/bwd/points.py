"""Points: what numbers score, stealing and paying; the check for a winner, which ends a round or
the play.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import player, verb, word
from companion.core.event import Event, Referee
from companion.core.fact import Amount, Fact, Seat, Text, Whole
from companion.core.names import listed
from companion.core.numbers import amount
from companion.core.offer import people
from companion.core.outcome import Outcome
from companion.core.param import Arguments, Candidate, Param, a_number, nobodys
from companion.core.play import FINISHED, HIGHEST_AMOUNT, describe_play, scored
from companion.core.shapes import SEAT, list_of
from companion.core.value import Annotated
from companion.errors import Refused
from companion.games.bwd.catalogue import is_number
from companion.games.bwd.consequence import Consequence, Entry, Mismatch
from companion.games.bwd.names import seats_from_turn
from companion.games.bwd.resolution import (
    DieResolved,
    Resolution,
    brings,
    parts_where,
    resolved_in,
    scored_by,
)
from companion.games.bwd.rounds import PhaseBegun
from companion.games.bwd.state import LOWEST_SCORE, State
from companion.games.bwd.wards import warn_of_wards

if TYPE_CHECKING:
    from companion.core.offer import Trial

_MOST_OFFERED = 6
"""The most points that are offered; more can be typed."""

# The winner

_LEADS = ", and leads by "


def outcome(state: State) -> Outcome:
    """Return who wins if checked now: the target reached, and strictly more than all others
    (BWD-38).
    """
    leaders = state.leaders()
    names, top = listed([state.name(seat) for seat in leaders]), max(state.scores)
    if top < state.target:
        return Outcome((), f"nobody has {state.target} points")
    if len(leaders) > 1:
        return Outcome((), f"{names} are tied at {top}, and a tie plays on (BWD-167)")
    ahead = top - max(score for seat, score in enumerate(state.scores) if seat not in leaders)
    reached = f"{top} ({state.target} are needed)" if top > state.target else f"{top}"
    return Outcome(leaders, f"{names} has {reached}{_LEADS}{ahead}")


def found_by_check(why: str) -> bool:
    """Whether a play ended because a check found a winner, rather than by the players' choice."""
    return _LEADS in why


# Scoring numbers


class PointsScored(Fact[State]):
    """Points that a player gains or loses."""

    seat: Seat
    points: Amount


class PointsGained(PointsScored, kind="points.gained"):
    """Points that a player gains."""


class PointsLost(PointsScored, kind="points.lost"):
    """Points that a player loses."""


def _scored_by_number(kind: type[PointsScored], sign: int) -> Consequence[PointsScored]:
    def due(part: Entry) -> Iterator[PointsScored]:
        it = resolved_in(part)
        points = scored_by(it.before, it.seat, it.face, it.effects)
        if points * sign > 0:
            yield kind(seat=it.seat, points=abs(points))

    def explain(
        part: Entry, due: Sequence[PointsScored], recorded: Sequence[PointsScored]
    ) -> Mismatch | None:
        it = resolved_in(part)
        name, again = it.before.name(it.seat), f"`{it.command}` enters it again."
        if not due:
            changes = (
                f"{it.shown} changes no points of {name}'s now, but it did when it was resolved."
            )
            return Mismatch("BWD-26", changes, again)
        gets = brings(due[0].points * sign)
        return Mismatch(
            "BWD-143", f"{it.shown} {gets} {name} now, but it did not when it was resolved.", again
        )

    def alone(it: Resolution) -> bool:
        return is_number(it.icon) and {"points", "fizzled"}.isdisjoint(it.effects)

    return Consequence(kind, DieResolved, due, explain, parts=parts_where(alone))


GAINS_BY_NUMBERS = _scored_by_number(PointsGained, +1)
LOSSES_BY_NUMBERS = _scored_by_number(PointsLost, -1)


# Setting points


class PointsSet(Fact[State], kind="points.set"):
    """A player's points are set, whatever was entered before."""

    points: Whole

    def check(self, state: State, referee: Referee) -> None:
        """Refuse points below 0."""
        referee.require(
            self.points >= 0, "BWD-25", "Points never fall below 0.", "`=0` is the lowest."
        )


# Stealing points


class PointsStolen(Fact[State], kind="points.stolen"):
    """A player takes points from another: no more than there are."""

    from_: Seat
    to: Seat
    points: Amount

    def check(self, state: State, referee: Referee) -> None:
        """Require two different players."""
        if self.from_ == self.to:
            raise Refused(
                "A player cannot steal from themselves.",
                "Name the thief first, then the other player.",
            )

    def apply(self, state: State) -> State:
        moved = min(self.points, state.scores[self.from_])
        state = scored(state, self.from_, -moved, LOWEST_SCORE)
        return scored(state, self.to, moved, LOWEST_SCORE)

    def describe(self, before: State, after: State) -> str:
        thief, victim = self.to, self.from_
        moved = before.scores[victim] - after.scores[victim]
        wanted = f" of {self.points}" if moved < self.points else ""
        return (
            f"{after.name(thief)} steals {moved}{wanted} from {after.name(victim)}: "
            f"{after.name(thief)} {after.scores[thief]}, {after.name(victim)} "
            f"{after.scores[victim]}"
        )


def _with_points(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    state = trial.state
    for seat in seats_from_turn(trial):
        if state.scores[seat]:
            yield from people(state, [seat], f"has {state.scores[seat]}")


def _points_of(whose: str) -> Param:
    """The number of points to move, from those of the named player."""

    def candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
        score = trial.state.scores[args[whose]]
        return ((str(points), "") for points in range(1, min(score, _MOST_OFFERED) + 1))

    return word(
        lambda state, word: amount(word),
        name="N",
        sort=a_number(1, HIGHEST_AMOUNT),
        candidates=candidates,
    )


Thief = Annotated[int, player(seats_from_turn, name="THIEF")]
Victim = Annotated[int, player(name="VICTIM", candidates=_with_points, whose=nobodys)]
Stolen = Annotated[int, _points_of("victim")]


@verb("take points from another player")
def steal(action: Action[State], thief: Thief, victim: Victim, points: Stolen) -> None:
    """Take points from another player.

    It takes no more than the victim has.

    Examples:
      companion bwd steal ana ben 3
    """
    warn_of_wards(action, victim, by=thief)
    action.add(PointsStolen(from_=victim, to=thief, points=points))


# Paying points


class PointsPaid(Fact[State], kind="points.paid"):
    """A player pays a price, which is not a loss."""

    seat: Seat
    points: Amount

    def check(self, state: State, referee: Referee) -> None:
        """Require that all of it is paid, or nothing."""
        has = state.scores[self.seat]
        referee.require(
            has >= self.points,
            "BWD-154",
            f"{state.name(self.seat)} has {has} and cannot pay {self.points}: "
            "a price is paid whole or not at all.",
            "Then nothing is paid, and what the payment buys does not happen.",
        )

    def apply(self, state: State) -> State:
        return scored(state, self.seat, -self.points, LOWEST_SCORE)

    def describe(self, before: State, after: State) -> str:
        had, left = before.scores[self.seat], after.scores[self.seat]
        short_of = f" of {self.points}" if had - left < self.points else ""
        return f"{after.name(self.seat)} pays {had - left}{short_of}: {had} → {left}"


Payer = Annotated[int, player(candidates=_with_points)]
Price = Annotated[int, _points_of("player")]


@verb("pay a price")
def pay(action: Action[State], player: Payer, points: Price) -> None:
    """Pay a price, all of it or nothing.

    A payment is not a loss.

    Examples:
      companion bwd pay ana 2
    """
    action.add(PointsPaid(seat=player, points=points))


# The check, and the end of a round


class RoundEnded(Fact[State], kind="round.ended"):
    """A round is over without a winner; `why` is the reason."""

    why: Text

    def check(self, state: State, referee: Referee) -> None:
        """Require that nobody has won; a round with phases ends after its check."""
        referee.require(
            state.phase == "check"
            or (state.phase in ("setup", "open") and not state.has_dice_entered),
            "BWD-102",
            "A round in which dice were entered ends after its phases, with the check.",
            "`companion next` goes on to what comes next.",
        )
        result = outcome(state)
        referee.require(
            not result.winners, "BWD-38", f"{result.why}.", "`companion next` ends the game."
        )

    def describe(self, before: State, after: State) -> str:
        return _found_in_words(self, "round.ended", outcome(before).why, before, after)


def _found_in_words(fact: Fact[State], kind: str, why: str, before: State, after: State) -> str:
    """Return the line of a check, worded by the present scores: an earlier entry may be undone."""
    return describe_play(before, Event(0, 0, kind, {**fact.to_json(), "why": why}, ""), after)


def end_round(action: Action[State]) -> None:
    """End a round without a winner: the marker goes on."""
    action.add("round.ended", why=outcome(action.state).why, first=None)


class PlayFinished(Fact[State], kind=FINISHED):
    """The play is over: by a check, or by the players' choice."""

    winners: Annotated[Sequence[int], list_of(SEAT)]
    why: Text

    def check(self, state: State, referee: Referee) -> None:
        """If a check ended the play, require that its winners are still the winners."""
        if not found_by_check(self.why):
            return
        result = outcome(state)
        referee.require(
            tuple(self.winners) == result.winners,
            "BWD-38",
            f"The check has another result now: {result.why}.",
            "`companion next` checks again; `companion finish --winner NAME` names the winner.",
        )

    def describe(self, before: State, after: State) -> str:
        why = outcome(before).why if found_by_check(self.why) else self.why
        return _found_in_words(self, FINISHED, why, before, after)


def _found(state: State) -> PlayFinished | None:
    """Return the end that a check finds now; None if nobody has won."""
    result = outcome(state)
    return PlayFinished(winners=list(result.winners), why=result.why) if result.winners else None


def _end_found(entry: Entry) -> Iterator[PlayFinished]:
    begun = (fact for _, fact in entry.facts(PhaseBegun))
    if not any(fact.phase == "check" and fact.untold is not None for fact in begun):
        return
    ended = next((place for place, _ in entry.facts(PlayFinished)), -1)
    found = _found(entry.states[ended])
    if found is not None:
        yield found


def _explain_missing_end(
    entry: Entry, due: Sequence[PlayFinished], recorded: Sequence[PlayFinished]
) -> Mismatch | None:
    if not due or entry.after.status != "live":
        return None
    return Mismatch(
        "BWD-38", f"{due[0].why}: that ends the game.", "`companion next` checks again."
    )


ENDS_THE_PLAY = Consequence(PlayFinished, PhaseBegun, _end_found, _explain_missing_end)
"""The check for a winner ends a play that somebody has won."""


def finish_if_won(action: Action[State]) -> bool:
    """End the play if somebody has won by the present points; return whether it ended."""
    found = _found(action.state)
    if found is not None:
        action.add(found)
    return found is not None
