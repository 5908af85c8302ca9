"""What a group plays how often, what it has left unplayed, and where: the rest of `stats`."""

from datetime import datetime, timedelta
from typing import Any

from companion.core.blocks import Block, Column, Span, Table, Text
from companion.core.names import counted, listed
from companion.core.record import UTC_TIME
from companion.games import in_short
from companion.stats.counts import GameCount, PlaceCount
from companion.stats.repertoire import DIME, NICKEL, longest_unplayed, repertoire
from companion.stats.tally import most_played
from companion.table.history import views
from companion.table.history.filters import Selection
from companion.table.local_time import day_number

FAVOURITES = 5
"""So many favourite games are shown, and so many that were unplayed for longest."""
_UNPLAYED_FROM = 30
"""Days: before that nobody says that a game lies unplayed."""
_YEAR = 365
_NAMED_AT_MOST = 3


def record(found: Selection) -> dict[str, Any]:
    """The games as people count who log plays, as JSON."""
    tally, now = found.tally, found.desk.now()
    numbers = repertoire(tally.games.values())
    lately = _lately(found, now)
    in_all = sum(plays for _, plays in lately)
    return {
        **numbers._asdict(),
        "favourites": [
            _favourite(game, game.plays, tally.plays) for game in most_played(tally)[:FAVOURITES]
        ],
        "favourites_of_the_year": [
            _favourite(game, plays, in_all) for game, plays in lately[:FAVOURITES]
        ],
        "longest_unplayed": [
            {
                "game": game.game or None,
                "title": game.title,
                "plays": game.plays,
                "last": {"play": game.last_play, "began": game.last},
                "days": _days(game, now),
            }
            for game in longest_unplayed(tally.games.values())[:FAVOURITES]
        ],
    }


def _favourite(game: GameCount, plays: int, of: int) -> dict[str, Any]:
    share = round(plays / of, 4)
    return {"game": game.game or None, "title": game.title, "plays": plays, "share": share}


def _lately(found: Selection, now: str) -> list[tuple[GameCount, int]]:
    """The games that were played within a year, with how often, the most plays first."""
    begin = datetime.fromisoformat(now) - timedelta(days=_YEAR)
    counts = found.plays.also("began >= ?", begin.strftime(UTC_TIME)).by_game()
    games = ((game, counts.get(key, 0)) for key, game in found.tally.games.items())
    return sorted((it for it in games if it[1]), key=lambda it: (-it[1], it[0].title))


def _days(game: GameCount, now: str) -> int:
    """For how many days a game was not played; of one that a wrong clock put later, none."""
    try:
        return max(0, day_number(now) - day_number(game.last))
    except ValueError:
        return 0


def blocks(found: Selection) -> list[Block]:
    """The same in a few lines, for a group that has played several games."""
    tally, now = found.tally, found.desk.now()
    numbers = repertoire(tally.games.values())
    rows: list[tuple[Text, Text]] = [
        ("H-index", f"{numbers.h_index}"),
        ("Dimes", f"{numbers.dimes} ({DIME} plays and more)"),
        ("Nickels", f"{numbers.nickels} ({NICKEL} to {DIME - 1})"),
    ]
    if found.choice.until is None:  # else nobody knows what came afterwards
        rows += _by_the_clock(found, now)
    return [Table((Column("Repertoire"), Column(heard="what", wraps=True)), tuple(rows))]


def _by_the_clock(found: Selection, now: str) -> list[tuple[Text, Text]]:
    """What was played most within a year, and what was left unplayed for longest."""
    rows: list[tuple[Text, Text]] = []
    lately = _lately(found, now)
    in_all = sum(plays for _, plays in lately)
    if 0 < in_all < found.tally.plays:  # else the table above says it
        most = listed([f"{_short(game)} {plays}" for game, plays in lately[:_NAMED_AT_MOST]])
        rows.append(("Within a year", f"{most}, of {counted(in_all, 'play')}"))
    left = [(game, _days(game, now)) for game in longest_unplayed(found.tally.games.values())]
    ago = [
        f"{_short(it)} ({_ago(days)})"
        for it, days in left[:_NAMED_AT_MOST]
        if days >= _UNPLAYED_FROM
    ]
    if ago:
        rows.append(("Longest unplayed", listed(ago)))
    return rows


def _short(game: GameCount) -> str:
    return in_short(game.game, game.title)


def _ago(days: int) -> str:
    """So many days as people say it, rounded down."""
    if days >= 2 * _YEAR:
        return counted(days // _YEAR, "year")
    months = days * 12 // _YEAR
    return counted(months, "month") if months > 1 else counted(days, "day")


def _places(found: Selection) -> list[PlaceCount]:
    return sorted(found.tally.places.values(), key=lambda it: (-it.plays, it.title))


def _most_wins(place: PlaceCount) -> list[str]:
    most = max(place.wins.values(), default=0)
    return sorted(name for name, wins in place.wins.items() if wins == most)


def places_record(found: Selection) -> list[dict[str, Any]]:
    """Where it was played, as JSON, the most plays first."""
    return [
        {
            "place": place.title,
            "plays": place.plays,
            "most_wins": _most_wins(place),
            "wins": max(place.wins.values(), default=0),
        }
        for place in _places(found)
    ]


def places_blocks(found: Selection, shown: int) -> list[Block]:
    """Where it was played, and who has won there most often; nothing where one place is meant."""
    if found.place or not found.tally.places:
        return []
    rows = tuple((it.title, str(it.plays), _won_there(it)) for it in _places(found)[:shown])
    columns = (Column("Place", wraps=True), Column("Plays", "right"))
    return [Table((*columns, Column("Most wins", wraps=True)), rows)]


def _won_there(place: PlaceCount) -> Text:
    names = _most_wins(place)
    if not names:
        return views.NONE
    most = place.wins[names[0]]
    if len(names) > _NAMED_AT_MOST:
        return Span(f"{len(names)} players, {most} each", "muted")
    return f"{names[0]}, {most}" if len(names) == 1 else f"{listed(names)}, {most} each"
