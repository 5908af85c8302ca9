"""`stats`: an overview of a group or a game."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.names import counted, listed
from companion.core.record import UTC_TIME
from companion.core.reply import Reply
from companion.games import in_short
from companion.stats.counts import GameCount, PlaceCount, PlayerCount, Side, Standout
from companion.stats.significance import SHARE_FROM, starter_advantage
from companion.stats.tally import (
    DIME,
    NICKEL,
    leaders,
    longest_unplayed,
    median_length,
    most_played,
    ranked,
    repertoire,
)
from companion.table.history import views
from companion.table.history.filters import Selection
from companion.table.local_time import day, day_number, length


def overview(found: Selection, every: bool) -> Reply:
    """Statistics of the selected plays, for all their players."""
    return Reply(
        document=lambda: _document(found), blocks=lambda: _blocks(found, views.shown(every))
    )


def _document(found: Selection) -> dict[str, Any]:
    tally = found.tally
    begun = starter_advantage(tally.games.values(), tally.players)
    return {
        **found.about,
        "played": _play_time(most_played(tally))._asdict(),
        "together": views.together_record(tally.together, tally.together_won),
        "undecided": tally.undecided,
        "players": [views.player_record(name, count) for name, count in ranked(tally.players)],
        "first_player": views.beginning_record(begun),
        "games": [_game_record(game) for game in most_played(tally)],
        "places": places_record(found),
        **repertoire_record(found),
    }


def _game_record(game: GameCount) -> dict[str, Any]:
    return {
        "game": game.game or None,
        "title": game.title,
        "plays": game.plays,
        "last": {"play": game.last_play, "began": game.last},
        "minutes": median_length(game.lengths),
        "most_wins": leaders(game),
        "lowest_wins": game.lowest_wins,
        "together": views.together_record(game.together, game.together_won),
        "undecided": game.undecided,
        "teams": [
            {"team": side.title, **views.chance_record(side.wins, side.plays, side.due)}
            for side in sorted(game.sides.values(), key=_best_side)
        ],
        "first_player": views.beginning_record(starter_advantage([game], game.players)),
        "players": [
            {**views.player_record(name, count), "scores": views.scores_record(game, name)}
            for name, count in ranked(game.players)
        ],
        "icons": views.standouts_record(game.icons),
        "rules": views.standouts_record(game.rules),
    }


def _blocks(found: Selection, shown: int) -> list[Block]:
    tally = found.tally
    heading = Heading(found.title or "Statistics", found.aside)
    if not tally.plays:
        return [heading, Paragraph(found.nothing)]
    games = most_played(tally)
    only = games[0] if len(games) == 1 else None
    blocks: list[Block] = [heading, Paragraph(_opening(found, games))]
    blocks += _players(found, only, shown)
    begun = starter_advantage(games, tally.players)
    if begun.all.cases:
        blocks.append(Paragraph(views.starter_note(begun)))
    if only is None:
        blocks.append(_games(games, shown))
        blocks += repertoire_blocks(found)
    elif only.sides:
        blocks.append(_sides(only))
    blocks += places_blocks(found, shown)
    for game in games if found.game else []:
        blocks += _icons(game, shown) + _rules(game, shown)
    if found.game:
        from companion.table.history.charts import growth_lines

        blocks += [Paragraph(line) for line in growth_lines(found.desk, found.game)]
    cases = [count.plays for _, count in ranked(tally.players)[:shown]]
    icons = [it for game in games if found.game for _, it in views.by_plays(game.icons)[:shown]]
    blocks += views.few_note(*cases, *(it.cases for it in icons))
    more = _more(found, games, shown)
    return [*blocks, Steps((more,))] if more else blocks


def _more(found: Selection, games: list[GameCount], shown: int) -> str:
    """What was left out, and the command that shows it; empty for nothing."""
    left = {"player": len(found.tally.players) - shown, "game": len(games) - shown}
    left["place"] = 0 if found.place else len(found.tally.places) - shown
    for game in games if found.game else []:
        left |= {"icon": len(game.icons) - shown, "rule": len(game.rules) - shown}
    return views.left_out_note(left, "stats", found)


def _opening(found: Selection, games: list[GameCount]) -> str:
    tally = found.tally
    first, last = day(tally.since), day(tally.newest[0])
    when = f"on {first}" if first == last else f"from {first} to {last}"
    of = "" if found.title else f" of {games[0].title}" if len(games) == 1 else ""
    of = f" of {len(games)} games" if len(games) > 1 else of
    text = f"{counted(tally.plays, 'finished play')}{of}, {when}."
    if len(games) == 1:
        minutes = median_length(games[0].lengths)
        text += f" A play usually takes {length(minutes)}." if minutes else ""
        text += " The fewest points win." if games[0].lowest_wins else ""
    played = _play_time(games)
    if played.plays > 1:
        of = "" if played.plays == tally.plays else f" ({counted(played.plays, 'play')} timed)"
        text += f" {length(played.minutes)} in all{of}."
    if tally.together:
        text += f" {views.together_note(tally.together, tally.together_won)}."
    text += f" {views.undecided_note(tally.undecided)}." if tally.undecided else ""
    return text


class _PlayTime(NamedTuple):
    """The minutes that were played, and the number of plays with a known length."""

    minutes: int
    plays: int


def _play_time(games: Sequence[GameCount]) -> _PlayTime:
    lengths = [one for game in games for one in game.lengths.items()]
    minutes = sum(minutes * plays for minutes, plays in lengths)
    return _PlayTime(minutes, sum(plays for _, plays in lengths))


def _players(found: Selection, only: GameCount | None, shown: int) -> list[Block]:
    """The standings; with scores if all plays are of one game with points."""
    everybody = ranked(found.tally.players)
    scored = only is not None and bool(only.scores)
    rows: list[tuple[Text, ...]] = []
    for name, count in everybody[:shown]:
        row = (*_standing(name, count), views.together(count))
        row += (views.streak(count.streak), views.streak(count.longest))
        if only is not None:
            scores = only.scores.get(name)
            row += (views.average(scores), views.best(only, scores))
        rows.append(row)
    counts = (Column(it, "right") for it in ("Plays", "Won", "Share"))
    columns: tuple[Column, ...] = (Column("Player", wraps=True), *counts, views.TOGETHER)
    columns += (Column("In a row", "right"), Column("Longest", "right"))
    if only is not None:
        columns += (Column("Average", "right"), Column("Best"))
    kept = views.kept(columns, bool(found.tally.together), scored)
    return [Fit(tuple(views.only(columns, rows, places) for places in kept))]


def _best_side(side: Side) -> tuple[float, int, str]:
    return (-side.wins / side.plays, -side.plays, side.title)


def _sides(game: GameCount) -> Block:
    """The results of each team of a game."""
    rows = tuple(
        (
            Span(side.title, "name"),
            f"{side.wins} of {side.plays}",
            views.share_text(side.wins, side.plays),
            f"{side.due / side.plays:.0%}" if side.plays >= SHARE_FROM else views.NONE,
        )
        for side in sorted(game.sides.values(), key=_best_side)
    )
    titles = (Column(it, "right") for it in ("Won", "Share", "By chance"))
    return Table((Column("Team", wraps=True), *titles), rows)


def _standing(name: str, count: PlayerCount) -> tuple[Text, ...]:
    part = views.share_text(count.wins, count.plays)
    return (Span(name, "name"), str(count.plays), str(count.wins), part)


def _games(games: list[GameCount], shown: int) -> Block:
    wide: list[tuple[Text, ...]] = []
    for game in games[:shown]:
        usually = length(median_length(game.lengths) or None)
        wide.append(
            (
                in_short(game.game, game.title),
                str(game.plays),
                day(game.last),
                usually,
                _leads(game),
            )
        )
    narrow = tuple((row[0], row[1], row[4]) for row in wide)
    title, plays = Column("Game", wraps=True), Column("Plays", "right")
    leads = Column("Most wins", wraps=True)
    columns = (title, plays, Column("Last"), Column("Usually", "right"), leads)
    return Fit((Table(columns, tuple(wide)), Table((title, plays, leads), narrow)))


def _leads(game: GameCount) -> Text:
    names = leaders(game)
    if game.together and not game.against:
        return f"together, {game.together_won} of {game.together}"
    if not names:
        return views.NONE
    count = game.players[names[0]]
    if len(names) == 1:
        return f"{names[0]}, {count.wins} of {count.plays}"
    return f"{listed(names)}, {count.wins} each"


def _icons(game: GameCount, shown: int) -> list[Block]:
    """The icons that were tagged most, and the results of those who tagged them."""
    if not game.icons:
        return []
    found = views.by_plays(game.icons)
    wide = tuple(
        (
            Span(it.title or _icon(key), "icon"),
            str(it.plays),
            str(it.cases),
            str(it.wins),
            views.share_text(it.wins, it.cases),
            views.likely(it.wins, it.cases) if it.cases >= SHARE_FROM else views.NONE,
            _by_chance(it),
        )
        for key, it in found[:shown]
    )
    columns = (
        *(Column("Icon", wraps=True), Column("Plays", "right"), Column("Players", "right")),
        *(Column("Won", "right"), Column("Share", "right"), Column("Likely", "right")),
        Column("By chance", "right"),
    )
    short = (columns[0], *columns[2:5])
    narrow = tuple((row[0], *row[2:5]) for row in wide)
    title = "The icons that were tagged most, and how often the players who tagged them won"
    return [Fit((Table(columns, wide, title), Table(short, narrow, title)))]


def _icon(key: str) -> str:
    """An icon in words: `Junk Food` for `junk-food`, `−2` for `-2`."""
    return f"−{key[1:]}" if key.startswith("-") else key.replace("-", " ").title()


def _by_chance(it: Standout) -> Text:
    return f"{it.due / it.cases:.0%}" if it.cases >= SHARE_FROM else views.NONE


def _rules(game: GameCount, shown: int) -> list[Block]:
    """The rules that were in play most often."""
    if not game.rules:
        return []
    found = views.by_plays(game.rules)
    rows = tuple((f"{it.plays} of {game.plays}", it.title or key) for key, it in found[:shown])
    columns = (Column("Games", "right"), Column("Rule", wraps=True))
    return [Table(columns, rows, "Rules that were in most games")]


# What the group plays, and where


FAVOURITES = 5
"""How many favourite games are shown, and how many that were unplayed for longest."""
_UNPLAYED_FROM = 30
"""Days after which a game counts as unplayed."""
_YEAR = 365
_NAMED_AT_MOST = 3


def repertoire_record(found: Selection) -> dict[str, Any]:
    """The repertoire of the group, as JSON."""
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
    """The games that were played within a year, with the number of plays, most played first."""
    begin = datetime.fromisoformat(now) - timedelta(days=_YEAR)
    counts = found.plays.also("began >= ?", begin.strftime(UTC_TIME)).by_game()
    games = ((game, counts.get(key, 0)) for key, game in found.tally.games.items())
    return sorted((it for it in games if it[1]), key=lambda it: (-it[1], it[0].title))


def _days(game: GameCount, now: str) -> int:
    """The days since a game was last played; 0 if that is in the future."""
    try:
        return max(0, day_number(now) - day_number(game.last))
    except ValueError:
        return 0


def repertoire_blocks(found: Selection) -> list[Block]:
    """The repertoire of the group, as a table."""
    tally, now = found.tally, found.desk.now()
    numbers = repertoire(tally.games.values())
    rows: list[tuple[Text, Text]] = [
        ("H-index", f"{numbers.h_index}"),
        ("Dimes", f"{numbers.dimes} ({DIME} plays and more)"),
        ("Nickels", f"{numbers.nickels} ({NICKEL} to {DIME - 1})"),
    ]
    if found.choice.until is None:  # else what came afterwards is unknown
        rows += _by_the_clock(found, now)
    return [Table((Column("Repertoire"), Column(read_aloud="what", wraps=True)), tuple(rows))]


def _by_the_clock(found: Selection, now: str) -> list[tuple[Text, Text]]:
    """Rows about the favourites of the year, and the longest unplayed games."""
    rows: list[tuple[Text, Text]] = []
    lately = _lately(found, now)
    in_all = sum(plays for _, plays in lately)
    if 0 < in_all < found.tally.plays:  # else the table above shows it
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
    """Days in words, rounded down."""
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
    """The places, as JSON, most plays first."""
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
    """The places, and who has won there most often; none if a place was selected."""
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
