"""How an agency begins: a side, and the first roll."""

from collections.abc import Iterable
from typing import Annotated, Any, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import counted
from companion.core.numbers import number_of, only_digits
from companion.core.offer import Trial, from_turn
from companion.core.param import (
    Arguments,
    Candidate,
    Incomplete,
    Param,
    a_number,
    choice,
    flag,
    one,
    player,
)
from companion.core.shapes import FLAG, SEAT, maybe, one_of
from companion.core.verb import Verb
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.parsing import numbers
from companion.games.boolean.spy.agents import COUNT, require_in
from companion.games.boolean.spy.state import (
    SIDES,
    Agency,
    Side,
    SpyState,
    never_friendly,
    with_agency,
)


class AgencyFormed(TypedDict):
    """The first roll: `friendly` dice, so many of them for the `field`; null where nobody told."""

    seat: Annotated[int, SEAT]
    side: Annotated[Side, one_of(*SIDES)]
    friendly: Annotated[int | None, maybe(COUNT)]
    field: Annotated[int | None, maybe(COUNT)]
    rerolled: Annotated[bool, FLAG]


def _check_formed(state: SpyState, data: AgencyFormed, referee: Referee) -> None:
    seat, side, friendly = data["seat"], data["side"], data["friendly"]
    require_in(state, seat)
    name = state.name(seat)
    if friendly is None:
        _require_side(state, seat, side, referee)
        return
    referee.require(
        not state.begun,
        "BO-177",
        f"The first roll is made before the first turn, and that has begun: {name}'s dice have "
        "been in play since.",
        f"{_counted_so(state, seat, side, friendly, data['field'])} counts them anew.",
    )
    such_as = f"{_command(state, seat, side)} 5`"
    referee.require(
        friendly < SET,
        "BO-219",
        f"Of ten dice at most {SET - 1} are friendly: the {never_friendly(side).id} never is for "
        f"{side.capitalize()}.",
        such_as,
    )
    referee.require(
        friendly > 0,
        "BO-180",
        f"One die has all faces {side}, so it is friendly for {name} in every roll.",
        such_as,
    )
    if data["field"] is not None:
        _require_field(state, data, friendly, data["field"], referee)
    _require_roll(state, data, referee)


def _require_side(state: SpyState, seat: int, side: Side, referee: Referee) -> None:
    """A side is chosen before the first roll, and kept."""
    agency, name = state.agencies[seat], state.name(seat)
    referee.require(
        agency.side in (None, side) or not (state.begun or agency.rolls),
        "BO-177",
        f"{name} is {str(agency.side).capitalize()}, by what was told, and a side is chosen before "
        "the first roll.",
        f"`companion boolean agents {state.seats[seat].handle} --side {side}` if it was told "
        "wrongly.",
    )


def _command(state: SpyState, seat: int, side: Side) -> str:
    """How a first roll is told, up to its numbers."""
    return f"`companion boolean agency {state.seats[seat].handle} {side}"


def _counted_so(state: SpyState, seat: int, side: Side, told: int, field: int | None) -> str:
    """How somebody's dice are counted anew: by the roll that is told, where it can be one, less
    the dice that are gone; the other ones are the populace."""
    dice = state.agencies[seat].dice
    friendly = told if 0 < told < dice else min(5, dice)
    afield = max(1, min(field or 2, friendly))
    return (
        f"`companion boolean agents {state.seats[seat].handle} --side {side} "
        f"--populace {dice - friendly} --desk {friendly - afield} --field {afield}`"
    )


def _require_field(
    state: SpyState, data: AgencyFormed, friendly: int, field: int, referee: Referee
) -> None:
    name, command = state.name(data["seat"]), _command(state, data["seat"], data["side"])
    referee.require(
        field > 0,
        "A-BO-18",
        f"At least one of {name}'s agents begins in the field.",
        f"{command} {friendly} --field 1`",
    )
    referee.require(
        field <= friendly,
        "BO-182",
        f"{friendly} of {name}'s dice came up friendly, so {field} cannot go into the field.",
        f"{command} {friendly} --field {max(1, friendly // 2)}`",
    )


def _require_roll(state: SpyState, data: AgencyFormed, referee: Referee) -> None:
    """The first roll may be made once again, and is told once."""
    seat = data["seat"]
    rolls, name = state.agencies[seat].rolls, state.name(seat)
    if _completes(state.agencies[seat], data):
        return
    told = data["friendly"] if data["field"] is None else f"{data['friendly']} {data['field']}"
    referee.require(
        rolls < 2,
        "BO-178",
        f"{name} has rolled all ten dice again already, and there is no third roll (A-BO-16).",
        "`companion undo` if it was told wrongly.",
    )
    referee.require(
        rolls == 0 or data["rerolled"],
        "BO-178",
        f"{name}'s first roll is told already; only one re-roll of all ten may follow (A-BO-16).",
        f"If it was re-rolled: {_command(state, seat, data['side'])} {told} --rerolled`; "
        "`companion undo` if it was told wrongly.",
    )


