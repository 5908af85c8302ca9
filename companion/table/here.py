"""`lookup --here`: every icon, card and keyword that is in play, what matters most now first."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion import games
from companion.core.blocks import Block, Column, Heading, Page, Paragraph, Span, Stack, Table, Text
from companion.core.entry import UNREAD, Entry, Mention
from companion.core.names import listed
from companion.core.reply import Reply
from companion.errors import Refused, Unusable
from companion.table.answers import LENGTHS, result
from companion.table.desk import Desk
from companion.table.lore import Lore, by_lore
from companion.table.openplay import OpenPlay
from companion.table.piece import COLUMNS, cut, height
from companion.table.rulings import about

_TO_DO = ("icon", "phase", "action")
"""Kinds of which it matters what to do, not what they are."""
_TITLE = 20
"""Columns that the titles take at most, with their gap."""
_WIDTH = COLUMNS - _TITLE
_RULINGS = 2
"""Rulings that are told with one thing."""
_LONGEST = 8
"""Lines of one explanation: all that any of ours takes."""


class Explained(NamedTuple):
    """Something in play with its entry, and what is to be known of it on this table."""

    mention: Mention
    entry: Entry
    said: str
    rulings: tuple[str, ...]


def in_front(desk: Desk, every: bool, game: str | None = None) -> Reply:
    """What is in play at the play at hand, explained. Raises NotFound where there is none.

    Raises Refused for a play of another `game` than was asked for, or one that tells nothing;
    Unusable where another package's game fails.
    """
    play = desk.open()
    option = f" --play {play.ref.id}" if desk.asked.play is not None else ""

    def answered(lore: Lore) -> Reply:
        _require_game(lore, play, game)
        found = _explained(lore, play)
        if not found:
            raise Refused(
                f"Nothing is known of what is in play in {play.ref.id}.",
                "`companion lookup WORD` explains any word of the game.",
            )
        reply = Reply(
            document=lambda: _document(lore, play, found),
            blocks=lambda: _drawn(play, found, every, option),
            warnings=tuple(lore.warnings),
        )
        return reply.settled(desk.asked.as_json)

    return by_lore(desk, answered)


def _document(lore: Lore, play: OpenPlay, found: Sequence[Explained]) -> dict[str, Any]:
    """The answer for a program; scores fall with the place."""
    results = [
        {
            **result(lore, item.entry, 1 - place / len(found)),
            "why": item.mention.why,
        }
        for place, item in enumerate(found)
    ]
    return {"query": None, "play": play.ref.id, "results": results}


def _require_game(lore: Lore, play: OpenPlay, game: str | None) -> None:
    if game is None:
        return
    from companion.table.lookup import find_game

    wanted = find_game(lore, game)
    if wanted != play.game.id:
        raise Refused(
            f"{play.ref.id} is a play of {play.game.title}, not of {lore.titles[str(wanted)]}.",
            "`--play ID` names another play, `companion plays` lists them.",
        )


def _explained(lore: Lore, play: OpenPlay) -> list[Explained]:
    """What is in play; cards of which nobody knows what they say go last, in one."""
    mentions = _mentions(play)
    known = lore.of(play.game.id, [mention.id for mention in mentions])
    found, unread = [], []
    for mention in mentions:
        entry = known.get(mention.id)
        if entry is None and mention.text:
            entry = Entry(mention.id, play.game.id, mention.title, "card", mention.text)
        if entry is None:
            continue
        rulings = tuple(one.line for one in about(lore.rulings, entry))
        if entry.kind == UNREAD and not mention.text:
            unread.append(Explained(mention, entry, entry.text, rulings))
        else:
            found.append(Explained(mention, entry, mention.text or _said(entry), rulings))
    return found + unread


def _mentions(play: OpenPlay) -> list[Mention]:
    """What a game names as in play. Raises Unusable where another package's game fails."""
    if play.game.id in games.OWN:
        return list(play.game.in_front(play.state, play.reference))
    try:
        found = play.game.in_front(play.state, play.reference)
        mentions = [Mention(*map(str, mention)) for mention in found]
    except Exception as problem:  # Whatever another package does wrong.
        raise Unusable(
            f"The game “{play.game.id}” cannot tell what is in play "
            f"({type(problem).__name__}: {problem}).",
            "`companion lookup WORD` explains any word; update the package of that game.",
        ) from problem
    return mentions


def _said(entry: Entry) -> str:
    return entry.do if entry.do and entry.kind in _TO_DO else entry.text


def _drawn(play: OpenPlay, found: Sequence[Explained], every: bool, option: str) -> list[Block]:
    if every:
        return _everything(play, found)
    rows = list(_rows(found))
    more = f"companion lookup --here{option} --all"
    return [Page(lambda lines: Stack(tuple(_in(play, rows, more, lines))), LENGTHS)]


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


def _everything(play: OpenPlay, found: Sequence[Explained]) -> list[Block]:
    """All of it, with what each thing is and what to do with it."""
    cells: list[tuple[Text, ...]] = []
    for mention, entry, said, rulings in found:
        cells += _Row(entry.title, mention.why, said, rulings).cells(10_000)
        cells += [("", text) for text in (entry.text, entry.do) if text and text not in said]
    return [_heading(play), _table(cells)]


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
