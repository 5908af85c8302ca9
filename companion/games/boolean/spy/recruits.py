"""Missions for the populace: General and Targeted Recruiting, and of the turncoat."""

from collections.abc import Iterable
from typing import Annotated

from companion.core.command import number, word
from companion.core.event import Referee
from companion.core.names import chosen
from companion.core.numbers import number_of, only_digits
from companion.core.param import a_choice
from companion.core.shapes import maybe, one_of
from companion.games.boolean.dice.the_ten import SET, dice_words
from companion.games.boolean.parsing import numbers
from companion.games.boolean.spy.agents import COUNT, post
from companion.games.boolean.spy.mission import (
    ADVANCED,
    SIMPLE,
    MissionAction,
    MissionDone,
    Recruited,
    Target,
    mission,
)
from companion.games.boolean.spy.state import AT, INTO, POSTS, Agency, Post, SpyState, with_agency

Words = Iterable[tuple[Target | None, str]]


def _require_populace(name: str, agency: Agency, rule: str, referee: Referee) -> None:
    referee.require(
        agency.populace != 0,
        rule,
        f"{name} has no populace left to recruit from.",
        "`companion boolean mission` shows the other missions.",
    )


# General Recruiting


class RecruitsTaken(MissionDone, kind="recruits.taken"):
    """So many of the populace came up friendly, and of these so many went into the field."""

    title = "General Recruiting"
    orders = SIMPLE

    recruits: Annotated[int, COUNT]
    field: Annotated[int, COUNT]

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse more recruits than the populace has, the turncoat among them, and none at all."""
        agency, name, recruits = state.agencies[self.seat], state.name(self.seat), self.recruits
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
        field = self.field
        referee.require(
            field <= recruits,
            "BO-200",
            f"{recruits} recruited, and {field} of them cannot go into the field.",
            f"`companion boolean mission recruit {max(1, field)} --field {field}`",
        )

    def carry_out(self, state: SpyState) -> SpyState:
        agency = state.agencies[self.seat].moved("populace", "field", self.field)
        agency = agency.moved("populace", "desk", max(0, self.recruits - self.field))
        return with_agency(state, self.seat, agency)

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        name, recruits, field = after.name(self.seat), self.recruits, self.field
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


Recruits = Annotated[
    int,
    number(
        0,
        99,
        name="N",
        what="number of recruits",
        example=lambda state: recruit.example,
        candidates=lambda trial, args: numbers(0, SET, "recruited"),
        explain_missing=lambda state, args: ("How many were recruited?", recruit.example),
    ),
]
Posted = Annotated[
    str | None,
    word(
        name="FIELD",
        candidates=lambda trial, args: (
            () if "field" in args else numbers(0, args["recruits"], "go into the field")
        ),
    ),
]


@mission("recruit", RecruitsTaken, _ways_to_recruit)
def recruit(
    by: MissionAction, recruits: Recruits, posted: Posted = None, *, field: Recruited = None
) -> None:
    """Roll the populace: how many came up friendly, and go to desks or into the field.

    Examples:
      companion boolean mission recruit 3 --field 1
    """
    if posted is not None and field is not None:
        raise recruit.too_many(posted)
    if posted is not None and not only_digits(posted):
        afield = recruits if chosen(posted, POSTS, "place for recruits") == "field" else 0
    else:
        afield = number_of(posted or field or "0", "number of field agents", recruit.example)
    by.action.add(RecruitsTaken(seat=by.seat, recruits=recruits, field=afield))


# Targeted Recruiting


class RecruitNudged(MissionDone, kind="recruit.nudged"):
    """Where one of the populace went that a Nudge made friendly; null for one that is not."""

    title = "Targeted Recruiting"
    orders = SIMPLE

    to: Annotated[Post | None, maybe(one_of(*POSTS))]

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse a Nudge of nobody, and a friendly turncoat."""
        agency, name = state.agencies[self.seat], state.name(self.seat)
        _require_populace(name, agency, "BO-202", referee)
        if self.to is not None and agency.populace:
            referee.require(
                agency.others_at("populace") != 0,
                "BO-219",
                f"Only the turncoat is left of {name}'s populace, and no Nudge makes it friendly.",
                "Two Orders recruit it: `companion boolean mission turncoat`.",
            )

    def carry_out(self, state: SpyState) -> SpyState:
        if self.to is None:
            return state
        agency = state.agencies[self.seat].moved("populace", self.to)
        return with_agency(state, self.seat, agency)

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        line = f"{after.name(self.seat)} Nudges one of the populace"
        return f"{line}, in vain" if self.to is None else f"{line}, who goes {INTO[self.to]}"


def _ways_to_nudge(state: SpyState) -> Words:
    agency = state.agencies[state.mover]
    if agency.populace != 0:
        yield None, " yes" if agency.others_at("populace") != 0 else " no"


_NUDGES: dict[str, Post | None] = {"yes": "desk", "no": None, "desk": "desk", "field": "field"}
Nudged = Annotated[
    Post | None,
    word(
        lambda state, word: _NUDGES[chosen(word, _NUDGES, "result of a Nudge")],
        name="desk|field|no",
        sort=a_choice("yes", "no", *POSTS),
        candidates=lambda trial, args: (
            *((post, INTO[post]) for post in POSTS),
            ("no", "it is not friendly"),
        ),
        explain_missing=lambda state, args: (
            "Did it become friendly, and where does it go?",
            target.example,
        ),
    ),
]


@mission("target", RecruitNudged, _ways_to_nudge, also="nudge")
def target(by: MissionAction, to: Nudged) -> None:
    """Nudge one of the populace: where it goes, if it is friendly then.

    Examples:
      companion boolean mission target field
    """
    by.action.add(RecruitNudged(seat=by.seat, to=to))


# Recruiting the Turncoat


class TurncoatRecruited(MissionDone, kind="turncoat.recruited"):
    """Where the turncoat went that was of the populace."""

    title = "Recruiting the Turncoat"
    orders = ADVANCED

    to: Annotated[Post, one_of(*POSTS)]

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse a turncoat that is not of the populace."""
        agency, name = state.agencies[self.seat], state.name(self.seat)
        if agency.turncoats is not None and "populace" not in agency.turncoats:
            where = f"is {AT[agency.turncoats[0]]} already" if agency.turncoats else "is lost"
            referee.refuse(
                "BO-219",
                f"{name}'s turncoat {where}, and only one of the populace can be recruited so.",
                f"`companion boolean agents {state.seats[self.seat].handle} --turncoat populace` "
                "if that is wrong.",
            )
            return
        _require_populace(name, agency, "BO-220", referee)

    def carry_out(self, state: SpyState) -> SpyState:
        agency = state.agencies[self.seat].moved("populace", self.to)
        return with_agency(state, self.seat, agency.turned("populace", self.to))

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        return f"{after.name(self.seat)} recruits the turncoat, who goes {INTO[self.to]}"


def _ways_to_the_turncoat(state: SpyState) -> Words:
    agency = state.agencies[state.mover]
    there = agency.turncoats is None or "populace" in agency.turncoats
    return [(None, " field")] if there and agency.populace != 0 else []


RecruitTo = Annotated[Post, post("place for a recruit", "desk|field")]


@mission("turncoat", TurncoatRecruited, _ways_to_the_turncoat)
def recruit_turncoat(by: MissionAction, to: RecruitTo = "field") -> None:
    """Recruit the turncoat of the populace.

    Examples:
      companion boolean mission turncoat field
    """
    by.action.add(TurncoatRecruited(seat=by.seat, to=to))
