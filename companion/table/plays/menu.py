"""What may be typed next in a play, derived from the verbs of its game.

A half-typed line is valid, refused, or incomplete. A word is offered if it makes the line valid, or
if the line can then be completed to a valid one: it is tried on the rules, on a state that is
thrown away (`offer.Trial`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from companion.core.command import AnyVerb
from companion.core.game import Game
from companion.core.legal import Legal
from companion.core.offer import ELSEWHERE, HOUSE, Line, Offer, Stopped, Trial, read
from companion.core.param import Arguments, Candidate, Incomplete, Param
from companion.core.play import PlayState
from companion.core.value import replace
from companion.core.verbs import VerbGroup, Verbs
from companion.errors import CompanionError

S = TypeVar("S", bound=PlayState)

LONGEST = 30
"""Words after which a line is not completed any further."""


def offers(
    game: Game[S],
    state: S,
    reference: Any,
    words: Sequence[str],
    is_over: Callable[[], bool] = lambda: False,
) -> Iterator[Offer]:
    """What may be typed after these words; nothing if the game does not say what is legal now.

    Ends early once `is_over`. Lines are tried on the public state, so that a menu shows no secret;
    an offer may still be refused because of one.
    """
    legal = game.legal(reference)
    if legal is None:
        return
    trial = Trial(game, game.public_state(state), reference, is_over)
    with suppress(Stopped):
        yield from offers_of(trial, game.verbs(), legal, words)


def offers_of(
    trial: Trial[S], verbs: Verbs[S], legal: Legal[S], words: Sequence[str]
) -> Iterator[Offer]:
    """What may be typed after these words; with no words, the verbs, the most urgent first.

    Nothing is offered after words that are not understood.
    """
    if not words:
        known = {it.name: it for it in verbs.in_order}
        for name in legal.verbs(trial.state):
            if name not in known:  # the game's own tests report it
                continue
            if _can_be_typed(trial, known[name]):
                yield Offer(name, known[name].about)
        return
    group = verbs.groups.get(words[0])
    if group is not None and len(words) == 1:
        for verb in group.by_name.values():
            if means_something(trial, verb):
                yield Offer(verb.name, verb.about)
        return
    found = verbs.by_name.get(words[0]) if group is None else group.by_name.get(words[1])
    if found is None:
        return
    yield from _behind(trial, found, words[1:] if group is None else words[2:])


def line_of(verb: AnyVerb, words: Sequence[str]) -> Line:
    """The words after a verb, parsed into a line."""
    valued = [param.name for param in verb.options if not param.is_flag]
    return read(_by_names(verb, words), (*valued, HOUSE, *ELSEWHERE))


def _behind(trial: Trial[S], verb: AnyVerb, words: Sequence[str]) -> Iterator[Offer]:
    """What may be typed after these words of a verb."""
    line = line_of(verb, words)
    if line.wants in (HOUSE, *ELSEWHERE) or not line.options.keys().isdisjoint(ELSEWHERE):
        return
    trial.house = line.value(HOUSE)
    offered = set()
    with suppress(CompanionError):
        for offer in offers_behind(trial, verb, line):
            if offer.word not in offered:
                offered.add(offer.word)
                yield offer


def _by_names(verb: AnyVerb, words: Sequence[str]) -> list[str]:
    """The words, with short options replaced by their names."""
    names = {name: param.name for param in verb.options for name in param.names}
    apart = [word.partition("=") for word in words]
    return ["".join((names.get(name, name), *more)) for name, *more in apart]


def _can_be_typed(trial: Trial[S], found: AnyVerb | VerbGroup[S]) -> bool:
    """Whether a verb, or any verb of a group, can be typed now."""
    verbs = found.by_name.values() if isinstance(found, VerbGroup) else (found,)
    return any(means_something(trial, verb) for verb in verbs)


def means_something(trial: Trial[S], verb: AnyVerb) -> bool:
    """Whether a verb can be typed now: alone, or with more words."""
    if verb.when is not None and verb.when(trial):
        return True
    if not verb.is_entry:
        return verb.when is None
    return fits(trial, verb, Line()) or any(True for _ in offers_behind(trial, verb, Line()))


def problem_of(
    trial: Trial[S], verb: AnyVerb, line: Line, args: Arguments[S] | None = None
) -> CompanionError | None:
    """Why a line is refused: Incomplete if something is missing; None if it is valid.

    `args` are its words, if they are parsed already.
    """
    try:
        args = args or verb.arguments(trial.state, line)
        if verb.uses_shelf:
            return None
        if not verb.shows(line):
            return trial.problem(verb.entry(line, args))
        if verb.when is not None and not verb.when(trial):
            return CompanionError("there is nothing to be seen")
        for param in verb.params:
            args.get(param)
    except CompanionError as problem:
        return problem
    return None


def fits(trial: Trial[S], verb: AnyVerb, line: Line, refusal: CompanionError | None = None) -> bool:
    """Whether a line is valid, or can be completed to a valid one.

    A line that is refused with the same words as `refusal` is not completed: that would not help.
    """
    try:
        args = verb.arguments(trial.state, line)
    except CompanionError as unsound:
        return isinstance(unsound, Incomplete)
    wanted = args.lacking
    if wanted is None or _known(trial, wanted, args) is None:
        problem = problem_of(trial, verb, line, args)
        if problem is None:
            return True
        if isinstance(problem, Incomplete):
            wanted = problem.param
            if wanted is None or _known(trial, wanted, args) is None:
                return True  # only the players know what is missing
        elif not _is_same(problem, refusal) and _mended(trial, verb, line, args, problem):
            return True
        else:
            wanted = args.moves
    if wanted is None or len(line.arguments) >= LONGEST:
        return False
    if wanted.is_option and wanted in args and not wanted.repeated:
        return False  # it is in the line already, and did not help
    return any(fits(trial, verb, longer, refusal) for longer in _longer(trial, line, wanted, args))


def _is_same(problem: CompanionError, other: CompanionError | None) -> bool:
    return other is not None and str(problem) == str(other)


def _mended(
    trial: Trial[S], verb: AnyVerb, line: Line, args: Arguments[S], refusal: CompanionError
) -> Line | None:
    """A refused line with one more word or option that helps to make it valid; None if none does.

    The line is returned unchanged if a free text may make it valid.
    """
    if trial.state.status != "live":
        return None
    for param in (*args.open, *verb.options):
        there = param in args and not param.repeated
        if not param.lifts_refusal or there or not _comes_here(trial, param, args):
            continue
        if not param.is_flag and _known(trial, param, args) is None:
            return line
        for longer in _longer(trial, line, param, args):
            if fits(trial, verb, longer, refusal):
                return longer
    return None


def _longer(trial: Trial[S], line: Line, param: Param, args: Arguments[S]) -> Iterator[Line]:
    """All lines with one more known value of a parameter; the line itself if it takes free text."""
    if param.is_flag:
        yield line.having(param.name)
        return
    words = _known(trial, param, args)
    if words is None:
        yield line
        return
    if param.is_option:
        line = replace(line, wants=param.name)
    for word, _ in words:
        if _is_new(line, param, word):
            yield line.also(word)


def offers_behind(trial: Trial[S], verb: AnyVerb, line: Line) -> Iterator[Offer]:
    """The words that may come next; a player who may be named before everything else comes last.

    Options whose value can be picked come before those whose value has to be typed. Options come
    first if the line is refused without one.
    """
    args = verb.arguments(trial.state, line)
    if line.wants:
        for param in verb.options:
            if param.name == line.wants and (param.repeated or param not in args):
                yield from _offered(trial, verb, line, param, args)
        return
    needed = any(not param.optional for param in args.open)
    leading = [it for it in args.open if it.optional and (needed or it.belongs_here is not None)]
    behind = [param for param in args.open if param not in leading]
    refusal = _refusal(trial, verb, line, args)
    if refusal is not None:
        yield from _options(trial, verb, line, args, refusal)
    for param in behind:
        yield from _offered(trial, verb, line, param, args)
    if refusal is None:
        yield from _options(trial, verb, line, args)
    for param in leading:
        yield from _offered(trial, verb, line, param, args)


def _refusal(
    trial: Trial[S], verb: AnyVerb, line: Line, args: Arguments[S]
) -> CompanionError | None:
    """Why a complete line is refused, if an option may help; else None."""
    if args.lacking is not None or all(not param.lifts_refusal for param in verb.options):
        return None
    problem = problem_of(trial, verb, line, args)
    return None if isinstance(problem, Incomplete) else problem


def _options(
    trial: Trial[S],
    verb: AnyVerb,
    line: Line,
    args: Arguments[S],
    refusal: CompanionError | None = None,
) -> Iterator[Offer]:
    """The options that may come next.

    After a refused line: those that make it valid, or that are valid once it is.
    """
    mended = None if refusal is None else _mended(trial, verb, line, args, refusal)
    for param in sorted(verb.options, key=lambda it: it.candidates is None and not it.is_flag):
        again = param not in args or (param.repeated and param.candidates is not None)
        if not again or param.after_dash or not _comes_here(trial, param, args):
            continue
        behind = line if mended is None or param.lifts_refusal else mended
        same = None if param.lifts_refusal and mended is not None else refusal
        if any(fits(trial, verb, it, same) for it in _longer(trial, behind, param, args)):
            yield Offer(param.name, _about(trial, param))


def _offered(
    trial: Trial[S], verb: AnyVerb, line: Line, param: Param, args: Arguments[S]
) -> Iterator[Offer]:
    """The words that are valid for a parameter now, without those already in the line."""
    if param.is_option:
        line = replace(line, wants=param.name)
    fit: dict[str, bool] = {}
    for word, about in _known(trial, param, args) or ():
        if not _is_new(line, param, word):
            continue
        like = param.alike(word)
        if like not in fit:
            fit[like] = fits(trial, verb, line.also(word))
        if fit[like]:
            yield Offer(word, about)


def _is_new(line: Line, param: Param, word: str) -> bool:
    """Whether a word is not in the line yet, or may be repeated."""
    there = line.options.get(param.name, ()) if param.is_option else line.arguments
    return param.duplicates or word not in there


def _known(trial: Trial[S], param: Param, args: Arguments[S]) -> Iterable[Candidate] | None:
    """The words that a parameter can take; None if it takes free text."""
    return None if param.candidates is None else param.candidates(trial, args)


def _comes_here(trial: Trial[S], param: Param, args: Arguments[S]) -> bool:
    """Whether a parameter makes sense after the words of a line."""
    return param.when is None or param.when(trial, args)


def _about(trial: Trial[Any], param: Param) -> str:
    about = param.about(trial.state) if callable(param.about) else param.about
    return about or param.help
