"""`lookup`, drawn: one item in full, several on one screen, or all that is in play.

Lines are counted as on 80 columns. What matters least at the table (the example, the rules' ids)
makes way first, and a text that is too long is cut, with a sign that it is.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from textwrap import wrap

from companion.core.blocks import Block, Column, Heading, Page, Paragraph, Span, Stack, Table, Text
from companion.core.lookup import UNREAD, Explained, Item
from companion.core.names import listed, short
from companion.reference.ranking import Answer
from companion.reference.words import all_terms, key
from companion.table.groups.rulings import KIND, about
from companion.table.lookup.corpus import Corpus
from companion.table.plays.open_play import OpenPlay

COLUMNS = 80
_LABEL = 9
"""Columns that the label of a row takes, with its gap."""
_LONGEST_TEXT = 6
"""Lines of one text; on a box's card, or in a ruling, there may be any number."""

_KINDS = {
    "enforced": "the companion sees to it",
    "tracked": "the companion keeps track of it",
    "told": "for the table to see to",
    "position": "our reading, where the rulebook is silent",
    KIND: "what your group agreed on",
    UNREAD: "",
}
_WEIGHT = {"Do": 0, "Ruling": 1, "Mind": 2, "See": 3, "Such as": 4, "Rules": 5}
"""Which rows go first where there is no room for all."""


class ItemView:
    """An item with all that is to be shown of it."""

    def __init__(self, corpus: Corpus, item: Item) -> None:
        self.item = item
        game = corpus.titles.get(item.game, item.game)
        kind = _KINDS.get(item.kind, item.kind if item.id == item.title else "")
        self._aside = " · ".join(part for part in (game, item.section, kind) if part)
        self._rows = list(_rows(corpus, item))

    @property
    def least(self) -> int:
        """The lines that it takes at least: heading, text, and what to do."""
        do = self.item.do
        return self._head + (1 + height(do) if do else 0)

    def height(self, room: int) -> int:
        """The lines that it takes where there are so many; never less than the least."""
        shown = [height(text) for _, text in self._fitting(room)]
        return self._head + sum(shown) + bool(shown)

    def is_whole(self, room: int) -> bool:
        """Whether all of it fits so many lines."""
        texts = [(self.item.text, COLUMNS), *((text, COLUMNS - _LABEL) for _, text in self._rows)]
        uncut = all(cut(text, width) == text for text, width in texts)
        return uncut and len(self._fitting(room)) == len(self._rows)

    def blocks(self, room: int | None) -> list[Block]:
        """The item in at most so many lines, but at least in the least; in full for None."""
        whole = room is None
        rows = self._rows if room is None else self._fitting(room)
        text = self.item.text
        blocks: list[Block] = [
            Heading(self.item.title, self._aside),
            Paragraph(text if whole else cut(text, COLUMNS)),
        ]
        if rows:
            shown = tuple((_label(label), value if whole else cut(value)) for label, value in rows)
            blocks.append(Table((Column(), Column(wraps=True)), shown))
        return blocks

    @property
    def _head(self) -> int:
        heading = f"{self.item.title}  {self._aside}"
        return height(heading, COLUMNS) + 1 + height(self.item.text, COLUMNS)

    def _fitting(self, room: int) -> list[tuple[str, str]]:
        """The rows that there is room for, the weightiest before others, in their own order."""
        left = room - self._head - 1
        chosen = set()
        for place in sorted(range(len(self._rows)), key=lambda n: _WEIGHT[self._rows[n][0]]):
            label, text = self._rows[place]
            if label == "Do" or height(text) <= left:
                chosen.add(place)
                left -= height(text)
        return [row for place, row in enumerate(self._rows) if place in chosen]


def height(text: str, width: int = COLUMNS - _LABEL) -> int:
    """The lines that a text takes, cut as it is shown."""
    return len(_wrapped(cut(text, width), width))


def cut(text: str, width: int = COLUMNS - _LABEL, lines: int = _LONGEST_TEXT) -> str:
    """A text that fits so many lines, with a sign where something is left out."""
    wrapped = _wrapped(text, width)
    if len(wrapped) <= lines:
        return text
    last = (_broken(wrapped[lines - 1], width - 2) or [""])[0]
    return f"{' '.join((*wrapped[: lines - 1], last)).rstrip(' .,;:')} …"


@cache
def _wrapped(text: str, width: int) -> list[str]:
    parts = text.splitlines() or [""]
    return [line for part in parts for line in _broken(part, width) or [""]]


def _broken(text: str, width: int) -> list[str]:
    """Lines of a text, broken between words alone: they are put together again."""
    return wrap(text, width, break_on_hyphens=False)


def _label(label: str) -> Span:
    return Span(label, "warning" if label == "Mind" else "muted")


def _rows(corpus: Corpus, item: Item) -> list[tuple[str, str]]:
    """What to show of an item besides its text, each with its label."""
    rulings = [
        ("Ruling", f"{ruling.number}: {ruling.text} ({ruling.by})")
        for ruling in about(corpus.rulings, item)
    ]
    others = corpus.of(item.game, item.see)
    rows = [
        ("Do", item.do),
        ("Mind", item.note),
        *rulings,
        ("Such as", item.example),
        ("See", ", ".join(others[one].title if one in others else one for one in item.see)),
        ("Rules", ", ".join(item.rules)),
    ]
    return [(label, text) for label, text in rows if text]


