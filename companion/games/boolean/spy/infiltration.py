"""Missions against an enemy: an infiltration and what came of it, a scout."""

from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.param import A_TEXT, Arguments, Param, several
from companion.core.shapes import FLAG, SEAT, maybe, one_of
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import MAYBE_DIE, by_id
from companion.games.boolean.spy.agents import (
    OUT,
    TURNCOAT,
    UNTOLD,
    die_of,
    fell,
    loses,
    require_lost,
    require_untold,
    warn_of_turncoat,
    without,
)
from companion.games.boolean.spy.attacks import (
    RESULTS,
    Attack,
    Result,
    check_enemy,
    command,
    offered,
    ways_to_infiltrate,
)
from companion.games.boolean.spy.mission import (
    ADVANCED,
    GOES,
    POST_OF,
    SIMPLE,
    TARGETS,
    WHICH,
    Mission,
    Target,
    require_ready_turncoat,
    require_turncoat_afield,
    turncoat_went,
)
from companion.games.boolean.spy.state import AT, SIDES, Side, SpyState, other, shows
from companion.games.boolean.variants import end


class EnemyInfiltrated(TypedDict):
    """`rolled` is the agent's colour, `shown` the victim's, where the table told colours; `die` is
    the one that was lost, `turncoat` says that a turncoat went there."""

    seat: Annotated[int, SEAT]
    enemy: Annotated[int, SEAT]
    target: Annotated[Target, one_of(*TARGETS)]
    result: Annotated[Result, one_of(*RESULTS)]
    rolled: Annotated[Side | None, maybe(one_of(*SIDES))]
    shown: Annotated[Side | None, maybe(one_of(*SIDES))]
    die: Annotated[str | None, MAYBE_DIE]
    turncoat: Annotated[bool, FLAG]
    untold: NotRequired[Annotated[list[str], UNTOLD]]
    out: NotRequired[Annotated[list[int], OUT]]


# Whom it is aimed at


def _check_aim(state: SpyState, data: EnemyInfiltrated, referee: Referee) -> None:
    """Refuse oneself as the enemy, and a post where nobody is."""
    check_enemy(state, data, referee)
    enemy, post = data["enemy"], POST_OF[data["target"]]
    referee.require(
        state.agencies[enemy].at(post) != 0,
        "BO-227" if post == "desk" else "BO-210",
        f"{state.name(enemy)} has nobody {AT[post]} to infiltrate.",
        f"`companion boolean agents {state.seats[enemy].handle} --{post} 1` if that is wrong.",
    )


# What can have come of it


def _check_infiltration(state: SpyState, data: EnemyInfiltrated, referee: Referee) -> None:
    """Refuse what cannot have come of it, by the agents and the colours that are known."""
    _require_agent(state, data, referee)
    _require_sides(state, data, referee)
    _require_colours(state, data, referee)
    _require_result(state, data, referee)
    if data["result"] == "lost":
        _require_die(state, data, referee)
        require_lost(state, data["enemy"], POST_OF[data["target"]], data["die"], referee)


def _told(state: SpyState, data: EnemyInfiltrated, result: Result, turncoat: bool) -> str:
    """How it is typed with such a result, by such an agent."""
    by = ["--turncoat"] if turncoat else []
    return f"`{command(state, 'infiltrate', data['enemy'], data['target'], result, *by)}`"


def _require_agent(state: SpyState, data: EnemyInfiltrated, referee: Referee) -> None:
    """A field agent goes: the turncoat where it is in the field, any other where there is one."""
    seat = data["seat"]
    agency, name = state.agencies[seat], state.name(seat)
    require_untold(state, data, agency.has_only_turncoats("field"), "BO-221", referee)
    if data["turncoat"]:
        instead = _told(state, data, data["result"], False)
        there = require_turncoat_afield(state, seat, "infiltrate", instead, referee)
        if seat == state.turn and there:
            price = INFILTRATE.price(data["target"])
            require_ready_turncoat(state, price, instead, referee)
    else:
        referee.require(
            not agency.has_only_turncoats("field"),
            "BO-221",
            f"{name} has nobody but the turncoat in the field, and it turns all Rolls around.",
            _told(state, data, data["result"], True),
        )


