"""The answers to a look-up on one screen: the best one in full, the others in a line each."""

from collections.abc import Iterator, Sequence

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.core.entry import Entry
from companion.core.names import short
from companion.table.answers import Answer
from companion.table.lore import Lore
from companion.table.piece import LINES, Piece

_NAMELIKE = 2
"""What has no more words than this was meant as a name; longer ones are questions."""


def everything(lore: Lore, answer: Answer) -> Iterator[Block]:
    """All answers in full, as long as they are."""
    for hit in answer.hits:
        yield from Piece(lore, hit.entry).blocks(None)


def one_screen(lore: Lore, answer: Answer) -> Iterator[Block]:
    """The first answer in full. Of others of that very name as many as fit; the rest in a line."""
    pieces = [Piece(lore, hit.entry) for hit in answer.hits]
    left = LINES
    if not answer.exact and len(answer.asked.split()) <= _NAMELIKE:
        yield Paragraph(Span(f"Nothing is called “{short(answer.asked)}”. The nearest:", "muted"))
        left -= 2
    first = True
    while pieces and (first or (answer.exact and pieces[0].least + _lines(pieces[1:]) < left)):
        room = left - _lines(pieces[1:]) - (not first)
        yield from pieces[0].blocks(room)
        left -= pieces[0].height(room) + (not first)
        pieces, first = pieces[1:], False
    if pieces:
        yield _in_a_line_each(lore, [piece.entry for piece in pieces], answer.hits[0].entry)


def _lines(pieces: Sequence[Piece]) -> int:
    """The lines that entries take in a line each, with the blank line before them."""
    return len(pieces) + bool(pieces)


def _in_a_line_each(lore: Lore, entries: Sequence[Entry], first: Entry) -> Block:
    """What entries are called, of which game, and how they begin."""
    one_game = all(entry.game == first.game for entry in entries)
    rows: list[tuple[Text, ...]] = []
    for entry in entries:
        game = () if one_game else (Span(lore.titles.get(entry.game, entry.game), "muted"),)
        rows.append((Span(short(entry.title), "name"), *game, entry.text))
    return Table((*(Column() for _ in rows[0][:-1]), Column(cut=True)), tuple(rows))
