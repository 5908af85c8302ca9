"""Before the first turn: colours, the draft of four players, the Seed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.seats import Seat, find_seat, is_somebody
from companion.errors import Invalid, Refused
from companion.games.dicebox.moves import named
from companion.games.dicebox.moves.ending import settle
from companion.games.dicebox.rules.check_setup import picker
from companion.games.dicebox.state import State

if TYPE_CHECKING:
    from random import Random


def colors_by_seat(seats: Sequence[Seat], words: Sequence[str]) -> list[list[str]]:
    """The colours of each seat, from `ana=red,yellow`. Raises Invalid or NotFound."""
    colors: list[list[str]] = [[] for _ in seats]
    for word in words:
        name, equals, told = word.partition("=")
        if not equals or not name.strip() or not told.strip():
            raise Invalid(f"“{word}” gives nobody a colour.", "`ana=red`, or `ana=red,yellow`.")
        colors[find_seat(seats, name)] += [named.color(part) for part in told.split(",")]
    return colors


def assign(action: Action[State], words: Sequence[str]) -> None:
    """Whose colour is which; who is not named keeps what was told before."""
    told = colors_by_seat(action.state.seats, words)
    before = action.state.colors
    colors = [own or list(old) for own, old in zip(told, before, strict=True)]
    action.add("colors.assigned", colors=colors)
    settle(action)


def begin_draft(action: Action[State], chance: "Random") -> None:
    """Draw lots for who picks first (DB-14)."""
    action.add("draft.begun", seat=chance.randrange(len(action.state.seats)))


def draft(action: Action[State], words: Sequence[str]) -> None:
    """Dice that are picked, in order: `cho red dan blue`, or the colours alone.

    Raises Invalid for a name without a colour.
    """
    seat: int | None = None
    for word in words:
        seats = action.state.seats
        if seat is None and (is_somebody(seats, word) or not named.is_color(word)):
            seat = find_seat(seats, word)
            continue
        color = named.color(word)
        expected = picker(action.state)
        if seat is None:
            if expected is not None and action.state.drafting is None:
                raise Refused(
                    "Nobody was told to pick first, and chance decides that (DB-14).",
                    "`companion dicebox draft` draws lots; or name who it was: "
                    f"`companion dicebox draft {action.state.seats[expected].handle} {color}`.",
                )
            seat = expected if expected is not None else action.state.picks[-1]
        action.add("die.picked", seat=seat, color=color)
        seat = None
    if seat is not None:
        raise Invalid(
            f"Which colour does {action.state.name(seat)} pick?",
            f"`companion dicebox draft {action.state.seats[seat].handle} red`",
        )


def seed(action: Action[State], value: int) -> None:
    """The Seed, as it was rolled, in the middle."""
    action.add("seed.placed", value=value)
