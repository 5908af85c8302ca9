"""Which rules a game begins with: the new ones, then as many as are drawn to make three."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from companion.games.blank.cards import ALL_GAME_CARDS, PRINTED_RULES, Card
from companion.games.blank.deck import Deck
from companion.games.blank.state import OPEN_RULES, OpenRule
from companion.games.blank.wording import parsed


class InBox(NamedTuple):
    """A rule card of a box that is played with."""

    copy: str
    deck: Deck
    card: Card


class Drawn(NamedTuple):
    """The rules to begin with: `new` ones come in for the first time (BL-113)."""

    rules: list[InBox]
    new: list[InBox]


def deck_of(boxes: Sequence[tuple[str, Deck]]) -> list[InBox]:
    """Every rule card that can turn up, of all boxes."""
    return [InBox(copy, deck, card) for copy, deck in boxes for card in deck.rules if card.in_deck]


def drawn(boxes: Sequence[tuple[str, Deck]], new: Sequence[InBox], chance: Random) -> Drawn:
    """All new rules, at most three, and others by chance (BL-12, BL-112, A-BL-11, A-BL-14)."""
    fresh = list(new[:OPEN_RULES])
    there = {(rule.copy, rule.card.id) for rule in fresh}
    others = [rule for rule in deck_of(boxes) if (rule.copy, rule.card.id) not in there]
    chance.shuffle(others)
    return Drawn([*fresh, *others[: OPEN_RULES - len(fresh)]], fresh)


def unread(boxes: Sequence[tuple[str, Deck]]) -> int:
    """How many printed rules nobody has read to the companion: those it cannot draw."""
    return sum(max(0, PRINTED_RULES - deck.counts.printed_read) for _, deck in boxes)


def next_up(
    boxes: Sequence[tuple[str, Deck]], lying: Sequence[OpenRule], buried: Sequence[OpenRule]
) -> list[InBox]:
    """The rules that may come in next: the known ones that were not open yet, by chance.

    What went under the pile comes after all others, in its order (BL-71): while the pile has a
    printed rule that nobody has read, that is the next one, and the answer is empty.
    """
    seen = [(rule.copy, rule.card) for rule in (*lying, *buried)]
    known = {(rule.copy, rule.card.id): rule for rule in deck_of(boxes)}
    fresh = [rule for place, rule in known.items() if place not in seen]
    if fresh or unread(boxes):
        return fresh
    below = [known[place] for place in seen[len(lying) :] if place in known]
    return below[:1]


def pile(boxes: Sequence[tuple[str, Deck]], lying_open: int) -> int | None:
    """How many cards the rule pile has; None where no box is told."""
    if not boxes:
        return None
    return max(0, sum(deck.counts.rule_deck for _, deck in boxes) - lying_open)


def game_cards(boxes: Sequence[tuple[str, Deck]]) -> int:
    """How many game cards are played with: those of one box, told or not, less what is retired."""
    gone = sum(card.retired is not None for _, deck in boxes for card in deck.game_cards)
    return ALL_GAME_CARDS * max(1, len(boxes)) - gone


def label(rule: InBox, mixed: bool) -> str:
    """What a rule is called at the table: its number, in a mix after the mark of its box."""
    return f"{rule.deck.mark if mixed else ''}{rule.card.number}"


def open_record(rule: InBox, mixed: bool, new: bool = False) -> dict[str, Any]:
    """A rule as the play's log keeps it: with what it says now, whatever becomes of the card.

    That is the newest wording that was agreed to; of a rule only proposed, what is proposed.
    """
    now = rule.card.agreed or rule.card.now
    assert now is not None
    record: dict[str, Any] = {
        "label": label(rule, mixed),
        "text": now.wording.sentence,
        "trigger": now.wording.parts.trigger,
        "copy": rule.copy,
        "card": rule.card.id,
        "revision": now.number,
    }
    return {**record, "new": True} if new else record


def told_record(number: int, text: str) -> dict[str, Any]:
    """A rule of which no box is told: its words, numbered as they came."""
    return {"label": str(number), "text": text, "trigger": parsed(text).trigger}
