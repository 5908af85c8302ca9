"""Printing: data to standard output, messages to standard error."""

import re
import sys
from collections.abc import Iterable
from contextlib import suppress

from companion.core.names import visible
from companion.core.reply import Reply

INDENT = "  "
"""Before all lines of a sentence but the first, further in than that one."""


def print_reply(reply: Reply, *, as_json: bool) -> None:
    """Print an answer: one JSON document, or short lines, or blocks drawn with Rich."""
    if as_json:
        import json

        print(spelled(json.dumps(reply.document(), ensure_ascii=not unicode_out(), indent=2)))
    else:
        blocks = reply.blocks()
        if blocks:
            from companion.render.terminal import draw

            draw(blocks)
        for line in reply.lines:
            print(wrapped(line))
        if reply.text:
            sys.stdout.write(reply.text)
        if reply.markdown:
            _print_markdown(reply.markdown)
    sys.stdout.flush()
    for warning in reply.warnings:
        print_warning(warning)


def _print_markdown(text: str) -> None:
    """Draw a text for who sits before a terminal; for programs, it stays as it is."""
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    from companion.cli.pager import show
    from companion.render.markdown import drawn_markdown

    show(drawn_markdown(text))


def print_warning(sentence: str) -> None:
    """A sentence on standard error that changes no exit code."""
    tell([f"! {sentence}"])


def print_error(message: str, hint: str, rule: str = "", details: Iterable[str] = ()) -> None:
    """One sentence on standard error, the rule's id with it, and a line on what to do.

    `details` stand between the two, a line each.
    """
    cited = f" ({rule})" if rule else ""
    lines = [f"{message}{cited}", *(f"  {detail}" for detail in details)]
    if hint:
        lines.append(f"  → {hint}")
    tell(lines)


def tell(lines: Iterable[str]) -> None:
    """Lines on standard error, broken between words where a person reads them."""
    with suppress(OSError):  # Who closed standard error does not want to hear it.
        for line in lines:
            print(wrapped(line, sys.stderr.isatty()), file=sys.stderr)


def wrapped(line: str, terminal: bool | None = None) -> str:
    """A line broken between words where a person reads it; left whole for programs."""
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
    """JSON without signs that a terminal obeys, of which JSON itself escapes only the lowest, and
    without halves of characters."""
    return re.sub(
        "[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]",
        lambda sign: f"\\u{ord(sign[0]):04x}",
        document,
    )


def unicode_out() -> bool:
    """Whether standard output takes every sign there is."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
