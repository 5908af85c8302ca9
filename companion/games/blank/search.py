"""Find cards in boxes by a typed name: one card and its box, or all cards that pass a filter.

A game card is named by number and suit, the suit by its symbol or its colour in a box. The box may
stand before the card's name, by its mark (`★15`) or its name (`friday:15`).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from companion.core.names import find, folded, listed, short
from companion.core.numbers import only_digits, whole
from companion.errors import Ambiguous, CompanionError, Illegal, Invalid, NotFound
from companion.games.blank.cards import (
    NUMBERS,
    OF_EACH,
    SUITS,
    Card,
    Face,
    card_id,
    rule_id,
)
from companion.games.blank.deck import Deck

_CARD_PATTERN = re.compile(
    r"(?:(?P<before>\d+)\s*-?\s*(?P<suit>[^\W\d]+)|(?P<suit2>[^\W\d]+)\s*-?\s*(?P<after>\d+))"
    r"(?:\.(?P<which>\d+))?"
)


HOW_TO_NAME = "Type a number and a suit, such as `4-hexagon`, or the title of a customised card."


class CardName(NamedTuple):
    """A game card as typed: its face, and which card of that face, if typed."""

    face: Face
    which: int | None = None


def looks_like_card(text: str) -> bool:
    """Whether a text has the form of number and suit, such as `4-hexagon` or `red 4`."""
    return _CARD_PATTERN.fullmatch(folded(text)) is not None


def join_card_words(words: Sequence[str], marks: Sequence[str] = ()) -> list[str]:
    """Join words that name one card: `red 4`, `4 hexagon`, `♥4 hexagon`, `♥ Toll`.

    `marks` are those of the boxes in play.
    """
    joined: list[str] = []
    signs = [folded(mark) for mark in marks if mark]
    for word in words:
        last = joined[-1] if joined else ""
        # `c 4` is a circle, even if `c` is a mark.
        if folded(last) in signs and not looks_like_card(f"{last}-{word}"):
            apart = "" if only_digits(word) or looks_like_card(word) else " "
            joined[-1] = f"{last}{apart}{word}"
            continue
        # A number next to a suit.
        if any(
            bare and only_digits(bare) != only_digits(word) and looks_like_card(f"{bare}-{word}")
            for bare in (last, *(folded(last).removeprefix(sign).strip() for sign in signs))
        ):
            joined[-1] = f"{last}-{word}"
        else:
            joined.append(word)
    return joined


def parse_card(text: str, colours: Mapping[str, str]) -> CardName:
    """Parse a card such as `4-hexagon`, `4hex`, `red 4`, `4-hexagon.2`; `colours` by suit.

    Raises Invalid, NotFound, Ambiguous, or Illegal for a number that no card has.
    """
    found = _CARD_PATTERN.fullmatch(folded(text))
    if found is None:
        raise Invalid(
            f"“{short(text)}” is not a game card.",
            HOW_TO_NAME,
        )
    number = whole(found["before"] or found["after"], 1, NUMBERS[-1])
    suit = find_suit(found["suit"] or found["suit2"], colours)
    if number is None:
        raise Illegal(
            "BL-39", f"There is no {short(text)}: numbers run from 1 to 6.", f"`4-{suit}` is one."
        )
    which = None if found["which"] is None else whole(found["which"], 1, 999)
    if found["which"] is not None and which is None:
        raise NotFound(f"There is no card “{short(text)}”.", f"`{number}-{suit}` will do.")
    return CardName(Face(number, suit), which)


def find_suit(text: str, colours: Mapping[str, str]) -> str:
    """A suit by the beginning of its symbol or colour. Raises NotFound or Ambiguous."""

    def names(suit: str) -> tuple[str, ...]:
        colour = colours.get(suit)
        return (suit, colour) if colour else (suit,)

    hint = f"The suits are {listed(SUITS)}."
    if not colours:
        hint += " Colours differ by printing: `companion blank box set --suit hexagon=red`."
    try:
        return find(text, SUITS, names, "suit", hint)
    except Ambiguous as problem:
        raise Ambiguous(
            f"“{short(text)}” could be {listed(problem.candidates, 'or')}.",
            problem.candidates,
            "A letter or two more: `4-sq`, `4-sh`.",
        ) from None
    except NotFound as problem:
        raise NotFound(problem.message, hint) from None


def find_rule(deck: Deck, text: str) -> Card:
    """A rule card by its number (`15`, `r15`), or by words that it says.

    Raises NotFound with the nearest, or Ambiguous with the candidates.
    """
    wanted = folded(text).removeprefix("rule").strip()
    number = wanted.removeprefix("r")
    if only_digits(number):
        known = whole(number, 1, 99_999)
        card = None if known is None else deck.cards.get(rule_id(known))
        if card is None:
            raise NotFound(
                f"There is no rule {short(number)} in {deck.name}.",
                "`companion blank rule list` shows all.",
            )
        return card
    found = [card for card in deck.rules if wanted and wanted in folded(card.sentence)]
    live = [card for card in found if not card.is_out] or found
    if len(live) == 1:
        return live[0]
    if live:
        raise Ambiguous(
            f"“{short(text)}” is in {_list_some(live)}.",
            [card.id for card in live],
            "Type its number, or a word that only one of them has.",
        )
    return find(
        text,
        deck.rules,
        lambda card: (f"{card.number}: {short(card.sentence)}", card.sentence),
        "rule",
        "`companion blank rule list` shows all; "
        '`companion blank rule add "If …, then …"` writes a new one.',
    )


def _list_some(cards: Sequence[Card]) -> str:
    few = [card.name for card in cards[:4]]
    return listed([*few, f"{len(cards) - 4} more"] if len(cards) > 4 else few)


class CardMatch(NamedTuple):
    """The cards of a box that a name may mean, and their face."""

    face: Face
    cards: tuple[Card, ...]


def find_game_card(deck: Deck, text: str) -> CardMatch:
    """A game card by number and suit, or by its title.

    Raises what `parse_card` raises, and NotFound for a third card of a face.
    """
    titled = [card for card in deck.game_cards if card.title]
    if looks_like_card(text):
        try:
            return _find_by_face(deck, text)
        except CompanionError:
            # “Area 51” is not a card, but may be the title of one.
            if not any(folded(card.title) == folded(text) for card in titled):
                raise
    card = find(text, titled, lambda card: (card.title, card.id), "game card", HOW_TO_NAME)
    assert card.face is not None
    return CardMatch(card.face, (card,))


def _find_by_face(deck: Deck, text: str) -> CardMatch:
    named = parse_card(text, deck.colours)
    if named.which is None:
        return CardMatch(named.face, _cards_of_face(deck, named.face))
    known = card_id(named.face, named.which)
    if named.which > OF_EACH and known not in deck.cards:
        raise NotFound(
            f"There is no card {known} in {deck.name}.",
            f"{card_id(named.face, 1)} and {card_id(named.face, 2)} are there.",
        )
    return CardMatch(named.face, (deck.game_card(known),))


def find_customised(deck: Deck, text: str) -> Card:
    """The one game card with words on it that is named. Raises Ambiguous."""
    match = find_game_card(deck, text)
    worded = [card for card in match.cards if card.now is not None]
    if len(worded) > 1:
        names = [f"{card.id} “{card.title}”" for card in worded]
        raise Ambiguous(f"“{short(text)}” could be {listed(names, 'or')}.", names, "Name one.")
    # Prefer a card with declined words to one without any.
    return next(iter([*worded, *(card for card in match.cards if card.revisions)]), match.cards[0])


def _cards_of_face(deck: Deck, face: Face) -> tuple[Card, ...]:
    """The two cards of a face in a box, and any more that were entered."""
    ids = [card_id(face, which) for which in range(1, OF_EACH + 1)]
    more = [card.id for card in deck.game_cards if card.face == face and card.id not in ids]
    return tuple(deck.game_card(known) for known in (*ids, *more))


class Filter(NamedTuple):
    """Which cards a list shows; an empty field accepts all."""

    words: tuple[str, ...] = ()
    by: str = ""
    trigger: str = ""
    target: str = ""
    effect: str = ""
    status: str = ""

    def keeps(self, card: Card) -> bool:
        if self.status and card.status != folded(self.status):
            return False
        if self.by and not any(
            folded(revision.by).startswith(folded(self.by))
            for revision in card.revisions
            if revision.declined is None or card.now is None
        ):
            return False
        words_on_card = folded(f"{card.title} {card.sentence} {card.author}")
        if not all(folded(word) in words_on_card for word in self.words):
            return False
        if not (self.trigger or self.target or self.effect):
            return True
        parts = card.now.wording.parts if card.now else None
        return parts is not None and all(
            folded(wanted) in folded(part)
            for wanted, part in (
                (self.trigger, parts.trigger),
                (self.target, parts.target),
                (self.effect, parts.effect),
            )
            if wanted
        )


def filter_cards(cards: Iterable[Card], wanted: Filter, retired: bool = False) -> list[Card]:
    """Return the cards that pass a filter; those out of the deck only with `retired`."""
    return [
        card
        for card in cards
        if (retired or not (card.is_out or _is_all_declined(card))) and wanted.keeps(card)
    ]


def _is_all_declined(card: Card) -> bool:
    """Whether all words of a card were declined, and nothing else is known of it."""
    return bool(card.revisions) and card.now is None and not card.origin


T = TypeVar("T")
Boxes = Sequence[tuple[str, Deck]]
"""Boxes by their ids."""


def split_box(text: str, boxes: Boxes) -> tuple[Boxes, str]:
    """Split the box off a card's name: returns the boxes that it may be in, and the card's name.

    A mark counts only before something that looks like a card, as words may begin with it (see
    `split_mark`). Raises NotFound if no box has the name before the colon.
    """
    before, colon, after = text.partition(":")
    wanted = folded(before)
    if colon and wanted and after.strip():
        named = [(box_id, deck) for box_id, deck in boxes if _box_is_named(wanted, box_id, deck)]
        if named:
            return named, after.strip()
        if _looks_like_any_card(after.strip()) and boxes:
            titles = listed([deck.title for _, deck in boxes], "or")
            raise NotFound(f"No box here is named “{short(before.strip())}”.", f"{titles}.")
    marked = split_mark(text, boxes)
    return marked if marked is not None and _looks_like_any_card(marked[1]) else (boxes, text)


def split_mark(text: str, boxes: Boxes) -> tuple[Boxes, str] | None:
    """Split off the mark of a box that a text begins with, as in `★Toll`; None without one."""
    typed = text.strip()
    for box_id, deck in sorted(boxes, key=lambda box: -len(box[1].mark)):
        mark, rest = folded(deck.mark), typed[len(deck.mark) :].strip()
        if mark and rest and folded(typed).startswith(mark):
            return [(box_id, deck)], rest
    return None


def name_with_box(box_id: str, deck: Deck, text: str) -> str:
    """A card's name with its box before it, as it is typed."""
    # A mark of letters needs a colon: `A` and `toll` would be `Atoll`.
    runs_on = deck.mark[-1:].isalnum() and not _looks_like_any_card(text)
    before = f"{deck.mark}:" if runs_on else deck.mark or f"{box_id.partition('-')[2]}:"
    name = f"{before}{text.strip()}"
    return f'"{name}"' if " " in name else name