def _require_sides(state: SpyState, data: EnemyInfiltrated, referee: Referee) -> None:
    """Where the rolls said what came of it, they say nothing while the sides are not told."""
    if "result" not in data.get("untold", ()):
        return
    for who, rule, colour in (
        (data["seat"], "BO-207", data["rolled"]),
        (data["enemy"], "BO-212", data["shown"]),
    ):
        referee.require(
            colour is None or state.agencies[who].side is not None,
            rule,
            f"Whether {state.name(who)} is White or Black is not told then, and so not whether "
            f"{colour} was friendly.",
            f"`companion boolean agency {state.seats[who].handle} white`, or `black`, tells it.",
        )


def _require_colours(state: SpyState, data: EnemyInfiltrated, referee: Referee) -> None:
    """The colours that were told say what came of it."""
    turncoat, result = data["turncoat"], data["result"]
    turned = ", which a turncoat turns around (A-BO-21)" if turncoat else ""
    agent = ("BO-208", "the agent has got in"), ("BO-207", "the agent has failed")
    victim = ("BO-212", "the victim is loyal"), ("BO-213", "the victim is lost")
    for who, colour, well, means in (
        (data["seat"], data["rolled"], result != "failed", agent),
        (data["enemy"], None if result == "failed" else data["shown"], result == "loyal", victim),
    ):
        side = state.agencies[who].side
        if colour is None or side is None:
            continue
        rule, meant = means[(colour == side) is turncoat]
        referee.require(
            ((colour == side) is not turncoat) is well,
            rule,
            f"{colour.capitalize()} is {'friendly' if colour == side else 'unfriendly'} to "
            f"{state.name(who)}{turned}: {meant}.",
            "`companion undo` takes back what was told wrongly.",
        )


def _require_result(state: SpyState, data: EnemyInfiltrated, referee: Referee) -> None:
    """A turncoat comes up unfriendly in every roll, and another die friendly: where it is known
    that one of these was rolled, that says what came of it."""
    mine, theirs = state.agencies[data["seat"]], state.agencies[data["enemy"]]
    turncoat, post = data["turncoat"], POST_OF[data["target"]]
    failed = data["result"] == "failed"
    only_turncoats = not failed and theirs.has_only_turncoats(post)
    only_steady = not failed and post == "field" and theirs.has_only_steady
    enemy = state.name(data["enemy"])
    alone = f"{enemy} has nobody but a turncoat {AT[post]}, and"
    always = "has one agent, and that is the die that is friendly in every roll"
    against = f"{enemy} {always}: against a turncoat it is lost, as friendly means unfriendly."
    unfriendly = f"{alone} against a turncoat that is loyal: unfriendly means friendly."
    is_in = "The turncoat always comes up unfriendly, and that means that it has got in."
    known: tuple[tuple[bool, Result, str, str], ...] = (
        (turncoat and failed, "loyal", "BO-221", is_in),
        (turncoat and only_turncoats, "loyal", "A-BO-21", unfriendly),
        (
            not turncoat and only_turncoats,
            "lost",
            "A-BO-23",
            f"{alone} as a victim it is always lost.",
        ),
        (
            not turncoat and failed and mine.has_only_steady,
            "lost",
            "BO-208",
            f"{state.name(data['seat'])} {always}: it has got in.",
        ),
        (turncoat and only_steady, "lost", "A-BO-21", against),
        (not turncoat and only_steady, "loyal", "BO-212", f"{enemy} {always}: it is loyal."),
    )
    for is_so, result, rule, why in known:
        told = _told(state, data, result, turncoat)
        referee.require(not is_so or data["result"] == result, rule, why, told)


def _require_die(state: SpyState, data: EnemyInfiltrated, referee: Referee) -> None:
    """The die that was lost has a face that made it so."""
    theirs = state.agencies[data["enemy"]].side
    if data["die"] is None or theirs is None:
        return
    colour = theirs if data["turncoat"] else other(theirs)
    referee.require(
        shows(by_id()[data["die"]], colour),
        "BO-213" if not data["turncoat"] else "A-BO-21",
        f"The {data['die']} has no {colour} face, so {state.name(data['enemy'])} did not lose it.",
        "`companion boolean dice` shows the ten.",
    )


# What it does, and how it reads


def _infiltrated(state: SpyState, data: EnemyInfiltrated) -> SpyState:
    """A victim that a turncoat makes disloyal has come up friendly, and so is none itself."""
    by_turncoat, seat = data["turncoat"], data["seat"]
    if by_turncoat:
        state = turncoat_went(state, seat)
    if data["result"] != "lost":
        return state
    post, turncoat = POST_OF[data["target"]], False if by_turncoat else None
    return without(state, data["enemy"], post, data["die"], turncoat, not by_turncoat)


