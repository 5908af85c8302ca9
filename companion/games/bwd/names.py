"""How dice, faces, cards and icons are typed, so that they mean what they should: for menus.

What may be named behind several verbs stands here, too: a die, a face, cards to be tagged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.offering import from_turn, is_word, said
from companion.core.param import Candidate, Told
from companion.errors import CompanionError
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.faces import dots_and_dashes, find_face, place_of, spoken_faces
from companion.games.bwd.state import Die, Face, State

if TYPE_CHECKING:
    from companion.core.offering import Trial


def cards_of(trial: Trial[State]) -> Catalogue:
    """The cards, as this game's reference."""
    catalogue: Catalogue = trial.reference
    return catalogue


def as_typed(state: State, word: str) -> str:
    """A die, a face or a card as it was typed: which one that is depends on the cards."""
    return word


def dice_from_turn(state: State) -> list[Die]:
    """All dice: those of whoever's turn it is, the others' clockwise, and last nobody's."""
    seats = from_turn(state, state.turn)
    held = [die for seat in seats for die in state.dice_of(seat)]
    return [*held, *(die for die in state.dice if die.owner is None)]


def about_die(die: Die, state: State, catalogue: Catalogue) -> str:
    """What is on a die, and whose it is where its name does not say so."""
    owner = "" if die.owner is None or die.owner == die.home else f"{state.name(die.owner)}'s"
    return said(owner, spoken_faces(die, catalogue))


def about_card(card: Card, word: str) -> str:
    """A card's title, where it is not what is typed, and what stands on it."""
    title = "" if card.title.casefold().replace(" ", "-") == word else card.title
    return said(title, card.text or card.ward or card.always)


def card_word(catalogue: Catalogue, state: State, key: str) -> Iterator[str]:
    """How a card is typed in one word, if that is possible: by its name, or by its number."""
    card, in_play = catalogue.card(key), set(state.cards())
    number = () if card.number is None else (str(card.number),)
    for word in (catalogue.typed(key), *number):
        if is_word(word) and _finds(catalogue, word, in_play, card):
            yield word
            return


def _finds(catalogue: Catalogue, word: str, in_play: set[str], card: Card) -> bool:
    try:
        return catalogue.find(word, in_play).keys == card.keys
    except CompanionError:
        return False


def icon_words(catalogue: Catalogue, state: State) -> Iterator[tuple[str, Card]]:
    """The icons that the active cards draw, each as it is typed, with its card."""
    for key in state.active_cards():
        card = catalogue.card(key)
        if len(card.labels) > 1:
            yield from ((label, card) for label in card.labels if is_word(label))
        else:
            yield from ((word, card) for word in card_word(catalogue, state, key))


def rolled(die: Die, catalogue: Catalogue) -> Iterator[Candidate]:
    """What may come up on a die, as it is typed behind `=`, and how many faces show it.

    Faces that look alike are the same; the drawn ones come first.
    """
    places: dict[Face, list[int]] = {}
    for place, face in enumerate(die.faces):
        places.setdefault(Face() if face.blank else face, []).append(place)
    blank = places.pop(Face(), [])
    for face, alike in [*places.items(), *([(Face(), blank)] if blank else [])]:
        count = f"{len(alike)} of 6"
        for word in _icon_of(face, catalogue):
            if _comes_up(die, catalogue, word, alike):
                yield word, said(_unless(word, catalogue.title(face.icon or "")), count)
                break
        else:
            yield (
                f"#{alike[0] + 1}",
                said(catalogue.title(face.icon or ""), dots_and_dashes(face), count),
            )


def _icon_of(face: Face, catalogue: Catalogue) -> Iterator[str]:
    """The words for an icon: what is drawn, and how its card is typed."""
    if face.icon is None:
        yield "blank"
        return
    yield from (word for word in (face.icon, catalogue.typed(face.icon)) if is_word(word))


def _comes_up(die: Die, catalogue: Catalogue, word: str, places: Iterable[int]) -> bool:
    try:
        return place_of(die, catalogue, word, rolled=True) in places
    except CompanionError:
        return False


