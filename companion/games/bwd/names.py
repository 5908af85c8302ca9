"""Parsing and offering dice, faces, cards and icons, with a few words about each for menus; and
rolled faces, die by die or alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from companion.core.command import player
from companion.core.names import folded, listed, short
from companion.core.offer import Trial, about_line, from_turn, is_word
from companion.core.param import Arguments, Candidate, Incomplete
from companion.core.seats import find_seat, is_somebody
from companion.core.value import Annotated, Value
from companion.errors import CompanionError, Invalid
from companion.games.bwd.catalogue import Card, Catalogue
from companion.games.bwd.faces import (
    BY_CHANCE,
    BY_ICON,
    describe_faces,
    dice_in_order,
    dots_and_dashes,
    find_die,
    find_face,
    how_named,
    place_of,
)
from companion.games.bwd.state import COMMON, Die, Face, State

if TYPE_CHECKING:
    from random import Random


def dice_from_turn(state: State) -> list[Die]:
    """Return all dice: those of the current player, the others' clockwise, and last nobody's."""
    held = [die for seat in from_turn(state, state.turn) for die in state.dice_of(seat)]
    return [*held, *(die for die in state.dice if die.owner is None)]


def seats_from_turn(trial: Trial[State]) -> tuple[int, ...]:
    """Return all seats clockwise, from the current turn."""
    return from_turn(trial.state, trial.state.turn)


FromTurn = Annotated[int, player(seats_from_turn)]
"""A player; the one whose turn it is is offered first."""


def about_die(die: Die, state: State, catalogue: Catalogue) -> str:
    """Return what is on a die, and whose it is if its name does not say so."""
    owner = "" if die.owner is None or die.owner == die.seat else f"{state.name(die.owner)}'s"
    return about_line(owner, describe_faces(die, catalogue))


def about_card(card: Card, word: str) -> str:
    """Return a card's title, if it differs from the typed word, and its text."""
    title = "" if card.title.casefold().replace(" ", "-") == word else card.title
    return about_line(title, card.text or card.ward or card.always)


def card_word(catalogue: Catalogue, state: State, key: str) -> Iterator[str]:
    """Return one word for a card, if possible: its name, or its number."""
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
    """Return the icons of the active cards, each as typed, with its card."""
    for key in state.active_cards():
        card = catalogue.card(key)
        if len(card.labels) > 1:
            yield from ((label, card) for label in card.labels if is_word(label))
        else:
            yield from ((word, card) for word in card_word(catalogue, state, key))


def possible_rolls(die: Die, catalogue: Catalogue) -> Iterator[Candidate]:
    """Return what a die can show, as typed after `=`, and how many faces show it.

    Equal faces are offered once; the drawn ones come first.
    """
    places: dict[Face, list[int]] = {}
    for place, face in enumerate(die.faces):
        places.setdefault(Face() if face.is_blank else face, []).append(place)
    blank = places.pop(Face(), [])
    for face, alike in [*places.items(), *([(Face(), blank)] if blank else [])]:
        count = f"{len(alike)} of 6"
        for word in _icon_of(face, catalogue):
            if _comes_up(die, catalogue, word, alike):
                yield word, about_line(_if_different(word, catalogue.title(face.icon or "")), count)
                break
        else:
            yield (
                f"#{alike[0] + 1}",
                about_line(catalogue.title(face.icon or ""), dots_and_dashes(face), count),
            )


def die_part(word: str) -> str:
    """Return the common part of `ana.1=tag` and `ana.1=3`: any face can be rolled."""
    return word.partition("=")[0] if "=" in word else word


def _icon_of(face: Face, catalogue: Catalogue) -> Iterator[str]:
    """Return the words for an icon: its label, and its card as typed."""
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
    """Return the faces with icons, as typed (`ana.1:tag`), and how they look.

    One word for all equal ones of a die; the one on top comes first. Includes the blank ones if
    `blank`.
    """
    for die in dice:
        offered: set[tuple[Face, bool]] = set()
        places = sorted(range(6), key=lambda place: place != die.active)
        for place in places:
            face, on_top = die.faces[place], place == die.active
            if (face.is_clean and not blank) or (face, on_top) in offered:
                continue
            offered.add((face, on_top))
            word = _face_word(trial, die, place)
            icon = trial.reference.title(face.icon)
            title = _if_different(word.rpartition(":")[2], icon)
            yield word, about_line(title, dots_and_dashes(face), "on top" if on_top else "")


def _face_word(trial: Trial[State], die: Die, place: int) -> str:
    """Return the word for a face: by its icon, by being on top, or else by its number."""
    catalogue, face = trial.reference, die.faces[place]
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


def _if_different(word: str, title: str) -> str:
    return "" if title.casefold().replace(" ", "-").replace("−", "-") == word else title


# Candidates of several verbs


def any_die(trial: Trial[State], args: Arguments[State]) -> Iterator[Candidate]:
    """Every die, with what is on it."""
    for die in dice_from_turn(trial.state):
        yield die.id, about_die(die, trial.state, trial.reference)


def any_drawn_face(trial: Trial[State], args: Arguments[State]) -> Iterator[Candidate]:
    """Faces with icons; others' dice first, as players mostly wipe their icons."""
    own = [die for die in trial.state.dice if die.owner == trial.state.turn]
    others = [die for die in dice_from_turn(trial.state) if die not in own]
    return drawn_faces(trial, [*others, *own])


