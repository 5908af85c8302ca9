"""`companion boolean clock`: a chess clock in the terminal for the timed variation."""

from collections.abc import Sequence
from typing import Annotated

import typer

from companion.core.action import Action
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Invalid, Refused
from companion.games.boolean.commands.words import enter_in, require_variant
from companion.games.boolean.wbr import moves
from companion.games.boolean.wbr.clock import ChessClock, time_words
from companion.games.boolean.wbr.shapes import LONGEST_CLOCK
from companion.games.boolean.wbr.state import WbrState
from companion.table.desk import Desk
from companion.table.live import LiveTerminal
from companion.table.options import takes

app = typer.Typer()

_GAME = ("white-black-roll",)
_PRESS, _PAUSE, _STOP = (" ", "\r", "\n"), "p", ("q", "\x04")
_KEYS = "space: hit it · p: pause · q: stop"
_INSTEAD = "Tell what a clock of your own shows: `companion boolean clock ana 4:30 ben 5:10`."
_TICK, _NAME = 0.1, 14


@app.command("clock")
@takes(house=True)
def clock(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAYER TIME...]", show_default=False)
    ] = None,
    minutes: Annotated[
        str | None, typer.Option(metavar="N", help="For a play that began without a clock.")
    ] = None,
) -> Reply:
    """Let a chess clock run, or tell what yours shows.

    Space hits the clock: after a call, after viewing, after a roll, after a die was taken or given.
    It begins with the player whose turn it is; p pauses, q stops and keeps the times in the log.
    Calls can be entered in a second terminal while it runs.

    \b
    Examples:
      companion boolean clock
      companion boolean clock --minutes 5
      companion boolean clock ana 4:30 ben 5:10
    """
    desk: Desk = ctx.obj
    if words:
        if minutes is not None:
            raise Invalid("What the clock shows is told already.", "Leave out `--minutes`.")
        told = list(words)
        return enter_in(ctx, _GAME, lambda action: moves.stop_clock(action, _told(action, told)))
    play = desk.open()
    require_variant(play.state, _GAME)
    state: WbrState = play.state
    _require_ticking(state)
    side = (state.turn or 0) if state.side is None else state.side
    face = ChessClock(_times(state, minutes), side)
    names = [short(seat.name)[:_NAME] for seat in state.seats]
    seconds, side = run(face, desk.live(_INSTEAD), names)
    return enter_in(ctx, _GAME, lambda action: moves.stop_clock(action, seconds, side))


def run(
    face: ChessClock, terminal: LiveTerminal, names: Sequence[str]
) -> tuple[tuple[int, int], int]:
    """Let the clock go until it is stopped or somebody's time is up.

    Gives what is left, in seconds, and whose time was running.

    Ctrl-C stops it as well: no time is lost.
    """
    with terminal:
        try:
            terminal.say(_KEYS)
            while face.fallen(terminal.seconds()) is None:
                terminal.show(_line(face, terminal.seconds(), names))
                key = terminal.key(_TICK)
                if key in _PRESS:
                    face = face.pressed(terminal.seconds())
                elif key == _PAUSE:
                    face = face.paused(terminal.seconds())
                elif key in _STOP:
                    break
        except KeyboardInterrupt:
            pass
        now = terminal.seconds()
        terminal.show(_line(face, now, names))
        return face.whole(now), face.side


def _line(face: ChessClock, now: float, names: Sequence[str]) -> str:
    shown = face.shown(now)
    sides = [
        f"{'▸' if side == face.side else ' '} {name} {time_words(left)}"
        for side, (name, left) in enumerate(zip(names, shown, strict=True))
    ]
    return ("" if face.running else "paused ") + "  ".join(sides)


def _require_ticking(state: WbrState) -> None:
    if state.status != "live" or state.several or not state.loose:
        raise Refused(
            "A chess clock is for a play of two players with dice in the middle (BO-65).",
            "`companion start boolean Ana Ben --minutes 10` begins one.",
        )


def _times(state: WbrState, minutes: str | None) -> tuple[float, float]:
    """What both times begin with: as the clock was stopped, or all of it. Raises Invalid."""
    if state.seconds:
        if minutes is not None:
            raise Invalid(
                "The clock was running already, and goes on where it was stopped.",
                "Leave out `--minutes`; `companion undo` takes back what was told.",
            )
        return float(state.seconds[0]), float(state.seconds[1])
    told = state.minutes if minutes is None else whole(minutes, 1, LONGEST_CLOCK // 60)
    if told is None:
        raise Invalid(
            "This play has no clock yet."
            if minutes is None
            else f"“{short(minutes)}” is no number of minutes.",
            "`companion boolean clock --minutes 10`",
        )
    return told * 60.0, told * 60.0


def _told(action: Action[WbrState], words: Sequence[str]) -> list[int]:
    """Times as they were typed, `ana 4:30 ben 5`, in seconds by seat. Raises Invalid."""
    state = action.state
    parts = [part for word in words for part in word.split("=") if part]
    times: dict[int, int] = {}
    for name, text in zip(parts[::2], parts[1::2], strict=False):
        times[find_seat(state.seats, name)] = _seconds(text)
    if len(parts) % 2 or len(times) != len(state.seats):
        raise Invalid(
            "A clock shows a time for each player.", "`companion boolean clock ana 4:30 ben 5:10`"
        )
    return [times[seat] for seat in range(len(state.seats))]


def _seconds(text: str) -> int:
    minutes, colon, rest = text.partition(":")
    whole_minutes = whole(minutes, 0, LONGEST_CLOCK // 60)
    seconds = whole(rest, 0, 59) if colon else 0
    if whole_minutes is None or seconds is None:
        raise Invalid(f"“{short(text)}” is no time.", "Minutes and seconds: `4:30`, or `5`.")
    return min(LONGEST_CLOCK, whole_minutes * 60 + seconds)
