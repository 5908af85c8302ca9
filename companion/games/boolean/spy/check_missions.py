"""What the rules refuse of missions: without Orders or an agent, or with an impossible result."""

from collections.abc import Callable
from typing import Any

from companion.core.names import counted
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.dice.names import by_id
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.spy.changes import free_agent, taken
from companion.games.boolean.spy.check_infiltration import (
    check_aim,
    check_enemy,
    check_infiltration,
)
from companion.games.boolean.spy.choices import (
    has_only_turncoats,
    most_orders,
    rest_pays,
    rests_turncoat,
)
from companion.games.boolean.spy.missions import Mission, price, title
from companion.games.boolean.spy.requiring import AT, require_in, require_turn, require_untold
from companion.games.boolean.spy.state import Agency, SpyState, other, shows
from companion.games.boolean.spy.words import Post

Data = Any
Checker = Callable[[SpyState, Data, Referee], None]


def check_mission(mission: Mission, state: SpyState, data: Data, referee: Referee) -> None:
    """Refuse a mission that cannot be paid or carried out, or that cannot have come out so."""
    require_possible(mission, state, data, referee)
    _CHECKERS[mission.name](state, data, referee)


def require_possible(mission: Mission, state: SpyState, data: Data, referee: Referee) -> None:
    """Refuse a mission whatever came of it: for what it takes, or whom it is aimed at."""
    seat = data["seat"]
    require_in(state, seat)
    require_turn(state, seat, referee)
    if seat == state.turn:
        _require_orders(state, mission, data, referee)
        if mission.executed:
            _require_agent(state, mission, data, referee)
    if mission.name == "infiltrate":
        check_aim(state, data, referee)


def _require_orders(state: SpyState, mission: Mission, data: Data, referee: Referee) -> None:
    """Orders come first, and every mission is paid with them."""
    needed, left = price(mission, data), state.now.room
    name = state.name(state.mover)
    what = f"{title(mission, data.get('target'))} takes {counted(needed, 'Order')}"
    if state.now.step == "orders":
        most = most_orders(state.agencies[state.mover])
        such = min(2, 2 if most is None else most)
        referee.refuse(
            "BO-190",
            f"{what}, and {name}'s desk agents have not been rolled for Orders in this turn.",
            f"`companion boolean orders {such}` says how many came up friendly; "
            "`companion boolean orders` alone that they were rolled.",
        )
        return
    if left is None:
        return
    referee.require(
        left > 0,
        "BO-190",
        f"{what}, and {name} {'can have' if state.now.left is None else 'has'} none left in this "
        "turn.",
        "`companion boolean swap` ends it.",
    )
    referee.require(
        needed <= left,
        "BO-189",
        f"{what}, and {name} {'can have' if state.now.left is None else 'has'} "
        f"{counted(left, 'Order')} left.",
        "`companion boolean mission` shows what can be paid.",
    )


def _require_agent(state: SpyState, mission: Mission, data: Data, referee: Referee) -> None:
    """One mission for each field agent; those who were won in this turn wait.

    Of the missions in which no field agent is rolled it is our reading that they need one, too.
    """
    if state.ready is None or state.ready > 0:
        return
    name, field = state.name(state.mover), state.agencies[state.mover].field or 0
    what = title(mission, data.get("target"))
    rest = rest_pays(state.now, price(mission, data))
    hint = (
        "`companion boolean mission rest` makes one ready again; `companion boolean swap` ends "
        "the turn."
        if rest
        else "`companion boolean swap` ends the turn."
    )
    if field <= state.now.new:
        why = f"{name}'s new agent cannot be used in the turn in which it was won."
        referee.refuse("BO-225", why, hint)
        return
    old, new = field - state.now.new, state.now.new
    agents = (
        f"{'other' if new else 'only'} field agent has" if old == 1 else f"{old} field agents have"
    )
    waits = " Whoever was won in it waits for the next one (BO-225)." if new else ""
    rolled = mission.name in ("infiltrate", "free")
    referee.refuse(
        "BO-188" if rolled else "A-BO-30",
        f"{name}'s {agents} had a mission in this turn, and "
        + ("each goes on one." if rolled else f"{what} needs one who has not.")
        + waits,
        hint,
    )


