"""Guides on a terminal: Markdown that is readable on a narrow screen, too.

Rich parses it and lays out paragraphs and lists. What differs: pictures are left out, links are
shown as their text, commands keep their backticks and are not broken, and the text beside a command
goes below it if the line is too short for both.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, TypeAlias

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement, Paragraph, TableElement
from rich.padding import Padding
from rich.text import Text
from rich.theme import Theme

from companion.core.names import visible
from companion.render.lines import GAP
from companion.render.terminal import Sentence

Token: TypeAlias = Any
"""A token of the parser that Rich uses."""
WIDEST = 80
"""Longer lines are hard to read."""
_INDENT = 2
_DEEPER = 4
_LEAST_ABOUT = 30
"""The least columns for the text beside a command."""
_LEFT_OUT = ("html_block",)
_COMMANDS = ("", "prompt")
"""Languages of blocks of commands: none, or that of the prompt."""
_THEME = Theme(
    {
        "markdown.h1": "bold",
        "markdown.h2": "bold cyan",
        "markdown.h3": "bold",
        "markdown.code": "bold",
        "markdown.code_block": "",
        "markdown.item.bullet": "dim",
        "markdown.item.number": "dim",
    }
)


def drawn_markdown(text: str) -> str:
    """Return a text in Markdown as terminal lines, in the terminal's width and colours."""
    console = Console(highlight=False, emoji=False, markup=False)
    width = min(console.width, WIDEST)
    with console.use_theme(_THEME), console.capture() as captured:
        console.print(_Guide(text), width=width)
    lines = captured.get().splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


class _Heading(Heading):
    """A title on the left; the first one is underlined, to be recognizable without colours."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text
        if self.tag == "h1":
            yield Text("━" * min(self.text.cell_len, options.max_width), style="dim")


class _Paragraph(Paragraph):
    """Sentences whose commands stay whole."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Sentence(self.text)


class _CodeBlock(CodeBlock):
    """Commands, one per line, with their explanations beside them or below; other text unchanged.

    So are lines of the prompt, and text that begins with a command. Everything else is other text.
    """

    @classmethod
    def create(cls, markdown: Markdown, token: Token) -> "_CodeBlock":
        """Make the block; Rich would treat one without a language as text."""
        return cls(token.info, markdown.code_theme)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = self.text.plain.rstrip("\n").split("\n")
        room = options.max_width - _INDENT
        begins = self.lexer_name == "text" and lines[0].startswith("companion ")
        if self.lexer_name not in _COMMANDS and not begins:
            yield Padding(Text("\n".join(lines), overflow="fold"), (0, 0, 0, _INDENT))
            return
        parts = [_parted(line) for line in lines]
        lengths = [Text(command).cell_len + GAP for command, about in parts if about]
        left = max((long for long in lengths if long + _LEAST_ABOUT <= room), default=0)
        for command, about in parts:
            left_text, right_text = Text(command, style="bold"), Text(about, style="dim")
            if not about or left_text.cell_len + GAP > left:
                yield from _below(console, options.max_width, left_text, right_text, left)
                continue
            left_text.pad_right(left - left_text.cell_len)
            before = Text.assemble(left_text)
            for line in right_text.wrap(console, room - left):
                yield Padding(before + line, (0, 0, 0, _INDENT))
                before = Text(" " * left)


class _Table(TableElement):
    """Words and their meanings: side by side, or below if the word is too long."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = [[cell.content for cell in row.cells] for row in self.body.rows] if self.body else []
        if not rows:
            return
        if self.header is not None and self.header.row is not None:
            called = [cell.content for cell in self.header.row.cells if cell.content.plain]
            yield from (Text("", style="dim").append_text(name) for name in called[:1])
        room = options.max_width
        widest = max(row[0].cell_len for row in rows)
        left = min(widest, room * 2 // 5)
        for first, *others in rows:
            about = Text(" · ").join([cell for cell in others if cell.plain])
            beside = Padding(Sentence(about), (0, 0, 0, left + GAP))
            if first.cell_len > left:
                yield Sentence(first)
                yield beside
                continue
            lines = console.render_lines(beside, options, pad=False)
            term = first.copy()
            term.pad_right(left - term.cell_len + GAP)
            for place, line in enumerate(lines):
                if place == 0:
                    term.end = ""
                    yield term
                    line = line[1:]
                yield from line
                yield Text("")


class _Guide(Markdown):
    """A guide without what a terminal cannot show."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "paragraph_open": _Paragraph,
        "fence": _CodeBlock,
        "code_block": _CodeBlock,
        "table_open": _Table,
    }

    def __init__(self, text: str) -> None:
        safe = "\n".join(visible(line) for line in text.splitlines())
        super().__init__(safe, hyperlinks=False)
        self.parsed = list(_shown(self.parsed))


def _shown(tokens: Sequence[Token]) -> Iterator[Token]:
    """Return the tokens to draw: no comments, no paragraphs that hold only pictures."""
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.type == "paragraph_open" and not list(_inline(tokens[place + 1])):
            place += 3
            continue
        if token.type == "inline":
            token.children = list(_inline(token))
        if token.type not in _LEFT_OUT:
            yield token
        place += 1


def _inline(token: Token) -> Iterator[Token]:
    """Return the parts of a line: links as their text, code in backticks, no pictures."""
    for part in token.children or ():
        if part.type in ("image", "link_open", "link_close"):
            continue
        if part.type == "code_inline":
            part.content = f"`{part.content.strip('`')}`"
        yield part


def _parted(line: str) -> tuple[str, str]:
    """Split a line into a command and its comment, which may be empty."""
    found = re.fullmatch(r"(\s*\S.*?)\s{2,}(\S.*)", line)
    return (found[1], found[2]) if found else (line, "")


def _below(console: Console, room: int, command: Text, about: Text, left: int) -> Iterator[Padding]:
    """Draw a command and its explanation below; continued lines are indented.

    `left` is the column of what stands beside other commands; 0 if all of it stands below.
    """
    own = _INDENT + len(command.plain) - len(command.plain.lstrip())
    text = Text(command.plain.strip(), style=command.style)
    lines = [text] if text.cell_len <= room - own else text.wrap(console, room - own - GAP)
    for place, line in enumerate(lines):
        yield Padding(line, (0, 0, 0, own + (GAP if place else 0)))
    if about.plain:
        yield Padding(Sentence(about), (0, 0, 0, _INDENT + left if left else own + _DEEPER))
