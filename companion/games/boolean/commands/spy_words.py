"""What people type in Spy vs. Spy: whose turn it is, which mission, which die."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from companion.core.names import chosen, folded, listed
from companion.core.numbers import only_digits
from companion.core.seats import Seat, find_seat, is_somebody
from companion.errors import Invalid, Refused
from companion.games.boolean.commands.words import number, who_and_what
from companion.games.boolean.dice.names import find_die
from companion.games.boolean.spy.missions import NAMES
from companion.games.boolean.spy.state import SpyState, never_friendly
from companion.games.boolean.spy.words import SIDES, Side

GAME = ("spy",)
TURNCOAT = "turncoat"


W = TypeVar("W", bound=str)

_OTHER_NAMES = {"nudge": "target"}
"""Other words for missions, which are understood and not offered."""


def meant(text: str, choices: Sequence[W], others: Mapping[str, W], what: str) -> W:
    """One of a few words by its beginning, or of `others` for them, which are not offered.

    Raises Invalid for none of them (`what` it should be), Ambiguous for several.
    """
    if not begins(text, choices):
        found = {others[word] for word in others if begins(text, (word,))}
        if len(found) == 1:
            return found.pop()
    return chosen(text, choices, what)


def begins(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words begins so."""
    wanted = folded(text)
    return bool(wanted) and any(word.startswith(wanted) for word in words)


def mover_or(
    state: SpyState, words: Sequence[str] | None, what: str, command: str
) -> tuple[int, int | None]:
    """Whoever is named, or has the turn; and the number behind it. Raises Invalid or NotFound."""
    names, told = who_and_what(state.seats, list(words or ()), only_digits)
    if len(told) > 1 or len(names) > 1:
        raise Invalid(f"One {what} is enough.", f"`{command}`")
    seat = find_seat(state.seats, names[0]) if names else state.mover
    return seat, number(told[0], what, f"`{command}`") if told else None


def mission_and_mover(state: SpyState, words: Sequence[str]) -> tuple[int, str, list[str]]:
    """Whose mission it is, which one, and the words behind it. Raises Invalid or Ambiguous."""
    told, seat = list(words), state.mover
    if len(told) > 1 and _is_player(state, told[0], told[1]):
        seat = find_seat(state.seats, told.pop(0))
    return seat, meant(told[0], NAMES, _OTHER_NAMES, "mission"), told[1:]


def _is_player(state: SpyState, word: str, then: str) -> bool:
    """Whether the word before another one is whose mission it is, and no mission itself."""
    missions = (*NAMES, *_OTHER_NAMES)
    if not begins(then, missions):
        return False
    if is_somebody(state.seats, word) or not begins(word, missions):
        return True
    return folded(then) in missions and names_player(state.seats, word)


def names_player(seats: Iterable[Seat], word: str) -> bool:
    """Whether the name of somebody there begins so."""
    return any(begins(word, (folded(who.name), who.handle)) for who in seats)


def side_of(state: SpyState, seat: int) -> Side:
    """Somebody's side. Raises Refused where nobody told."""
    side = state.agencies[seat].side
    if side is None:
        raise Refused(
            f"Whether {state.name(seat)} is White or Black was not told, so colours say nothing.",
            f"`companion boolean agents {state.seats[seat].handle} --side white`; or tell the "
            "result: failed, loyal or lost.",
        )
    return side


def die_of(state: SpyState, seat: int, text: str | None) -> str | None:
    """A die of somebody's as it is typed: its name, or `turncoat`. Raises Refused or NotFound."""
    if text is None:
        return None
    if folded(text) == TURNCOAT:
        return never_friendly(side_of(state, seat)).id
    return find_die(text).id


def free_die_of(state: SpyState, text: str | None, example: str) -> str | None:
    """A free agent as it is typed: its name, or `turncoat` where one lies there.

    Raises NotFound, or Invalid where it may be one of two.
    """
    if text is None:
        return None
    if folded(text) != TURNCOAT:
        return find_die(text).id
    turncoats = [never_friendly(side).id for side in SIDES]
    there = [die for die in turncoats if any(agent.die == die for agent in state.free)]
    if len(there) == 1:
        return there[0]
    commands = [f"`{example} --die {die}`" for die in turncoats]
    raise Invalid(
        f"Which turncoat: the {listed(turncoats, 'or the')}?", listed(commands, "or") + "."
    )
