"""What the rules refuse in rolling dice, and in passing: which dice, and when."""

from collections.abc import Sequence
from typing import Any

from companion.core.referee import Referee
from companion.games.dicebox.choices import dice_such_as, is_spent
from companion.games.dicebox.rules.turns import (
    require_going_on,
    require_seed,
    require_stuck,
    require_turn,
    told_briefly,
)
from companion.games.dicebox.state import DICE_OF_COLOR, Die, State

Data = Any

_ORDINALS = {1: "", 2: "second ", 3: "third ", 4: "fourth "}


def dice_rolled(state: State, data: Data, referee: Referee) -> None:
    """Refuse rolling dice that stay as they are, and dice that the player does not have."""
    require_going_on(state)
    seat, told = data["seat"], data["dice"]
    name, held = state.name(seat), state.dice[seat]
    if not _covers(held, [color for color, _ in told]):
        referee.refuse(
            "DB-22",
            f"{name} has no {_too_many(held, told)}: there {_there(held)} to roll.",
            "Tell a die for each one that was rolled, or leave some out"
            + (f": `{dice_such_as(state, seat, 2)}`." if held else "."),
        )
    left_out = _left_out(held, told)
    referee.require(
        not left_out,
        "A-DB-09",
        f"{name} rolls all dice, and has {told_briefly(tuple(left_out), colors=True)} more then.",
        "`companion log` has the number for `companion undo` of the roll; then tell it again.",
    )
    for color, count in state.in_game.items():
        own = sum(die.color == color for die in held)
        rolled = sum(other == color for other, _ in told)
        referee.require(
            rolled <= own or count - own + rolled <= DICE_OF_COLOR,
            "DB-2",
            f"{name} cannot have {rolled} {color} dice: there are six, and "
            f"{count - own} are told of elsewhere.",
            "`companion table` shows all dice.",
        )
    if data["turn"]:
        require_seed(state, referee)
        require_turn(state, seat, referee)
        _require_same_turn(state, data, referee)
        require_stuck(state, seat, referee, "no rolling now")
        return
    _require_same_turn(state, data, referee)
    kept = [(die.color, die.value) for die in state.known(seat)]
    for color, value in told:
        if (color, value) in kept:
            kept.remove((color, value))
    referee.require(
        not kept or not state.seeded,
        "DB-32",
        f"{name}'s dice stay as they are: {told_briefly(held)}. Only who can place nothing rolls.",
        (
            "If nothing fitted in this turn, `--stuck` says so; told"
            if seat == state.turn
            else "Told"
        )
        + " wrongly: `companion log` has the number for `companion undo`.",
    )


def _require_same_turn(state: State, data: Data, referee: Referee) -> None:
    """Where nobody says that a roll was the turn, it follows from whose it is and what was told."""
    turn, seat = data["turn"], data["seat"]
    if turn and "turn" not in data.get("untold", ()):
        return
    name = state.name(seat)
    referee.require(
        turn == is_spent(state, seat),
        "DB-33",
        f"{name} rolled as nothing fitted, and it is not known then that this was the turn."
        if turn
        else f"{name} rolled all dice in {name}'s own turn, which is over with that.",
        "`companion log` has the number for `companion undo` of the roll; then tell it again, with "
        "`--stuck` if it was the turn.",
    )


def _left_out(held: Sequence[Die], told: Sequence[Sequence[Any]]) -> list[Die]:
    """Those of a player's dice that are not among the ones that were rolled."""
    rolled = [color for color, _ in told]
    left: list[Die] = []
    for die in sorted(held, key=lambda die: die.color is None):
        fitting = [color for color in (die.color, None) if color in rolled]
        if not fitting and die.color is None and rolled:
            fitting = [rolled[0]]
        if fitting:
            rolled.remove(fitting[0])
        else:
            left.append(die)
    return left


def turn_passed(state: State, data: Data, referee: Referee) -> None:
    """Refuse passing while a die fits, or before there are turns."""
    seat = data["seat"]
    require_seed(state, referee)
    require_going_on(state)
    require_turn(state, seat, referee)
    require_stuck(state, seat, referee, "no passing")


def _too_many(held: Sequence[Die], told: Sequence[Sequence[Any]]) -> str:
    """The first die that is one too many, in words: `third red die`."""
    colors: list[str] = []
    for color, _ in told:
        colors.append(str(color))
        if not _covers(tuple(held), colors):
            break
    nth = colors.count(colors[-1])
    return f"{_ORDINALS.get(nth, 'more ')}{colors[-1]} die"


def _there(held: Sequence[Die]) -> str:
    if not held:
        return "are no dice left"
    return f"{'is' if len(held) == 1 else 'are'} {told_briefly(tuple(held), colors=True)}"


def _covers(held: tuple[Die, ...], colors: Sequence[str | None]) -> bool:
    """Whether dice of these colours are all held; one held of an untold colour may be any."""
    left = [die.color for die in held]
    for color in sorted(colors, key=lambda color: color is None):
        if color not in left and None not in left:
            return False
        left.remove(color if color in left else None)
    return True
