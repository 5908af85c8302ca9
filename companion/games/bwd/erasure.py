"""What happens when a face is erased: wiped, or replaced by another icon; and which icon that
resolves erases itself: without effect, a 0, one-shot, or its card neutralized, covered or not in
the tableau.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.consequence import Consequence, Due, Entered, Mismatch
from companion.core.event import Event, Referee
from companion.core.kind import Kind
from companion.core.param import A_CARD, A_FACE, one
from companion.core.shapes import TEXT, Context, Wrong, maybe
from companion.core.verb import Verb
from companion.games.bwd import faces
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.names import any_drawn_face, drawable_icons
from companion.games.bwd.resolution import (
    RESOLVED,
    Resolution,
    acting,
    parts_where,
    resolved_in,
    works,
)
from companion.games.bwd.state import BLANK, Die, Face, State
from companion.games.bwd.tag_rules import active_card
from companion.games.bwd.wards import card_on, only_waits, warn_of_wards, why_idle

FACE = one("DIE:FACE", A_FACE, candidates=any_drawn_face)


def require_same(
    die: Die, place: int, icon: str | None, rule: str, done: str, referee: Referee, cards: Catalogue
) -> None:
    """The face that is named shows what was named."""
    referee.require(
        die.faces[place].icon == icon,
        rule,
        f"{die.id} has no {cards.title(icon)} there that could be {done}.",
        "`companion bwd dice` shows what is on it.",
    )


# Wiped off


class FaceErased(TypedDict):
    """A face is wiped; `by` is `itself` where its icon erases itself, with a `why`.

    `icon` is what was on it, `meant` how it was named.
    """

    die: Annotated[str, faces.DIE]
    face: Annotated[int, faces.PLACE]
    by: NotRequired[Annotated[str, TEXT]]
    why: NotRequired[Annotated[str, TEXT]]
    icon: NotRequired[Annotated[str | None, maybe(faces.ICON)]]
    meant: NotRequired[Annotated[str, faces.WAY]]


def _itself_says_why(data: FaceErased, context: Context) -> Wrong | None:
    if data.get("by") == ITSELF and "why" not in data:
        return "why", None
    return faces.said_of("icon")(data, context)


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
        require_same(die, data["face"], data["icon"], "BWD-190", "erased", referee, cards)


def _apply_erased(state: State, data: FaceErased) -> State:
    if not faces.is_missing(state, data):
        state = state.with_face(data["die"], data["face"], BLANK)
    die = state.die(data["die"])
    if data.get("by") != ITSELF or die.did is None or die.did.place != data["face"]:
        return state
    return state.with_die(die._replace(did=die.did._replace(gone=data["why"])))


def _tell_erased(before: State, data: FaceErased, after: State, catalogue: Catalogue) -> str:
    die = after.die(data["die"]).id
    if faces.is_missing(before, data):
        named = catalogue.title(data["icon"])
        return f"{named} on {die} erased, which is not there: nothing changes"
    face = before.die(data["die"]).faces[data["face"]]
    what = "marks" if face.icon is None else catalogue.title(face.icon)
    if data.get("by") == ITSELF:
        return f"{what} on {die} erases itself ({data['why']})"
    return f"{what} on {die} erased"


# Icons erase themselves

_ROLLS = ("dice.rolled", "die.claimed")
"""What an icon does to dice that is never nothing, whatever they show (BWD-34)."""
ZERO, NO_EFFECT, ONE_SHOT = "a 0 changes nothing", "no effect", "one-shot"
ITSELF = "itself"


def _why_erased(it: Resolution, after: State, rolled: bool) -> str:
    """Why the icon that was resolved erases itself; empty where it stays, or is gone already.

    `after` is what it led to; `rolled` says whether that rolled a die or had one change hands.
    """
    before, die, told, cards = it.before, it.die, it.told, it.cards
    own, face = die.top, acting(before, it.data)
    if own is None or face is None or die.active is None or "fizzled" in told:
        return ""  # What fizzles stays, and counts as resolved (A-BW-09).
    if face.icon is None or after.die(die.key).faces[die.active].icon != own.icon:
        return ""
    scored = before.scores != after.scores
    if is_number(face.icon):
        if int(face.icon) == 0:
            return ZERO
        return "" if scored or "did" in told else NO_EFFECT
    if not works(before, cards, face, told):
        return why_idle(before, cards, face.card)
    if "nothing" in told:
        return "" if only_waits(before, cards, face) else NO_EFFECT
    both = (card_on(cards, own), card_on(cards, face))  # What copies a one-shot, too (A-BW-16).
    if any(card is not None and card.one_shot for card in both):
        return ONE_SHOT
    drawn = [die.faces for die in before.dice] != [die.faces for die in after.dice]
    said = face.icon == "tag" or "points" in told
    return NO_EFFECT if said and "did" not in told and not (rolled or scored or drawn) else ""


def _erasing(part: Entered[State]) -> Iterator[Due[FaceErased]]:
    it = resolved_in(part)
    if it.die.active is None:
        return
    done = next((at for at, event in enumerate(part.events) if _is_itself(event, it)), None)
    led_to = part if done is None else part.until(done)
    rolled = any(event.kind in _ROLLS for event in led_to.events)
    why = _why_erased(it, led_to.after, rolled)
    if why:
        lies = led_to.after.die(it.die.key).active == it.die.active
        fact: FaceErased = {
            "die": it.die.key,
            "face": it.die.active,
            "icon": it.data["face"],
            "meant": faces.BY_TOP if lies else faces.BY_ICON,
            "by": ITSELF,
            "why": why,
        }
        yield Due(_rule_of(why, it.icon), fact)


def _is_itself(event: Event, it: Resolution) -> bool:
    """Whether the icon that is resolved erases itself by this."""
    data = event.data
    at = (data.get("die"), data.get("face"), data.get("by"))
    return event.kind == "face.erased" and at == (it.die.key, it.die.active, ITSELF)


_REASONS = {NO_EFFECT: "it has no effect", ONE_SHOT: "it is for use once"}


def _not_as_erased(
    part: Entered[State], due: Sequence[Due[FaceErased]], told: Sequence[FaceErased]
) -> Mismatch | None:
    """An icon erases itself where that follows, and only there, whatever else an entry keeps."""
    it = resolved_in(part)
    why = due[0].payload["why"] if due else ""
    itself = next(
        (one for one in told if (one["die"], one["face"]) == (it.die.key, it.die.active)), None
    )
    was = "" if itself is None else itself["why"]
    if was == why:
        return None
    reason = _REASONS.get(why or was, why or was)
    return Mismatch(
        _rule_of(why or was, it.icon),
        f"{it.shown} erases itself, as {reason}; it stayed as it was resolved."
        if why
        else f"{it.shown} stays: it erased itself as {reason}, and that is so no longer.",
        f"`companion bwd resolve {it.die.id}` tells it anew.",
    )


def _rule_of(why: str, icon: str) -> str:
    """The rule by which an icon erases itself for that reason."""
    if why == NO_EFFECT:
        return "BWD-27" if icon.startswith("-") else "BWD-28" if icon == "tag" else "BWD-26"
    return {ZERO: "BWD-145", ONE_SHOT: "BWD-233"}.get(why, "BWD-142")


ERASES_ITSELF = Consequence[State, FaceErased](
    rules=("BWD-26", "BWD-27", "BWD-28", "BWD-142", "BWD-145", "BWD-233"),
    due=_erasing,
    explain=_not_as_erased,
    follows=lambda fact: fact.get("by") == ITSELF,
    parts=parts_where(lambda it: True),
    of=RESOLVED,
)


FACE_ERASED = Kind(
    "face.erased",
    FaceErased,
    apply=_apply_erased,
    tell_with=_tell_erased,
    check_with=_check_erased,
    settle=faces.settling("icon"),
    together=_itself_says_why,
    counts=False,
    follows=ERASES_ITSELF,
)


def erase(action: Action[State], ref: str) -> None:
    """Wipe a face: icon, dots and dashes."""
    die, place = faces.find_face(action.state, action.reference, ref, need=" is erased")
    warn_of_wards(action, die)
    icon = die.faces[place].icon
    action.add(FACE_ERASED, FaceErased(die=die.key, face=place, icon=icon, meant=faces.way_of(ref)))


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
    params=(FACE,),
    plan=lambda action, told: erase(action, told[FACE]),
)

# Drawn anew


class FaceReplaced(TypedDict):
    """A face is wiped, and another icon drawn on it; `over` is what was on it."""

    die: Annotated[str, faces.DIE]
    face: Annotated[int, faces.PLACE]
    icon: Annotated[str, faces.ICON]
    card: Annotated[str | None, maybe(faces.CARD)]
    over: NotRequired[Annotated[str | None, maybe(faces.ICON)]]
    meant: NotRequired[Annotated[str, faces.WAY]]


def _check_replaced(state: State, data: FaceReplaced, referee: Referee, cards: Catalogue) -> None:
    """The card of the new icon must be active; a number needs none. The face is what was named."""
    if "over" in data:
        die = state.die(data["die"])
        require_same(die, data["face"], data["over"], "BWD-253", "replaced", referee, cards)
    if data["card"] is not None and not is_number(data["icon"]):
        active_card(state, data["card"], referee, cards)


def _apply_replaced(state: State, data: FaceReplaced) -> State:
    die, place = state.die(data["die"]), data["face"]
    if faces.is_missing(state, data):
        place = (die.blanks() or [place])[0]
        state = state.overdrawing(die.key, place, data["icon"])
    return state.with_face(die.key, place, Face(data["icon"], data["card"]))


def _tell_replaced(before: State, data: FaceReplaced, after: State, catalogue: Catalogue) -> str:
    new, die = catalogue.title(data["icon"]), after.die(data["die"]).id
    if faces.is_missing(before, data):
        return f"{new} replaces {catalogue.title(data['over'])} on {die}, which is not there"
    old = before.die(data["die"]).faces[data["face"]].icon
    return f"{new} replaces {catalogue.title(old)} on {die}"


FACE_REPLACED = Kind(
    "face.replaced",
    FaceReplaced,
    apply=_apply_replaced,
    tell_with=_tell_replaced,
    check_with=_check_replaced,
    settle=faces.settling("over"),
    together=faces.said_of("over"),
    counts=False,
)


def replace(action: Action[State], ref: str, icon: str) -> None:
    """Wipe a face and draw the named icon on it, whatever it would need otherwise (A-BW-17).

    Of a card that is covered, that is the icon of the one on top of its stack (BWD-171).
    """
    catalogue = action.reference
    die, place = faces.find_face(action.state, catalogue, ref, need=" is replaced")
    label, card = faces.icon_named(action.state, catalogue, icon)
    if card and not is_number(label) and action.state.card_state(card) == "overwritten":
        top = action.state.stack_of(card)[-1]
        covered, covers = catalogue.title(card), catalogue.title(top)
        label, card = faces.icon_named(action.state, catalogue, catalogue.typed(top))
        action.warn(f"{covered} is covered by {covers}, so {covers} is drawn (BWD-171).")
    warn_of_wards(action, die)
    fact: FaceReplaced = {"die": die.key, "face": place, "icon": label, "card": card}
    fact["over"], fact["meant"] = die.faces[place].icon, faces.way_of(ref)
    action.add(FACE_REPLACED, fact)


_ICON = one("ICON", A_CARD, candidates=drawable_icons)

REPLACE = Verb[State](
    name="replace",
    about="wipe a face and draw another icon",
    help="""Wipe a face and draw another icon on it.

    \b
    Examples:
      companion bwd replace ana.1:cocoon 3
    """,
    params=(FACE, _ICON),
    plan=lambda action, told: replace(action, told[FACE], told[_ICON]),
)


def may_erase(state: State) -> bool:
    """Whether anything is drawn on a die: that can be wiped off, replaced, or marked."""
    return any(not face.clean for die in state.dice for face in die.faces)


def may_replace(state: State) -> bool:
    """Whether an icon can take the place of another."""
    return may_erase(state) and bool(state.active_cards())


KINDS = (FACE_ERASED, FACE_REPLACED)
