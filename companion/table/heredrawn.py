"""What is in play, drawn: a few lines for each, as many of them as one screen has room for."""

from collections.abc import Iterator, Sequence

from companion.core.blocks import Block, Column, Heading, Page, Paragraph, Span, Stack, Table, Text
from companion.core.lookup import UNREAD, Explained
from companion.core.names import listed
from companion.table.openplay import OpenPlay
from companion.table.piece import COLUMNS, cut, height
from companion.table.screen import LENGTHS

_TITLE = 20
"""Columns that the titles take at most, with their gap."""
_WIDTH = COLUMNS - _TITLE
_RULINGS = 2
"""Rulings that are told with one thing."""
_LONGEST = 8
"""Lines of one explanation: all that any of ours takes."""


class _Row:
    """What is told of one thing: where it is, what to know of it, and what the group agreed on."""

    def __init__(self, title: str, why: str, said: str, rulings: Sequence[str] = ()) -> None:
        self.title = title
        self._why = f"{why}: "
        self._said = said
        self._rulings = list(rulings[:_RULINGS])
        if len(rulings) > _RULINGS:
            left = len(rulings) - _RULINGS
            self._rulings.append(f"{left} more rulings on it: `companion ruling list`.")

    def height(self, lines: int) -> int:
        """The lines that it takes where its text may take so many."""
        return height(self._cut(lines), _WIDTH) + sum(height(one, _WIDTH) for one in self._rulings)

    def cells(self, lines: int) -> Iterator[tuple[Text, ...]]:
        """The rows of the table for it."""
        said = self._cut(lines)[len(self._why) :]
        yield Span(self.title, "name"), (Span(self._why, "muted"), said)
        for ruling in self._rulings:
            yield "", Span(ruling, "warning")

    def _cut(self, lines: int) -> str:
        return cut(f"{self._why}{self._said}", _WIDTH, lines)


def everything_here(play: OpenPlay, found: Sequence[Explained]) -> list[Block]:
    """All of it, with what each thing is and what to do with it."""
    cells: list[tuple[Text, ...]] = []
    for mention, entry, said, rulings in found:
        cells += _Row(entry.title, mention.why, said, rulings).cells(10_000)
        cells += [("", text) for text in (entry.text, entry.do) if text and text not in said]
    return [_heading(play), _table(cells)]


def on_one_screen(play: OpenPlay, found: Sequence[Explained], more: str) -> list[Block]:
    """As much as there is room for; `more` is the command that shows the rest."""
    rows = list(_rows(found))
    return [Page(lambda lines: Stack(tuple(_in(play, rows, more, lines))), LENGTHS)]


def _rows(found: Sequence[Explained]) -> Iterator[_Row]:
    """A row for each; cards that nobody has read share one."""
    unread = []
    for mention, entry, said, rulings in found:
        if entry.kind == UNREAD and said == entry.text:
            unread.append(entry)
        else:
            yield _Row(entry.title, mention.why, said, rulings)
    if unread:
        others = [entry.title for entry in unread[1:]]
        also = f" The same for {listed(others)}." if others else ""
        yield _Row("Not read yet", unread[0].title, f"{unread[0].do}{also}")


def _in(play: OpenPlay, rows: Sequence[_Row], more: str, lines: int) -> Iterator[Block]:
    """The first rows in two lines each; where there is room left, their texts get longer."""
    room = lines - 2
    if sum(row.height(2) for row in rows) > room:
        room -= 2
    lengths: dict[_Row, int] = {}
    for row in rows:
        if row.height(2) <= room:
            room -= row.height(2)
            lengths[row] = 2
    for longer in range(3, _LONGEST + 1):
        for row, length in lengths.items():
            extra = row.height(longer) - row.height(length)
            if 0 < extra <= room:
                room -= extra
                lengths[row] = longer
    yield _heading(play)
    if lengths:
        yield _table([cells for row, length in lengths.items() for cells in row.cells(length)])
    if len(lengths) < len(rows):
        yield Paragraph(Span(f"{len(rows) - len(lengths)} more: `{more}`.", "muted"))


def _heading(play: OpenPlay) -> Heading:
    where = play.game.where(play.state) if play.state.status == "live" else play.state.status
    return Heading(play.game.called(play.state), f"{play.ref.id} · {where}")


def _table(cells: Sequence[tuple[Text, ...]]) -> Table:
    return Table((Column(wraps=True), Column(wraps=True)), tuple(cells))
