"""What the rules of White, Black, or Roll refuse."""

from collections.abc import Callable
from typing import Any

from companion.core.names import capital, listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.dice.names import by_id
from companion.games.boolean.possession.entries import (
    check_dice_counted,
    check_dice_told,
    require_free,
    require_own,
)
from companion.games.boolean.possession.showing import require_whites
from companion.games.boolean.wbr.outcome import lying
from companion.games.boolean.wbr.state import WbrState

Data = Any
Checker = Callable[[WbrState, Data, Referee], None]


def _called(state: WbrState, data: Data, referee: Referee) -> None:
    seat = data["seat"]
    _require_turn(state, seat, referee)
    if data["die"] is not None:
        require_free(state, None, data["die"], referee)
        _require_bottom(data, referee)
    _require_cost(state, data, referee)
    if data["paid"] is not None and data["right"] is not False:
        raise Refused(
            "Only a wrong call costs a die.", "`--paid` goes with `wrong`; leave it out here."
        )
    if data["paid"] is not None:
        _require_payment(state, data, referee)


def _require_cost(state: WbrState, data: Data, referee: Referee) -> None:
    """What a wrong call or an illegal throw costs follows from the dice that somebody has."""
    told, now = data.get("cost"), state.cost(data["seat"])
    name = state.name(data["seat"])
    words = {
        "own": f"a die of {name}'s",
        "called": f"the called die, as {name} has none",
        "game": f"{name} the game, without a die to give",
    }
    referee.require(
        told in (None, now),
        {"own": "BO-57", "called": "BO-58", "game": "BO-70"}[now],
        f"It did cost {words.get(told or now)}; as the dice are then, it costs {words[now]}.",
        "`companion log` has the numbers for `companion undo`.",
    )


def _require_payment(state: WbrState, data: Data, referee: Referee) -> None:
    """The die that is given up is one of the caller's, and not the called one."""
    if not state.held[data["seat"]].size:
        raise Refused(
            f"{state.name(data['seat'])} has no die to give up (BO-58).",
            "Leave out `--paid`; `--die` names the called one.",
        )
    if data["paid"] == data["die"]:
        raise Refused(
            f"The {data['die']} cannot be both: the called die, and the one that was given up.",
            "`--paid` names the one that was given up.",
        )
    require_own(state, data["seat"], data["paid"], referee)


def _require_bottom(data: Data, referee: Referee) -> None:
    """A die that has faces of one colour alone cannot have shown the other."""
    if data["right"] is None:
        return
    white = (data["call"] == "white") is data["right"]
    die = by_id()[data["die"]]
    shown, other = ("white", "black") if white else ("black", "white")
    referee.require(
        die.can_be_white if white else die.can_be_black,
        "BO-53",
        f"The {die.id} has no {shown} face, so its bottom was {other}.",
        "`companion boolean dice` shows the ten.",
    )


def _require_turn(state: WbrState, seat: int, referee: Referee) -> None:
    _require_in(state, seat)
    if not state.loose:
        raise Refused(
            "No die is left in the middle: the calls are over.",
            "`companion table` shows what is next.",
        )
    turn = state.name(state.turn or 0)
    referee.require(
        seat == state.turn,
        "BO-67" if state.several else "BO-49",
        f"It is {turn}'s turn, and not {state.name(seat)}'s: "
        + ("turns go round clockwise." if state.several else "you take turns."),
        f"`companion next` if {turn} made a call that was not told.",
    )


def _require_in(state: WbrState, seat: int) -> None:
    if seat in state.out:
        raise Refused(
            f"{state.name(seat)} is eliminated (BO-70).", "`companion table` shows who is in."
        )


def _spilled(state: WbrState, data: Data, referee: Referee) -> None:
    seat = data["seat"]
    _require_in(state, seat)
    thrower = state.thrower
    if state.round == 1:
        referee.refuse(
            "BO-47",
            f"Nobody has made a call yet: {state.name(state.first)} just throws illegal dice of "
            "the opening throw again.",
            "It costs nothing, and is not told.",
        )
        return
    referee.require(
        seat == thrower,
        "BO-60",
        f"{state.name(seat)} has thrown no die in this turn"
        + (f": {state.name(thrower)} has." if thrower is not None else "."),
        "First the call that led to the throw: `companion boolean call roll`."
        if seat == state.turn
        else "`companion log` shows the calls; a call that was not told: `companion next`.",
    )
    _require_cost(state, data, referee)
    if data["paid"] is not None and not state.several:
        raise Refused(
            "With two players, an illegal throw costs no die.", "Leave out `--paid` (BO-60)."
        )
    if data["paid"] is not None:
        require_own(state, seat, data["paid"], referee)


def _tie(state: WbrState, data: Data, referee: Referee) -> None:
    ahead, whites = state.ahead, data["whites"]
    if state.loose:
        raise Refused(
            f"{capital(lying(state))}: a tie is broken at the end (BO-63).",
            "`companion table` shows what is next.",
        )
    referee.require(
        len(ahead) > 1,
        "BO-63",
        f"There is no tie: {listed([state.name(seat) for seat in ahead])} has the most dice.",
        "`companion finish`",
    )
    rolled = tuple(seat for seat, count in enumerate(whites) if count is not None)
    names = listed([state.name(seat) for seat in ahead])
    rollers = listed([state.name(seat) for seat in state.rollers])
    referee.require(
        set(rolled) == set(state.rollers),
        "A-BO-06",
        f"{names} are tied, and all who have dice roll for it: {rollers}.",
        "How many White-up dice each has: `companion boolean tie "
        + " ".join(
            f"{state.seats[seat].handle} {min(count, state.held[seat].size)}"
            for count, seat in enumerate(state.rollers, 1)
        )
        + "`",
    )
    for seat in rolled:
        require_whites(state, seat, whites[seat], "BO-63", referee)
    dice, total = sum(state.held[seat].size for seat in rolled), sum(whites[s] for s in rolled)
    referee.require(
        dice < SET or 0 < total < SET,
        "BO-4",
        f"Not all ten dice can be {'White' if total else 'Black'}-up: one of them is "
        f"{'black' if total else 'white'} on all sides.",
        "Count again; `companion boolean dice` shows the ten.",
    )


def _clock(state: WbrState, data: Data, referee: Referee) -> None:
    if state.several:
        raise Refused("A chess clock is for two players.", "`companion table`")
    if all(left == 0 for left in data["seconds"]):
        raise Refused(
            "Both clocks cannot have run out.", "Whose did first? Give the other a second."
        )


def _skipped(state: WbrState, data: Data, referee: Referee) -> None:
    _require_turn(state, data["seat"], referee)


CHECKERS: dict[str, Checker] = {
    "die.called": _called,
    "throw.spilled": _spilled,
    "tie.rolled": _tie,
    "clock.stopped": _clock,
    "turn.skipped": _skipped,
    "dice.told": check_dice_told,
    "dice.counted": check_dice_counted,
}
