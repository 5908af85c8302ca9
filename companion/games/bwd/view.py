"""The table of Blank White Dice as blocks: scores, dice, tableau."""

from companion.core.blocks import (
    Block,
    Column,
    Fit,
    Paragraph,
    Picture,
    Side,
    Span,
    Table,
    Text,
)
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.state import COMMON, RESOLVING, Die, Face, State
from companion.games.bwd.tableau import disc_title
from companion.games.bwd.wards import always_of, wards_of

LONGEST_TRACK = 25


def view(state: State, catalogue: Catalogue) -> list[Block]:
    """Scores and dice in front of everyone; the tableau, once the table has told of it."""
    blocks: list[Block] = [_scores(state, catalogue)]
    if state.told or state.neutralized or state.tracked:
        blocks.append(_tableau(state, catalogue))
    blocks.extend(Paragraph(line) for line in _notices(state, catalogue))
    return blocks


def _scores(state: State, catalogue: Catalogue) -> Block:
    tracked = state.tracked
    wide: list[tuple[Text, ...]] = []
    narrow: list[tuple[Text, ...]] = []
    for seat in range(len(state.seats)):
        name = Span(state.name(seat), "name")
        marker = Span("1st", "strong") if seat == state.first else ""
        turn = Span("▸", "active") if seat == state.turn else " "
        points = Span(str(state.scores[seat]), "strong")
        dice = _hand(state, catalogue, seat) if tracked else ""
        wide.append((turn, name, points, marker, _track(state, seat), dice))
        narrow.append((turn, name, points, marker, dice))
    dice_column = Column("Dice" if tracked else "", wraps=True)
    sides = (Column(""), Column("Player", wraps=True), Column("Points", "right"), Column(""))
    full = Table((*sides, Column(f"to {state.target}"), dice_column), tuple(wide))
    slim = Table((*sides, dice_column), tuple(narrow))
    return Fit((full, slim)) if state.target <= LONGEST_TRACK else slim


def _track(state: State, seat: int) -> Text:
    here = min(state.scores[seat], state.target)
    return (Span("●" * here, "good"), Span("○" * (state.target - here), "muted"))


def _hand(state: State, catalogue: Catalogue, seat: int) -> Text:
    """A player's dice with what they show, and a tick on those that are resolved."""
    parts: list[str | Span] = []
    for die in state.dice_of(seat):
        if parts:
            parts.append("  ")
        parts += [Span(f"{die.id} ", "muted"), _shown(die, catalogue)]
        if state.phase in RESOLVING and (state.phase, seat) in die.resolved:
            parts.append(Span(" ✓", "good"))
    return tuple(parts)


def _shown(die: Die, catalogue: Catalogue) -> Span:
    if die.top is None:
        drawn = sum(not face.blank for face in die.faces)
        return Span(f"({drawn} of 6)", "muted")
    return Span(f"[{_face_text(die.top, catalogue)}]", "active")


def _face_text(face: Face, catalogue: Catalogue, *, short: bool = False) -> str:
    if face.icon is None:
        text = "·" if short else "blank"
    else:
        text = (catalogue.initials if short else catalogue.icon_title)(face.icon)
    return text + "•" * min(face.dots, 3) + "–" * min(face.dashes, 3)


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
    if common.owner is None and state.tracked:
        rows.append((Span("Common die", "muted"), _shown(common, catalogue)))
    for seat, hand in enumerate(state.hands or ()):
        left = [card for card in hand if card not in set(state.cards())]
        if state.phase == "setup" and state.setup is not None and left:
            rows.append((Span(f"Dealt to {state.name(seat)}", "muted"), titles(left)))
    return Table((Column(), Column(wraps=True)), tuple(rows), title="Tableau")


def _notices(state: State, catalogue: Catalogue) -> list[str]:
    lines = [
        f"{state.name(seat)}'s disc marks {disc_title(disc, catalogue)}."
        for seat, disc in enumerate(state.discs)
        if disc is not None
    ]
    for seat in range(len(state.seats)) if state.tracked else ():
        for die, card in wards_of(state, catalogue, seat):
            lines.append(f"Ward: {state.name(seat)}'s {card.title} ({die.id}): {card.ward}")
        for die, card in always_of(state, catalogue, seat):
            lines.append(f"Always: {state.name(seat)}'s {card.title} ({die.id}): {card.always}")
    return lines


def dice_view(state: State, catalogue: Catalogue) -> list[Block]:
    """Every die as an unfolded net, or as a list where there is no room for two beside each other.

    Faces are #1 above, #2 to #5 across, #6 below; the active one stands in brackets.
    """
    nets = Side(tuple(_net(state, die, catalogue) for die in state.dice))
    blocks: list[Block] = [Fit((nets, _list(state, catalogue)))]
    icons = dict.fromkeys(
        face.icon for die in state.dice for face in die.faces if face.icon is not None
    )
    legend = [
        f"{catalogue.initials(icon)} {catalogue.icon_title(icon)}"
        for icon in icons
        if catalogue.initials(icon) != catalogue.icon_title(icon)
    ]
    if legend:
        blocks.append(Paragraph((Span("Initials: ", "muted"), " · ".join(legend))))
    return blocks


def _net(state: State, die: Die, catalogue: Catalogue) -> Picture:
    cells = [_cell(die, place, catalogue) for place in range(6)]
    rows = (
        (None, cells[0], None, None),
        tuple(cells[1:5]),
        (None, cells[5], None, None),
    )
    return Picture(rows, cell=5, caption=_caption(state, die))


def _cell(die: Die, place: int, catalogue: Catalogue) -> Text:
    text = _face_text(die.faces[place], catalogue, short=True)
    if place == die.active:
        return Span(f"[{text}]", "active")
    return Span(text, "muted" if die.faces[place].clean else "icon")


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
            text = _face_text(face, catalogue)
            faces += [Span(f"[{text}]", "active") if place == die.active else text, ", "]
        blanks = sum(face.clean for face in die.faces)
        faces.append(Span(f"{blanks} blank" if blanks else "full", "muted"))
        rows.append((_caption(state, die), tuple(faces)))
    return Table((Column("Die"), Column("Faces", wraps=True)), tuple(rows))
