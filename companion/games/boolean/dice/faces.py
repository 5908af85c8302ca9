"""Visible faces of dice: of one, and which die it may be; the colours of several."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.names import folded, short
from companion.core.schemas import json_schema
from companion.core.shapes import Context, Wrong
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import (
    BOTTOM,
    LEGEND,
    Die,
    apply_turn,
    net,
    net_of,
    the_ten,
    turns,
)

if TYPE_CHECKING:
    from companion.core.blocks import Block, Table, Text

# The faces of one die

MOST = 6
Faces = tuple[bool | None, ...]
"""Faces in the order of a net, top first, True for white; None for an unseen one."""

Views = Sequence[Faces]
"""The visible faces of one die before and after rolls, the newest last."""
REROLLED = "+"
"""The sign between the faces seen before a roll and after it."""

_SIGNS: dict[str, bool | None] = {
    **dict.fromkeys("w○o1", True),
    **dict.fromkeys("b●·0", False),
    **dict.fromkeys("?_", None),
}
_HINT = "Top, the sides in order, bottom: `w` or `b` for each, `?` for one that you cannot see."


class Guess(NamedTuple):
    """A die that may be there: in how many of its 24 ways, and in how many with white below."""

    die: Die
    ways: int
    white_below: int


def parse_faces(words: Sequence[str]) -> Faces:
    """Read faces as typed: `white black w ?`, or `wb?`. Raises Invalid."""
    faces: list[bool | None] = []
    for word in words:
        typed = folded(word)
        if typed and any(color.startswith(typed) for color in ("white", "black")):
            faces.append(typed[0] == "w")
        elif typed and all(sign in _SIGNS for sign in typed):
            faces += [_SIGNS[sign] for sign in typed]
        else:
            raise Invalid(f"“{short(word)}” is not the colour of a face.", _HINT)
    return tuple(faces)


def require_faces(faces: Faces) -> Faces:
    """All six faces of a die; missing ones are unseen. Raises Invalid for none, or too many."""
    if not faces or all(face is None for face in faces):
        raise Invalid("Which faces do you see?", f"`companion boolean which w b w`. {_HINT}")
    if len(faces) > MOST:
        raise Invalid(f"A die has six faces, not {len(faces)}.", _HINT)
    return (*faces, *(None for _ in range(MOST - len(faces))))


def typed(seen: Views) -> str:
    """Return the views of a die, as typed."""
    signs = {True: "w", False: "b", None: "?"}
    return REROLLED.join("".join(signs[face] for face in faces).rstrip("?") for faces in seen)


def guesses(faces: Faces, without: Collection[str] = ()) -> list[Guess]:
    """Return the dice that can lie like this, in the order of the set; those in `without` are
    elsewhere.
    """
    found = []
    for die in the_ten():
        lying = [way for turn in turns() if fits(way := apply_turn(die.net, turn), faces)]
        if lying and die.id not in without:
            found.append(Guess(die, len(lying), sum(way[BOTTOM] for way in lying)))
    return found


def fits(way: Sequence[bool], faces: Faces) -> bool:
    """Whether a die that lies like this shows these faces."""
    return all(seen is None or seen is face for seen, face in zip(faces, way, strict=True))


# Identify a die by its visible faces


def which_view(seen: Faces, found: Sequence[Guess]) -> list[Block]:
    """Return which die it is, or may be; and its bottom, if that is unseen."""
    from companion.core.blocks import Heading, Paragraph, Span, Stack

    blocks: list[Block] = [Stack((net_of(seen, "What you see"), Paragraph(Span(LEGEND, "muted"))))]
    if len(found) == 1:
        die = found[0].die
        blocks += [Heading(("It is the ", Span(die.id, "name")), die.title), net(die)]
    else:
        blocks += [Heading(f"It is one of {len(found)} dice"), _candidates(seen, found)]
    if seen[BOTTOM] is None:
        blocks.append(Paragraph(_bottom(found)))
    return blocks


def _candidates(seen: Faces, found: Sequence[Guess]) -> Table:
    from companion.core.blocks import Column, Span, Table

    rows: list[tuple[Text, ...]] = []
    for one in found:
        below: Text = ""
        if seen[BOTTOM] is None:
            sure = one.white_below in (0, one.ways)
            color = "white" if one.white_below else "black"
            below = f"{color} below" if sure else f"white below in {one.white_below} of {one.ways}"
        rows.append((Span(one.die.id, "name"), below, Span(one.die.title, "muted")))
    return Table((Column(), Column(), Column(wraps=True)), tuple(rows))


def _bottom(found: Sequence[Guess]) -> Text:
    """How likely the bottom is white, if all dice and ways that fit are equally likely."""
    from companion.core.blocks import Span

    ways, below = sum(one.ways for one in found), sum(one.white_below for one in found)
    if below in (0, ways):
        return ("Its bottom is ", Span("white" if below else "black", "strong"), " for sure.")
    return (
        f"Its bottom is white in {below} of {ways} ways to lie: ",
        Span(f"{100 * below / ways:.0f} %", "strong"),
        ".",
    )


# Colours of several dice, or faces: `wwb` in a log; `2w1b` may be typed

WHITE, BLACK = "w", "b"
UNSEEN = "?"
"""An unseen face, if that is allowed: `w??`."""
_LETTERS = {**dict.fromkeys("w○", WHITE), **dict.fromkeys("b●·", BLACK), UNSEEN: UNSEEN}
_PART = r"(\d{0,2})(white|black|[wb○●·?])"
_LONGEST = 999


@json_schema(type="string", pattern=f"^[{WHITE}{BLACK}]*$", maxLength=_LONGEST)
def COLOURS(value: Any, context: Context) -> Wrong | None:
    """Colours as a log holds them, perhaps none."""
    fits = type(value) is str and len(value) <= _LONGEST and set(value) <= {WHITE, BLACK}
    return None if fits else ("", value)


def parse_colours(text: str, what: str, example: str, *, partly: bool = False) -> str:
    """Read colours as typed: `wwb`, `2w1b`, `white, black`.

    If they may be seen `partly`, `?` is an unseen one. Raises Invalid, which says `what` the text
    is not.
    """
    hint = f"`w` for white and `b` for black: {example}."
    typed = re.sub(r"[\s,;+]", "", folded(text))
    if not re.fullmatch(f"({_PART})+", typed) or (UNSEEN in typed and not partly):
        raise Invalid(f"“{short(text)}” is not {what}.", hint)
    found = "".join(
        _LETTERS[colour[0]] * (int(count) if count else 1)
        for count, colour in re.findall(_PART, typed)
    )
    if len(found) > _LONGEST:
        raise Invalid("Those are more dice than the companion can count.", hint)
    return found


def whites_in(dice: str) -> int:
    """How many of them are white."""
    return dice.count(WHITE)
