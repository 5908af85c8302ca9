"""A winner has one prize (BL-102): what that asks of cards that come back, or read otherwise."""

from companion.errors import Refused
from companion.games.blank.deck.cards import Card
from companion.games.blank.deck.facts import called
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


def _is_taken(desk: Desk, play: str) -> bool:
    """Whether a prize of a play stands, in any box."""
    return any(box.reference.prizes_of(play) for box in all_copies(desk, GAME))
