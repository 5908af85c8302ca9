"""A winner has one prize (BL-102): what that asks of cards that come back, or read otherwise."""

from collections.abc import Sequence

from companion.errors import Refused
from companion.games.blank.cards import Card, Revision, called, status_of
from companion.games.blank.commands.boxes import copy_option
from companion.games.blank.deck import Deck
from companion.games.blank.game import GAME
from companion.table.boxes import all_copies
from companion.table.desk import Desk


def play_of(desk: Desk, card: Card) -> str | None:
    """The play of which a card stays the prize when it is reworded before anybody agreed to it.

    What was declined and is reworked does so too, unless another prize was taken since (A-BL-13).
    """
    newest = card.now or (card.revisions[-1] if card.revisions else None)
    if newest is None or newest.play is None or card.agreed is not None:
        return None
    if card.now is not None:
        return newest.play
    return None if _is_taken(desk, newest.play) else newest.play


def require_only_prize(desk: Desk, card: Card) -> None:
    """See to it that a retired card which comes back is no second prize of a play (BL-102)."""
    play = card.now.play if card.now is not None and card.agreed is None else None
    if card.retired is not None and play is not None and _is_taken(desk, play):
        raise Refused(
            f"{called(card.id).capitalize()} was to be the prize of {play}; another one was taken "
            "since.",
            "A winner has one prize; its words may be written anew, as none.",
        )


def require_no_other_agreed(desk: Desk, card: Card) -> None:
    """See to it that of several prizes of a play, which undoing may leave, one is agreed to."""
    play = card.now.play if card.now is not None and card.agreed is None else None
    for box in all_copies(desk, GAME) if play is not None else ():
        for other, _ in box.reference.prizes_of(play):
            if other.agreed is not None:
                raise Refused(
                    f"The prize of {play} is {called(other.id)} of {box.reference.name}: that was "
                    "agreed to.",
                    "A winner has one prize (A-BL-13): `decline` this one, or take that one back.",
                )


def require_no_second(desk: Desk, copy_id: str, before: Deck, after: Deck) -> None:
    """See to it that what comes back in a box is no second prize of a play (BL-102)."""
    written = (revision for card in after.cards.values() for revision in card.revisions)
    for play in dict.fromkeys(revision.play for revision in written if revision.play):
        former, now = (_how_far(deck, play) for deck in (before, after))
        came = {card for card, agreed in now - former}
        for box in all_copies(desk, GAME) if came else ():
            here = box.ref.id == copy_id
            prizes = (after if here else box.reference).prizes_of(play)
            others = [found for found in prizes if not here or found[0].id not in came]
            require_proposed(box.reference, others, copy_option(desk, box.ref.id))


def _how_far(deck: Deck, play: str) -> set[tuple[str, bool]]:
    """The prizes of a play in a box, and whether they are agreed to."""
    return {(card.id, card.agreed is not None) for card, _ in deck.prizes_of(play)}


def require_proposed(deck: Deck, prizes: Sequence[tuple[Card, Revision]], home: str) -> None:
    """See to it that what stands as the prize of a play is only proposed, and can make way.

    `home` is how a command names the box.
    """
    for card, revision in prizes:
        agreed = card.agreed
        if agreed is not None:
            noun, typed = ("rule", str(card.number)) if card.is_rule else ("card", card.id)
            raise Refused(
                f"The prize of this play is taken: {called(card.id)} of {deck.name}, "
                f"{status_of(card, agreed)}.",
                f"`companion blank {noun} edit {typed}{home}` rewords it; `companion blank copy "
                f"undo{home}`, back to entry {revision.entry}, takes it out of the box. What is no "
                "prize needs no `--prize`.",
            )


def _is_taken(desk: Desk, play: str) -> bool:
    """Whether a prize of a play stands, in any box."""
    return any(box.reference.prizes_of(play) for box in all_copies(desk, GAME))
