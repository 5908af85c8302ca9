"""What may be typed next in Shut the Box."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from companion.core.names import short
from companion.core.offer import Line, Offer, people
from companion.core.seats import find_seat
from companion.core.trial import Plan, Trial
from companion.errors import CompanionError
from companion.games.boolean.box import moves, named
from companion.games.boolean.box.state import DICE, NUDGES, NUMBERS, BoxState, Counts
from companion.games.boolean.menu import Verb, fitting
from companion.games.boolean.typed import nobody, numbers

LEAVE, TURN = "--leave", "--turn"


def order(state: BoxState) -> Sequence[str]:
    """The verbs that may mean something now, the most urgent first."""
    if state.over:
        return ()
    begins = ("split",) if state.round == 1 else ()
    return ("turn", "cross", "nudges", "holds", "mine", *begins)


def _turn(trial: Trial[BoxState], line: Line) -> Iterator[Offer]:
    """Counts in the order of seats, or with names; of one alone where the other's are told."""
    state, words = trial.state, line.arguments
    if line.options or line.wants:
        return
    named_first = bool(words) and not words[0][:1].isdigit()
    untold = [seat for seat, seen in enumerate(state.now.counts) if seen is None]
    try:
        told = _told(state, words, named_first)
    except CompanionError:
        return
    asked = _whose(words, told, untold, named_first)
    for seat in [] if asked is None else [asked]:
        known = {other: counts for other, counts in told.items() if counts}
        for word, about in nobody(state.seats, [*_counts(state, seat)], words):
            if _stands(trial, {**known, seat: named.counts(word)}):
                yield Offer(word, about)
    if not words or (named_first and all(told.values())):
        for who, name in people(state, [seat for seat in untold if seat not in told]):
            seat = find_seat(state.seats, who)
            if any(_stands(trial, {**told, seat: (count,)}) for count in NUMBERS):
                yield Offer(who, name)


def _told(state: BoxState, words: Sequence[str], named_first: bool) -> dict[int, Counts]:
    """Counts by seat as far as they are typed; none yet behind a name. Raises CompanionError."""
    if not named_first:
        return {seat: named.counts(word) for seat, word in enumerate(words)}
    told: dict[int, Counts] = {}
    seat = 0
    for word in words:
        if word[:1].isdigit():
            told[seat] = named.counts(word)
        else:
            seat = find_seat(state.seats, word)
            told[seat] = ()
    return told


def _whose(
    words: Sequence[str], told: Mapping[int, Counts], untold: Sequence[int], named_first: bool
) -> int | None:
    """Whose count comes next; None where none does."""
    if named_first:
        return next((seat for seat, counts in told.items() if not counts), None)
    if len(untold) == 1:
        return None if words else untold[0]
    return len(words) if len(words) < len(untold) else None


def _counts(state: BoxState, seat: int) -> Iterator[tuple[str, str]]:
    """What somebody may have rolled: each number, then those after one Nudge."""
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


def _stands(trial: Trial[BoxState], told: Mapping[int, Counts]) -> bool:
    return trial.stands(lambda action: moves.turn(action, told))


def _cross(trial: Trial[BoxState], line: Line) -> Iterator[Offer]:
    """Whose column, then the numbers that are still open in it."""
    state, words = trial.state, line.arguments
    if line.options or line.wants:
        return
    try:
        told = _crossed(state, words)
    except CompanionError:
        return
    for seat in [*told][-1:]:
        for number in state.needed(seat):
            if number not in told[seat] and _crosses(trial, {**told, seat: (*told[seat], number)}):
                yield Offer(str(number), "is crossed off")
    if all(told.values()):
        for who, name in people(state, [seat for seat in (0, 1) if seat not in told]):
            seat = find_seat(state.seats, who)
            if any(_crosses(trial, {**told, seat: (number,)}) for number in state.needed(seat)):
                yield Offer(who, name)


def _crossed(state: BoxState, words: Iterable[str]) -> dict[int, Counts]:
    """Numbers by seat as far as they are typed. Raises CompanionError."""
    told: dict[int, Counts] = {}
    for word in words:
        if not word[:1].isdigit():
            told[find_seat(state.seats, word)] = ()
        elif told:
            seat = [*told][-1]
            told[seat] = (*told[seat], *named.counts(word))
    return told


def _crosses(trial: Trial[BoxState], told: Mapping[int, Counts]) -> bool:
    return trial.stands(lambda action: moves.cross(action, told))


def _nudges(trial: Trial[BoxState], line: Line) -> Iterator[Offer]:
    """Whose circles, then how many are left."""
    state = trial.state

    def plan(told: Line) -> Plan[BoxState]:
        who, left = told.arguments
        return lambda action: moves.count_nudges(action, find_seat(state.seats, who), int(left))

    left = numbers(0, NUDGES, "left")
    if not line.arguments:
        for who, name in people(state, range(len(state.seats))):
            if any(fitting(trial, line.also(who), left, plan)):
                yield Offer(who, name)
    elif len(line.arguments) == 1:
        with suppress(CompanionError):
            yield from fitting(trial, line, left, plan)


VERBS = {
    "turn": Verb("White-up dice of both", _turn, (LEAVE, TURN), repeats=True),
    "cross": Verb("numbers, with no roll told", _cross, (TURN,), repeats=True),
    "nudges": Verb("how many Nudges are left", _nudges),
}
