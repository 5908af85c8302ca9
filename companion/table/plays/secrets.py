"""Secrets stay on the phone on which they were entered, whoever takes the seat later."""

from typing import TYPE_CHECKING

from companion.core.event import Source
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Refused
from companion.table.plays.open_play import OpenPlay

if TYPE_CHECKING:
    from companion.table.desk import Desk

HANDED = "handed"
"""The key of a group's document for the marks of phones whose secrets were handed over, by play."""


def entered_on(play: OpenPlay, seat: int) -> str:
    """The mark of the phone on which a secret of a seat was entered last; empty for none."""
    for event in reversed(play.log.standing()):
        kind = play.game.kinds.get(event.kind)
        of_the_seat = event.source.phone and event.data.get("seat") == seat
        if kind is not None and of_the_seat and kind.secrets(event.data):
            mark: str = event.source.phone
            return mark
    return ""


def may_see(desk: "Desk", play: OpenPlay, seat: int, source: Source) -> bool:
    """Whether the secrets of a seat are shown on the phone that has the seat now."""
    mark = entered_on(play, seat)
    if not mark or mark == source.phone:
        return True
    handed: dict[str, list[str]] = desk.group_document().get(HANDED, {})
    return mark in handed.get(play.ref.id, ())


def hand_over(desk: "Desk", name: str) -> Reply:
    """Show a player's secrets on the phone that has the seat, now or later.

    Raises NotFound for somebody who is not at the table, Refused where no phone has secrets.
    """
    play = desk.open()
    seat = find_seat(play.state.seats, name)
    who = play.state.name(seat)
    mark = entered_on(play, seat)
    with desk.changing_group() as document:
        handed = document.setdefault(HANDED, {}).setdefault(play.ref.id, [])
        if not mark or mark in handed:
            raise Refused(
                f"No phone keeps any secret of {who}'s.",
                "Whoever has the seat sees what was entered in secret.",
            )
        handed.append(mark)
    line = f"What {who} entered in secret is shown on the phone that has {who}'s seat."
    return Reply(document=lambda: {"play": play.ref.id, "player": who}, lines=(line,))
