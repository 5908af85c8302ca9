"""Who sits at the table: seats clockwise, each with a name and a short handle; how many may sit."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from companion.core.event import Referee
from companion.core.names import find, folded, found, listed, proper_name
from companion.core.value import Value
from companion.errors import Ambiguous, Illegal

LONGEST_HANDLE = 12


class PlayerSeat(NamedTuple):
    """A player's place. `handle` is how that player and his or her dice are typed (`ana.1`).

    `began_as` is the handle of before the first renaming, where there was one.
    """

    name: str
    handle: str
    began_as: str = ""

    @property
    def key(self) -> str:
        """What logs call the seat: it never changes."""
        return self.began_as or self.handle


def seats_for(names: Iterable[str], reserved: Collection[str] = ()) -> tuple[PlayerSeat, ...]:
    """Seats in the given order, none of which gets a `reserved` handle.

    Raises Invalid for an impossible name, Ambiguous for a double.
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
    """The seat of somebody who sits down as well. Raises Invalid for an impossible name, Ambiguous
    for a second player of that name."""
    names = seats_for([*(seat.name for seat in seats), name], reserved)
    handles = [seat.handle for seat in seats]
    return PlayerSeat(names[-1].name, _handle(names[-1].name, (*handles, *reserved), reserved))


def find_seat(seats: Sequence[PlayerSeat], text: str) -> int:
    """The number of the seat that `text` names. Raises NotFound or Ambiguous."""
    seat = seat_called(seats, text)
    if seat is not None:
        return seat
    sits = f"At the table: {listed([seat.name for seat in seats])}."
    return seats.index(find(text, seats, _names_of, "player here", sits))  # says who is near


def seat_called(seats: Sequence[PlayerSeat], text: str) -> int | None:
    """The number of the seat that `text` names; None where it names nobody. Raises Ambiguous.

    A full name comes before a handle: that of `Ana!` is `ana`, and Ana may sit there too. The
    handle of before a renaming still does in full, where it means nobody else: for what was noted
    before, such as the lines that a phone kept while it was away.
    """
    wanted = folded(text)
    for number, seat in enumerate(seats):
        if folded(seat.name) == wanted:
            return number
    meant = found(text, seats, _names_of)
    if meant is not None:
        return seats.index(meant)
    return next((number for number, seat in enumerate(seats) if seat.key == wanted), None)


def _names_of(seat: PlayerSeat) -> tuple[str, str]:
    return seat.name, seat.handle


def renamed(
    seats: Sequence[PlayerSeat], number: int, name: str, reserved: Collection[str] = ()
) -> tuple[PlayerSeat, ...]:
    """The seats, where somebody goes by another name from now on, and so by another handle."""
    taken = [seat.handle for place, seat in enumerate(seats) if place != number]
    handle = _handle(name, (*taken, *reserved), reserved)
    return tuple(
        PlayerSeat(name, handle, seat.key) if place == number else seat
        for place, seat in enumerate(seats)
    )


def is_somebody(seats: Sequence[PlayerSeat], text: str) -> bool:
    """Whether somebody is called exactly so: `3`, or `red`, may be a player."""
    wanted = folded(text)
    return any(wanted in (folded(seat.name), seat.handle) for seat in seats)


def names_as_typed(seats: Sequence[PlayerSeat]) -> str:
    """Everybody's name as it is typed in a command: `Ana 'Cho Ling'`."""
    from shlex import join

    return join([seat.name for seat in seats])


def _handle(name: str, taken: Collection[str], reserved: Collection[str]) -> str:
    """Letters and digits of the name, short, and unlike every handle that is `taken`."""
    signs = "".join(sign if sign.isalnum() else "-" for sign in folded(name))
    base = "-".join(part for part in signs.split("-") if part)[:LONGEST_HANDLE] or "p"
    if base in reserved:
        base = f"{base}-player"
    handle, number = base, 2
    while handle in taken:
        handle, number = f"{base}{number}", number + 1
    return handle


class PlayerLimits(Value):
    """The fewest and the most players of what is called `title`, by this `rule`."""

    title: str
    fewest: int
    most: int
    rule: str

    def require(self, names: Sequence[str], referee: Referee, command: str) -> None:
        """Refuse a table that is too small or too large. Raises Illegal.

        Where the most is our own reading, and not what the box holds, a house may have more.
        `command` begins a play with the usual number.
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
        """Whether the most is our own reading, and not the rulebook's."""
        return self.rule.startswith("A-")

    @property
    def _players(self) -> str:
        if self.fewest < self.most:
            return f"{self.fewest} to {self.most} players"
        return f"{self.most} player{'s' * (self.most != 1)}"
