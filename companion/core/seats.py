"""The seats at the table, clockwise, each with a name and a short handle; and limits on their
number.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from companion.core.event import Referee
from companion.core.names import find, folded, found, listed, proper_name
from companion.core.value import Value
from companion.errors import Ambiguous, Illegal

LONGEST_HANDLE = 12


class PlayerSeat(NamedTuple):
    """A player's place. `handle` is how that player and their dice are typed (`ana.1`).

    `began_as` is the handle before the first renaming, if there was one.
    """

    name: str
    handle: str
    began_as: str = ""

    @property
    def key(self) -> str:
        """The name of the seat in logs: it never changes."""
        return self.began_as or self.handle


def seats_for(names: Iterable[str], reserved: Collection[str] = ()) -> tuple[PlayerSeat, ...]:
    """Make seats in the given order, none of which gets a `reserved` handle.

    Raises Invalid for an impossible name, Ambiguous for a duplicate.
    """
    proper = [proper_name(name, "player") for name in names]
    taken: dict[str, str] = {}
    for name in proper:
        if folded(name) in taken:
            raise Ambiguous(
                f"Two players are named {name}, so entries would be ambiguous.",
                [taken[folded(name)], name],
                "Give them different names, such as `Ana B`.",
            )
        taken[folded(name)] = name
    handles: list[str] = []
    for name in proper:
        handles.append(_handle(name, (*handles, *reserved), reserved))
    return tuple(PlayerSeat(name, handle) for name, handle in zip(proper, handles, strict=True))


def one_more(seats: Sequence[PlayerSeat], name: str, reserved: Collection[str] = ()) -> PlayerSeat:
    """Return the seat of another player. Raises Invalid for an impossible name, Ambiguous for a
    name that is taken.
    """
    names = seats_for([*(seat.name for seat in seats), name], reserved)
    handles = [seat.handle for seat in seats]
    return PlayerSeat(names[-1].name, _handle(names[-1].name, (*handles, *reserved), reserved))


def find_seat(seats: Sequence[PlayerSeat], text: str) -> int:
    """Return the number of the seat that `text` names. Raises NotFound or Ambiguous."""
    seat = seat_called(seats, text)
    if seat is not None:
        return seat
    sits = f"At the table: {listed([seat.name for seat in seats])}."
    return seats.index(find(text, seats, _names_of, "player here", sits))  # suggests similar names


def seat_called(seats: Sequence[PlayerSeat], text: str) -> int | None:
    """Return the number of the seat that `text` names; None if it names nobody. Raises Ambiguous.

    A full name comes before a handle: that of `Ana!` is `ana`, and Ana may be at the table, too.
    The handle from before a renaming is accepted in full, unless it means somebody else: for
    earlier notes, such as the lines that a phone kept while it was offline.
    """
    wanted = folded(text)
    for number, seat in enumerate(seats):
        if folded(seat.name) == wanted:
            return number
    named = found(text, seats, _names_of)
    if named is not None:
        return seats.index(named)
    return next((number for number, seat in enumerate(seats) if seat.key == wanted), None)


def _names_of(seat: PlayerSeat) -> tuple[str, str]:
    return seat.name, seat.handle


def renamed(
    seats: Sequence[PlayerSeat], number: int, name: str, reserved: Collection[str] = ()
) -> tuple[PlayerSeat, ...]:
    """Return the seats with a player renamed, who also gets another handle."""
    taken = [seat.handle for place, seat in enumerate(seats) if place != number]
    handle = _handle(name, (*taken, *reserved), reserved)
    return tuple(
        PlayerSeat(name, handle, seat.key) if place == number else seat
        for place, seat in enumerate(seats)
    )


def is_somebody(seats: Sequence[PlayerSeat], text: str) -> bool:
    """Whether somebody has exactly this name: `3`, or `red`, may be a player."""
    wanted = folded(text)
    return any(wanted in (folded(seat.name), seat.handle) for seat in seats)


def names_as_typed(seats: Sequence[PlayerSeat]) -> str:
    """Join everyone's names as typed in a command: `Ana 'Cho Ling'`."""
    from shlex import join

    return join([seat.name for seat in seats])


def _handle(name: str, taken: Collection[str], reserved: Collection[str]) -> str:
    """Return letters and digits of the name: short, and different from every `taken` handle."""
    signs = "".join(sign if sign.isalnum() else "-" for sign in folded(name))
    base = "-".join(part for part in signs.split("-") if part)[:LONGEST_HANDLE] or "p"
    if base in reserved:
        base = f"{base}-player"
    handle, number = base, 2
    while handle in taken:
        handle, number = f"{base}{number}", number + 1
    return handle


class PlayerLimits(Value):
    """The fewest and the most players of the game `title`, by this `rule`."""

    title: str
    fewest: int
    most: int
    rule: str

    def require(self, names: Sequence[str], referee: Referee, command: str) -> None:
        """Refuse too few or too many players. Raises Illegal.

        If the most is our interpretation, and not a matter of the box's contents, a house rule may
        allow more. `command` begins a play with the usual number.
        """
        count = len(names)
        if self.fewest <= count <= self.most:
            return
        who = f" ({listed(list(names))})" if 0 < count <= 6 else ""
        message = f"{self.title} is for {self._players}, not {count}{who}."
        if count > self.most and self.is_ours:
            referee.refuse(self.rule, message, 'More of you? `--house "as many as came"`.')
            return
        if referee.house is not None:
            message += " No house rule changes that here."
        order = "Name them in seat order, clockwise: " if self.most > 1 else ""
        raise Illegal(self.rule, message, f"{order}`{command}`.")

    @property
    def is_ours(self) -> bool:
        """Whether the most is our own interpretation, and not the rulebook's."""
        return self.rule.startswith("A-")

    @property
    def _players(self) -> str:
        if self.fewest < self.most:
            return f"{self.fewest} to {self.most} players"
        return f"{self.most} player{'s' * (self.most != 1)}"
