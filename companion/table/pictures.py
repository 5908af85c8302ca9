"""Pictures that a command makes: into a file, or to standard output."""

from collections.abc import Callable
from typing import Any

from companion.core.reply import Reply
from companion.errors import Invalid
from companion.table.files import STANDARD, short_name, write_bytes


def require_svg(output: str | None, example: str, *, as_json: bool) -> None:
    """Refuse a name that is none of an SVG picture, and two things on one output.

    Raises Invalid; `example` is a name that would do.
    """
    if output is not None and output != STANDARD and not output.lower().endswith(".svg"):
        raise Invalid(f"“{output}” is no name of an SVG picture.", f"`-o {example}`")
    if output == STANDARD and as_json:
        raise Invalid(
            "Standard output cannot take the picture and `--json` as well.", "`-o FILE --json`"
        )


def picture(output: str, svg: str, what: str, document: Callable[[], Any]) -> Reply:
    """Put a picture where it belongs. Raises StorageError; `what` is in it, with a capital."""
    if output == STANDARD:
        return Reply(document=document, text=svg)
    write_bytes(output, svg.encode())
    return Reply(document=document, lines=(f"{what} is in {short_name(output)}.",))
