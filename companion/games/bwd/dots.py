"""Dots and dashes: drawn on a face, which is not a tag."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import verb, word
from companion.core.event import Referee
from companion.core.fact import Amount, Fact
from companion.core.names import short
from companion.core.numbers import only_digits, whole
from companion.core.param import Arguments, Candidate, a_number
from companion.core.shapes import maybe
from companion.core.value import Annotated
from companion.errors import Invalid, Refused
from companion.games.bwd import faces
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.erasure import FACE, require_same
from companion.games.bwd.state import State
from companion.games.bwd.wards import warn_of_wards

if TYPE_CHECKING:
    from companion.core.offer import Trial


class FaceMarked(Fact[State]):
    """Dots or dashes are drawn on a face; `icon` is what is on it."""

    die: Annotated[str, faces.DIE]
    face: Annotated[int, faces.PLACE]
    icon: Annotated[str | None, maybe(faces.ICON)]
    count: Amount
    meant: Annotated[str, faces.WAY] = ""

    def interpret(self, state: State) -> "FaceMarked":
        return faces.with_face_as_named(self, state, self.icon)

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        die = state.die(self.die)
        require_same(die, self.face, self.icon, "BWD-216", "marked", referee, cards)

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        die = after.die(self.die)
        face = die.faces[self.face]
        return f"{cards.title(face.icon)} on {die.id} has {faces.describe_marks(face)} now"

    def _with_more(self, state: State, *, dots: int = 0, dashes: int = 0) -> State:
        face = state.die(self.die).faces[self.face]
        drawn = face._replace(dots=face.dots + dots, dashes=face.dashes + dashes)
        return state.with_face(self.die, self.face, drawn)


_NAMED = faces.requires_with_meant("icon")


class FaceDotted(FaceMarked, kind="face.dotted", counts=False, together=_NAMED):
    """Dots are drawn on a face."""

    def apply(self, state: State) -> State:
        return self._with_more(state, dots=self.count)


class FaceDashed(FaceMarked, kind="face.dashed", counts=False, together=_NAMED):
    """Dashes are drawn on a face."""

    def apply(self, state: State) -> State:
        return self._with_more(state, dashes=self.count)


def mark_face(action: Action[State], ref: str, mark: type[FaceMarked], count: int) -> None:
    """Draw dots or dashes on a face; that is not a tag.

    A die alone means the face that it has just resolved, if it has; `""` that of the last die.
    """
    catalogue = action.reference
    ref = just_resolved(action.state, ref) or ref
    die, place = faces.find_face(action.state, catalogue, ref, need=" gets it")
    if not 1 <= count <= 99:
        raise Invalid(f"{count} is not a number of marks to draw.", "A whole number from 1 to 99.")
    card = die.faces[place].card
    if card is None or not catalogue.card(card).ward:  # Dots are used by some wards.
        warn_of_wards(action, die)
    icon, way = die.faces[place].icon, faces.how_named(ref)
    action.add(mark(die=die.key, face=place, icon=icon, count=count, meant=way))


def just_resolved(state: State, ref: str = "") -> str:
    """Return the face that a die resolved last in this phase, as typed; empty if there is none, or
    a face is named.

    Raises Refused if it is gone, Invalid if no die has resolved any.
    """
    if faces.split_ref(ref)[1]:
        return ""
    key = state.last_resolved if not ref else faces.find_die(state, ref).key
    die = None if key is None else state.die(key)
    if die is None or die.last is None:
        if ref:
            return ""
        raise Invalid(
            "Which face? No icon was resolved last in this phase.",
            "Name the die, and what is drawn on the face: `ana.1:investment`.",
        )
    if die.last.erased_because:
        raise Refused(
            f"What {die.id} resolved has erased itself ({die.last.erased_because}).",
            f"Another face of it: `{die.id}:ICON`.",
        )
    return f"{die.id}:active" if die.active == die.last.place else die.typed(die.last.place)


_MOST_OFFERED = 3


def _marks(state: State, word: str) -> int:
    count = whole(word, 1, 99)
    if count is None:
        hint = "A whole number from 1 to 99."
        raise Invalid(f"“{short(word)}” is not a number of marks to draw.", hint)
    return count


def _counts(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    if "face" in args:
        yield from ((str(count), "") for count in range(2, _MOST_OFFERED + 1))


MarkedFace = Annotated[
    str,
    # A number alone is a count.
    FACE.but(belongs_here=lambda state, words: len(words) > 1 or not only_digits(words[0])),
]
Count = Annotated[
    int, word(_marks, name="N", sort=a_number(1, 99), default="1", candidates=_counts)
]


@verb("draw dots on a face")
def dot(action: Action[State], face: MarkedFace = "", count: Count = 1) -> None:
    """Draw dots on a face.

    This is not a tag. Without a face, it goes on the one that was just resolved.

    Examples:
      companion bwd dot ana.1:investment
      companion bwd dot ana.1:investment 2
      companion bwd dot
    """
    mark_face(action, face, FaceDotted, count)


@verb("draw dashes on a face")
def dash(action: Action[State], face: MarkedFace = "", count: Count = 1) -> None:
    """Draw dashes on a face.

    This is not a tag. Without a face, it goes on the one that was just resolved.

    Examples:
      companion bwd dash ben.2:parasite
      companion bwd dash
    """
    mark_face(action, face, FaceDashed, count)
