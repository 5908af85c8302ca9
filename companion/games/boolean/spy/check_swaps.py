"""What the rules refuse of the third step of a turn: an agency reorganizes."""

from typing import Any

from companion.core.names import counted
from companion.core.referee import Referee
from companion.games.boolean.spy.choices import (
    can_swap,
    forced_turncoat,
    most_swaps,
    usual_swaps,
)
from companion.games.boolean.spy.requiring import AT, require_in, require_turn
from companion.games.boolean.spy.state import Agency, SpyState
from companion.games.boolean.spy.words import Post

Data = Any


def check_swaps(state: SpyState, data: Data, referee: Referee) -> None:
    """Refuse a swap that was left out, too many of them, or a turncoat that is not there."""
    seat, swaps, turncoat = data["seat"], data["swaps"], data["turncoat"]
    require_in(state, seat)
    require_turn(state, seat, referee)
    name, agency = state.name(seat), state.agencies[seat]
    if swaps is None:
        return
    _require_untold(state, data, referee)
    if not swaps:
        referee.require(
            can_swap(agency) is not True and turncoat is None,
            "BO-192",
            f"{name} cannot leave the swap out: one pair of agents, or more, changes places.",
            "`companion boolean swap 1`",
        )
        return
    if turncoat is not None:
        _require_turncoat(name, agency, turncoat, referee)
    _require_agents(name, agency, swaps, turncoat, referee)
    forced = forced_turncoat(agency, swaps)
    if forced == "desk" and turncoat is None:
        referee.refuse(
            "BO-194",
            f"One of the {swaps} field agents is {name}'s turncoat, and two desk agents have to "
            "take its place.",
            f"`companion boolean swap {swaps} --turncoat desk`",
        )


def _require_untold(state: SpyState, data: Data, referee: Referee) -> None:
    """What nobody told of a swap follows from the agents."""
    untold, agency = data.get("untold", ()), state.agencies[data["seat"]]
    swaps, to = data["swaps"], data["turncoat"]
    usual = usual_swaps(agency, None if "turncoat" in untold else to)
    name = state.name(data["seat"])
    hint = "`companion log` has the numbers for `companion undo`."
    referee.require(
        swaps == usual or "swaps" not in untold,
        "BO-192",
        f"{name} had {'a' if swaps else 'no'} swap in that turn, as followed from the agents that "
        f"were told; without them, there is {'one' if usual else 'none'}.",
        hint,
    )
    forced = forced_turncoat(agency, swaps)
    referee.require(
        to == forced or "turncoat" not in untold,
        "BO-194",
        f"{name}'s turncoat {_went(to)} in that swap, as nobody told; by the agents that are known "
        f"then, it {_went(forced)}.",
        hint,
    )


def _went(to: Post | None) -> str:
    return {None: "stayed", "desk": "went to a desk", "field": "went into the field"}[to]


def _require_turncoat(name: str, agency: Agency, to: Post, referee: Referee) -> None:
    start: Post = "field" if to == "desk" else "desk"
    referee.require(
        agency.most_turncoats_at(start) > 0,
        "BO-194",
        f"{name} has no turncoat {AT[start]} to swap.",
        "`companion boolean swap 1` without `--turncoat`; `companion table` shows where it is.",
    )


def _require_agents(
    name: str, agency: Agency, swaps: int, turncoat: Post | None, referee: Referee
) -> None:
    """Nobody moves twice, so there are as many pairs as there are agents on the shorter side."""
    field, desk = agency.field, agency.desk
    needed = swaps + (turncoat == "desk")
    most = most_swaps(agency)
    can = f"`companion boolean swap {1 if most is None else most}`"
    referee.require(
        2 * swaps <= agency.dice,
        "BO-193",
        f"{name} has {agency.dice} dice, and nobody moves twice: they make no {swaps} pairs.",
        can,
    )
    referee.require(
        field is None or swaps <= field,
        "BO-193",
        f"{name} has {counted(field or 0, 'field agent')}, and nobody moves twice: "
        f"{swaps} cannot go to desks.",
        can,
    )
    if desk is None or needed <= desk:
        return
    has = f"{name} has {counted(desk, 'desk agent')}"
    if turncoat == "desk" and swaps <= desk:
        referee.refuse(
            "BO-194",
            f"The turncoat's place takes two desk agents, so {counted(swaps, 'swap')} "
            f"{'takes' if swaps == 1 else 'take'} {needed}, and {has}.",
            can,
        )
        return
    referee.refuse(
        "BO-193" if desk else "A-BO-19",
        f"{has}, and nobody moves twice: {swaps} cannot go into the field."
        if desk
        else f"{has}, so no swap is possible, and it is skipped.",
        can,
    )
