"""What the rules refuse of an infiltration: whom it is aimed at, and results that cannot be."""

from typing import Any

from companion.core.names import capital
from companion.core.referee import Referee
from companion.games.boolean.dice.names import by_id
from companion.games.boolean.spy.choices import has_only_turncoats, rest_pays
from companion.games.boolean.spy.missions import named, price
from companion.games.boolean.spy.record_missions import POST_OF
from companion.games.boolean.spy.requiring import (
    AT,
    require_die_there,
    require_in,
    require_turncoat_there,
    require_untold,
)
from companion.games.boolean.spy.state import SpyState, other, shows
from companion.games.boolean.spy.words import Result, Side

Data = Any


def check_enemy(state: SpyState, data: Data, referee: Referee) -> None:
    """Refuse oneself, and somebody who is eliminated."""
    seat, enemy = data["seat"], data["enemy"]
    require_in(state, enemy)
    whom = state.enemies(seat)
    referee.require(
        enemy != seat,
        "BO-205",
        f"{state.name(seat)} cannot be {state.name(seat)}'s own enemy.",
        f"Against another player, such as {state.name(whom[0])}." if whom else "`companion finish`",
    )


def check_aim(state: SpyState, data: Data, referee: Referee) -> None:
    """Refuse oneself as the enemy, and a post where nobody is."""
    check_enemy(state, data, referee)
    _require_victims(state, data, referee)


def check_infiltration(state: SpyState, data: Data, referee: Referee) -> None:
    """Refuse what cannot have come of it, by the agents and the colours that are known."""
    _require_agent(state, data, referee)
    _require_colours(state, data, referee)
    _require_turncoats(state, data, referee)
    _require_steady(state, data, referee)
    if data["result"] == "lost":
        _require_die(state, data, referee)
        require_turncoat_there(state, data["enemy"], POST_OF[data["target"]], data["die"])
        require_die_there(state, data["enemy"], data["die"], referee)


def _command(state: SpyState, data: Data, **changed: Any) -> str:
    """What would do, with what is `changed` of it."""
    told = {**data, **changed}
    words = ["infiltrate", state.seats[data["enemy"]].handle]
    words += ["agency"] if data["target"] == "agency" else []
    words += [told["result"], *(["--turncoat"] if told["turncoat"] else [])]
    return f"`companion boolean mission {' '.join(words)}`"


def _require_victims(state: SpyState, data: Data, referee: Referee) -> None:
    enemy, post = data["enemy"], POST_OF[data["target"]]
    rule = "BO-227" if post == "desk" else "BO-210"
    referee.require(
        state.agencies[enemy].at(post) != 0,
        rule,
        f"{state.name(enemy)} has nobody {AT[post]} to infiltrate.",
        f"`companion boolean agents {state.seats[enemy].handle} --{post} 1` if that is wrong.",
    )


def _require_agent(state: SpyState, data: Data, referee: Referee) -> None:
    """A field agent goes: the turncoat where it is in the field, any other where there is one."""
    seat = data["seat"]
    agency, name = state.agencies[seat], state.name(seat)
    require_untold(state, data, has_only_turncoats(agency, "field"), "BO-221", referee)
    if data["turncoat"]:
        referee.require(
            agency.most_turncoats_at("field") > 0,
            "BO-187",
            f"{name} has no turncoat in the field, and only field agents infiltrate.",
            f"{_command(state, data, turncoat=False)}; or `companion boolean agents "
            f"{state.seats[seat].handle} --turncoat field` if it is there.",
        )
        if seat == state.turn and agency.most_turncoats_at("field"):
            _require_ready_turncoat(state, data, referee)
    else:
        referee.require(
            not has_only_turncoats(agency, "field"),
            "BO-221",
            f"{name} has nobody but the turncoat in the field, and it turns all Rolls around.",
            _command(state, data, turncoat=True),
        )


def _require_ready_turncoat(state: SpyState, data: Data, referee: Referee) -> None:
    """A turncoat goes on one mission, too, unless it Rests; a new one waits for the next turn."""
    if state.turncoats_ready:
        return
    name, now, missions = state.name(state.mover), state.now, state.now.turncoats
    others = state.ready is None or state.ready > 0
    other_agent = f"another agent: {_command(state, data, turncoat=False)}" if others else ""
    if not missions:
        referee.refuse(
            "BO-225",
            f"{name}'s turncoat cannot be used in the turn in which it was won.",
            capital(other_agent) or "`companion boolean swap` ends the turn.",
        )
        return
    waits = " Whoever was won in it waits for the next one (BO-225)." if now.new_turncoats else ""
    hints = [other_agent] if other_agent else []
    if rest_pays(now, price(named("infiltrate"), data)):
        hints.insert(0, "`companion boolean mission rest --turncoat` makes it ready again")
    referee.refuse(
        "BO-188",
        f"{name}'s {'turncoat has' if missions == 1 else f'{missions} turncoats have'} had a "
        f"mission in this turn, and each goes on one.{waits}",
        capital("; ".join(hints)) or "`companion boolean swap` ends the turn.",
    )