LENGTHS = (23, 19, 16, 13, 10, 8)
"""Lines on 80 columns: a whole screen of 24 with its next prompt, and less for smaller ones."""
_NAMELIKE = 2
"""What has no more words than this was meant as a name; longer ones are questions."""
_MORE = "There is more: add `--all`."


def everything(corpus: Corpus, answer: Answer) -> Iterator[Block]:
    """All answers in full; of those that are only near, the first, and what others are called."""
    full = [hit.item for hit in answer.hits if hit.score == 1] or [answer.hits[0].item]
    for item in full:
        yield from ItemView(corpus, item).blocks(None)
    others = [hit.item for hit in answer.hits if hit.item not in full]
    if others:
        yield in_a_line_each(corpus, others, full[0].game)


def one_screen(corpus: Corpus, answer: Answer) -> Page:
    """The first answer as far as it fits, of others of that very name as many as fit, and what the
    rest are called, at several lengths."""
    views = [ItemView(corpus, hit.item) for hit in answer.hits]
    return Page(lambda lines: Stack(tuple(_in(corpus, answer, views, lines))), LENGTHS)


def _in(corpus: Corpus, answer: Answer, views: Sequence[ItemView], left: int) -> Iterator[Block]:
    if not answer.exact and _is_a_slip(answer, views[0].item):
        yield Paragraph(Span(f"Nothing is called “{short(answer.query)}”. The nearest:", "muted"))
        left -= 2
    rest, whole = _within(views[1:], left - views[0].least), True
    if len(rest) < len(views) - 1 or not _all_fit(answer, views, left):
        left -= 2
        whole = False
    first = True
    shown = list(views[:1]) + rest
    while shown and (first or (answer.exact and shown[0].least + _lines(shown[1:]) < left)):
        room = left - _lines(shown[1:]) - (not first)
        yield from shown[0].blocks(room)
        left -= shown[0].height(room) + (not first)
        shown, first = shown[1:], False
    if shown:
        yield in_a_line_each(corpus, [view.item for view in shown], views[0].item.game)
    if not whole:
        yield Paragraph(Span(_MORE, "muted"))


def _is_a_slip(answer: Answer, nearest: Item) -> bool:
    """Whether what was typed was meant as a name, and is no word or beginning of a name."""
    typed = key(answer.query)
    begun = any(key(name).startswith(typed) for name in nearest.names)
    terms = all_terms(" ".join((*nearest.names, *nearest.asks, nearest.text, nearest.do)))
    known = not set(all_terms(answer.query)).isdisjoint(terms)
    return not begun and not known and len(answer.query.split()) <= _NAMELIKE


def _within(views: Sequence[ItemView], left: int) -> list[ItemView]:
    """As many as there is room for in a line each."""
    return list(views[: max(0, left - 1)])


def _all_fit(answer: Answer, views: Sequence[ItemView], left: int) -> bool:
    """Whether nothing has to be left out of what goes by the very name, or of the first answer."""
    full = views if answer.exact else views[:1]
    others = [] if answer.exact else views[1:]
    left -= _lines(others)
    for view in full:
        if not view.is_whole(left):
            return False
        left -= view.height(left) + 1
    return left >= -1


def _lines(views: Sequence[ItemView]) -> int:
    """The lines that items take in a line each, with the blank line before them."""
    return len(views) + bool(views)


def in_a_line_each(corpus: Corpus, items: Sequence[Item], game: str) -> Block:
    """What items are called, of which game (unless all are of that one), and how they begin."""
    one_game = {item.game for item in items} == {game}
    rows: list[tuple[Text, ...]] = []
    for item in items:
        title = () if one_game else (Span(corpus.titles.get(item.game, item.game), "muted"),)
        rows.append((Span(short(item.title), "name"), *title, item.text))
    return Table((*(Column() for _ in rows[0][:-1]), Column(cut=True)), tuple(rows))


_TITLE = 20
"""Columns that the titles take at most, with their gap."""
_WIDTH = COLUMNS - _TITLE
_RULINGS = 2
"""Rulings that are shown with one thing."""
_LONGEST = 8
"""Lines of one explanation: all that any of ours takes."""


class _Row:
    """What is shown of one thing: where it is, what to know of it, and what the group agreed on."""

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
    for mention, item, said, rulings in found:
        cells += _Row(item.title, mention.why, said, rulings).cells(10_000)
        cells += [("", text) for text in (item.text, item.do) if text and text not in said]
    return [_heading(play), _table(cells)]


def on_one_screen(play: OpenPlay, found: Sequence[Explained], more: str) -> list[Block]:
    """As much as there is room for; `more` is the command that shows the rest."""
    rows = list(_rows_in_play(found))
    return [Page(lambda lines: Stack(tuple(_rows_within(play, rows, more, lines))), LENGTHS)]


def _rows_in_play(found: Sequence[Explained]) -> Iterator[_Row]:
    """A row for each; cards that nobody has read share one."""
    unread = []
    for mention, item, said, rulings in found:
        if item.kind == UNREAD and said == item.text:
            unread.append(item)
        else:
            yield _Row(item.title, mention.why, said, rulings)
    if unread:
        others = [item.title for item in unread[1:]]
        also = f" The same for {listed(others)}." if others else ""
        yield _Row("Not read yet", unread[0].title, f"{unread[0].do}{also}")


def _rows_within(play: OpenPlay, rows: Sequence[_Row], more: str, lines: int) -> Iterator[Block]:
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
