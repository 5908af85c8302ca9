"""Several dice, or faces, by their colours alone: `wwb` in a log, `2w1b` as one may type it."""

import re
from typing import Any

from companion.core.names import folded, short
from companion.core.schemas import asks
from companion.core.shapes import Context, Wrong
from companion.errors import Invalid

WHITE, BLACK = "w", "b"
UNSEEN = "?"
"""A face that nobody saw, where that may be told: `w??`."""
_SIGNS = {**dict.fromkeys("w○", WHITE), **dict.fromkeys("b●·", BLACK), UNSEEN: UNSEEN}
_PART = r"(\d{0,2})(white|black|[wb○●·?])"
_MOST = 999


@asks(type="string", pattern=f"^[{WHITE}{BLACK}]*$", maxLength=_MOST)
def COLOURS(value: Any, context: Context) -> Wrong | None:
    """Colours as a log has them; it may be none."""
    fits = type(value) is str and len(value) <= _MOST and set(value) <= {WHITE, BLACK}
    return None if fits else ("", value)


def colours(text: str, what: str, example: str, *, partly: bool = False) -> str:
    """Colours as they are typed: `wwb`, `2w1b`, `white, black`. Raises Invalid; `what` they are.

    Where they may be told `partly`, `?` is one that nobody saw.
    """
    hint = f"`w` for white and `b` for black: {example}."
    typed = re.sub(r"[\s,;+]", "", folded(text))
    if not re.fullmatch(f"({_PART})+", typed) or (UNSEEN in typed and not partly):
        raise Invalid(f"“{short(text)}” is not {what}.", hint)
    found = "".join(
        _SIGNS[colour[0]] * (int(count) if count else 1)
        for count, colour in re.findall(_PART, typed)
    )
    if len(found) > _MOST:
        raise Invalid(
            "So many dice are on no table.", f"`w` for white and `b` for black: {example}."
        )
    return found


def whites_in(told: str) -> int:
    """How many of them are white."""
    return told.count(WHITE)
