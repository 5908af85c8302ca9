"""Views of a play, and of boxes with their cards."""

from collections.abc import Sequence

from companion.core.blocks import Block, Column, Heading, Paragraph, Role, Span, Steps, Table, Text
from companion.core.names import capital, counted, listed
from companion.games.blank.cards import (
    ALL_GAME_CARDS,
    GAME_CARDS,
    PLAIN_RULES,
    PRINTED_RULES,
    RULES,
    SUITS,
    Card,
    card_name,
    status_of,
)
from companion.games.blank.deck import Deck, cards_with_words
from companion.games.blank.open_rules import label_with_new
from companion.games.blank.reference import PrizeStatus, Reference
from companion.games.blank.state import Prize, State

# The table


def view(state: State, reference: Reference) -> list[Block]:
    """The top card, the piles, everybody's cards and Penalties, the open rules."""
    blocks: list[Block] = [Paragraph(_top(state)), Paragraph(_piles(state)), _players(state)]
    if state.rules:
        blocks.append(_rules(state))
    if state.prize is not None:
        blocks.append(Paragraph(_prize(state.prize, reference.prize(state))))
    return blocks


def _prize(prize: Prize, standing: PrizeStatus | None) -> Text:
    """Draw the prize with its card's present wording, or as it was taken if the box does not have
    it.
    """
    box, name, says, status = prize.box or prize.copy, prize.card, prize.text, ""
    if standing is not None and standing.card is not None:
        card, box = standing.card, standing.deck.name
        name, says = card.id, card.sentence if card.now is not None else prize.text
        status = "retired" if card.retired is not None else card.status or "declined"
    elif standing is not None:
        status = "taken out again"
    how_far = Span(f" ({status})", "muted") if status else ""
    return (Span("The prize: ", "good"), f"{card_name(name)} of {box}: {says}", how_far)


def _top(state: State) -> Text:
    top: tuple[str | Span, ...] = (Span("unknown", "muted"),)
    if state.top is not None:
        top = (Span(state.top.name, "icon", state.top.face.figure),)
        if state.top.effect:
            top = (*top, f": {state.top.effect}")
    return ("On top: ", *top)


def _piles(state: State) -> Text:
    piles = [f"draw pile {state.draw_pile}", f"discards {state.discard_pile}"]
    if state.rule_pile is not None:
        piles.append(f"rule pile {state.rule_pile}")
    return Span(" · ".join(piles), "muted")


def _players(state: State) -> Table:
    rows: list[tuple[Text, ...]] = []
    for seat, who in enumerate(state.seats):
        here = state.status == "live" and seat == state.turn
        arrow = "▸" if here else " "
        known = seat in state.known_hands
        unknown = state.status != "live" and not known
        hand = Span("–" if unknown else str(state.hands[seat]), "" if known else "muted")
        won = Span("has won", "good") if seat in state.winners else ""
        rows.append(
            (
                Span(arrow, "active"),
                Span(who.name, "name"),
                hand,
                str(state.penalties[seat] or ""),
                won or (Span("to play", "muted") if here else ""),
            )
        )
    columns = (
        Column(read_aloud="Turn"),
        Column("Player", wraps=True),
        Column("Cards", "right"),
        Column("Penalties", "right"),
        Column(read_aloud="Note"),
    )
    return Table(columns, tuple(rows))


def _rules(state: State) -> Table:
    rows = tuple(
        (Span(rule.label, "name"), (rule.text, Span(" (new)", "active")) if rule.new else rule.text)
        for rule in state.rules
    )
    return Table((Column("Rule", "right"), Column("", wraps=True, read_aloud="What it says")), rows)


def begins(state: State) -> str:
    """Describe how a play began: boxes, open rules and top card."""
    parts = []
    if state.boxes:
        boxes = [f"{box.name} {box.mark}".strip() for box in state.boxes]
        parts.append(f"with {listed(boxes)}")
    if state.rules:
        label = "rules" if len(state.rules) > 1 else "rule"
        parts.append(f"{label} {listed([label_with_new(rule) for rule in state.rules])}")
    if state.top is not None:
        parts.append(f"{state.top.name} turned up")
    return "; ".join(parts)


# Boxes and their cards

CardsWithBoxes = Sequence[tuple[Deck, Card]]
"""Cards, each with its box."""

_ROLES: dict[str | None, Role] = {"proposed": "warning", "approved": "good"}


def rules_blocks(decks: Sequence[Deck], cards: CardsWithBoxes, *, all_of_them: bool) -> list[Block]:
    """A list of rule cards, and how many plain ones are left."""
    heading = Heading(f"Rules of {listed([deck.title for deck in decks])}", _plain_left(decks))
    if not cards:
        nothing = "No rules entered yet." if all_of_them else "No rule fits."
        return [heading, Paragraph(nothing), Steps((_how_to_begin(all_of_them),))]
    mixed = len(decks) > 1
    rows = tuple(
        (Span(f"{deck.mark if mixed else ''}{card.number}", "name"), _wording_text(card))
        for deck, card in cards
    )
    return [heading, Table((Column("No.", "right"), Column("Rule", wraps=True)), rows)]


