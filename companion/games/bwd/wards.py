"""Which cards work now; wards and always-effects, of which their owners must think, and what may
make an effect fizzle.
"""

import re
from collections.abc import Iterator, Sequence

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.names import folded
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.state import Die, Face, State

# Which cards work


def card_on(catalogue: Catalogue, face: Face | None) -> Card | None:
    """The card of the icon on a face; None for a blank, an unknown one, or a number of no card."""
    if face is None or face.icon is None or face.card is None:
        return None
    return catalogue.card(face.card)


def in_force(state: State, catalogue: Catalogue, card: str | None) -> bool:
    """Whether a card's icons have its effect, by any of its ids in the tableau.

    If the tableau was never entered, its cards are assumed to be in force.
    """
    if card is None:
        return True
    states = [state.card_state(key) for key in catalogue.card(card).keys]
    known = [there for there in states if there is not None]
    return "active" in known or not (known or state.tableau_known)


def why_idle(state: State, catalogue: Catalogue, card: str | None) -> str:
    """Return why the icons of a card that does not work have no effect."""
    keys = catalogue.card(card or "").keys
    states = {state.card_state(key) for key in keys} - {None}
    return f"its card is {states.pop()}" if states else "its card is not in the tableau"


# Wards, and what always works


def only_waits(state: State, catalogue: Catalogue, face: Face | None) -> bool:
    """Whether all that is known about an icon's card is a ward or an always-effect, and it works:
    then it has nothing to resolve (A-BW-05).
    """
    card = card_on(catalogue, face)
    if card is None or card.text or card.phases or not (card.ward or card.always):
        return False
    return in_force(state, catalogue, card.key)


def wards_of(state: State, catalogue: Catalogue, seat: int) -> Iterator[tuple[Die, Card]]:
    """A player's active icons that ward (BWD-269), with the die that each is on."""
    for die in state.dice_of(seat):
        card = card_on(catalogue, state.acting_face(die))
        if card is not None and card.ward and in_force(state, catalogue, card.key):
            yield die, card


def always_of(state: State, catalogue: Catalogue, seat: int) -> Iterator[tuple[Die, Card]]:
    """A player's icons that work even while they are not on top (BWD-205)."""
    for die in state.dice_of(seat):
        for face in die.faces:
            card = card_on(catalogue, face)
            if card is not None and card.always and in_force(state, catalogue, card.key):
                yield die, card


def warn_of_wards(
    action: Action[State], target: Die | int, by: int | None = None, *, singly: bool = True
) -> None:
    """Remind the table of wards and always-effects when someone's die or points are targeted.

    `by` is who does it, by default the current player: nobody wards dice against themselves. Points
    (`target` is a seat) are different: a ward may stop its owner's loss, or anybody's; one against
    being targeted only if the loser may have been picked `singly` (BWD-174). A ward that says what
    it is about is mentioned only for that.
    """
    state, catalogue = action.state, action.reference
    doer = state.turn if by is None else by
    if isinstance(target, int):
        seat, losing = target, state.scores[target] > 0
        warding = state.turns()
    elif target.owner is None or target.owner == doer:
        return
    else:
        seat, losing = target.owner, False
        warding = (seat,)
    for owner in warding:
        targeted = singly and owner == seat != doer
        for die, card in wards_of(state, catalogue, owner):
            if (losing and wards_losses(card.ward)) or (targeted and wards_targets(card.ward)):
                action.warn(f"{state.name(owner)} has {card.title} on {die.id} (ward): {card.ward}")
    for die, card in always_of(state, catalogue, seat):
        action.warn(f"{state.name(seat)} has {card.title} on {die.id} (always): {card.always}")


def wards_losses(ward: str) -> bool:
    """Whether a ward may stop a loss of points: it says so, or does not say what it stops."""
    about = re.sub(_USE, "", folded(ward))
    return bool(re.search(_LOSSES, about)) or not re.search(_TARGETS, about)


def wards_targets(ward: str) -> bool:
    """Whether a ward may stop an effect on its owner, or on a die of its owner's."""
    about = re.sub(_USE, "", folded(ward))
    return bool(re.search(_TARGETS, about)) or not re.search(_LOSSES, about)


_USE = r"\b(?:erase|wipe|dot|dash|draw|put|add)\b[^.,;:]*?\b(?:it|this(?: \w+)?)"
"""How a ward is used, which does not say against what: `erase this icon`."""
_LOSSES = r"\b(?:points?|scores?|los(?:es?|t|s|ses|ing)|steals?|stolen)\b"
_TARGETS = (
    r"\b(?:targets?|targeted|die|dice|faces?|icons?"
    r"|(?:tag|claim|swap|roll|re-?roll|erase|replace)\w*)\b"
)


def may_pick_loser(card: Card | None) -> bool:
    """Whether an effect may let somebody pick the player who loses points; if one has to lose and
    the text does not mention picking, it targets nobody (A-BW-25).
    """
    text = "" if card is None else folded(card.text)
    return not text or re.search(_PICKS, text) is not None


_PICKS = (
    r"\b(?:choos|pick|select|nam|target)(?:es?|s|ed|ing)?\b"
    r"[^.,;:]*\b(?:players?|opponents?|somebody|someone|anybody|anyone)\b"
)

# Fizzling

_STOPS = r"\b(?:wards?|fizzles?|cancels?)\b"


def stoppers(state: State, cards: Catalogue) -> list[str]:
    """The cards in play, on the table or on dice, that may stop an effect, as far as known."""
    return [key for key in in_play(state) if _may_stop(cards.card(key), cards)]


def in_play(state: State) -> list[str]:
    """The cards of the tableau, and those that icons on dice are from."""
    drawn = (face.card for die in state.dice for face in die.faces)
    return sorted({*state.cards(), *(card for card in drawn if card is not None)})


def _may_stop(card: Card, cards: Catalogue) -> bool:
    if card.ward or card.always:
        return True
    fields = cards.described.get(card.key, {})
    read = card.core or "ward" in fields or bool(fields.get("text"))
    return not read or re.search(_STOPS, folded(card.text)) is not None


def require_fizzling(state: State, named: Sequence[str], referee: Referee) -> None:
    """Refuse a fizzled effect if all cards in play are known and none makes it fizzle.

    `named` are the `stoppers` when it was entered. An unknown tableau may hold any card.
    """
    referee.require(
        not state.tableau_known or not {*named}.isdisjoint(in_play(state)),
        "BWD-269",
        "Nothing in play makes an effect fizzle: the texts of all cards are known, and none is "
        "a ward.",
        "Leave out `--fizzle`; `companion bwd card set CARD --ward …` enters a ward.",
    )
