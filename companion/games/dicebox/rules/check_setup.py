"""What the rules refuse before the first turn: colours, the draft, the Seed."""

from collections.abc import Sequence
from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.core.seats import Seat
from companion.errors import Refused
from companion.games.dicebox.board import CENTRE
from companion.games.dicebox.state import COLORS, DICE_OF_EACH, PICKS, State

Data = Any
POOL = 6 - DICE_OF_EACH[4] * 4
"""How many dice of each colour four players draft from."""


def require_colors(
    seats: Sequence[Seat], colors: Sequence[Sequence[str]], referee: Referee
) -> None:
    """Refuse colours that the players cannot have: raises Illegal through the referee."""
    for color in COLORS:
        owners = [who.name for who, own in zip(seats, colors, strict=True) if color in own]
        twice = len(owners) == 1 and any(list(own).count(color) > 1 for own in colors)
        referee.require(
            len(owners) < 2 and not twice,
            "DB-9",
            f"{listed(owners)} cannot both be {color}."
            if not twice
            else f"{owners[0]} cannot be {color} twice.",
            "Another colour each: `ana=red ben=blue`.",
        )
    without = [who.name for who, own in zip(seats, colors, strict=True) if not own]
    referee.require(
        not without,
        "DB-8",
        f"{listed(without)} {'has' if len(without) == 1 else 'have'} no colour.",
        "Everybody gets one: red, yellow, blue or white.",
    )
    most = max(len(own) for own in colors)
    several = [who.name for who, own in zip(seats, colors, strict=True) if len(own) > 1]
    referee.require(
        most == 1 or (len(seats) == 2 and len(several) == 2 and most == 2),
        "DB-10",
        f"{listed(several)} {'has' if len(several) == 1 else 'have'} more than one colour; "
        "two each is for two players, and for both.",
        "One colour each: `ana=red ben=blue`; or two each, with two players.",
    )


def colors_assigned(state: State, data: Data, referee: Referee) -> None:
    """Refuse colours twice, none at all, or too many."""
    require_colors(state.seats, data["colors"], referee)
    if tuple(map(tuple, data["colors"])) == state.colors:
        raise Refused("These are the colours already.", "`companion table` shows them.")


def draft_begun(state: State, data: Data, referee: Referee) -> None:
    """Refuse a draft where there is none, or that has begun."""
    _require_draft(state, referee)
    if state.drafting is not None:
        raise Refused(
            f"{state.name(state.drafting)} is the first to pick already.",
            "`companion undo` takes that back.",
        )


def die_picked(state: State, data: Data, referee: Referee) -> None:
    """Refuse a pick out of order, of a colour that is gone, or after the last."""
    _require_draft(state, referee)
    expected = picker(state)
    if expected is None:
        raise Refused(
            "All drafted dice are told.", "`companion log` has the numbers that `undo` takes."
        )
    seat, color = data["seat"], data["color"]
    turned = len(state.picks) >= len(state.seats)
    referee.require(
        seat == expected or state.drafting is None,
        "DB-16" if turned else "DB-15",
        f"It is {state.name(expected)}'s pick, and not {state.name(seat)}'s: one die each in "
        + ("order, then back in the other." if not turned else "the opposite order now."),
        f"`companion dicebox draft {state.seats[expected].handle} COLOR`",
    )
    referee.require(
        pool(state)[color] > 0,
        "DB-2",
        f"No {color} die is left to draft: there are six, and all are dealt.",
        f"There is {listed([one for one, left in pool(state).items() if left])}.",
    )


def picker(state: State) -> int | None:
    """Whose pick it is: whoever begins, in order, then back; None once all have two."""
    count, done = len(state.seats), len(state.picks)
    if not state.drafts or done >= PICKS * count:
        return None
    begins = state.first if state.drafting is None else state.drafting
    step = done if done < count else PICKS * count - 1 - done
    return (begins + step) % count


def pool(state: State) -> dict[str, int]:
    """How many dice of each colour are left to draft."""
    left = dict.fromkeys(COLORS, POOL)
    for dice in state.dice:
        for die in dice:
            if die.color is not None:
                left[die.color] -= 1
    dealt = DICE_OF_EACH[4] * len(state.seats)
    return {color: number + dealt for color, number in left.items()}


def seed_placed(state: State, data: Data, referee: Referee) -> None:
    """Refuse a second Seed."""
    seed = state.grid[CENTRE]
    if seed is not None:
        raise Refused(
            f"The Seed lies on c3 already, and shows {seed.value}.",
            "`companion undo` takes it back, as long as nothing lies beside it.",
        )


def _require_draft(state: State, referee: Referee) -> None:
    if not state.drafts:
        each = DICE_OF_EACH[len(state.seats)]
        raise Refused(
            f"With {len(state.seats)} players nothing is drafted: {each} dice of each colour are "
            "dealt to everybody.",
            "`companion dicebox seed 3` comes next.",
        )
    if state.placed:
        raise Refused(
            "The draft is over once dice lie on the board.", "`companion dicebox roll` goes on."
        )
