"""The table as blocks and as JSON: scores, dice in front of everyone, the tableau."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.blocks import (
    Block,
    Column,
    Fit,
    Span,
    Stack,
    Table,
    Text,
)
from companion.core.later import known
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.discs import disc_title
from companion.games.bwd.faces import face_text
from companion.games.bwd.state import COMMON, RESOLVING, Die, State
from companion.games.bwd.wards import always_of, wards_of

LONGEST_TRACK = 25


def view(state: State, reference: Any) -> list[Block]:
    """Scores and dice in front of everyone; the tableau, once the table has told of it."""
    if not (state.told or state.neutralized or state.tracked or any(state.discs)):
        return [_scores(state, Catalogue({}))]  # points alone need no cards
    catalogue: Catalogue = known(reference)
    blocks: list[Block] = [_scores(state, catalogue)]
    if state.told or state.neutralized or state.tracked:
        blocks.append(_tableau(state, catalogue))
    notices = _notices(state, catalogue)
    if notices:
        blocks.append(Table((Column(), Column(wraps=True)), tuple(notices)))
    return blocks


def _scores(state: State, catalogue: Catalogue) -> Block:
    """Everyone's points, with the track where there is room; dice beside or, if not, below."""
    seats = range(len(state.seats))
    hands = [_hand(state, catalogue, seat) for seat in seats] if state.tracked else []
    start = (
        Column(heard="Turn"),
        Column("Player", wraps=True),
        Column("Points", "right"),
        Column(heard="Marker"),
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
    """Who holds the first-player marker; in a finished play, who has won."""
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
    """Everyone's dice on a line, or a line for each die, for screens that are narrow."""
    rows: list[tuple[Text, ...]] = []
    for seat, hand in enumerate(hands):
        name = Span(state.name(seat), "name")
        lines = [_row(hand)] if together else hand
        rows += [("" if place else name, line) for place, line in enumerate(lines)]
    return Table(
        (Column("Dice", wraps=True), Column("", wraps=not together, heard="Faces")), tuple(rows)
    )


def _track(state: State, seat: int) -> Text:
    here = min(state.scores[seat], state.target)
    return (Span("●" * here, "good"), Span("○" * (state.target - here), "muted"))


def _hand(state: State, catalogue: Catalogue, seat: int) -> list[Text]:
    """A player's dice with what they show and copy, and a tick on those that are resolved."""
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
        drawn = sum(not face.blank for face in die.faces)
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
    if common.owner is None and state.tracked:
        rows.append((Span("Common die", "muted"), _shown(common, catalogue)))
    rows += _dealt(state, titles)
    return Table((Column(), Column(wraps=True)), tuple(rows), title="Tableau")


def _dealt(state: State, titles: Callable[[list[str]], str]) -> list[tuple[Text, ...]]:
    """In setup: what each holds of the cards dealt, or the reserve once all have added theirs."""
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
    """Discs that mark something, wards and always-effects: what is easily forgotten."""
    rows: list[tuple[Text, ...]] = [
        (Span("Disc", "muted"), f"{state.name(seat)}'s marks {disc_title(disc, state, catalogue)}")
        for seat, disc in enumerate(state.discs)
        if disc is not None
    ]
    for seat in range(len(state.seats)) if state.tracked and state.status == "live" else ():
        for title, found in (
            ("Ward", wards_of(state, catalogue, seat)),
            ("Always", always_of(state, catalogue, seat)),
        ):
            for die, card in found:
                effect = card.ward if title == "Ward" else card.always
                who = f"{state.name(seat)}'s {card.title} ({die.id}): {effect}"
                rows.append((Span(title, "muted"), who))
    return rows
