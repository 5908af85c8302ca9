"""How a game finds what may be typed next: a line is tried, and thrown away, before it is offered.

A game names its verbs (`Verb`), each with what may follow; whether the rules allow it is asked of
the rules themselves, by playing it on a state that nobody keeps (`Trial`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from companion.core.action import Action, Rules
from companion.core.later import known
from companion.core.names import folded, short
from companion.core.offer import Line as Line
from companion.core.offer import Offer
from companion.core.play import PlayState
from companion.core.seats import Seat, find_seat
from companion.errors import CompanionError, Invalid, StorageError

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S", bound=PlayState)

Plan = Callable[[Action[S]], None]
"""What a command does with an entry."""

HOUSE = "--house"
ELSEWHERE = ("--play", "--group")
"""Options that turn a line to another play, of which nothing is known here."""
LONGEST_ABOUT = 60
_SIGNS = frozenset("'\"\\`“”")
"""What a line takes for something other than itself, wherever in a word."""
_BEGINNINGS = ("--", "#")
"""What makes an option or a comment of a word."""


class Trial(Generic[S]):
    """A state to try lines on: what a plan does there is thrown away."""

    def __init__(self, game: Rules[S], state: S, reference: Any) -> None:
        self.game = game
        self.state = state
        self._reference = reference
        self.house: str | None = None

    @property
    def reference(self) -> Any:
        """What the game looks things up in, read by now (`core.later`)."""
        return known(self._reference)

    def stands(self, plan: Plan[S]) -> bool:
        """Whether an entry made by this plan would be taken. Raises StorageError alone."""
        return self.problem(plan) is None

    def problem(self, plan: Plan[S]) -> CompanionError | None:
        """Why an entry made by this plan would not be taken. Raises StorageError alone."""
        try:
            Action(self.game, self.state, self._reference, self.house, chance=no_chance).make(plan)
        except StorageError:
            raise
        except CompanionError as problem:
            return problem
        return None

    def fitting(
        self, line: Line, words: Iterable[tuple[str, str]], plan: Callable[[Line], Plan[S]]
    ) -> Iterator[Offer]:
        """Those of some words, each with what it is, with which the line would be taken."""
        for word, about in words:
            told = line.also(word)
            # Made inside of the trial: what cannot even be understood does not fit.
            if self.stands(lambda action, told=told: plan(told)(action)):  # type: ignore[misc]
                yield Offer(word, about)


def no_chance(entry: int = 0) -> "Random":
    """What is handed to a plan that draws or rolls: how it falls does not matter to a trial."""
    from random import Random  # a line that is only taken apart needs none

    class NoChance(Random):
        def __init__(self) -> None:
            super().__init__(0)

    return NoChance()


class Verb(NamedTuple, Generic[S]):
    """A verb: what it is for, and what may follow it, the most likely first.

    `valued` are its options that take a value. `alone` tells whether the verb is a line by itself.
    `repeats` says that a word may stand there twice: two red dice may both show 4.
    """

    about: str
    follows: Callable[[Trial[S], Line], Iterable[Offer]]
    valued: Collection[str] = ()
    alone: Callable[[Trial[S]], bool] | None = None
    repeats: bool = False

    def means_something(self, trial: Trial[S]) -> bool:
        """Whether it can be typed at all now."""
        if self.alone is not None and self.alone(trial):
            return True
        return next(iter(self.follows(trial, Line())), None) is not None


def offered(
    trial: Trial[S], verbs: Mapping[str, Verb[S]], order: Iterable[str], words: Sequence[str]
) -> Iterator[Offer]:
    """What may be typed next behind these words; the verbs in their `order` where there are none.

    Nothing behind what cannot be understood, or is not known here. An argument is not offered
    twice, unless the verb `repeats` them.
    """
    if not words:
        for name in dict.fromkeys(order):
            with suppress(CompanionError):
                if verbs[name].means_something(trial):
                    yield Offer(name, verbs[name].about)
        return
    verb = verbs.get(words[0])
    if verb is None:
        return
    line = read(words[1:], (*verb.valued, HOUSE, *ELSEWHERE))
    if line.wants in (HOUSE, *ELSEWHERE) or not line.options.keys().isdisjoint(ELSEWHERE):
        return
    trial.house = line.value(HOUSE)
    with suppress(CompanionError):
        for offer in verb.follows(trial, line):
            if line.wants or verb.repeats or offer.word not in line.arguments:
                yield offer


def read(words: Sequence[str], valued: Collection[str]) -> Line:
    """The words behind a verb, sorted; those of `valued` take the word behind them as a value."""
    arguments: list[str] = []
    options: dict[str, tuple[str, ...]] = {}
    wants = ""
    for word in words:
        name, equals, value = word.partition("=")
        if wants:
            options[wants] = (*options.get(wants, ()), word)
            wants = ""
        elif not word.startswith("--"):
            arguments.append(word)
        elif equals:
            options[name] = (*options.get(name, ()), value)
        elif word in valued:
            wants = word
        else:
            options.setdefault(word, ("",))
    return Line(tuple(arguments), options, wants)


def number(text: str) -> int:
    """A number as it was typed, with its sign. Raises Invalid."""
    try:
        return int(text)
    except ValueError:
        raise Invalid(f"“{short(text)}” is no number.", "A whole number, such as 2.") from None


def is_word(text: str) -> bool:
    """Whether a text is one word as it stands, and not an option."""
    signs = any(sign.isspace() or sign in _SIGNS for sign in text)
    return bool(text) and not signs and not text.startswith(_BEGINNINGS) and text.isprintable()


def said(*parts: str) -> str:
    """What is told about an offer: parts that are known, on one short line."""
    text = " · ".join(" ".join(part.split()) for part in parts if part)
    return text if len(text) <= LONGEST_ABOUT else f"{text[: LONGEST_ABOUT - 1].rstrip()}…"


def person(seats: Sequence[Seat], seat: int) -> Iterator[str]:
    """How somebody is typed: by the handle, or by the name where that is another's name.

    Nothing, where neither is a word.
    """
    for word in (seats[seat].handle, folded(seats[seat].name)):
        if is_word(word) and not word.startswith("-") and find_seat(seats, word) == seat:
            yield word
            return


def people(state: PlayState, seats: Iterable[int], about: str = "") -> Iterator[tuple[str, str]]:
    """Those who sit there, as they are typed; with their names, where these are longer."""
    for seat in seats:
        for word in person(state.seats, seat):
            name = state.name(seat)
            yield word, said(name if folded(name) != word else "", about)


def from_turn(state: PlayState, turn: int | None) -> tuple[int, ...]:
    """All seats clockwise, from whose turn it is, or else from the first player."""
    count = len(state.seats)
    begin = state.first if turn is None else turn
    return tuple((begin + step) % count for step in range(count))
