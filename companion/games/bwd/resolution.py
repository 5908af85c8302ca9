"""A resolution as it is kept: by what a die shows, or works as, where its icon copies another face;
what follows from it is worked out from that.

A copy stands until the phase ends or the face changes that is copied. What the table told of a
resolution stands in its entry (`DieResolved`); all else is worked out, both when the entry is made
and when it is looked at again: what a number scores in `points`, which icon erases itself in
`erasure`, and here whose The Window's die is.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.consequence import Consequence, Due, Entered, Mismatch
from companion.core.event import Event, Referee
from companion.core.kind import shape_of
from companion.core.shapes import SEAT, TEXT, list_of, maybe, object_of, one_of
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.faces import BY_TOP, CARD, DIE, ICON, PLACE, WAY, find_die, spoken
from companion.games.bwd.rounds import may_resolve, resolving
from companion.games.bwd.state import COMMON, Copy, Die, Face, State
from companion.games.bwd.wards import card_on, in_force, warn_of_wards

# What is told of a resolution

RESOLVED = "die.resolved"
DID = ("tag", "erase", "reroll", "points", "did")
"""What is told of an icon that did something, in facts or in words."""
DONE = frozenset(DID)
TOLD = (*DID, "nothing", "fizzled")


class FaceCopied(TypedDict):
    """The active face that a die works as when it resolves, and how it was named."""

    die: Annotated[str, DIE]
    face: Annotated[int, PLACE]
    icon: Annotated[str, ICON]
    card: Annotated[str | None, maybe(CARD)]
    meant: NotRequired[Annotated[str, WAY]]


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


def parts_where(
    follows: Callable[[Resolution], bool],
) -> Callable[[Entered[State]], list[Entered[State]]]:
    """Of an entry, the parts in which a die resolves from which something follows."""
    return lambda entered: [it.part for it in entered.once(_resolutions) if follows(it)]


def resolved_in(part: Entered[State]) -> Resolution:
    """What a part tells that `parts_where` gave."""
    it = part.once(resolution)
    assert it is not None
    return it


def works(state: State, cards: Catalogue, face: Face, told: Collection[str]) -> bool:
    """Whether an icon does what its card says; a house may let one of a card that does not."""
    return in_force(state, cards, face.card) or not DONE.isdisjoint(told)


# What may be copied


def can_copy(face: Face, cards: Catalogue) -> bool:
    """Whether an icon may be one that copies, for all that is known: no number, no core icon, and
    none of which the group told that it copies nothing."""
    card = card_on(cards, face)
    if face.icon is None or is_number(face.icon):
        return False
    return card is None or not (card.core or cards.told.get(card.key, {}).get("copies") is False)


def copier_works(state: State, die: Die, cards: Catalogue) -> bool:
    """Whether the card of the icon that copies is in force."""
    return die.top is None or in_force(state, cards, die.top.card)


def require_copied(
    state: State, die: Die, told: FaceCopied, referee: Referee, cards: Catalogue
) -> None:
    """An active face is copied that shows an icon, and none that copies itself."""
    other = state.die(told["die"])
    top = other.top
    shown = other.active == told["face"] and (top and top[:2]) == (told["icon"], told["card"])
    again = f"`companion bwd resolve {die.id} --copies DIE`"
    referee.require(
        shown,
        "BWD-208",
        f"{other.id} does not show {cards.title(told['icon'])}, and active faces are copied.",
        f"{again}; `companion bwd roll {other.id}=…` tells what is on top.",
    )
    if not shown or state.copy_of(die) is not None:
        return  # A copy that stands was one when it was made.
    title = spoken(other, cards)
    referee.require(
        copier_works(state, die, cards),
        "BWD-142",
        f"{spoken(die, cards)} does not work now, so it copies nothing and only erases itself.",
        "Leave out `--copies`.",
    )
    referee.require(
        not _copies(state, die, other, cards),
        "BWD-210",
        f"{title} copies as well: an icon that would make a copy is not copied.",
        f"{again} with another die.",
    )
    working = die._replace(faces=(top or Face(),) * 6)
    referee.require(
        may_resolve(state, cards, working, state.phase),
        "A-BW-05",
        f"{title} has nothing to resolve in the {state.phase.title()} phase, and neither has what "
        "copies it.",
        f"{again} with another die.",
    )


def _copies(state: State, die: Die, other: Die, cards: Catalogue) -> bool:
    """Whether what a die shows makes copies: as far as is known, and as the copying icon does."""
    card, own = card_on(cards, other.top), card_on(cards, die.top)
    same = card is not None and own is not None and card.key == own.key
    return (
        other.id == die.id
        or same
        or (card is not None and card.copies)
        or any(copy.die == other.key for copy in state.copies)
    )


def require_same_copy(
    state: State, die: Die, told: FaceCopied | None, referee: Referee, cards: Catalogue
) -> None:
    """A copy that stands is not made anew, nor left out: not in another turn of the phase."""
    copy = state.copy_of(die)
    if copy is None or not copier_works(state, die, cards):
        return
    icon = cards.title(copy.face.icon or "")
    referee.require(
        told is not None and (told["die"], told["face"]) == (copy.of, copy.place),
        "BWD-209",
        f"{die.id} works as {icon} on {state.die(copy.of).id} until this phase ends.",
        f"`companion bwd resolve {die.id}` carries that out again.",
    )


# How long a copy stands


def copying(state: State, die: Die, icon: str | None, told: FaceCopied) -> tuple[State, Face]:
    """The state in which a die works as the face that it copies, and that face."""
    copies = (copy for copy in state.copies if copy.die != die.key)
    face = state.die(told["die"]).faces[told["face"]]
    copy = Copy(die.key, icon or "", told["die"], told["face"], face)
    return replace(state, copies=(*copies, copy)), face


def copies_left(before: State, event: Event, state: State) -> State:
    """A copy ends with its phase, and as soon as the face that is copied changes (BWD-211)."""
    if state.phase != before.phase:
        return replace(state, copies=())
    rolled = event.data["faces"] if event.kind == "dice.rolled" else {}
    left = tuple(
        copy
        for copy in state.copies
        if rolled.keys().isdisjoint((copy.die, copy.of))
        and _shows(state.die(copy.die), copy.icon)
        and state.die(copy.of).active == copy.place
        and state.die(copy.of).top == copy.face
    )
    return state if left == state.copies else replace(state, copies=left)


def _shows(die: Die, icon: str) -> bool:
    return die.top is not None and die.top.icon == icon


# Telling of a copy


def choose_copied(action: Action[State], die: Die, named: str | None) -> Die | None:
    """The die whose active face is copied: the one that is named, or that of a copy that stands.

    None also where a house lets a blank face be copied, which does nothing by itself. Raises
    Invalid or Refused where there is no icon to be copied.
    """
    state, catalogue = action.state, action.reference
    copy = state.copy_of(die)
    if named is None:
        works = copy is not None and copier_works(state, die, catalogue)
        return state.die(copy.of) if copy is not None and works else None
    if die.top is None or not can_copy(die.top, catalogue):
        raise Invalid(f"{die.id} shows nothing that copies.", f"`companion bwd resolve {die.id}`")
    other = find_die(state, named)
    if other.top is None:
        raise Refused(
            f"I do not know what {other.id} shows.", f"`companion bwd roll {other.id}=…` tells it."
        )
    if other.top.icon is None:
        action.referee.refuse(
            "A-BW-15",
            f"{other.id} shows a blank face, which is no icon to be copied.",
            f"`companion bwd resolve {die.id} --copies DIE` with another die.",
        )
        return None
    if copy is None:
        warn_of_wards(action, other)
    return other


def face_copied(other: Die) -> FaceCopied:
    """What an entry keeps of the active face of a die that is copied."""
    assert other.top is not None
    assert other.active is not None
    return {
        "die": other.key,
        "face": other.active,
        "icon": other.top.icon or "",
        "card": other.top.card,
        "meant": BY_TOP,
    }


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
    it = resolved_in(part)
    if it.before.die(COMMON).owner != it.seat:
        yield Due("BWD-200", {"die": COMMON, "seat": it.seat})


def _not_taken(
    part: Entered[State], due: Sequence[Due[DieClaimed]], told: Sequence[DieClaimed]
) -> Mismatch | None:
    it = resolved_in(part)
    if part.after.die(COMMON).owner == it.seat:
        return None
    return Mismatch(
        "BWD-200",
        f"{it.shown} rolls the common die, and {it.before.name(it.seat)} takes it.",
        f"`{command(it.data, it.die)}` tells it anew.",
    )


TAKES_THE_COMMON_DIE = Consequence[State, DieClaimed](
    rules=("BWD-200",),
    due=_taking,
    explain=_not_taken,
    parts=parts_where(rolls_the_common_die),
    of=RESOLVED,
)
