"""A report for a browser: the blocks of a view as one file, for phones, screens and paper."""

from collections.abc import Sequence

from companion.core.blocks import Block, Chart
from companion.printing.page import COLOURS
from companion.printing.web.blocks import BlocksAsHtml
from companion.printing.web.page import document, text, unseen_title

STYLE = f"""
html {{ background: #f1f0ec; }}
body {{ font: 16px/1.5 "Helvetica Neue", Helvetica, Arial, sans-serif; color: #1d1d1b; }}
main {{ max-width: 820px; margin: 32px auto; padding: 44px 52px 52px; border-radius: 10px;
  box-shadow: 0 1px 2px #0002, 0 12px 40px #00000014; }}
main > * + *, .stack > * + * {{ margin-top: 20px; }}
h1 {{ font-size: 34px; letter-spacing: -.015em; }}
header {{ padding-bottom: 18px; border-bottom: 3px solid {COLOURS["accent"]}; }}
.about {{ border: 0; padding: 6px 0 0; font-size: 16px; color: {COLOURS["grey"]}; }}
h2 {{ font-size: 21px; font-weight: bold; line-height: 1.25; margin-top: 36px;
  break-after: avoid; }}
.aside {{ font-size: 15px; font-weight: normal; color: {COLOURS["grey"]}; margin-left: .4em; }}
figure {{ margin: 0; break-inside: avoid; }}
.chart {{ margin: 12px -3.5% -12px; }}
.chart svg {{ width: 100%; height: auto; }}
.phone {{ display: none; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
caption {{ text-align: left; font-weight: bold; padding-bottom: 6px; break-after: avoid; }}
th {{ position: relative; font-size: 13px; font-weight: normal; color: {COLOURS["grey"]};
  text-align: left; vertical-align: bottom; border-bottom: 1.5px solid {COLOURS["hair"]}; }}
td {{ vertical-align: top; border-bottom: 1px solid #e6e6e2; text-align: left; }}
th, td {{ padding: 6px 22px 6px 0; overflow-wrap: normal; }}
td:last-child, th:last-child {{ padding-right: 0; overflow-wrap: anywhere; }}
.number {{ text-align: right; white-space: nowrap; }}
tr {{ break-inside: avoid; }}
thead {{ break-after: avoid; }}
tbody tr:first-child {{ break-before: avoid; }}
.steps {{ list-style: none; padding: 0; margin-bottom: 0; }}
.steps li {{ padding-left: 1.6em; text-indent: -1.6em; }}
.steps li::before {{ content: "→"; display: inline-block; width: 1.6em; text-indent: 0;
  color: {COLOURS["green"]}; font-weight: bold; }}
code {{ font: 14px ui-monospace, Menlo, Consolas, monospace; background: #f1f0ec;
  padding: 2px 5px; border-radius: 4px; }}
.side {{ display: flex; flex-wrap: wrap; gap: 22px 30px; align-items: flex-start; }}
.side > * {{ margin-top: 0; }}
.net figcaption {{ font-size: 14px; margin-bottom: 6px; }}
.boxes {{ --side: calc(max(var(--cell), 4) * .5em + 16px); display: inline-grid;
  grid-auto-rows: var(--side); grid-auto-columns: var(--side); font-size: 14px; }}
.box {{ border: 1.5px solid #1d1d1b; margin: -.75px; border-radius: 5px; display: flex;
  align-items: center; justify-content: center; text-align: center; line-height: 1.1;
  overflow: hidden; background: #fff; }}
.box:has(> .active) {{ background: #fff3c4; }}
.code {{ width: 200px; max-width: 100%; }}
.strong {{ font-weight: bold; }}
.muted {{ color: {COLOURS["grey"]}; }}
.good {{ color: #00714f; }}
.bad {{ color: #b3261e; }}
.name {{ font-weight: bold; color: {COLOURS["accent"]}; }}
.icon {{ color: {COLOURS["accent"]}; }}
.active {{ font-weight: bold; color: #7a4d00; }}
.warning {{ color: #8a5a00; }}
.red, .yellow, .blue, .white {{ padding: 0 .4em; border-radius: 3px; font-weight: bold; }}
.red {{ color: #fff; background: #c62f26; }}
.yellow {{ color: #1d1d1b; background: #f7c600; }}
.blue {{ color: #fff; background: #2457a6; }}
.white {{ color: #1d1d1b; background: #f4f4f0; box-shadow: inset 0 0 0 1px {COLOURS["hair"]}; }}
@media screen and (max-width: 640px) {{
  main {{ margin: 0; padding: 24px 18px 32px; border-radius: 0; box-shadow: none; }}
  html {{ background: #fff; }}
  h1 {{ font-size: 26px; }}
  h2 {{ font-size: 19px; margin-top: 30px; }}
  .roomy {{ display: none; }}
  .phone {{ display: block; }}
  .chart {{ margin-inline: -18px; }}
  .boxes {{ --side: calc(max(var(--cell), 4) * .5em + 8px); font-size: 13px; }}
  th, td {{ padding-right: 14px; }}
  .side {{ gap: 18px; }}
}}
@page {{ size: A4; margin: 16mm; }}
@media print {{
  html {{ background: #fff; }}
  body {{ font-size: 11pt; }}
  main {{ max-width: none; margin: 0; padding: 0; border-radius: 0; box-shadow: none; }}
  .wide {{ overflow: visible; }}
}}
"""


def report_page(title: str, about: str, blocks: Sequence[Block]) -> bytes:
    """The file. Without a title, it is called as its first heading or chart is."""
    called = title or _called(blocks)
    head = f"{unseen_title(called)}\n"
    if title:
        told = f'<p class="about" dir="auto">{text(about)}</p>\n' if about else ""
        head = f'<header>\n<h1 dir="auto">{text(title)}</h1>\n{told}</header>\n'
    body = BlocksAsHtml().drawn(blocks)
    return document(called, STYLE, f"<main>\n{head}{body}\n</main>")


def _called(blocks: Sequence[Block]) -> str:
    for block in blocks:
        if isinstance(block, Chart):
            return block.title
    return "companion"
