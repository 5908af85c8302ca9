"""Finds the boxes that a command is about, and changes one of them."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

import typer

from companion.core.names import capital, counted, folded, listed, short
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.errors import Ambiguous, Invalid, NotFound
from companion.games.blank.box_views import card_record
from companion.games.blank.cards import Card
from companion.games.blank.deck import Deck
from companion.games.blank.game import GAME
from companion.games.blank.pen import Pen
from companion.games.blank.search import find_in_one, split_home, split_mark
from companion.table import houserules
from companion.table.boxes import all_copies, in_use, named_copy
from companion.table.copies import OpenCopy, change_copy, open_copy
from companion.table.desk import Desk

T = TypeVar("T")
CopyName = Annotated[
    str | None, typer.Option("--copy", metavar="BOX", help="The box, if not the one in use.")
]
BoxName = Annotated[str | None, typer.Argument(metavar="[BOX]", show_default=False)]
By = Annotated[str | None, typer.Option("--by", metavar="NAME", help="Who signs it.")]


class Changed(NamedTuple):
    """A box after an entry, and the pen that made it."""

    copy: OpenCopy
    pen: Pen

    @property
    def deck(self) -> Deck:
        """The box as it is now."""
        deck: Deck = self.copy.reference
        return deck

    @property
    def did(self) -> list[str]:
        """The newest entry that stands, in words: this one, or what it found there already."""
        standing = self.copy.log.standing()
        return [
            GAME.copy_facts[event.kind].describe(self.deck, event.data)
            for event in standing
            if event.action == standing[-1].action
        ]


def boxes(desk: Desk, name: str | None) -> list[OpenCopy]:
    """The box of that name, or those in use. Raises NotFound where there is none."""
    if name is not None:
        return [open_copy(desk, GAME, named_copy(desk, GAME, name))]
    used = in_use(desk, GAME)
    if not used:
        raise NotFound(
            "This group has told of no box of BLANK yet.",
            'Make one: `companion blank copy new "Friday box" --mark ★ --owner Ana`.',
        )
    try:
        return [open_copy(desk, GAME, copy_id) for copy_id in used]
    except NotFound as problem:
        raise NotFound(
            f"A box that is in use is gone: {problem.message}",
            "`companion blank copy use BOX` takes another one; `copy list` shows them.",
        ) from None


def one_box(desk: Desk, name: str | None, copy: str | None = None) -> OpenCopy:
    """The one box that a command is about: named behind it, or by `--copy` as everywhere else.

    Raises Ambiguous where several are mixed, Invalid where two are named.
    """
    if name is not None and copy is not None and folded(name) != folded(copy):
        raise Invalid(
            f"Which box is it about: “{short(name)}” or “{short(copy)}”?", "Leave one of them out."
        )
    found = boxes(desk, copy if name is None else name)
    if len(found) > 1:
        names = [copy.reference.name for copy in found]
        raise Ambiguous(
            f"{listed(names)} are mixed: which of them is it about?",
            names,
            f"`--copy {slug(found[0].ref.id)}` names one.",
        )
    return found[0]


def find_home(
    desk: Desk, text: str, name: str | None, find: Callable[[Deck, str], T]
) -> tuple[OpenCopy, T]:
    """The one card that is meant, and its box; looked for in every box that is in use.

    A home that is told with the card's name (`★15`, `friday:15`) finds boxes that are not in use.
    Raises what `find` raises where no box has it, Ambiguous where several do.
    """
    copies = boxes(desk, name)
    if (name is None and not text.strip()[:1].isalnum()) or ":" in text:
        ids = [copy.ref.id for copy in copies]
        copies += [other for other in all_copies(desk, GAME) if other.ref.id not in ids]
        pairs = [(copy.ref.id, copy.reference) for copy in copies]
        told, _ = split_home(text, pairs)
        if len(told) == len(copies):  # No home was told after all, unless by a mark before words.
            marked, _ = split_mark(text, pairs) or ((), "")
            homes = {*ids, *(copy_id for copy_id, _ in marked)}
            copies = [copy for copy in copies if copy.ref.id in homes]
    pairs = [(copy.ref.id, copy.reference) for copy in copies]
    copy_id, _, card = find_in_one(text, pairs, find)
    return next(copy for copy in copies if copy.ref.id == copy_id), card


def write(desk: Desk, copy_id: str, plan: Callable[[Pen], None]) -> Changed:
    """Make one entry in the log of a box: what `plan` writes, all of it or nothing."""
    referee = Referee(desk.house)
    pens: list[Pen] = []

    def drafts(copy: OpenCopy) -> Sequence[Any]:
        pens.append(Pen(copy.reference, copy.log.events, referee))
        plan(pens[-1])
        return pens[-1].drafts

    copy = change_copy(desk, GAME, drafts, copy_id, referee)
    return Changed(copy, pens[-1])


def current(pen: Pen, card: Card) -> Card:
    """The card as it is in the box that the pen writes in: another terminal may have been there."""
    return pen.deck.cards.get(card.id, card)


def reply_about(desk: Desk, changed: Changed, card_id: str | None = None) -> Reply:
    """The short answer to a change of a box, and to one of its cards."""
    copy, deck, did = changed.copy, changed.deck, changed.did
    left = deck.counts.plain_left
    card = deck.cards.get(card_id or "")
    lines = [capital(line) for line in did]
    lines += houserules.told(desk, copy.log.events[-1].house)
    if card is not None and card.is_rule:
        lines.append(f"{deck.title}: {counted(left, 'plain rule card')} left")
    if card is not None:
        lines += _next_step(card, copy_option(desk, copy.ref.id))
    return Reply(
        document=lambda: {
            "copy": copy.ref.id,
            "entry": copy.log.next_action - 1,
            "did": did,
            "plain_left": left,
            "card": None if card is None else card_record(copy.ref.id, deck, card),
        },
        lines=tuple(lines),
        warnings=tuple(changed.pen.warnings),
    )


def copy_option(desk: Desk, copy_id: str) -> str:
    """What a command needs to be about a box: nothing, where that is the one in use."""
    return "" if in_use(desk, GAME) == [copy_id] else f" --copy {slug(copy_id)}"


def slug(copy_id: str) -> str:
    """What one types for a box: its id without the game's."""
    return copy_id.removeprefix(f"{GAME.id}-")


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
