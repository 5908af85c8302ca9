"""Dice and faces: how they are named, what logs keep, and which face an older entry means now.

`ana.1` is a die; `ana.1:investment` is a face, named by its icon; `#3` is for players who number
their faces. Faces that look the same are the same, except that one of them may be on top.

Nobody at a table numbers the faces of a die: the place of a face is only where the companion keeps
it. So an entry also records how its face was named (`meant`), and what was on it. If that face is
at another place now, because an earlier entry was undone or redone, the entry means that place, as
the same words would if they were entered now. Entries of older logs do not record it, and mean the
place that they name.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeVar

from companion.core.fact import Recorded
from companion.core.names import find, folded, listed, nearest, short
from companion.core.numbers import whole
from companion.core.offer import from_turn
from companion.core.schemas import json_schema
from companion.core.seats import find_seat
from companion.core.shapes import (
    AMOUNT,
    NAME,
    Checker,
    Context,
    Wrong,
    maybe,
    object_of,
    one_of,
    tuple_of,
    whole_from,
)
from companion.errors import Ambiguous, CompanionError, Invalid, NotFound
from companion.games.bwd.catalogue import Card, Catalogue, is_number, run_together
from companion.games.bwd.state import COMMON, RESOLVING, Die, Face, State

F = TypeVar("F", bound=Recorded)

# Names in logs

ICON = NAME
"""An icon's label: `3`, `-2`, a card's id, or what the group calls it."""
CARD = NAME
"""A card's id: `investment`, or its number, `#17`."""
PLACE = whole_from(0, 5)
"""The place of a face on its die."""


@json_schema(type="string", pattern=r"^(common|.+\.[12])$")
def DIE(value: Any, context: Context) -> Wrong | None:
    """A die of this play: two for each seat, `ana.1` and `ana.2`, and the common one."""
    if type(value) is str and (
        value == COMMON or (value[-2:] in (".1", ".2") and value[:-2] in context.handles)
    ):
        return None
    return "", value


def six(checker: Checker) -> Checker:
    """The six faces of a die."""
    return tuple_of(*(checker,) * 6)


_MARKS = {"dots": AMOUNT, "dashes": AMOUNT}
FACE = maybe(object_of({"icon": maybe(ICON), "card?": maybe(CARD), **_MARKS}))
"""A face of a kept die; null if nothing is on it."""
WRITTEN = maybe(object_of({"icon": ICON, "card?": maybe(CARD), **_MARKS}))
"""A face as entered by `write`: an icon, or null."""

# How a face was named

BY_ANY = "any"
"""No face was named: any blank one will do, the one on top only if there is no other."""
BY_TOP = "top"
BY_ICON = "icon"
BY_NUMBER = "number"
"""By its number: exactly that place."""
BY_CHANCE = "chance"
"""By the companion, which rolled: any face with that icon might have come up."""
WAY = one_of(BY_ANY, BY_TOP, BY_ICON, BY_NUMBER, BY_CHANCE)


def requires_with_meant(key: str) -> Checker:
    """Check that an entry which says how a face was named (`meant`) also has this key."""

    def check(data: Any, context: Context) -> Wrong | None:
        return None if "meant" not in data or key in data else (key, None)

    return check


# The face that an entry means now


def found(die: Die, place: int, icon: str | None, way: str) -> int:
    """The place of the face that an earlier entry means now: `way` is how it was named, `icon` what
    was on it, at that `place`. The same place if no face fits, or more than one."""
    if way == BY_NUMBER:
        return place
    if way == BY_TOP and die.active is not None:
        return die.active
    if die.faces[place].icon == icon:
        return place
    if icon is None:
        return find_blank(die, place, ())
    same = [n for n, face in enumerate(die.faces) if face.icon == icon]
    alike = len({die.faces[n] for n in same}) == 1
    return same[0] if alike and (len(same) == 1 or die.active not in same) else place


def find_blank(die: Die, place: int, taken: Collection[int]) -> int:
    """A blank face for an icon whose face was not named: the same place, if it is still free."""
    free = [blank for blank in die.blanks() if blank not in taken]
    if not free or (place in free and (place != die.active or free == [place])):
        return place
    return free[0]


