"""All verbs of BLANK; those about boxes stand behind words, and are read when one is needed."""

from collections.abc import Sequence
from typing import Any

from companion.core.verb import Verb
from companion.core.verbs import VerbGroup, Verbs
from companion.games.blank.boxes import MIX, UNMIX
from companion.games.blank.draw_pile import DRAW, RESHUFFLE
from companion.games.blank.end import WIN
from companion.games.blank.hands import DISCARD, GIVE, HAND_VERB
from companion.games.blank.ideas import IDEA
from companion.games.blank.order import REVERSE, SKIP, TURN
from companion.games.blank.penalties import PENALTY
from companion.games.blank.play import PLAY, TOP
from companion.games.blank.rule_swaps import OPEN, SWAP_RULE
from companion.games.blank.start import START
from companion.games.blank.state import State


def _copies() -> Sequence[Verb[Any]]:
    from companion.games.blank.box_verbs import VERBS

    return VERBS


def _rules() -> Sequence[Verb[Any]]:
    from companion.games.blank.rule_cards import VERBS

    return VERBS


def _cards() -> Sequence[Verb[Any]]:
    from companion.games.blank.game_cards import VERBS

    return VERBS


COPY: VerbGroup[Any] = VerbGroup(
    "copy",
    "your boxes",
    """
    Your boxes of BLANK.

    \b
    Examples:
      companion blank copy new "Friday box" --mark ★ --owner Ana
      companion blank copy show
      companion blank copy story
    """,
    _copies,
)
RULE: VerbGroup[Any] = VerbGroup(
    "rule",
    "the rule cards of your boxes",
    """
    The rule cards of your boxes.

    \b
    Examples:
      companion blank rule add "If a 6 is played, then all players sing" --by Ana
      companion blank rule list sing
      companion blank rule show 15
    """,
    _rules,
)
CARD: VerbGroup[Any] = VerbGroup(
    "card",
    "the game cards of your boxes",
    """
    The game cards of your boxes.

    \b
    Examples:
      companion blank card customise 4-hexagon --title Toll --effect "draw a card" --by Ben
      companion blank card list
      companion blank card found 3-circle illustrated --title "The Fox"
    """,
    _cards,
)

VERBS = Verbs[State](
    """BLANK: the cards of your boxes, and a game with them.

    Who plays what, which rules lie open, what was written on which card.

    \b
    Examples:
      companion blank play ana 4-hexagon
      companion blank win ana
      companion blank rule add "If a 6 is played, then everybody sings" --prize
    """,
    START,
    (
        *(PLAY, TOP, DRAW, DISCARD, GIVE, HAND_VERB, RESHUFFLE, PENALTY),
        *(TURN, SKIP, REVERSE, WIN, OPEN, SWAP_RULE, COPY, RULE, CARD, IDEA, MIX, UNMIX),
    ),
)
