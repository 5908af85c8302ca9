"""The story of a box: how it came to be what it is, as a person tells it, day by day."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.event import Event
from companion.core.names import capital, counted, listed
from companion.core.reply import Reply
from companion.games.blank.box_entries import (
    APPROVED,
    CHANGED,
    DECLINED,
    FOUND,
    INKED,
    MADE,
    RETIRED,
    RETURNED,
    WRITTEN,
    begins,
    wording_in,
)
from companion.games.blank.boxes import BlankShelf, Home
from companion.games.blank.cards import PLAIN_RULES, called
from companion.games.blank.deck import Deck
from companion.games.blank.histories import PastGame, past_games, shares

Data = Mapping[str, Any]
MANY = 3
"""More new cards than this in one entry are counted, not told one by one."""


class Line(NamedTuple):
    """Something that happened to a box: when (UTC), which entries or play tell it, and what."""

    at: str
    source: str
    text: str


def lines_of(
    box_id: str, deck: Deck, standing: Sequence[Event], games: Sequence[PastGame]
) -> list[Line]:
    """The story, oldest first: what stands in the box's log, and the games that it was in.

    A game is told before its prize, and before all that came later.
    """
    waiting = list(enumerate(sorted(_own(box_id, games), key=lambda game: game.ended), 1))
    told: list[Line] = []
    for events in _chapters(standing):
        prizes = {event.data.get("play") for event in events if event.kind == WRITTEN.name}
        while waiting and (
            waiting[0][1].ended < events[0].at or any(game.id in prizes for _, game in waiting)
        ):
            told.append(_game_line(*waiting.pop(0), box_id))
        text = _chapter(deck, events)
        if text:
            told.append(Line(events[0].at, f"entry {events[0].action}", text))
    return [*told, *(_game_line(place, game, box_id) for place, game in waiting)]


def _game_line(place: int, game: PastGame, box_id: str) -> Line:
    return Line(game.ended, game.id, _game(place, game, box_id))


def _own(box_id: str, games: Iterable[PastGame]) -> list[PastGame]:
    return [game for game in games if box_id in [box.id for box in game.boxes]]


def _chapters(standing: Sequence[Event]) -> list[list[Event]]:
    """The entries of a log. Some make one chapter: printed rules that are read one after the other,
    and a card with its approval and its ink of the same day.
    """
    chapters: list[list[Event]] = []
    for _, entry in groupby(standing, key=lambda event: event.action):
        events = list(entry)
        if chapters and _goes_on(chapters[-1], events):
            chapters[-1] += events
        else:
            chapters.append(events)
    return chapters


def _goes_on(chapter: Sequence[Event], events: Sequence[Event]) -> bool:
    if _is_reading(events):
        return _is_reading(chapter)
    written = [event for event in chapter if event.kind == WRITTEN.name]
    return len(written) == 1 and all(
        event.kind in (APPROVED.name, INKED.name)
        and event.data["card"] == written[0].data["card"]
        and event.data["revision"] == written[0].data["revision"]
        and event.at[:10] == written[0].at[:10]
        for event in events
    )


def _is_reading(events: Sequence[Event]) -> bool:
    return all(
        event.kind == WRITTEN.name and event.data.get("origin") == "printed" for event in events
    )


def _game(place: int, game: PastGame, box_id: str) -> str:
    others = [name for name in game.players if name not in game.winners]
    mixed = [box.name for box in game.boxes if box.id != box_id]
    rules = [rule for rule in game.rules if rule.copy == box_id]
    told = f"Game {place} ({game.id}): {listed(game.winners) or 'nobody'} wins"
    told += f" against {listed(others)}" if others else ""
    told += f", mixed with {listed(mixed)}" if mixed else ""
    if rules:
        labels = listed([rule.card[1:] if rule.card else rule.label for rule in rules])
        told += f", with rule{'s' * (len(rules) > 1)} {labels} in play"
    fresh = [rule for rule in rules if rule.new]
    if fresh:
        told += f"; {listed([called(rule.card or '') for rule in fresh])} for the first time"
    return f"{told}."


def _chapter(deck: Deck, events: Sequence[Event]) -> str:
    first = events[0]
    if first.kind == MADE.name:
        return _box(first.data)
    if _is_reading(events):
        return _reading(events)
    written = [event for event in events if event.kind == WRITTEN.name]
    if len(written) > MANY:
        return f"{len(written)} cards are written from a file, all at once."
    if len(written) == 1:
        return _writing(deck, written[0], [event for event in events if event is not written[0]])
    return " ".join(
        _ended(_TELLERS[event.kind](deck, event.data)) for event in events if event.kind in _TELLERS
    )


def _ended(text: str) -> str:
    return f"{capital(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"


def _box(data: Data) -> str:
    owner = f"{data['owner']} opens" if data.get("owner") else "Somebody opens"
    mark = f", and puts {data['mark']} on every card" if data.get("mark") else ""
    return f"{owner} “{data['name']}”{mark}: 14 printed rules, 24 cards to be filled."


def _reading(events: Sequence[Event]) -> str:
    """Printed rules that were read to the companion: one in its words, several by number."""
    if len(events) == 1:
        return f"A printed rule is read, {called(events[0].data['card'])}: {_quoted(events[0])}"
    numbers = [event.data["card"][1:] for event in events]
    return f"Printed rules are read: {listed(numbers)}."


def _writing(deck: Deck, event: Event, beside: Sequence[Event]) -> str:
    """A card that is written on, with what else the same entry tells of it."""
    if any(other.kind == FOUND.name for other in beside):
        title = f", “{event.data['title']}”" if event.data.get("title") else ""
        return f"A printed card is read, {called(event.data['card'])}{title}: {_quoted(event)}"
    before = [other for other in beside if other.kind == DECLINED.name]
    told = [_ended(_TELLERS[other.kind](deck, other.data)) for other in before]
    told.append(_written(deck, event))
    approved = [other.data["by"] for other in beside if other.kind == APPROVED.name]
    inked = any(other.kind == INKED.name for other in beside)
    if approved:
        told.append(f"Approved by {approved[0]}{', and inked' if inked else ''}.")
    elif inked:
        told.append("Inked.")
    after = [other for other in beside if other.kind in (RETIRED.name, RETURNED.name)]
    return " ".join([*told, *(_ended(_TELLERS[other.kind](deck, other.data)) for other in after)])


def _written(deck: Deck, event: Event) -> str:
    data = event.data
    who, card = data.get("by") or "Somebody", called(data["card"])
    title = f" “{data['title']}”" if data.get("title") else ""
    prize = f" as the prize of {data['play']}" if data.get("play") else ""
    if "restores" in data:
        return f"{card.capitalize()} goes back to what it once said: {_quoted(event)}"
    revisions = deck.game_card(data["card"]).revisions
    again = any(
        prize and other.number < data["revision"] and other.play == data["play"]
        for other in revisions
    )
    if again or not (prize or "origin" in data or begins(deck, data["card"], data["revision"])):
        still = f", the prize of {data['play']}" if prize else ""
        return f"{who} rewords {card}{title}{still}: {_quoted(event)}"
    verb = "writes" if card.startswith("rule") else "customises"
    return f"{who} {verb} {card}{title}{prize}: {_quoted(event)}"


def _quoted(event: Event) -> str:
    words = wording_in(event.data).sentence
    return f"“{words}”" if words.endswith((".", "!", "?")) else f"“{words}”."


def _because(data: Data) -> str:
    return f": {data['why']}" if data["why"] else ""


_TELLERS: dict[str, Callable[[Deck, Any], str]] = {
    CHANGED.name: CHANGED.describe,
    WRITTEN.name: WRITTEN.describe,
    FOUND.name: FOUND.describe,
    APPROVED.name: lambda deck, data: f"{data['by']} approves {called(data['card'])}",
    INKED.name: lambda deck, data: f"{called(data['card'])} is inked for good",
    DECLINED.name: lambda deck, data: f"{called(data['card'])} is declined{_because(data)}",
    RETIRED.name: lambda deck, data: f"{called(data['card'])} leaves the deck{_because(data)}",
    RETURNED.name: lambda deck, data: f"{called(data['card'])} comes back",
}
"""How a fact is told in the story; what a game tells itself (`rules.introduced`) is not here."""


def story_blocks(
    box_id: str, deck: Deck, lines: Sequence[Line], games: Sequence[PastGame]
) -> list[Block]:
    """The story, drawn: day by day, and where the box stands now."""
    rows: list[tuple[Text, ...]] = []
    day = ""
    for line in lines:
        shown = line.at[:10] if line.at[:10] != day else ""
        if shown and rows:
            rows.append(("", ""))  # a line between the days
        day = line.at[:10]
        rows.append((Span(shown, "muted"), line.text))
    return [
        Heading(f"The story of {deck.title}"),
        Table((Column(), Column(wraps=True)), tuple(rows)),
        Paragraph(_now(deck, _own(box_id, games))),
    ]


def _now(deck: Deck, games: Sequence[PastGame]) -> str:
    counts = deck.counts
    filled = counts.inked + counts.approved
    told = f"Today: {counted(len(games), 'game')} played, {filled} of {PLAIN_RULES} "
    told += f"plain rule cards filled, {counted(counts.customised, 'game card')} customised."
    found = [share for share in shares(games) if share.won]
    leading = [share for share in found if share.won == found[0].won]
    if len(leading) > 1:
        names = listed([share.name for share in leading])
        told += f" Most wins: {names}, {leading[0].won} each."
    elif leading:
        told += f" Most wins: {leading[0].name}, {leading[0].won} of {leading[0].played}."
    return told


def story_record(box_id: str, deck: Deck, lines: Sequence[Line]) -> dict[str, Any]:
    """The story as JSON."""
    return {
        "copy": box_id,
        "name": deck.name,
        "mark": deck.mark or None,
        "story": [line._asdict() for line in lines],
    }


def told_story(shelf: BlankShelf, box: Home) -> Reply:
    """The story of a box, day by day."""
    games = past_games(shelf)
    lines = lines_of(box.id, box.now, box.log.standing(), games)
    return Reply(
        document=lambda: story_record(box.id, box.now, lines),
        blocks=lambda: story_blocks(box.id, box.now, lines, games),
    )
