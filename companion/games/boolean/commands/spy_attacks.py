"""What people type for infiltrations and scouts: against whom, and what came of it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from companion.core.names import folded, short
from companion.core.seats import find_seat, is_somebody
from companion.errors import Invalid
from companion.games.boolean.commands.spy_words import (
    TURNCOAT,
    begins,
    meant,
    names_player,
    side_of,
)
from companion.games.boolean.spy.state import SpyState, other
from companion.games.boolean.spy.words import RESULTS, SIDES, TARGETS, Result, Side, Target

Feeling = Literal["friendly", "unfriendly"]
Roll = Side | Feeling
FEELINGS: tuple[Feeling, ...] = ("friendly", "unfriendly")
ROLLS: tuple[Roll, ...] = (*SIDES, *FEELINGS)
Word = Target | Result | Roll | Literal["turncoat"]

_WORDS: tuple[Word, ...] = (*TARGETS, *RESULTS, *SIDES)
_OTHERS: dict[str, Word] = {
    "desk": "agency",
    "field": "country",
    "friendly": "friendly",
    "unfriendly": "unfriendly",
    "turncoat": "turncoat",
}
"""What is understood as well: other words for targets, rolls without a colour, who goes."""


class Attack(NamedTuple):
    """Whom an infiltration or a scout goes to, and what was told of its Rolls.

    `turncoat` says that the turncoat was named: it went, or it was lost.
    """

    enemy: int
    target: Target
    result: Result | None
    rolls: tuple[Roll, ...]
    turncoat: bool


def command(state: SpyState, mission: str, enemy: int, target: Target, *words: str) -> str:
    """How a mission against somebody is typed."""
    of_it = ["agency"] if target == "agency" else []
    told = [mission, state.seats[enemy].handle, *of_it, *words]
    return f"companion boolean mission {' '.join(told)}"


def attack(state: SpyState, seat: int, words: Sequence[str], mission: str) -> Attack:
    """Whom, what of it, and how it came out; the only enemy need not be named.

    Raises Invalid for a word too many, or none where somebody has to be named; NotFound.
    """
    told, enemies, enemy = list(words), state.enemies(seat), _enemy(state, seat, words)
    if enemy is not None:
        told.pop(0)
    whom = (enemies or (seat,))[0] if enemy is None else enemy
    target: Target | None = None
    result: Result | None = None
    rolls: list[Roll] = []
    turncoat = False
    for word in told:
        found = meant(word, _WORDS, _OTHERS, "result of a mission")
        if found in TARGETS and target is None:
            target = found
        elif found in RESULTS and result is None and not rolls:
            result = found
        elif found in ROLLS and result is None and len(rolls) < 2:
            rolls.append(found)
        elif found == TURNCOAT and not turncoat:
            turncoat = True
        else:
            example = _example(state, mission, whom, target or "country")
            raise Invalid(f"“{short(word)}” is a word too many.", example)
    if enemy is None and len(enemies) != 1:
        raise Invalid("Against whom?", _example(state, mission, whom, target or "country"))
    return Attack(whom, target or "country", result, tuple(rolls), turncoat)


def _example(state: SpyState, mission: str, enemy: int, target: Target) -> str:
    words = ["lost"] if mission == "infiltrate" else []
    return f"`{command(state, mission, enemy, target, *words)}`"


def _enemy(state: SpyState, seat: int, words: Sequence[str]) -> int | None:
    """The player named first; None where the first word says something else.

    A letter or two never stand for the one whose mission it is.
    """
    if not words:
        return None
    word = folded(words[0])
    if is_somebody(state.seats, word):
        return find_seat(state.seats, word)
    others = [number for number in range(len(state.seats)) if number != seat]
    there = [state.seats[number] for number in others]
    named, known = names_player(there, word), (*_WORDS, *_OTHERS)
    if word in known or (begins(word, known) and not named):
        return None
    return others[find_seat(there, word)] if named else find_seat(state.seats, words[0])


def result_of(state: SpyState, seat: int, told: Attack, turncoat: bool) -> Result:
    """What came of an infiltration, as it was told or as its rolls say. Raises Invalid."""
    if told.result is not None:
        return told.result
    if not told.rolls:
        raise Invalid(
            "What came of it: failed, loyal or lost? Or which colours did the two dice show?",
            _example(state, "infiltrate", told.enemy, told.target),
        )
    rolled, *shown = told.rolls
    if _is_friendly(state, seat, rolled) is turncoat:
        if shown and not turncoat:
            raise Invalid(
                f"{rolled.capitalize()}: the agent has not got in, and so no victim was rolled.",
                _if_failed(state, seat, told),
            )
        return "failed"
    if not shown:
        colour = _colour(state, told.enemy, "unfriendly") or "black"
        then = colour if rolled in SIDES else "unfriendly"
        words = (rolled, then, *(["--turncoat"] if turncoat else []))
        raise Invalid(
            f"{rolled.capitalize()}: the agent has got in. "
            f"{'Which colour did the victim show' if rolled in SIDES else 'How was the victim'}?",
            f"`{command(state, 'infiltrate', told.enemy, told.target, *words)}`",
        )
    loyal = _is_friendly(state, told.enemy, shown[0]) is not turncoat
    return "loyal" if loyal else "lost"


def _if_failed(state: SpyState, seat: int, told: Attack) -> str:
    """How to tell that an agent has failed; or that it was a turncoat, which may have got in."""

    def full(*words: str) -> str:
        return f"`{command(state, 'infiltrate', told.enemy, told.target, *words)}`"

    failed = f"{full(told.rolls[0])}, if that is so"
    if not state.agencies[seat].most_turncoats_at("field"):
        return f"{failed}."
    return f"{failed}; {full(*told.rolls, '--turncoat')} if the turncoat went."


def colours_of(state: SpyState, seat: int, told: Attack) -> tuple[Side | None, Side | None]:
    """The colours that the agent and the victim showed, as far as they are known."""
    colours = [
        _colour(state, who, roll) for who, roll in zip((seat, told.enemy), told.rolls, strict=False)
    ]
    rolled, shown = (*colours, None, None)[:2]
    return rolled, shown


def _is_friendly(state: SpyState, seat: int, roll: Roll) -> bool:
    return roll == "friendly" if roll in FEELINGS else roll == side_of(state, seat)


def _colour(state: SpyState, seat: int, roll: Roll) -> Side | None:
    """The colour of a roll; None where nobody told whose side that is."""
    if roll == "white" or roll == "black":
        return roll
    side = state.agencies[seat].side
    return side if side is None or roll == "friendly" else other(side)
