"""Missions about who is in the field: Rest, Extra Training, and Recruiting a Free Agent."""

from collections.abc import Iterable, Sequence
from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.names import chosen, folded, listed
from companion.core.offer import Trial
from companion.core.param import A_TEXT, Arguments, Candidate, Param, several
from companion.core.shapes import FLAG, SEAT, maybe, one_of, tuple_of
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import MAYBE_DIE, by_id, find_die
from companion.games.boolean.spy.agents import (
    OUT,
    TURNCOAT,
    UNTOLD,
    fallen,
    fell,
    is_turncoat,
    post_named,
    require_untold,
)
from companion.games.boolean.spy.mission import (
    ADVANCED,
    GOES,
    SIMPLE,
    SURE,
    WHICH,
    Mission,
    Target,
    named_last,
    require_ready_turncoat,
    require_turncoat_afield,
    turncoat_went,
)
from companion.games.boolean.spy.state import (
    AT,
    INTO,
    POSTS,
    SIDES,
    Post,
    Side,
    SpyState,
    free_agent,
    never_friendly,
    no_turncoat_of,
    other,
    shows,
    taken,
    with_agency,
)
from companion.games.boolean.variants import end

Words = Iterable[tuple[Target | None, str]]


# Rest


class AgentRested(TypedDict):
    """A field agent that has had a mission is ready again."""

    seat: Annotated[int, SEAT]
    turncoat: Annotated[bool, FLAG]
    untold: NotRequired[Annotated[list[str], UNTOLD]]


def _check_rested(state: SpyState, data: AgentRested, referee: Referee) -> None:
    seat, now = data["seat"], state.now
    name = state.name(seat)
    referee.require(
        seat != state.turn or now.acted > 0,
        "BO-217",
        f"None of {name}'s field agents has been on a mission in this turn, so none needs a Rest.",
        "First a mission: `companion boolean mission` shows them.",
    )
    require_untold(state, data, _rests_turncoat(state, seat), "BO-217", referee)
    if data["turncoat"]:
        referee.require(
            seat != state.turn or (_has_old_turncoat(state, seat) and now.acted > now.others),
            "BO-217",
            f"{name} has no turncoat that has been on a mission in this turn.",
            "`companion boolean mission rest` without `--turncoat`.",
        )


def _rests_turncoat(state: SpyState, seat: int) -> bool:
    """Whether a Rest is the turncoat's, because no other agent has been on a mission.

    A turncoat that was lost on it rests no more.
    """
    only = 0 < state.now.acted == state.now.turncoats
    return seat == state.turn and only and _has_old_turncoat(state, seat)


def _has_old_turncoat(state: SpyState, seat: int) -> bool:
    """Whether a turncoat may be in the field that was there before this turn's Orders."""
    return state.agencies[seat].most_turncoats_at("field") > state.now.new_turncoats


def _rested(state: SpyState, data: AgentRested) -> SpyState:
    """It may have been a turncoat's, whether that was told or not."""
    return replace(state, now=state.now.ready_again(turncoat=True, other=not data["turncoat"]))


def _tell_rested(before: SpyState, data: AgentRested, after: SpyState) -> str:
    who = "the turncoat" if data["turncoat"] else "a field agent"
    return f"{after.name(data['seat'])} rests {who}"


def rest(action: Action[SpyState], seat: int, turncoat: bool = False) -> None:
    """A field agent that has had a mission is ready again; the turncoat, where no other has."""
    only = _rests_turncoat(action.state, seat)
    untold = [] if turncoat else ["turncoat"]
    action.add(REST.kind, AgentRested(seat=seat, turncoat=turncoat or only, untold=untold))


_GOES = GOES.but(extract=named_last)
REST: Mission[AgentRested] = Mission(
    "rest",
    "Rest",
    SIMPLE,
    entry="agent.rested",
    payload=AgentRested,
    check=_check_rested,
    apply=_rested,
    tell=_tell_rested,
    params=(_GOES,),
    plan=lambda action, seat, told: rest(action, seat, told[_GOES]),
    ways=lambda state: [(None, "")] if state.now.acted else [],
    example="rest",
    executed=False,
)


