"""Verbs as these games offer them: what may follow each, and which of them mean something now."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Generic, NamedTuple, TypeVar

from companion.core.offer import ELSEWHERE, HOUSE, Line, Offer, read
from companion.core.play import PlayState
from companion.core.trial import Plan, Trial
from companion.errors import CompanionError

S = TypeVar("S", bound=PlayState)


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


def fitting(
    trial: Trial[S],
    line: Line,
    words: Iterable[tuple[str, str]],
    plan: Callable[[Line], Plan[S]],
) -> Iterator[Offer]:
    """Those of some words, each with what it is, with which the line would be taken."""
    for word, about in words:
        told = line.also(word)
        # Made inside of the trial: what cannot even be understood does not fit.
        if trial.stands(lambda action, told=told: plan(told)(action)):  # type: ignore[misc]
            yield Offer(word, about)
