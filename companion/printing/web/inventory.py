"""A box's list, and the codes of a whole deck, for a browser."""

import itertools
from collections.abc import Sequence

from companion.core.inventory import Component, Inventory
from companion.core.terminal import Progress
from companion.drawing.paper import (
    Printed,
    box_facts,
    code_title,
    item_title,
    paper_note,
    part_quantity,
    part_title,
    quantity,
    small_print,
)
from companion.printing import codes
from companion.printing.layout.code_pages import WHAT_TO_DO
from companion.printing.layout.flow import SIDE, room_of, running_line
from companion.printing.layout.inventory import MODULE, code_text
from companion.printing.page import COLOURS
from companion.printing.web.page import code_picture, document, figure, paged, text

_STYLE = f"""
h2 {{ font-size: 14pt; font-weight: bold; margin-top: 8mm; padding-bottom: 1.8mm;
  break-after: avoid; }}
h2 span {{ color: {COLOURS["grey"]}; font-weight: normal; }}
article {{ display: flex; gap: 3mm; align-items: flex-start; padding: .6mm 0;
  border-top: .15mm solid {COLOURS["hair"]}; break-inside: avoid; }}
.code {{ margin-left: -2mm; flex: none; width: var(--widest); }}
.words {{ flex: 1; padding: 1.8mm 0; min-width: 0; }}
h3 {{ font-size: 11pt; font-weight: bold; }}
.small {{ padding-top: .5mm; }}
.count {{ font-variant-numeric: tabular-nums; }}
.tick {{ flex: none; width: 4.6mm; height: 4.6mm; margin: 2mm 0 2mm 2mm; appearance: none;
  border: .25mm solid {COLOURS["black"]}; position: relative; }}
.tick:checked::after {{ content: ""; position: absolute; left: 1.3mm; top: .2mm; width: 1.1mm;
  height: 2.4mm; border: solid {COLOURS["accent"]}; border-width: 0 .6mm .6mm 0;
  transform: rotate(40deg); }}
@media screen {{ .tick, label {{ cursor: pointer; }} }}
@media screen and (pointer: coarse) {{
  .tick {{ transform: scale(1.4); transform-origin: 100% 0; }}
}}
@media print, (min-width: 50rem) {{
  section {{ columns: 2; column-gap: 8mm; }}
  h2 {{ column-span: all; }}
  .code {{ width: auto; margin-right: -2mm; }}
}}
.net {{ flex: none; display: grid; grid-template: repeat(3, 5mm) / repeat(4, 5mm);
  padding: 2mm 0; }}
.net span {{ border: .25mm solid {COLOURS["black"]}; margin: -.125mm; font-size: 6pt;
  line-height: 4.8mm; overflow: hidden; text-align: center; }}
.net .black {{ background: {COLOURS["black"]}; }}
.net :nth-child(1) {{ grid-area: 1 / 2; }}
.net :nth-child(2) {{ grid-area: 2 / 1; }}
.net :nth-child(3) {{ grid-area: 2 / 2; }}
.net :nth-child(4) {{ grid-area: 2 / 3; }}
.net :nth-child(5) {{ grid-area: 2 / 4; }}
.net :nth-child(6) {{ grid-area: 3 / 2; }}
"""


def inventory_page(
    inventory: Inventory, rows: Sequence[Printed], paper: str, progress: Progress
) -> bytes:
    """Return the file with a box's list."""
    parts: dict[str, list[Printed]] = {}
    for row in rows:
        parts.setdefault(row.item.part, []).append(row)
    body = [masthead(inventory, inventory.notes)]
    places = itertools.count(1)
    for part, held in parts.items():
        amount = part_quantity([row.item for row in held])
        counted = f"<span> — {text(amount)}</span>" if amount else ""
        body.append(f'<section>\n<h2 dir="auto">{text(part)}{counted}</h2>')
        body += [_row(row, next(places), progress) for row in held]
        body.append("</section>")
    style = paged(paper, running_line(inventory), SIDE) + _STYLE
    style += f":root {{ --widest: {_widest(rows):g}mm; }}\n"
    title = f"{inventory.title}: inventory"
    return document(title, style, "<main>\n" + "\n".join(body) + "\n</main>")


