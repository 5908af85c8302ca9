"""What follows when a die is resolved: what a number scores, whose The Window's die is, and which
icon erases itself: without effect, a 0, one-shot, or its card neutralized, covered or not in the
tableau.

What the table told of a resolution stands in its entry (`DieResolved`); all else is worked out
here, both when the entry is made and when it is looked at again.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, NotRequired, TypedDict

from companion.core.consequence import Amiss, Consequence, Due, Entered
from companion.core.event import Event
from companion.core.kind import Kind, shape_of
from companion.core.play import HIGHEST_AMOUNT
from companion.core.shapes import AMOUNT, SEAT, TEXT, list_of, maybe, object_of, one_of
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.copies import FaceCopied
from companion.games.bwd.faces import BY_ICON, BY_TOP, CARD, DIE, ICON, PLACE, WAY, spoken
from companion.games.bwd.rounds import resolving
from companion.games.bwd.state import COMMON, Die, Face, State
from companion.games.bwd.wards import card_on, in_force, why_idle

# What is told of a resolution

RESOLVED = "die.resolved"
DID = ("tag", "erase", "reroll", "points", "did")
"""What is told of an icon that did something, in facts or in words."""
DONE = frozenset(DID)
TOLD = (*DID, "nothing", "fizzled")


class DieResolved(TypedDict):
    """A die is resolved by what it shows: `how` in words, `told` what of all that was said.

    `stoppers` are the cards by which it may have fizzled, `copies` is what it works as. Older logs
    have words alone.
    """

    die: Annotated[str, DIE]
    seat: Annotated[int, SEAT]
    how: Annotated[str, TEXT]
    face: Annotated[str | None, maybe(ICON)]
    told: NotRequired[Annotated[list[str], list_of(one_of(*TOLD))]]
    stoppers: NotRequired[Annotated[list[str], list_of(CARD)]]
    copies: NotRequired[Annotated[FaceCopied, object_of(shape_of(FaceCopied))]]


def acting(before: State, data: DieResolved) -> Face | None:
    """What a resolution carries out: the face that was copied, or else the one on top."""
    copied = data.get("copies")
    return before.die(data["die"]).top if copied is None else Face(copied["icon"], copied["card"])


def command(data: DieResolved, die: Die) -> str:
    """The command that resolves a die, without its ticks; as what it copies, where it does."""
    copied = data.get("copies")
    return resolving(die, None if copied is None else copied["die"])


class Resolution:
    """A part of an entry in which a die resolves: the fact, and what was entered with it."""

    def __init__(self, part: Entered[State], data: DieResolved) -> None:
        self.part = part
        self.data = data
        self.seat = data["seat"]
        self.before = part.before
        self.cards: Catalogue = part.reference
        self.die = self.before.die(data["die"])
        self.told = data.get("told", [])
        self.face = acting(self.before, data) or Face()
        self.icon = self.face.icon or ""

    @property
    def shown(self) -> str:
        """The die with what it shows."""
        return spoken(self.die, self.cards)


def resolution(part: Entered[State]) -> Resolution | None:
    """What such a part tells; None where nothing follows: in older logs, or where a house let a die
    resolve that shows something else."""
    data: DieResolved = part.events[0].data  # type: ignore[assignment]
    top = part.before.die(data["die"]).top
    if "told" not in data or top is None or top.icon != data["face"]:
        return None
    return Resolution(part, data)


def _resolutions(entered: Entered[State]) -> list[Resolution]:
    found = (part.once(resolution) for part in entered.from_each(RESOLVED))
    return [one for one in found if one is not None]


def works(state: State, cards: Catalogue, face: Face, told: Collection[str]) -> bool:
    """Whether an icon does what its card says; a house may let one of a card that does not."""
    return in_force(state, cards, face.card) or not DONE.isdisjoint(told)


# Numbers score


def scored_by(state: State, seat: int, face: Face, told: Collection[str]) -> int:
    """The change of points that a number brings by itself; 0 where the table told another."""
    if not is_number(face.icon or "") or not {"points", "nothing", "fizzled"}.isdisjoint(told):
        return 0
    number = max(-HIGHEST_AMOUNT, min(int(face.icon or ""), HIGHEST_AMOUNT))
    return 0 if number < 0 and not state.scores[seat] else number


def brings(points: int) -> str:
    """What a change of points does, in words that a name completes."""
    return f"brings {points} to" if points > 0 else f"takes {-points} from"


def _numbers(entered: Entered[State]) -> list[Entered[State]]:
    """The parts in which a number scores what it says, and nothing else was told."""
    return [
        it.part
        for it in entered.once(_resolutions)
        if is_number(it.icon) and {"points", "fizzled"}.isdisjoint(it.told)
    ]


class PointsScored(TypedDict):
    """Points that somebody gains or loses."""

    seat: Annotated[int, SEAT]
    points: Annotated[int, AMOUNT]


def _scores(sign: int) -> Consequence[State, PointsScored]:
    def due(part: Entered[State]) -> Iterator[Due[PointsScored]]:
        it = part.once(resolution)
        points = 0 if it is None else scored_by(it.before, it.seat, it.face, it.told)
        if it is not None and points * sign > 0:
            yield Due("BWD-143", {"seat": it.seat, "points": abs(points)})

    def amiss(
        part: Entered[State], due: Sequence[Due[PointsScored]], told: Sequence[PointsScored]
    ) -> Amiss | None:
        it = part.once(resolution)
        if it is None:
            return None
        name, again = it.before.name(it.seat), f"`{command(it.data, it.die)}` tells it anew."
        if not due:
            changes = f"{it.shown} changes no points of {name}'s, which it did as it was resolved."
            return Amiss("BWD-26", changes, again)
        gets = brings(due[0].payload["points"] * sign)
        return Amiss(
            "BWD-143", f"{it.shown} {gets} {name}, which it did not as it was resolved.", again
        )

    return Consequence(
        rules=("BWD-143", "BWD-26"), due=due, amiss=amiss, parts=_numbers, of=RESOLVED
    )


POINTS_GAINED = Kind[State, PointsScored]("points.gained", PointsScored, follows=_scores(+1))
POINTS_LOST = Kind[State, PointsScored]("points.lost", PointsScored, follows=_scores(-1))

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
        return NO_EFFECT
    both = (card_on(cards, own), card_on(cards, face))  # What copies a one-shot, too (A-BW-16).
    if any(card is not None and card.one_shot for card in both):
        return ONE_SHOT
    faces = [[die.faces for die in state.dice] for state in (before, after)]
    drawn = faces[0] != faces[1]
    said = face.icon == "tag" or "points" in told
    return NO_EFFECT if said and "did" not in told and not (rolled or scored or drawn) else ""


class FaceErased(TypedDict):
    """A face is wiped; `by` is `itself` where its icon erases itself, with a `why`.

    `icon` is what was on it, `meant` how it was named.
    """

    die: Annotated[str, DIE]
    face: Annotated[int, PLACE]
    by: NotRequired[Annotated[str, TEXT]]
    why: NotRequired[Annotated[str, TEXT]]
    icon: NotRequired[Annotated[str | None, maybe(ICON)]]
    meant: NotRequired[Annotated[str, WAY]]


def _erasing(part: Entered[State]) -> Iterator[Due[FaceErased]]:
    it = part.once(resolution)
    if it is None or it.die.active is None:
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
            "meant": BY_TOP if lies else BY_ICON,
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
) -> Amiss | None:
    """An icon erases itself where that follows, and only there, whatever else an entry keeps."""
    it = part.once(resolution)
    if it is None:
        return None
    why = due[0].payload["why"] if due else ""
    itself = next(
        (one for one in told if (one["die"], one["face"]) == (it.die.key, it.die.active)), None
    )
    was = "" if itself is None else itself["why"]
    if was == why:
        return None
    reason = _REASONS.get(why or was, why or was)
    return Amiss(
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


def _of_each_die(entered: Entered[State]) -> list[Entered[State]]:
    return [it.part for it in entered.once(_resolutions)]


ERASES_ITSELF = Consequence[State, FaceErased](
    rules=("BWD-26", "BWD-27", "BWD-28", "BWD-142", "BWD-145", "BWD-233"),
    due=_erasing,
    amiss=_not_as_erased,
    follows=lambda fact: fact.get("by") == ITSELF,
    parts=_of_each_die,
    of=RESOLVED,
)

# The Window takes the common die


class DieClaimed(TypedDict):
    """Somebody takes a die; its active face stays as it lies."""

    die: Annotated[str, DIE]
    seat: Annotated[int, SEAT]


def rolls_the_common_die(it: Resolution) -> bool:
    """Whether The Window is resolved, and works."""
    core = it.face.card is not None and it.cards.card(it.face.card).core
    stopped = "nothing" in it.told or "fizzled" in it.told
    is_window = core and it.icon == "the-window" and not stopped
    return is_window and works(it.before, it.cards, it.face, it.told)


def _taking(part: Entered[State]) -> Iterator[Due[DieClaimed]]:
    it = part.once(resolution)
    if it is not None and it.before.die(COMMON).owner != it.seat:
        yield Due("BWD-200", {"die": COMMON, "seat": it.seat})


def _not_taken(
    part: Entered[State], due: Sequence[Due[DieClaimed]], told: Sequence[DieClaimed]
) -> Amiss | None:
    it = part.once(resolution)
    if it is None or part.after.die(COMMON).owner == it.seat:
        return None
    return Amiss(
        "BWD-200",
        f"{it.shown} rolls the common die, and {it.before.name(it.seat)} takes it.",
        f"`{command(it.data, it.die)}` tells it anew.",
    )


def _of_the_window(entered: Entered[State]) -> list[Entered[State]]:
    """The parts in which The Window is resolved, and works."""
    return [it.part for it in entered.once(_resolutions) if rolls_the_common_die(it)]


TAKES_THE_COMMON_DIE = Consequence[State, DieClaimed](
    rules=("BWD-200",),
    due=_taking,
    amiss=_not_taken,
    parts=_of_the_window,
    of=RESOLVED,
)
