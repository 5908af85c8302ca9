"""Which plays count: `play delete`, `restore`, `same`, `apart` and `split`."""

from companion.core.event import DELETED, RESTORED, Draft
from companion.core.names import folded, listed, short
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.errors import Ambiguous, Invalid, Refused
from companion.exchange.groups.merge import SAME, TWO, pair, pairs_in, put_pair
from companion.table.desk import Desk
from companion.table.history.dedupe import as_one
from companion.table.history.finished_plays import History
from companion.table.history.report import record_named
from companion.table.logged.correction import held
from companion.table.logged.result import summary_line


def delete_play(desk: Desk, text: str) -> Reply:
    """Remove a play from lists and statistics; its log stays.

    Raises Refused for one that is going on or deleted already, and errors about its name.
    """
    desk.ensure_group()
    with desk.changing_group() as document, held(desk, text) as found:
        play = found.record.play
        if found.record.status == "deleted":
            raise Refused(
                f"{play} is deleted already.", f"`companion play restore {play}` brings it back."
            )
        if found.record.status == "live":
            raise Refused(
                f"{play} is going on, so it cannot be deleted.",
                f"`companion finish --abandon --play {play}` ends it first.",
            )
        line = summary_line(found.record)
        found.write(desk, [Draft(DELETED, {})])
        if document.get("current") == play:
            del document["current"]
    return Reply(
        document=lambda: {"group": desk.group, "play": play, "deleted": True},
        lines=(
            f"{line}: deleted, and removed from lists and statistics.",
            f"→ `companion play restore {play}` brings it back; `companion plays --deleted` lists "
            "deleted plays.",
        ),
    )


def restore_play(desk: Desk, text: str) -> Reply:
    """Let a deleted play count again. Raises Refused if it is not deleted."""
    desk.ensure_group()
    with desk.changing_group(), held(desk, text) as found:
        play = found.record.play
        if found.record.status != "deleted":
            raise Refused(
                f"{play} is not deleted: there is nothing to restore.",
                "`companion plays --deleted` lists deleted plays.",
            )
        after = found.write(desk, [Draft(RESTORED, {})])
    return Reply(
        document=lambda: {"group": desk.group, "play": play, "deleted": False},
        lines=(f"{summary_line(after)}: restored. It counts again.",),
    )


# Two plays that are one


def say_same(desk: Desk, one: str, other: str) -> Reply:
    """Let two plays count once. Raises NotFound, Ambiguous, Invalid or Refused."""
    first, second = _two(desk, one, other)
    if first.uid == second.uid:
        raise Refused(
            f"{second.play} is the same play as {first.play} already: both began as one.",
            "`companion plays` shows which of them counts.",
        )
    if (first.game, folded(first.title)) != (second.game, folded(second.title)):
        raise Refused(
            f"{first.play} is a play of {short(first.title)}, {second.play} one of "
            f"{short(second.title)}: they cannot be one.",
            "`companion plays` lists all."
            if first.game and second.game
            else "`companion title merge -h` says how two titles become one game.",
        )
    _put(desk, first, second, SAME)
    link = pair(first.uid, second.uid, SAME)
    again = as_one({first.uid: first, second.uid: second}, [link])
    counts = next(one.play for one in (first, second) if one.uid not in again)
    other = next(one.play for one in (first, second) if one.uid in again)
    left = [one.play for one in (first, second) if one.status == "abandoned"]
    if left:
        verb = "was" if len(left) == 1 else "were"
        line = (
            f"{other} is the same play as {counts}; {listed(left)} {verb} abandoned: such plays do "
            "not count."
        )
    else:
        live = any(one.status != "finished" for one in (first, second))
        when = ", when both are finished" if live else ""
        line = f"{other} is the same play as {counts}: it counts once{when}."
    return Reply(
        document=lambda: {"group": desk.group, "plays": [first.play, second.play], "same": True},
        lines=(line, f"→ `companion play apart {other} {counts}` if they are two after all."),
    )


def say_two(desk: Desk, one: str, other: str) -> Reply:
    """Let two plays count as two. Raises NotFound, Ambiguous, Invalid or Refused."""
    first, second = _two(desk, one, other)
    if first.uid == second.uid:
        raise Refused(
            f"{first.play} and {second.play} began as one play and went on separately.",
            f"`companion play keep {first.play}` if only that one counts.",
        )
    _put(desk, first, second, TWO)
    return Reply(
        document=lambda: {"group": desk.group, "plays": [first.play, second.play], "same": False},
        lines=(
            f"{first.play} and {second.play} are two plays: both count.",
            f"→ `companion play same {first.play} {second.play}` if they are one after all.",
        ),
    )


def say_split(desk: Desk, one: str) -> Reply:
    """Let a play count apart from the one that it was counted together with; either may be named.

    Raises NotFound, Ambiguous or Refused.
    """
    record = record_named(desk, one)
    play, history = record.play, History(desk)
    doubles = history.doubles
    others = [again for again, counts in doubles.items() if counts == play]
    if play not in doubles and not others:  # plays that are going on may be paired already
        paired = [it for it in pairs_in(desk.group_document()) if it.verdict == SAME]
        uids = {uid for it in paired if record.uid in it.uids for uid in it.uids} - {record.uid}
        others = [it.play for uid in sorted(uids) for it in history.plays.also("uid = ?", uid)]
    if play in doubles:
        return say_two(desk, play, doubles[play])
    if not others:
        raise Refused(
            f"No other play is counted together with {play}.",
            "`companion plays` shows which plays are the same as another.",
        )
    if len(others) > 1:
        raise Ambiguous(
            f"{play} is counted together with {listed(others)}: which of them is a different play?",
            " or ".join(f"`companion play split {again}`" for again in others[:2]),
        )
    return say_two(desk, others[0], play)


def _two(desk: Desk, one: str, other: str) -> tuple[PlayRecord, PlayRecord]:
    first, second = (record_named(desk, text) for text in (one, other))
    if first.play == second.play:
        raise Invalid(f"{first.play} is one play: name two.", "`companion plays` lists all.")
    return first, second


def _put(desk: Desk, first: PlayRecord, second: PlayRecord, verdict: str) -> None:
    with desk.changing_group() as document:
        put_pair(document, pair(first.uid, second.uid, verdict, desk.now()))
