"""Printing: data to standard output, messages to standard error."""

import sys
from collections.abc import Iterable

from companion.core.names import visible
from companion.table.reply import Reply


def print_reply(reply: Reply, *, as_json: bool) -> None:
    """Print an answer: one JSON document, or short lines, or blocks drawn with Rich."""
    if as_json:
        import json

        print(json.dumps(reply.document(), ensure_ascii=not _unicode_out(), indent=2))
    else:
        blocks = reply.blocks()
        if blocks:
            from companion.render.terminal import draw

            draw(blocks)
        for line in reply.lines:
            print(_wrapped(line))
    sys.stdout.flush()
    _tell(f"! {warning}" for warning in reply.warnings)


def print_error(message: str, hint: str, rule: str = "") -> None:
    """One sentence on standard error, the rule's id with it, and a line on what to do."""
    cited = f" ({rule})" if rule else ""
    lines = [f"{message}{cited}"]
    if hint:
        lines.append(f"  → {hint}")
    _tell(lines)


def use_any_encoding() -> None:
    """A terminal that cannot show a sign shows `?` for it, instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _tell(lines: Iterable[str]) -> None:
    for line in lines:
        print(_wrapped(line, sys.stderr.isatty()), file=sys.stderr)


def _wrapped(line: str, terminal: bool | None = None) -> str:
    """A line broken between words where a person reads it; left whole for programs."""
    shown = visible(line)
    if not (sys.stdout.isatty() if terminal is None else terminal):
        return shown
    from shutil import get_terminal_size

    width = get_terminal_size().columns
    if len(shown) <= width:
        return shown
    from textwrap import fill

    return fill(shown, width, subsequent_indent="  ", break_on_hyphens=False)


def _unicode_out() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
