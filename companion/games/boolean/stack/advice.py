"""For whoever thinks of a Challenge: which die it would have to be, and whether it can be that."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.errors import Refused
from companion.games.boolean.dice.colours import WHITE
from companion.games.boolean.dice.names import Die
from companion.games.boolean.stack.faces import inverse_die
from companion.games.boolean.stack.state import EACH, StackState


class Advice(NamedTuple):
    """The die that a true inverse would be; whether it is one of the asker's own, if known.

    `told` is how many of these are known.
    """

    die: Die
    own: bool | None
    told: int


def advise(state: StackState, seat: int, below: str, seen: str, mine: Sequence[str] = ()) -> Advice:
    """What one's own dice say of the topmost one, which the opponent placed. Raises Refused.

    `below` are the top of the die under it and the two sides that the opponent sees of that, `seen`
    the top of the topmost and the two sides that `seat` sees of it. `mine` are dice that one has.
    The opponent's are not looked at: a secret.
    """
    _require_tops(state, seat, below, seen)
    own = set(mine)
    die = inverse_die(below, seen)
    others = False if len(own) >= EACH else None
    return Advice(die, True if die.id in own else others, len(own))


def answer(state: StackState, seat: int, asked: Advice) -> list[str]:
    """The answer, in words."""
    other = state.name(1 - seat)
    line = f"As a true inverse, it would be the {asked.die.id} ({asked.die.title})."
    if asked.own is None:
        ask = "Do you have that one?"
        if asked.told:
            it = "It is not the one" if asked.told == 1 else f"It is none of the {asked.told}"
            others = "one of your others" if EACH - asked.told > 1 else "your other one"
            ask = f"{it} that you told. Is it {others}?"
        return [line, f"{ask} Then it is a bluff; if not, {other} can have it."]
    if asked.own:
        return [line, "You have that one yourself: it is a bluff."]
    return [
        line,
        f"{other} has that one: it can be a true inverse, unless that die is further down.",
    ]


def _require_tops(state: StackState, seat: int, below: str, seen: str) -> None:
    """What is asked about has to be the die that the opponent placed, with the tops as told."""
    topmost = state.topmost
    if topmost is None:
        return
    if topmost.seat == seat or not state.open_to_challenge:
        whose = "your own" if topmost.seat == seat else f"the first die of {state.name(1 - seat)}"
        raise Refused(
            f"The topmost die is {whose}, and nobody can Challenge it for {state.name(seat)}.",
            "`companion table` shows the stack (BO-123, BO-125).",
        )
    for option, sign, die in (("seen", seen[0], topmost), ("below", below[0], state.tower[-2])):
        top = "white" if sign == WHITE else "black"
        if die.top not in (None, top):
            raise Refused(
                f"That die has {die.top} on top, as it was told, and not {top}.",
                f"`--{option}` begins with the top; `companion table` shows all that were told.",
            )
