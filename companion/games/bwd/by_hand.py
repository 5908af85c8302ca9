"""What has to be put right on the dice by hand, where an undo or redo has changed what is drawn."""

from collections import Counter
from collections.abc import Iterator

from companion.core.names import listed
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import counted
from companion.games.bwd.state import Die, Face, State


def by_hand(was: State, now: State, catalogue: Catalogue) -> list[str]:
    """A sentence for each die on which something else is drawn now; faces alike are the same.

    And one for each icon that is lost, as another one was drawn over it.
    """
    told = list(_overdrawn(was, now, catalogue))
    for die in now.dice:
        before = was.die(die.key)
        if before.faces is not die.faces and (does := list(_changes(before, die, catalogue))):
            told.append(f"{die.id}: {'; '.join(does)}.")
    return told


def _overdrawn(was: State, now: State, catalogue: Catalogue) -> Iterator[str]:
    lost = Counter(now.overdrawn) - Counter(was.overdrawn)
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
    return Counter(face._replace(card=None) for face in die.faces if not face.clean)


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
    dots = f"{face.dots} dot{'s' * (face.dots != 1)}" if face.dots else ""
    dashes = f"{face.dashes} dash{'es' * (face.dashes != 1)}" if face.dashes else ""
    return listed([marks for marks in (dots, dashes) if marks]) or "no dots or dashes"
