"""A report for a browser: the blocks of a view as one file, for phones, screens and paper."""

from collections.abc import Sequence

from companion.core.blocks import Block
from companion.core.chart import Chart
from companion.printing.web.blocks import BlocksAsHtml
from companion.printing.web.report_style import STYLE
from companion.printing.web.shell import document, text, unseen_title


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
