"""What may be typed next in the middle of a play, made of the verbs of its game.

A half-typed line stands, is refused, or is not complete yet. A word is offered where the line
stands with it, or where something can be typed behind it with which it does: that is asked of the
rules themselves, by playing it on a state that nobody keeps (`offering.Trial`).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, TypeVar

from companion.core.legal import Legal
from companion.core.offer import Offer
from companion.core.offering import ELSEWHERE, HOUSE, Line, Trial, read
from companion.core.param import Candidate, Incomplete, Param
from companion.core.play import PlayState
from companion.core.verb import Verb, Verbs
from companion.errors import CompanionError

S = TypeVar("S", bound=PlayState)


def offers(
    trial: Trial[S], verbs: Verbs[S], legal: Legal[S], words: Sequence[str]
) -> Iterator[Offer]:
    """What may be typed next behind these words; without any, the verbs, the most urgent first.

    Nothing behind what cannot be understood, or is not known here.
    """
    if not words:
        for name in legal.verbs(trial.state):
            if name in verbs.by_name:  # else the game's own tests say so, and no table waits for it
                yield Offer(name, verbs.by_name[name].about)
        return
    verb = verbs.by_name.get(words[0])
    if verb is None:
        return
    valued = [param.name for param in verb.options if not param.is_flag]
    line = read(words[1:], (*valued, HOUSE, *ELSEWHERE))
    if line.wants in (HOUSE, *ELSEWHERE) or not line.options.keys().isdisjoint(ELSEWHERE):
        return
    trial.house = line.value(HOUSE)
    with suppress(CompanionError):
        yield from offers_behind(trial, verb, line)


def means_something(trial: Trial[S], verb: Verb[S]) -> bool:
    """Whether a verb can be typed at all now: alone, or with something behind it."""
    if verb.show is not None and verb.when is not None and verb.when(trial.state):
        return True
    if verb.plan is None:
        return verb.when is None
    return fits(trial, verb, Line()) or any(True for _ in offers_behind(trial, verb, Line()))


def problem_of(trial: Trial[S], verb: Verb[S], line: Line) -> CompanionError | None:
    """Why a line would not be taken: Incomplete where it lacks something; None where it stands."""
    try:
        told = verb.told(trial.state, line)
        if not verb.shows(line):
            return trial.problem(verb.entry(line, told))
        if verb.when is not None and not verb.when(trial.state):
            return CompanionError("there is nothing to be seen")
        for param in verb.params:
            told.get(param)
    except CompanionError as problem:
        return problem
    return None


def fits(trial: Trial[S], verb: Verb[S], line: Line) -> bool:
    """Whether a line stands, or can be completed so that it does."""
    with suppress(CompanionError):  # which `problem_of` meets as well
        lacking = verb.told(trial.state, line).lacking
        if lacking is not None and lacking.candidates is not None:
            return any(True for _ in _candidates(trial, verb, line, lacking))
    problem = problem_of(trial, verb, line)
    if problem is None:
        return True
    if not isinstance(problem, Incomplete):
        return False
    if problem.param is None or problem.param.candidates is None:
        return True  # what is missing is for the table to say
    return any(True for _ in _candidates(trial, verb, line, problem.param))


def offers_behind(trial: Trial[S], verb: Verb[S], line: Line) -> Iterator[Offer]:
    """The words that may come next; whoever may be named in front of all else comes last.

    Options of which the value can be picked come before those with one that has to be typed out.
    """
    if line.wants:
        wanted = [param for param in verb.options if param.name == line.wants]
        for word, about in chain(*(_candidates(trial, verb, line, it) for it in wanted)):
            yield Offer(word, about)
        return
    told = verb.told(trial.state, line)
    in_front = [param for param in told.open if param.optional and param.takes is not None]
    for param in told.open:
        if param not in in_front:
            yield from _offered(_candidates(trial, verb, line, param))
    picked_first = sorted(
        verb.options, key=lambda param: param.candidates is None and not param.is_flag
    )
    for param in picked_first:
        if (
            param.name not in line.options
            and not param.quiet
            and _may_have(trial, verb, line, param)
        ):
            yield Offer(param.name, _about(trial, param))
    for param in in_front:
        yield from _offered(_candidates(trial, verb, line, param))


def _offered(candidates: Iterable[Candidate]) -> Iterator[Offer]:
    return (Offer(word, about) for word, about in candidates)


def _candidates(
    trial: Trial[S], verb: Verb[S], line: Line, param: Param[S, Any]
) -> Iterator[Candidate]:
    """The words that may be told as a parameter now, each tried; none twice in a line."""
    if param.candidates is None:
        return
    if param.is_option:
        line = line._replace(wants=param.name)
    told = verb.told(trial.state, line._replace(wants=""))
    for word, about in param.candidates(trial, told):
        again = line.wants or param.again or word not in line.arguments
        if again and fits(trial, verb, line.also(word)):
            yield word, about


def _may_have(trial: Trial[S], verb: Verb[S], line: Line, param: Param[S, Any]) -> bool:
    """Whether an option may stand behind a line."""
    if param.when is not None and not param.when(trial, verb.told(trial.state, line)):
        return False
    if param.is_flag:
        return fits(trial, verb, line.having(param.name))
    if param.candidates is None:
        return fits(trial, verb, line)
    return any(True for _ in _candidates(trial, verb, line, param))


def _about(trial: Trial[Any], param: Param[Any, Any]) -> str:
    return param.help if param.about is None else param.about(trial.state)
