"""The chess clock of the timed variation: it runs in the terminal, or yours is entered.

At most one side runs, and a press starts the other one.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.action import Action
from companion.core.clocks import LONGEST_CLOCK, watch
from companion.core.command import verb, word, words
from companion.core.event import Referee
from companion.core.fact import NOT_RECORDED, Fact
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.offer import people
from companion.core.param import (
    A_PLAYER,
    Arguments,
    Candidate,
    Incomplete,
    a_number,
    everybodys,
)
from companion.core.seats import find_seat
from companion.core.shapes import SEAT, each_seat, maybe, whole_from
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.variants import end
from companion.games.boolean.wbr.state import WbrState

if TYPE_CHECKING:
    from companion.core.box import PlayView
    from companion.core.offer import Plan, Trial
    from companion.core.terminal import LiveTerminal

    OpenTerminal = Callable[[str], LiveTerminal]

_KEYS = "space: hit it · p: pause · q: stop"
_INSTEAD = "Enter what your own clock shows: `companion boolean clock ana 4:30 ben 5:10`."
_NAME = 14


class ChessClock(NamedTuple):
    """The seconds `left` at the time `since`, when it was last pressed or paused.

    `side` is whose time runs if the clock is `running`.
    """

    left: tuple[float, float]
    side: int
    running: bool = False
    since: float = 0.0

    def times_at(self, now: float) -> tuple[float, float]:
        """Return what is left of both times, never below zero."""
        if not self.running:
            return self.left
        times = list(self.left)
        times[self.side] = max(0.0, times[self.side] - (now - self.since))
        return times[0], times[1]

    def side_out_of_time(self, now: float) -> int | None:
        """Return whose time is up."""
        shown = self.times_at(now)
        return next((side for side in (0, 1) if shown[side] <= 0), None)

    def pressed(self, now: float) -> "ChessClock":
        """The clock after a press: the other side's time runs; if it was paused, the same
        side's."""
        side = 1 - self.side if self.running else self.side
        return ChessClock(self.times_at(now), side, True, now)

    def paused(self, now: float) -> "ChessClock":
        """The clock after a pause began or ended."""
        return ChessClock(self.times_at(now), self.side, not self.running, now)

    def whole_times(self, now: float) -> tuple[int, int]:
        """What is left in whole seconds, rounded up, so that 0 means that the time is up."""
        one, two = (-int(-left // 1) for left in self.times_at(now))
        return one, two


def time_words(seconds: float) -> str:
    """A time as clocks show it: `4:30`; with tenths in the last twenty seconds."""
    if seconds < 20 and not float(seconds).is_integer():
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(-int(-seconds // 1), 60)
    return f"{minutes}:{rest:02}"


def run_clock(
    chess_clock: ChessClock, terminal: "LiveTerminal", names: Sequence[str]
) -> tuple[tuple[int, int], int]:
    """Run the clock until it is stopped or somebody's time is up; Ctrl-C stops it, too.

    Returns what is left, in seconds, and whose time was running.
    """
    chess_clock, now = watch(
        chess_clock,
        terminal,
        _KEYS,
        lambda one, at: _line(one, at, names),
        lambda one, at: one.side_out_of_time(at) is not None,
    )
    return chess_clock.whole_times(now), chess_clock.side


def _line(chess_clock: ChessClock, now: float, names: Sequence[str]) -> str:
    shown = chess_clock.times_at(now)
    sides = [
        f"{'▸' if side == chess_clock.side else ' '} {name} {time_words(left)}"
        for side, (name, left) in enumerate(zip(names, shown, strict=True))
    ]
    return ("" if chess_clock.running else "paused ") + "  ".join(sides)


def _require_ticking(state: WbrState) -> None:
    if state.status != "live" or state.is_for_several or not state.loose:
        raise Refused(
            "The chess clock is for two players with dice in the middle (BO-65).",
            "`companion start boolean Ana Ben --minutes 10` starts a play with a clock.",
        )


def _times(state: WbrState, minutes: str | None) -> tuple[float, float]:
    """Return the initial times: what was left, or the full time. Raises Invalid."""
    if state.seconds:
        if minutes is not None:
            raise Invalid(
                "The clock was used before, and goes on where it was stopped.",
                "Leave out `--minutes`; `companion undo` takes back what was entered.",
            )
        return float(state.seconds[0]), float(state.seconds[1])
    found = state.minutes if minutes is None else whole(minutes, 1, LONGEST_CLOCK // 60)
    if found is None:
        raise Invalid(
            "This play has no clock yet."
            if minutes is None
            else f"“{short(minutes)}” is not a valid number of minutes.",
            "`companion boolean clock --minutes 10`",
        )
    return found * 60.0, found * 60.0


# Recording the clock


class ClockStopped(Fact[WbrState], kind="clock.stopped"):
    """What is left of both times; `side` is whose was running, or would be next."""

    seconds: Annotated[Sequence[int], each_seat(whole_from(0, LONGEST_CLOCK))]
    side: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED

    def check(self, state: WbrState, referee: Referee) -> None:
        if state.is_for_several:
            raise Refused("The chess clock is for two players (BO-65).", "`companion table`")
        if all(left == 0 for left in self.seconds):
            raise Refused(
                "Both times cannot be up.", "Whose was up first? Give the other player a second."
            )

    def apply(self, state: WbrState) -> WbrState:
        side = None if self.side is NOT_RECORDED else self.side
        return replace(state, seconds=tuple(self.seconds), side=side)

    def describe(self, before: WbrState, after: WbrState) -> str:
        return f"Clock: {clock_words(after)}"


def clock_words(state: WbrState) -> str:
    """What the clock shows: `Ana 4:30, Ben 5:00`."""
    shown = state.seconds or ((state.minutes or 0) * 60,) * len(state.seats)
    return ", ".join(
        f"{state.name(seat)} {left // 60}:{left % 60:02}" for seat, left in enumerate(shown)
    )


def stop_clock(action: Action[WbrState], seconds: Sequence[int], side: int | None = None) -> None:
    """Record what the chess clock shows for each player, and whose time was running."""
    before = action.state.seconds or ((action.state.minutes or 0) * 60,) * len(seconds)
    action.add(ClockStopped(seconds=list(seconds), side=side))
    if any(now > then > 0 for now, then in zip(seconds, before, strict=False)):
        action.warn("The clock shows more time than before.")
    end(action)


# Parameters


def _read_times(state: WbrState, words: Sequence[str]) -> list[int]:
    """Read times, `ana 4:30 ben 5`, in seconds by seat.

    Raises Invalid, or Incomplete.
    """
    parts = [part for word in words for part in word.split("=") if part]
    times: dict[int, int] = {}
    for name, text in zip(parts[::2], parts[1::2], strict=False):
        times[find_seat(state.seats, name)] = _seconds(text)
    if len(parts) % 2 or len(times) != len(state.seats):
        raise Incomplete(
            "Enter a time for each player.",
            "`companion boolean clock ana 4:30 ben 5:10`",
            None if len(parts) % 2 else "times",
        )
    return [times[seat] for seat in range(len(state.seats))]


def _seconds(text: str) -> int:
    minutes, colon, rest = text.partition(":")
    whole_minutes = whole(minutes, 0, LONGEST_CLOCK // 60)
    seconds = whole(rest, 0, 59) if colon else 0
    if whole_minutes is None or seconds is None:
        raise Invalid(
            f"“{short(text)}” is not a valid time.", "Enter minutes and seconds: `4:30`, or `5`."
        )
    return min(LONGEST_CLOCK, whole_minutes * 60 + seconds)


def _next_name(trial: "Trial[WbrState]", args: Arguments[WbrState]) -> Iterator[Candidate] | None:
    """The players, one by one; after a name, any time may be typed."""
    words = args.words_of("times")
    if trial.state.is_for_several:
        return iter(())
    if len(words) % 2:
        return None
    every = people(trial.state, range(len(trial.state.seats)))
    return (who for who in every if who[0] not in words[::2])


Times = Annotated[
    Sequence[int],
    words(
        _read_times,
        name="PLAYER TIME...",
        sort=A_PLAYER,
        optional=True,
        duplicates=True,
        candidates=_next_name,
        whose=everybodys,
    ),
]
Minutes = Annotated[
    str | None,
    word(
        sort=a_number(1, LONGEST_CLOCK // 60),
        after_dash=True,
        metavar="N",
        help="For a play that began without a clock.",
    ),
]


@verb("the chess clock")
def clock(action: Action[WbrState], times: Times, *, minutes: Minutes = None) -> None:
    """Let a chess clock run, or enter what yours shows.

    Space hits the clock: after a call, after viewing, after a roll, after taking or giving a die.
    It begins with the player whose turn it is; p pauses, q stops it and records the times. You can
    enter calls in a second terminal while it runs.

    Examples:
      companion boolean clock
      companion boolean clock --minutes 5
      companion boolean clock ana 4:30 ben 5:10
    """
    if minutes is not None:
        raise Invalid("`--minutes` is for a clock that is started here.", "Leave out `--minutes`.")
    stop_clock(action, times)


@clock.by_keys
def let_run(
    seen: "PlayView[WbrState]", open_terminal: "OpenTerminal", minutes: str | None = None
) -> "Plan[WbrState]":
    """Run the clock in a terminal, and record its times when it stops."""
    state = seen.state
    _require_ticking(state)
    running = state.turn if state.side is None else state.side
    chess_clock = ChessClock(_times(state, minutes), running)
    names = [short(seat.name)[:_NAME] for seat in state.seats]
    seconds, side = run_clock(chess_clock, open_terminal(_INSTEAD), names)
    return lambda action: stop_clock(action, seconds, side)
