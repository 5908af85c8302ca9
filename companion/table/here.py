"""`lookup --here`: every icon, card and keyword that is in play, what matters most now first."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.entry import Entry, Mention
from companion.errors import Refused
from companion.table.answers import result
from companion.table.desk import Desk
from companion.table.lore import Lore
from companion.table.openplay import OpenPlay
from companion.table.piece import COLUMNS, LINES, cut, height
from companion.table.reply import Reply
from companion.table.rulings import about

_TITLE = 20
"""Columns that the titles take at most, with their gap."""
_LINES_EACH = 2
_TO_DO = ("icon", "phase", "action")
"""Kinds of which it matters what to do, not what they are."""


class _Explained(NamedTuple):
    """Something in play with its entry."""

    mention: Mention
    entry: Entry


def in_front(desk: Desk, every: bool) -> Reply:
    """What is in play at the play at hand, explained. Raises NotFound where there is none."""
    play = desk.open()
    lore = Lore(desk)
    found = _explained(lore, play)
    if not found:
        raise Refused(
            f"Nothing is known of what is in play in {play.ref.id}.",
            "`companion lookup WORD` explains any word of the game.",
        )
    return Reply(
        document=lambda: {
            "query": None,
            "play": play.ref.id,
            "results": [_result(lore, item, place, len(found)) for place, item in enumerate(found)],
        },
        blocks=lambda: _blocks(lore, play, found, every),
        warnings=tuple(lore.warnings),
    )


def _explained(lore: Lore, play: OpenPlay) -> list[_Explained]:
    mentions = list(play.game.in_front(play.state, play.reference))
    known = lore.of(play.game.id, [mention.id for mention in mentions])
    found = []
    for mention in mentions:
        entry = known.get(mention.id)
        if entry is None and mention.text:
            entry = Entry(mention.id, play.game.id, mention.title, "card", mention.text)
        if entry is not None:
            found.append(_Explained(mention, entry))
    return found


def _blocks(lore: Lore, play: OpenPlay, found: Sequence[_Explained], every: bool) -> list[Block]:
    """A line or two for each, as many as fit one screen; with `every`, all of each of them."""
    where = play.game.where(play.state) if play.state.status == "live" else play.state.status
    heading = Heading(play.game.title, f"{play.ref.id} · {where}")
    room = LINES - 4
    width = COLUMNS - _TITLE
    rows: list[tuple[Text, ...]] = []
    shown = 0
    for mention, entry in found:
        why, said = f"{mention.why}: ", _said(lore, entry)
        if not every:
            said = cut(f"{why}{said}", width, _LINES_EACH)[len(why) :]
            room -= height(f"{why}{said}", width)
            if room < 0:
                break
        shown += 1
        rows.append((Span(entry.title, "name"), (Span(why, "muted"), said)))
        if every and entry.do and entry.text != said:
            rows.append(("", entry.text))
    blocks: list[Block] = [
        heading,
        Table((Column("", wraps=True), Column("", wraps=True)), tuple(rows)),
    ]
    if shown < len(found):
        more = f"{len(found) - shown} more: `companion lookup --here --all`."
        blocks.append(Paragraph(Span(more, "muted")))
    return blocks


def _said(lore: Lore, entry: Entry) -> str:
    """What is to be known of it now, what the group agreed on before all."""
    said = entry.do if entry.do and entry.kind in _TO_DO else entry.text
    rulings = [f"Ruling {ruling.number}: {ruling.text}" for ruling in about(lore.rulings, entry)]
    return " ".join((*rulings, said))


def _result(lore: Lore, item: _Explained, place: int, count: int) -> dict[str, Any]:
    """One of them as a result of a look-up; the score falls with its place."""
    mention, entry = item
    return {**result(lore, entry, 1 - place / count), "why": mention.why}