def _wording_text(card: Card) -> Text:
    """Describe a card: its text, its author and its status."""
    newest = card.newest or card.revisions[-1]
    title = (Span(newest.title, "strong"), ": ") if newest.title else ("",)
    by = Span(f" — {card.author}", "muted") if card.author else ""
    status = _status(card)
    # The usual status is not shown.
    settled = status.text in ("printed", "inked")
    how_far = ("",) if settled else (Span(", " if card.author else " — ", "muted"), status)
    return (*title, newest.wording.sentence, by, *how_far)


def _plain_left(decks: Sequence[Deck]) -> str:
    mixed = len(decks) > 1
    left = [f"{deck.mark + ' ' if mixed else ''}{deck.counts.plain_left}" for deck in decks]
    return f"{listed(left)} of {PLAIN_RULES} plain cards left"


def _how_to_begin(nothing_there: bool) -> str:
    if nothing_there:
        return (
            'Enter what is printed: `companion blank rule add "If …, then …" --printed`; '
            "or write one of your own, with `--by NAME`."
        )
    return "`companion blank rule list` shows all; `--retired` adds those out of the deck."


def game_cards_blocks(
    decks: Sequence[Deck], cards: CardsWithBoxes, *, all_of_them: bool
) -> list[Block]:
    """A list of the game cards of which something is known."""
    heading = Heading(f"Game cards of {listed([deck.title for deck in decks])}")
    if not cards:
        nothing = "No game cards entered yet." if all_of_them else "No game card fits."
        how = (
            "To write a prize on one: `companion blank card customise 4-hexagon --title … "
            "--effect …`; to enter a printed one: `companion blank card found 3-circle printed`."
        )
        return [heading, Paragraph(nothing), *([Steps((how,))] if all_of_them else [])]
    mixed = len(decks) > 1
    rows = tuple(
        (
            Span(f"{deck.mark if mixed else ''}{card.id}", "name", card.figure),
            _wording_text(card)
            if card.revisions
            else (card.picture, Span(" — ", "muted"), _status(card)),
        )
        for deck, card in cards
    )
    return [
        heading,
        Table((Column("Card"), Column("", wraps=True, read_aloud="What it says")), rows),
    ]


def _status(card: Card) -> Span:
    if card.retired is not None:
        return Span("retired", "bad")
    if card.revisions and card.now is None:
        return Span("declined", "bad")
    status = card.status or card.origin or ""
    return Span(status, _ROLES.get(status, "muted"))


def card_blocks(deck: Deck, card: Card) -> list[Block]:
    """A card with all its revisions."""
    aside = [deck.title]
    aside += [f"by {card.author}"] if card.author else []
    aside.append(_status(card).text or "unread")
    title = capital(card.name) if card.is_rule else card.id
    name = f"{title} “{card.title}”" if card.title else title
    blocks: list[Block] = [Heading(Span(name, figure=card.figure), " · ".join(aside))]
    if card.now is None:
        blocks.append(Paragraph("Nothing is written on it, as far as entered."))
        return [*blocks, _revisions(card)] if card.revisions else blocks
    blocks.append(Paragraph(Span(card.sentence, "strong")))
    parts = card.now.wording.parts
    rows = tuple(
        (Span(name.title(), "muted"), value)
        for name, value in zip(("trigger", "target", "effect"), parts, strict=False)
        if value
    )
    if len(rows) > 1:
        blocks.append(Table((Column(), Column(wraps=True)), rows))
    if card.retired:
        blocks.append(Paragraph(f"Retired: {card.retired}"))
    blocks.append(_revisions(card))
    return blocks


def _revisions(card: Card) -> Table:
    rows: list[tuple[Text, ...]] = []
    for revision in reversed(card.revisions):
        about: list[str | Span] = []
        if revision is not card.now:
            about.append(Span(f"“{revision.wording.sentence}”", "muted"))
        else:
            about.append("as above")
        about += [f", titled “{revision.title}”"] if revision.title != card.title else []
        about += [f", by {revision.by}"] if revision.by else []
        about += [f"; prize of {revision.play}"] if revision.play else []
        about += [f"; as revision {revision.restores}"] if revision.restores else []
        about += [f"; approved by {revision.approved}"] if revision.approved else []
        about += [f"; {revision.declined}"] if revision.declined else []
        status = status_of(card, revision)
        rows.append(
            (
                str(revision.number),
                revision.at[:10],
                Span(status, _ROLES.get(status, "muted")),
                tuple(about),
            )
        )
    columns = (
        Column("Rev.", "right"),
        Column("Written"),
        Column(read_aloud="How far it has come"),
        Column("", wraps=True, read_aloud="What it says"),
    )
    return Table(columns, tuple(rows))


