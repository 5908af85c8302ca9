"""The answers to a look-up on one screen: the best one in full, the others in a line each."""

from collections.abc import Iterator, Sequence

from companion.core.blocks import Block, Column, Page, Paragraph, Span, Stack, Table, Text
from companion.core.lookup import Item
from companion.core.names import short
from companion.reference.ranking import Answer
from companion.reference.words import all_terms, key
from companion.table.lore import Lore
from companion.table.piece import Piece

LENGTHS = (23, 19, 16, 13, 10, 8)
"""Lines on 80 columns: a whole screen of 24 with its next prompt, and less for smaller ones."""
_NAMELIKE = 2
"""What has no more words than this was meant as a name; longer ones are questions."""
_MORE = "There is more: add `--all`."


def everything(lore: Lore, answer: Answer) -> Iterator[Block]:
    """All answers in full; of those that are only near, the first, and what others are called."""
    full = [hit.entry for hit in answer.hits if hit.score == 1] or [answer.hits[0].entry]
    for entry in full:
        yield from Piece(lore, entry).blocks(None)
    others = [hit.entry for hit in answer.hits if hit.entry not in full]
    if others:
        yield in_a_line_each(lore, others, full[0].game)


def one_screen(lore: Lore, answer: Answer) -> Page:
    """The first answer as far as it fits, of others of that very name as many as fit, and what the
    rest are called, at several lengths."""
    pieces = [Piece(lore, hit.entry) for hit in answer.hits]
    return Page(lambda lines: Stack(tuple(_in(lore, answer, pieces, lines))), LENGTHS)


def _in(lore: Lore, answer: Answer, pieces: Sequence[Piece], left: int) -> Iterator[Block]:
    if not answer.exact and _is_a_slip(answer, pieces[0].entry):
        yield Paragraph(Span(f"Nothing is called “{short(answer.asked)}”. The nearest:", "muted"))
        left -= 2
    rest, whole = _within(pieces[1:], left - pieces[0].least), True
    if len(rest) < len(pieces) - 1 or not _all_fit(answer, pieces, left):
        left -= 2
        whole = False
    first = True
    shown = list(pieces[:1]) + rest
    while shown and (first or (answer.exact and shown[0].least + _lines(shown[1:]) < left)):
        room = left - _lines(shown[1:]) - (not first)
        yield from shown[0].blocks(room)
        left -= shown[0].height(room) + (not first)
        shown, first = shown[1:], False
    if shown:
        yield in_a_line_each(lore, [piece.entry for piece in shown], pieces[0].entry.game)
    if not whole:
        yield Paragraph(Span(_MORE, "muted"))


def _is_a_slip(answer: Answer, nearest: Item) -> bool:
    """Whether what was typed was meant as a name, and is no word or beginning of a name."""
    typed = key(answer.asked)
    begun = any(key(name).startswith(typed) for name in nearest.names)
    told = all_terms(" ".join((*nearest.names, *nearest.asks, nearest.text, nearest.do)))
    known = not set(all_terms(answer.asked)).isdisjoint(told)
    return not begun and not known and len(answer.asked.split()) <= _NAMELIKE


def _within(pieces: Sequence[Piece], left: int) -> list[Piece]:
    """As many as there is room for in a line each."""
    return list(pieces[: max(0, left - 1)])


def _all_fit(answer: Answer, pieces: Sequence[Piece], left: int) -> bool:
    """Whether nothing has to be left out of what goes by the very name, or of the first answer."""
    full = pieces if answer.exact else pieces[:1]
    others = [] if answer.exact else pieces[1:]
    left -= _lines(others)
    for piece in full:
        if not piece.is_whole(left):
            return False
        left -= piece.height(left) + 1
    return left >= -1


def _lines(pieces: Sequence[Piece]) -> int:
    """The lines that entries take in a line each, with the blank line before them."""
    return len(pieces) + bool(pieces)


def in_a_line_each(lore: Lore, entries: Sequence[Item], game: str) -> Block:
    """What entries are called, of which game (unless all are of that one), and how they begin."""
    one_game = {entry.game for entry in entries} == {game}
    rows: list[tuple[Text, ...]] = []
    for entry in entries:
        title = () if one_game else (Span(lore.titles.get(entry.game, entry.game), "muted"),)
        rows.append((Span(short(entry.title), "name"), *title, entry.text))
    return Table((*(Column() for _ in rows[0][:-1]), Column(cut=True)), tuple(rows))
