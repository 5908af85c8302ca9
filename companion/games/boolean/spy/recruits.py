"""Missions for the populace: General and Targeted Recruiting, and of the turncoat."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.names import chosen
from companion.core.numbers import number_of, only_digits
from companion.core.param import A_TEXT, Arguments, Param, a_choice, number, one
from companion.core.shapes import SEAT, maybe, one_of
from companion.games.boolean.dice.the_ten import SET, dice_words
from companion.games.boolean.parsing import numbers
from companion.games.boolean.spy.agents import COUNT, post_named
from companion.games.boolean.spy.mission import ADVANCED, FIELD, SIMPLE, Mission, Target
from companion.games.boolean.spy.state import AT, INTO, POSTS, Agency, Post, SpyState, with_agency

Words = Iterable[tuple[Target | None, str]]


def _require_populace(name: str, agency: Agency, rule: str, referee: Referee) -> None:
    referee.require(
        agency.populace != 0,
        rule,
        f"{name} has no populace left to recruit from.",
        "`companion boolean mission` shows the other missions.",
    )


class RecruitsTaken(TypedDict):
    """So many of the populace came up friendly, and of these so many went into the field."""

    seat: Annotated[int, SEAT]
    recruits: Annotated[int, COUNT]
    field: Annotated[int, COUNT]


def _check_recruits(state: SpyState, data: RecruitsTaken, referee: Referee) -> None:
    agency, name = state.agencies[data["seat"]], state.name(data["seat"])
    recruits = data["recruits"]
    _require_populace(name, agency, "BO-198", referee)
    others = agency.others_at("populace")
    if agency.populace and others is not None:
        fewer = f"`companion boolean mission recruit {others}`, or fewer."
        referee.require(
            recruits <= agency.populace,
            "BO-199",
            f"{name}'s populace is {dice_words(agency.populace)}, and "
            f"{recruits} of them cannot be recruited.",
            fewer,
        )
        referee.require(
            recruits <= others,
            "BO-219",
            f"One of {name}'s populace is the turncoat, which never comes up friendly.",
            fewer,
        )
    referee.require(
        data["field"] <= recruits,
        "BO-200",
        f"{recruits} recruited, and {data['field']} of them cannot go into the field.",
        f"`companion boolean mission recruit {max(1, data['field'])} --field {data['field']}`",
    )


def _recruited(state: SpyState, data: RecruitsTaken) -> SpyState:
    seat, field = data["seat"], data["field"]
    agency = state.agencies[seat].moved("populace", "field", field)
    agency = agency.moved("populace", "desk", max(0, data["recruits"] - field))
    return with_agency(state, seat, agency)


def _tell_recruits(before: SpyState, data: RecruitsTaken, after: SpyState) -> str:
    name, recruits, field = after.name(data["seat"]), data["recruits"], data["field"]
    line = f"{name} rolls the populace and recruits {recruits or 'nobody'}"
    if not recruits:
        return line
    desk = recruits - field
    parts = [f"{field} into the field"] if field else []
    parts += [f"{desk} to {'a desk' if desk == 1 else 'desks'}"] if desk > 0 else []
    return f"{line}: {', '.join(parts)}"


def _ways_to_recruit(state: SpyState) -> Words:
    agency = state.agencies[state.mover]
    if agency.populace != 0:
        yield None, " 1" if agency.others_at("populace") != 0 else " 0"


def _recruit(action: Action[SpyState], seat: int, told: Arguments[SpyState]) -> None:
    recruits = told[_RECRUITS]
    if _POSTED in told and FIELD in told:
        raise RECRUIT.too_many(told[_POSTED])
    posted = told.get(_POSTED, told.get(FIELD, "0"))
    if _POSTED in told and not only_digits(posted):
        field = recruits if chosen(posted, POSTS, "place for recruits") == "field" else 0
    else:
        field = number_of(posted, "number of field agents", RECRUIT.example)
    action.add(RECRUIT.kind, RecruitsTaken(seat=seat, recruits=recruits, field=field))


_RECRUITS = number(
    "N",
    0,
    99,
    what="number of recruits",
    example=lambda state: RECRUIT.example,
    candidates=lambda trial, told: numbers(0, SET, "recruited"),
    missing=lambda state, told: ("How many were recruited?", RECRUIT.example),
)


_POSTED = one(
    "FIELD",
    A_TEXT,
    optional=True,
    candidates=lambda trial, told: (
        () if FIELD in told else numbers(0, told[_RECRUITS], "go into the field")
    ),
)


RECRUIT: Mission[RecruitsTaken] = Mission(
    "recruit",
    "General Recruiting",
    SIMPLE,
    entry="recruits.taken",
    payload=RecruitsTaken,
    check=_check_recruits,
    apply=_recruited,
    tell=_tell_recruits,
    params=(_RECRUITS, _POSTED, FIELD),
    plan=_recruit,
    ways=_ways_to_recruit,
    example="recruit 3 --field 1",
)


class RecruitNudged(TypedDict):
    """Where one of the populace went that a Nudge made friendly; null for one that is not."""

    seat: Annotated[int, SEAT]
    to: Annotated[Post | None, maybe(one_of(*POSTS))]


def _check_nudged(state: SpyState, data: RecruitNudged, referee: Referee) -> None:
    agency, name = state.agencies[data["seat"]], state.name(data["seat"])
    _require_populace(name, agency, "BO-202", referee)
    if data["to"] is not None and agency.populace:
        referee.require(
            agency.others_at("populace") != 0,
            "BO-219",
            f"Only the turncoat is left of {name}'s populace, and no Nudge makes it friendly.",
            "Two Orders recruit it: `companion boolean mission turncoat`.",
        )


def _nudged(state: SpyState, data: RecruitNudged) -> SpyState:
    if data["to"] is None:
        return state
    agency = state.agencies[data["seat"]].moved("populace", data["to"])
    return with_agency(state, data["seat"], agency)


def _tell_nudged(before: SpyState, data: RecruitNudged, after: SpyState) -> str:
    line = f"{after.name(data['seat'])} Nudges one of the populace"
    return f"{line}, in vain" if data["to"] is None else f"{line}, who goes {INTO[data['to']]}"


def _ways_to_nudge(state: SpyState) -> Words:
    agency = state.agencies[state.mover]
    if agency.populace != 0:
        yield None, " yes" if agency.others_at("populace") != 0 else " no"


_NUDGED: Param[SpyState, Post | None] = one(
    "desk|field|no",
    a_choice("yes", "no", *POSTS),
    lambda state, word: _NUDGES[chosen(word, _NUDGES, "result of a Nudge")],
    candidates=lambda trial, told: (
        *((post, INTO[post]) for post in POSTS),
        ("no", "it is not friendly"),
    ),
    missing=lambda state, told: ("Did it become friendly, and where does it go?", TARGET.example),
)


_NUDGES: dict[str, Post | None] = {"yes": "desk", "no": None, "desk": "desk", "field": "field"}


TARGET: Mission[RecruitNudged] = Mission(
    "target",
    "Targeted Recruiting",
    SIMPLE,
    also="nudge",
    entry="recruit.nudged",
    payload=RecruitNudged,
    check=_check_nudged,
    apply=_nudged,
    tell=_tell_nudged,
    params=(_NUDGED,),
    plan=lambda action, seat, told: action.add(
        TARGET.kind, RecruitNudged(seat=seat, to=told[_NUDGED])
    ),
    ways=_ways_to_nudge,
    example="target field",
)


class TurncoatRecruited(TypedDict):
    """Where the turncoat went that was of the populace."""

    seat: Annotated[int, SEAT]
    to: Annotated[Post, one_of(*POSTS)]


def _check_turncoat(state: SpyState, data: TurncoatRecruited, referee: Referee) -> None:
    agency, seat = state.agencies[data["seat"]], data["seat"]
    name = state.name(seat)
    if agency.turncoats is not None and "populace" not in agency.turncoats:
        where = f"is {AT[agency.turncoats[0]]} already" if agency.turncoats else "is lost"
        referee.refuse(
            "BO-219",
            f"{name}'s turncoat {where}, and only one of the populace can be recruited so.",
            f"`companion boolean agents {state.seats[seat].handle} --turncoat populace` if that "
            "is wrong.",
        )
        return
    _require_populace(name, agency, "BO-220", referee)


def _turncoat_recruited(state: SpyState, data: TurncoatRecruited) -> SpyState:
    agency = state.agencies[data["seat"]].moved("populace", data["to"])
    return with_agency(state, data["seat"], agency.turned("populace", data["to"]))


def _ways_to_the_turncoat(state: SpyState) -> Words:
    agency = state.agencies[state.mover]
    there = agency.turncoats is None or "populace" in agency.turncoats
    return [(None, " field")] if there and agency.populace != 0 else []


_RECRUIT_TO = post_named("desk|field", "place for a recruit", optional=True)


RECRUIT_TURNCOAT: Mission[TurncoatRecruited] = Mission(
    "turncoat",
    "Recruiting the Turncoat",
    ADVANCED,
    entry="turncoat.recruited",
    payload=TurncoatRecruited,
    check=_check_turncoat,
    apply=_turncoat_recruited,
    tell=lambda before, data, after: (
        f"{after.name(data['seat'])} recruits the turncoat, who goes {INTO[data['to']]}"
    ),
    params=(_RECRUIT_TO,),
    plan=lambda action, seat, told: action.add(
        RECRUIT_TURNCOAT.kind, TurncoatRecruited(seat=seat, to=told.get(_RECRUIT_TO) or "field")
    ),
    ways=_ways_to_the_turncoat,
    example="turncoat field",
)