def taggable_cards(trial: Trial[State], args: Arguments[State]) -> Iterator[Candidate]:
    """The active cards, and if the tableau is unknown, all with a name.

    With a house rule also those face-down or covered.
    """
    state, catalogue = trial.state, trial.reference
    keys = state.active_cards()
    if trial.house is not None:
        keys += [card for card in state.cards() if card not in keys]
    if not state.tableau_known:
        known = set(state.cards())
        keys += [c.key for c in catalogue.cards if c.name and known.isdisjoint(c.keys)]
    for key in keys:
        for word in card_word(catalogue, state, key):
            yield word, about_card(catalogue.card(key), word)


def ways_to_put(
    trial: Trial[State], cards: Sequence[str], puts: Sequence[str]
) -> Iterator[Candidate]:
    """`-2=ben.1`: the possible places of a single icon of the one card, unless already given."""
    catalogue, state = trial.reference, trial.state
    card = catalogue.find(cards[0], set(state.cards())) if len(cards) == 1 else None
    put = {text.partition("=")[0] for text in puts}
    labels = () if card is None or card.prerequisite else card.labels
    for label in (label for label in labels if is_word(label) and label not in put):
        for die in dice_from_turn(state):
            if die.blanks():
                yield f"{label}={die.id}", about_die(die, state, catalogue)
                if die.top is not None and die.top.is_blank:
                    yield f"{label}={die.id}:active", "on the blank face on top"


def drawable_icons(trial: Trial[State], args: Arguments[State]) -> Iterator[Candidate]:
    """The icons of the active cards, with their meanings."""
    catalogue = trial.reference
    for word, card in icon_words(catalogue, trial.state):
        yield word, about_card(card, word) if len(card.labels) == 1 else card.title


# Rolled faces, die by die or alone, in order: the dice of a player look the same


class RolledFace(Value):
    """The place of the rolled face, None if unknown, and how it was named."""

    place: int | None
    way: str = BY_ICON


UNKNOWN = RolledFace(None)
"""A die that was rolled, with an unknown result."""


def read_die_and_face(
    state: State, catalogue: Catalogue, text: str, chance: Random | None
) -> tuple[str, RolledFace]:
    """Read the rolled face of a named die: `ana.1=tag`; or, with `chance`, which die to roll."""
    name, equals, face = text.partition("=")
    if not equals and "#" in name:  # `ana.1#3`, for players who number faces
        name, equals, face = *name.split("#", 1)[:1], "=", f"#{name.split('#', 1)[1]}"
    die = find_die(state, name)
    if not equals and chance is not None:
        return die.key, RolledFace(chance.randrange(6), BY_CHANCE)
    if not equals or not face:
        raise Invalid(
            f"What came up on {die.id}?", f"`{die.id}=blank`, or an icon: `{die.id}=tag`."
        )
    return die.key, read_rolled_face(die, catalogue, face)


def is_face_alone(state: State, text: str) -> bool:
    """Whether a word of `roll` is a face without a die, or a player's name before faces."""
    if "=" in text or "#" in text[1:]:
        return False
    if is_somebody(state.seats, text):
        return True
    # `c` may be Cocoon as well as the common die.
    if not ("." in text or text[-1:].isdigit() or folded(text) == COMMON):
        return True
    try:
        find_die(state, text)
    except CompanionError:
        return True
    return False


def match_faces_to_dice(
    state: State,
    catalogue: Catalogue,
    words: Sequence[str],
    own: int | None,
    named: Collection[str],
) -> list[tuple[str, RolledFace]]:
    """Assign faces without dice: `3 tag` to one's own two, `3 tag -2 erase` to everybody's.

    A player's name before faces says whose they are; otherwise the order is that of
    `dice_in_order`. Raises Invalid if a player has more or fewer dice than faces.
    """
    found: list[tuple[str, RolledFace]] = []
    turns, left = dice_in_order(state, own, named), list(words)
    while left:
        if is_somebody(state.seats, left[0]):
            seat = find_seat(state.seats, left.pop(0))
            turns = dice_in_order(state, seat, named)
        seat, dice = next(turns, (0, []))
        faces = left[: len(dice)]
        if not dice:
            raise Invalid(
                f"“{short(left[0])}” is one face too many: all dice have one.",
                "`companion bwd roll NAME …` says whose faces they are; `companion bwd dice` "
                "shows all dice.",
            )
        if len(faces) < len(dice) or any(is_somebody(state.seats, word) for word in faces):
            each = " ".join(f"{die.id}=…" for die in dice)
            held = listed([die.id for die in dice])
            raise Incomplete(
                f"{state.name(seat)} has {held}: enter a face for each.",
                f"`companion bwd roll {each}`",
            )
        found += _fitted(catalogue, dice, faces)
        left = left[len(dice) :]
    return found


def _fitted(
    catalogue: Catalogue, dice: Sequence[Die], faces: Sequence[str]
) -> list[tuple[str, RolledFace]]:
    """Assign these faces to dice: in order; or else in the only possible way, as nobody at a table
    knows which of two dice is the first one.

    Raises NotFound or Ambiguous for a face that is on none, or if several ways are possible.
    """
    ways: dict[frozenset[tuple[str, RolledFace]], None] = {}
    problem: CompanionError | None = None
    for shuffled in permutations(faces):
        try:
            way = [
                (die.key, read_rolled_face(die, catalogue, face))
                for die, face in zip(dice, shuffled, strict=True)
            ]
        except CompanionError as refusal:
            problem = problem or refusal
            continue
        if problem is None:
            return way
        ways[frozenset(way)] = None
    if len(ways) == 1:
        return sorted(next(iter(ways)))
    assert problem is not None
    raise problem


def read_rolled_face(die: Die, catalogue: Catalogue, face: str) -> RolledFace:
    """Return the rolled face, as entered."""
    return RolledFace(place_of(die, catalogue, face, rolled=True), how_named(f"{die.id}:{face}"))
