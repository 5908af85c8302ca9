"""Missions without an enemy: four that recruit, Rest, and Extra Training."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from companion.core.command import number, word, words
from companion.core.event import Referee
from companion.core.fact import Flag
from companion.core.names import chosen, counted, folded, listed
from companion.core.numbers import number_of, only_digits
from companion.core.param import Arguments, Candidate, a_choice
from companion.core.shapes import FLAG, maybe, one_of, tuple_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import MAYBE_DIE, SET, by_id, dice_words, find_die
from companion.games.boolean.parsing import numbers
from companion.games.boolean.spy.agency import (
    COUNT,
    DERIVED_KEYS,
    OUT,
    TURNCOAT,
    add_with_losses,
    eliminate_if_gone,
    is_turncoat,
    post,
    require_same_agent,
)
from companion.games.boolean.spy.mission import (
    ADVANCED,
    SIMPLE,
    ConfirmsTraining,
    MissionAction,
    MissionDone,
    Recruited,
    Target,
    TurncoatNamed,
    WhichDie,
    mission,
    require_ready_turncoat,
    require_turncoat_afield,
    turncoat_went,
)
from companion.games.boolean.spy.state import (
    AT,
    INTO,
    POSTS,
    SIDES,
    Agency,
    Post,
    Side,
    SpyState,
    free_agent,
    is_no_turncoat,
    never_friendly,
    other,
    shows,
    take_free_agent,
    with_agency,
)
from companion.games.boolean.variants import end

if TYPE_CHECKING:
    from companion.core.offer import Trial

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
    """How many of the populace came up friendly, and how many of these went into the field."""

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
                f"{name}'s populace is {dice_words(agency.populace)}, so {recruits} cannot be "
                "recruited.",
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
            f"Of {counted(recruits, 'recruit')}, {field} cannot go into the field.",
            f"`companion boolean mission recruit {max(1, field)} --field {field}`",
        )

    def carry_out(self, state: SpyState) -> SpyState:
        agency = state.agencies[self.seat].with_moved("populace", "field", self.field)
        agency = agency.with_moved("populace", "desk", max(0, self.recruits - self.field))
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
    """Roll the populace, and enter how many came up friendly, and go into the field.

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
    """The destination of a die of the populace that a Nudge made friendly; null if it is not
    friendly.
    """

    title = "Targeted Recruiting"
    orders = SIMPLE

    to: Annotated[Post | None, maybe(one_of(*POSTS))]

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse a Nudge of an empty populace, and a friendly turncoat."""
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
        agency = state.agencies[self.seat].with_moved("populace", self.to)
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
    """Nudge one of the populace, and enter where it goes if it is friendly then.

    Examples:
      companion boolean mission target field
    """
    by.action.add(RecruitNudged(seat=by.seat, to=to))


# Recruiting the Turncoat


class TurncoatRecruited(MissionDone, kind="turncoat.recruited"):
    """The destination of the populace's turncoat."""

    title = "Recruiting the Turncoat"
    orders = ADVANCED

    to: Annotated[Post, one_of(*POSTS)]

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse a turncoat that is not in the populace."""
        agency, name = state.agencies[self.seat], state.name(self.seat)
        if agency.turncoats is not None and "populace" not in agency.turncoats:
            where = f"is {AT[agency.turncoats[0]]} already" if agency.turncoats else "is lost"
            referee.refuse(
                "BO-219",
                f"{name}'s turncoat {where}, and only one of the populace can be recruited.",
                f"`companion boolean agents {state.seats[self.seat].handle} --turncoat populace` "
                "if that is wrong.",
            )
            return
        _require_populace(name, agency, "BO-220", referee)

    def carry_out(self, state: SpyState) -> SpyState:
        agency = state.agencies[self.seat].with_moved("populace", self.to)
        return with_agency(state, self.seat, agency.with_turncoat_moved("populace", self.to))

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


# Rest


class AgentRested(MissionDone, kind="agent.rested"):
    """A field agent that has had a mission is ready again."""

    title = "Rest"
    orders = SIMPLE
    needs_agent = False

    turncoat: Flag
    untold: Annotated[Sequence[str] | None, DERIVED_KEYS] = None

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse to rest nobody, or a turncoat that has not been on a mission."""
        seat, now = self.seat, state.now
        name = state.name(seat)
        referee.require(
            seat != state.turn or now.acted > 0,
            "BO-217",
            f"None of {name}'s field agents has been on a mission in this turn, so none needs a "
            "Rest.",
            "`companion boolean mission` shows the missions.",
        )
        only = _rests_turncoat(state, seat)
        require_same_agent(state, seat, self.turncoat, self.untold, only, "BO-217", referee)
        if self.turncoat:
            referee.require(
                seat != state.turn or (_has_old_turncoat(state, seat) and now.acted > now.others),
                "BO-217",
                f"{name} has no turncoat that has been on a mission in this turn.",
                "`companion boolean mission rest` without `--turncoat`.",
            )

    def carry_out(self, state: SpyState) -> SpyState:
        """It may be unknown whether a turncoat rested."""
        return replace(state, now=state.now.ready_again(turncoat=True, other=not self.turncoat))

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        who = "the turncoat" if self.turncoat else "a field agent"
        return f"{after.name(self.seat)} rests {who}"