def with_face_as_named(fact: F, state: State, drawn: str | None) -> F:
    """Return the fact with the `face` that it means now: `drawn` is what was on it."""
    of: Any = fact
    if not of.meant:
        return fact
    return with_field(fact, "face", found(state.die(of.die), of.face, drawn, of.meant))


def with_field(fact: F, name: str, value: Any) -> F:
    """Return the fact, with another value of a field if that differs."""
    if getattr(fact, name) == value:
        return fact
    return type(fact).from_json({**fact.__dict__, name: value})


def is_drawn_nowhere(state: State, fact: Recorded, drawn: str | None) -> bool:
    """Whether the face that a fact erases or replaces is not on the die any more, by a house rule.

    The face at its place is another one then, and does not change.
    """
    of: Any = fact
    if of.meant in ("", BY_NUMBER):
        return False
    return bool(state.die(of.die).faces[of.face].icon != drawn)


# Names of dice and faces

EMPTY = ("blank", "empty")
"""The names of a face without an icon."""
_ON_TOP = ("active", "top")


def dice_not_entered(state: State, seat: int) -> list[Die]:
    """Return the dice of a player that may still resolve, and whose active faces are unknown."""
    return [
        die
        for die in state.dice_of(seat)
        if die.active is None and not state.has_resolved(seat, die)
    ]


def dice_in_order(
    state: State, own: int | None = None, named: Collection[str] = ()
) -> Iterator[tuple[int, list[Die]]]:
    """The order in which faces without dice are entered: seat by seat.

    It begins with the seat `own`, if there is one, or with the player who has the turn or the
    marker, and goes on to the left. For each player, the dice that were not entered yet, if there
    are any; without `named` dice. While everybody rolls, players whose dice are all entered are
    skipped.
    """
    rolled = state.phase in ("roll", *RESOLVING)
    waiting = state.phase == "roll" and any(dice_not_entered(state, seat) for seat in state.turns())
    for seat in from_turn(state, state.turn if own is None else own):
        dice = (dice_not_entered(state, seat) if rolled else []) or state.dice_of(seat)
        dice = [die for die in dice if die.key not in named]
        if dice and (seat == own or not waiting or dice_not_entered(state, seat)):
            yield seat, dice


def find_die(state: State, text: str) -> Die:
    """Find the die that `text` names: `ana.1`, by unique prefix `a.1`, or `common`."""
    wanted = folded(text)
    for die in state.dice:
        if die.id == wanted:
            return die
    name, dot, number = wanted.rpartition(".")
    if not dot and wanted[-1:] in ("1", "2"):  # `a1` for `a.1`
        name, dot, number = wanted[:-1], ".", wanted[-1]
    if dot and name and number:
        seat = find_seat(state.seats, name)
        own = [die for die in state.dice if die.seat == seat]
        for die in own:
            if die.id.rpartition(".")[2] == number:
                return die
        raise NotFound(
            f"{state.name(seat)} has no die {short(number)}.",
            f"{state.name(seat)} has {listed([die.id for die in own])}.",
        )
    return find(wanted, state.dice, lambda die: (die.id,), "die")


def owner_of(state: State, word: str) -> tuple[int, ...] | None:
    """The owner of the die in a word such as `ana.1:tag` or `ana.1=3`; empty for a die of nobody's,
    None for a word without a die."""
    try:
        owner = find_die(state, split_ref(word.partition("=")[0])[0]).owner
    except CompanionError:
        return None
    return () if owner is None else (owner,)


def split_ref(text: str) -> tuple[str, str]:
    """Split `ana.1:investment` or `ana.1#3` into die and face; the face may be empty."""
    for mark in (":", "#"):
        die, found, face = text.partition(mark)
        if found:
            return die, face if mark == ":" else f"#{face}"
    return text, ""


def how_named(text: str) -> str:
    """How a face was named by `ana.1:tag`, `ana.1:active`, `ana.1#3`."""
    wanted = folded(split_ref(text)[1])
    if wanted in _ON_TOP:
        return BY_TOP
    return BY_NUMBER if _is_number_of_face(wanted) else BY_ICON


def _is_number_of_face(wanted: str) -> bool:
    return wanted.startswith("#") and len(wanted) == 2  # Longer ones are numbers of cards.