# Recruiting a Free Agent


_SIDE = one_of(*SIDES)


class FreeAgentApproached(TypedDict):
    """`colours` are the field agent's and the free agent's, where the table told them; `turncoat`
    says that a turncoat went."""

    seat: Annotated[int, SEAT]
    won: Annotated[bool, FLAG]
    colours: Annotated[list[Side] | None, maybe(tuple_of(_SIDE, _SIDE))]
    die: Annotated[str | None, MAYBE_DIE]
    turncoat: NotRequired[Annotated[bool, FLAG]]


def _check_approached(state: SpyState, data: FreeAgentApproached, referee: Referee) -> None:
    die = data["die"]
    referee.require(
        bool(state.free),
        "BO-222",
        "There is no free agent to recruit.",
        f"If one was lost and not told: `companion boolean lost "
        f"{state.seats[(state.enemies(data['seat']) or (data['seat'],))[0]].handle}`.",
    )
    if die is not None and state.free:
        referee.require(
            free_agent(state, die) is not None,
            "BO-222",
            f"The {die} is not among the free agents.",
            "`companion table` shows them.",
        )
    if data.get("turncoat"):
        _require_turncoat(state, data, referee)
    if data["colours"] is not None and state.free:
        _require_colours(state, data, data["colours"], referee)


def _require_turncoat(state: SpyState, data: FreeAgentApproached, referee: Referee) -> None:
    """A turncoat goes that is in the field, and shows its own colour in every roll."""
    seat, side = data["seat"], state.agencies[data["seat"]].side
    which = "" if data["die"] is None else f" --die {data['die']}"
    words = " ".join(data["colours"] or ["yes" if data["won"] else "no"])
    instead = f"`companion boolean mission free {words}{which}`"
    there = require_turncoat_afield(state, seat, "recruit free agents", instead, referee)
    if seat == state.turn and there:
        require_ready_turncoat(state, FREE.price(), instead, referee)
    die = taken(state, data["die"])[1] if state.free else data["die"]
    if side is None or die is None:
        return
    colour = other(side) if data["won"] else side
    referee.require(
        shows(by_id()[die], colour),
        "BO-4",
        f"The turncoat always shows {other(side)}, and the {die} has no {colour} face: it is "
        f"{'not won' if data['won'] else 'won'} then.",
        f"`companion boolean mission free {'no' if data['won'] else 'yes'}{which} --turncoat`",
    )


def _require_colours(
    state: SpyState, data: FreeAgentApproached, colours: Sequence[Side], referee: Referee
) -> None:
    """The colours that were told say what came of it, and both dice have such a face.

    Which of them is whose is not asked, for it may be told the other way round.
    """
    alike = colours[0] == colours[1]
    referee.require(
        alike is data["won"],
        "BO-224",
        f"{colours[0].capitalize()} and {colours[1]} are "
        f"{'the same colour, so it is won' if alike else 'two colours, so it is not won'}.",
        "`companion undo` takes back what was told wrongly.",
    )
    die = taken(state, data["die"])[1]
    referee.require(
        die is None or any(shows(by_id()[die], colour) for colour in colours),
        "BO-4",
        f"The {die} has no {colours[0]} face.",
        "`companion boolean dice` shows the ten; `companion table` the free agents.",
    )
    agency, name = state.agencies[data["seat"]], state.name(data["seat"])
    referee.require(
        agency.side is None
        or other(agency.side) in colours
        or not (data.get("turncoat") or agency.has_only_turncoats("field")),
        "BO-219",
        f"{name}'s turncoat went, and that never shows {colours[0]}."
        if data.get("turncoat")
        else f"{name} has nobody but the turncoat in the field, and that never shows {colours[0]}.",
        f"`companion boolean mission free {' '.join(colours)}`"
        if data.get("turncoat")
        else f"`companion boolean agents {state.seats[data['seat']].handle} --turncoat populace` "
        "if that is wrong.",
    )


