"""What people type for counts, and whose they are."""

import re
from collections.abc import Sequence

from companion.core.names import short
from companion.core.numbers import whole
from companion.core.seats import find_seat, is_somebody
from companion.errors import Invalid
from companion.games.boolean.box.state import DICE, BoxState, Counts

_BETWEEN = re.compile(r"[,;>→/-]+")
"""What may stand between a roll and the counts after Nudges; a shell takes `>` for itself."""
_NAMED = re.compile("(.*)[=:](.*)")
"""A name and what belongs to it; there may be such a sign in a name, but in no count."""
_DANGLING = (",", ";")
"""Behind these a blank may be typed: `3, 2`."""
_BOTH = "`companion boolean turn 3 2`, or with a Nudge `companion boolean turn 3,2 2`"


def turns(state: BoxState, words: Sequence[str], number: int | None = None) -> dict[int, Counts]:
    """Counts by seat: `3 2` in the order of seats, or with names: `ana 3,2 ben 2`, `ana=3,2`.

    Counts without a name, of one player alone, are of the other one where one is told already in
    that turn: the one asked for, or an older one of that number.
    Raises Invalid, NotFound or Ambiguous.
    """
    told = _parts(state, words)
    if not told:
        raise Invalid("How many White-up dice?", f"{_BOTH}.")
    if not any(_is_name(state, word) for word in told) or _are_two_counts(words):
        turn = state.turn_of(state.asked if number is None else number)
        return _in_order(state, told, [n for n, seen in enumerate(turn.counts) if seen is None])
    told = _joined(told)
    found = {seat: _only(state, seat, said) for seat, said in by_name(state, told, _BOTH).items()}
    return {seat: counts(said) for seat, said in found.items()}


def numbers(state: BoxState, words: Sequence[str]) -> dict[int, list[int]]:
    """Numbers to be crossed off by seat: `ana 3`, `ana 0,1,4 ben 2`, `ana 0 1 4`."""
    ana, ben = (who.handle for who in state.seats)
    example = f"`companion boolean cross {ana} 3`, or `companion boolean cross {ana} 0,1 {ben} 2`"
    told = _parts(state, words)
    if not told:
        raise Invalid("What is crossed off, and whose?", f"{example}.")
    found = by_name(state, told, example)
    return {seat: [n for word in said for n in _column(word)] for seat, said in found.items()}


def by_name(state: BoxState, words: Sequence[str], example: str) -> dict[int, list[str]]:
    """What stands behind each player's name. Raises Invalid."""
    found: dict[int, list[str]] = {}
    seat = None
    for word in words:
        if _is_name(state, word):
            seat = find_seat(state.seats, word)
            if seat in found:
                raise Invalid(f"{state.name(seat)} is named twice.", f"{example}.")
            found[seat] = []
        elif seat is None:
            raise Invalid(f"Whose is the {short(word)}?", f"{example}.")
        else:
            found[seat].append(word)
    for seat, said in found.items():
        if not said:
            raise Invalid(f"No number stands behind {state.name(seat)}'s name.", f"{example}.")
    return found


def counts(text: str) -> Counts:
    """A roll and what came of it: `3,2`, `3-2`. Raises Invalid."""
    found = _numbers(_BETWEEN.split(text))
    if found is None:
        raise Invalid(
            f"“{short(text)}” is no number of White-up dice.",
            f"0 to {DICE}; `3,2` is a roll of 3, and 2 after a Nudge.",
        )
    return found


def _column(text: str) -> Counts:
    found = _numbers([part for part in re.split(r"[,;/]", text) if part])
    if not found:
        raise Invalid(f"“{short(text)}” stands in no column.", f"0 to {DICE}, such as `0,1,4`.")
    return found


def _numbers(parts: Sequence[str]) -> Counts | None:
    """All of them as numbers from 0 to 5; None where one is not."""
    found = [whole(part, 0, DICE) for part in parts]
    return None if None in found else tuple(number for number in found if number is not None)


def _parts(state: BoxState, words: Sequence[str]) -> list[str]:
    """`ana=3,2`, or `ana:3,2`, as the two words that it is."""
    parts: list[str] = []
    for word in words:
        named = None if is_somebody(state.seats, word) else _NAMED.fullmatch(word)
        parts += [word] if named is None else named.groups()
    return [part.strip() for part in parts if part.strip()]


def _joined(words: Sequence[str]) -> list[str]:
    """`3, 2` as the one word `3,2`; and `3, ben` as the two that they are."""
    joined: list[str] = []
    for word in words:
        open_ended = bool(joined) and joined[-1].endswith(_DANGLING) and word[:1].isdigit()
        if joined and (open_ended or word.startswith(_DANGLING)):
            joined[-1] += word
        else:
            joined.append(word)
    return [_bare(word) for word in joined]


def _bare(word: str) -> str:
    return word.strip("".join(_DANGLING))


def _is_name(state: BoxState, word: str) -> bool:
    return is_somebody(state.seats, word) or not word[:1].isdigit()


def _are_two_counts(words: Sequence[str]) -> bool:
    """Whether it is a count for each, whatever players are called."""
    return len(words) == len(_joined(words)) == 2 and all(
        _numbers(_BETWEEN.split(word)) is not None for word in words
    )


def _in_order(state: BoxState, told: Sequence[str], missing: Sequence[int]) -> dict[int, Counts]:
    """A count for each, or for the one that is `missing`; `3, 2` is whatever of both can be."""
    single = [_bare(word) for word in told]
    for words in (_joined(told), single):
        if len(words) == 1 and len(missing) == 1:
            return {missing[0]: counts(words[0])}
        if len(words) == len(state.seats):
            return {seat: counts(text) for seat, text in enumerate(words)}
    counts(single[0])
    whose = "Whose count is that?" if len(told) == 1 else "Those are too many counts."
    one = f"`companion boolean turn {state.seats[0].handle} 3`"
    raise Invalid(whose, f"One for each of you: {_BOTH}; or {one} for one alone.")


def _only(state: BoxState, seat: int, said: Sequence[str]) -> str:
    """The one word behind a name; two may be a Nudge, or the other one's roll."""
    if len(said) > 1:
        handle, way = state.seats[seat].handle, ",".join(said)
        counts(way)
        both = f"; of both players: `companion boolean turn {' '.join(said)}`"
        raise Invalid(
            f"Is {' '.join(said)} all {state.name(seat)}'s?",
            f"With Nudges: `companion boolean turn {handle} {way}`"
            f"{both if len(said) == len(state.seats) else ''}.",
        )
    return said[0]
