"""What the pens have in common that choose a font for every sign."""

from companion.printing.fonts.choice import Choice

SQUARE, BESIDE = 0.6, 0.08
"""A sign that no font has is an empty square: so wide, and so much white at either side, as parts
of the letters' size."""


class Lettering:
    """A pen's fonts."""

    def __init__(self, fonts: Choice) -> None:
        self._fonts = fonts

    def warnings(self) -> tuple[str, ...]:
        """The signs that no font has."""
        return self._fonts.warnings()
