"""A play of BLANK as blocks: the top card, everybody's cards, the rules that lie open."""

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.core.names import listed
from companion.games.blank.cards import called
from companion.games.blank.open_rules import named
from companion.games.blank.reference import Reference, Standing
from companion.games.blank.state import Prize, State

# The table


def view(state: State, reference: Reference) -> list[Block]:
    """The top card, everybody's cards and Penalties, the rules that lie open."""
    blocks: list[Block] = [Paragraph(_top(state)), Paragraph(_piles(state)), _players(state)]
    if state.rules:
        blocks.append(_rules(state))
    if state.prize is not None:
        blocks.append(Paragraph(_prize(state.prize, reference.prize(state))))
    return blocks


def _prize(prize: Prize, standing: Standing | None) -> Text:
    """The prize as it stands on the card now; as it was taken, where the box cannot tell."""
    box, name, says, status = prize.box or prize.copy, prize.card, prize.text, ""
    if standing is not None and standing.card is not None:
        card, box = standing.card, standing.deck.name
        name, says = card.id, card.sentence if card.now is not None else prize.text
        status = "retired" if card.retired is not None else card.status or "declined"
    elif standing is not None:
        status = "taken out again"
    how_far = Span(f" ({status})", "muted") if status else ""
    return (Span("The prize: ", "good"), f"{called(name)} of {box}: {says}", how_far)


def _top(state: State) -> Text:
    """What lies on top, with its effect."""
    top: tuple[str | Span, ...] = (Span("not told", "muted"),)
    if state.top is not None:
        top = (Span(state.top.called, "icon", state.top.face.figure),)
        if state.top.effect:
            top = (*top, f": {state.top.effect}")
    return ("On top: ", *top)


def _piles(state: State) -> Text:
    """How many cards are where, by what was told."""
    piles = [f"draw pile {state.draw_pile}", f"discards {state.discard_pile}"]
    if state.rule_pile is not None:
        piles.append(f"rule pile {state.rule_pile}")
    return Span(" · ".join(piles), "muted")


def _players(state: State) -> Table:
    rows: list[tuple[Text, ...]] = []
    for seat, who in enumerate(state.seats):
        here = state.status == "live" and seat == state.turn
        arrow = "▸" if here else " "
        told = seat in state.told
        unknown = state.status != "live" and not told
        hand = Span("–" if unknown else str(state.hands[seat]), "" if told else "muted")
        won = Span("has won", "good") if seat in state.winners else ""
        rows.append(
            (
                Span(arrow, "active"),
                Span(who.name, "name"),
                hand,
                str(state.penalties[seat] or ""),
                won or (Span("on turn", "muted") if here else ""),
            )
        )
    columns = (
        Column(heard="Turn"),
        Column("Player", wraps=True),
        Column("Cards", "right"),
        Column("Penalties", "right"),
        Column(heard="Note"),
    )
    return Table(columns, tuple(rows))


def _rules(state: State) -> Table:
    rows = tuple(
        (
            Span(rule.label, "name"),
            (rule.text, Span(" (new)", "active")) if rule.new else rule.text,
        )
        for rule in state.rules
    )
    return Table((Column("Rule", "right"), Column("", wraps=True, heard="What it says")), rows)


def begins(state: State) -> str:
    """What a play was begun with: its boxes, its rules, the card turned up."""
    told = []
    if state.boxes:
        boxes = [f"{box.name} {box.mark}".strip() for box in state.boxes]
        told.append(f"with {listed(boxes)}")
    if state.rules:
        label = "rules" if len(state.rules) > 1 else "rule"
        told.append(f"{label} {listed([named(rule) for rule in state.rules])}")
    if state.top is not None:
        told.append(f"{state.top.called} turned up")
    return "; ".join(told)
