"""Who of theirs is who of ours, where only people can tell: typed, or asked."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.names import find, listed, proper_name, short
from companion.errors import Ambiguous, Invalid
from companion.table.grouping.arriving import Arriving

Asking = Callable[[str], str]
"""Asks whether somebody of that name there is the one here, and gives the name here."""


def people_of(players: list[dict[str, Any]]) -> list[str]:
    """The names of a group's players."""
    return [str(who["name"]) for who in players]


def chosen_people(told: Mapping[str, str], theirs: list[str]) -> dict[str, str]:
    """Who is who, as it was typed, by full names. Raises NotFound, Ambiguous or Invalid."""
    hint = f"In the file: {listed(theirs)}." if theirs else "There are no players in the file."
    return {
        find(name, theirs, lambda one: (one,), "player in that file", hint): proper_name(
            here, "player"
        )
        for name, here in told.items()
    }


def asked_on_the_line(coming: Arriving, group: str, command: str) -> Asking:
    """Refuses to guess who is who, with what to type. For where nobody can be asked."""
    theirs = people_of(coming.head.document.get("players", []))

    def refuse(name: str) -> str:
        raise Ambiguous(
            f"“{group}” and “{short(coming.head.group)}” have no play in common, and "
            f"{name} is in both: is it the same person?",
            theirs,
            f"`{command} --same` if all who are called alike are, or for each: `--map "
            f"'{name}={name}'` (the same), `--map '{name}={name} B'` (somebody else).",
        )

    return refuse


def told_map(words: list[str]) -> dict[str, str]:
    """`--map THEIRS=OURS` as it was typed. Raises Invalid."""
    found: dict[str, str] = {}
    for word in words:
        there, equals, here = (part.strip() for part in word.partition("="))
        if not equals or not there or not here:
            raise Invalid(
                f"“{short(word)}” does not say who is who.",
                "Their name, then the one here: `--map 'Ana=Ana B'`.",
            )
        found[there] = here
    return found
