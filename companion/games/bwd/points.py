"""Points: what numbers score, stolen and paid ones; the check for a winner, which ends a round or
the play.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, Any, TypedDict

from companion.core.action import Action
from companion.core.consequence import Consequence, Due, Entered, Mismatch
from companion.core.event import Event, Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.numbers import amount
from companion.core.offer import Trial, people
from companion.core.outcome import Outcome
from companion.core.param import Arguments, Candidate, Param, a_number, one, player
from companion.core.play import FINISHED, HIGHEST_AMOUNT, describe_play, scored
from companion.core.shapes import AMOUNT, SEAT, TEXT, WHOLE, list_of
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.bwd.catalogue import is_number
from companion.games.bwd.names import seats_from_turn
from companion.games.bwd.resolution import RESOLVED, Resolution, command, parts_where, resolved_in
from companion.games.bwd.rounds import PhaseBegun
from companion.games.bwd.state import LOWEST_SCORE, Face, State
from companion.games.bwd.wards import warn_of_wards

_MOST_OFFERED = 6
"""So many points are offered to be picked; more are typed."""

# Who has won

_LEADS = ", and leads by "


def outcome(state: State) -> Outcome:
    """Who wins if checked now: the target reached, and strictly more than all others (BWD-38)."""
    leaders = state.leaders()
    names, top = listed([state.name(seat) for seat in leaders]), max(state.scores)
    if top < state.target:
        return Outcome((), f"nobody has {state.target} points")
    if len(leaders) > 1:
        return Outcome((), f"{names} are tied at {top}, and a tie plays on (BWD-167)")
    ahead = top - max(score for seat, score in enumerate(state.scores) if seat not in leaders)
    reached = f"{top}, which is {state.target} or more" if top > state.target else f"{top}"
    return Outcome(leaders, f"{names} has {reached}{_LEADS}{ahead}")


def found_by_check(why: str) -> bool:
    """Whether a play ended because a check found a winner, and not as the table liked."""
    return _LEADS in why


# Numbers score


def scored_by(state: State, seat: int, face: Face, told: Collection[str]) -> int:
    """The change of points that a number brings by itself; 0 where the table told another."""
    if not is_number(face.icon or "") or not {"points", "nothing", "fizzled"}.isdisjoint(told):
        return 0
    number = max(-HIGHEST_AMOUNT, min(int(face.icon or ""), HIGHEST_AMOUNT))
    return 0 if number < 0 and not state.scores[seat] else number


def brings(points: int) -> str:
    """What a change of points does, in words that a name completes."""
    return f"brings {points} to" if points > 0 else f"takes {-points} from"


class PointsScored(TypedDict):
    """Points that somebody gains or loses."""

    seat: Annotated[int, SEAT]
    points: Annotated[int, AMOUNT]


def _scores(sign: int) -> Consequence[State, PointsScored]:
    def due(part: Entered[State]) -> Iterator[Due[PointsScored]]:
        it = resolved_in(part)
        points = scored_by(it.before, it.seat, it.face, it.told)
        if points * sign > 0:
            yield Due("BWD-143", {"seat": it.seat, "points": abs(points)})

    def explain(
        part: Entered[State], due: Sequence[Due[PointsScored]], told: Sequence[PointsScored]
    ) -> Mismatch | None:
        it = resolved_in(part)
        name, again = it.before.name(it.seat), f"`{command(it.data, it.die)}` tells it anew."
        if not due:
            changes = f"{it.shown} changes no points of {name}'s, which it did as it was resolved."
            return Mismatch("BWD-26", changes, again)
        gets = brings(due[0].payload["points"] * sign)
        return Mismatch(
            "BWD-143", f"{it.shown} {gets} {name}, which it did not as it was resolved.", again
        )

    def alone(it: Resolution) -> bool:
        return is_number(it.icon) and {"points", "fizzled"}.isdisjoint(it.told)

    return Consequence(
        rules=("BWD-143", "BWD-26"), due=due, explain=explain, parts=parts_where(alone), of=RESOLVED
    )


POINTS_GAINED = Kind[State, PointsScored]("points.gained", PointsScored, follows=_scores(+1))
POINTS_LOST = Kind[State, PointsScored]("points.lost", PointsScored, follows=_scores(-1))

# Points that all games know


class PointsSet(TypedDict):
    """Somebody has so many points, whatever was told before."""

    points: Annotated[int, WHOLE]


def _check_set(state: State, data: PointsSet, referee: Referee) -> None:
    referee.require(
        data["points"] >= 0, "BWD-25", "Points never fall below 0.", "`=0` is the lowest."
    )


POINTS_SET = Kind("points.set", PointsSet, check=_check_set)


# Points that are stolen

PointsStolen = TypedDict(
    "PointsStolen",
    {"from": Annotated[int, SEAT], "to": Annotated[int, SEAT], "points": Annotated[int, AMOUNT]},
)
"""Somebody takes points from somebody else: no more than are there."""


def _check_stolen(state: State, data: PointsStolen, referee: Referee) -> None:
    if data["from"] == data["to"]:
        raise Refused("Nobody steals from themselves.", "Name the thief first, then the other.")


def _apply_stolen(state: State, data: PointsStolen) -> State:
    moved = min(data["points"], state.scores[data["from"]])
    state = scored(state, data["from"], -moved, LOWEST_SCORE)
    return scored(state, data["to"], moved, LOWEST_SCORE)


def _tell_stolen(before: State, data: PointsStolen, after: State) -> str:
    thief, victim = data["to"], data["from"]
    moved = before.scores[victim] - after.scores[victim]
    asked = f" of {data['points']}" if moved < data["points"] else ""
    return (
        f"{after.name(thief)} steals {moved}{asked} from {after.name(victim)}: "
        f"{after.name(thief)} {after.scores[thief]}, {after.name(victim)} {after.scores[victim]}"
    )


POINTS_STOLEN = Kind(
    "points.stolen", PointsStolen, apply=_apply_stolen, tell=_tell_stolen, check=_check_stolen
)


def _rich(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    state = trial.state
    for seat in seats_from_turn(trial):
        if state.scores[seat]:
            yield from people(state, [seat], f"has {state.scores[seat]}")


def _points_of(whose: Param[State, int]) -> Param[State, int]:
    """How many points to move, of those that somebody has who was told."""

    def candidates(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
        score = trial.state.scores[told[whose]]
        return ((str(points), "") for points in range(1, min(score, _MOST_OFFERED) + 1))

    return one(
        "N", a_number(1, HIGHEST_AMOUNT), lambda state, word: amount(word), candidates=candidates
    )


_THIEF: Param[State, int] = player(seats_from_turn, name="THIEF")
_VICTIM: Param[State, int] = player(name="VICTIM", candidates=_rich)
_STOLEN = _points_of(_VICTIM)


def _plan_steal(action: Action[State], told: Arguments[State]) -> None:
    to, source = told[_THIEF], told[_VICTIM]
    warn_of_wards(action, source, by=to)
    stolen: PointsStolen = {"from": source, "to": to, "points": told[_STOLEN]}
    action.add(POINTS_STOLEN, stolen)


STEAL = Verb[State](
    name="steal",
    about="take points from another player",
    help="""Take points from another player.

    No more than are there.

    \b
    Examples:
      companion bwd steal ana ben 3
    """,
    params=(_THIEF, _VICTIM, _STOLEN),
    plan=_plan_steal,
)


def may_steal(state: State) -> bool:
    """Whether anybody has points that another could take."""
    return any(state.scores)


# Points that are paid


class PointsPaid(TypedDict):
    """Somebody pays a price: that is no loss."""

    seat: Annotated[int, SEAT]
    points: Annotated[int, AMOUNT]


def _check_paid(state: State, data: PointsPaid, referee: Referee) -> None:
    has = state.scores[data["seat"]]
    referee.require(
        has >= data["points"],
        "BWD-154",
        f"{state.name(data['seat'])} has {has} and cannot pay {data['points']}: "
        "a price is paid whole or not at all.",
        "Nothing is paid, and what the payment buys does not happen.",
    )


def _tell_paid(before: State, data: PointsPaid, after: State) -> str:
    seat = data["seat"]
    had, left = before.scores[seat], after.scores[seat]
    short_of = f" of {data['points']}" if had - left < data["points"] else ""
    return f"{after.name(seat)} pays {had - left}{short_of}: {had} → {left}"


POINTS_PAID = Kind(
    "points.paid",
    PointsPaid,
    apply=lambda state, data: scored(state, data["seat"], -data["points"], LOWEST_SCORE),
    tell=_tell_paid,
    check=_check_paid,
)

_PAYER: Param[State, int] = player(candidates=_rich)
_PAID = _points_of(_PAYER)

PAY = Verb[State](
    name="pay",
    about="pay a price",
    help="""Pay a price, all of it or nothing.

    A payment is no loss.

    \b
    Examples:
      companion bwd pay ana 2
    """,
    params=(_PAYER, _PAID),
    plan=lambda action, told: action.add(
        POINTS_PAID, PointsPaid(seat=told[_PAYER], points=told[_PAID])
    ),
)

# The check, and the end of a round


class RoundEnded(TypedDict):
    """A round is over, and nobody has won: `why`."""

    why: Annotated[str, TEXT]


def _check_ended(state: State, data: RoundEnded, referee: Referee) -> None:
    """A round ends where nobody has won, for whatever reason; one with phases after its check."""
    referee.require(
        state.phase == "check" or (state.phase in ("setup", "open") and not state.tracked),
        "BWD-102",
        "A round of which dice are told ends after its phases, with the check.",
        "`companion next` goes on to what comes next.",
    )
    result = outcome(state)
    referee.require(
        not result.winners, "BWD-38", f"{result.why}.", "`companion next` ends the game."
    )


def _tell_ended(before: State, data: RoundEnded, after: State) -> str:
    return _told_by_check(ROUND_ENDED.name, {**data, "why": outcome(before).why}, before, after)


def _told_by_check(kind: str, data: dict[str, Any], before: State, after: State) -> str:
    """What a check found, in the words of what the scores are: one before it may be taken back."""
    return describe_play(before, Event(0, 0, kind, data, ""), after)


ROUND_ENDED = Kind("round.ended", RoundEnded, tell=_tell_ended, check=_check_ended)


def end_round(action: Action[State]) -> None:
    """A round is over, and nobody has won: the marker goes on."""
    action.add("round.ended", why=outcome(action.state).why, first=None)


class PlayFinished(TypedDict):
    """The play is over: as a check found it, or as the table likes."""

    winners: Annotated[list[int], list_of(SEAT)]
    why: Annotated[str, TEXT]


def _check_finished(state: State, data: PlayFinished, referee: Referee) -> None:
    """Whom a check found is whom it finds now; a table may end a play as it likes."""
    if not found_by_check(data["why"]):
        return
    result = outcome(state)
    referee.require(
        tuple(data["winners"]) == result.winners,
        "BWD-38",
        f"The check finds something else: {result.why}.",
        "`companion next` checks again; `companion finish --winner NAME` says who has won.",
    )


def _tell_finished(before: State, data: PlayFinished, after: State) -> str:
    why = outcome(before).why if found_by_check(data["why"]) else data["why"]
    return _told_by_check(FINISHED, {**data, "why": why}, before, after)


def _found(state: State) -> PlayFinished | None:
    """The end that a check finds now; None where nobody has won."""
    result = outcome(state)
    return PlayFinished(winners=list(result.winners), why=result.why) if result.winners else None


def _due(entered: Entered[State]) -> Iterable[Due[PlayFinished]]:
    """The check for a winner ends the play that somebody has won."""
    begun = (data for _, data in entered.of(PhaseBegun.declared))
    if not any(data["phase"] == "check" and "untold" in data for data in begun):
        return
    ended = next((place for place, _ in entered.of(PLAY_FINISHED)), -1)
    found = _found(entered.states[ended])
    if found is not None:
        yield Due("BWD-38", found)


def _amiss(
    entered: Entered[State], due: Sequence[Due[PlayFinished]], told: Sequence[PlayFinished]
) -> Mismatch | None:
    if not due or entered.after.status != "live":
        return None
    why = due[0].payload["why"]
    return Mismatch("BWD-38", f"{why}: that ends the game.", "`companion next` checks again.")


PLAY_FINISHED = Kind(
    FINISHED,
    PlayFinished,
    tell=_tell_finished,
    check=_check_finished,
    follows=Consequence(rules=("BWD-38",), due=_due, explain=_amiss, of=PhaseBegun.declared.name),
)


def finish_if_won(action: Action[State]) -> bool:
    """The play is over where somebody has won by the points of now; whether it is."""
    found = _found(action.state)
    if found is not None:
        action.add(PLAY_FINISHED, found)
    return found is not None


KINDS = (POINTS_GAINED, POINTS_LOST, POINTS_SET, POINTS_STOLEN, POINTS_PAID)
ENDS = (ROUND_ENDED, PLAY_FINISHED)