def masthead(inventory: Inventory, notes: Sequence[str]) -> str:
    """Return the head of page one."""
    mark = f" <span>{text(inventory.mark)}</span>" if inventory.mark else ""
    about = " · ".join(box_facts(inventory))
    paragraphs = "".join(
        f'<p class="note" dir="auto">{text(paper_note(note))}</p>\n' for note in notes
    )
    return (
        f'<header>\n<h1 dir="auto">{text(inventory.name)}{mark}</h1>\n'
        f'<p class="about">{text(about)}</p>\n{paragraphs}</header>'
    )


def _widest(rows: Sequence[Printed]) -> float:
    """Return the width of the largest code with its quiet zone; all text begins beside it."""
    texts = [code_text(row.codes) for row in rows]
    sides = [codes.side(content) + 2 * codes.QUIET for content in texts if content is not None]
    return max(sides, default=0) * MODULE


def _row(row: Printed, place: int, progress: Progress) -> str:
    item = row.item
    picture = ""
    text_of_code = code_text(row.codes)
    if text_of_code is not None:
        drawn = code_picture(text_of_code, MODULE, code_title(item))
        picture = f'<div class="code">{drawn}</div>'
        progress.done()
    counted = text_of_code is None or item.many != 1
    amount = f'<p class="count">{text(quantity(item))}</p>' if counted else ""
    return (
        f'<article>{picture}<div class="words">{_item(item, place)}{amount}</div>{_net(item.net)}'
        f'<input type="checkbox" class="tick" id="{_tick(place)}"></article>'
    )


def _tick(place: int) -> str:
    """Return the id of a row's tick box within the page."""
    return f"there-{place}"


def _item(item: Component, place: int) -> str:
    shape = figure(item.figure) if item.figure else ""
    label = f'<label for="{_tick(place)}">{shape}{text(item_title(item))}</label>'
    lines = [f'<h3 dir="auto">{label}</h3>']
    if item.says:
        lines.append(f'<p dir="auto">{text(item.says)}</p>')
    if small := small_print(item):
        lines.append(f'<p class="small" dir="auto">{text(small)}</p>')
    return "".join(lines)


def _net(faces: Sequence[str]) -> str:
    if not faces:
        return ""
    squares = "".join(
        f'<span class="{face}"></span>'
        if face in ("black", "white")
        else f"<span>{text(face)}</span>"
        for face in faces[:6]
    )
    label = f"Its faces, unfolded: {', '.join(faces[:6])}"
    return f'<div class="net" role="img" aria-label="{text(label)}">{squares}</div>'


_GAP = 4.0
_LARGEST_MODULE = 1.2
_PARTS_STYLE = f"""
.parts {{ display: grid; gap: {_GAP}mm; justify-items: center; padding-top: 4mm; }}
figure {{ margin: 0; break-inside: avoid; text-align: center; font-size: 8.5pt; }}
figure svg {{ max-width: 100%; height: auto; }}
figcaption b {{ display: block; font-size: 10pt; }}
"""


def parts_page(inventory: Inventory, texts: Sequence[str], paper: str, progress: Progress) -> bytes:
    """Return the file with all the codes, in one or two columns."""
    columns = 1 if len(texts) <= 2 else 2
    most = max((codes.side(content) for content in texts), default=0) + 2 * codes.QUIET
    module = min((room_of(paper) - (columns - 1) * _GAP) / columns / most, _LARGEST_MODULE)
    figures = []
    for number, content in enumerate(texts, start=1):
        part = f"Part {number} of {len(texts)}"
        picture = code_picture(content, module, part_title(part, inventory.title))
        figures.append(
            f"<figure>{picture}<figcaption><b>{part}</b>{text(inventory.title)}</figcaption></figure>"
        )
        progress.done()
    style = f"{_PARTS_STYLE}.parts {{ grid-template-columns: repeat({columns}, 1fr); }}\n"
    body = [masthead(inventory, [WHAT_TO_DO]), '<div class="parts">', *figures, "</div>"]
    return document(
        f"{inventory.title}: all parts",
        paged(paper, running_line(inventory), SIDE) + style,
        "<main>\n" + "\n".join(body) + "\n</main>",
    )
