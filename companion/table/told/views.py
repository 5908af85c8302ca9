"""A play in a line, as the commands tell it that put plays right."""

from companion.core.record import PlayRecord
from companion.table.local_time import day, length
from companion.table.told.result import Result, ending_line


def told_line(record: PlayRecord) -> str:
    """A play: `told-3: Heat, 2026-11-03, 90 min, at Ben's: Ana 41, Ben 38 — Ana won`."""
    about = [record.called, day(record.started)]
    about += [length(record.minutes)] if record.minutes and record.status != "live" else []
    about += [f"at {record.place}"] if record.place else []
    how = ", ".join(about)
    if record.status == "live":
        return f"{record.play}: {how}, goes on"
    return f"{record.play}: {how}: {ending_line(Result(record.parts, record.coop))}"