def drawn_faces(
    trial: Trial[State], dice: Iterable[Die], *, blank: bool = False
) -> Iterator[Candidate]:
    """The faces that have something on them, as they are typed (`ana.1:tag`), and how they look.

    One word for all that look alike on a die; the one on top comes first. `blank` ones too, if
    they are asked for.
    """
    for die in dice:
        told: set[tuple[Face, bool]] = set()
        places = sorted(range(6), key=lambda place: place != die.active)
        for place in places:
            face, on_top = die.faces[place], place == die.active
            if (face.clean and not blank) or (face, on_top) in told:
                continue
            told.add((face, on_top))
            word = _face_word(trial, die, place)
            icon = cards_of(trial).title(face.icon) if face.icon is not None else "blank"
            title = _unless(word.rpartition(":")[2], icon)
            yield word, said(title, dots_and_dashes(face), "on top" if on_top else "")


def _face_word(trial: Trial[State], die: Die, place: int) -> str:
    """The word for a face: by what is drawn on it, by lying on top, or else by its number."""
    catalogue, face = cards_of(trial), die.faces[place]
    names = [f"{die.id}:{word}" for word in _icon_of(face, catalogue)]
    names += [f"{die.id}:active"] if place == die.active else []
    for name in names:
        try:
            _, found = find_face(trial.state, catalogue, name)
        except CompanionError:
            continue
        if found == place or (die.faces[found] == face and die.active not in (found, place)):
            return name
    return f"{die.id}#{place + 1}"


def _unless(word: str, title: str) -> str:
    return "" if title.casefold().replace(" ", "-").replace("−", "-") == word else title


# What may be named behind several verbs


def any_die(trial: Trial[State], told: Told[State]) -> Iterator[Candidate]:
    """Every die, with what is on it."""
    for die in dice_from_turn(trial.state):
        yield die.id, about_die(die, trial.state, cards_of(trial))


def any_drawn_face(trial: Trial[State], told: Told[State]) -> Iterator[Candidate]:
    """The faces with something on them; others' dice first, as it is their icons that one wipes."""
    own = [die for die in trial.state.dice if die.owner == trial.state.turn]
    others = [die for die in dice_from_turn(trial.state) if die not in own]
    return drawn_faces(trial, [*others, *own])


def taggable_cards(trial: Trial[State], told: Told[State]) -> Iterator[Candidate]:
    """The cards that are active, and where nobody told the tableau, all that have a name.

    For a table with a house rule also those face-down or covered.
    """
    state, catalogue = trial.state, cards_of(trial)
    keys = state.active_cards()
    if trial.house is not None:
        keys += [card for card in state.cards() if card not in keys]
    if not state.told:
        known = set(state.cards())
        keys += [c.key for c in catalogue.cards if c.name and known.isdisjoint(c.keys)]
    for key in keys:
        for word in card_word(catalogue, state, key):
            yield word, about_card(catalogue.card(key), word)


def ways_to_put(
    trial: Trial[State], cards: Sequence[str], puts: Sequence[str]
) -> Iterator[Candidate]:
    """`-2=ben.1`: where a single icon of the one card may go, if the line does not say it yet."""
    catalogue, state = cards_of(trial), trial.state
    card = catalogue.find(cards[0], set(state.cards())) if len(cards) == 1 else None
    put = {told.partition("=")[0] for told in puts}
    labels = () if card is None or card.prerequisite else card.labels
    for label in (label for label in labels if is_word(label) and label not in put):
        for die in dice_from_turn(state):
            if die.blanks():
                yield f"{label}={die.id}", about_die(die, state, catalogue)
                if die.top is not None and die.top.blank:
                    yield f"{label}={die.id}:active", "on the blank face on top"


def drawable_icons(trial: Trial[State], told: Told[State]) -> Iterator[Candidate]:
    """The icons that the active cards draw, with what each is."""
    catalogue = cards_of(trial)
    for word, card in icon_words(catalogue, trial.state):
        yield word, about_card(card, word) if len(card.labels) == 1 else card.title
