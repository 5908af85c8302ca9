"""What the pens have in common that choose a font for every sign."""

from companion.printing.fonts.choice import Choice

SQUARE, BESIDE = 0.6, 0.08
"""A sign that no font has is an empty square: so wide, and so much white at either side, as parts
of the letters' size."""


class Lettering:
    """A pen's fonts; `example` is one to install where signs are missing."""

    def __init__(self, fonts: Choice, example: str) -> None:
        self._fonts, self._example = fonts, example

    def warnings(self) -> tuple[str, ...]:
        """The signs that no font has."""
        return self._fonts.warnings(self._example)
