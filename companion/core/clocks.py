"""Clocks in a terminal: keys for handing over, pause and stop; durations as people type them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.core.names import short
from companion.errors import Invalid

if TYPE_CHECKING:
    from companion.core.terminal import LiveTerminal

PRESS, PAUSE, STOP = (" ", "\r", "\n"), "p", ("q", "\x04")
LONGEST_CLOCK = 24 * 60 * 60
"""The most seconds to which a clock may be set."""
_TICK = 0.1
_IN_UNITS = re.compile(r"(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?", re.ASCII)
_WITH_COLONS = re.compile(r"(?:(\d{1,2}):)?(\d{1,4}):(\d{2})", re.ASCII)

F = TypeVar("F", bound="Face")


class Face(Protocol):
    """What a clock shows: a value that changes when a key is pressed."""

    def pressed(self: F, now: float) -> F:
        """Return the face after a player has pressed it."""

    def paused(self: F, now: float) -> F:
        """Return the face after it was paused or resumed."""


def watch(
    face: F,
    terminal: "LiveTerminal",
    keys: str,
    line: Callable[[F, float], str],
    is_over: Callable[[F, float], bool] = lambda face, now: False,
) -> tuple[F, float]:
    """Run a clock until it is stopped or over; return its last face, and the time then.

    `keys` explains the keys, `line` gives the line to show. Ctrl-C stops it as well: no time is
    lost.
    """
    with terminal:
        try:
            terminal.say(keys)
            while not is_over(face, terminal.seconds()):
                terminal.show(line(face, terminal.seconds()))
                key = terminal.key(_TICK)
                if key in PRESS:
                    face = face.pressed(terminal.seconds())
                elif key == PAUSE:
                    face = face.paused(terminal.seconds())
                elif key in STOP:
                    break
        except KeyboardInterrupt:
            pass
        now = terminal.seconds()
        terminal.show(line(face, now))
        return face, now


def seconds_of(text: str, what: str) -> int:
    """Return the seconds of a duration as typed: `10:00`, `1:30:00`, `90s`, `10m`, `1h30m`.

    Raises Invalid for anything else, for 0, and for more than a day; `what` is the option.
    """
    typed = text.strip().lower()
    found = _WITH_COLONS.fullmatch(typed) or _IN_UNITS.fullmatch(typed)
    hours, minutes, rest = (int(it or 0) for it in (found.groups() if found else ("", "", "")))
    seconds = (hours * 60 + minutes) * 60 + rest
    if not 0 < seconds <= LONGEST_CLOCK or (":" in typed and rest > 59):
        raise Invalid(
            f"`{what} {short(text)}` is not a time for a clock.",
            f"Such as `{what} 10:00`, `{what} 90s` or `{what} 1h30m`; at most a day.",
        )
    return seconds


def clock_time(seconds: float) -> str:
    """Return a time as clocks show it, in whole seconds: `9:05`, `1:02:03`, `−0:07`."""
    whole = int(abs(seconds))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    shown = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{shown}" if seconds <= -1 else shown


def clock_line(data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return a clock's times, from a log's data: `clock from 10:00: Ana 12:03 · Ben 9:40`."""
    begun = f" from {clock_time(data['from'])}" if "from" in data else ""
    seats = data.get("seats")
    shown = (
        [clock_time(data["total"])]
        if seats is None
        else [f"{name} {clock_time(time)}" for name, time in zip(names, seats, strict=True)]
    )
    return f"clock{begun}: {' · '.join(shown)}"