def _require_colours(state: SpyState, data: Data, referee: Referee) -> None:
    """The colours that were told say what came of it."""
    seat, enemy, rolled, shown = data["seat"], data["enemy"], data["rolled"], data["shown"]
    mine, theirs = state.agencies[seat].side, state.agencies[enemy].side
    turncoat, result = data["turncoat"], data["result"]
    _require_sides(state, data, referee)
    if rolled is not None and mine is not None:
        is_in = (rolled == mine) is not turncoat
        referee.require(
            is_in is (result != "failed"),
            "BO-208" if is_in else "BO-207",
            f"{rolled.capitalize()} is {_feeling(rolled, mine)} to {state.name(seat)}"
            f"{_turned(turncoat)}: the agent {'has got in' if is_in else 'has failed'}.",
            "`companion undo` takes back what was told wrongly.",
        )
    if shown is not None and theirs is not None and result != "failed":
        loyal = (shown == theirs) is not turncoat
        referee.require(
            loyal is (result == "loyal"),
            "BO-212" if loyal else "BO-213",
            f"{shown.capitalize()} is {_feeling(shown, theirs)} to {state.name(enemy)}"
            f"{_turned(turncoat)}: the victim {'is loyal' if loyal else 'is lost'}.",
            "`companion undo` takes back what was told wrongly.",
        )


def _require_sides(state: SpyState, data: Data, referee: Referee) -> None:
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


def _feeling(colour: Side, side: Side) -> str:
    return "friendly" if colour == side else "unfriendly"


def _turned(turncoat: bool) -> str:
    return ", which a turncoat turns around (A-BO-21)" if turncoat else ""


def _require_turncoats(state: SpyState, data: Data, referee: Referee) -> None:
    """A turncoat always comes up unfriendly, as the agent and as the victim."""
    enemy, result, turncoat = data["enemy"], data["result"], data["turncoat"]
    referee.require(
        not (turncoat and result == "failed"),
        "BO-221",
        "The turncoat always comes up unfriendly, and that means that it has got in.",
        _command(state, data, result="loyal"),
    )
    post = POST_OF[data["target"]]
    if not has_only_turncoats(state.agencies[enemy], post) or result == "failed":
        return
    alone = f"{state.name(enemy)} has nobody but a turncoat {AT[post]}, and"
    if turncoat:
        why = f"{alone} against a turncoat that is loyal: unfriendly means friendly."
        _require_result(state, data, "loyal", "A-BO-21", why, referee)
    else:
        why = f"{alone} as a victim it is always lost."
        _require_result(state, data, "lost", "A-BO-23", why, referee)


def _require_steady(state: SpyState, data: Data, referee: Referee) -> None:
    """The die that is friendly in every roll gets in, and is loyal; where it is the only agent, it
    is the one that was rolled."""
    turncoat, result = data["turncoat"], data["result"]
    name = state.name(data["seat"])
    referee.require(
        result != "failed" or turncoat or not state.agencies[data["seat"]].has_only_steady,
        "BO-208",
        f"{name} has one agent, and that is the die that is friendly in every roll: it has got in.",
        _command(state, data, result="lost"),
    )
    enemy = state.agencies[data["enemy"]]
    if data["target"] != "country" or result == "failed" or not enemy.has_only_steady:
        return
    victim = state.name(data["enemy"])
    steady = f"{victim} has one agent, and that is the die that is friendly in every roll"
    if turncoat:
        why = f"{steady}: against a turncoat it is lost, as friendly means unfriendly."
        _require_result(state, data, "lost", "A-BO-21", why, referee)
    else:
        _require_result(state, data, "loyal", "BO-212", f"{steady}: it is loyal.", referee)


def _require_result(
    state: SpyState, data: Data, result: Result, rule: str, why: str, referee: Referee
) -> None:
    """Refuse any result but the only one that can be."""
    referee.require(data["result"] == result, rule, why, _command(state, data, result=result))


def _require_die(state: SpyState, data: Data, referee: Referee) -> None:
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
