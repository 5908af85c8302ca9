"""Dice unfolded, with initials for icons; what has to be drawn and wiped where the past changed."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.blocks import (
    Block,
    Column,
    Fit,
    Paragraph,
    Picture,
    Side,
    Span,
    Stack,
    Table,
    Text,
)
from companion.core.event import Event
from companion.core.record import Mark
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.faces import face_text
from companion.games.bwd.state import COMMON, Die, State

CELL = 5
_LONGEST = 3
"""So many letters initials have at most."""

# Every die


def dice_view(state: State, catalogue: Catalogue, *, as_list: bool = False) -> list[Block]:
    """Every die as an unfolded net, or as a list where there is no room for two beside each other.

    Faces are #1 above, #2 to #5 across, #6 below; the active one stands in brackets.
    """
    icons = dict.fromkeys(
        face.icon for die in state.dice for face in die.faces if face.icon is not None
    )
    labels = initials([*icons], catalogue)
    nets = Side(tuple(_net(state, die, labels) for die in state.dice))
    legend = [
        f"{label} {catalogue.title(icon)}"
        for icon, label in labels.items()
        if label != catalogue.title(icon)
    ]
    notes: list[Block] = []
    if legend:
        notes.append(Paragraph((Span("Initials: ", "muted"), " · ".join(legend))))
    marked = [words for die in state.dice for words in _marked_faces(die, catalogue)]
    if marked:
        notes.append(Paragraph((Span("Dots and dashes: ", "muted"), " · ".join(marked))))
    whole = _list(state, catalogue)
    return [whole if as_list else Fit((Stack((nets, *notes)), whole))]


def _net(state: State, die: Die, labels: Mapping[str, str]) -> Picture:
    cells = [_cell(die, place, labels) for place in range(6)]
    rows = (
        (None, cells[0], None, None),
        tuple(cells[1:5]),
        (None, cells[5], None, None),
    )
    return Picture(rows, cell=CELL, caption=_caption(state, die))


def _cell(die: Die, place: int, labels: Mapping[str, str]) -> Text:
    """A face in its box: initials, a sign that it has marks, brackets where it is on top."""
    face = die.faces[place]
    label = "·" if face.icon is None else labels[face.icon]
    marks = "•" * bool(face.dots) + "–" * bool(face.dashes)
    if place == die.active:
        return Span(f"[{(label + marks)[: CELL - 2]}]", "active")
    return Span((label + marks)[:CELL], "muted" if face.clean else "icon")


def _marked_faces(die: Die, catalogue: Catalogue) -> list[str]:
    """The faces of a die that have dots or dashes, with how many."""
    found = []
    for face in die.faces:
        if face.dots or face.dashes:
            what = "blank" if face.icon is None else catalogue.title(face.icon)
            dots = f" {face.dots}•" if face.dots else ""
            dashes = f" {face.dashes}–" if face.dashes else ""
            found.append(f"{die.id} {what}{dots}{dashes}")
    return found


def _caption(state: State, die: Die) -> Text:
    if die.owner == die.home and die.id != COMMON:
        return Span(die.id, "name")
    holder = "on its card" if die.owner is None else f"with {state.name(die.owner)}"
    return (Span(die.id, "name"), Span(f" {holder}", "muted"))


def _list(state: State, catalogue: Catalogue) -> Table:
    rows = []
    for die in state.dice:
        faces: list[str | Span] = []
        for place, face in enumerate(die.faces):
            if face.clean and place != die.active:
                continue
            text = face_text(face, catalogue)
            faces += [", "] if faces else []
            faces.append(Span(f"[{text}]", "active") if place == die.active else text)
        blanks = sum(face.clean and place != die.active for place, face in enumerate(die.faces))
        if blanks:
            faces.append(Span(f"{', ' if faces else ''}{blanks} blank", "muted"))
        rows.append((_caption(state, die), tuple(faces)))
    return Table((Column("Die"), Column("Faces", wraps=True)), tuple(rows))


def initials(icons: Sequence[str], catalogue: Catalogue) -> dict[str, str]:
    """A label for each icon, at most three letters, all different: `SS`, `Inv`, `−2`, `#17`."""
    labels: dict[str, str] = {}
    for icon in icons:
        taken = set(labels.values())
        labels[icon] = next(label for label in _labels(icon, catalogue) if label not in taken)
    return labels


def _labels(icon: str, catalogue: Catalogue) -> Iterator[str]:
    """The label that comes to mind, then others: consonants, then numbered ones."""
    title = catalogue.title(icon)
    if is_number(icon) or title.startswith("#"):
        yield title
    words = title.replace("-", " ").split()
    if len(words) > 1:
        yield "".join(word[0].upper() for word in words)[:_LONGEST]
    else:
        yield title[:_LONGEST]
    consonants = [sign for sign in title[1:] if sign.isalpha() and sign.lower() not in "aeiou"]
    yield title[:1] + "".join(consonants)[: _LONGEST - 1]
    number = 2
    while True:
        yield f"{title[: _LONGEST - len(str(number))]}{number}"
        number += 1


# What stood out in a play


def tagged_icons(standing: Sequence[Event]) -> Iterator[Mark]:
    """Every icon that was drawn on a die by tagging, once for each who tagged it."""
    seen: set[tuple[str, int | None]] = set()
    for event in standing:
        if event.kind != "card.tagged":
            continue
        by = event.data.get("by")
        for _, _, icon in event.data["placed"]:
            if (icon, by) not in seen:
                seen.add((icon, by))
                yield Mark("icon", icon, "", by)
