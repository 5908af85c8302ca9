"""How dice, faces, cards and icons are typed, so that they mean what they should."""

from collections.abc import Iterable, Iterator

from companion.core.action import Action
from companion.core.offering import Trial, from_turn, is_word, said
from companion.errors import CompanionError
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.faces import dots_and_dashes, find_face, place_of, spoken_faces
from companion.games.bwd.state import Die, Face, State

BwdTrial = Trial[State]
BwdAction = Action[State]


def cards_of(trial: BwdTrial) -> Catalogue:
    """The cards, as this game's reference."""
    catalogue: Catalogue = trial.reference
    return catalogue


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


def rolled(die: Die, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
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
    trial: BwdTrial, dice: Iterable[Die], *, blank: bool = False
) -> Iterator[tuple[str, str]]:
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


def _face_word(trial: BwdTrial, die: Die, place: int) -> str:
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