def _rests_turncoat(state: SpyState, seat: int) -> bool:
    """Whether the turncoat rests, because no other agent has been on a mission.

    Not if it was lost on the mission.
    """
    only = 0 < state.now.acted == state.now.turncoats
    return seat == state.turn and only and _has_old_turncoat(state, seat)


def _has_old_turncoat(state: SpyState, seat: int) -> bool:
    """Whether a turncoat may be in the field that was not won in this turn."""
    return state.agencies[seat].most_turncoats_at("field") > state.now.new_turncoats


def _ways_to_rest(state: SpyState) -> Words:
    return [(None, "")] if state.now.acted else []


@mission("rest", AgentRested, _ways_to_rest)
def rest(by: MissionAction, *, turncoat: TurncoatNamed = False) -> None:
    """Make a field agent ready again that has had a mission; the turncoat, if no other has.

    Examples:
      companion boolean mission rest
    """
    only = _rests_turncoat(by.state, by.seat)
    untold = [] if turncoat else ["turncoat"]
    by.action.add(AgentRested(seat=by.seat, turncoat=turncoat or only, untold=untold))


# Recruiting a Free Agent

_COLOUR = one_of(*SIDES)


class FreeAgentApproached(MissionDone, kind="free_agent.approached"):
    """A player tries to win a free agent.

    `colours` are the field agent's and the free agent's, if entered; `turncoat` is whether a
    turncoat went.
    """

    title = "Recruiting a Free Agent"
    orders = ADVANCED
    is_rolled = True

    won: Flag
    colours: Annotated[Sequence[Side] | None, maybe(tuple_of(_COLOUR, _COLOUR))]
    die: Annotated[str | None, MAYBE_DIE]
    turncoat: Annotated[bool, FLAG] = False

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse a die that is not a free agent, and an impossible result."""
        referee.require(
            bool(state.free),
            "BO-222",
            "There is no free agent to recruit.",
            f"If an agent was lost, but you did not enter that: `companion boolean lost "
            f"{state.seats[(state.others_in(self.seat) or (self.seat,))[0]].handle}`.",
        )
        if self.die is not None and state.free:
            referee.require(
                free_agent(state, self.die) is not None,
                "BO-222",
                f"The {self.die} is not among the free agents.",
                "`companion table` shows them.",
            )
        if self.turncoat:
            self._require_turncoat(state, referee)
        if self.colours is not None and state.free:
            self._require_colours(state, self.colours, referee)

    def carry_out(self, state: SpyState) -> SpyState:
        seat = self.seat
        if self.turncoat:
            state = turncoat_went(state, seat)
        if not self.won:
            return state
        loyal = is_no_turncoat(state, seat, self.die)
        state, die = take_free_agent(state, self.die)
        agency = state.agencies[seat].with_change("field", 1)
        agency = agency._replace(dice=agency.dice + 1, won=(*agency.won, die))
        turncoat, now = False if loyal else is_turncoat(agency, die), state.now
        if turncoat and agency.turncoats is not None:
            agency = agency.with_turncoat_moved(None, "field")
        elif turncoat is not False:
            agency = agency._replace(strangers=agency.strangers + 1)
        may_be = turncoat is not False
        now = now._replace(new=now.new + 1, new_turncoats=now.new_turncoats + may_be)
        return replace(with_agency(state, seat, agency), now=now)

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        name = after.name(self.seat) + ("'s turncoat" if self.turncoat else "")
        die = take_free_agent(before, self.die)[1] if before.free else self.die
        which = "a free agent" if die is None else f"the free agent {die}"
        colours = f" ({', '.join(self.colours)})" if self.colours else ""
        if not self.won:
            return f"{name} tries to recruit {which}{colours}, in vain"
        return f"{name} recruits {which}{colours} into the field, for use from the next turn on"

    def _require_turncoat(self, state: SpyState, referee: Referee) -> None:
        """Refuse a turncoat that is not ready in the field, and a result that its colour
        excludes."""
        seat, side, won = self.seat, state.agencies[self.seat].side, self.won
        which = "" if self.die is None else f" --die {self.die}"
        words = " ".join(self.colours or ["yes" if won else "no"])
        instead = f"`companion boolean mission free {words}{which}`"
        there = require_turncoat_afield(state, seat, "recruit free agents", instead, referee)
        if seat == state.turn and there:
            require_ready_turncoat(state, self.price(), instead, referee)
        die = take_free_agent(state, self.die)[1] if state.free else self.die
        if side is None or die is None:
            return
        colour = other(side) if won else side
        referee.require(
            shows(by_id()[die], colour),
            "BO-4",
            f"The turncoat always shows {other(side)}, and the {die} has no {colour} face, so it "
            f"is {'not won' if won else 'won'}.",
            f"`companion boolean mission free {'no' if won else 'yes'}{which} --turncoat`",
        )

    def _require_colours(self, state: SpyState, colours: Sequence[Side], referee: Referee) -> None:
        """Refuse colours that contradict the result, or that the dice do not have.

        They may be entered in any order.
        """
        alike = colours[0] == colours[1]
        referee.require(
            alike is self.won,
            "BO-224",
            f"{colours[0].capitalize()} and {colours[1]} are "
            f"{'the same colour, so it is won' if alike else 'two colours, so it is not won'}.",
            "Correct the colours; or `companion undo` takes back what was entered wrongly.",
        )
        die = take_free_agent(state, self.die)[1]
        referee.require(
            die is None or any(shows(by_id()[die], colour) for colour in colours),
            "BO-4",
            f"The {die} has no {colours[0]} face.",
            "`companion boolean dice` shows the ten; `companion table` the free agents.",
        )
        agency, name = state.agencies[self.seat], state.name(self.seat)
        referee.require(
            agency.side is None
            or other(agency.side) in colours
            or not (self.turncoat or agency.has_only_turncoats("field")),
            "BO-219",
            f"{name}'s turncoat went, which never shows {colours[0]}."
            if self.turncoat
            else f"{name} only has the turncoat in the field, which never shows {colours[0]}.",
            f"`companion boolean mission free {' '.join(colours)}`"
            if self.turncoat
            else f"`companion boolean agents {state.seats[self.seat].handle} --turncoat populace` "
            "if that is wrong.",
        )


def _won_or_colours(state: SpyState, words: Sequence[str]) -> tuple[bool, list[Side] | None]:
    """Read whether it was won, or both colours. Raises Invalid."""
    if len(words) > 2:
        raise free.too_many(words[2])
    if len(words) == 1:
        return chosen(words[0], ("yes", "no"), "answer") == "yes", None
    colours = [chosen(word, SIDES, "colour") for word in words]
    return colours[0] == colours[1], colours


def _which_free(state: SpyState, text: str, colours: list[Side] | None, won: bool) -> str:
    """Read a free agent: its name, or `turncoat` if there is one.

    Raises NotFound, or Invalid if it may be one of two.
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


