"""Parse counts and numbers in a column, and find whose they are.

Counts are `3 2` in seat order, or `ana 3,2 ben 2`; numbers come after names.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.core.command import number, words
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.offer import people
from companion.core.param import A_PLAYER, Arguments, Candidate, Incomplete, Param
from companion.core.seats import find_seat, is_somebody
from companion.core.value import Annotated
from companion.errors import Invalid
from companion.games.boolean.shut_the_box.state import DICE, NUMBERS, BoxState, Counts

if TYPE_CHECKING:
    from companion.core.offer import Trial

LONGEST_PLAY = 999
"""The most turns."""
_BETWEEN = re.compile(r"[,;>→/-]+")
"""What may separate a roll from the counts after Nudges (a shell takes `>` for itself)."""
_NAMED = re.compile("(.*)[=:](.*)")
"""A name and its counts; a name may contain such a separator, a count never does."""
_DANGLING = (",", ";")
"""A blank may follow these: `3, 2`."""
_BOTH = "`companion boolean turn 3 2`, or with a Nudge `companion boolean turn 3,2 2`"


def counts_of_all(
    state: BoxState, words: Sequence[str], turn: int | None = None
) -> dict[int, Counts]:
    """Read counts by seat: `3 2` in seat order, or with names, `ana 3,2 ben 2`, `ana=3,2`.

    Counts of one player without a name belong to the player whose counts are missing in that turn:
    the one with this number, or the current one. Raises Invalid, NotFound or Ambiguous.
    """
    parts = _parts(state, words)
    if not parts:
        raise Incomplete("How many White-up dice?", f"{_BOTH}.", "counts")
    if not any(_is_name(state, word) for word in parts) or _are_two_counts(words):
        return _in_order(state, parts, _missing(state, turn))
    found = _by_name(state, _join_counts(parts), _BOTH, "counts")
    return {seat: _counts(_read_only_word(state, seat, typed)) for seat, typed in found.items()}


def numbers_of_all(state: BoxState, words: Sequence[str]) -> dict[int, list[int]]:
    """Read numbers to cross off by seat: `ana 3`, `ana 0,1,4 ben 2`, `ana 0 1 4`."""
    ana, ben = (who.handle for who in state.seats)
    example = f"`companion boolean cross {ana} 3`, or `companion boolean cross {ana} 0,1 {ben} 2`"
    parts = _parts(state, words)
    if not parts:
        raise Incomplete("Which numbers are crossed off, and whose?", f"{example}.", "numbers")
    found = _by_name(state, parts, example, "numbers")
    return {seat: [n for word in typed for n in _column(word)] for seat, typed in found.items()}


def _missing(state: BoxState, turn: int | None = None) -> list[int]:
    """Return the seats whose counts are missing in that turn, or in the current one."""
    known = state.turn_of(state.turn_of_count if turn is None else turn)
    return [seat for seat, seen in enumerate(known.counts) if seen is None]


def _by_name(
    state: BoxState, words: Sequence[str], example: str, param: str
) -> dict[int, list[str]]:
    """The words after each player's name. Raises Invalid, or Incomplete if there are none."""
    found: dict[int, list[str]] = {}
    seat = None
    for word in words:
        if _is_name(state, word):
            seat = find_seat(state.seats, word)
            if seat in found:
                raise Invalid(f"{state.name(seat)} is named twice.", f"{example}.")
            found[seat] = []
        elif seat is None:
            raise Invalid(f"Whose is “{short(word)}”?", f"{example}.")
        else:
            found[seat].append(word)
    for seat, typed in found.items():
        if not typed:
            nothing, hint = f"Enter a number behind {state.name(seat)}'s name.", f"{example}."
            is_last = seat == [*found][-1]
            raise Incomplete(nothing, hint, param) if is_last else Invalid(nothing, hint)
    return found


def _counts(text: str) -> Counts:
    """A roll and the counts after Nudges: `3,2`, `3-2`. Raises Invalid."""
    found = _numbers(_BETWEEN.split(text))
    if found is None:
        raise Invalid(
            f"“{short(text)}” is not a number of White-up dice.",
            f"Enter 0 to {DICE}; `3,2` is a roll of 3, and 2 after a Nudge.",
        )
    return found


def _column(text: str) -> Counts:
    found = _numbers([part for part in re.split(r"[,;/]", text) if part])
    if not found:
        raise Invalid(
            f"“{short(text)}” is not a number of the columns.",
            f"Enter 0 to {DICE}, such as `0,1,4`.",
        )
    return found


def _numbers(parts: Sequence[str]) -> Counts | None:
    """Numbers from 0 to 5; None if one is not."""
    found = [whole(part, 0, DICE) for part in parts]
    return None if None in found else tuple(number for number in found if number is not None)


def _parts(state: BoxState, words: Sequence[str]) -> list[str]:
    """Split `ana=3,2`, or `ana:3,2`, into name and counts."""
    parts: list[str] = []
    for word in words:
        named = None if is_somebody(state.seats, word) else _NAMED.fullmatch(word)
        parts += [word] if named is None else named.groups()
    return [part.strip() for part in parts if part.strip()]


def _join_counts(words: Sequence[str]) -> list[str]:
    """Join `3, 2` to one word, `3,2`; but not `3, ben`."""
    joined: list[str] = []
    for word in words:
        open_ended = bool(joined) and joined[-1].endswith(_DANGLING) and word[:1].isdigit()
        if joined and (open_ended or word.startswith(_DANGLING)):
            joined[-1] += word
        else:
            joined.append(word)
    return [_strip_commas(word) for word in joined]


