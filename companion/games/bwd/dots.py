"""Dots and dashes: drawn on a face, which is no tag."""

from collections.abc import Iterator
from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import short
from companion.core.numbers import only_digits, whole
from companion.core.offer import Trial
from companion.core.param import Arguments, Candidate, a_number, one
from companion.core.shapes import AMOUNT, maybe
from companion.core.verb import Verb
from companion.errors import CompanionError, Invalid, Refused
from companion.games.bwd import faces
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.erasure import FACE, may_erase, require_same
from companion.games.bwd.state import State
from companion.games.bwd.wards import warn_of_wards


class FaceMarked(TypedDict):
    """Dots or dashes are drawn on a face; `icon` is what is on it."""

    die: Annotated[str, faces.DIE]
    face: Annotated[int, faces.PLACE]
    icon: Annotated[str | None, maybe(faces.ICON)]
    count: Annotated[int, AMOUNT]
    meant: NotRequired[Annotated[str, faces.WAY]]


def _check_marked(state: State, data: FaceMarked, referee: Referee, cards: Catalogue) -> None:
    die = state.die(data["die"])
    require_same(die, data["face"], data["icon"], "BWD-216", "marked", referee, cards)


def _tell_marked(before: State, data: FaceMarked, after: State, catalogue: Catalogue) -> str:
    die = after.die(data["die"])
    face = die.faces[data["face"]]
    return f"{catalogue.title(face.icon)} on {die.id} has {faces.marks_spoken(face)} now"


def _marking(name: str, dots: int, dashes: int) -> Kind[State, FaceMarked]:
    def apply(state: State, data: FaceMarked) -> State:
        face, count = state.die(data["die"]).faces[data["face"]], data["count"]
        drawn = face._replace(dots=face.dots + dots * count, dashes=face.dashes + dashes * count)
        return state.with_face(data["die"], data["face"], drawn)

    return Kind(
        name,
        FaceMarked,
        apply=apply,
        tell_with=_tell_marked,
        check_with=_check_marked,
        settle=faces.settling("icon"),
        together=faces.said_of("icon"),
        counts=False,
    )


FACE_DOTTED = _marking("face.dotted", 1, 0)
FACE_DASHED = _marking("face.dashed", 0, 1)


def mark_face(action: Action[State], ref: str, kind: Kind[State, FaceMarked], count: int) -> None:
    """Draw dots or dashes on a face; that is no tag.

    A die alone means the face that it has just resolved, if it has; `""` that of the last die.
    """
    catalogue = action.reference
    ref = just_resolved(action.state, ref) or ref
    die, place = faces.find_face(action.state, catalogue, ref, need=" gets it")
    if not 1 <= count <= 99:
        raise Invalid(f"{count} is no number of marks to draw.", "A whole number from 1 to 99.")
    card = die.faces[place].card
    if card is None or not catalogue.card(card).ward:  # Dots are how some wards are used.
        warn_of_wards(action, die)
    icon, way = die.faces[place].icon, faces.way_of(ref)
    action.add(kind, FaceMarked(die=die.key, face=place, icon=icon, count=count, meant=way))


def just_resolved(state: State, ref: str = "") -> str:
    """The face that a die has resolved last in this phase, as it is typed; empty where it has not,
    or a face is named. Raises Refused where it is gone, Invalid where no die has resolved any."""
    if faces.split_ref(ref)[1]:
        return ""
    key = state.just if not ref else faces.find_die(state, ref).key
    die = None if key is None else state.die(key)
    if die is None or die.did is None:
        if ref:
            return ""
        raise Invalid(
            "Which face? No icon was resolved just now.",
            "Name the die, and what is drawn on the face: `ana.1:investment`.",
        )
    if die.did.gone:
        raise Refused(
            f"What {die.id} resolved has erased itself ({die.did.gone}).",
            f"Another face of it: `{die.id}:ICON`.",
        )
    return f"{die.id}:active" if die.active == die.did.place else die.typed(die.did.place)


def may_mark(state: State) -> bool:
    """Whether there is a face to draw on: one with something on it, or resolved just now."""
    try:
        return may_erase(state) or bool(just_resolved(state))
    except CompanionError:
        return False


_MOST_OFFERED = 3


def _marks(state: State, word: str) -> int:
    count = whole(word, 1, 99)
    if count is None:
        hint = "A whole number from 1 to 99."
        raise Invalid(f"“{short(word)}” is no number of marks to draw.", hint)
    return count


def _counts(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    if _MARKED in told:
        yield from ((str(count), "") for count in range(2, _MOST_OFFERED + 1))


# A number alone is how many.
_MARKED = FACE.but(
    optional=True, takes=lambda state, words: len(words) > 1 or not only_digits(words[0])
)
_COUNT = one("N", a_number(1, 99), _marks, optional=True, default="1", candidates=_counts)


def _marking_verb(name: str, about: str, kind: Kind[State, FaceMarked], text: str) -> Verb[State]:
    def plan(action: Action[State], told: Arguments[State]) -> None:
        mark_face(action, told.get(_MARKED, ""), kind, told[_COUNT])

    return Verb(name=name, about=about, help=text, params=(_MARKED, _COUNT), plan=plan)


DOT = _marking_verb(
    "dot",
    "draw dots on a face",
    FACE_DOTTED,
    """Draw dots on a face.

    That is no tag. Without a face, on the one that was resolved just now.

    \b
    Examples:
      companion bwd dot ana.1:investment
      companion bwd dot ana.1:investment 2
      companion bwd dot
    """,
)
DASH = _marking_verb(
    "dash",
    "draw dashes on a face",
    FACE_DASHED,
    """Draw dashes on a face.

    That is no tag. Without a face, on the one that was resolved just now.

    \b
    Examples:
      companion bwd dash ben.2:parasite
      companion bwd dash
    """,
)


KINDS = (FACE_DOTTED, FACE_DASHED)
