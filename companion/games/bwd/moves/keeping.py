"""The dice last longer than the game: a new play begins with the box as the last one left it.

A box has eight dice and the common one. Those of players who sit out stay in it as they are, so a
play carries them along as *spare* ones, and hands them on to the next.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from companion.core.names import folded
from companion.core.seats import Seat
from companion.games.bwd.state import COMMON, Die, Face, Spare, State

Record = dict[str, Any]
DICE_EACH = 2


class BoxOfDice(NamedTuple):
    """What a new play begins with: faces by die id, the spare dice, and who has none kept."""

    dice: dict[str, list[Record | None]]
    spare: list[Record]
    without: list[str]


def dice_left(state: State, seats: Sequence[Seat]) -> BoxOfDice:
    """The dice of a play that is over, given out again: each goes on with what was theirs.

    First what a player held at the end, two dice at most; whoever has fewer gets back those that
    began as theirs. The rest is spare. Nobody is given another's dice.
    """
    left = [_spare(state, die) for die in state.dice if die.id != COMMON] + list(state.spare)
    given: dict[str, list[Spare]] = {seat.handle: [] for seat in seats}
    for whose in ("holder", "home"):
        for seat in seats:
            for die in [die for die in left if folded(getattr(die, whose)) == folded(seat.name)]:
                if len(given[seat.handle]) < DICE_EACH:
                    given[seat.handle].append(die)
                    left.remove(die)
    dice = {
        f"{handle}.{number}": _records(die.faces)
        for handle, own in given.items()
        for number, die in enumerate(own, start=1)
    }
    dice[COMMON] = _records(state.die(COMMON).faces)
    spare = [{"holder": die.holder, "home": die.home, "faces": _records(die.faces)} for die in left]
    return BoxOfDice(dice, spare, [seat.name for seat in seats if not given[seat.handle]])


def spare_dice(records: Iterable[Record]) -> tuple[Spare, ...]:
    """The spare dice of a play's options."""
    return tuple(
        Spare(
            record["holder"],
            record["home"],
            tuple(Face.from_json(face) for face in record["faces"]),
        )
        for record in records
    )


def _spare(state: State, die: Die) -> Spare:
    home = "" if die.home is None else state.name(die.home)
    holder = home if die.owner is None else state.name(die.owner)
    return Spare(holder, home, die.faces)


def _records(faces: Iterable[Face]) -> list[Record | None]:
    return [face.to_json() for face in faces]
