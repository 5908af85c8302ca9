"""Moved to `faces`."""

from companion.games.bwd.faces import (
    dots_and_dashes as dots_and_dashes,
)
from companion.games.bwd.faces import (
    face_text as face_text,
)
