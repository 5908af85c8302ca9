"""Where a card is at home: a box told before its name, by mark (`★15`) or by name (`friday:15`)."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.core.names import folded, listed, short
from companion.errors import Ambiguous, NotFound
from companion.games.blank.deck.deck import Deck
from companion.games.blank.suits import looks_like_card

T = TypeVar("T")
Boxes = Sequence[tuple[str, Deck]]
"""Boxes by their ids."""


def split_home(text: str, boxes: Boxes) -> tuple[Boxes, str]:
    """The boxes that a card's name says it is of, all of them where it says nothing; and the name.

    A mark counts only before what looks like a card: other words may begin with its letters (see
    `split_mark`). Raises NotFound for a name before a card's number that no box has.
    """
    before, colon, after = text.partition(":")
    wanted = folded(before)
    if colon and wanted and after.strip():
        named = [(copy, deck) for copy, deck in boxes if _is_called(wanted, copy, deck)]
        if named:
            return named, after.strip()
        if _looks_like_any_card(after.strip()) and boxes:
            titles = listed([deck.title for _, deck in boxes], "or")
            raise NotFound(f"No box here is called “{short(before.strip())}”.", f"{titles}.")
    marked = split_mark(text, boxes)
    return marked if marked is not None and _looks_like_any_card(marked[1]) else (boxes, text)


def split_mark(text: str, boxes: Boxes) -> tuple[Boxes, str] | None:
    """The box whose mark a text begins with, and the rest of it; None where there is no such box.

    For words, such as `★Toll`, that name nothing as they stand.
    """
    typed = text.strip()
    for copy, deck in sorted(boxes, key=lambda box: -len(box[1].mark)):
        mark, rest = folded(deck.mark), typed[len(deck.mark) :].strip()
        if mark and rest and folded(typed).startswith(mark):
            return [(copy, deck)], rest
    return None


def named_in(copy: str, deck: Deck, text: str) -> str:
    """A card's name with its box before it, as one types it."""
    # Letters would run into words: with `A` before it, `toll` would be the `Atoll` of any box.
    runs_on = deck.mark[-1:].isalnum() and not _looks_like_any_card(text)
    before = f"{deck.mark}:" if runs_on else deck.mark or f"{copy.partition('-')[2]}:"
    name = f"{before}{text.strip()}"
    return f'"{name}"' if " " in name else name


def _is_called(wanted: str, copy: str, deck: Deck) -> bool:
    slug = copy.partition("-")[2]
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
    """What `find` finds of that name in the boxes: at least one hit.

    Raises what `find` raises where no box has it.
    """
    told, name = split_home(text, boxes)
    try:
        return _hits(name, told, find)
    except (NotFound, Ambiguous) as problem:
        marked = split_mark(text, boxes)
        if isinstance(problem, Ambiguous) or marked is None:
            raise
        return _hits(marked[1], marked[0], find)


def _hits(name: str, boxes: Boxes, find: Callable[[Deck, str], T]) -> list[tuple[str, Deck, T]]:
    hits: list[tuple[str, Deck, T]] = []
    problem: NotFound | Ambiguous | None = None
    for copy, deck in boxes:
        try:
            hits.append((copy, deck, find(deck, name)))
        except (NotFound, Ambiguous) as missing:
            # Several in one box are nearer to what was meant than none in another.
            problem = missing if problem is None or isinstance(missing, Ambiguous) else problem
    if not hits:
        assert problem is not None
        raise problem
    return hits


def find_in_one(text: str, boxes: Boxes, find: Callable[[Deck, str], T]) -> tuple[str, Deck, T]:
    """The one thing of that name in the boxes. Raises Ambiguous where several have it."""
    hits = find_in_boxes(text, boxes, find)
    if len(hits) > 1:
        names = [deck.title for _, deck, _ in hits]
        raise Ambiguous(
            f"“{short(text)}” is in {listed(names)}.",
            names,
            f"Put its box before it: `{named_in(*hits[0][:2], text)}`.",
        )
    return hits[0]
