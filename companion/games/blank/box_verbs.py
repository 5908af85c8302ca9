"""The verbs about boxes, behind the words that people know them by; read when one is needed."""

from collections.abc import Sequence
from typing import Any

from companion.core.verb import Verb
from companion.core.verbs import VerbGroup
from companion.games.blank.boxes import MIX, UNMIX
from companion.games.blank.ideas import IDEA


def _copies() -> Sequence[Verb[Any]]:
    from companion.games.blank.copies import VERBS

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

BOX_VERBS = (COPY, RULE, CARD, IDEA, MIX, UNMIX)