def _formed(state: SpyState, data: AgencyFormed) -> SpyState:
    """Friendly dice are the agency, the others the populace, the turncoat among them."""
    seat, friendly, field = data["seat"], data["friendly"], data["field"]
    told = state.agencies[seat]
    if friendly is None:
        return with_agency(state, seat, told._replace(side=data["side"]))
    if friendly == 1 and field is None:
        field = 1  # A-BO-18
    rolls = told.rolls if _completes(told, data) else told.rolls + 1
    agency = Agency(
        side=data["side"],
        populace=max(0, SET - friendly),
        desk=None if field is None else max(0, friendly - field),
        field=field,
        turncoats=("populace",),
        rolls=2 if data["rerolled"] else rolls,
    )
    return with_agency(state, seat, agency)


def _completes(told: Agency, data: AgencyFormed) -> bool:
    """Whether it is the roll that was told already, of which is told now who goes into the field.

    A roll that is said to be the second one is the one that was told if that was the second, too.
    """
    return (
        told.rolls > 0
        and told.dice == SET
        and told.field is None
        and data["field"] is not None
        and told.side == data["side"]
        and told.populace == SET - (data["friendly"] or 0)
        and (told.rolls == 2 or not data["rerolled"])
    )


def _tell_formed(before: SpyState, data: AgencyFormed, after: SpyState) -> str:
    line = f"{after.name(data['seat'])} is {data['side'].capitalize()}"
    if data["friendly"] is None:
        return line
    agency = after.agencies[data["seat"]]
    split = (
        "" if agency.field is None else f" ({agency.field} in the field, {agency.desk} at desks)"
    )
    rolled = ", rolled again" if data["rerolled"] else ""
    agents = counted(data["friendly"], "agent")
    return f"{line}{rolled}: {agents}{split}, and a populace of {agency.populace}"


AGENCY_FORMED = Kind("agency.formed", AgencyFormed, _formed, _tell_formed, _check_formed)


def _sideless_first(trial: Trial[SpyState]) -> Iterable[int]:
    seats = from_turn(trial.state, trial.state.turn)
    untold = [at for at, agency in enumerate(trial.state.agencies) if agency.side is None]
    return (*untold, *(seat for seat in seats if seat not in untold))


def _friendly_dice(trial: Trial[SpyState], told: Arguments[SpyState]) -> Iterable[Candidate]:
    return numbers(1, SET - 1, "friendly dice") if _FIELD not in told else ()


def _field_agents(trial: Trial[SpyState], told: Arguments[SpyState]) -> Iterable[Candidate]:
    friendly = told.get(_FRIENDLY, "")
    if only_digits(friendly) and _FIELD not in told:
        return numbers(1, int(friendly), "go into the field")
    return ()


def _number(name: str, **more: Any) -> Param[SpyState, str]:
    return one(name, a_number(1, SET - 1), optional=True, **more)


_FORMER = player(_sideless_first)
_SIDE = choice(
    "white|black",
    SIDES,
    "side",
    again=True,
    candidates=lambda trial, told: ((side, f"{side} is friendly") for side in SIDES),
)
_FRIENDLY = _number("N", again=True, candidates=_friendly_dice)
_AGENTS = _number("FIELD", again=True, candidates=_field_agents)
_FIELD = _number("--field", metavar="N", help="How many of them go into the field.", quiet=True)
_REROLLED = flag(
    "--rerolled",
    "All ten dice were rolled once more.",
    about="all ten were rolled once more",
    when=lambda trial, told: _SIDE in told,
)


def _form(action: Action[SpyState], told: Arguments[SpyState]) -> None:
    seat = told[_FORMER]
    example = f"`companion boolean agency {action.state.seats[seat].handle} white 5 2`"
    if _REROLLED in told and _FRIENDLY not in told:
        how_many = "How many dice came up friendly in the second roll?"
        raise Incomplete(how_many, example, _FRIENDLY)
    if _AGENTS in told and _FIELD in told:
        raise Invalid("How many go into the field was told twice.", example)
    side, friendly, field = told[_SIDE], told.get(_FRIENDLY), told.get(_AGENTS, told.get(_FIELD))
    formed = AgencyFormed(
        seat=seat,
        side=side,
        friendly=None
        if friendly is None
        else number_of(friendly, "number of friendly dice", example),
        field=None if field is None else number_of(field, "number of field agents", example),
        rerolled=told[_REROLLED],
    )
    action.add(AGENCY_FORMED, formed)


AGENCY = Verb[SpyState](
    "agency",
    "a side and the first roll",
    """A side and the first roll: friendly dice, those for the field.

    The other agents sit at desks, the unfriendly dice are the populace. The side alone will do.

    \b
    Examples:
      companion boolean agency ana white 5 2
      companion boolean agency ben black 4 --field 1 --rerolled
      companion boolean agency cho white
    """,
    (_FORMER, _SIDE, _FRIENDLY, _AGENTS, _FIELD, _REROLLED),
    plan=_form,
)
