"""Keeps secrets on the phone on which they were entered, whoever takes the seat later."""

from typing import TYPE_CHECKING

from companion.core.event import Event, Source
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Refused
from companion.table.plays.open_play import OpenPlay

if TYPE_CHECKING:
    from companion.table.desk import Desk

HANDED = "handed"
"""The key of a group's document for the marks of phones whose secrets were handed over, by play."""


def entered_on(play: OpenPlay, seat: int) -> set[str]:
    """The marks of all phones on which a secret of a seat was entered.

    Empty if secrets were entered only at the keyboard, or not at all.
    """
    return {
        event.source.phone
        for event in play.log.standing()
        if event.source.phone and event.data.get("seat") == seat and is_secret(play, event)
    }


def is_secret(play: OpenPlay, event: Event) -> bool:
    """Whether an entry holds what only one player may read."""
    fact = play.game.fact_of(event)
    return fact is not None and bool(fact.secrets())


def may_see(desk: "Desk", play: OpenPlay, seat: int, source: Source) -> bool:
    """Whether a phone with that seat may see the seat's secrets: all of them, or none."""
    others = entered_on(play, seat) - {source.phone}
    return not others or others <= {*_handed(desk, play)}


def _handed(desk: "Desk", play: OpenPlay) -> list[str]:
    handed: dict[str, list[str]] = desk.group_document().get(HANDED, {})
    return handed.get(play.ref.id, [])


def hand_over(desk: "Desk", name: str) -> Reply:
    """Show a player's secrets on the phone that has the seat, now or later.

    Raises NotFound for somebody who is not at the table, Refused if no phone has secrets.
    """
    play = desk.open()
    seat = find_seat(play.state.seats, name)
    who = play.state.name(seat)
    marks = entered_on(play, seat)
    with desk.changing_group() as document:
        handed = document.setdefault(HANDED, {}).setdefault(play.ref.id, [])
        if marks <= {*handed}:
            raise Refused(
                f"No phone keeps any secret of {who}'s.",
                "The player in the seat sees what was entered in secret.",
            )
        handed += sorted(marks - {*handed})
    line = f"What {who} entered in secret is shown on the phone that has {who}'s seat."
    return Reply(document=lambda: {"play": play.ref.id, "player": who}, lines=(line,))
