"""Which rules a game begins with: the new ones, then as many as are drawn to make three.

New are prizes that come into the next game by themselves (BL-112, BL-113). A box notes in which
play a rule was new. That counts only while the play stands and has the rule: one that was
abandoned, or where the rule was taken back, brought nobody to know it.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.errors import Invalid
from companion.games.blank.cards import ALL_GAME_CARDS, PRINTED_RULES, Card, parsed, text_of
from companion.games.blank.deck import Deck
from companion.games.blank.state import OPEN_RULES, OpenRule, RuleTold, State

if TYPE_CHECKING:
    from random import Random

    from companion.core.shelf import Shelf


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


def drawn(boxes: Sequence[tuple[str, Deck]], new: Sequence[InBox], chance: "Random") -> Drawn:
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


def open_record(rule: InBox, mixed: bool, new: bool = False) -> RuleTold:
    """A rule as the play's log keeps it: with what it says now, whatever becomes of the card.

    That is the newest wording that was agreed to; of a rule only proposed, what is proposed.
    """
    now = rule.card.agreed or rule.card.now
    assert now is not None
    record: RuleTold = {
        "label": label(rule, mixed),
        "text": now.wording.sentence,
        "trigger": now.wording.parts.trigger,
        "copy": rule.copy,
        "card": rule.card.id,
        "revision": now.number,
    }
    if new:
        record["new"] = True
    return record


def told_record(number: int, text: str) -> RuleTold:
    """A rule of which no box is told: its words, numbered as they came. Raises Invalid for none."""
    if not (words := text_of(text)):
        raise Invalid("A rule that lies open says something.", "Its words, in quotes.")
    return {"label": str(number), "text": words, "trigger": parsed(words).trigger}


# Rules that are new


def new_rules(shelf: "Shelf[Deck]", boxes: Sequence[tuple[str, Deck]]) -> list[InBox]:
    """Prizes that were in no game yet, the oldest first; of every box that is played with."""
    found = [
        InBox(copy, deck, card)
        for copy, deck in boxes
        for card in deck.prizes
        if card.introduced is None
        or (card.introduced == deck.newest_introduction and not _was_in(shelf, copy, card))
    ]
    return sorted(found, key=lambda rule: rule.card.revisions[0].at)


def _was_in(shelf: "Shelf[Deck]", copy: str, card: Card) -> bool:
    """Whether a rule was in the play that its box notes. Only ever asked of the newest one: what
    an earlier play did not bring was new again in the next.
    """
    assert card.introduced is not None
    play = shelf.past(card.introduced)
    if play is None:
        return True  # Lost or damaged: nobody can say otherwise.
    state: State = play.state
    there = [(rule.copy, rule.card) for rule in (*state.rules, *state.buried)]
    return state.status != "abandoned" and (copy, card.id) in there


def introduce(shelf: "Shelf[Deck]", rules: Iterable[RuleTold], play: str) -> None:
    """Note in their boxes which of these rules are new in a play."""
    from companion.games.blank.box_entries import INTRODUCED, Introduced

    by_box: dict[str, list[str]] = {}
    for rule in rules:
        copy, card = rule.get("copy"), rule.get("card")
        if rule.get("new") and copy and card:
            by_box.setdefault(copy, []).append(card)
    for copy, cards in by_box.items():
        fact = Introduced(cards=cards, play=play)
        shelf.write(lambda box, fact=fact: box.add(INTRODUCED, fact), copy)  # type: ignore[misc]
