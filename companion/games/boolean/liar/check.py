"""What the rules of Liar's Boolean Dice refuse."""

from collections.abc import Callable
from typing import Any

from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.liar.check_challenge import declaration_challenged, die_surrendered
from companion.games.boolean.liar.choices import told, while_challenged
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.liar.turns import require_going_on, require_turn
from companion.games.boolean.possession.entries import (
    check_dice_counted,
    check_dice_told,
    dice_words,
)

Data = Any
Checker = Callable[[LiarState, Data, Referee], None]


def _declared(state: LiarState, data: Data, referee: Referee) -> None:
    seat, number = data["seat"], data["number"]
    require_going_on(state)
    require_turn(state, seat, referee)
    if data["shown"] is not None:
        _require_display(state, seat, len(data["shown"]), referee)
    lowest = state.lowest
    if lowest is None or number >= lowest:
        return
    before = state.declared[-1]
    name = state.name(before.seat)
    referee.refuse(
        "BO-93",
        f"{told(number)} is not higher than {name}'s {told(before.number)}."
        if not state.untold
        else f"{told(number)} is too low: after {name}'s {told(before.number)}, each declaration "
        "that went untold was higher.",
        f"{told(lowest)} or more; or `companion boolean challenge`.",
    )


def _require_display(state: LiarState, seat: int, dice: int, referee: Referee) -> None:
    name, hidden = state.name(seat), state.hidden(seat)
    referee.require(
        state.phase != "opening",
        "A-BO-09",
        f"{name} opens the round, and the first declaration comes without a re-roll.",
        "Leave out `--show`.",
    )
    referee.require(
        hidden > 0,
        "A-BO-09",
        f"Every die of {name} lies open already: there is none to re-roll.",
        "Leave out `--show`.",
    )
    if dice > max(0, hidden):
        raise Refused(
            f"{name} has {dice_words(max(0, hidden))} hidden, so {dice} cannot stay open.",
            "`--show` is what lies open now and did not before; `--show none` if all were rolled "
            "again.",
        )


def _skipped(state: LiarState, data: Data, referee: Referee) -> None:
    require_going_on(state)
    require_turn(state, data["seat"], referee)


def _counted(state: LiarState, data: Data, referee: Referee) -> None:
    if state.doubt is not None:
        raise Refused("A challenge is not settled yet.", while_challenged(state))
    check_dice_counted(state, data, referee)


CHECKERS: dict[str, Checker] = {
    "number.declared": _declared,
    "declaration.skipped": _skipped,
    "declaration.challenged": declaration_challenged,
    "die.surrendered": die_surrendered,
    "dice.told": check_dice_told,
    "dice.counted": _counted,
}