def _approached(state: SpyState, data: FreeAgentApproached) -> SpyState:
    if data.get("turncoat"):
        state = turncoat_went(state, data["seat"])
    if not data["won"]:
        return state
    seat, loyal = data["seat"], no_turncoat_of(state, data["seat"], data["die"])
    state, die = taken(state, data["die"])
    agency = state.agencies[seat].changed("field", 1)
    agency = agency._replace(dice=agency.dice + 1, won=(*agency.won, die))
    turncoat, now = False if loyal else is_turncoat(agency, die), state.now
    if turncoat and agency.turncoats is not None:
        agency = agency.turned(None, "field")
    elif turncoat is not False:
        agency = agency._replace(strangers=agency.strangers + 1)
    now = now._replace(new=now.new + 1, new_turncoats=now.new_turncoats + (turncoat is not False))
    return replace(with_agency(state, seat, agency), now=now)


def _tell_approached(before: SpyState, data: FreeAgentApproached, after: SpyState) -> str:
    name = after.name(data["seat"]) + ("'s turncoat" if data.get("turncoat") else "")
    die = taken(before, data["die"])[1] if before.free else data["die"]
    which = "a free agent" if die is None else f"the free agent {die}"
    colours = f" ({', '.join(data['colours'])})" if data["colours"] else ""
    if not data["won"]:
        return f"{name} tries to recruit {which}{colours}, in vain"
    return f"{name} recruits {which}{colours} into the field, to be used from the next turn on"


def _won_or_colours(state: SpyState, words: Sequence[str]) -> tuple[bool, list[Side] | None]:
    """Whether it was won, and the colours if they were told. Raises Invalid."""
    if len(words) > 2:
        raise FREE.too_many(words[2])
    if len(words) == 1:
        return chosen(words[0], ("yes", "no"), "answer") == "yes", None
    colours = [chosen(word, SIDES, "colour") for word in words]
    return colours[0] == colours[1], colours


def _which_free(state: SpyState, text: str, colours: list[Side] | None, won: bool) -> str:
    """A free agent as it is typed: its name, or `turncoat` where one lies there.

    Raises NotFound, or Invalid where it may be one of two.
    """
    if folded(text) != TURNCOAT:
        return find_die(text).id
    turncoats = [never_friendly(side).id for side in SIDES]
    there = [die for die in turncoats if any(agent.die == die for agent in state.free)]
    if len(there) == 1:
        return there[0]
    words = " ".join(colours or ["yes" if won else "no"])
    commands = [f"`companion boolean mission free {words} --die {die}`" for die in turncoats]
    raise Invalid(
        f"Which turncoat: the {listed(turncoats, 'or the')}?", listed(commands, "or") + "."
    )


def _approach(action: Action[SpyState], seat: int, told: Arguments[SpyState]) -> None:
    won, colours = told[_ALIKE]
    die = _which_free(action.state, told[WHICH], colours, won) if WHICH in told else None
    entry = FreeAgentApproached(seat=seat, won=won, colours=colours, die=die)
    if told[_GOES]:
        entry["turncoat"] = True
    action.add(FREE.kind, entry)


def _yes_or_no(trial: Trial[SpyState], told: Arguments[SpyState]) -> Iterable[Candidate]:
    if _ALIKE not in told:
        yield "yes", "both showed the same colour"
        yield "no", "they did not"


_ALIKE: Param[SpyState, tuple[bool, list[Side] | None]] = several(
    "yes|no",
    A_TEXT,
    _won_or_colours,
    candidates=_yes_or_no,
    missing=lambda state, told: ("Did the two dice show the same colour?", FREE.example),
)
FREE: Mission[FreeAgentApproached] = Mission(
    "free",
    "Recruiting a Free Agent",
    ADVANCED,
    entry="free_agent.approached",
    payload=FreeAgentApproached,
    check=_check_approached,
    apply=_approached,
    tell=_tell_approached,
    params=(_ALIKE, WHICH, _GOES),
    plan=_approach,
    ways=lambda state: [(None, " yes")] if state.free else [],
    example="free yes",
    rolled=True,
)


# Extra Training


