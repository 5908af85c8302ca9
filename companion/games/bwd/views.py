"""The table as blocks: scores, dice in front of everyone, the tableau; every die unfolded, with
initials for icons.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

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
from companion.core.value import resolved
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.discs import disc_title
from companion.games.bwd.faces import face_text, lying
from companion.games.bwd.state import COMMON, RESOLVING, Die, State
from companion.games.bwd.wards import always_of, wards_of

LONGEST_TRACK = 25


def view(state: State, reference: Any) -> list[Block]:
    """Draw scores and dice in front of everyone; the tableau, once it is known."""
    if not (state.tableau_known or state.neutralized or state.has_dice_entered or any(state.discs)):
        return [_scores(state, Catalogue({}))]  # points alone need no cards
    catalogue: Catalogue = resolved(reference)
    blocks: list[Block] = [_scores(state, catalogue)]
    if state.tableau_known or state.neutralized or state.has_dice_entered:
        blocks.append(_tableau(state, catalogue))
    notices = _notices(state, catalogue)
    if notices:
        blocks.append(Table((Column(), Column(wraps=True)), tuple(notices)))
    return blocks


def _scores(state: State, catalogue: Catalogue) -> Block:
    """Draw everyone's points, with the track if there is room; dice beside or, if not, below."""
    seats = range(len(state.seats))
    hands = [_hand(state, catalogue, seat) for seat in seats] if state.has_dice_entered else []
    start = (
        Column(read_aloud="Turn"),
        Column("Player", wraps=True),
        Column("Points", "right"),
        Column(read_aloud="Marker"),
    )
    track = Column(f"to {state.target}")
    dice = Column("Dice")
    front = [_front(state, seat) for seat in seats]
    bare = Table(start, tuple(front))
    tracked = Table((*start, track), tuple((*front[seat], _track(state, seat)) for seat in seats))
    scores = Fit((tracked, bare)) if state.target <= LONGEST_TRACK else bare
    if not hands:
        return scores
    beside = Table((*start, dice), tuple((*front[seat], _row(hands[seat])) for seat in seats))
    whole = Table(
        (*start, track, dice),
        tuple((*front[seat], _track(state, seat), _row(hands[seat])) for seat in seats),
    )
    a_line = Stack((scores, _hands_below(state, hands, together=True)))
    a_die = Stack((scores, _hands_below(state, hands, together=False)))
    choices = (beside, a_line, a_die)
    return Fit((whole, *choices) if state.target <= LONGEST_TRACK else choices)


def _front(state: State, seat: int) -> tuple[Text, ...]:
    return (
        Span("▸", "active") if seat == state.turn and state.status == "live" else " ",
        Span(state.name(seat), "name"),
        Span(str(state.scores[seat]), "strong"),
        _mark(state, seat),
    )


def _mark(state: State, seat: int) -> Text:
    """Return who holds the first-player marker; in a finished play, who has won."""
    if state.status != "live":
        return Span("won", "strong") if seat in state.winners else ""
    return Span("marker", "strong") if seat == state.first else ""


def _row(hand: Sequence[Text]) -> Text:
    parts: list[str | Span] = []
    for die in hand:
        parts += ["  "] if parts else []
        parts += [die] if isinstance(die, str | Span) else list(die)
    return tuple(parts)


def _hands_below(state: State, hands: Sequence[Sequence[Text]], *, together: bool) -> Block:
    """Draw everyone's dice on a line, or a line for each die, for narrow screens."""
    rows: list[tuple[Text, ...]] = []
    for seat, hand in enumerate(hands):
        name = Span(state.name(seat), "name")
        lines = [_row(hand)] if together else hand
        rows += [("" if place else name, line) for place, line in enumerate(lines)]
    return Table(
        (Column("Dice", wraps=True), Column("", wraps=not together, read_aloud="Faces")),
        tuple(rows),
    )


def _track(state: State, seat: int) -> Text:
    here = min(state.scores[seat], state.target)
    return (Span("●" * here, "good"), Span("○" * (state.target - here), "muted"))


def _hand(state: State, catalogue: Catalogue, seat: int) -> list[Text]:
    """Draw a player's dice with their active and copied icons, and a tick on the resolved ones."""
    hand: list[Text] = []
    for die in state.dice_of(seat):
        done = state.phase in RESOLVING and state.has_resolved(seat, die)
        tick = (Span(" ✓", "good"),) if done else ()
        copy = state.copy_of(die)
        title = "" if copy is None else catalogue.title(copy.face.icon or "")
        copied = (Span(f" as {title}", "muted"),) if title else ()
        hand.append((Span(f"{die.id} ", "muted"), _shown(die, catalogue), *copied, *tick))
    return hand


def _shown(die: Die, catalogue: Catalogue) -> Span:
    if die.top is None:
        drawn = sum(not face.is_blank for face in die.faces)
        return Span(f"({drawn} of 6)", "muted")
    return Span(f"[{face_text(die.top, catalogue)}]", "active")