def find_face(state: State, catalogue: Catalogue, text: str, *, need: str = "") -> tuple[Die, int]:
    """The die and the face's place of `ana.1:investment`, `ana.1:active`, `ana.1#3`.

    A die alone means its one face that has something on it. `need` completes the sentence that
    asks for a face. Raises NotFound, Ambiguous or Invalid.
    """
    die_text, face_text = split_ref(text)
    die = find_die(state, die_text)
    if face_text:
        return die, place_of(die, catalogue, face_text)
    drawn = [place for place, face in enumerate(die.faces) if not face.is_clean]
    if len(drawn) == 1:
        return die, drawn[0]
    example = next((face.icon for face in die.faces if face.icon is not None), "blank")
    raise Invalid(
        f"Which face of {die.id}{need}? It has {describe_faces(die, catalogue)}.",
        f"Name it by what is drawn on it: `{die.id}:{example}`."
        if drawn
        else f"`companion bwd write {die.id} …` enters what is really on it.",
    )


def place_of(die: Die, catalogue: Catalogue, text: str, *, rolled: bool = False) -> int:
    """The place (0 to 5) of the face that `text` describes.

    `rolled`: the face was rolled, so equal faces are interchangeable.
    """
    wanted = folded(text).replace("−", "-")
    if wanted in _ON_TOP:
        if die.active is None:
            raise NotFound(
                f"It is unknown which face of {die.id} is on top.",
                f"`companion bwd roll {die.id}=…` enters it.",
            )
        return die.active
    if _is_number_of_face(wanted):
        place = whole(wanted[1:], 1, 6)
        if place is None:
            raise NotFound(
                f"{die.id} has no face #{short(wanted[1:])}.", "Faces are numbered #1 to #6."
            )
        return place - 1
    if wanted in EMPTY:
        matches = [place for place, face in enumerate(die.faces) if face.is_blank]
        if not matches:
            raise NotFound(
                f"{die.id} has no blank face; it has {describe_faces(die, catalogue)}.",
                f"`companion bwd write {die.id} …` enters what is really on it.",
            )
        return matches[0] if rolled else die.blanks()[0]
    matches = _drawn(die, catalogue, wanted)
    if not matches:
        numbered = f" `{die.id}#{wanted}` is the face that you numbered {wanted}."
        raise NotFound(
            f"{die.id} has no “{short(text)}” on it; it has {describe_faces(die, catalogue)}.",
            _nearly(die, catalogue, wanted, rolled)
            + f"`companion bwd write {die.id} …` enters what is really on it."
            + (numbered if wanted in ("1", "2", "3", "4", "5", "6") else ""),
        )
    return _one_of(die, matches, text, rolled)


def _drawn(die: Die, catalogue: Catalogue, wanted: str) -> list[int]:
    """Return the places of faces whose icon has the name `wanted`, exactly or by its beginning.

    Blanks and hyphens count only if one matters.
    """
    names = {
        place: _face_names(face, catalogue)
        for place, face in enumerate(die.faces)
        if face.icon is not None
    }
    if not any(_answers(known, wanted) for known in names.values()):
        wanted = run_together(wanted)
        names = {place: set(map(run_together, known)) for place, known in names.items()}
    exact = [place for place, known in names.items() if wanted in known]
    if exact or is_number(wanted):
        return exact
    starting = [place for place, known in names.items() if _answers(known, wanted)]
    if len({die.faces[place].icon for place in starting}) > 1:
        icons = [catalogue.title(die.faces[place].icon or "") for place in starting]
        raise Ambiguous(
            f"“{wanted}” could be {listed(icons, 'or')} on {die.id}.", icons, "Type more letters."
        )
    return starting


def _nearly(die: Die, catalogue: Catalogue, wanted: str, rolled: bool) -> str:
    """Suggest a face if the typed text looks like one on the die."""
    words = {name: face for face in die.faces for name in _face_names(face, catalogue) if face.icon}
    words |= {name: face for face in die.faces for name in EMPTY if face.is_blank}
    near = [words[name] for name in nearest(wanted, words, cutoff=0.6)]
    if not near or " " in (likely := near[0].icon or EMPTY[0]):
        return ""
    return f"Did you mean `{die.id}{'=' if rolled else ':'}{likely}`? "


def _answers(names: Collection[str], wanted: str) -> bool:
    """Whether one of these names, or a word of it, begins like that."""
    return any(word.startswith(wanted) for name in names for word in (name, *name.split()))