def _strip_commas(word: str) -> str:
    return word.strip("".join(_DANGLING))


def _is_name(state: BoxState, word: str) -> bool:
    return is_somebody(state.seats, word) or not word[:1].isdigit()


def _are_two_counts(words: Sequence[str]) -> bool:
    """Whether these are two players' counts, even if a player has such a name."""
    return len(words) == len(_join_counts(words)) == 2 and all(
        _numbers(_BETWEEN.split(word)) is not None for word in words
    )


def _in_order(state: BoxState, typed: Sequence[str], missing: Sequence[int]) -> dict[int, Counts]:
    """Return a count for each, or for the `missing` player; `3, 2` may be either."""
    single = [_strip_commas(word) for word in typed]
    for joined in (_join_counts(typed), single):
        if len(joined) == 1 and len(missing) == 1:
            return {missing[0]: _counts(joined[0])}
        if len(joined) == len(state.seats):
            return {seat: _counts(text) for seat, text in enumerate(joined)}
    _counts(single[0])
    handle = state.seats[0].handle
    hint = f"Enter both: {_BOTH}; or name the player: `companion boolean turn {handle} 3`."
    if len(typed) == 1:
        raise Incomplete("Whose count is that?", hint, "counts")
    raise Invalid("Those are too many counts.", hint)


def _read_only_word(state: BoxState, seat: int, typed: Sequence[str]) -> str:
    """Read the only word after a name. Raises Invalid for two: a Nudge, or the other's roll?"""
    if len(typed) > 1:
        handle, way = state.seats[seat].handle, ",".join(typed)
        _counts(way)
        both = f"; for both players: `companion boolean turn {' '.join(typed)}`"
        raise Invalid(
            f"Are {' and '.join(typed)} both {state.name(seat)}'s?",
            f"With Nudges: `companion boolean turn {handle} {way}`"
            f"{both if len(typed) == len(state.seats) else ''}.",
        )
    return typed[0]


# Candidates


def _words_by_name(state: BoxState, words: Sequence[str]) -> dict[int, list[str]]:
    """Return the words after each name so far."""
    found: dict[int, list[str]] = {}
    for word in _parts(state, words):
        if _is_name(state, word):
            found[find_seat(state.seats, word)] = []
        elif found:
            found[[*found][-1]].append(word)
    return found


def _whose_counts(trial: "Trial[BoxState]", args: Arguments[BoxState]) -> Iterator[Candidate]:
    """Counts in seat order, or with names; for one player if the other's are entered."""
    state, words, missing = trial.state, args.words_of("counts"), _missing(trial.state)
    if words and not _is_name(state, words[0]):
        if len(words) < len(missing):
            yield from _may_have(state, len(words))
        return
    named = _words_by_name(state, words)
    if not words:
        may = _may_have(state, missing[0]) if missing else ()
        yield from (word for word in may if not is_somebody(state.seats, word[0]))
    for seat, typed in named.items():
        if not typed:
            yield from _may_have(state, seat)
            return
    yield from people(state, [seat for seat in missing if seat not in named])


def _may_have(state: BoxState, seat: int) -> Iterator[Candidate]:
    """Return what a player may have rolled: each number, then those after one Nudge."""
    needed, name = state.needed(seat), short(state.name(seat))
    for count in sorted(NUMBERS, key=lambda number: number not in needed):
        yield (
            str(count),
            f"{name} crosses it off" if count in needed else f"{name} has crossed it off",
        )
    for count in needed if state.nudges[seat] else ():
        for rolled in (count - 1, count + 1):
            if 0 <= rolled <= DICE:
                yield f"{rolled},{count}", f"{name}: a Nudge, and crosses off {count}"


def _whose_numbers(trial: "Trial[BoxState]", args: Arguments[BoxState]) -> Iterator[Candidate]:
    """A player, then the numbers that are still open in that column."""
    state = trial.state
    named = _words_by_name(state, args.words_of("numbers"))
    for seat, typed in [*named.items()][-1:]:
        gone = [gone for word in typed for gone in _column(word)]
        for left in state.needed(seat):
            if left not in gone and not is_somebody(state.seats, str(left)):
                yield str(left), "is crossed off"
    if all(named.values()):
        yield from people(state, [seat for seat in (0, 1) if seat not in named])


def _missing_counts(state: BoxState, args: Arguments[BoxState]) -> tuple[str, str]:
    return "How many White-up dice?", f"{_BOTH}."


TypedCounts = Annotated[
    Sequence[str],
    words(
        name="N...",
        sort=A_PLAYER,
        duplicates=True,
        metavar="[PLAYER] N...",
        candidates=_whose_counts,
        explain_missing=_missing_counts,
        whose=lambda state, words: counts_of_all(state, words).keys(),
    ),
]
"""Counts as typed; their meaning depends on the turn (`counts_of_all`)."""
ColumnNumbers = Annotated[
    Mapping[int, Sequence[int]],
    words(numbers_of_all, "PLAYER N...", A_PLAYER, duplicates=True, candidates=_whose_numbers),
]


def turn_number(verb: str, help_text: str) -> Param:
    """The option for the number of an earlier turn."""
    return number(
        1,
        LONGEST_PLAY,
        name="--turn",
        what="turn",
        example=f"`companion boolean {verb} ben 2 --turn 4`",
        after_dash=True,
        metavar="N",
        help=help_text,
    )
