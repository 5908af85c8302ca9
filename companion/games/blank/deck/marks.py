"""The signs by which the cards of several boxes are told apart."""

from collections.abc import Sequence

from companion.core.names import folded
from companion.core.referee import Referee
from companion.errors import Illegal
from companion.games.blank.deck.deck import Deck


def require_marks(decks: Sequence[Deck], referee: Referee) -> None:
    """See to it that mixed boxes can be sorted again (BL-123, BL-125). Raises Illegal.

    A mark that begins another one would not do: `♥11` could be either's card.
    """
    seen: list[Deck] = []
    for deck in decks if len(decks) > 1 else ():
        other = next((other for other in seen if deck.mark and _alike(deck.mark, other.mark)), None)
        if not deck.mark:
            referee.refuse(
                "BL-123",
                f"{deck.name} has no mark: nobody could tell its cards from the others.",
                f"Put a sign on each card, and tell it: `companion blank copy set "
                f'"{deck.name}" --mark ★`.',
            )
        if other is not None:
            same = folded(deck.mark) == folded(other.mark)
            marks = (
                f"the same mark, {deck.mark}"
                if same
                else f"marks alike, {other.mark} and {deck.mark}"
            )
            referee.refuse(
                "BL-123",
                f"{other.name} and {deck.name} have {marks}: nobody could sort their cards again.",
                f'Mark one of them anew, and tell it: `companion blank copy set "{deck.name}" '
                "--mark ♥`.",
            )
        seen.append(deck)


def require_other_mark(mark: str, mixed_with: Sequence[Deck]) -> None:
    """See to it that a box can still be told from those it is mixed with. Raises Illegal."""
    for other in mixed_with:
        if not mark or _alike(mark, other.mark):
            raise Illegal(
                "BL-123",
                f"{other.name} is mixed in, and has the mark {other.mark}: nobody could sort the "
                "cards again.",
                "`companion blank unmix` first, or another mark.",
            )


def _alike(one: str, other: str) -> bool:
    shorter, longer = sorted((folded(one), folded(other)), key=len)
    return bool(shorter) and longer.startswith(shorter)
