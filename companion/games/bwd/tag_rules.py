"""Requirements of a tag: an active card, its condition, a face for a complex icon; and which faces
its icons go on, and which are left over.

Excess icons go to the chosen die's controller first, then to any die (BWD-263, A-BW-01).
"""

import re
from collections.abc import Collection, Mapping, Sequence

from companion.core.event import Referee
from companion.core.names import folded, listed, short
from companion.core.value import Value
from companion.errors import Illegal, Invalid, NotFound
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.faces import (
    BY_ANY,
    BY_ICON,
    EMPTY,
    find_die,
    how_named,
    place_of,
    split_ref,
)
from companion.games.bwd.setup import may_tag_in_setup
from companion.games.bwd.state import Die, Face, State

# Which cards


def active_card(state: State, card: str, referee: Referee, cards: Catalogue) -> None:
    """Refuse a card whose icons cannot be tagged now."""
    title = cards.title(card)
    closed = state.setup if state.phase == "setup" else None
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
        case None if state.tableau_known and card:
            referee.refuse(
                "BWD-84",
                f"{title} is not in the tableau, so it cannot be tagged.",
                f"Set {closed.id}: {listed([cards.title(it) for it in closed.cards], 'or')}; or a "
                "core card."
                if closed is not None and closed.cards and card not in closed.cards
                else f"`companion bwd add {cards.typed(card)}` when it has come into play.",
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
    """Whether a condition says, in any words, that another player has more points."""
    return re.fullmatch(_BEHIND, " ".join(folded(condition).split())) is not None


def require_behind(state: State, by: int, card: str, referee: Referee) -> None:
    """Require that the tagger is behind somebody now (BWD-250, BWD-251); `card` is its title."""
    has = state.scores[by]
    referee.require(
        max(state.scores) > has,
        "BWD-250",
        f"{card} is tagged only while another player has more points, and nobody has more than "
        f"{state.name(by)}'s {has}.",
        f"Choose another card; `companion score {state.seats[by].handle} =N` corrects what "
        "differs on the board.",
    )


# Faces for complex icons


def needed(catalogue: Catalogue, card: Card) -> list[str]:
    """Return the ids of all that a complex icon may replace, in any form that logs have."""
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
    """Require a face with what the complex icon needs, or an icon of what covers that (A-BW-21)."""
    wanted = " or ".join(sorted({cards.title(need) for need in needs}))
    found = cards.title(face.icon) if face.icon else "nothing"
    if {face.card, face.icon} & serving(state, needs):
        return
    referee.refuse(
        "BWD-245",
        f"{cards.title(card)} goes only on a face with {wanted}, and that of {die.id} has {found}.",
        _suggest_face(state, needs, by, die, cards),
    )


def _suggest_face(
    state: State, needs: set[str], by: int | None, chosen: Die, cards: Catalogue
) -> str:
    """Suggest a face for a complex icon, on the dice that may be tagged now; without one, another
    card.
    """
    dice = [chosen, *(die for die in state.dice if die.id != chosen.id)]
    if state.phase == "setup":  # One's own dice, or the common one (BWD-83, BWD-97).
        dice = [die for die in dice if die.id == chosen.id or {die.owner, chosen.owner} == {by}]
    found = [(die, place) for die in dice for place in carriers(state, die, sorted(needs))]
    if not found:
        return "There is no such face to tag now: choose another card."
    die, place = found[0]
    return f"Name a face that has it: `{die.id}:{cards.typed(die.faces[place].icon or '')}`."


def may_tag(state: State, cards: Catalogue) -> bool:
    """Whether a card can be tagged on any die now, by anybody."""
    active = [cards.card(card) for card in state.active_cards()]
    uneven = min(state.scores) < max(state.scores)
    able = [card for card in active if uneven or not wants_to_trail(card.condition)]
    simple = not state.tableau_known or any(not card.prerequisite for card in able)
    needs = [needed(cards, card) for card in able if card.prerequisite]
    return any(
        (simple and die.blanks()) or any(carriers(state, die, need) for need in needs)
        for die in state.dice
        if may_tag_in_setup(state, die)
    )


# The faces for the icons of a card, and what is left over


# Placing icons


class Placement(Value):
    """The place of an icon: its die, its face, and how that face was named."""

    die: str
    place: int
    icon: str
    way: str = BY_ANY


class Named(Value):
    """A face that was named for an icon, and how."""

    die: str
    place: int
    way: str


def placements(
    state: State, die: Die, chosen: Named | None, labels: Sequence[str], wanted: Mapping[str, Named]
) -> tuple[list[Placement], list[str]]:
    """Return where each icon goes, and which have no room (BWD-85, BWD-263, BWD-264, BWD-265).

    `chosen` is the face for the first icon, if one was named; `wanted` gives single icons a face.
    With the chosen die full nothing is placed at all (A-BW-03).
    """
    if not die.blanks():
        return [], list(labels)
    free = {other.key: other.blanks() for other in state.dice}
    if chosen is not None:
        free[die.key] = [chosen.place, *(place for place in free[die.key] if place != chosen.place)]
    for named in wanted.values():
        if named.place in free[named.die]:
            free[named.die].remove(named.place)
    order = [die.key]
    order += [
        d.key for d in state.dice if die.owner is not None and d.owner == die.owner and d != die
    ]
    order += [d.key for d in state.dice if d.key not in order]
    placed: list[Placement] = []
    undrawn: list[str] = []
    for label in labels:
        if label in wanted:
            named = wanted[label]
            placed.append(Placement(named.die, named.place, label, named.way))
            continue
        room = next((die_id for die_id in order if free[die_id]), None)
        if room is None:
            undrawn.append(label)
        else:
            place = free[room].pop(0)
            is_chosen = chosen is not None and (chosen.die, chosen.place) == (room, place)
            way = chosen.way if chosen and is_chosen else BY_ANY
            placed.append(Placement(room, place, label, way))
    # The chosen die is filled first, then its controller's, which is the order of the checks.
    placed.sort(key=lambda placement: order.index(placement.die))
    return placed, undrawn


def require_nearest(state: State, chosen: Die, die: Die, referee: Referee) -> None:
    """Require the order for excess icons: the chosen die, then its controller's others, then any
    (A-BW-01).
    """
    if die.id == chosen.id:
        return
    referee.require(
        not chosen.blanks(),
        "BWD-85",
        f"{chosen.id} still has a blank face: the icons of one card go on one die.",
        f"Put it on {chosen.id}.",
    )
    own = chosen.owner is not None and chosen.owner == die.owner
    nearer = [
        other.id
        for other in state.dice
        if chosen.owner is not None and other.owner == chosen.owner and other.blanks()
    ]
    if not own and nearer:
        referee.refuse(
            "BWD-263",
            f"Excess icons go on {nearer[0]} first: it belongs to the same player.",
            f"Put it on {' or '.join(nearer)}.",
        )


def room_beside(state: State, die: Die) -> list[str]:
    """Return the other dice with a blank face."""
    return [other.id for other in state.dice if other.blanks() and other.id != die.id]


def over_prerequisite(
    state: State, catalogue: Catalogue, die: Die, face_text: str, needs: Sequence[str], label: str
) -> list[Placement]:
    """Return the face that a complex icon replaces (BWD-246): the named one, or one that carries
    it.
    """
    if face_text:
        way = how_named(f"{die.id}:{face_text}")
        return [Placement(die.key, place_of(die, catalogue, face_text), label, way)]
    carrying = carriers(state, die, needs)
    return [Placement(die.key, (carrying or die.blanks() or [0])[0], label, BY_ICON)]


def where_there_is_room(state: State, full: Die) -> str:
    """In setup, keep dice of the same player: nobody tags another's (BWD-83)."""
    own = state.phase == "setup" and full.owner is not None
    dice = state.dice_of(full.owner) if own and full.owner is not None else state.dice
    room = [die.id for die in dice if die.blanks()]
    if not room:
        return "No die has a blank face: a Tag that resolves now erases itself (BWD-28)."
    return f"There is room on {', '.join(room)} (A-BW-03)."


def way_to_draw(ref: str) -> str:
    """Return how a face to draw on is named; any blank one if none is named."""
    return BY_ANY if folded(split_ref(ref)[1]) in ("", *EMPTY) else how_named(ref)


def faces_of(
    state: State, catalogue: Catalogue, labels: Sequence[str], puts: Sequence[str]
) -> dict[str, Named]:
    """Read the faces that were named for single icons: `3=ana.1:active`.

    Raises Invalid, NotFound or Illegal.
    """
    wanted: dict[str, Named] = {}
    taken: set[tuple[str, int]] = set()
    for put in puts:
        icon, equals, ref = put.partition("=")
        label = folded(icon).replace("−", "-").removeprefix("+")
        if not equals or label not in labels:
            raise Invalid(
                f"“{short(put)}” does not say which icon goes where.",
                f"The card's icons are {' and '.join(labels)}: `--put {labels[0]}=ana.1`.",
            )
        die_text, face_text = split_ref(ref)
        die = find_die(state, die_text)
        free = [place for place in die.blanks() if (die.key, place) not in taken]
        if not face_text and not free:
            raise NotFound(f"{die.id} has no blank face left for {icon}.", "Choose another die.")
        place = place_of(die, catalogue, face_text) if face_text else free[0]
        if (die.key, place) in taken and folded(face_text) in EMPTY and free:
            place = free[0]
        if (die.key, place) in taken:
            raise Illegal(
                "BWD-196",
                "Two icons cannot go on one face: each has a face of its own.",
                "Choose another face for one of them.",
            )
        wanted[label] = Named(die.key, place, way_to_draw(ref))
        taken.add((die.key, place))
    return wanted
