"""Completions for the names of plays, players, groups and titles, for shells and the prompt."""

from collections.abc import Iterable, Iterator, Sequence

from companion.table.desk import PLAYS, Desk

NEWEST = 30
"""How many plays that are over are offered."""


def plays(desk: Desk, typed: Sequence[str], beginning: str) -> Iterator[tuple[str, str]]:
    """The group's plays: live ones first, then the newest."""
    document = desk.group_document()
    ids = desk.store.log_ids(desk.group, PLAYS) if document else []
    live = [play for play in reversed(document.get("live", [])) if play in ids]
    yield from ((play, "is going on") for play in live)
    yield from ((play, "") for play in ids[: -NEWEST - 1 : -1] if play not in live)


def players(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """The group's players."""
    return [who["name"] for who in desk.group_document().get("players", [])]


def groups(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """All groups."""
    return desk.store.groups()


def titles(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """The titles of the games that were played, or scored on a sheet."""
    from companion.table.groups.titles import KnownTitles

    known = KnownTitles(desk)
    return [*(one.title for one in known.played), *known.unplayed]


def own_titles(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """The titles that do not belong to built-in games."""
    from companion.table.groups.titles import KnownTitles

    return KnownTitles(desk).own()


def former_titles(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """The titles that were renamed, or merged into others."""
    from companion.core.titles import Titles

    return [title for title, _ in Titles.of(desk.group_document()).former()]