def _tableau(state: State, catalogue: Catalogue) -> Block:
    def titles(cards: list[str]) -> str:
        return " · ".join(catalogue.card(card).title for card in cards) or "none"

    active = state.active_cards()
    wanted = state.setup.active if state.setup is not None and state.phase == "setup" else 0
    label = f"Active ({len(active)} of {wanted})" if len(active) < wanted else "Active"
    rows: list[tuple[Text, ...]] = [(Span(label, "muted"), Span(titles(active), "icon"))]
    down = [card for card in state.cards() if state.card_state(card) == "neutralized"]
    if down:
        rows.append((Span("Face-down", "muted"), titles(down)))
    covered = [
        f"{catalogue.card(card).title} (under {catalogue.card(stack[place + 1]).title})"
        for stack in state.stacks
        for place, card in enumerate(stack[:-1])
    ]
    if covered:
        rows.append((Span("Covered", "muted"), " · ".join(covered)))
    common = state.die(COMMON)
    if common.owner is None and state.has_dice_entered:
        rows.append((Span("Common die", "muted"), _shown(common, catalogue)))
    rows += _dealt(state, titles)
    return Table((Column(), Column(wraps=True)), tuple(rows), title="Tableau")


def _dealt(state: State, titles: Callable[[list[str]], str]) -> list[tuple[Text, ...]]:
    """In setup, draw everyone's dealt cards, or the reserve once all have added theirs."""
    if state.phase != "setup" or state.setup is None or state.hands is None:
        return []
    if min(state.added) >= state.setup.adds:
        return [(Span("Reserve", "muted"), titles(list(state.reserve() or ())))]
    out = set(state.cards())
    return [
        (Span(f"Dealt to {state.name(seat)}", "muted"), titles([c for c in hand if c not in out]))
        for seat, hand in enumerate(state.hands)
    ]


def _notices(state: State, catalogue: Catalogue) -> list[tuple[Text, ...]]:
    """Draw discs that mark something, wards and always-effects, which are easily forgotten."""
    rows: list[tuple[Text, ...]] = [
        (Span("Disc", "muted"), f"{state.name(seat)}'s marks {disc_title(disc, state, catalogue)}")
        for seat, disc in enumerate(state.discs)
        if disc is not None
    ]
    for seat in (
        range(len(state.seats)) if state.has_dice_entered and state.status == "live" else ()
    ):
        for title, found in (
            ("Ward", wards_of(state, catalogue, seat)),
            ("Always", always_of(state, catalogue, seat)),
        ):
            for die, card in found:
                effect = card.ward if title == "Ward" else card.always
                who = f"{state.name(seat)}'s {card.title} ({die.id}): {effect}"
                rows.append((Span(title, "muted"), who))
    return rows


# Every die

CELL = 5
_LONGEST = 3
"""The most letters of initials."""


def dice_view(state: State, catalogue: Catalogue, *, as_list: bool = False) -> list[Block]:
    """Draw every die as an unfolded net, or as a list if there is no room for two side by side.

    Faces are #1 above, #2 to #5 across, #6 below; the active one is in brackets.
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
    """Draw a face in its box: initials, a sign for its marks, brackets if it is on top."""
    face = die.faces[place]
    label = "·" if face.icon is None else labels[face.icon]
    marks = "•" * bool(face.dots) + "–" * bool(face.dashes)
    if place == die.active:
        return Span(f"[{(label + marks)[: CELL - 2]}]", "active")
    return Span((label + marks)[:CELL], "muted" if face.is_clean else "icon")


def _marked_faces(die: Die, catalogue: Catalogue) -> list[str]:
    found = []
    for face in die.faces:
        if face.dots or face.dashes:
            dots = f" {face.dots}•" if face.dots else ""
            dashes = f" {face.dashes}–" if face.dashes else ""
            found.append(f"{die.id} {catalogue.title(face.icon)}{dots}{dashes}")
    return found


def _caption(state: State, die: Die) -> Text:
    if die.owner == die.seat and die.id != COMMON:
        return Span(die.id, "name")
    holder = lying(state, die)
    return (Span(die.id, "name"), Span(f" {holder}", "muted"))


def _list(state: State, catalogue: Catalogue) -> Table:
    rows = []
    for die in state.dice:
        faces: list[str | Span] = []
        for place, face in enumerate(die.faces):
            if face.is_clean and place != die.active:
                continue
            text = face_text(face, catalogue)
            faces += [", "] if faces else []
            faces.append(Span(f"[{text}]", "active") if place == die.active else text)
        blanks = sum(face.is_clean and place != die.active for place, face in enumerate(die.faces))
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
    """Return the obvious label, then others: consonants, then numbered ones."""
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


# Highlights of a play


def tagged_icons(standing: Sequence[Event]) -> Iterator[Mark]:
    """Return every icon that was drawn on a die by tagging, once for each tagger."""
    seen: set[tuple[str, int | None]] = set()
    for event in standing:
        if event.kind != "card.tagged":
            continue
        by = event.data.get("by")
        for _, _, icon in event.data["placed"]:
            if (icon, by) not in seen:
                seen.add((icon, by))
                yield Mark("icon", icon, "", by)
