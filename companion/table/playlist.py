"""The list of plays, and going back to one."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.names import listed
from companion.core.record import PlayRecord
from companion.store.base import LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.moments import day
from companion.table.records.annals import Annals
from companion.table.records.choosing import Choice
from companion.table.records.telling import length, score
from companion.table.reply import Reply
from companion.table.starting import opened_reply

SHOWN_PLAYS = 15

_UNREADABLE = {
    "corrupt": "damaged",
    "too-new": "of a newer companion",
    "not-found": "game not installed",
    "storage": "cannot be read",
    "unusable": "game does not work",
}


def list_plays(desk: Desk, every: bool, choice: Choice | None = None) -> Reply:
    """The newest plays of the group and all live ones; with `every`, all; or those of a choice.

    One that cannot be read says why, and hides no other.
    """
    choice = choice or Choice()
    document = desk.group_document()
    annals = Annals(desk)
    known = [str(who["name"]) for who in document.get("players", [])]
    plays = annals.plays if choice.is_all else choice.of(annals.plays, known).plays
    here = {*document.get("live", []), document.get("current")}
    plays = [play for play in plays if play.play in here or not _put_away(play)]
    plays = sorted(plays, key=lambda play: (play.started, len(play.play), play.play), reverse=True)
    shown = [
        play for place, play in enumerate(plays) if every or place < SHOWN_PLAYS or _is_live(play)
    ]
    current = document.get("current")
    rows = [_summary(play, current, annals.doubles.get(play.play)) for play in shown]
    lost = annals.unreadable if choice.is_all else {}
    rows += [
        {"play": play, "status": code, "current": play == current} for play, code in lost.items()
    ]
    total = len(plays) + len(lost)
    several = {play.play for play in shown if play.called != play.title}
    return Reply(
        document=lambda: {"group": desk.group, "plays": rows, "total": total},
        blocks=lambda: _plays_blocks(desk.group, rows, total, choice.is_all, several),
    )


def _is_live(play: PlayRecord) -> bool:
    return play.status == "live"


def _put_away(play: PlayRecord) -> bool:
    """Whether another play was begun before anything was entered in this one, which is live."""
    return _is_live(play) and play.ended == play.started


def _summary(play: PlayRecord, current: str | None, same: str | None) -> dict[str, Any]:
    """One play as JSON; `same` is the play that counts where this is that one once more."""
    return {
        "play": play.play,
        "game": play.game or None,
        "title": play.called,
        "status": play.status,
        "current": play.play == current,
        "started": play.started,
        "ended": None if _is_live(play) else play.ended,
        "minutes": play.minutes,
        "round": play.rounds,
        "players": [{"name": part.name, "score": part.score} for part in play.parts],
        "winners": list(play.winners),
        "source": play.source or None,
        "same_as": same,
    }


def _plays_blocks(
    group: str,
    plays: Sequence[Mapping[str, Any]],
    total: int,
    is_all: bool,
    several: Collection[str],
) -> list[Block]:
    """`several` are plays of a box with several games."""
    heading = Heading("Plays", f"group {group}")
    if not plays:
        none = (
            "None yet: `companion start bwd Ana Ben`."
            if is_all
            else "None like that: `companion plays` lists all."
        )
        return [heading, Paragraph(none)]
    columns = (
        Column(),
        Column("Play"),
        Column("Began"),
        Column("Length"),
        Column("Players", wraps=True),
    )
    rows = tuple(_row(play, play["play"] in several) for play in plays)
    blocks: list[Block] = [heading, Table(columns, rows)]
    steps = []
    if any(play["status"] in _UNREADABLE for play in plays):
        steps.append("`companion table --play ID` says what is wrong with a play.")
    if total > len(plays):
        steps.append(f"{total - len(plays)} older ones: add `--all`.")
    if any(play["status"] == "finished" for play in plays):
        newest = next(play["play"] for play in plays if play["status"] == "finished")
        steps.append(f"`companion play show {newest}` tells how it went.")
    return [*blocks, Steps(tuple(steps))] if steps else blocks


def _row(play: Mapping[str, Any], is_one_of_several: bool) -> tuple[Text, ...]:
    here = Span("▸", "active") if play["current"] else " "
    name, status = Span(play["play"], "name"), play["status"]
    if status in _UNREADABLE:
        return here, name, "", Span(_UNREADABLE[status], "bad"), ""
    if status == "finished":
        took: Text = length(play["minutes"])
    else:
        took = Span(status, "good" if status == "live" else "muted")
    scores = ", ".join(map(_name_and_score, play["players"]))
    won = f" — {listed(play['winners'])} won" if play["winners"] else ""
    # The id says which game of ours it is; of a box with several, and of others, it does not.
    own = play["play"].rpartition("-")[0] == play["game"] and not is_one_of_several
    what = () if own else (Span(f"{play['title'].rpartition(': ')[2]}: ", "muted"),)
    again = (Span(f" ({play['same_as']} once more)", "muted"),) if play["same_as"] else ()
    return here, name, day(play["started"]), took, (*what, scores + won, *again)


def _name_and_score(player: Mapping[str, Any]) -> str:
    name, points = player["name"], player["score"]
    return name if points is None else f"{name} {score(points)}"


def resume(desk: Desk, play: str) -> Reply:
    """Make a play the group's current one and show its table."""
    ref = LogRef(desk.group, PLAYS, desk.find_play(play))
    opened = desk.opened(ref, desk.store.read_log(ref))
    reply = opened_reply(opened).settled(desk.asked.as_json)
    with desk.changing_group() as document:
        document["current"] = ref.id
        live = document.get("live", [])
        if opened.state.status == "live" and ref.id not in live:  # it had been put away
            document["live"] = [*live, ref.id]
    return reply
