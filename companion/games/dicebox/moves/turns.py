"""A turn: one die goes on the board, or all are rolled because none fits."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.play import require_live
from companion.errors import Invalid, Refused
from companion.games.dicebox.choices import is_spent, next_pick, roll_such_as
from companion.games.dicebox.moves.ending import settle
from companion.games.dicebox.rules.turns import require_going_on
from companion.games.dicebox.state import Die, State, sorted_dice

if TYPE_CHECKING:
    from random import Random


def place(action: Action[State], seat: int, die: Die, square: str) -> None:
    """Put a die on a square; the board may be done with that."""
    action.add("die.placed", seat=seat, color=die.color, value=die.value, square=square)
    settle(action)


def roll(action: Action[State], seat: int, told: Sequence[Die], *, stuck: bool = False) -> None:
    """What a player rolled. What is not told of it stays unknown (A-DB-09: all are rolled).

    `stuck` says that it was the player's turn, in which nothing fitted; where all dice are told,
    that goes without saying.
    """
    state = action.state
    if not told:
        handle = state.seats[seat].handle
        raise Invalid(
            f"What did {state.name(seat)} roll?",
            f"{roll_such_as(state, seat)}, a die each; or "
            f"`companion dicebox roll {handle} --virtual`.",
        )
    dice = sorted_dice([*told, *_untold(state.dice[seat], told)])
    if len(dice) > len(told):
        missing = len(dice) - len(told)
        were = (
            "was not told; what it shows stays"
            if missing == 1
            else "were not told; what they show stays"
        )
        action.warn(f"{missing} of {state.name(seat)}'s dice {were} unknown.")
    _rolled(action, seat, dice, stuck)


def roll_virtual(action: Action[State], seats: Sequence[int], chance: "Random") -> None:
    """The companion rolls for some players; for all who have not rolled where none is named."""
    state = action.state
    require_live(state)
    require_going_on(state)
    if not seats:
        seats = state.unrolled
        if not seats and not state.seeded:
            raise Refused("All have rolled.", "`companion dicebox seed 3` comes next.")
        seats = seats or [state.turn]
    for seat in seats:
        if any(die.color is None for die in state.dice[seat]):
            raise Refused(
                f"{state.name(seat)}'s drafted dice are not told, so they cannot be rolled here.",
                f"{next_pick(state)} tells one."
                if state.drafting is not None
                else "`companion dicebox draft` draws lots for the first pick.",
            )
        if not state.dice[seat]:
            raise Refused(f"{state.name(seat)} has no dice left.", "`companion table`")
        dice = [Die(die.color, chance.randint(1, 6)) for die in state.dice[seat]]
        _rolled(action, seat, dice, stuck=False)


def _rolled(action: Action[State], seat: int, dice: Sequence[Die], stuck: bool) -> None:
    """The first roll, or the turn of somebody who could place nothing."""
    state = action.state
    action.add(
        "dice.rolled",
        seat=seat,
        dice=[list(die) for die in sorted_dice(dice)],
        turn=stuck or is_spent(state, seat),
        untold=[] if stuck else ["turn"],
    )


def _untold(held: Sequence[Die], told: Sequence[Die]) -> list[Die]:
    """Of the dice held, those that are not among the ones told, showing nobody knows what."""
    left = [die.color for die in held]
    for die in told:
        if die.color in left:
            left.remove(die.color)
        elif None in left:
            left.remove(None)
    return [Die(color) for color in left]


def advance(action: Action[State]) -> None:
    """On to the next player: nothing could be placed, and what was rolled goes untold."""
    action.add("turn.passed", seat=action.state.turn)
