"""Draw pages as PNG: as PDF first, which pdfium then turns into pixels.

Sheets are in grey, for printing; charts are in colour.
"""

from collections.abc import Sequence
from io import BytesIO

from companion.errors import Unusable
from companion.printing.page import Page, is_coloured
from companion.printing.pens.pdf import PdfPen

_DOTS, _DOTS_OF_MANY, _DOTS_OF_CHART = 300, 150, 220
"""Dots per inch, for printing; fewer if one picture holds several pages."""
_EXACTLY = 1 - 1e-5
"""pdfium rounds up: a page of 2,550.0001 pixels must become 2,550."""
_BETWEEN = 4.0
"""Millimetres between two pages of one picture."""


class PngPen(PdfPen):
    """Draws a PNG. Raises Unusable if reportlab, Pillow or pypdfium2 is not installed."""

    def __init__(self) -> None:
        super().__init__()
        try:
            import PIL  # noqa: F401
            import pypdfium2  # noqa: F401
        except ImportError:
            raise Unusable(
                "PNGs need pypdfium2 and Pillow, which are not installed.",
                "`pip install pypdfium2 pillow`, or print to .html or .svg.",
            ) from None

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """Return the PNG with these pages, one below the other."""
        from PIL import Image, PngImagePlugin
        from pypdfium2 import PdfDocument

        coloured = any(is_coloured(page) for page in pages)
        dots = _DOTS_OF_CHART if coloured else _DOTS if len(pages) == 1 else _DOTS_OF_MANY
        document = PdfDocument(super().drawn(pages, title, author))
        scale = dots / 72 * _EXACTLY
        drawn = [
            page.render(scale=scale, grayscale=not coloured, rev_byteorder=True).to_pil()
            for page in document
        ]
        gap = round(_BETWEEN / 25.4 * dots)
        height = sum(one.height for one in drawn) + gap * (len(drawn) - 1)
        mode, white = ("RGB", (255, 255, 255)) if coloured else ("L", 255)
        picture = Image.new(mode, (max(one.width for one in drawn), height), white)
        top = 0
        for one in drawn:
            picture.paste(one, (0, top))
            top += one.height + gap
        properties = PngImagePlugin.PngInfo()
        properties.add_text("Software", "companion")
        for key, value in (("Title", title), ("Author", author)):
            properties.add_itxt(key, value.encode("utf-8", "replace").decode())
        content = BytesIO()
        picture.save(content, "PNG", dpi=(dots, dots), pnginfo=properties)
        return content.getvalue()
