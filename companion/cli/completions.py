"""What a shell, or the prompt, completes where a play, a player or a group is to be named.

Nothing here fails: where something cannot be read, nothing is offered.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.offer import people
from companion.errors import CompanionError
from companion.table.desk import PLAYS, Desk
from companion.table.plays import enter

NEWEST = 30
"""Of the plays that are over, as many as are offered."""
Words = list[tuple[str, str]]
"""Words that may stand there, each with what it is."""


def plays(ctx: Any, args: list[str], incomplete: str) -> Words:
    """The group's plays: those that are going on, then the newest."""
    try:
        return list(_plays(ctx.obj))
    except CompanionError:
        return []


def _plays(desk: Desk) -> Iterator[tuple[str, str]]:
    document = desk.group_document()
    ids = desk.store.log_ids(desk.group, PLAYS) if document else []
    live = [play for play in reversed(document.get("live", [])) if play in ids]
    yield from ((play, "is going on") for play in live)
    yield from ((play, "") for play in ids[: -NEWEST - 1 : -1] if play not in live)


def seated(desk: Desk, typed: Sequence[str], beginning: str) -> Words:
    """Who sits at the table."""
    try:
        state = desk.open().state
    except CompanionError:
        return []
    return list(people(state, range(len(state.seats))))


def takers(desk: Desk, typed: Sequence[str], beginning: str) -> Words:
    """Who may get the marker."""
    return [] if typed else enter.takers(desk)


def scoring(desk: Desk, typed: Sequence[str], beginning: str) -> Words:
    """Who sits at the table, where a name comes next after these words of `score`."""
    if typed and typed[-1][:1] not in ("+", "-", "−", "="):
        return []
    return [
        (word, f"{about or word.capitalize()}: +3, -2, =7")
        for word, about in seated(desk, typed, beginning)
    ]


def players(ctx: Any, args: list[str], incomplete: str) -> list[str]:
    """The group's players."""
    try:
        return [who["name"] for who in ctx.obj.group_document().get("players", [])]
    except CompanionError:
        return []


def groups(ctx: Any, args: list[str], incomplete: str) -> list[str]:
    """All groups."""
    try:
        found: list[str] = ctx.obj.store.groups()
    except CompanionError:
        return []
    return found


def titles(ctx: Any, args: list[str], incomplete: str) -> list[str]:
    """The titles of the games that were played, or scored on a sheet."""
    return _titles(ctx.obj, own=False)


def own_titles(ctx: Any, args: list[str], incomplete: str) -> list[str]:
    """Those of them that are no built-in game's."""
    return _titles(ctx.obj, own=True)


def _titles(desk: Desk, *, own: bool) -> list[str]:
    from companion.table.groups.titles import KnownTitles

    try:
        known = KnownTitles(desk)
    except CompanionError:
        return []
    return known.own() if own else [*(one.title for one in known.played), *known.unplayed]


def former_titles(ctx: Any, args: list[str], incomplete: str) -> list[str]:
    """The titles that were renamed, or merged into others."""
    from companion.core.titles import Titles

    try:
        return [title for title, _ in Titles.of(ctx.obj.group_document()).former()]
    except CompanionError:
        return []
