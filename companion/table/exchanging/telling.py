"""What an import did, or would do, and what is to be asked before it can."""

from collections.abc import Iterable, Sequence
from shlex import quote
from typing import Any

from companion.core.names import counted, folded, listed, short
from companion.core.record import PlayRecord
from companion.errors import Refused
from companion.table.exchanging.importing import Plan
from companion.table.exchanging.namesakes import Namesake
from companion.table.files import short_name
from companion.table.reply import Reply

SHOWN = 6
"""So many names are told; of more, how many."""


def require_answers(plan: Plan) -> None:
    """Refuse an import of which it is not clear who is who. Raises Refused."""
    asked = plan.meeting.asked
    if not asked:
        return
    first = asked[0]
    again = f"companion import {quote(plan.name)}"
    raise Refused(
        question(asked),
        f'`{again} --map "{first.name}={first.ours}"` if so, '
        f'`{again} --map "{first.name}={plan.proposal(first.name)}"` if that is somebody else; '
        + (f"`--map` once for each of the {len(asked)}, or " if len(asked) > 1 else "")
        + "`--same` if all names are the same people.",
    )


def question(asked: Sequence[Namesake]) -> str:
    """What is to be known of these names, in a sentence."""
    names = _few([one.name for one in asked])
    if len(asked) == 1:
        return f"{names} is in this file, and in the group: is that the same?"
    return f"{names} are in this file, and in the group: are they the same?"


def answered(plan: Plan, done: bool) -> Reply:
    """What an import did, or would do."""
    return Reply(document=lambda: _document(plan, done), lines=tuple(_lines(plan, done)))


def _document(plan: Plan, done: bool) -> dict[str, Any]:
    coming = plan.coming
    return {
        "import": plan.id if done and plan.new else None,
        "file": short_name(plan.name),
        "source": coming.source,
        "done": done,
        "new": len(plan.new),
        "known": plan.known,
        "alike": plan.alike,
        "left_out": [{"why": why, "plays": plays} for why, plays in coming.left_out.items()],
        "unread_scores": coming.unread,
        "games": [
            {"title": title, "game": game or None, "plays": plays}
            for (title, game), plays in _games(plan.new).items()
        ],
        "players": [
            {"name": name, "called": called, "new": called in plan.meeting.new}
            for name, called in plan.meeting.called.items()
        ],
    }


def _games(records: Iterable[PlayRecord]) -> dict[tuple[str, str], int]:
    """How many plays of which game, the most played first."""
    found: dict[tuple[str, str], int] = {}
    for record in records:
        key = (record.title, record.game)
        found[key] = found.get(key, 0) + 1
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _lines(plan: Plan, done: bool) -> list[str]:
    coming, meeting = plan.coming, plan.meeting
    left_out = sum(coming.left_out.values())
    would = "" if done else "would be "
    told = [f"{counted(len(plan.new), 'play')} {would}new" if plan.new else "No play is new"]
    told += [f"{plan.known} known already"] if plan.known else []
    told += [f"{left_out} left out"] if left_out else []
    lines = [f"{coming.source}, {short_name(plan.name)}: {', '.join(told)}."]
    if plan.alike:
        lines.append(
            f"  {counted(plan.alike, 'play')} of the known: the same game, people and time "
            "as one that was followed here."
        )
    lines += [
        f"  Left out: {counted(plays, 'play')} {why}." for why, plays in coming.left_out.items()
    ]
    if coming.unread:
        stays = "it stays" if coming.unread == 1 else "they stay"
        lines.append(f"  {counted(coming.unread, 'score')} could not be read: {stays} unknown.")
    undecided = sum(not record.winners for record in plan.new)
    if undecided:
        lines.append(
            f"  {counted(undecided, 'play')} without a winner, as the file names none: a column "
            "`won`, 1 or 0, does."
        )
    games = [f"{title} {plays}" for (title, _), plays in _games(plan.new).items()]
    if games:
        lines.append(f"  Games: {_few(games)}.")
    if meeting.new:
        lines.append(f"  New players: {_few(list(meeting.new))}.")
    others = [
        f"{name} as {called}"
        for name, called in meeting.called.items()
        if folded(name) != folded(called)
    ]
    if others:
        lines.append(f"  Here: {_few(others)}.")
    if done and plan.new:
        lines.append(
            f"  Kept as {plan.id}: `companion import --take-back {plan.id}` takes it all back."
        )
    return lines


def _few(texts: Sequence[str]) -> str:
    if len(texts) <= SHOWN:
        return listed([short(text) for text in texts])
    return f"{', '.join(short(text) for text in texts[:SHOWN])} and {len(texts) - SHOWN} more"
