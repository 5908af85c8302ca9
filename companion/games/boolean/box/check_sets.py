"""What the rules of Shut the Box refuse by what is known of sets and turns: counts that somebody's
dice never show, dice that no Split leaves together, and a second number in a turn."""

from collections.abc import Sequence
from typing import Any

from companion.core.names import counted
from companion.core.referee import Referee
from companion.games.boolean.box.record import RECORDERS
from companion.games.boolean.box.state import BoxState, Counts, never_shown
from companion.games.boolean.possession.entries import ALL_BLACK, ALL_WHITE, require_of_a_split

Data = Any


def require_shown(state: BoxState, seat: int, seen: Counts, referee: Referee) -> None:
    """As many as somebody's dice can show: of those known, some may have one colour alone.

    Which they are, and what they could show, is not said: others may look on.
    """
    least, most = state.limits(seat)
    wrong = next((count for count in seen if not least <= count <= most), None)
    if wrong is None:
        return
    referee.refuse(
        "BO-4",
        f"{state.name(seat)} cannot have had {wrong}, by the dice that were told.",
        "Count again; `companion boolean holds NAME DIE…` tells it if the dice are others.",
    )


def require_sets(state: BoxState, kind: str, data: Data, referee: Referee) -> None:
    """Refuse a count that a set never shows, where it is known who has which; of an older turn that
    is told late, whatever was told of those after it."""
    before = state.strange
    after = RECORDERS[kind](state, data)
    new = next((one for one in after.strange if one not in before), None)
    if new is None:
        return
    number, seat, count = new
    late = "" if number == data.get("turn", state.round) else f"Then, in turn {number}, "
    referee.refuse(
        "BO-30",
        f"{late}{state.name(seat)} had the {_colour(count)}-up set, by what was told, and that "
        f"never shows {count}.",
        "Count again; `companion log` has the number for `companion undo` of a turn that was told "
        "wrongly.",
    )


def _colour(never: int) -> str:
    return "Black" if never else "White"


def require_set_of(state: BoxState, data: Data, referee: Referee) -> None:
    """Refuse dice that are in neither set after a Split, or in the one that is the other's."""
    seat, dice = data["seat"], data["dice"]
    require_of_a_split(state, seat, dice, referee)
    owner = state.white
    other = ALL_BLACK if owner == seat else ALL_WHITE
    referee.require(
        owner is None or other not in dice,
        "BO-30",
        f"{state.name(seat)} has the {'White' if owner == seat else 'Black'}-up set, by what was "
        f"told, and the {other} is in the other one.",
        "`companion table` shows who has which; `companion next` if a turn went untold.",
        f"The dice that it tells are not all in the set that {state.name(seat)} has, by what was "
        "told.",
    )


def require_one_a_turn(
    state: BoxState, seat: int, numbers: Sequence[int], turn: int | None, referee: Referee
) -> None:
    """Refuse a second number in a turn, and one that was not the count in the end.

    Without its turn, it is of the one at hand where a roll of that is told; else it may be of any.
    """
    handle, name = state.seats[seat].handle, state.name(seat)
    rolled = state.now.counts[seat] is not None
    number = state.round if turn is None and rolled else turn
    if number is None:
        if len(numbers) == 1:
            _require_set_shows(state, seat, numbers[0], state.round, referee)
        return
    crossed, seen = state.crossed_in(number, seat), state.turn_of(number).counts[seat]
    other = f"`companion boolean cross {handle} {numbers[-1]} --turn N` if it was in another turn"
    referee.require(
        len(numbers) == 1 and crossed is None,
        "BO-140",
        f"{name} crossed off {crossed} in turn {number}, and no second number in the same turn."
        if crossed is not None
        else f"{name} crosses off one number in a turn, not {counted(len(numbers), 'number')}.",
        f"{other}; `companion log` has the number for `companion undo`.",
    )
    referee.require(
        seen is None or numbers[-1] == seen[-1],
        "BO-140",
        f"{name} had {seen[-1] if seen else 0} White-up in the end of turn {number}, and so does "
        f"not cross off {numbers[-1]}.",
        f"{_own_count(state, seat, number)}{other}.",
    )
    if seen is None:
        _require_set_shows(state, seat, numbers[-1], number, referee)


def _own_count(state: BoxState, seat: int, number: int) -> str:
    """How to cross off what somebody had in the end of a turn; nothing where it is gone."""
    seen = state.turn_of(number).counts[seat]
    if not seen or seen[-1] not in state.needed(seat):
        return ""
    late = "" if number == state.round else f" --turn {number}"
    return f"`companion boolean cross {state.seats[seat].handle} {seen[-1]}{late}`; "


def _require_set_shows(
    state: BoxState, seat: int, count: int, number: int, referee: Referee
) -> None:
    """Refuse what the set that somebody has in a turn never shows, or in this turn the dice."""
    owner = state.white_in(number)
    hint = (
        f"`companion boolean cross {state.seats[seat].handle} {count} --turn N` if it was in an "
        "older turn; `companion next` for each turn that went untold."
    )
    referee.require(
        owner is None or count != never_shown(owner == seat),
        "BO-30",
        f"{state.name(seat)} {'has' if number == state.round else 'had'} the "
        f"{_colour(count)}-up set, by what was told, and that never shows {count}.",
        hint,
    )
    least, most = state.limits(seat)
    referee.require(
        number != state.round or least <= count <= most,
        "BO-4",
        f"{state.name(seat)} cannot have {count}, by the dice that were told.",
        hint,
    )
