"""What people type for missions: who, against whom, and what came of it."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import chosen, folded, short
from companion.core.numbers import only_digits
from companion.core.seats import find_seat, is_somebody
from companion.errors import Invalid, Refused
from companion.games.boolean.commands.words import number
from companion.games.boolean.dice.names import find_die
from companion.games.boolean.spy.missions import NAMES
from companion.games.boolean.spy.state import (
    RESULTS,
    SIDES,
    TARGETS,
    Result,
    Side,
    SpyState,
    Target,
    never_friendly,
    other,
)

GAME = ("spy",)
TURNCOAT = "turncoat"


class Attack(NamedTuple):
    """Whom an infiltration or a scout goes to, and what was told of its Rolls."""

    enemy: int
    target: Target
    result: Result | None
    colours: tuple[Side, ...]


def mover_or(
    state: SpyState, words: Sequence[str] | None, what: str, command: str
) -> tuple[int, int | None]:
    """Whoever is named, or has the turn; and the number behind it. Raises Invalid or NotFound."""
    told = list(words or ())
    seat = state.mover
    if told and (is_somebody(state.seats, told[0]) or not only_digits(told[0])):
        seat = find_seat(state.seats, told.pop(0))
    if len(told) > 1:
        raise Invalid(f"One {what} is enough.", f"`{command}`")
    return seat, number(told[0], what, f"`{command}`") if told else None


def mission_and_mover(state: SpyState, words: Sequence[str]) -> tuple[int, str, list[str]]:
    """Whose mission it is, which one, and the words behind it. Raises Invalid or Ambiguous."""
    told, seat = list(words), state.mover
    if len(told) > 1 and _is_player(state, told[0], told[1]):
        seat = find_seat(state.seats, told.pop(0))
    return seat, chosen(told[0], NAMES, "mission"), told[1:]


def _is_player(state: SpyState, word: str, then: str) -> bool:
    """Whether the word before another one is whose mission it is, and no mission itself."""
    if not _begins(then, NAMES):
        return False
    if is_somebody(state.seats, word) or not _begins(word, NAMES):
        return True
    return folded(then) in NAMES and _names_player(state, word)


def _begins(word: str, names: Sequence[str]) -> bool:
    return any(name.startswith(folded(word)) for name in names)


def _names_player(state: SpyState, word: str) -> bool:
    return any(_begins(word, (folded(who.name), who.handle)) for who in state.seats)


def attack(state: SpyState, seat: int, words: Sequence[str], example: str) -> Attack:
    """Whom, what of it, and how it came out; the only enemy need not be named.

    Raises Invalid for a word too many, or none where somebody has to be named; NotFound.
    """
    told, enemy = list(words), _enemy(state, seat, words)
    if enemy is not None:
        told.pop(0)
    else:
        enemies = state.enemies(seat)
        if len(enemies) != 1:
            raise Invalid("Against whom?", f"`{example}`")
        enemy = enemies[0]
    target: Target | None = None
    result: Result | None = None
    colours: list[Side] = []
    for word in told:
        found = chosen(word, (*TARGETS, *RESULTS, *SIDES), "result of a mission")
        if found in TARGETS and target is None:
            target = found
        elif found in RESULTS and result is None and not colours:
            result = found
        elif found in SIDES and result is None and len(colours) < 2:
            colours.append(found)
        else:
            raise Invalid(f"“{short(word)}” is a word too many.", f"`{example}`")
    return Attack(enemy, target or "country", result, tuple(colours))


def _enemy(state: SpyState, seat: int, words: Sequence[str]) -> int | None:
    """The player named first; None where the first word says something else."""
    if not words:
        return None
    word = folded(words[0])
    if is_somebody(state.seats, word):
        return find_seat(state.seats, word)
    known = (*TARGETS, *RESULTS, *SIDES)
    if word in known or (_begins(word, known) and not _names_player(state, word)):
        return None
    return find_seat(state.seats, words[0])


def result_of(state: SpyState, seat: int, told: Attack, turncoat: bool, example: str) -> Result:
    """What came of an infiltration, as it was told or as its colours say. Raises Invalid."""
    if told.result is not None:
        return told.result
    if not told.colours:
        raise Invalid(
            "What came of it: failed, loyal or lost? Or which colours did the two dice show?",
            f"`{example}`",
        )
    rolled, *shown = told.colours
    if (rolled == _side(state, seat)) is turncoat:
        if shown:
            raise Invalid(
                f"{rolled.capitalize()}: the agent has not got in, and so no victim was rolled.",
                f"`companion boolean mission infiltrate {state.seats[told.enemy].handle} "
                f"{rolled}`, if that is so.",
            )
        return "failed"
    if not shown:
        raise Invalid(
            f"{rolled.capitalize()}: the agent has got in. Which colour did the victim show?",
            f"`companion boolean mission infiltrate {state.seats[told.enemy].handle} {rolled} "
            f"{other(rolled)}`",
        )
    return "loyal" if (shown[0] == _side(state, told.enemy)) is not turncoat else "lost"


def _side(state: SpyState, seat: int) -> Side:
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
        return never_friendly(_side(state, seat)).id
    return find_die(text).id