def _tell_infiltrated(before: SpyState, data: EnemyInfiltrated, after: SpyState) -> str:
    who = after.name(data["seat"]) + ("'s turncoat" if data["turncoat"] else "")
    colours = [colour for colour in (data["rolled"], data["shown"]) if colour is not None]
    told = f" ({', '.join(colours)})" if colours else ""
    line = f"{who} infiltrates {after.name(data['enemy'])}'s {data['target']}{told}"
    if data["result"] == "failed":
        return f"{line} and fails"
    if data["result"] == "loyal":
        return f"{line}, but the victim is loyal"
    return f"{line}: {loses(after, data['enemy'], POST_OF[data['target']])}"


def infiltrate(
    action: Action[SpyState],
    seat: int,
    enemy: int,
    target: Target,
    result: Result,
    *,
    rolled: Side | None = None,
    shown: Side | None = None,
    die: str | None = None,
    turncoat: bool = False,
    by_rolls: bool = False,
) -> None:
    """An infiltration and what came of it; the turncoat's, where nobody else can have gone.

    Where it was told `by_rolls`, what came of it follows from the sides that were told.
    """
    before = action.state
    only = before.agencies[seat].has_only_turncoats("field")
    untold = [*(["result"] if by_rolls else []), *([] if turncoat else ["turncoat"])]
    told = EnemyInfiltrated(
        seat=seat,
        enemy=enemy,
        target=target,
        result=result,
        rolled=rolled,
        shown=shown,
        die=die,
        turncoat=turncoat or only,
        untold=untold,
    )
    fell(action, INFILTRATE.kind, told)
    if result == "lost":
        warn_of_turncoat(action, before, enemy, POST_OF[target])
    end(action)


# How it is typed: against whom, and what came of it


def _infiltrate(action: Action[SpyState], seat: int, told: Arguments[SpyState]) -> None:
    state = action.state
    found = Attack(state, seat, told.get(_ATTACK, ()), "infiltrate")
    aim = {"seat": seat, "enemy": found.enemy, "target": found.target}
    INFILTRATE.require_possible(state, aim, action.referee)
    lost_it = found.turncoat and _turncoat_was_lost(found, told)
    went = told[GOES] or (found.turncoat and not lost_it)
    result = found.came_of_it(went or state.agencies[seat].has_only_turncoats("field"))
    if WHICH in told and result != "lost":
        raise Invalid("`--die` names the die that was lost.", f"`{found.command('lost')}`")
    rolled, shown = found.colours
    infiltrate(
        action,
        seat,
        found.enemy,
        found.target,
        result,
        rolled=rolled,
        shown=shown,
        die=die_of(state, found.enemy, TURNCOAT if lost_it else told.get(WHICH)),
        turncoat=went,
        by_rolls=bool(found.rolls),
    )


def _turncoat_was_lost(found: Attack, told: Arguments[SpyState]) -> bool:
    """Whether `lost turncoat` says that it was lost, and not that it went. Raises Invalid."""
    if found.result != "lost" or told[GOES] or WHICH in told:
        return False
    agencies = told.state.agencies
    if not agencies[found.enemy].most_turncoats_at(POST_OF[found.target]):
        return False
    if not agencies[found.seat].most_turncoats_at("field"):
        return True
    lost = found.command("lost")
    raise Invalid(
        "Was it the turncoat that went, or the one that was lost?",
        f"`{lost} --turncoat` if it went, `{lost} --die turncoat` if it was lost.",
    )


_RESULTS = {
    "failed": "the agent has not got in",
    "loyal": "got in, and nobody is lost",
    "lost": "the enemy loses an agent",
}
_ATTACK: Param[SpyState, list[str]] = several(
    "ENEMY RESULT",
    A_TEXT,
    optional=True,
    candidates=lambda trial, told: offered(trial.state, told.typed(_ATTACK), _RESULTS.items()),
)
INFILTRATE: Mission[EnemyInfiltrated] = Mission(
    "infiltrate",
    "Infiltrate",
    SIMPLE,
    agency=ADVANCED,
    entry="enemy.infiltrated",
    payload=EnemyInfiltrated,
    aim=_check_aim,
    check=_check_infiltration,
    apply=_infiltrated,
    tell=_tell_infiltrated,
    params=(_ATTACK, GOES, WHICH),
    plan=_infiltrate,
    ways=ways_to_infiltrate,
    example="infiltrate ben lost",
    rolled=True,
    told_who=True,
)
