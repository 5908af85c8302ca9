"""Which boxes a verb is about, which card is meant in them, and how one of them is changed."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from companion.core.box import BoxAction, OpenBox, Written
from companion.core.names import capital, counted, find, folded, listed, proper_name, short
from companion.core.param import A_TEXT, Param, one
from companion.core.reply import Reply
from companion.core.shelf import Shelf
from companion.errors import Ambiguous, Invalid, NotFound
from companion.games.blank.box_entries import KINDS
from companion.games.blank.box_views import card_record
from companion.games.blank.cards import Card
from companion.games.blank.deck import Deck
from companion.games.blank.pen import Pen
from companion.games.blank.search import find_in_one, split_home, split_mark

T = TypeVar("T")
Home = OpenBox[Deck]
"""A box as it was read, with its log."""
Boxes = Shelf[Deck]
"""The boxes of the group, and its plays."""


def as_typed(name: str, metavar: str, help_text: str) -> Param[Any, str]:
    """An option that takes words as they are typed; menus do not offer it."""
    return one(
        name,
        A_TEXT,
        lambda state, word: word,
        optional=True,
        metavar=metavar,
        help=help_text,
        quiet=True,
    )


COPY = as_typed("--copy", "BOX", "The box, if not the one in use.")
BY = as_typed("--by", "NAME", "Who signs it.")
BOX: Param[Any, str] = one("BOX", A_TEXT, lambda state, word: word, optional=True)


# Which box, and which card


def slug(box_id: str) -> str:
    """What one types for a box: its id without the game's."""
    return box_id.removeprefix("blank-")


def boxes(shelf: Boxes, name: str | None) -> list[Home]:
    """The box of that name, or those in use. Raises NotFound where there is none."""
    if name is not None:
        return [shelf.open(shelf.find(name))]
    used = shelf.in_use()
    if not used:
        raise NotFound(
            "This group has told of no box of BLANK yet.",
            'Make one: `companion blank copy new "Friday box" --mark ★ --owner Ana`.',
        )
    try:
        return [shelf.open(box_id) for box_id in used]
    except NotFound as problem:
        raise NotFound(
            f"A box that is in use is gone: {problem.message}",
            "`companion blank copy use BOX` takes another one; `copy list` shows them.",
        ) from None


def one_box(shelf: Boxes, name: str | None, copy: str | None = None) -> Home:
    """The one box that a verb is about: named behind it, or by `--copy` as everywhere else.

    Raises Ambiguous where several are mixed, Invalid where two are named.
    """
    if name is not None and copy is not None and folded(name) != folded(copy):
        raise Invalid(
            f"Which box is it about: “{short(name)}” or “{short(copy)}”?", "Leave one of them out."
        )
    found = boxes(shelf, copy if name is None else name)
    if len(found) > 1:
        names = [box.name for box in found]
        raise Ambiguous(
            f"{listed(names)} are mixed: which of them is it about?",
            names,
            f"`--copy {slug(found[0].id)}` names one.",
        )
    return found[0]


def find_home(
    shelf: Boxes, text: str, name: str | None, find_card: Callable[[Deck, str], T]
) -> tuple[Home, T]:
    """The one card that is meant, and its box; looked for in every box that is in use.

    A home that is told with the card's name (`★15`, `friday:15`) finds boxes that are not in use.
    Raises what `find_card` raises where no box has it, Ambiguous where several do.
    """
    found = boxes(shelf, name)
    if (name is None and not text.strip()[:1].isalnum()) or ":" in text:
        ids = [box.id for box in found]
        found += [other for other in shelf.boxes() if other.id not in ids]
        pairs = [(box.id, box.now) for box in found]
        told, _ = split_home(text, pairs)
        if len(told) == len(found):  # No home was told after all, unless by a mark before words.
            marked, _ = split_mark(text, pairs) or ((), "")
            homes = {*ids, *(box_id for box_id, _ in marked)}
            found = [box for box in found if box.id in homes]
    pairs = [(box.id, box.now) for box in found]
    box_id, _, card = find_in_one(text, pairs, find_card)
    return next(box for box in found if box.id == box_id), card


def signature(shelf: Boxes, name: str | None) -> str:
    """A name as it is signed: of somebody in the group, as the group writes it; empty for nobody.

    Raises Invalid for what is no name, Ambiguous for a beginning that several have.
    """
    if name is None or not name.strip():
        return ""
    proper = proper_name(name, "player")
    known = shelf.players
    begun = [player for player in known if folded(player).startswith(folded(proper))]
    return find(proper, known, lambda player: (player,), "player") if begun else proper


# Changing it


class Changed(NamedTuple):
    """A box after an entry, and the pen that made it."""

    written: Written[Deck]
    pen: Pen

    @property
    def box(self) -> Home:
        """The box as it is now."""
        return self.written.box

    @property
    def did(self) -> list[str]:
        """The newest entry that stands, in words: this one, or what it found there already."""
        return self.written.did(KINDS)


def write(shelf: Boxes, box_id: str, plan: Callable[[Pen], None]) -> Changed:
    """Make one entry in the log of a box: what `plan` writes, all of it or nothing."""
    pens: list[Pen] = []

    def entry(action: BoxAction[Deck]) -> None:
        pens.append(Pen(action.box, action.log.events, action.referee))
        plan(pens[-1])
        action.drafts.extend(pens[-1].drafts)

    return Changed(shelf.write(entry, box_id), pens[-1])


def current(pen: Pen, card: Card) -> Card:
    """The card as it is in the box that the pen writes in: another terminal may have been there."""
    return pen.deck.cards.get(card.id, card)


def reply_about(shelf: Boxes, changed: Changed, card_id: str | None = None) -> Reply:
    """The short answer to a change of a box, and to one of its cards."""
    box, deck, did = changed.box, changed.box.now, changed.did
    left = deck.counts.plain_left
    card = deck.cards.get(card_id or "")
    lines = [*map(capital, did), *changed.written.house]
    if card is not None and card.is_rule:
        lines.append(f"{deck.title}: {counted(left, 'plain rule card')} left")
    if card is not None:
        lines += _next_step(card, copy_option(shelf, box.id))
    return Reply(
        document=lambda: {
            "copy": box.id,
            "entry": box.log.next_action - 1,
            "did": did,
            "plain_left": left,
            "card": None if card is None else card_record(box.id, deck, card),
        },
        lines=tuple(lines),
        warnings=tuple(changed.pen.warnings),
    )


def copy_option(shelf: Boxes, box_id: str) -> str:
    """What a command needs to be about a box: nothing, where that is the one in use."""
    return "" if shelf.in_use() == [box_id] else f" --copy {slug(box_id)}"


def _next_step(card: Card, home: str) -> list[str]:
    newest = card.revisions[-1] if card.revisions else None
    if newest is not None and newest.declined is not None and newest.play is not None:
        return [
            f"→ {newest.by or 'The winner'} may rework it or take the other prize: "
            "`companion blank rule add … --prize`, `companion blank card customise … --prize`."
        ]
    typed = f"rule {{}} {card.number}" if card.is_rule else f"card {{}} {card.id}"
    if card.status == "proposed" and not card.out:
        return [f"→ The owner agrees? `companion blank {typed.format('approve')}{home}`"]
    if card.status == "approved" and not card.out:
        return [f"→ Written on the card? `companion blank {typed.format('ink')}{home}`"]
    return []
