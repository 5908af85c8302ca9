"""Parts of every HTML page: one file with its own style, codes drawn inline."""

from collections.abc import Sequence
from html import escape

from companion.core.inventory import Figure
from companion.core.names import visible
from companion.drawing.paper import PAPERS
from companion.drawing.svg import CORNERS
from companion.printing import codes
from companion.printing.page import COLOURS, Page
from companion.printing.pens.svg import SvgPen, code_path, opening, xml_text

_STYLE = f"""
:root {{ color-scheme: light; }}
* {{ box-sizing: border-box; }}
html {{ background: #e9ebed; }}
body {{ margin: 0; color: {COLOURS["black"]}; font: 10pt/1.3 Helvetica, Arial, sans-serif;
  overflow-wrap: anywhere; -webkit-print-color-adjust: exact; print-color-adjust: exact; }}
main {{ background: #fff; margin: 8mm auto; box-shadow: 0 0 3mm #0003; }}
h1, h2, h3, p {{ margin: 0; font-weight: normal; }}
h1 {{ font-size: 24pt; font-weight: bold; line-height: 1.1; }}
h1 span {{ color: {COLOURS["accent"]}; }}
.about, .small {{ color: {COLOURS["grey"]}; font-size: 8pt; }}
.about {{ font-size: 9pt; padding: 1mm 0 3mm; border-bottom: .6mm solid {COLOURS["accent"]}; }}
.note {{ font-size: 9.5pt; padding-top: 2mm; }}
svg {{ display: block; }}
.figure {{ display: inline-block; height: .95em; width: .95em; vertical-align: -.12em;
  margin-right: .15em; fill: none; stroke: currentColor; stroke-width: 2.4;
  stroke-linejoin: round; }}
.unseen {{ position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }}
@media print {{
  html {{ background: #fff; }}
  main {{ margin: 0; box-shadow: none; }}
}}
"""


def document(title: str, style: str, body: str) -> bytes:
    """Return the whole file."""
    return (
        "<!DOCTYPE html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}</title>\n<style>{_STYLE}{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    ).encode()


def text(words: str) -> str:
    """Return a text as HTML: escaped, with control characters spelled out."""
    return "<br>".join(escape(visible(line)) for line in words.replace("\r\n", "\n").split("\n"))


def unseen_title(words: str) -> str:
    """Return a hidden first heading, for a page whose title is in a picture."""
    return f'<h1 class="unseen" dir="auto">{text(words)}</h1>'


def code_picture(content: str, module: float, title: str) -> str:
    """Return a text's code with its quiet zone, as an inline picture with a title."""
    matrix = codes.matrix(content)
    whole = len(matrix) + 2 * codes.QUIET
    quiet = f' transform="translate({codes.QUIET} {codes.QUIET})"'
    size = f"{whole * module:g}mm"
    return (
        f'<svg role="img" width="{size}" height="{size}" viewBox="0 0 {whole} {whole}">'
        f"<title>{xml_text(title)}</title>{code_path(matrix, quiet)}</svg>"
    )


def figure(named: Figure) -> str:
    """Return a shape beside its name, as high as the letters."""
    corners = " ".join(f"{2 + 20 * x:.1f},{2 + 20 * y:.1f}" for x, y in CORNERS[named])
    return (
        '<svg class="figure" viewBox="0 0 24 24" aria-hidden="true">'
        f'<polygon points="{corners}"/></svg>'
    )


def paged(paper: str, running: str, side: float) -> str:
    """Return the style of printed pages: size, a slim head on all but the first, page numbers."""
    width, height = PAPERS[paper]
    small = f"font: 8pt Helvetica, Arial, sans-serif; color: {COLOURS['grey']};"
    return f"""
@page {{ size: {width:g}mm {height:g}mm; margin: 18mm {side:g}mm;
  @top-left {{ content: "{_in_style(running)}"; {small} }}
  @bottom-right {{ content: "Page " counter(page) " of " counter(pages); {small} }} }}
@page :first {{ @top-left {{ content: none; }} }}
main {{ width: {width:g}mm; max-width: 100%; padding: 16mm min({side:g}mm, 5vw); }}
@media print {{ main {{ width: auto; padding: 0; }} }}
"""


def _in_style(words: str) -> str:
    """Return a text for a quoted string in CSS, escaped."""
    return "".join(
        sign if sign.isalnum() or sign == " " else f"\\{ord(sign):x} " for sign in visible(words)
    )


# On a narrower screen, the page is scaled down; on paper it is exact to the tenth of a millimetre.
_PAGED = """main { background: none; box-shadow: none; margin: 0; }
.page { background: #fff; break-after: page; }
.page:last-child { break-after: auto; }
@media screen {
  .page { margin: 8mm auto; box-shadow: 0 0 3mm #0003; max-width: 100%; height: auto; }
  .page svg { width: 100%; height: auto; }
}
"""


class HtmlPen(SvgPen):
    """Puts each page into a frame of its own size, so that labels keep their places."""

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """Return the file with these pages."""
        width, height = pages[0].width, pages[0].height
        style = (
            f"@page {{ size: {width:g}mm {height:g}mm; margin: 0; }}\n"
            f".page {{ width: {width:g}mm; height: {height:g}mm; overflow: hidden; }}\n{_PAGED}"
        )
        frames = (
            f'<section class="page" aria-label="Page {number} of {len(pages)}">'
            f"{opening(page.width, page.height)}{self.contents(page)}</svg></section>"
            for number, page in enumerate(pages, start=1)
        )
        inner = "\n".join((unseen_title(title), *frames))
        return document(title, style, f"<main>\n{inner}\n</main>")
