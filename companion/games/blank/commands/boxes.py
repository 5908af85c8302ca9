"""Finds the boxes that a command is about, and changes one of them."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from companion.core.names import folded, listed
from companion.core.referee import Referee
from companion.errors import Ambiguous, NotFound
from companion.games.blank.deck.cards import Card
from companion.games.blank.deck.deck import Deck
from companion.games.blank.deck.pen import Pen
from companion.games.blank.deck.report import card_record
from companion.games.blank.game import GAME
from companion.table.boxes import all_copies, in_use, named_copy
from companion.table.copies import OpenCopy, change_copy, open_copy
from companion.table.desk import Desk
from companion.table.reply import Reply

CopyName = Annotated[
    str | None, typer.Option("--copy", metavar="BOX", help="The box, if not the one in use.")
]
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
        """The newest entry in words."""
        newest = self.copy.log.next_action - 1
        return [
            GAME.copy_facts[event.kind].describe(self.deck, event.data)
            for event in self.copy.log.events
            if event.action == newest
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
    return [open_copy(desk, GAME, copy_id) for copy_id in used]


def one_box(desk: Desk, name: str | None) -> OpenCopy:
    """The one box that a command is about. Raises Ambiguous where several are mixed."""
    found = boxes(desk, name)
    if len(found) > 1:
        names = [copy.reference.name for copy in found]
        raise Ambiguous(
            f"{listed(names)} are mixed: which of them is it about?",
            names,
            f"`--copy {slug(found[0].ref.id)}` names one.",
        )
    return found[0]


def with_home(desk: Desk, text: str, name: str | None) -> tuple[list[OpenCopy], str]:
    """The boxes in which a card is to be looked for, and its name without its home.

    A home is told by the box's mark before the name (`★15`), or by its name (`friday:15`).
    """
    before, colon, after = text.partition(":")
    if colon and after.strip() and name is None and " " not in before.strip():
        return boxes(desk, before), after
    found = boxes(desk, name)
    signs = text.strip()[:1]
    marked = found if name is not None or signs.isalnum() else [*found, *_others(desk, found)]
    for copy in sorted(marked, key=lambda copy: -len(copy.reference.mark)):
        mark = copy.reference.mark
        if mark and folded(text).startswith(folded(mark)) and (not mark.isalnum() or found[1:]):
            rest = text[len(mark) :].strip()
            if rest:
                return [copy], rest
    return found, text


def _others(desk: Desk, found: list[OpenCopy]) -> list[OpenCopy]:
    """The boxes that are not in use: a mark before a card's name finds them, too."""
    ids = [copy.ref.id for copy in found]
    return [copy for copy in all_copies(desk, GAME) if copy.ref.id not in ids]


def find_home(
    desk: Desk, text: str, name: str | None, find: Callable[[Deck, str], Any]
) -> tuple[OpenCopy, Any]:
    """The one card that is meant, and its box; looked for in every box that is in use.

    Raises what `find` raises where no box has it, Ambiguous where several do.
    """
    copies, text = with_home(desk, text, name)
    hits: list[tuple[OpenCopy, Any]] = []
    problem: NotFound | None = None
    for copy in copies:
        try:
            hits.append((copy, find(copy.reference, text)))
        except NotFound as missing:
            problem = problem or missing
    if len(hits) > 1:
        names = [copy.reference.title for copy, _ in hits]
        raise Ambiguous(
            f"“{text}” is in {listed(names)}.", names, "Put the box's mark before it, or `--copy`."
        )
    if not hits:
        assert problem is not None
        raise problem
    return hits[0]


def write(desk: Desk, copy_id: str, plan: Callable[[Pen], None]) -> Changed:
    """Make one entry in the log of a box: what `plan` writes, all of it or nothing."""
    referee = Referee(desk.asked.house)
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
    lines = [line[:1].upper() + line[1:] for line in did]
    house = copy.log.events[-1].house
    if house is not None:
        against = f" (against {', '.join(house.rules)})" if house.rules else ""
        lines.append(f"House rule{against}: {house.why}")
    if card is not None and card.is_rule:
        lines.append(f"{deck.title}: {left} plain rule card{'s' * (left != 1)} left")
    if card is not None:
        home = "" if in_use(desk, GAME) == [copy.ref.id] else f" --copy {slug(copy.ref.id)}"
        lines += _next_step(card, home)
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


def slug(copy_id: str) -> str:
    """What one types for a box: its id without the game's."""
    return copy_id.removeprefix(f"{GAME.id}-")


def _next_step(card: Card, home: str) -> list[str]:
    newest = card.revisions[-1] if card.revisions else None
    if newest is not None and newest.declined is not None and newest.play is not None:
        return [
            f"→ {newest.by or 'The winner'} may rework it or take the other prize: "
            f"`companion blank rule add … --prize`, `companion blank card customise … --prize` "
            "(A-BL-13)."
        ]
    typed = f"rule {{}} {card.number}" if card.is_rule else f"card {{}} {card.id}"
    if card.status == "proposed" and not card.out:
        return [f"→ The owner agrees? `companion blank {typed.format('approve')}{home}`"]
    if card.status == "approved" and not card.out:
        return [f"→ Written on the card? `companion blank {typed.format('ink')}{home}`"]
    return []
