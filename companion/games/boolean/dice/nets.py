"""Dice as nets of boxes, and what a die can be by the faces that one sees."""

from collections.abc import Sequence

from companion.core.blocks import (
    Block,
    Column,
    Heading,
    Paragraph,
    Picture,
    Side,
    Span,
    Stack,
    Table,
    Text,
)
from companion.games.boolean.dice.faces import Faces, Guess
from companion.games.boolean.dice.the_ten import (
    BACK,
    BLACK,
    BOTTOM,
    FRONT,
    LEFT,
    LEGEND,
    RIGHT,
    TOP,
    UNSEEN,
    WHITE,
    Die,
    by_id,
)

_CELL = 3
_PLACES = (
    (None, TOP, None, None),
    (LEFT, FRONT, RIGHT, BACK),
    (None, BOTTOM, None, None),
)


def nets(names: Sequence[str]) -> list[Block]:
    """These dice beside each other, and what the signs mean."""
    dice = by_id()
    pictures = tuple(net(dice[name]) for name in names)
    return [Side(pictures), Paragraph(Span(LEGEND, "muted"))]


def net(die: Die) -> Picture:
    """A die, unfolded, under its name."""
    return net_of(die.net, Span(die.id, "name"))


def net_of(faces: Sequence[bool | None], caption: Text = "") -> Picture:
    """Faces in the order of a net, unfolded; None for one that nobody sees."""
    rows = tuple(
        tuple(None if place is None else face_text(faces[place]) for place in row)
        for row in _PLACES
    )
    return Picture(rows, _CELL, caption)


def face_text(white: bool | None) -> Span:
    """A face in a box."""
    if white is None:
        return Span(f" {UNSEEN} ", "muted")
    return Span(f" {WHITE} ", "white") if white else Span(f" {BLACK} ", "muted")


# What a die can be, by the faces that one sees


def which_view(seen: Faces, found: Sequence[Guess]) -> list[Block]:
    """The one die that it is, or all that it can be; and its bottom, where that is not seen."""
    blocks: list[Block] = [Stack((net_of(seen, "What you see"), Paragraph(Span(LEGEND, "muted"))))]
    if len(found) == 1:
        die = found[0].die
        blocks += [Heading(("It is the ", Span(die.id, "name")), die.title), net(die)]
    else:
        blocks += [Heading(f"It is one of {len(found)} dice"), _candidates(seen, found)]
    ways, below = sum(one.ways for one in found), sum(one.white_below for one in found)
    if seen[BOTTOM] is None:
        blocks.append(Paragraph(_bottom(below, ways)))
    return blocks


def _candidates(seen: Faces, found: Sequence[Guess]) -> Table:
    hidden = seen[BOTTOM] is None
    rows: list[tuple[Text, ...]] = []
    for one in found:
        below: Text = ""
        if hidden:
            sure = one.white_below in (0, one.ways)
            color = "white" if one.white_below else "black"
            below = f"{color} below" if sure else f"white below in {one.white_below} of {one.ways}"
        rows.append((Span(one.die.id, "name"), below, Span(one.die.title, "muted")))
    return Table((Column(), Column(), Column(wraps=True)), tuple(rows))


def _bottom(below: int, ways: int) -> Text:
    """How likely the bottom is white, every die that fits and every way to lie being alike."""
    if below in (0, ways):
        return ("Its bottom is ", Span("white" if below else "black", "strong"), " for sure.")
    return (
        f"Its bottom is white in {below} of {ways} ways to lie: ",
        Span(f"{100 * below / ways:.0f} %", "strong"),
        ".",
    )
