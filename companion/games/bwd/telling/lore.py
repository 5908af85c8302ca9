"""The cards of a box as entries to be looked up: by name, by number, by what stands on them; and
which of them lie on the table."""

from collections.abc import Iterator

from companion.core.entry import UNREAD, Entry
from companion.errors import Ambiguous, NotFound
from companion.games.bwd.catalogue import Card, Catalogue, numbered_key
from companion.games.bwd.state import State

GAME = "bwd"


def lore(catalogue: Catalogue) -> Iterator[Entry]:
    """Every icon card: what is known of it, or that nothing is. Core cards are in the glossary."""
    known = set()
    for card in catalogue.cards:
        known.add(card.number)
        if not card.core:
            yield _entry(catalogue, card)
    for number in catalogue.numbers:
        if number not in known:
            yield _entry(catalogue, catalogue.card(numbered_key(number)))


def _entry(catalogue: Catalogue, card: Card) -> Entry:
    told = said(catalogue, card)
    return Entry(
        id=card.key,
        game=GAME,
        title=card.title,
        kind="card" if told else UNREAD,
        text=told or _nothing(card),
        do="" if told else f'Read it to the companion: `{_verb(catalogue, card)} --text "…"`.',
        section="" if card.number is None else f"card {card.number}",
        aliases=_aliases(card),
        see=tuple(keywords(card)),
        asks=(told,) if told else (),
    )


def _nothing(card: Card) -> str:
    if card.name:
        return "The rulebook does not show what it says."
    return "Nobody has told what stands on this card."


def _verb(catalogue: Catalogue, card: Card) -> str:
    name = "" if card.name else ' --name "…"'
    return f"companion bwd card set {catalogue.typed(card.key)}{name}"


def said(catalogue: Catalogue, card: Card) -> str:
    """All that stands on a card, in the order in which it matters."""

    def titles(keys: tuple[str, ...], last: str = " or ") -> str:
        return last.join(catalogue.card(key).title for key in keys)

    parts = [
        card.text,
        f"Ward: {card.ward}" if card.ward else "",
        f"Always: {card.always}" if card.always else "",
        f"Prerequisite: {titles(card.prerequisite)}." if card.prerequisite else "",
        f"Only if: {card.condition}" if card.condition else "",
        f"Overwrites {titles((card.overwrites,))}." if card.overwrites else "",
        "One-shot." if card.one_shot else "",
        "Copies an active face." if card.copies else "",
        _icons(card),
    ]
    return " ".join(part for part in parts if part)


def _icons(card: Card) -> str:
    """The icons of a card that draws others than its own."""
    if card.labels == (card.key,):
        return ""
    return f"Icons: {', '.join(card.labels).replace('-', '−')}."


def _aliases(card: Card) -> tuple[str, ...]:
    number = () if card.number is None else (str(card.number), f"card {card.number}")
    words = card.name.split()
    initials = ("".join(word[0] for word in words),) if len(words) > 1 else ()
    return (*number, *card.icons, *initials)


def keywords(card: Card) -> Iterator[str]:
    """The keywords of the glossary that a card has, by their ids."""
    if card.ward:
        yield "ward"
    if card.always:
        yield "always"
    if card.prerequisite or card.condition:
        yield "prerequisite"
    if card.overwrites:
        yield "overwrite"
    if card.one_shot:
        yield "one-shot"
    if card.copies:
        yield "copy"
    yield from (phase for phase in card.phases if phase != "main")


def named_here(state: State, catalogue: Catalogue, text: str) -> list[str]:
    """The cards of the tableau, and those drawn on dice, that a word names as `tag` takes it; all
    that it may be, where it is ambiguous."""
    there = {face.card for die in state.dice for face in die.faces if face.card is not None}
    there |= set(state.cards())
    try:
        found = [catalogue.find(text, there)]
    except Ambiguous as problem:
        found = [card for card in catalogue.cards if card.title in problem.candidates]
    except NotFound:
        return []
    return [card.key for card in found if not card.keys.isdisjoint(there)]