class AgentTrained(TypedDict):
    """`sure`: it was meant, though it was the last field agent."""

    seat: Annotated[int, SEAT]
    to: Annotated[Post, one_of(*POSTS)]
    turncoat: Annotated[bool, FLAG]
    sure: NotRequired[Annotated[bool, FLAG]]
    untold: NotRequired[Annotated[list[str], UNTOLD]]
    out: NotRequired[Annotated[list[int], OUT]]


def _check_trained(state: SpyState, data: AgentTrained, referee: Referee) -> None:
    agency, name = state.agencies[data["seat"]], state.name(data["seat"])
    start = _from(data["to"])
    if agency.at(start) == 0:
        referee.refuse(
            "BO-226",
            f"{name} has nobody {AT[start]} to train.",
            "`companion boolean mission` shows what can be done.",
        )
        return
    if start == "field" and agency.field == 1 and not data.get("sure"):
        raise Refused(
            f"That is {name}'s last field agent: at a desk, it counts as lost, and {name} is "
            "eliminated (A-BO-29).",
            "`companion boolean mission train desk --yes` if that is meant.",
        )
    require_untold(state, data, agency.has_only_turncoats(start), "BO-226", referee)
    if agency.turncoats is None:
        return
    train = f"`companion boolean mission train {data['to']}"
    if data["turncoat"]:
        referee.require(
            agency.most_turncoats_at(start) > 0,
            "BO-226",
            f"{name} has no turncoat {AT[start]}.",
            f"{train}` without `--turncoat`.",
        )
    else:
        referee.require(
            agency.others_at(start) != 0,
            "BO-226",
            f"{name} has nobody but the turncoat {AT[start]}.",
            f"{train} --turncoat`",
        )


def _from(to: Post) -> Post:
    return "field" if to == "desk" else "desk"


def _trained(state: SpyState, data: AgentTrained) -> SpyState:
    """Of field agents, one that has had its mission goes to a desk: there is one by now."""
    seat, to = data["seat"], data["to"]
    agency = state.agencies[seat].moved(_from(to), to)
    if data["turncoat"]:
        agency = agency.turned(_from(to), to)
    if to == "desk":
        now = state.now.ready_again(turncoat=data["turncoat"], other=not data["turncoat"])
        state = replace(state, now=now)
    return fallen(with_agency(state, seat, agency), seat)


def _tell_trained(before: SpyState, data: AgentTrained, after: SpyState) -> str:
    who = "the turncoat" if data["turncoat"] else f"a {_from(data['to'])} agent"
    return f"{after.name(data['seat'])} trains {who}, who goes {INTO[data['to']]}"


def train(action: Action[SpyState], seat: int, to: Post, turncoat: bool, sure: bool) -> None:
    """A desk agent goes into the field, or a field agent to a desk; the last one if that is `sure`.

    It is the turncoat where nobody else is there.
    """
    only = action.state.agencies[seat].has_only_turncoats(_from(to))
    untold = [] if turncoat else ["turncoat"]
    told = AgentTrained(seat=seat, to=to, turncoat=turncoat or only, sure=sure, untold=untold)
    fell(action, TRAIN.kind, told)
    end(action)


def _ways_to_train(state: SpyState) -> Words:
    agency = state.agencies[state.mover]
    last = " --yes" if agency.field == 1 else ""
    return [(None, " field" if agency.desk != 0 else f" desk{last}")]


_TRAIN_FOR = post_named(
    "desk|field",
    "place for an agent",
    missing=lambda state, told: ("For the field, or for a desk?", TRAIN.example),
)
TRAIN: Mission[AgentTrained] = Mission(
    "train",
    "Extra Training",
    ADVANCED,
    entry="agent.trained",
    payload=AgentTrained,
    check=_check_trained,
    apply=_trained,
    tell=_tell_trained,
    params=(_TRAIN_FOR, _GOES, SURE),
    plan=lambda action, seat, told: train(action, seat, told[_TRAIN_FOR], told[_GOES], told[SURE]),
    ways=_ways_to_train,
    example="train field",
)
