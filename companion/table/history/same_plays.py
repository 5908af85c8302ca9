"""`play same`, `play apart`: two plays are one, followed on two devices, or two."""

from companion.core.names import folded, listed, short
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.exchange.groups.pairs import SAME, TWO, pair, put
from companion.table.desk import Desk
from companion.table.history.dedupe import as_one
from companion.table.history.report import record_named


def say_same(desk: Desk, one: str, other: str) -> Reply:
    """Let two plays count once. Raises NotFound, Ambiguous, Invalid or Refused."""
    first, second = _two(desk, one, other)
    if first.uid == second.uid:
        raise Refused(
            f"{second.play} is {first.play} once more already: both began as one play.",
            "`companion plays` shows which of them counts.",
        )
    if (first.game, folded(first.title)) != (second.game, folded(second.title)):
        raise Refused(
            f"{first.play} is a play of {short(first.title)}, {second.play} one of "
            f"{short(second.title)}: they cannot be one.",
            "`companion plays` lists all that there are.",
        )
    _put(desk, first, second, SAME)
    told = pair(first.uid, second.uid, SAME)
    again = as_one({first.uid: first, second.uid: second}, [told])
    counts = next(one.play for one in (first, second) if one.uid not in again)
    other = next(one.play for one in (first, second) if one.uid in again)
    left = [one.play for one in (first, second) if one.status == "abandoned"]
    if left:
        verb = "was" if len(left) == 1 else "were"
        line = (
            f"{other} is {counts} once more; {listed(left)} {verb} abandoned: no such play counts."
        )
    else:
        live = any(one.status != "finished" for one in (first, second))
        when = ", when both are finished" if live else ""
        line = f"{other} is {counts} once more: it counts once{when}."
    return Reply(
        document=lambda: {"group": desk.group, "plays": [first.play, second.play], "same": True},
        lines=(line, f"→ `companion play apart {other} {counts}` if they are two after all."),
    )


def say_two(desk: Desk, one: str, other: str) -> Reply:
    """Let two plays count as two. Raises NotFound, Ambiguous, Invalid or Refused."""
    first, second = _two(desk, one, other)
    if first.uid == second.uid:
        raise Refused(
            f"{first.play} and {second.play} began as one play, and went two ways.",
            f"If only one of them counts: `companion finish --abandon --play {second.play}`.",
        )
    _put(desk, first, second, TWO)
    return Reply(
        document=lambda: {"group": desk.group, "plays": [first.play, second.play], "same": False},
        lines=(
            f"{first.play} and {second.play} are two: both count.",
            f"→ `companion play same {first.play} {second.play}` if they are one after all.",
        ),
    )


def began_as_one(desk: Desk, one: str, other: str) -> bool:
    """Whether two plays of these ids began as one, which went two ways since."""
    return record_named(desk, one).uid == record_named(desk, other).uid


def _two(desk: Desk, one: str, other: str) -> tuple[PlayRecord, PlayRecord]:
    first, second = (record_named(desk, text) for text in (one, other))
    if first.play == second.play:
        raise Invalid(
            f"{first.play} is one play: name two.", "`companion plays` lists all that there are."
        )
    return first, second


def _put(desk: Desk, first: PlayRecord, second: PlayRecord, said: str) -> None:
    with desk.changing_group() as document:
        put(document, pair(first.uid, second.uid, said, desk.now()))
