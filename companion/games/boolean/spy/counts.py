"""Dice that are counted anew: how many of somebody's are where, whatever was told before."""

from collections.abc import Iterable
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import chosen, listed
from companion.core.numbers import number_of
from companion.core.offer import Trial, from_turn
from companion.core.param import (
    A_TEXT,
    Arguments,
    Incomplete,
    Param,
    a_number,
    choice,
    flag,
    one,
    player,
)
from companion.core.shapes import SEAT, list_of, maybe, one_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.parsing import numbers
from companion.games.boolean.spy.agents import COUNT, OUT, and_who_is_out, fallen, fell, require_in
from companion.games.boolean.spy.state import (
    AT,
    PLACES,
    SIDES,
    Agency,
    Place,
    Side,
    SpyState,
    in_order,
    with_agency,
)
from companion.games.boolean.variants import end


class AgencyCounted(TypedDict):
    """What is null stays as it was; `turncoats` are the places of all of them."""

    seat: Annotated[int, SEAT]
    side: Annotated[Side | None, maybe(one_of(*SIDES))]
    populace: Annotated[int | None, maybe(COUNT)]
    desk: Annotated[int | None, maybe(COUNT)]
    field: Annotated[int | None, maybe(COUNT)]
    turncoats: Annotated[list[Place] | None, maybe(list_of(one_of(*PLACES)))]
    out: NotRequired[Annotated[list[int], OUT]]


def _check_counted(state: SpyState, data: AgencyCounted, referee: Referee) -> None:
    seat = data["seat"]
    require_in(state, seat)
    after = _counted_agency(state, data)
    if after == state.agencies[seat] and seat not in _counted(state, data).out:
        raise Refused(
            f"That is what is known of {state.name(seat)} already.", "`companion table` shows it."
        )
    if data["turncoats"]:
        _require_turncoats(state, seat, after)
    others = [state.agencies[other] for other in state.still_in if other != seat]
    dice = _dice_of([after, *others]) + len(state.free)
    most = SET * len(state.seats)
    # Where a house let pass more, they may be counted as long as there are no more with that.
    referee.require(
        dice <= max(most, _dice_of([state.agencies[seat], *others]) + len(state.free)),
        "BO-176",
        f"That makes {dice} dice, and {len(state.seats)} players have {most} together.",
        _fitting(state, data, after, dice - most),
    )


def _dice_of(agencies: Iterable[Agency]) -> int:
    """How many dice of these agencies are counted, all together."""
    return sum(agency.at(place) or 0 for agency in agencies for place in PLACES)


def _require_turncoats(state: SpyState, seat: int, after: Agency) -> None:
    """Refuse turncoats where nobody is, and more of them than there are. Raises Refused."""
    name, handle, most = state.name(seat), state.seats[seat].handle, len(state.seats)
    turncoats = after.turncoats or ()
    if len(turncoats) > most:
        raise Refused(
            f"{len(turncoats)} turncoats for {name}: there is one in each set, and {most} sets.",
            f"`companion boolean agents {handle} --turncoat {turncoats[-1]}`",
        )
    for place in dict.fromkeys(turncoats):
        count, wanted = after.at(place), turncoats.count(place)
        if count is not None and count < wanted:
            many = "turncoat" if wanted == 1 else f"{wanted} turncoats"
            raise Refused(
                f"{name} has {count or 'nobody'} {AT[place]}, and so no {many} there.",
                f"`companion boolean agents {handle} --{place} {wanted} "
                f"--turncoat {','.join(turncoats)}` tells both.",
            )


