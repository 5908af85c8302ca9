"""How many cards a box has room for, when what was told of it is changed afterwards."""

from companion.errors import Illegal
from companion.games.blank.deck.cards import PRINTED_RULES
from companion.games.blank.deck.deck import Deck


def check_box(before: Deck, after: Deck) -> None:
    """Refuse a change after which more is written than a box has cards, and more than before.

    A house rule may have gone beyond that; what it allowed is not taken back here. Raises Illegal.
    """
    if after.counts.plain_left < min(0, before.counts.plain_left):
        raise Illegal(
            "BL-27",
            "More rules would be written then than there are plain cards: another one has taken "
            "the card since.",
            "Take back that one first, or retire a proposal.",
        )
    if after.counts.printed_read > max(PRINTED_RULES, before.counts.printed_read):
        raise Illegal(
            "BL-26",
            "More printed rules would be known then than the 14 that there are.",
            "`companion blank rule list --status printed` shows them.",
        )
