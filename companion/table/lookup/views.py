"""`lookup`, drawn: one item in full, several on one screen, or what is in play.

Lines are counted for 80 columns. What matters least at the table (the example, the rules' ids) is
left out first, and a text that is too long is cut.
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
"""Columns of a row's label, with its gap."""
_LONGEST_TEXT = 6
"""Most lines of one text."""

_KINDS = {
    "enforced": "the companion enforces it",
    "tracked": "the companion keeps track of it",
    "told": "left to the table",
    "position": "our interpretation, where the rulebook is silent",
    KIND: "what your group agreed on",
    UNREAD: "",
}
_WEIGHT = {"Do": 0, "Ruling": 1, "Mind": 2, "See": 3, "Such as": 4, "Rules": 5}
"""The order in which rows are kept if there is no room for all."""


class ItemView:
    """An item with the rows to show of it."""

    def __init__(self, corpus: Corpus, item: Item) -> None:
        self.item = item
        game = corpus.titles.get(item.game, item.game)
        kind = _KINDS.get(item.kind, item.kind if item.id == item.title else "")
        self._aside = " · ".join(part for part in (game, item.section, kind) if part)
        self._rows = list(_rows(corpus, item))

    @property
    def least(self) -> int:
        """The fewest lines it takes: heading, text, and what to do."""
        do = self.item.do
        return self._head + (1 + height(do) if do else 0)

    def height(self, room: int) -> int:
        """The lines it takes in so much room; never fewer than `least`."""
        shown = [height(text) for _, text in self._fitting(room)]
        return self._head + sum(shown) + bool(shown)

    def is_whole(self, room: int) -> bool:
        """Whether all of it fits in so many lines."""
        texts = [(self.item.text, COLUMNS), *((text, COLUMNS - _LABEL) for _, text in self._rows)]
        uncut = all(cut(text, width) == text for text, width in texts)
        return uncut and len(self._fitting(room)) == len(self._rows)

    def blocks(self, room: int | None) -> list[Block]:
        """The item in at most that many lines, but at least `least`; in full if None."""
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
        """The most important rows that fit, in their own order."""
        left = room - self._head - 1
        chosen = set()
        for place in sorted(range(len(self._rows)), key=lambda n: _WEIGHT[self._rows[n][0]]):
            label, text = self._rows[place]
            if label == "Do" or height(text) <= left:
                chosen.add(place)
                left -= height(text)
        return [row for place, row in enumerate(self._rows) if place in chosen]


def height(text: str, width: int = COLUMNS - _LABEL) -> int:
    """The lines of a text, cut as it is shown."""
    return len(_wrapped(cut(text, width), width))


def cut(text: str, width: int = COLUMNS - _LABEL, lines: int = _LONGEST_TEXT) -> str:
    """A text cut to so many lines, with a sign if something is left out."""
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
    """The lines of a text, broken only between words."""
    return wrap(text, width, break_on_hyphens=False)


def _label(label: str) -> Span:
    return Span(label, "warning" if label == "Mind" else "muted")


def _rows(corpus: Corpus, item: Item) -> list[tuple[str, str]]:
    """The labelled rows of an item, besides its text."""
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
"""Most words of what is taken for a name; longer texts are questions."""
_MORE = "There is more: add `--all`."


def everything(corpus: Corpus, answer: Answer) -> Iterator[Block]:
    """All exact answers in full; if there is none, the nearest, and a list of the others."""
    full = [hit.item for hit in answer.hits if hit.score == 1] or [answer.hits[0].item]
    for item in full:
        yield from ItemView(corpus, item).blocks(None)
    others = [hit.item for hit in answer.hits if hit.item not in full]
    if others:
        yield in_a_line_each(corpus, others, full[0].game)


def one_screen(corpus: Corpus, answer: Answer) -> Page:
    """The first answer and others of the same name as far as they fit, and a list of the rest."""
    views = [ItemView(corpus, hit.item) for hit in answer.hits]
    return Page(lambda lines: Stack(tuple(_in(corpus, answer, views, lines))), LENGTHS)


def _in(corpus: Corpus, answer: Answer, views: Sequence[ItemView], left: int) -> Iterator[Block]:
    if not answer.exact and _is_a_slip(answer, views[0].item):
        yield Paragraph(Span(f"Nothing is named “{short(answer.query)}”. The nearest:", "muted"))
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
    """Whether the query looks like a mistyped name."""
    typed = key(answer.query)
    begun = any(key(name).startswith(typed) for name in nearest.names)
    terms = all_terms(" ".join((*nearest.names, *nearest.asks, nearest.text, nearest.do)))
    known = not set(all_terms(answer.query)).isdisjoint(terms)
    return not begun and not known and len(answer.query.split()) <= _NAMELIKE


