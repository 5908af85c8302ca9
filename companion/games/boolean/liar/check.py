"""What the rules of Liar's Boolean Dice refuse."""

from collections.abc import Callable
from typing import Any

from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.dice.seen import whites_in
from companion.games.boolean.liar.check_challenge import (
    declaration_challenged,
    die_surrendered,
    require_of_sets,
)
from companion.games.boolean.liar.choices import told, while_challenged
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.liar.turns import require_going_on, require_turn
from companion.games.boolean.possession.entries import (
    check_dice_counted,
    check_dice_told,
    dice_words,
    require_of_a_split,
)

Data = Any
Checker = Callable[[LiarState, Data, Referee], None]


def _declared(state: LiarState, data: Data, referee: Referee) -> None:
    seat, number = data["seat"], data["number"]
    require_going_on(state)
    require_turn(state, seat, referee)
    if data["shown"] is not None:
        _require_display(state, seat, data["shown"], referee)
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


def _require_display(state: LiarState, seat: int, shown: str, referee: Referee) -> None:
    name, hidden, dice = state.name(seat), state.hidden(seat), len(shown)
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
    open_now = [*(each.whites for each in state.shown), whites_in(shown)]
    blacks = sum(each.blacks for each in state.shown) + len(shown) - whites_in(shown)
    require_of_sets(state, sum(open_now), sum(open_now), referee)
    require_of_sets(state, 0, blacks, referee)


def _skipped(state: LiarState, data: Data, referee: Referee) -> None:
    require_going_on(state)
    if state.turn is None:
        raise Refused(
            "Who opens this round is not known, as nobody told who challenged (A-BO-34).",
            f"`companion boolean declare {state.seats[data['seat']].handle} 4` names the player.",
        )
    require_turn(state, data["seat"], referee)


def _counted(state: LiarState, data: Data, referee: Referee) -> None:
    if state.doubt is not None:
        raise Refused("A challenge is not settled yet.", while_challenged(state))
    check_dice_counted(state, data, referee)


def _told(state: LiarState, data: Data, referee: Referee) -> None:
    """Two players Split a set, and have dice of what it left until one goes to the other."""
    if len(state.seats) == 2 and not state.mixed:
        require_of_a_split(state, data["seat"], data["dice"], referee)
    check_dice_told(state, data, referee)


CHECKERS: dict[str, Checker] = {
    "number.declared": _declared,
    "declaration.skipped": _skipped,
    "declaration.challenged": declaration_challenged,
    "die.surrendered": die_surrendered,
    "dice.told": _told,
    "dice.counted": _counted,
}
