"""A play of BLANK as blocks, as JSON, as what is in play, and as what is to be done by hand."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.core.entry import Mention
from companion.core.names import listed
from companion.errors import Ambiguous, CompanionError
from companion.games.blank.cards import called
from companion.games.blank.in_play import CardsInPlay, lying_open
from companion.games.blank.open_rules import named
from companion.games.blank.reference import Reference, Standing
from companion.games.blank.search import find_game_card, find_in_boxes
from companion.games.blank.state import Happening, OpenRule, Played, Prize, State
from companion.games.blank.triggers import triggered

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


# `table --json`


def report(state: State) -> dict[str, Any]:
    """The keys that BLANK adds; `copy` is null where no box is told, `copies` has all."""
    copies = [box.id for box in state.boxes]
    return {
        "copy": copies[0] if copies else None,
        "copies": copies,
        "phase": None,
        "turn": state.name(state.turn) if state.status == "live" else None,
        "direction": "clockwise" if state.direction == 1 else "counter-clockwise",
        "rules_in_play": [
            {
                "id": rule.label,
                "text": rule.text,
                "copy": rule.copy,
                "card": rule.card,
                "revision": rule.revision,
                "new": rule.new,
            }
            for rule in state.rules
        ],
        "rule_pile": state.rule_pile,
        "top": None if state.top is None else _card_report(state.top),
        "draw_pile": state.draw_pile,
        "discard_pile": state.discard_pile,
        "penalties": {
            who.name: count for who, count in zip(state.seats, state.penalties, strict=True)
        },
        "prize": None if state.prize is None else state.prize._asdict(),
    }


def player_report(state: State, seat: int) -> dict[str, Any]:
    """What BLANK adds to a player: how many cards are in the hand, by what was told."""
    return {"cards": state.hands[seat], "told": seat in state.told}


def _card_report(card: Played) -> dict[str, Any]:
    return {
        "number": card.number,
        "suit": card.suit,
        "title": card.title or None,
        "effect": card.effect or None,
        "copy": card.copy,
    }


# What matters now


def in_front(state: State, reference: Reference) -> Iterator[Mention]:
    """What decides the game, the top card's effect, the open rules then whose turn it is."""
    live = state.status == "live"
    if not live:
        yield Mention("prize", "the game is won" if state.winners else "the game is over")
    for seat in state.empty_hands() if live else ():
        yield Mention("last-card", f"{state.name(seat)} has no cards left")
    yield from _on_top(state, reference)
    surely, perhaps = _acting(state, reference) if live else ([], [])
    for rule in sorted(
        state.rules, key=lambda rule: 0 if rule in surely else 1 if rule in perhaps else 2
    ):
        why = "fits the top card" if rule in surely else "perhaps fits the top card"
        if rule not in surely and rule not in perhaps:
            why = "lies open"
        yield Mention(_entry(rule.copy, rule.card), why, f"Rule {rule.label}", rule.text)
    if live:
        yield Mention("turn", f"{state.name(state.turn)}'s")
        top = state.top
        yield Mention("match", "what fits" if top is None else f"a {top.number} or a {top.suit}")
        yield Mention("penalty", "when something goes wrong")
    if state.direction != 1:
        yield Mention("direction", "the other way round")
    if any(rule.new for rule in state.rules):
        yield Mention("new-rule-joins", "a rule is new in this game")
    if len(state.boxes) > 1:
        yield Mention("mixing-boxes", "two boxes are mixed")


def _on_top(state: State, reference: Reference) -> Iterator[Mention]:
    """The effect of the top card; where nobody told which one it is, of those that it may be."""
    top = state.top
    if top is None:
        return
    if top.card is not None or top.effect:
        if top.effect:
            title = top.title or str(top.face)
            yield Mention(_entry(top.copy, top.card), "on top", title, top.effect)
        return
    for box in state.boxes:
        if top.copy not in (None, box.id):
            continue
        for card in reference.deck(box.id).game_cards:
            if card.face == top.face and card.in_deck and card.agreed is not None:
                text = card.agreed.wording.sentence
                yield Mention(_entry(box.id, card.id), "perhaps on top", card.title, text)


def named_here(state: State, reference: Reference, text: str) -> Iterator[str]:
    """The open rule of that label, and the game cards that a word names as `play` takes it: by
    number and suit, or by the title; all that it may be, where it is ambiguous."""
    boxes = [(box.id, reference.deck(box.id)) for box in state.boxes]
    if not boxes:
        return
    with suppress(CompanionError):
        rule = lying_open(state, CardsInPlay(boxes, len(boxes) > 1), text)
        yield _entry(rule.copy, rule.card)
    try:
        for copy, _, meant in find_in_boxes(text, boxes, find_game_card):
            yield from (_entry(copy, card.id) for card in meant.cards)
    except Ambiguous as problem:
        for copy, deck in boxes:
            titled = (card for card in deck.game_cards if card.title in problem.candidates)
            yield from (_entry(copy, card.id) for card in titled)
    except CompanionError:
        pass


def _acting(state: State, reference: Reference) -> tuple[list[OpenRule], list[OpenRule]]:
    """The open rules that playing the top card triggers, for sure and perhaps."""
    if state.top is None:
        return [], []
    colours: dict[str, str] = {}
    for box in state.boxes:
        colours |= reference.deck(box.id).colours
    return triggered(Happening("played", state.top), state.rules, colours)


def _entry(copy: str | None, card: str | None) -> str:
    """The id of a card's entry: the box's own id, and the card's."""
    if copy is None or card is None:
        return ""
    return f"{copy.partition('-')[2]}/{card}"


# By hand
#
# Hands and piles are counted, and the answer shows them; which rules lie open, everybody has to
# see. What stands in a box is taken out of that by itself: it has a log of its own.


def by_hand(was: State, now: State, reference: Reference | None) -> list[str]:
    """The rules that lie open again, those that go back into the pile, and a prize that stays."""
    return [*_rules_by_hand(was, now), *_prize_by_hand(was, now, reference)]


def _prize_by_hand(was: State, now: State, reference: Reference | None) -> list[str]:
    if was.prize is None or reference is None:
        return []
    if now.prize is not None and now.prize.card == was.prize.card:
        return []
    left = reference.stays(was.prize)
    return [] if left is None else [f"{left.called} stays there: {left.way_out} takes it out."]


def _rules_by_hand(was: State, now: State) -> list[str]:
    before, after = ([rule.label for rule in state.rules] for state in (was, now))
    again = [label for label in after if label not in before]
    gone = [label for label in before if label not in after]
    steps = [f"{_labels(again, 'lies', 'lie')} open again"] if again else []
    steps += [f"{_labels(gone, 'goes', 'go')} back into the rule pile"] if gone else []
    return [f"On the table: {', and '.join(steps)}."] if steps else []


def _labels(labels: list[str], one: str, several: str) -> str:
    name = "rule" if len(labels) == 1 else "rules"
    return f"{name} {listed(labels)} {one if len(labels) == 1 else several}"
