"""Decide winners where a file has points and names none: by `--wins`, never by guessing."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.core.names import chosen, find, folded
from companion.core.record import PlayRecord
from companion.exchange.parsed_plays import ParsedPlays

MOST, FEWEST, NONE = "most", "fewest", "none"
WAYS = (MOST, FEWEST, NONE)


class Wins(NamedTuple):
    """What the user said about who wins: for all games (empty for nothing), and by title."""

    general: str = ""
    titles: Mapping[str, str] = {}


def wins_typed(texts: Iterable[str]) -> Wins:
    """Parse what the user typed: `most`, `fewest`, `none`, or `Golf=fewest`. Raises Invalid."""
    general, titles = "", dict[str, str]()
    for text in texts:
        title, equals, way = text.rpartition("=")
        found = chosen(way, WAYS, "way to win")
        if equals and title.strip():
            titles[title.strip()] = found
        else:
            general = found
    return Wins(general, titles)


def is_open(record: PlayRecord) -> bool:
    """Whether a play has everybody's points and no winner, so that the points can decide."""
    parts = record.parts
    if record.coop or record.winners or len(parts) < 2:
        return False
    return all(part.score is not None for part in parts)


def overlooked(records: Iterable[PlayRecord]) -> set[str]:
    """Return players who never won though they had the best points each time.

    They are perhaps not players, but columns of something else.
    """
    doubted: dict[str, bool] = {}
    for record in records:
        points = {part.name: part.score for part in record.parts if part.score is not None}
        for name, value in points.items() if record.winners and len(points) > 2 else ():
            others = {one: score for one, score in points.items() if one != name}
            beats = any(
                best((value, *others.values())) == value not in others.values()
                and {one for one, score in others.items() if score == best(others.values())}
                == set(record.winners)
                for best in (max, min)
            )
            doubted[name] = beats and doubted.get(name, True)
    return {name for name, doubt in doubted.items() if doubt}


def decided(coming: ParsedPlays, wins: Wins) -> ParsedPlays:
    """Return the plays of a file with winners decided by points.

    Raises NotFound for a title that is not in it.
    """
    titles = list(dict.fromkeys(record.title for record in coming.records))
    ways = {
        folded(find(title, titles, lambda one: (one,), "game in the file")): way
        for title, way in wins.titles.items()
    }
    records = tuple(
        _decided(record, ways.get(folded(record.title), wins.general)) for record in coming.records
    )
    return coming._replace(records=records)


def _decided(record: PlayRecord, way: str) -> PlayRecord:
    if way not in (MOST, FEWEST) or not is_open(record):
        return record
    scores = [part.score for part in record.parts if part.score is not None]
    best = max(scores) if way == MOST else min(scores)
    parts = tuple(part._replace(won=part.score == best) for part in record.parts)
    return record._replace(parts=parts, lowest=way == FEWEST)
