"""Pages that were laid out to the tenth of a millimetre, as they are, for a browser."""

from collections.abc import Sequence

from companion.printing.drawing.svg import SvgPen, opening
from companion.printing.page import Page
from companion.printing.web.shell import document, unseen_title

# On a screen that is narrower than the page, it is drawn smaller; paper has it to the tenth.
_STYLE = """main { background: none; box-shadow: none; margin: 0; }
.page { background: #fff; break-after: page; }
.page:last-child { break-after: auto; }
@media screen {
  .page { margin: 8mm auto; box-shadow: 0 0 3mm #0003; max-width: 100%; height: auto; }
  .page svg { width: 100%; height: auto; }
}
"""


class HtmlPen(SvgPen):
    """Puts each page into a frame of its own size: labels have to lie where they are."""

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """The file with these pages."""
        width, height = pages[0].width, pages[0].height
        style = (
            f"@page {{ size: {width:g}mm {height:g}mm; margin: 0; }}\n"
            f".page {{ width: {width:g}mm; height: {height:g}mm; overflow: hidden; }}\n{_STYLE}"
        )
        frames = (
            f'<section class="page" aria-label="Page {number} of {len(pages)}">'
            f"{opening(page.width, page.height)}{self.contents(page)}</svg></section>"
            for number, page in enumerate(pages, start=1)
        )
        inner = "\n".join((unseen_title(title), *frames))
        return document(title, style, f"<main>\n{inner}\n</main>")