def _face_names(face: Face, catalogue: Catalogue) -> set[str]:
    icon = face.icon or ""
    if is_number(icon):
        return {icon, f"+{icon}"}
    title = catalogue.title(icon)
    words = title.replace("-", " ").split()
    names = {folded(icon), folded(title), folded("".join(word[0] for word in words))}
    card = catalogue.card_of_icon(icon)
    return names | ({folded(name) for name in card.names()} if card else set())


def _one_of(die: Die, matches: Sequence[int], text: str, rolled: bool) -> int:
    alike = len({die.faces[place] for place in matches}) == 1
    if len(matches) == 1 or (alike and (rolled or die.active not in matches)):
        return matches[0]
    candidates = [
        f"{die.id}:active" if place == die.active and not rolled else f"{die.id}#{place + 1}"
        for place in matches
    ]
    raise Ambiguous(
        f"{die.id} has “{text}” on {len(matches)} faces that differ.",
        candidates,
        f"Say which: {listed(candidates, 'or')}.",
    )


def key_in_play(state: State, card: Card) -> str:
    """Return the id of a card in this play: a number may have got its name only later."""
    tableau = set(state.cards())
    used = tableau | {face.card for die in state.dice for face in die.faces}
    if state.hands is not None:
        used |= {held for hand in state.hands for held in hand}
    keys = sorted(card.keys, key=lambda key: (key not in tableau, key not in used, key))
    return keys[0] if keys[0] in used else card.key


def describe_faces(die: Die, catalogue: Catalogue) -> str:
    """List what is on a die in words: `Investment, 3, −2 and three blank faces`."""
    icons = [catalogue.title(face.icon) for face in die.faces if face.icon is not None]
    drawn, blanks = counted(icons), 6 - len(icons)
    if blanks:
        words = ("", "one", "two", "three", "four", "five", "six")
        drawn.append(f"{words[blanks]} blank face{'s' if blanks > 1 else ''}")
    return listed(drawn)


def counted(titles: Sequence[str]) -> list[str]:
    """Return each title once, with its count: `3 (4 times)`."""
    return [
        f"{title} ({titles.count(title)} times)" if titles.count(title) > 1 else title
        for title in dict.fromkeys(titles)
    ]


def face_text(face: Face, catalogue: Catalogue) -> str:
    """Return what is on a face: its icon, and the dots and dashes beside it."""
    return catalogue.title(face.icon) + dots_and_dashes(face)


def dots_and_dashes(face: Face) -> str:
    """Return the dots and dashes on a face as drawn, three of each at most: `••–`."""
    return "•" * min(face.dots, 3) + "–" * min(face.dashes, 3)


def describe_marks(face: Face) -> str:
    """Describe the dots and dashes on a face: `2 dots and 1 dash`; empty if there are none."""
    dots = f"{face.dots} dot{'s' * (face.dots != 1)}" if face.dots else ""
    dashes = f"{face.dashes} dash{'es' * (face.dashes != 1)}" if face.dashes else ""
    return listed([marks for marks in (dots, dashes) if marks])


def describe_die(die: Die, catalogue: Catalogue) -> str:
    """Return a die with its active icon: `ana.2 (Investment)`."""
    return f"{die.id} ({'unknown' if die.top is None else catalogue.title(die.top.icon)})"


def lying(state: State, die: Die) -> str:
    """Say who has a die: `with Ana`; or on which card it is."""
    if die.owner is not None:
        return f"with {state.name(die.owner)}"
    return "on its card" if die.key == COMMON else "on the common die's card"


def read_icon(state: State, catalogue: Catalogue, icon: str) -> tuple[str, str | None]:
    """Return the label to draw and its card (None for a number of no known card)."""
    label = folded(icon).replace("−", "-").removeprefix("+")
    if is_number(label) and (label[0] == "-" or int(label) not in catalogue.numbers):
        card = catalogue.card_of_icon(label)
        return label, card.key if card else None
    card = catalogue.find(icon, set(state.cards()))
    key = key_in_play(state, card)
    if len(card.labels) > 1:
        if label in card.labels:
            return label, key
        raise Invalid(
            f"{card.title} has several icons: {' and '.join(card.labels)}.", "Name the one drawn."
        )
    return (key if card.labels == (card.key,) else card.labels[0]), key
