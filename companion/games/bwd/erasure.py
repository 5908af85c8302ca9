"""What happens when a face is erased: wiped, or replaced by another icon; and which icon that
resolves erases itself: without effect, a 0, one-shot, or its card neutralized, covered or not in
the tableau.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.action import Action
from companion.core.command import verb, word
from companion.core.event import Event, Referee
from companion.core.fact import Fact, Text
from companion.core.param import A_CARD, A_FACE
from companion.core.shapes import Context, Wrong, maybe
from companion.core.value import Annotated
from companion.games.bwd import faces
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.consequence import Consequence, Entry, Mismatch
from companion.games.bwd.names import any_drawn_face, drawable_icons
from companion.games.bwd.resolution import (
    DieResolved,
    Resolution,
    parts_where,
    resolved_in,
    works,
)
from companion.games.bwd.state import BLANK, Die, Face, State
from companion.games.bwd.tag_rules import active_card
from companion.games.bwd.wards import card_on, only_waits, warn_of_wards, why_idle

FACE = word(name="DIE:FACE", sort=A_FACE, candidates=any_drawn_face)
DrawnFace = Annotated[str, FACE]


def require_same(
    die: Die, place: int, icon: str | None, rule: str, done: str, referee: Referee, cards: Catalogue
) -> None:
    """Require that the named face still shows what was named."""
    referee.require(
        die.faces[place].icon == icon,
        rule,
        f"{die.id} has no {cards.title(icon)} there to be {done}.",
        "`companion bwd dice` shows what is on it.",
    )


# Wiping a face


ITSELF = "itself"


def _check_reason(data: Any, context: Context) -> Wrong | None:
    if data.get("by") == ITSELF and "why" not in data:
        return "why", None
    return faces.requires_with_meant("icon")(data, context)


class FaceErased(Fact[State], kind="face.erased", counts=False, together=_check_reason):
    """A face is wiped; `by` is `itself` if its icon erases itself, with a `why`.

    `icon` is what was on it, `meant` how it was named; older logs do not say.
    """

    die: Annotated[str, faces.DIE]
    face: Annotated[int, faces.PLACE]
    by: Text = ""
    why: Text = ""
    icon: Annotated[str | None, maybe(faces.ICON)] = ""
    meant: Annotated[str, faces.WAY] = ""

    def interpret(self, state: State) -> "FaceErased":
        return faces.with_face_as_named(self, state, self.icon)

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require that the face has the icon that was named."""
        die = state.die(self.die)
        face = die.faces[self.face]
        referee.require(
            not face.is_clean,
            "BWD-190",
            f"That face of {die.id} is blank: there is nothing to erase.",
            "Name a face by what is drawn on it: `ana.1:investment`.",
        )
        if self.icon != "" and not face.is_clean:
            require_same(die, self.face, self.icon, "BWD-190", "erased", referee, cards)

    def apply(self, state: State) -> State:
        if not faces.is_drawn_nowhere(state, self, self.icon):
            state = state.with_face(self.die, self.face, BLANK)
        die = state.die(self.die)
        if self.by != ITSELF or die.last is None or die.last.place != self.face:
            return state
        return state.with_die(die.with_erased_icon(self.why))

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        die = after.die(self.die).id
        if faces.is_drawn_nowhere(before, self, self.icon):
            return f"{cards.title(self.icon)} on {die} erased, which is not there: nothing changes"
        face = before.die(self.die).faces[self.face]
        what = "marks" if face.icon is None else cards.title(face.icon)
        if self.by == ITSELF:
            return f"{what} on {die} erases itself ({self.why})"
        return f"{what} on {die} erased"


# Icons that erase themselves

_ROLLS = ("dice.rolled", "die.claimed")
"""Effects on dice that always count as effects, whatever the dice show (BWD-34)."""
ZERO, NO_EFFECT, ONE_SHOT = "a 0 changes nothing", "no effect", "one-shot"


def _why_erased(it: Resolution, after: State, rolled: bool) -> str:
    """Return why the resolved icon erases itself; empty if it stays, or is gone already.

    `after` is the state after it; `rolled` says whether a die was rolled or changed hands.
    """
    before, die, effects, cards = it.before, it.die, it.effects, it.cards
    own, face = die.top, it.fact.acting(before)
    if own is None or face is None or die.active is None or "fizzled" in effects:
        return ""  # A fizzled icon stays, and counts as resolved (A-BW-09).
    if face.icon is None or after.die(die.key).faces[die.active].icon != own.icon:
        return ""
    scored = before.scores != after.scores
    if is_number(face.icon):
        if int(face.icon) == 0:
            return ZERO
        return "" if scored or "did" in effects else NO_EFFECT
    if not works(before, cards, face, effects):
        return why_idle(before, cards, face.card)
    if "nothing" in effects:
        return "" if only_waits(before, cards, face) else NO_EFFECT
    both = (card_on(cards, own), card_on(cards, face))  # Copies of a one-shot, too (A-BW-16).
    if any(card is not None and card.one_shot for card in both):
        return ONE_SHOT
    drawn = [die.faces for die in before.dice] != [die.faces for die in after.dice]
    known = face.icon == "tag" or "points" in effects
    return NO_EFFECT if known and "did" not in effects and not (rolled or scored or drawn) else ""