def _recruit(state: SpyState, data: Data, referee: Referee) -> None:
    agency, name = state.agencies[data["seat"]], state.name(data["seat"])
    recruits = data["recruits"]
    _require_populace(name, agency, "BO-198", referee)
    others = agency.others_at("populace")
    if agency.populace is not None and others is not None and agency.populace:
        referee.require(
            recruits <= agency.populace,
            "BO-199",
            f"{name}'s populace is {dice_words(agency.populace)}, and "
            f"{recruits} of them cannot be recruited.",
            f"`companion boolean mission recruit {others}`, or fewer.",
        )
        referee.require(
            recruits <= others,
            "BO-219",
            f"One of {name}'s populace is the turncoat, which never comes up friendly.",
            f"`companion boolean mission recruit {others}`, or fewer.",
        )
    referee.require(
        data["field"] <= recruits,
        "BO-200",
        f"{recruits} recruited, and {data['field']} of them cannot go into the field.",
        f"`companion boolean mission recruit {max(1, data['field'])} --field {data['field']}`",
    )


def _require_populace(name: str, agency: Agency, rule: str, referee: Referee) -> None:
    referee.require(
        agency.populace != 0,
        rule,
        f"{name} has no populace left to recruit from.",
        "`companion boolean mission` shows the other missions.",
    )


def _target(state: SpyState, data: Data, referee: Referee) -> None:
    agency, name = state.agencies[data["seat"]], state.name(data["seat"])
    _require_populace(name, agency, "BO-202", referee)
    if data["to"] is not None and agency.populace:
        referee.require(
            agency.others_at("populace") != 0,
            "BO-219",
            f"Only the turncoat is left of {name}'s populace, and no Nudge makes it friendly.",
            "Two Orders recruit it: `companion boolean mission turncoat`.",
        )


def _rest(state: SpyState, data: Data, referee: Referee) -> None:
    referee.require(
        data["seat"] != state.turn or state.now.acted > 0,
        "BO-217",
        f"None of {state.name(data['seat'])}'s field agents has been on a mission in this turn, "
        "so none needs a Rest.",
        "First a mission: `companion boolean mission` shows them.",
    )
    require_untold(state, data, rests_turncoat(state, data["seat"]), "BO-217", referee)
    if data["turncoat"]:
        now, afield = state.now, state.agencies[data["seat"]].most_turncoats_at("field")
        referee.require(
            data["seat"] != state.turn or (afield > now.new_turncoats and now.acted > now.others),
            "BO-217",
            f"{state.name(data['seat'])} has no turncoat that has been on a mission in this turn.",
            "`companion boolean mission rest` without `--turncoat`.",
        )


def _turncoat(state: SpyState, data: Data, referee: Referee) -> None:
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


def _free(state: SpyState, data: Data, referee: Referee) -> None:
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
    if data["colours"] is not None and state.free:
        _require_colours(state, data, referee)


def _require_colours(state: SpyState, data: Data, referee: Referee) -> None:
    """The colours that were told say what came of it, and both dice have such a face.

    Which of them is whose is not asked, for it may be told the other way round.
    """
    colours = data["colours"]
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
        or not has_only_turncoats(agency, "field"),
        "BO-219",
        f"{name} has nobody but the turncoat in the field, and that never shows {colours[0]}.",
        f"`companion boolean agents {state.seats[data['seat']].handle} --turncoat populace` if "
        "that is wrong.",
    )


def _train(state: SpyState, data: Data, referee: Referee) -> None:
    agency, name = state.agencies[data["seat"]], state.name(data["seat"])
    start: Post = "field" if data["to"] == "desk" else "desk"
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
    require_untold(state, data, has_only_turncoats(agency, start), "BO-226", referee)
    if agency.turncoats is None:
        return
    if data["turncoat"]:
        referee.require(
            agency.most_turncoats_at(start) > 0,
            "BO-226",
            f"{name} has no turncoat {AT[start]}.",
            f"`companion boolean mission train {data['to']}` without `--turncoat`.",
        )
    else:
        referee.require(
            agency.others_at(start) != 0,
            "BO-226",
            f"{name} has nobody but the turncoat {AT[start]}.",
            f"`companion boolean mission train {data['to']} --turncoat`",
        )


_CHECKERS: dict[str, Checker] = {
    "recruit": _recruit,
    "target": _target,
    "infiltrate": check_infiltration,
    "scout": check_enemy,
    "rest": _rest,
    "turncoat": _turncoat,
    "free": _free,
    "train": _train,
}
