"""The list of plays, and going back to one."""

from collections.abc import Sequence
from typing import Any

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.names import listed
from companion.errors import CompanionError
from companion.store.base import LogRef
from companion.table.desk import PLAYS, Desk
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


def list_plays(desk: Desk, every: bool) -> Reply:
    """The newest plays of the group, the live ones marked; all of them with `every`."""
    ids = desk.store.log_ids(desk.group, PLAYS) if desk.group_document() else []
    document = desk.group_document()
    live = set(document.get("live", []))
    chosen = ids if every else [play for play in ids if play in live or play in ids[-SHOWN_PLAYS:]]
    plays = [_summary(desk, play, document.get("current")) for play in reversed(chosen)]
    return Reply(
        document=lambda: {"group": desk.group, "plays": plays, "total": len(ids)},
        blocks=lambda: _plays_blocks(desk.group, plays, len(ids)),
    )


def _summary(desk: Desk, play: str, current: str | None) -> dict[str, Any]:
    """One play in a line; a damaged one says so and does not hide the others."""
    ref = LogRef(desk.group, PLAYS, play)
    try:
        opened = desk.opened(ref, desk.store.read_log(ref))
    except CompanionError as problem:
        return {"play": play, "status": problem.code, "current": play == current}
    state = opened.state
    return {
        "play": play,
        "game": opened.game.id,
        "status": state.status,
        "current": play == current,
        "started": opened.log.events[0].at,
        "round": state.round,
        "players": [
            {"name": who.name, "score": opened.game.score_of(state, seat)}
            for seat, who in enumerate(state.seats)
        ],
        "winners": [state.name(seat) for seat in state.winners],
    }


def _plays_blocks(group: str, plays: Sequence[dict[str, Any]], total: int) -> list[Block]:
    heading = Heading("Plays", f"group {group}")
    if not plays:
        return [heading, Paragraph("None yet: `companion start bwd Ana Ben`.")]
    rows: list[tuple[Text, ...]] = []
    for play in plays:
        here = Span("▸", "active") if play["current"] else " "
        scores = ", ".join(_name_and_score(entry) for entry in play.get("players", ()))
        won = f" — {listed(play['winners'])} won" if play.get("winners") else ""
        status = Span(
            _UNREADABLE.get(play["status"], play["status"]),
            "good" if play["status"] == "live" else "muted",
        )
        when = play.get("started", "")[:10]
        rows.append((here, Span(play["play"], "name"), when, status, scores + won))
    columns = (Column(), Column("Play"), Column("Began"), Column("Status"), Column("", wraps=True))
    blocks: list[Block] = [heading, Table(columns, tuple(rows))]
    if any(play["status"] in _UNREADABLE for play in plays):
        blocks.append(Steps(("`companion table --play ID` says what is wrong with a play.",)))
    if total > len(plays):
        blocks.append(Steps((f"{total - len(plays)} older ones: `companion plays --all`.",)))
    return blocks


def _name_and_score(player: dict[str, Any]) -> str:
    name, score = player["name"], player["score"]
    return name if score is None else f"{name} {score}"


def resume(desk: Desk, play: str) -> Reply:
    """Make a play the group's current one and show its table."""
    ref = LogRef(desk.group, PLAYS, desk.find_play(play))
    opened = desk.opened(ref, desk.store.read_log(ref))
    reply = opened_reply(opened).settled(desk.asked.as_json)
    with desk.changing_group() as document:
        document["current"] = ref.id
    return reply
