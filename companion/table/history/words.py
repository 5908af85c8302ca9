"""When a play was, how long it took, what somebody had in the end, and which it is once more."""

from companion.table.moments import local

_HOURS_FROM = 100


def length(minutes: int | None) -> str:
    """A time as players say it: `45 min`, `2 h 05`; `–` where it is unknown."""
    if minutes is None:
        return "–"
    return f"{minutes} min" if minutes < _HOURS_FROM else f"{minutes // 60} h {minutes % 60:02}"


def score(points: float) -> str:
    """Points without decimals that say nothing, a real minus sign before them."""
    told = f"{points:.0f}" if points == int(points) else f"{points:g}"
    return told.replace("-", "−")


def when(started: str, ended: str) -> str:
    """From when to when something went on, in the time of this place: the day, and the hours."""
    begun, over = local(started), local(ended)
    on, clock = begun[:10], begun[11:16]
    if over[:10] == on:
        return f"{on}, {clock}" + (f"–{over[11:16]}" if over[11:16] != clock else "")
    return f"{on}, {clock} to {over[:10]}, {over[11:16]}"


def again_line(again: str, counts: str) -> str:
    """What is said of two plays that look like one, by their ids; the second one counts."""
    return (
        f"{again} looks like {counts}, followed on another device: the same game, people, winner "
        f"and time. It counts once, as {counts}; `companion play apart {again} {counts}` if they "
        "are two."
    )
