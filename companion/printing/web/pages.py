"""Pages that were laid out to the tenth of a millimetre, as they are, for a browser."""

from collections.abc import Sequence

from companion.printing.drawing.svg import SvgPen, opening
from companion.printing.page import Page
from companion.printing.web.shell import document


class HtmlPen(SvgPen):
    """Puts each page into a frame of its own size: labels have to lie where they are."""

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """The file with these pages."""
        width, height = pages[0].width, pages[0].height
        style = (
            f"@page {{ size: {width:g}mm {height:g}mm; margin: 0; }}\n"
            f"main {{ position: relative; width: {width:g}mm; height: {height:g}mm;"
            " overflow: hidden; break-after: page; }\n"
            "main:last-child { break-after: auto; }\n"
            "main svg { position: absolute; top: 0; left: 0; }\n"
        )
        frames = (
            f"<main>{opening(page.width, page.height)}{self.contents(page)}</svg></main>"
            for page in pages
        )
        return document(title, style, "\n".join(frames))
