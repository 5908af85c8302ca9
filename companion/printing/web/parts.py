"""Large codes for a browser: together they hold a whole deck."""

from collections.abc import Sequence

from companion.core.inventory import Inventory
from companion.drawing.progress import Ticking
from companion.printing import codes
from companion.printing.layout.header import SIDE, room_of, running_line
from companion.printing.layout.parts import WHAT_TO_DO
from companion.printing.telling import part_title
from companion.printing.web.inventory import masthead
from companion.printing.web.shell import code_picture, document, paged, text

_GAP = 4.0
_LARGEST_MODULE = 1.2
_STYLE = f"""
.parts {{ display: grid; gap: {_GAP}mm; justify-items: center; padding-top: 4mm; }}
figure {{ margin: 0; break-inside: avoid; text-align: center; font-size: 8.5pt; }}
figure svg {{ max-width: 100%; height: auto; }}
figcaption b {{ display: block; font-size: 10pt; }}
"""


def parts_page(inventory: Inventory, texts: Sequence[str], paper: str, ticking: Ticking) -> bytes:
    """The file with all the codes, one below the other or two beside each other."""
    columns = 1 if len(texts) <= 2 else 2
    most = max((codes.side(told) for told in texts), default=0) + 2 * codes.QUIET
    module = min((room_of(paper) - (columns - 1) * _GAP) / columns / most, _LARGEST_MODULE)
    figures = []
    for number, told in enumerate(texts, start=1):
        part = f"Part {number} of {len(texts)}"
        picture = code_picture(told, module, part_title(part, inventory.title))
        figures.append(
            f"<figure>{picture}<figcaption><b>{part}</b>{text(inventory.title)}</figcaption></figure>"
        )
        ticking.done()
    style = f"{_STYLE}.parts {{ grid-template-columns: repeat({columns}, 1fr); }}\n"
    body = [masthead(inventory, [WHAT_TO_DO]), '<div class="parts">', *figures, "</div>"]
    return document(
        f"{inventory.title}: all parts",
        paged(paper, running_line(inventory), SIDE) + style,
        "<main>\n" + "\n".join(body) + "\n</main>",
    )
