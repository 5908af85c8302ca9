"""The verbs of Blank White Dice, in the order in which help lists them."""

from collections.abc import Sequence

from companion.core.verb import Verb
from companion.core.verbs import VerbGroup, Verbs
from companion.games.bwd import additions, deal, dice, discs, dots, erasure, points, tableau, turns
from companion.games.bwd.resolve_verb import RESOLVE
from companion.games.bwd.rolls import ROLL
from companion.games.bwd.start import START
from companion.games.bwd.state import State
from companion.games.bwd.tags import TAG


def _of_cards() -> Sequence[Verb[State]]:
    from companion.games.bwd.cards import VERBS

    return VERBS


_CARD = VerbGroup[State](
    "card",
    "the cards of your box",
    """What is known of the cards of your box.

    \b
    Examples:
      companion bwd card show 17
      companion bwd card set 17 --name Medkit --phase main
      companion bwd card undo
    """,
    _of_cards,
)

VERBS = Verbs[State](
    """Blank White Dice: its dice and cards.

    What is drawn on every die, which cards are active, what resolves.

    \b
    Examples:
      companion bwd tag ana.1 points
      companion bwd roll ana.1=3 ana.2=blank
      companion bwd resolve ana.2 --tag investment
    """,
    START,
    (
        *(deal.DEAL, additions.ADD, additions.FILL),
        *(dice.DICE, TAG, ROLL, erasure.ERASE, erasure.REPLACE, dots.DOT, dots.DASH),
        *(dice.WRITE, dice.CLAIM, dice.SWAP),
        *(RESOLVE, turns.AGAIN, points.STEAL, points.PAY),
        *(tableau.NEUTRALIZE, tableau.RESTORE, discs.MARK, discs.UNMARK),
        _CARD,
    ),
)