def box_blocks(deck: Deck, used: bool, typed: str) -> list[Block]:
    """A box with its cards counted; `typed` is how commands name it."""
    counts = deck.counts
    aside = [f"{deck.owner}'s" if deck.owner else "no owner"]
    aside += ["in use"] if used else []
    own = ", ".join(
        f"{number} {status}"
        for status, number in (
            ("inked", counts.inked),
            ("approved", counts.approved),
            ("proposed", counts.proposed),
        )
        if number
    )
    plain = f"{own}, {counts.plain_left} left" if own else "all left"
    read = counts.printed_read
    known = "all entered" if read == PRINTED_RULES else f"{read or 'none'} entered"
    found = [
        f"{counts.found[origin]} of {total} {origin} ones found"
        for origin, total in GAME_CARDS.items()
        if counts.found[origin]
    ]
    cards = [f"{counts.customised} customised"] if counts.customised else []
    rows: list[tuple[Text, ...]] = [
        (Span("Rule cards", "muted"), f"{PRINTED_RULES} printed, {known}"),
        ("", f"{PLAIN_RULES} plain: {plain}"),
        (Span("Game cards", "muted"), ", ".join([str(ALL_GAME_CARDS), *cards, *found])),
    ]
    if deck.colours:
        colours: list[str | Span] = []
        for suit in (suit for suit in SUITS if suit in deck.colours):
            colours += [", "] if colours else []
            colours.append(Span(f"{suit} {deck.colours[suit]}", figure=suit))
        rows.append((Span("Colours", "muted"), tuple(colours)))
    blocks: list[Block] = [
        Heading(deck.title, " · ".join(aside)),
        Table((Column(), Column(wraps=True)), tuple(rows)),
    ]
    how = f"companion blank box set {typed}"
    steps = [] if deck.mark else [f"No mark is entered: `{how} --mark ♦`."]
    if len(deck.colours) < len(SUITS):
        lacking = next(suit for suit in SUITS if suit not in deck.colours)
        which = "No colours are entered" if not deck.colours else "Some colours are missing"
        steps.append(f"{which}: `{how} --suit {lacking}=…` (A-BL-16).")
    return [*blocks, *([Steps(tuple(steps))] if steps else [])]


def boxes_blocks(group: str, decks: Sequence[tuple[Deck, bool]]) -> list[Block]:
    """A group's boxes, each with whether it is in use."""
    heading = Heading("Boxes of BLANK", f"group {group}")
    if not decks:
        return [heading, Paragraph('None yet: `companion blank box new "Friday box" --mark ★`.')]
    rows = tuple(
        (Span("▸" if used else " ", "active"), Span(deck.title, "name"), _box_summary(deck))
        for deck, used in decks
    )
    columns = (
        Column(read_aloud="In use"),
        Column("Box", wraps=True),
        Column("", wraps=True, read_aloud="What it holds"),
    )
    return [heading, Table(columns, rows)]


def _box_summary(deck: Deck) -> str:
    rules = sum(card.is_in_deck for card in deck.rules)
    parts = [f"{deck.owner}'s"] if deck.owner else []
    parts += [f"{counted(rules, 'rule')} known", f"{deck.counts.plain_left} plain left"]
    parts += [f"{deck.counts.customised} customised"] if deck.counts.customised else []
    return ", ".join(parts)


def sorting_blocks(decks: Sequence[Deck]) -> list[Block]:
    """What to sort into each box, with the cards that have words on them one by one."""
    blocks: list[Block] = []
    for deck in decks:
        mark = f"every card with the mark {deck.mark}" if deck.mark else "every card without a mark"
        blocks.append(Heading(f"Into {deck.title}", mark))
        blocks.append(
            Paragraph(f"{RULES} rule cards, {ALL_GAME_CARDS} game cards; those with words on them:")
        )
        rows: list[tuple[Text, ...]] = [
            (Span(card.name, "name"), _agreed_text(card)) for card in cards_with_words(deck)
        ]
        if rows:
            blocks.append(Table((Column(), Column(wraps=True)), tuple(rows)))
        else:
            blocks.append(Paragraph(Span("none that the companion knows of", "muted")))
    return [*blocks, Steps((f"Now in use: {decks[0].title}.",))]


def _agreed_text(card: Card) -> Text:
    """The approved wording of a card."""
    agreed = card.in_force
    assert agreed is not None
    says = agreed.wording.sentence
    return (Span(f"{agreed.title}: ", "strong"), says) if agreed.title else says