def _yes_or_no(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> Iterable[Candidate]:
    if "alike" not in args:
        yield "yes", "both show the same colour"
        yield "no", "they do not"


def _ways_to_free(state: SpyState) -> Words:
    return [(None, " yes")] if state.free else []


Alike = Annotated[
    tuple[bool, list[Side] | None],
    words(
        _won_or_colours,
        name="yes|no",
        candidates=_yes_or_no,
        explain_missing=lambda state, args: ("Did both dice show the same colour?", free.example),
    ),
]


@mission("free", FreeAgentApproached, _ways_to_free)
def free(
    by: MissionAction, alike: Alike, *, die: WhichDie = None, turncoat: TurncoatNamed = False
) -> None:
    """Roll a field agent and a free agent, which is won if they show the same colour.

    Examples:
      companion boolean mission free yes
    """
    won, colours = alike
    which = None if die is None else _which_free(by.state, die, colours, won)
    by.action.add(
        FreeAgentApproached(seat=by.seat, won=won, colours=colours, die=which, turncoat=turncoat)
    )


# Extra Training


class AgentTrained(MissionDone, kind="agent.trained"):
    """A desk agent goes into the field, or a field agent to a desk.

    `sure` confirms it for the last field agent.
    """

    title = "Extra Training"
    orders = ADVANCED

    to: Annotated[Post, one_of(*POSTS)]
    turncoat: Flag
    sure: Annotated[bool | None, FLAG] = None
    untold: Annotated[Sequence[str] | None, DERIVED_KEYS] = None
    out: Annotated[Sequence[int] | None, OUT] = None

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse to train nobody, the last field agent without confirmation, and an agent that is
        not there.
        """
        agency, name, start = state.agencies[self.seat], state.name(self.seat), _from(self.to)
        if agency.at(start) == 0:
            referee.refuse(
                "BO-226",
                f"{name} has nobody {AT[start]} to train.",
                "`companion boolean mission` shows what can be done.",
            )
            return
        if start == "field" and agency.field == 1 and not self.sure:
            raise Refused(
                f"That is {name}'s last field agent: at a desk it counts as lost, and {name} is "
                "eliminated (A-BO-29).",
                "If you mean it, `companion boolean mission train desk --yes`.",
            )
        only = agency.has_only_turncoats(start)
        require_same_agent(state, self.seat, self.turncoat, self.untold, only, "BO-226", referee)
        if agency.turncoats is None:
            return
        train = f"`companion boolean mission train {self.to}"
        if self.turncoat:
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
                f"{name} only has the turncoat {AT[start]}.",
                f"{train} --turncoat`",
            )

    def carry_out(self, state: SpyState) -> SpyState:
        """A field agent that goes to a desk has just been on this mission."""
        to, start = self.to, _from(self.to)
        agency = state.agencies[self.seat].with_moved(start, to)
        if self.turncoat:
            agency = agency.with_turncoat_moved(start, to)
        if to == "desk":
            now = state.now.ready_again(turncoat=self.turncoat, other=not self.turncoat)
            state = replace(state, now=now)
        return eliminate_if_gone(with_agency(state, self.seat, agency), self.seat)

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        who = "the turncoat" if self.turncoat else f"a {_from(self.to)} agent"
        return f"{after.name(self.seat)} trains {who}, who goes {INTO[self.to]}"


def _from(to: Post) -> Post:
    return "field" if to == "desk" else "desk"


def _ways_to_train(state: SpyState) -> Words:
    agency = state.agencies[state.mover]
    last = " --yes" if agency.field == 1 else ""
    return [(None, " field" if agency.desk != 0 else f" desk{last}")]


TrainFor = Annotated[
    Post,
    post(
        "place for an agent",
        "desk|field",
        explain_missing=lambda state, args: ("For the field, or for a desk?", train.example),
    ),
]


@mission("train", AgentTrained, _ways_to_train)
def train(
    by: MissionAction,
    to: TrainFor,
    *,
    turncoat: TurncoatNamed = False,
    yes: ConfirmsTraining = False,
) -> None:
    """Train a desk agent for the field, or a field agent for a desk.

    It is the turncoat if nobody else is there.

    Examples:
      companion boolean mission train field
    """
    only = by.state.agencies[by.seat].has_only_turncoats(_from(to))
    untold = [] if turncoat else ["turncoat"]
    trained = AgentTrained(seat=by.seat, to=to, turncoat=turncoat or only, sure=yes, untold=untold)
    add_with_losses(by.action, trained)
    end(by.action)