def _erasing(part: Entry) -> Iterator[FaceErased]:
    it = resolved_in(part)
    if it.die.active is None:
        return
    done = next((at for at, event in enumerate(part.events) if _is_itself(event, it)), None)
    led_to = part if done is None else part.until(done)
    rolled = any(event.kind in _ROLLS for event in led_to.events)
    why = _why_erased(it, led_to.after, rolled)
    if why:
        lies = led_to.after.die(it.die.key).active == it.die.active
        yield FaceErased(
            die=it.die.key,
            face=it.die.active,
            icon=it.fact.face,
            meant=faces.BY_TOP if lies else faces.BY_ICON,
            by=ITSELF,
            why=why,
        )


def _is_itself(event: Event, it: Resolution) -> bool:
    """Whether this event is the resolved icon erasing itself."""
    data = event.data
    at = (data.get("die"), data.get("face"), data.get("by"))
    return event.kind == "face.erased" and at == (it.die.key, it.die.active, ITSELF)


_REASONS = {NO_EFFECT: "it has no effect", ONE_SHOT: "it is one-shot"}


def _not_as_erased(
    part: Entry, due: Sequence[FaceErased], recorded: Sequence[FaceErased]
) -> Mismatch | None:
    """Explain that an icon erases itself exactly if that follows, whatever else is recorded."""
    it = resolved_in(part)
    why, own = due[0].why if due else "", (it.die.key, it.die.active)
    was = next((fact.why for fact in recorded if (fact.die, fact.face) == own), "")
    if was == why:
        return None
    reason = _REASONS.get(why or was, why or was)
    return Mismatch(
        _rule_of(why or was, it.icon),
        f"{it.shown} erases itself now, as {reason}; it stayed when it was resolved."
        if why
        else f"{it.shown} stays now; it erased itself because {reason}.",
        f"`companion bwd resolve {it.die.id}` enters it again.",
    )


def _rule_of(why: str, icon: str) -> str:
    """Return the rule by which an icon erases itself for that reason."""
    if why == NO_EFFECT:
        return "BWD-27" if icon.startswith("-") else "BWD-28" if icon == "tag" else "BWD-26"
    return {ZERO: "BWD-145", ONE_SHOT: "BWD-233"}.get(why, "BWD-142")


ERASES_ITSELF = Consequence(
    FaceErased,
    DieResolved,
    _erasing,
    _not_as_erased,
    follows=lambda fact: fact.by == ITSELF,
    parts=parts_where(lambda it: True),
)


@verb("wipe a face")
def erase(action: Action[State], face: DrawnFace) -> None:
    """Wipe a face, with its dots and dashes.

    Examples:
      companion bwd erase ben.1:investment
      companion bwd erase ben.1:-2
      companion bwd erase ben.1:active
    """
    die, place = faces.find_face(action.state, action.reference, face, need=" is erased")
    warn_of_wards(action, die)
    icon = die.faces[place].icon
    action.add(FaceErased(die=die.key, face=place, icon=icon, meant=faces.how_named(face)))


# Drawing anew


class FaceReplaced(
    Fact[State], kind="face.replaced", counts=False, together=faces.requires_with_meant("over")
):
    """A face is wiped, and another icon drawn on it; `over` is what was on it.

    Older logs do not say that, nor how it was named (`meant`).
    """

    die: Annotated[str, faces.DIE]
    face: Annotated[int, faces.PLACE]
    icon: Annotated[str, faces.ICON]
    card: Annotated[str | None, maybe(faces.CARD)]
    over: Annotated[str | None, maybe(faces.ICON)] = ""
    meant: Annotated[str, faces.WAY] = ""

    def interpret(self, state: State) -> "FaceReplaced":
        return faces.with_face_as_named(self, state, self.over)

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require an active card for the new icon, unless it is a number, and the face that was
        named.
        """
        if self.over != "":
            die = state.die(self.die)
            require_same(die, self.face, self.over, "BWD-253", "replaced", referee, cards)
        if self.card is not None and not is_number(self.icon):
            active_card(state, self.card, referee, cards)

    def apply(self, state: State) -> State:
        die, place = state.die(self.die), self.face
        if faces.is_drawn_nowhere(state, self, self.over):
            place = (die.blanks() or [place])[0]
            state = state.with_icon_lost(die.key, place, self.icon)
        return state.with_face(die.key, place, Face(self.icon, self.card))

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        new, die = cards.title(self.icon), after.die(self.die).id
        if faces.is_drawn_nowhere(before, self, self.over):
            return f"{new} replaces {cards.title(self.over)} on {die}, which is not there"
        old = before.die(self.die).faces[self.face].icon
        return f"{new} replaces {cards.title(old)} on {die}"


DrawableIcon = Annotated[str, word(name="ICON", sort=A_CARD, candidates=drawable_icons)]


@verb("wipe a face and draw another icon")
def replace(action: Action[State], face: DrawnFace, icon: DrawableIcon) -> None:
    """Wipe a face and draw another icon on it.

    Examples:
      companion bwd replace ana.1:cocoon 3
    """
    # Other requirements of the icon are ignored (A-BW-17); for a covered card, the icon is that of
    # the top of its stack (BWD-171).
    catalogue = action.reference
    die, place = faces.find_face(action.state, catalogue, face, need=" is replaced")
    label, card = faces.read_icon(action.state, catalogue, icon)
    if card and not is_number(label) and action.state.card_state(card) == "overwritten":
        top = action.state.stack_of(card)[-1]
        covered, covers = catalogue.title(card), catalogue.title(top)
        label, card = faces.read_icon(action.state, catalogue, catalogue.typed(top))
        action.warn(f"{covered} is covered by {covers}, so {covers} is drawn (BWD-171).")
    warn_of_wards(action, die)
    over, way = die.faces[place].icon, faces.how_named(face)
    action.add(FaceReplaced(die=die.key, face=place, icon=label, card=card, over=over, meant=way))
