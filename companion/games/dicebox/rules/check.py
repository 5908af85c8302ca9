"""What the rules of Dice Box refuse. Each check looks at the state and one event alone."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.ending import require_same_end
from companion.core.event import Event
from companion.core.play import check_play
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.dicebox.rules import check_place, check_roll, check_setup
from companion.games.dicebox.rules.outcome import outcome
from companion.games.dicebox.state import DICE_OF_COLOR, MOST_POINTS, State

Data = Any
Checker = Callable[[State, Data, Referee], None]


def check(state: State, event: Event, referee: Referee) -> None:
    """Refuse what the rules forbid. Raises Illegal through the referee, or Refused."""
    check_play(state, event)
    checker = _CHECKERS.get(event.kind)
    if checker is not None:
        checker(state, event.data, referee)


def check_entry(before: State, events: Sequence[Event], after: State, referee: Referee) -> None:
    """Refuse an entry with which the board would be done, and the game is not over."""
    if after.status != "live" or all(event.kind not in _ENDING for event in events):
        return
    if after.over and outcome(after).winners and not (before.over and outcome(before).winners):
        referee.refuse(
            "DB-36",
            f"The board would be done with that, and the game over: {outcome(after).why}.",
            "`companion log` shows what came after it.",
        )


_ENDING = ("die.placed", "seed.placed", "colors.assigned")


def _points_gained(state: State, data: Data, referee: Referee) -> None:
    _require_points(state, data["seat"], state.told[data["seat"]] + data["points"], referee)


def _points_lost(state: State, data: Data, referee: Referee) -> None:
    _require_points(state, data["seat"], state.told[data["seat"]] - data["points"], referee)


def _points_set(state: State, data: Data, referee: Referee) -> None:
    _require_points(state, data["seat"], data["points"], referee)


def _require_points(state: State, seat: int, points: int, referee: Referee) -> None:
    """Refuse points beside those of the board, and such as a player's dice cannot have."""
    referee.require(
        not state.seeded and not state.counted,
        "DB-37",
        "The points are those of the dice on the board, and the companion counts them."
        if state.seeded
        else "The points of all colours are told, and the companion adds them up.",
        "`companion dicebox tally` shows them.",
    )
    # Two players may have two colours each, told or not.
    colors = len(state.colors[seat]) or (2 if len(state.seats) == 2 else 1)
    most = colors * MOST_POINTS
    referee.require(
        0 <= points <= most,
        "DB-2",
        f"{state.name(seat)} cannot have {points} points: {colors * DICE_OF_COLOR} dice have 0 to "
        f"{most}.",
        f"`companion score {state.seats[seat].handle} =31` says how many there are.",
    )


def _turn_given(state: State, data: Data, referee: Referee) -> None:
    if data["seat"] == state.turn:
        raise Refused(f"It is {state.name(state.turn)}'s turn already.", "`companion table`")


def _tally_counted(state: State, data: Data, referee: Referee) -> None:
    referee.require(
        not state.seeded,
        "DB-37",
        "The companion has the dice on the board, and counts them itself.",
        '`companion dicebox tally` shows them. Not all were told? `--house "counted by hand"`.',
    )
    if state.counted and state.tally() == data["points"]:
        raise Refused("That is the tally already.", "`companion dicebox tally`")


def _finished(state: State, data: Data, referee: Referee) -> None:
    """The end that the board brought stands as long as the board does."""
    if data.get("by") != "board":
        return
    if not state.over:
        raise Refused("Squares can still be filled.", "`companion dicebox legal` shows them.")
    require_same_end(state, data, "board", outcome(state), "`companion dicebox tally`")


_CHECKERS: dict[str, Checker] = {
    "points.gained": _points_gained,
    "points.lost": _points_lost,
    "points.set": _points_set,
    "tally.counted": _tally_counted,
    "play.finished": _finished,
    "colors.assigned": check_setup.colors_assigned,
    "draft.begun": check_setup.draft_begun,
    "die.picked": check_setup.die_picked,
    "seed.placed": check_setup.seed_placed,
    "dice.rolled": check_roll.dice_rolled,
    "die.placed": check_place.die_placed,
    "turn.passed": check_roll.turn_passed,
    "turn.given": _turn_given,
}
