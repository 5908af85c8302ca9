"""The prize of a win: it is written into a box and noted in the play; a winner has one (BL-102).

A proposed prize makes way for another one, an approved prize does not (A-BL-13).
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from companion.core.action import Action
from companion.core.names import capital, folded
from companion.core.reply import Reply
from companion.core.value import replace
from companion.errors import Refused
from companion.games.blank.boxes import (
    BlankBox,
    BlankShelf,
    BoxEntry,
    box_option,
    reply_about,
    write_entry,
)
from companion.games.blank.cards import (
    Card,
    Revision,
    Wording,
    has_same_words,
    status_of,
)
from companion.games.blank.deck import Deck
from companion.games.blank.end import PrizeTaken, require_won
from companion.games.blank.pen import Pen
from companion.games.blank.state import State

PrizeKind = Literal["rule", "card"]
Writer = Callable[[Pen, str, str | None], tuple[str, int]]
"""`write(pen, winner, play)` writes on a card and returns its id and revision. Both names are empty
or None if it is no prize.
"""


# One prize of a play


def prize_play(shelf: BlankShelf, card: Card) -> str | None:
    """The play of which a card stays the prize when it is reworded: as long as it is not approved,
    and if it was declined, as long as no other prize was taken (A-BL-13).
    """
    newest = card.newest
    if newest is None or newest.play is None or card.in_force is not None:
        return None
    if card.now is not None:
        return newest.play
    return None if _is_taken(shelf, newest.play) else newest.play


def require_only_prize(shelf: BlankShelf, card: Card) -> None:
    """Refuse to bring back a retired card as a second prize of a play (BL-102)."""
    play = card.pending_prize
    if card.retired is not None and play is not None and _is_taken(shelf, play):
        raise Refused(
            f"{capital(card.name)} was to be the prize of {play}, but another one was taken since.",
            "A winner has one prize (BL-102). Its words can be written on a card that is none.",
        )


def require_no_other_agreed(shelf: BlankShelf, card: Card) -> None:
    """Refuse to approve a second prize of a play, which may be there after an undo."""
    play = card.pending_prize
    if play is None:
        return
    for box in shelf.boxes():
        for other, _ in box.now.prizes_of(play):
            if other.in_force is not None:
                raise Refused(
                    f"{capital(other.name)} of {box.name} is already approved as the prize of "
                    f"{play}.",
                    "A winner has one prize: `decline` this one, or undo that one (A-BL-13).",
                )


def require_no_second(shelf: BlankShelf, box_id: str, before: Deck, after: Deck) -> None:
    """Refuse a redo that would bring back a second prize of a play (BL-102)."""
    written = (revision for card in after.cards.values() for revision in card.revisions)
    for play in dict.fromkeys(revision.play for revision in written if revision.play):
        former, now = (_prize_states(deck, play) for deck in (before, after))
        added = {card for card, agreed in now - former}
        for box in shelf.boxes() if added else ():
            here = box.id == box_id
            prizes = (after if here else box.now).prizes_of(play)
            others = [found for found in prizes if not here or found[0].id not in added]
            _require_proposed(box.now, others, box_option(shelf, box.id))


def _prize_states(deck: Deck, play: str) -> set[tuple[str, bool]]:
    """Return the prizes of a play in a box, and whether they are approved."""
    return {(card.id, card.in_force is not None) for card, _ in deck.prizes_of(play)}


def _require_proposed(deck: Deck, prizes: Sequence[tuple[Card, Revision]], home: str) -> None:
    """Refuse another prize if one of these is approved. `home` is the option that names the box."""
    for card, revision in prizes:
        agreed = card.in_force
        if agreed is not None:
            noun, typed = ("rule", str(card.number)) if card.is_rule else ("card", card.id)
            raise Refused(
                f"The prize of this play is taken: {card.name} of {deck.name}, "
                f"{status_of(card, agreed)}.",
                f"`companion blank {noun} edit {typed}{home}` rewords it; `companion blank box "
                f"undo{home}`, back to entry {revision.entry}, takes it out of the box. A card "
                "that is no prize is added without `--prize`.",
            )


def _is_taken(shelf: BlankShelf, play: str) -> bool:
    return any(box.now.prizes_of(play) for box in shelf.boxes())


# Take a prize


class PrizeCard(NamedTuple):
    """A card that is a prize, and the revision that was written for it."""

    card: str
    revision: int


def prize_box(shelf: BlankShelf) -> str | None:
    """The box for a prize if none is named: that of the play, if it has only one.

    Raises Refused if nobody has won the current play.
    """
    state = shelf.play().state
    require_won(state)
    return state.boxes[0].id if len(state.boxes) == 1 else None


def take_prize(
    shelf: BlankShelf, box: BlankBox, what: PrizeKind, wording: Wording, by: str, writer: Writer
) -> Reply:
    """Write the prize into the box (BL-103, BL-104) and note it in the play: both, or neither.

    If another terminal was quicker, all is repeated with its changes.
    """
    play = shelf.play().play
    written: list[tuple[BoxEntry, PrizeCard]] = []
    gone: list[str] = []

    def plan(action: Action[State]) -> None:
        require_won(action.state)
        others = _prizes_elsewhere(shelf, play, box)
        written.append(_write_prize(shelf, box, action.state, play, wording, by, writer))
        for other in others:
            made_way = write_entry(shelf, other.id, lambda pen: _withdraw_prizes(pen, play, ""))
            gone.extend(f"{other.name}: {line}" for line in made_way.did)
        action.add(_prize_fact(play, box, what, written[-1][1], wording))

    noted = shelf.enter(plan)
    changed, card = written[-1]
    reply = reply_about(shelf, changed, card.card)
    return replace(
        reply,
        document=lambda: {
            **reply.document(),
            "play": play,
            "prize": _prize_fact(play, box, what, card, wording).to_json(),
        },
        lines=(*gone, *reply.lines),
        warnings=(*reply.warnings, *noted.warnings),
    )


def _prize_fact(
    play: str, box: BlankBox, what: PrizeKind, card: PrizeCard, wording: Wording
) -> PrizeTaken:
    return PrizeTaken(
        what=what,
        copy=box.id,
        card=card.card,
        revision=card.revision,
        box=box.name,
        text=wording.sentence,
        play=play,
    )


def _write_prize(
    shelf: BlankShelf,
    box: BlankBox,
    state: State,
    play: str,
    wording: Wording,
    by: str,
    writer: Writer,
) -> tuple[BoxEntry, PrizeCard]:
    """Write the prize, unless the box has it already, from an interrupted older companion or by its
    own entry. The same words of another player are the prize of another win.
    """
    found: list[PrizeCard] = []
    winner = state.name(state.winners[0])

    def plan(pen: Pen) -> None:
        for card, revision in pen.deck.prizes_of(play):
            signed = folded(revision.by) == folded(by or winner)
            if signed and has_same_words(revision.wording, wording):
                found.append(PrizeCard(card.id, revision.number))
                return
        _withdraw_prizes(pen, play, box_option(shelf, box.id))
        found.append(PrizeCard(*writer(pen, winner, play)))

    return write_entry(shelf, box.id, plan), found[-1]


def _prizes_elsewhere(shelf: BlankShelf, play: str, box: BlankBox) -> list[BlankBox]:
    """Other boxes with a proposed prize of the play. Raises Refused if one is approved (BL-102)."""
    found = []
    for other in shelf.boxes():
        prizes = other.now.prizes_of(play)
        if other.id != box.id and prizes:
            _require_proposed(other.now, prizes, box_option(shelf, other.id))
            found.append(other)
    return found


def _withdraw_prizes(pen: Pen, play: str, home: str) -> None:
    """Decline earlier prizes of a play. Raises Refused if one is approved (A-BL-13)."""
    prizes = pen.deck.prizes_of(play)
    _require_proposed(pen.deck, prizes, home)
    for card in {card.id: card for card, _ in prizes}.values():
        pen.decline(card, "another prize instead")
