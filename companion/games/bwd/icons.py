"""What is drawn on faces and wiped off, besides by tagging: erase, replace, dots and dashes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.kind import Kind
from companion.core.names import listed, short
from companion.core.numbers import only_digits, whole
from companion.core.param import (
    A_CARD,
    A_FACE,
    Candidate,
    Told,
    a_number,
    one,
)
from companion.core.referee import Referee
from companion.core.shapes import AMOUNT, Context, Wrong, maybe
from companion.core.verb import Verb
from companion.errors import CompanionError, Invalid, Refused
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.consequences import ERASES_ITSELF, ITSELF, FaceErased
from companion.games.bwd.faces import (
    CARD,
    DIE,
    ICON,
    PLACE,
    WAY,
    find_die,
    find_face,
    icon_named,
    is_missing,
    said_of,
    settling,
    split_ref,
    way_of,
)
from companion.games.bwd.names import any_drawn_face, as_typed, drawable_icons
from companion.games.bwd.room import active_card
from companion.games.bwd.state import BLANK, Face, State
from companion.games.bwd.wards import warn_of_wards

if TYPE_CHECKING:
    from companion.core.trial import Trial

_FACE = one("DIE:FACE", A_FACE, as_typed, candidates=any_drawn_face)


def _shown(icon: str | None, catalogue: Catalogue) -> str:
    return "blank" if icon is None else catalogue.title(icon)


def _require_same(
    face: Face,
    die_id: str,
    icon: str | None,
    rule: str,
    done: str,
    referee: Referee,
    cards: Catalogue,
) -> None:
    referee.require(
        face.icon == icon,
        rule,
        f"{die_id} has no {_shown(icon, cards)} there that could be {done}.",
        "`companion bwd dice` shows what is on it.",
    )


# Wiped off


def _itself_says_why(data: FaceErased, context: Context) -> Wrong | None:
    if data.get("by") == ITSELF and "why" not in data:
        return "why", None
    return said_of("icon")(data, context)


def _check_erased(state: State, data: FaceErased, referee: Referee, cards: Catalogue) -> None:
    """There must be something on the face, and it is what was named."""
    die = state.die(data["die"])
    face = die.faces[data["face"]]
    referee.require(
        not face.clean,
        "BWD-190",
        f"That face of {die.id} is blank: there is nothing to erase.",
        "Name a face by what is drawn on it, such as `ana.1:investment`.",
    )
    if "icon" in data and not face.clean:
        _require_same(face, die.id, data["icon"], "BWD-190", "erased", referee, cards)


def _apply_erased(state: State, data: FaceErased) -> State:
    if not is_missing(state, data):
        state = state.with_face(data["die"], data["face"], BLANK)
    die = state.die(data["die"])
    if data.get("by") != ITSELF or die.did is None or die.did.place != data["face"]:
        return state
    return state.with_die(die._replace(did=die.did._replace(gone=data["why"])))


def _tell_erased(before: State, data: FaceErased, after: State, catalogue: Catalogue) -> str:
    die = after.die(data["die"]).id
    if is_missing(before, data):
        named = _shown(data["icon"], catalogue)
        return f"{named} on {die} erased, which is not there: nothing changes"
    face = before.die(data["die"]).faces[data["face"]]
    what = "marks" if face.icon is None else _shown(face.icon, catalogue)
    if data.get("by") == ITSELF:
        return f"{what} on {die} erases itself ({data['why']})"
    return f"{what} on {die} erased"


FACE_ERASED = Kind(
    "face.erased",
    FaceErased,
    apply=_apply_erased,
    tell_with=_tell_erased,
    check_with=_check_erased,
    settle=settling("icon"),
    together=_itself_says_why,
    counts=False,
    follows=ERASES_ITSELF,
)


def erase(action: Action[State], catalogue: Catalogue, ref: str) -> None:
    """Wipe a face: icon, dots and dashes."""
    die, place = find_face(action.state, catalogue, ref, need=" is erased")
    warn_of_wards(action, catalogue, die)
    icon = die.faces[place].icon
    action.add(FACE_ERASED, FaceErased(die=die.key, face=place, icon=icon, meant=way_of(ref)))


ERASE = Verb[State](
    name="erase",
    about="wipe a face",
    help="""Wipe a face, with its dots and dashes.

    \b
    Examples:
      companion bwd erase ben.1:investment
      companion bwd erase ben.1:-2
      companion bwd erase ben.1:active
    """,
    params=(_FACE,),
    plan=lambda action, told: erase(action, action.reference, told[_FACE]),
)

# Drawn anew


class FaceReplaced(TypedDict):
    """A face is wiped, and another icon drawn on it; `over` is what was on it."""

    die: Annotated[str, DIE]
    face: Annotated[int, PLACE]
    icon: Annotated[str, ICON]
    card: Annotated[str | None, maybe(CARD)]
    over: NotRequired[Annotated[str | None, maybe(ICON)]]
    meant: NotRequired[Annotated[str, WAY]]


def _check_replaced(state: State, data: FaceReplaced, referee: Referee, cards: Catalogue) -> None:
    """The card of the new icon must be active; a number needs none. The face is what was named."""
    if "over" in data:
        die = state.die(data["die"])
        face = die.faces[data["face"]]
        _require_same(face, die.id, data["over"], "BWD-253", "replaced", referee, cards)
    if data["card"] is not None and not is_number(data["icon"]):
        active_card(state, data["card"], referee, cards)


def _apply_replaced(state: State, data: FaceReplaced) -> State:
    die, place = state.die(data["die"]), data["face"]
    if is_missing(state, data):
        place = (die.blanks() or [place])[0]
        state = state.overdrawing(die.key, place, data["icon"])
    return state.with_face(die.key, place, Face(data["icon"], data["card"]))


def _tell_replaced(before: State, data: FaceReplaced, after: State, catalogue: Catalogue) -> str:
    new, die = catalogue.title(data["icon"]), after.die(data["die"]).id
    if is_missing(before, data):
        return f"{new} replaces {_shown(data['over'], catalogue)} on {die}, which is not there"
    old = before.die(data["die"]).faces[data["face"]].icon
    return f"{new} replaces {_shown(old, catalogue)} on {die}"


FACE_REPLACED = Kind(
    "face.replaced",
    FaceReplaced,
    apply=_apply_replaced,
    tell_with=_tell_replaced,
    check_with=_check_replaced,
    settle=settling("over"),
    together=said_of("over"),
    counts=False,
)


def replace(action: Action[State], catalogue: Catalogue, ref: str, icon: str) -> None:
    """Wipe a face and draw the named icon on it, whatever it would need otherwise (A-BW-17)."""
    die, place = find_face(action.state, catalogue, ref, need=" is replaced")
    label, card = icon_named(action.state, catalogue, icon)
    warn_of_wards(action, catalogue, die)
    fact: FaceReplaced = {"die": die.key, "face": place, "icon": label, "card": card}
    fact["over"], fact["meant"] = die.faces[place].icon, way_of(ref)
    action.add(FACE_REPLACED, fact)


_ICON = one("ICON", A_CARD, as_typed, candidates=drawable_icons)

REPLACE = Verb[State](
    name="replace",
    about="wipe a face and draw another icon",
    help="""Wipe a face and draw another icon on it.

    \b
    Examples:
      companion bwd replace ana.1:cocoon 3
    """,
    params=(_FACE, _ICON),
    plan=lambda action, told: replace(action, action.reference, told[_FACE], told[_ICON]),
)

# Dots and dashes


class FaceMarked(TypedDict):
    """Dots or dashes are drawn on a face; `icon` is what is on it."""

    die: Annotated[str, DIE]
    face: Annotated[int, PLACE]
    icon: Annotated[str | None, maybe(ICON)]
    count: Annotated[int, AMOUNT]
    meant: NotRequired[Annotated[str, WAY]]


def _check_marked(state: State, data: FaceMarked, referee: Referee, cards: Catalogue) -> None:
    die = state.die(data["die"])
    face = die.faces[data["face"]]
    _require_same(face, die.id, data["icon"], "BWD-216", "marked", referee, cards)


def _tell_marked(before: State, data: FaceMarked, after: State, catalogue: Catalogue) -> str:
    die = after.die(data["die"])
    face = die.faces[data["face"]]
    marks = [f"{face.dots} dot{'s' * (face.dots != 1)}"] * bool(face.dots)
    marks += [f"{face.dashes} dash{'es' * (face.dashes != 1)}"] * bool(face.dashes)
    return f"{_shown(face.icon, catalogue)} on {die.id} has {listed(marks)} now"


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
        settle=settling("icon"),
        together=said_of("icon"),
        counts=False,
    )


FACE_DOTTED = _marking("face.dotted", 1, 0)
FACE_DASHED = _marking("face.dashed", 0, 1)


def mark_face(
    action: Action[State], catalogue: Catalogue, ref: str, kind: Kind[State, FaceMarked], count: int
) -> None:
    """Draw dots or dashes on a face; that is no tag.

    A die alone means the face that it has just resolved, if it has; `""` that of the last die.
    """
    ref = just_resolved(action.state, ref) or ref
    die, place = find_face(action.state, catalogue, ref, need=" gets it")
    if not 1 <= count <= 99:
        raise Invalid(f"{count} is no number of marks to draw.", "A whole number from 1 to 99.")
    card = die.faces[place].card
    if card is None or not catalogue.card(card).ward:  # Dots are how some wards are used.
        warn_of_wards(action, catalogue, die)
    icon, way = die.faces[place].icon, way_of(ref)
    action.add(kind, FaceMarked(die=die.key, face=place, icon=icon, count=count, meant=way))


def just_resolved(state: State, ref: str = "") -> str:
    """The face that a die has resolved last in this phase, as it is typed; empty where it has not,
    or a face is named. Raises Refused where it is gone, Invalid where no die has resolved any."""
    if split_ref(ref)[1]:
        return ""
    key = state.just if not ref else find_die(state, ref).key
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


def _counts(trial: "Trial[State]", told: Told[State]) -> Iterator[Candidate]:
    if _MARKED in told:
        yield from ((str(count), "") for count in range(2, _MOST_OFFERED + 1))


# A number alone is how many.
_MARKED = _FACE.but(
    optional=True,
    takes=lambda state, words: len(words) > 1 or not only_digits(words[0]),
)
_COUNT = one("N", a_number(1, 99), _marks, optional=True, default="1", candidates=_counts)


def _marking_verb(name: str, about: str, kind: Kind[State, FaceMarked], text: str) -> Verb[State]:
    def plan(action: Action[State], told: Told[State]) -> None:
        mark_face(action, action.reference, told.get(_MARKED, ""), kind, told[_COUNT])

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


def may_erase(state: State) -> bool:
    """Whether anything is drawn on a die: that can be wiped off, replaced, or marked."""
    return any(not face.clean for die in state.dice for face in die.faces)


def may_replace(state: State) -> bool:
    """Whether an icon can take the place of another."""
    return may_erase(state) and bool(state.active_cards())


KINDS = (FACE_ERASED, FACE_REPLACED, FACE_DOTTED, FACE_DASHED)
