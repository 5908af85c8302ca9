"""What a card needs to be tagged: to be active, its condition, and for a complex icon a face with
its prerequisite. Where its icons go then is in `room`, the verb in `tagging`.
"""

import re
from collections.abc import Collection, Sequence

from companion.core.names import folded
from companion.core.referee import Referee
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.setup import may_tag_in_setup
from companion.games.bwd.state import Die, Face, State

# Which cards


def active_card(state: State, card: str, referee: Referee, cards: Catalogue) -> None:
    """Refuse a card whose icons cannot be tagged now."""
    title = cards.title(card)
    match state.card_state(card):
        case "neutralized":
            referee.refuse(
                "BWD-231",
                f"{title} is neutralized: its icons cannot be tagged.",
                f"`companion bwd restore {cards.typed(card)}` when it is face-up again.",
            )
        case "overwritten":
            top = state.stack_of(card)[-1]
            referee.refuse(
                "BWD-236",
                f"{title} is covered by {cards.title(top)}: its icons cannot be tagged.",
                f"Take what covers it, `{cards.typed(top)}` (BWD-171).",
            )
        case None if state.told and card:
            referee.refuse(
                "BWD-84",
                f"{title} is not in the tableau, so it cannot be tagged.",
                f"`companion bwd add {cards.typed(card)}` when it has come into play.",
            )


def taggable(state: State, catalogue: Catalogue) -> list[str]:
    """The active cards that a blank face can be tagged with (A-BW-18)."""
    return [card for card in state.active_cards() if not catalogue.card(card).prerequisite]


_ANOTHER = (
    r"(?:(?:at least )?(?:an?|any|one|some|another)(?: other)? (?:player|opponent)"
    r"|(?:some|any)(?:body|one)(?: else)?)"
)
_HAS = r"(?:must )?(?:have|has|needs?(?: to have)?)"
_BEHIND = (
    rf"(?:only )?(?:if |while |when )?(?:{_ANOTHER} {_HAS} more points(?: than (?:you|yourself))?"
    rf"|you {_HAS} (?:fewer|less) points than {_ANOTHER})[.!]?"
)
"""Compiled when a card has a condition: most plays have none."""


def wants_to_trail(condition: str) -> bool:
    """Whether a condition says, in whatever words, that another player has more points."""
    return re.fullmatch(_BEHIND, " ".join(folded(condition).split())) is not None


def require_behind(state: State, by: int, card: str, referee: Referee) -> None:
    """Whoever tags has to be behind somebody now (BWD-250, BWD-251); `card` is its title."""
    has = state.scores[by]
    referee.require(
        max(state.scores) > has,
        "BWD-250",
        f"{card} is tagged only while another player has more points, and nobody has more than "
        f"{state.name(by)}'s {has}.",
        f"Choose another card; `companion score {state.seats[by].handle} =N` puts right what "
        "differs on the board.",
    )


# Faces for complex icons


def needed(catalogue: Catalogue, card: Card) -> list[str]:
    """The ids of all that a complex icon may replace, whichever of them a log knows."""
    return sorted({key for need in card.prerequisite for key in catalogue.card(need).keys})


def serving(state: State, needs: Collection[str]) -> set[str]:
    """The cards that serve as a prerequisite: those named, and what overwrites them (BWD-247)."""
    covering = {
        above
        for need in needs
        if need in state.cards()
        for above in state.stack_of(need)[state.stack_of(need).index(need) + 1 :]
    }
    return covering | set(needs)


def carriers(state: State, die: Die, needs: Sequence[str]) -> list[int]:
    """The places of a die's faces that carry a prerequisite."""
    serve = serving(state, needs)
    return [
        place
        for place, face in enumerate(die.faces)
        if face.icon is not None and {face.icon, face.card} & serve
    ]


def can_tag(state: State, catalogue: Catalogue) -> bool:
    """Whether a tag is possible at all: a blank face, or one for a complex icon (A-BW-19)."""
    if any(die.blanks() for die in state.dice):
        return True
    complex_ones = [catalogue.card(card) for card in state.active_cards()]
    return any(
        carriers(state, die, needed(catalogue, card))
        for card in complex_ones
        if card.prerequisite
        for die in state.dice
    )


def require_prerequisite(
    state: State,
    needs: set[str],
    face: Face,
    card: str,
    die: Die,
    by: int | None,
    referee: Referee,
    cards: Catalogue,
) -> None:
    """The face must carry what the complex icon needs, or an icon of what covers that (A-BW-21)."""
    wanted = " or ".join(sorted({cards.title(need) for need in needs}))
    found = cards.title(face.icon) if face.icon else "nothing"
    if {face.card, face.icon} & serving(state, needs):
        return
    referee.refuse(
        "BWD-245",
        f"{cards.title(card)} goes only on a face with {wanted}, and that of {die.id} has {found}.",
        _where_it_goes(state, needs, by, die, cards),
    )


def _where_it_goes(
    state: State, needs: set[str], by: int | None, chosen: Die, cards: Catalogue
) -> str:
    """A face for a complex icon, on the dice that may be tagged now; without one, another card."""
    dice = [chosen, *(die for die in state.dice if die.id != chosen.id)]
    if state.phase == "setup":  # One's own dice, or the common one (BWD-83, BWD-97).
        dice = [die for die in dice if die.id == chosen.id or {die.owner, chosen.owner} == {by}]
    found = [(die, place) for die in dice for place in carriers(state, die, sorted(needs))]
    if not found:
        return "There is no such face to be tagged now: choose another card."
    die, place = found[0]
    return (
        f"Name a face that has it, such as `{die.id}:{cards.typed(die.faces[place].icon or '')}`."
    )


def may_tag(state: State, cards: Catalogue) -> bool:
    """Whether a card can be tagged on any die now, whoever does."""
    active = [cards.card(card) for card in state.active_cards()]
    uneven = min(state.scores) < max(state.scores)
    able = [card for card in active if uneven or not wants_to_trail(card.condition)]
    simple = not state.told or any(not card.prerequisite for card in able)
    needs = [needed(cards, card) for card in able if card.prerequisite]
    return any(
        (simple and die.blanks()) or any(carriers(state, die, need) for need in needs)
        for die in state.dice
        if may_tag_in_setup(state, die)
    )
