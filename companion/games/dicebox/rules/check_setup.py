"""What the rules refuse before the first turn: colours, the draft, the Seed."""

from collections.abc import Sequence
from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.core.seats import Seat
from companion.errors import Refused
from companion.games.dicebox.board import CENTRE
from companion.games.dicebox.choices import begins_draft, next_pick, picker, pool
from companion.games.dicebox.state import COLORS, DICE_OF_EACH, Die, State

Data = Any


def require_colors(
    seats: Sequence[Seat], colors: Sequence[Sequence[str]], referee: Referee
) -> None:
    """Refuse colours that the players cannot have: raises Illegal through the referee.

    Who has none yet may be told later.
    """
    for color in COLORS:
        owners = [who.name for who, own in zip(seats, colors, strict=True) if color in own]
        twice = any(list(own).count(color) > 1 for own in colors)
        both = "both" if len(owners) == 2 else "all"
        referee.require(
            len(owners) < 2 and not twice,
            "DB-9",
            f"{listed(owners)} cannot be {color} twice."
            if len(owners) == 1
            else f"{listed(owners)} cannot {both} be {color}.",
            "Another colour each: `ana=red ben=blue`.",
        )
    told = {len(own) for own in colors if own}
    several = [who.name for who, own in zip(seats, colors, strict=True) if len(own) > 1]
    referee.require(
        not several or (len(seats) == 2 and told == {2}),
        "DB-10",
        f"{listed(several)} {'has' if len(several) == 1 else 'have'} more than one colour; "
        "two each is for two players, and for both.",
        "One colour each: `ana=red ben=blue`; or two each, with two players.",
    )


def colors_assigned(state: State, data: Data, referee: Referee) -> None:
    """Refuse colours twice, or too many; and others for who was not named than were told before."""
    if data["colors"] == [list(own) for own in state.colors]:
        raise Refused("These are the colours already.", "`companion table` shows them.")
    for seat in data.get("untold", ()):
        own, told = list(state.colors[seat]), data["colors"][seat]
        referee.require(
            own == told,
            "DB-8",
            f"{state.name(seat)} was {listed(told) or 'without a colour'}, as told before, and is "
            f"{listed(own) or 'without a colour'} then.",
            "`companion log` has the numbers for `companion undo`.",
        )
    require_colors(state.seats, data["colors"], referee)


def draft_begun(state: State, data: Data, referee: Referee) -> None:
    """Refuse a draft where there is none, or that has begun."""
    _require_draft(state, referee)
    if state.drafting is not None:
        raise Refused(
            f"{state.name(state.drafting)} is the first to pick already.",
            f"{next_pick(state)} goes on." if picker(state) is not None else "`companion table`",
        )


def die_picked(state: State, data: Data, referee: Referee) -> None:
    """Refuse a pick out of order, of a colour that is gone, or after the last."""
    _require_draft(state, referee)
    seat, color = data["seat"], data["color"]
    referee.require(
        Die(None) in state.dice[seat],
        "DB-13",
        f"All of {state.name(seat)}'s dice are told: two are drafted by each player.",
        "`companion log` has the numbers that `undo` takes.",
    )
    began, begins = data.get("first", seat), begins_draft(state, seat)
    referee.require(
        "first" not in data or began == begins,
        "DB-15",
        f"{state.name(began)} began the draft, and {state.name(begins)} would have begun it then.",
        "`companion log` has the numbers for `companion undo`.",
    )
    expected = picker(state)
    if expected is not None:
        turned = len(state.picks) >= len(state.seats)
        referee.require(
            seat == expected or state.drafting is None,
            "DB-16" if turned else "DB-15",
            f"It is {state.name(expected)}'s pick, and not {state.name(seat)}'s: one die each in "
            + ("the opposite order now." if turned else "order, and then in the opposite one."),
            next_pick(state),
        )
    left = [one for one, dice in pool(state).items() if dice]
    referee.require(
        color in left,
        "DB-2",
        f"No {color} die is left to draft: there are six, and all are dealt.",
        f"{'There is' if len(left) == 1 else 'There are'} {listed(left)}."
        if left
        else "`companion table` shows all dice.",
    )


def seed_placed(state: State, data: Data, referee: Referee) -> None:
    """Refuse a second Seed."""
    there = state.grid[CENTRE]
    referee.require(
        there is None,
        "DB-19",
        "" if there is None else f"c3 is filled already: {there.lying} lies there.",
        "`companion log` has the numbers that `undo` takes.",
    )
    referee.require(
        not state.points_alone,
        "DB-37",
        "This table has told points without a board, and they would be counted twice.",
        '`companion log` has the numbers that `undo` takes; or `--house "points in advance"`.',
    )


def _require_draft(state: State, referee: Referee) -> None:
    if state.drafts:
        return
    count = len(state.seats)
    each = DICE_OF_EACH.get(count, 0)
    referee.refuse(
        "DB-11" if count == 2 else "DB-12",
        f"With {count} players nothing is drafted: {each} dice of each colour are dealt to "
        "everybody.",
        "`companion dicebox seed 3` comes next." if not state.seeded else "`companion table`",
    )
