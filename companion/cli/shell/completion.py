"""Completions while a line is typed: commands, verbs, players, and what the game offers.

Nothing here fails: if something cannot be read, less is offered.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from time import thread_time
from typing import Any, NamedTuple

from companion.cli.shell.grammar import LEAVE, OURSELVES, SHORT, Here, Run, meaning, unfinished
from companion.cli.shell.session import Session
from companion.core.names import folded
from companion.core.offer import ELSEWHERE, Offer
from companion.errors import CompanionError
from companion.table.plays.menu import offers
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import entries

MOST = 200
PATIENCE = 0.05
"""Seconds of work after which the completions found so far are offered."""
_NEWEST = 30

_ABOUT_SHORT = {"u": "undo", "r": "redo", "t": "the table", "n": "next", "?": "look something up"}


def after(seconds: float) -> Callable[[], bool]:
    """Make a function that says whether this thread has worked for that many seconds since."""
    end = thread_time() + seconds
    return lambda: thread_time() > end


class Completion(NamedTuple):
    """Words that may replace what begins at `start` in a line, the most likely first."""

    start: int
    offers: list[Offer]


def completion(
    session: Session, line: str, is_over: Callable[[], bool] = lambda: False
) -> Completion:
    """The completions at the end of a line; only those found so far, once `is_over`."""
    typed = unfinished(line)
    if typed is None:
        return Completion(len(line), [])
    wanted = folded(typed.last)
    try:
        found = _fitting(_candidates(session, typed.words, typed.last, is_over), wanted)
        offers = list(islice(found, MOST))
    except CompanionError:
        offers = []
    return Completion(typed.start, offers)


def _fitting(offers: Iterable[Offer], wanted: str) -> Iterator[Offer]:
    """The words that begin like that, each once, except the word itself."""
    seen = {wanted}
    for offer in offers:
        word = folded(offer.word)
        if word.removeprefix('"').startswith(wanted) and word not in seen:
            seen.add(word)
            yield offer


def _candidates(
    session: Session, words: Sequence[str], last: str, is_over: Callable[[], bool]
) -> Iterator[Offer]:
    play = session.play()
    here = session.here(play)
    if not words and last.startswith("?"):
        return (
            Offer(f"?{offer.word}", offer.about)
            for offer in _of_program(session, ["lookup"], last[1:])
        )
    if not words:
        return _first_words(session, play, here)
    meant = meaning(words, here)
    if not isinstance(meant, Run):
        return iter(())
    argv = meant.argv
    if play is not None and argv[0] == here.game and len(argv) > 1:
        offered = list(offers(play.game, play.state, play.reference, argv[1:], is_over))
        if last.startswith("-"):  # an option, or an amount: `--put -2=ana.1`
            return chain(offered, _of_program(session, argv, last))
        elsewhere = any(word.partition("=")[0] in ELSEWHERE for word in argv)
        # For declared verbs, the parser knows more only if a line is about another play.
        if offered or not elsewhere:
            return iter(offered)
    if last.startswith("-"):
        return _of_program(session, argv, last)
    if argv[0] in ("undo", "redo") and len(argv) == 1 and play is not None:
        return _entries(play, undone=argv[0] == "redo")
    if argv[0] == "undo" and len(argv) == 2:
        return iter([Offer("--onwards", "and all that came after it")])
    return _of_program(session, argv, last)


def _first_words(session: Session, play: OpenPlay | None, here: Here) -> Iterator[Offer]:
    if play is not None:
        yield from offers(play.game, play.state, play.reference, ())
        yield from _players(here)
        if here.game:
            yield from _commands(session.group_of(here.game), play.game.has_verb)
    yield from (Offer(word, _ABOUT_SHORT[word]) for word in SHORT)
    yield from _commands(session.group_of())
    yield from (Offer(word, "leave") for word in LEAVE)
    yield Offer("help", "what can be typed")


def _players(here: Here) -> Iterator[Offer]:
    return (Offer(seat.handle, f"{seat.name}: +3, -2, =7") for seat in here.seats)


def _entries(play: OpenPlay, undone: bool) -> Iterator[Offer]:
    """The numbers for `undo` or `redo`, newest first."""
    entered = entries(play.game, play.log, play.reference)[1:]
    fitting = [entry for entry in reversed(entered) if entry.undone is undone]
    return (Offer(str(entry.number), "; ".join(entry.lines)) for entry in fitting[:_NEWEST])


def _commands(group: Any, fits: Callable[[str], bool] = bool) -> Iterator[Offer]:
    """The matching commands of a group, with short descriptions."""
    for name in group.list_commands(None):
        if name != OURSELVES and fits(name):
            yield Offer(name, group.about(name))


def _of_program(session: Session, argv: Sequence[str], last: str) -> Iterator[Offer]:
    """Completions from the parser: commands of groups, options, arguments."""
    ctx, command, rest = _parsed(session, argv)
    if command is None:
        return iter(())
    if hasattr(command, "list_commands"):
        words = (Offer(word, about) for word, about in command.words(ctx))
        return chain(_commands(command), words)
    if last.startswith("-") and not (rest and _option_of(command, rest[-1])):
        return _options(command, rest)
    inner_ctx, parameter = _next_of(ctx, command, rest)
    if parameter is None:
        return iter(())
    # The parser distinguishes capital letters; the prompt does not.
    items = parameter.shell_complete(inner_ctx, last) or parameter.shell_complete(inner_ctx, "")
    return (Offer(_typed(item.value, parameter), item.help or "") for item in items)


def _typed(value: str, parameter: Any) -> str:
    """A value as it is typed, in quotes if it contains a space."""
    return f'"{value}"' if " " in value and '"' not in value and parameter.nargs == 1 else value


def wanted_of(session: Session, argv: Sequence[str]) -> tuple[Any, Any, bool] | None:
    """The command of a line, the parameter that comes next, and whether it is needed; else None."""
    ctx, command, rest = _parsed(session, argv)
    if command is None or hasattr(command, "list_commands"):
        return None
    inner, parameter = _next_of(ctx, command, rest)
    if parameter is None:
        return None
    is_option = parameter.param_type_name == "option"
    needed = is_option or (parameter.required and not inner.params.get(parameter.name))
    return command, parameter, needed


def _parsed(session: Session, argv: Sequence[str]) -> tuple[Any, Any, Sequence[str]]:
    """The context and command of a line, and the words after it; None for an unknown command."""
    command, rest, desk = session.group_of(), list(argv), session.desk()
    ctx = command.make_context("companion", [], resilient_parsing=True, obj=desk)
    while hasattr(command, "list_commands") and rest:
        inner = command.get_command(ctx, rest[0])
        if hasattr(inner, "list_commands"):
            ctx = inner.make_context(rest[0], [], parent=ctx, resilient_parsing=True, obj=desk)
        command, rest = inner, rest[1:]
    return ctx, command, rest


def _next_of(ctx: Any, command: Any, rest: Sequence[str]) -> tuple[Any, Any]:
    """The context after these words, and the parameter that takes the next one."""
    taking = _option_of(command, rest[-1]) if rest else None
    args = list(rest if taking is None else rest[:-1])
    inner = command.make_context(
        command.name, args, parent=ctx, resilient_parsing=True, obj=ctx.obj
    )
    return inner, taking or _argument_of(command, inner)


def _options(command: Any, used: Sequence[str]) -> Iterator[Offer]:
    for parameter in command.params:
        is_shown = parameter.param_type_name == "option" and not parameter.hidden
        if is_shown and not set(parameter.opts) & set(used):
            longest = max(parameter.opts, key=len)
            yield Offer(longest, parameter.help or "")


def _option_of(command: Any, word: str) -> Any:
    """The option that this word is, if the next word is its value."""
    for parameter in command.params:
        is_one = parameter.param_type_name == "option" and word in parameter.opts
        if is_one and not parameter.is_flag:
            return parameter
    return None


def _argument_of(command: Any, ctx: Any) -> Any:
    """The argument that takes the next word."""
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            value = ctx.params.get(parameter.name)
            if parameter.nargs == -1 or not value:
                return parameter
    return None
