"""What follows when a die is resolved: what a number scores, and which icon erases itself.

What a table told of it stands in the entry (`told`, see `rules.shapes`): all else is worked out
here, both when the entry is made and when it is looked at again.
"""

from collections.abc import Collection
from typing import Any

from companion.core.play import HIGHEST_AMOUNT
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.rules.copies import acting
from companion.games.bwd.rules.in_force import card_on, in_force, why_idle
from companion.games.bwd.state import Face, State

Data = Any

DONE = frozenset({"tag", "erase", "reroll", "points", "did"})
"""What is told of an icon that did something, in facts or in words."""
ROLLS = ("dice.rolled", "die.claimed")
"""What an icon does to dice that is never nothing, whatever they show (BWD-34)."""
ZERO, NO_EFFECT, ONE_SHOT = "a 0 changes nothing", "no effect", "one-shot"


def scored_by(state: State, seat: int, face: Face, told: Collection[str]) -> int:
    """The change of points that a number brings by itself; 0 where the table told another."""
    if not is_number(face.icon or "") or not {"points", "nothing", "fizzled"}.isdisjoint(told):
        return 0
    number = max(-HIGHEST_AMOUNT, min(int(face.icon or ""), HIGHEST_AMOUNT))
    return 0 if number < 0 and not state.scores[seat] else number


def brings(points: int) -> str:
    """What a change of points does, in words that a name completes."""
    return f"brings {points} to" if points > 0 else f"takes {-points} from"


def works(state: State, cards: Catalogue, face: Face, told: Collection[str]) -> bool:
    """Whether an icon does what its card says; a house may let one of a card that does not."""
    return in_force(state, cards, face.card) or not DONE.isdisjoint(told)


def why_erased(before: State, after: State, rolled: bool, data: Data, cards: Catalogue) -> str:
    """Why the icon that was resolved erases itself; empty where it stays, or is gone already.

    `before` is the state in which it was resolved, `after` what it led to; `rolled` says whether
    that rolled a die or had one change hands, which is never nothing (BWD-34).
    """
    die, told = before.die(data["die"]), data["told"]
    own, face = die.top, acting(before, data)
    if own is None or face is None or die.active is None or "fizzled" in told:
        return ""  # What fizzles stays, and counts as resolved (A-BW-09).
    if face.icon is None or after.die(die.key).faces[die.active].icon != own.icon:
        return ""
    scored = before.scores != after.scores
    if is_number(face.icon):
        if int(face.icon) == 0:
            return ZERO
        return "" if scored or "did" in told else NO_EFFECT
    if not works(before, cards, face, told):
        return why_idle(before, cards, face.card)
    if "nothing" in told:
        return NO_EFFECT
    both = (card_on(cards, own), card_on(cards, face))  # What copies a one-shot, too (A-BW-16).
    if any(card is not None and card.one_shot for card in both):
        return ONE_SHOT
    faces = [[die.faces for die in state.dice] for state in (before, after)]
    drawn = faces[0] != faces[1]
    said = face.icon == "tag" or "points" in told
    return NO_EFFECT if said and "did" not in told and not (rolled or scored or drawn) else ""
