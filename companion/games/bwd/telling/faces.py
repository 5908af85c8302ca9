"""Faces of dice in a few signs."""

from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.state import Face


def face_text(face: Face, catalogue: Catalogue) -> str:
    """What is on a face: its icon, and the dots and dashes beside it."""
    icon = "blank" if face.icon is None else catalogue.title(face.icon)
    return icon + dots_and_dashes(face)


def dots_and_dashes(face: Face) -> str:
    """The dots and dashes on a face as they are drawn, three of each at most: `••–`."""
    return "•" * min(face.dots, 3) + "–" * min(face.dashes, 3)
