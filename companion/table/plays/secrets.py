"""Whose secrets they are: those of the phone on which they were entered, whoever has the seat."""

from typing import TYPE_CHECKING

from companion.core.event import Source
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Refused
from companion.table.plays.open_play import OpenPlay

if TYPE_CHECKING:
    from companion.table.desk import Desk

HANDED = "handed"
"""The key of a group's document for the marks of phones, by the play, whose secrets were handed
over: they are shown to whoever has the seat."""


def entered_on(play: OpenPlay, seat: int) -> str:
    """The mark of the phone on which something secret of a seat was entered last; empty where that
    was done at the keyboard alone, or not at all."""
    for event in reversed(play.log.standing()):
        fact = play.game.fact_of(event)
        of_the_seat = event.source.phone and event.data.get("seat") == seat
        if fact is not None and of_the_seat and fact.secrets():
            mark: str = event.source.phone
            return mark
    return ""


def may_see(desk: "Desk", play: OpenPlay, seat: int, source: Source) -> bool:
    """Whether what was entered in secret for a seat is shown to whoever sits there with a phone."""
    mark = entered_on(play, seat)
    if not mark or mark == source.phone:
        return True
    handed: dict[str, list[str]] = desk.group_document().get(HANDED, {})
    return mark in handed.get(play.ref.id, ())


def hand_over(desk: "Desk", name: str) -> Reply:
    """Have a player's secrets shown on another phone: the one that has the seat, now or later.

    Raises NotFound for nobody at the table, Refused where no phone has any.
    """
    play = desk.open()
    seat = find_seat(play.state.seats, name)
    who = play.state.name(seat)
    mark = entered_on(play, seat)
    with desk.changing_group() as document:
        handed = document.setdefault(HANDED, {}).setdefault(play.ref.id, [])
        if not mark or mark in handed:
            raise Refused(
                f"No phone keeps anything of {who} from others.",
                "Whoever has the seat sees what was entered in secret.",
            )
        handed.append(mark)
    line = f"What {who} entered in secret is shown on the phone that has {who}'s seat."
    return Reply(document=lambda: {"play": play.ref.id, "player": who}, lines=(line,))
