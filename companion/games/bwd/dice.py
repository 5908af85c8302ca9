"""Dice: who has them, and what is on them, rolled or unfolded; and fixing them on the table after
an undo or redo.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import flag, player, verb, word, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import folded, listed
from companion.core.param import A_CARD, A_DIE, A_PLAY, Arguments, Candidate
from companion.core.reply import Reply
from companion.core.shapes import tuple_of
from companion.core.value import Annotated
from companion.errors import Invalid, Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.consequence import Consequence, Entry, Mismatch
from companion.games.bwd.faces import (
    DIE,
    EMPTY,
    WRITTEN,
    counted,
    describe_marks,
    find_die,
    lying,
    read_icon,
    six,
)
from companion.games.bwd.names import any_die, drawable_icons, seats_from_turn
from companion.games.bwd.resolution import (
    DieResolved,
    parts_where,
    resolved_in,
    rolls_the_common_die,
)
from companion.games.bwd.state import COMMON, Die, Face, State
from companion.games.bwd.wards import warn_of_wards

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.box import PlayView
    from companion.core.offer import Trial


# Taking a die


class DieClaimed(Fact[State], kind="die.claimed", counts=False):
    """A player takes a die; its active face stays."""

    die: Annotated[str, DIE]
    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        """Require that somebody else has it, or nobody."""
        taken = state.die(self.die)
        if taken.owner == self.seat:
            die = "the common die" if taken.key == COMMON else taken.id
            raise Refused(
                f"{state.name(self.seat)} already has {die}.", "`companion table` shows it."
            )

    def apply(self, state: State) -> State:
        return state.with_die(state.die(self.die)._replace(owner=self.seat))

    def describe(self, before: State, after: State) -> str:
        die = "the common die" if self.die == COMMON else after.die(self.die).id
        return f"{after.name(self.seat)} takes {die}"


def _taking(part: Entry) -> Iterator[DieClaimed]:
    it = resolved_in(part)
    if it.before.die(COMMON).owner != it.seat:
        yield DieClaimed(die=COMMON, seat=it.seat)


def _not_taken(
    part: Entry, due: Sequence[DieClaimed], recorded: Sequence[DieClaimed]
) -> Mismatch | None:
    it = resolved_in(part)
    if part.after.die(COMMON).owner == it.seat:
        return None
    return Mismatch(
        "BWD-200",
        f"{it.shown} rolls the common die, and {it.before.name(it.seat)} takes it.",
        f"`{it.command}` enters it again.",
    )


TAKES_THE_COMMON_DIE = Consequence(
    DieClaimed, DieResolved, _taking, _not_taken, parts=parts_where(rolls_the_common_die)
)
"""The Window takes the common die."""


def _takers(trial: "Trial[State]") -> Iterator[int]:
    holder = trial.state.die(COMMON).owner
    return (seat for seat in seats_from_turn(trial) if seat != holder)


def _common_first(trial: "Trial[State]", args: Arguments[State]) -> list[Candidate]:
    return sorted(any_die(trial, args), key=lambda die: die[0] != COMMON)


Taker = Annotated[int, player(_takers)]
Taken = Annotated[
    Die,
    word(
        find_die,
        name="DIE",
        sort=A_DIE,
        default_from=lambda state: state.die(COMMON),
        candidates=_common_first,
        whose=lambda state, die: () if die.owner is None else (die.owner,),
    ),
]


@verb("take the common die")
def claim(action: Action[State], player: Taker, die: Taken) -> None:
    """Take the common die.

    The face that it shows stays.

    Examples:
      companion bwd claim ana
    """
    warn_of_wards(action, die, by=player)
    action.add(DieClaimed(die=die.key, seat=player))


# Exchanging dice


class DiceSwapped(Fact[State], kind="dice.swapped", counts=False):
    """Two players exchange dice."""

    dice: Annotated[Sequence[str], tuple_of(DIE, DIE)]

    def check(self, state: State, referee: Referee) -> None:
        """Require two players as owners."""
        one, other = map(state.die, self.dice)
        if one.owner == other.owner:
            raise Refused(
                f"{one.id} and {other.id} belong to the same player, so there is nothing to swap.",
                "Name a die of each player.",
            )

    def apply(self, state: State) -> State:
        one, other = map(state.die, self.dice)
        state = state.with_die(one._replace(owner=other.owner))
        return state.with_die(other._replace(owner=one.owner))

    def describe(self, before: State, after: State) -> str:
        holders = [f"{die.id} is {lying(after, die)}" for die in map(after.die, self.dice)]
        return f"swapped: {listed(holders)} now"


OneDie = Annotated[str, word(name="DIE", sort=A_DIE, candidates=any_die)]
OtherDie = Annotated[str, word(name="OTHER", sort=A_DIE, metavar="DIE", candidates=any_die)]


@verb("exchange dice of two players")
def swap(action: Action[State], one: OneDie, other: OtherDie) -> None:
    """Exchange dice of two players.

    The faces that they show stay.

    Examples:
      companion bwd swap ana.1 ben.2
    """
    dice = [find_die(action.state, one), find_die(action.state, other)]
    for die in dice:
        warn_of_wards(action, die)
    action.add(DiceSwapped(dice=[die.key for die in dice]))


# Entering a whole die


class DieWritten(Fact[State], kind="die.written", counts=False):
    """The icons on a die now, whatever was entered before."""

    die: Annotated[str, DIE]
    faces: Annotated[Sequence[Mapping[str, Any] | None], six(WRITTEN)]

    def apply(self, state: State) -> State:
        for place, face in enumerate(self.faces):
            state = state.with_face(self.die, place, Face.from_json(face))
        return state.with_die(state.die(self.die)._replace(active=None))

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        icons = [cards.title(str(face["icon"])) for face in self.faces if face is not None]
        return f"{after.die(self.die).id} has {listed(counted(icons)) or 'nothing'} on it"


def _written(state: State, catalogue: Catalogue, icon: str) -> dict[str, object] | None:
    if folded(icon) in EMPTY:
        return None
    label, card = read_icon(state, catalogue, icon)
    return Face(label, card).to_json()


def _icons(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    yield from drawable_icons(trial, args)
    yield "blank", "a face with nothing on it"


# An icon may be on several faces of a die.
Icons = Annotated[
    Sequence[str], words(name="ICON...", sort=A_CARD, duplicates=True, candidates=_icons)
]


@verb("enter what is on a die")
def write(action: Action[State], die: OneDie, icons: Icons) -> None:
    """Enter all that is on a die now.

    Faces left out are blank; nothing is checked.

    Examples:
      companion bwd write ana.1 investment 3 -2
      companion bwd write ana.1 blank blank tag      for those who number faces
    """
    cards: Catalogue = action.reference
    icons = cards.whole_names(icons)
    written = find_die(action.state, die)
    if len(icons) > 6:
        raise Invalid(
            f"A die has six faces, but {len(icons)} icons were entered.", "Leave some out."
        )
    faces = [_written(action.state, cards, icon) for icon in icons]
    faces += [None] * (6 - len(faces))
    action.add(DieWritten(die=written.key, faces=faces))


# Showing dice

PastPlay = Annotated[
    str, word(sort=A_PLAY, metavar="PLAY", help="A past play's dice.", after_dash=True)
]
AsList = Annotated[bool, flag("A line for each die.", name="--list", about="a line for each die")]


@verb("see every die unfolded", name="dice")
def show_dice(seen: "PlayView[State]", *, of: PastPlay = "", as_list: AsList = False) -> Reply:
    """See every die unfolded.

    Brackets mark the active face. Faces are #1 above, #2 to #5 across, #6 below.

    Examples:
      companion bwd dice
      companion bwd dice --list
      companion bwd dice --of bwd-3
    """
    from companion.games.bwd.views import dice_view

    def blocks() -> "list[Block]":
        heading = seen.heading("Dice")
        return [heading, *dice_view(seen.state, seen.reference, as_list=as_list)]

    return Reply(
        document=lambda: {
            "play": seen.play,
            "group": seen.group,
            "dice": [dice_entry(seen.state, die) for die in seen.state.dice],
        },
        blocks=blocks,
    )


# As JSON


def dice_entry(state: State, die: Die) -> dict[str, Any]:
    """A die: `active` is the place of the face on top, 0 to 5, null if it is unknown.

    `resolved` says whether its controller has resolved it in this phase.
    """
    return {
        "id": die.id,
        "owner": None if die.owner is None else state.name(die.owner),
        "faces": [face.to_json() for face in die.faces],
        "active": die.active,
        "resolved": die.owner is not None and state.has_resolved(die.owner, die),
    }


# Fixing dice on the table after an undo


def table_fixes(was: State, now: State, catalogue: Catalogue) -> list[str]:
    """Return a sentence for each die with other icons now; equal faces are interchangeable.

    And one for each icon that is lost, as another one was drawn over it.
    """
    fixes = list(_overdrawn(was, now, catalogue))
    for die in now.dice:
        before = was.die(die.key)
        if before.faces is not die.faces and (does := list(_changes(before, die, catalogue))):
            fixes.append(f"{die.id}: {'; '.join(does)}.")
    return fixes


def _overdrawn(was: State, now: State, catalogue: Catalogue) -> Iterator[str]:
    lost = Counter(now.lost_icons) - Counter(was.lost_icons)
    for die_id, there, icon in lost.elements():
        over, gone = (_the(Face(drawn), catalogue) for drawn in (icon, there))
        yield f"{now.die(die_id).id}: {over} is drawn over {gone}, which is lost."


def _changes(before: Die, after: Die, catalogue: Catalogue) -> Iterator[str]:
    old, new = _drawn(before), _drawn(after)
    gone, come = list((old - new).elements()), list((new - old).elements())
    for face in list(come):
        same = next((other for other in gone if other.icon == face.icon), None)
        if same is not None:
            gone.remove(same)
            come.remove(face)
            yield f"{_the(face, catalogue)} has {_marks(face)}"
    if gone:
        yield f"wipe {_all(gone, catalogue)}"
    if come:
        yield f"draw {_all(come, catalogue)} again"


def _drawn(die: Die) -> Counter[Face]:
    return Counter(face._replace(card=None) for face in die.faces if not face.is_clean)


def _all(faces: list[Face], catalogue: Catalogue) -> str:
    return listed(counted([_with_marks(face, catalogue) for face in faces]))


def _with_marks(face: Face, catalogue: Catalogue) -> str:
    marked = f" with {_marks(face)}" if face.icon is not None and (face.dots or face.dashes) else ""
    return f"{_the(face, catalogue)}{marked}"


def _the(face: Face, catalogue: Catalogue) -> str:
    if face.icon is None:
        return _marks(face)
    title = catalogue.title(face.icon)
    return title if title.startswith("The ") else f"the {title}"


def _marks(face: Face) -> str:
    return describe_marks(face) or "no dots or dashes"