def _within(views: Sequence[ItemView], left: int) -> list[ItemView]:
    """As many as fit with one line each."""
    return list(views[: max(0, left - 1)])


def _all_fit(answer: Answer, views: Sequence[ItemView], left: int) -> bool:
    """Whether the exact answers, or else the first one, fit in full."""
    full = views if answer.exact else views[:1]
    others = [] if answer.exact else views[1:]
    left -= _lines(others)
    for view in full:
        if not view.is_whole(left):
            return False
        left -= view.height(left) + 1
    return left >= -1


def _lines(views: Sequence[ItemView]) -> int:
    """The lines of a list of items, with the blank line before it."""
    return len(views) + bool(views)


def in_a_line_each(corpus: Corpus, items: Sequence[Item], game: str) -> Block:
    """A list of items: title, game (unless all are of `game`), and the beginning of the text."""
    one_game = {item.game for item in items} == {game}
    rows: list[tuple[Text, ...]] = []
    for item in items:
        title = () if one_game else (Span(corpus.titles.get(item.game, item.game), "muted"),)
        rows.append((Span(short(item.title), "name"), *title, item.text))
    return Table((*(Column() for _ in rows[0][:-1]), Column(cut=True)), tuple(rows))


_TITLE = 20
"""Most columns of the titles, with their gap."""
_WIDTH = COLUMNS - _TITLE
_RULINGS = 2
"""How many rulings are shown with one thing."""
_LONGEST = 8
"""Most lines of one explanation: the longest built-in one."""


class _Row:
    """One thing in play: where it is, what it does, and the rulings about it."""

    def __init__(self, title: str, why: str, text: str, rulings: Sequence[str] = ()) -> None:
        self.title = title
        self._why = f"{why}: "
        self._text = text
        self._rulings = list(rulings[:_RULINGS])
        if len(rulings) > _RULINGS:
            left = len(rulings) - _RULINGS
            self._rulings.append(f"{left} more rulings on it: `companion ruling list`.")

    def height(self, lines: int) -> int:
        """The lines it takes if its text may take so many."""
        return height(self._cut(lines), _WIDTH) + sum(height(one, _WIDTH) for one in self._rulings)

    def cells(self, lines: int) -> Iterator[tuple[Text, ...]]:
        """Its rows in the table."""
        text = self._cut(lines)[len(self._why) :]
        yield Span(self.title, "name"), (Span(self._why, "muted"), text)
        for ruling in self._rulings:
            yield "", Span(ruling, "warning")

    def _cut(self, lines: int) -> str:
        return cut(f"{self._why}{self._text}", _WIDTH, lines)


def everything_here(play: OpenPlay, found: Sequence[Explained]) -> list[Block]:
    """Everything in play, with what each thing is and what to do with it."""
    cells: list[tuple[Text, ...]] = []
    for mention, item, shown, rulings in found:
        cells += _Row(item.title, mention.why, shown, rulings).cells(10_000)
        cells += [("", text) for text in (item.text, item.do) if text and text not in shown]
    return [_heading(play), _table(cells)]


def on_one_screen(play: OpenPlay, found: Sequence[Explained], more: str) -> list[Block]:
    """As much of it as fits; `more` is the command that shows the rest."""
    rows = list(_rows_in_play(found))
    return [Page(lambda lines: Stack(tuple(_rows_within(play, rows, more, lines))), LENGTHS)]


def _rows_in_play(found: Sequence[Explained]) -> Iterator[_Row]:
    """A row for each thing; cards with unknown text share one."""
    unread = []
    for mention, item, text, rulings in found:
        if item.kind == UNREAD and text == item.text:
            unread.append(item)
        else:
            yield _Row(item.title, mention.why, text, rulings)
    if unread:
        others = [item.title for item in unread[1:]]
        also = f" The same for {listed(others)}." if others else ""
        yield _Row("Not read yet", unread[0].title, f"{unread[0].do}{also}")


def _rows_within(play: OpenPlay, rows: Sequence[_Row], more: str, lines: int) -> Iterator[Block]:
    """The first rows with two lines each, longer if there is room."""
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
