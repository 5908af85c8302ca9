"""Prints data on standard output, and messages and errors on standard error."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.core.names import listed, nearest, visible
from companion.core.reply import Refusal, Reply
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.core.blocks import Block

INDENT = "  "
"""Indents the further lines of a wrapped sentence."""


def print_reply(reply: Reply, *, as_json: bool) -> None:
    """Print an answer: one JSON document, or short lines, or blocks drawn with Rich."""
    if as_json:
        import json

        print(spelled(json.dumps(reply.document(), ensure_ascii=not unicode_out(), indent=2)))
    else:
        blocks = reply.blocks()
        if blocks:
            _draw(blocks)
        for line in reply.lines:
            print(wrapped(line))
        if reply.text:
            sys.stdout.write(reply.text)
        if reply.markdown:
            _print_markdown(reply.markdown)
    sys.stdout.flush()
    for warning in reply.warnings:
        print_warning(warning)


def _draw(blocks: "Sequence[Block]") -> None:
    """Draw blocks; loads Rich only if they need it."""
    from companion.render import lines

    try:
        sys.stdout.write(lines.drawn(blocks, lines.screen()))
    except lines.NotHere:
        from companion.render.terminal import draw

        draw(blocks)


def _print_markdown(text: str) -> None:
    """Draw a text at a terminal; print it unchanged elsewhere."""
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    from companion.cli.terminal import show
    from companion.render.markdown import drawn_markdown

    show(drawn_markdown(text))


def print_warning(sentence: str) -> None:
    """Print a sentence on standard error that does not change the exit code."""
    print_messages([f"! {sentence}"])


def print_refusal(refusal: Refusal) -> None:
    """Print what went wrong on standard error, and what to do indented below it."""
    message, *others = refusal.lines
    print_messages([message, *(f"  {line}" for line in others)])


def print_messages(lines: Iterable[str]) -> None:
    """Print lines on standard error, wrapped at a terminal."""
    with suppress(OSError):  # standard error may be closed on purpose
        for line in lines:
            print(wrapped(line, sys.stderr.isatty()), file=sys.stderr)


def wrapped(line: str, terminal: bool | None = None) -> str:
    """Wrap a line between words at a terminal; leave it whole for programs."""
    shown = visible(line)
    if not (sys.stdout.isatty() if terminal is None else terminal):
        return shown
    from shutil import get_terminal_size

    width = get_terminal_size().columns
    if len(shown) <= width:
        return shown
    from textwrap import fill

    from companion.core.terminal import tied, untied

    indent = INDENT + " " * (len(shown) - len(shown.lstrip(" ")))
    whole = tied(shown, width - len(indent))
    return untied(fill(whole, width, subsequent_indent=indent, break_on_hyphens=False))


def spelled(document: str) -> str:
    """Escape characters that control a terminal, which JSON allows, and lone surrogates."""
    return re.sub(
        "[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]",
        lambda sign: f"\\u{ord(sign[0]):04x}",
        document,
    )


def unicode_out() -> bool:
    """Whether standard output can encode every character."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def usage(problem: Any, argv: Sequence[str], commands: Callable[[], Any]) -> tuple[str, str]:
    """The message and the hint for a usage error, from the parser's exception.

    `argv` are the arguments, `commands` makes the command group.
    """
    kind, message = type(problem).__name__, problem.format_message().strip()
    hint = f"`{_command(problem, argv, commands)} -h` shows how."
    if kind == "NoSuchOption":
        return f"There is no option “{problem.option_name}” here.", f"{_meant(problem)}{hint}"
    if kind == "MissingParameter":
        return f"{_missing(problem)} is missing.", f"{_such_as(problem)}{hint}"
    extra = re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)\.?", message)
    if extra is not None:
        quotes = (
            "Put a name of several words in quotes. " if _takes_names(problem, extra[1]) else ""
        )
        declared = getattr(problem.ctx.command, "declared", None)
        instead = getattr(declared, "instead", "").format(extra[1])
        return f"Unexpected “{extra[1]}”.", instead or f"{quotes}{hint}"
    valued = re.match(r"Option '(-[^']*)' does not take a value", message)
    if valued is not None:
        return f"`{valued[1]}` takes no value.", hint
    needing = re.match(r"Option '(-[^']*)' requires an argument", message)
    if needing is not None:
        return f"`{needing[1]}` needs a value.", hint
    return message if message.endswith((".", "?")) else f"{message}.", hint


def _takes_names(problem: Any, extra: str) -> bool:
    """Whether an unexpected word may be the rest of a name."""
    params = getattr(getattr(problem.ctx, "command", None), "params", ())
    return extra[:1].isalpha() and any(it.param_type_name == "argument" for it in params)


def _missing(problem: Any) -> str:
    """The name of the missing parameter, without optional parts."""
    name = problem.param.make_metavar(problem.ctx) if problem.param is not None else "something"
    whole = name[1:-1] if re.fullmatch(r"\[[^][]*\]|\{[^{}]*\}", name) else name
    needed = re.sub(r"(?<!\S)\[[^][]*\](?!\S)|\s*\.\.\.(?!\S)", "", whole).strip()
    return needed or whole


def _such_as(problem: Any) -> str:
    """A hint with the first example in the help of the command."""
    ctx = getattr(problem, "ctx", None)
    help_text = getattr(getattr(ctx, "command", None), "help", None) or ""
    _, _, examples = help_text.partition("Examples:")
    first = re.match(r"\s*(companion \S+(?: \S+)*)", examples)
    return "" if first is None or "|" in first[1] else f"For example: `{first[1]}`. "


def _meant(problem: Any) -> str:
    """A hint for an unknown option: a command of that name, or similar options."""
    word = problem.option_name.lstrip("-")
    beside = getattr(problem.ctx, "parent", None)
    if word and beside is not None and _below(beside.command, word) is not None:
        return f"`{beside.command_path} {word}` is a command of its own. "
    alike = {name.lstrip("-"): name for name in problem.possibilities or ()}
    near = [f"`{alike[name]}`" for name in nearest(word, alike, cutoff=0.6)]
    return f"Did you mean {listed(near, 'or')}? " if near else ""


def _below(group: Any, word: str) -> Any:
    """Get the command of that name in a group; None if there is none, or if it does not work."""
    if getattr(group, "loaders", None) is None:
        return None
    try:
        return group.get_command(None, word)
    except CompanionError:
        return None


def _command(problem: Any, argv: Sequence[str], commands: Callable[[], Any]) -> str:
    """The command as typed, as far as the parser got."""
    ctx = getattr(problem, "ctx", None)
    if ctx is not None:
        return str(ctx.command_path)
    path, group = ["companion"], commands()
    for word in argv:
        known = _below(group, word)
        if known is None:
            break
        path.append(word)
        group = known
    return " ".join(path)