def _fitting(state: SpyState, data: AgencyCounted, after: Agency, over: int) -> str:
    """What would make the dice of all as many as there are: fewer of a place that was not told."""
    handle = state.seats[data["seat"]].handle
    for place in PLACES:
        count = after.at(place)
        least = 1 if place == "field" else 0
        if data[place] is None and count is not None and count - over >= least:
            told = [(other, data[other]) for other in PLACES if data[other] is not None]
            words = " ".join(f"--{where} {many}" for where, many in [*told, (place, count - over)])
            return f"Tell where they came from, too: `companion boolean agents {handle} {words}`."
    return "`companion table` shows everybody's; put others right first if they have lost some."


def _counted(state: SpyState, data: AgencyCounted) -> SpyState:
    """Where turncoats are told anew, any of them may have been where it is told to be before; and
    as many desk agents may have been rolled as are told now."""
    if data["seat"] == state.turn:
        state = replace(state, now=state.now._replace(most=None))
    if data["turncoats"] is not None and data["seat"] == state.turn:
        state = replace(state, now=state.now._replace(others=0))
    return fallen(with_agency(state, data["seat"], _counted_agency(state, data)), data["seat"])


def _counted_agency(state: SpyState, data: AgencyCounted) -> Agency:
    """An agency with what was counted anew; the dice are known once all of its places are.

    Where turncoats are told, it is of all of them.
    """
    agency: Agency = state.agencies[data["seat"]]
    told: dict[str, Any] = {key: data[key] for key in ("side", "populace", "desk", "field")}
    agency = agency._replace(**{key: told[key] for key in told if told[key] is not None})
    if data["turncoats"] is not None:
        agency = agency._replace(turncoats=in_order(data["turncoats"]), strangers=0)
    agency = _with_the_rest(agency._replace(gone=()))
    if agency.populace is None or agency.desk is None or agency.field is None:
        return agency
    return agency._replace(dice=agency.populace + agency.desk + agency.field)


def _with_the_rest(agency: Agency) -> Agency:
    """With the dice that are left in the only place of which nobody told how many are there.

    How many there are together is known from the first roll on. One at least is in the field.
    """
    untold = [place for place in PLACES if agency.at(place) is None]
    if len(untold) != 1 or not agency.rolls:
        return agency
    left = agency.dice - sum(agency.at(place) or 0 for place in PLACES)
    least = 1 if untold[0] == "field" else 0
    return agency.counted(untold[0], left) if left >= least else agency


def _tell_counted(before: SpyState, data: AgencyCounted, after: SpyState) -> str:
    told = [data["side"].capitalize()] if data["side"] else []
    told += [
        f"{data[place] or 'nobody'} {_IN[place]}" for place in PLACES if data[place] is not None
    ]
    was, agency = before.agencies[data["seat"]], after.agencies[data["seat"]]
    told += [
        f"which leaves {agency.at(place)} {_IN[place]}"
        for place in PLACES
        if data[place] is None and was.at(place) != agency.at(place)
    ]
    places = data["turncoats"]
    if places is not None and len(places) < 2:
        told.append(f"the turncoat {AT[places[0]] if places else 'lost'}")
    elif places is not None:
        told.append(f"turncoats {listed([AT[place] for place in places])}")
    return f"{after.name(data['seat'])}: {', '.join(told) or 'as it was'}"


_IN = {**AT, "desk": "at desks"}
AGENCY_COUNTED = Kind(
    "agency.counted", AgencyCounted, _counted, and_who_is_out(_tell_counted), _check_counted
)


def count(action: Action[SpyState], seat: int, sure: bool = False, **told: Any) -> None:
    """How many agents somebody has, whatever was told before.

    Raises Refused for no field agents where nobody is `sure` of it.
    """
    keys = ("side", "populace", "desk", "field", "turncoats")
    data: Any = {"seat": seat, **dict.fromkeys(keys), **told}
    before = action.state
    name, handle = before.name(seat), before.seats[seat].handle
    fell(action, AGENCY_COUNTED, data)
    if seat in action.state.out and not sure:
        raise Refused(
            f"Without a field agent {name} is eliminated (BO-196).",
            f"`companion boolean out {handle}` if that is so, or the same with `--yes`.",
        )
    _warn_of_fewer_turncoats(action, before, seat)
    end(action)