def _box_is_named(wanted: str, box_id: str, deck: Deck) -> bool:
    slug = box_id.partition("-")[2]
    return (
        folded(deck.name).startswith(wanted)
        or slug.startswith(wanted)
        or folded(deck.mark) == wanted
    )


def _looks_like_any_card(text: str) -> bool:
    number = folded(text).removeprefix("r")
    return looks_like_card(text) or (number.isascii() and number.isdigit())


def find_in_boxes(
    text: str, boxes: Boxes, find: Callable[[Deck, str], T]
) -> list[tuple[str, Deck, T]]:
    """Return what `find` finds of that name in the boxes.

    Raises what it raises if no box has any.
    """
    homes, name = split_box(text, boxes)
    try:
        return _hits(name, homes, find)
    except (NotFound, Ambiguous) as problem:
        marked = split_mark(text, boxes)
        if isinstance(problem, Ambiguous) or marked is None:
            raise
        return _hits(marked[1], marked[0], find)


def _hits(name: str, boxes: Boxes, find: Callable[[Deck, str], T]) -> list[tuple[str, Deck, T]]:
    hits: list[tuple[str, Deck, T]] = []
    problem: NotFound | Ambiguous | None = None
    for box_id, deck in boxes:
        try:
            hits.append((box_id, deck, find(deck, name)))
        except (NotFound, Ambiguous) as missing:
            # Several in one box are a better message than none in another.
            problem = missing if problem is None or isinstance(missing, Ambiguous) else problem
    if not hits:
        assert problem is not None
        raise problem
    return hits


def find_one_in_boxes(
    text: str, boxes: Boxes, find: Callable[[Deck, str], T]
) -> tuple[str, Deck, T]:
    """What `find` finds of that name in one box. Raises Ambiguous if several have it."""
    hits = find_in_boxes(text, boxes, find)
    if len(hits) > 1:
        names = [deck.title for _, deck, _ in hits]
        raise Ambiguous(
            f"“{short(text)}” is in {listed(names)}.",
            names,
            f"Put its box before it: `{name_with_box(*hits[0][:2], text)}`.",
        )
    return hits[0]