def _warn_of_fewer_turncoats(action: Action[SpyState], before: SpyState, seat: int) -> None:
    """Say so where several turncoats were known, and one was left out."""
    known, told = (state.agencies[seat].turncoats or () for state in (before, action.state))
    if len(known) > max(1, len(told)) and seat not in action.state.out:
        both, handle = ",".join(known), before.seats[seat].handle
        action.warn(
            f"{before.name(seat)} had {len(known)} turncoats, and {len(told) or 'none'} now. All "
            f"of them are told at once: `companion boolean agents {handle} --turncoat {both}`."
        )


def _still_in(trial: Trial[SpyState]) -> Iterable[int]:
    state = trial.state
    return (seat for seat in from_turn(state, state.turn) if seat not in state.out)


def places(word: str) -> list[Place]:
    """Where turncoats are: `field`, `populace,field`, `gone`. Raises Invalid."""
    words = word.replace(",", " ").split() or [word]
    found = [chosen(one, (*PLACES, NOWHERE), "place for a turncoat") for one in words]
    return [place for place in PLACES for _ in range(found.count(place))]


def _of_somebody(trial: Trial[SpyState], told: Arguments[SpyState]) -> bool:
    return _WHOSE in told


def _dice(name: str, about: str) -> Param[SpyState, str]:
    return one(
        name,
        a_number(0, SET),
        optional=True,
        metavar="N",
        help=about,
        about="how many",
        when=_of_somebody,
        candidates=lambda trial, told: numbers(0, SET),
    )


NOWHERE = "gone"
"""Where a turncoat is that was lost."""
_WHOSE = player(_still_in)
_PLACED: dict[Place, Param[SpyState, str]] = {
    "desk": _dice("--desk", "Desk agents."),
    "field": _dice("--field", "Field agents."),
    "populace": _dice("--populace", "Dice not recruited."),
}
_NEW_SIDE = choice(
    "--side",
    SIDES,
    "side",
    optional=True,
    metavar="white|black",
    help="The side.",
    about="white or black",
    when=_of_somebody,
)
_TURNCOATS: Param[SpyState, list[Place]] = one(
    "--turncoat",
    A_TEXT,
    lambda state, word: places(word),
    optional=True,
    metavar="PLACE",
    help="populace, desk, field or gone; of two: desk,field.",
    about="where it is",
    when=_of_somebody,
    candidates=lambda trial, told: ((place, "") for place in (*PLACES, NOWHERE)),
)
_SURE = flag("--yes", "Nobody is in the field, and the player is out.", quiet=True)


def _count(action: Action[SpyState], told: Arguments[SpyState]) -> None:
    seat = told[_WHOSE]
    example = f"`companion boolean agents {action.state.seats[seat].handle} --desk 3 --field 2`"
    anew: dict[str, Any] = {
        place: number_of(told[param], "number of dice", example)
        for place, param in _PLACED.items()
        if param in told
    }
    if _NEW_SIDE in told:
        anew["side"] = told[_NEW_SIDE]
    if _TURNCOATS in told:
        anew["turncoats"] = told[_TURNCOATS]
    if not anew:
        what = f"What of {action.state.name(seat)}'s dice was counted?"
        raise Incomplete(what, example, _NEW_SIDE)
    count(action, seat, told[_SURE], **anew)


AGENTS = Verb[SpyState](
    "agents",
    "somebody's dice, counted anew",
    """Count somebody's dice anew; what is not said stays as it was.

    \b
    Examples:
      companion boolean agents ana --desk 3 --field 2 --populace 5
      companion boolean agents ben --turncoat field
      companion boolean agents cho --turncoat populace,field
    """,
    (_WHOSE, *_PLACED.values(), _NEW_SIDE, _TURNCOATS, _SURE),
    plan=_count,
)
