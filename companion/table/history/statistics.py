"""`stats`: a group or a game at a glance, one player with everybody, several among them."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.names import counted, listed
from companion.core.reply import Reply
from companion.games import in_short
from companion.stats.counts import Course, GameCount, Standout
from companion.stats.significance import MANY_FROM, SHARE_FROM, starter_advantage
from companion.stats.tally import (
    HeadToHead,
    head_to_head,
    leaders,
    median_length,
    most_played,
    opponents,
    ranked,
)
from companion.table.history import views
from companion.table.history.filters import Selection
from companion.table.local_time import day, length

SHOWN = 10
"""So many players, games, icons and rules are shown where nobody asks for all."""


def overview(found: Selection, every: bool) -> Reply:
    """How the plays that were asked for went, for everybody who sat in them."""
    return Reply(
        document=lambda: _document(found), blocks=lambda: _blocks(found, 10**6 if every else SHOWN)
    )


def _document(found: Selection) -> dict[str, Any]:
    tally = found.tally
    return {
        **found.about,
        "players": [views.course_record(name, course) for name, course in ranked(tally.courses)],
        "first_player": views.beginning_record(starter_advantage(tally.games.values())),
        "games": [_game_record(game) for game in most_played(tally)],
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
        "first_player": views.beginning_record(starter_advantage([game])),
        "players": [
            {**views.course_record(name, course), "scores": views.scores_record(game, name)}
            for name, course in ranked(game.courses)
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
    begun = starter_advantage(games)
    if begun.all.cases:
        blocks.append(Paragraph(views.beginning_told(begun)))
    if only is None:
        blocks.append(_games(games, shown))
    for game in games if found.game else []:
        blocks += _icons(game, shown) + _rules(game, shown)
    if found.game:
        from companion.table.history.charts import growth_lines

        blocks += [Paragraph(line) for line in growth_lines(found.desk, found.game)]
    cases = [course.plays for _, course in ranked(tally.courses)[:shown]]
    icons = [it for game in games if found.game for _, it in views.by_plays(game.icons)[:shown]]
    blocks += views.few_note(*cases, *(it.cases for it in icons))
    more = _more(found, games, shown)
    return [*blocks, Steps((more,))] if more else blocks


def _more(found: Selection, games: list[GameCount], shown: int) -> str:
    """What was left out, and the command that shows it; empty where nothing was."""
    left = [(len(found.tally.courses) - shown, "player"), (len(games) - shown, "game")]
    if found.game:
        left += [(len(game.icons) - shown, "icon") for game in games]
        left += [(len(game.rules) - shown, "rule") for game in games]
    told = listed([counted(count, noun) for count, noun in left if count > 0])
    game = f" --game {found.game}" if found.game else ""
    return f"{told} more: `companion stats{game} --all`." if told else ""


def _opening(found: Selection, games: list[GameCount]) -> str:
    tally = found.tally
    first, last = day(tally.since), day(tally.newest[0])
    when = f"on {first}" if first == last else f"from {first} to {last}"
    of = "" if found.title else f" of {games[0].title}" if len(games) == 1 else ""
    of = f" of {len(games)} games" if len(games) > 1 else of
    told = f"{counted(tally.plays, 'finished play')}{of}, {when}."
    minutes = median_length(games[0].lengths) if len(games) == 1 else None
    return f"{told} Usually {length(minutes)}." if minutes else told


def _players(found: Selection, only: GameCount | None, shown: int) -> list[Block]:
    """The standings; with scores where all plays are of one game that counts points."""
    everybody = ranked(found.tally.courses)
    scored = only is not None and bool(only.scores)
    rows: list[tuple[Text, ...]] = []
    for name, course in everybody[:shown]:
        row = _standing(name, course)
        row += (views.streak(course.streak), views.streak(course.longest))
        if scored and only is not None:
            scores = only.scores.get(name)
            row += (views.average(scores), views.best(only, scores))
        rows.append(row)
    counts = (Column(it, "right") for it in ("Plays", "Won", "Share", "In a row", "Longest"))
    columns = (Column("Player", wraps=True), *counts)
    if scored:
        columns += (Column("Average", "right"), Column("Best"))
    without = [*range(4), *range(6, len(columns))]
    return [Fit(tuple(_only(columns, rows, kept) for kept in (range(8), without, range(4))))]


def _only(columns: Sequence[Column], rows: Sequence[Sequence[Text]], kept: Iterable[int]) -> Table:
    """A table of those of its columns that there is room for."""
    places = [place for place in kept if place < len(columns)]
    return Table(
        tuple(columns[place] for place in places),
        tuple(tuple(row[place] for place in places) for row in rows),
    )


def _standing(name: str, course: Course) -> tuple[Text, ...]:
    part = views.share_told(course.wins, course.plays)
    return (Span(name, "name"), str(course.plays), str(course.wins), part)


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
    if not names:
        return views.NONE
    course = game.courses[names[0]]
    if len(names) == 1:
        return f"{names[0]}, {course.wins} of {course.plays}"
    return f"{listed(names)}, {course.wins} each"


def _icons(game: GameCount, shown: int) -> list[Block]:
    """The icons that were tagged most, and how those fared who tagged them."""
    if not game.icons:
        return []
    found = views.by_plays(game.icons)
    wide = tuple(
        (
            Span(it.title or _icon(key), "icon"),
            str(it.plays),
            str(it.cases),
            str(it.wins),
            views.share_told(it.wins, it.cases),
            views.likely(it.wins, it.cases) if it.cases >= SHARE_FROM else views.NONE,
            _by_chance(it),
        )
        for key, it in found[:shown]
    )
    columns = (
        *(Column("Icon", wraps=True), Column("Plays", "right"), Column("Taggers", "right")),
        *(Column("won", "right"), Column("Share", "right"), Column("likely", "right")),
        Column("by chance", "right"),
    )
    short = (columns[0], *columns[2:5])
    narrow = tuple((row[0], *row[2:5]) for row in wide)
    title = "Tagged most, and how often the taggers won"
    return [Fit((Table(columns, wide, title), Table(short, narrow, title)))]


def _icon(key: str) -> str:
    """An icon as it is read aloud: `Junk Food` for `junk-food`, `−2` for `-2`."""
    return f"−{key[1:]}" if key.startswith("-") else key.replace("-", " ").title()


def _by_chance(it: Standout) -> Text:
    return f"{it.due / it.cases:.0%}" if it.cases >= SHARE_FROM else views.NONE


def _rules(game: GameCount, shown: int) -> list[Block]:
    """The rules that were in most games."""
    if not game.rules:
        return []
    found = views.by_plays(game.rules)
    rows = tuple((f"{it.plays} of {game.plays}", it.title or key) for key, it in found[:shown])
    columns = (Column("Games", "right"), Column("Rule", wraps=True))
    return [Table(columns, rows, "Rules that were in most games")]


def one_player(found: Selection, name: str) -> Reply:
    """A player: all in all, game by game, and against everybody."""
    return Reply(document=lambda: _one_record(found, name), blocks=lambda: _one_blocks(found, name))


def several_players(found: Selection, names: Sequence[str]) -> Reply:
    """Players against each other, pair by pair, in the plays that both sat in."""
    return Reply(
        document=lambda: {
            **found.about,
            "players": [
                views.course_record(name, found.tally.courses.get(name, Course())) for name in names
            ],
            "pairs": [_pair_record(found, *pair) for pair in combinations(names, 2)],
        },
        blocks=lambda: _several_blocks(found, names),
    )


def _one_record(found: Selection, name: str) -> dict[str, Any]:
    tally = found.tally
    return {
        **found.about,
        "player": views.course_record(name, tally.courses.get(name, Course())),
        "games": [
            {
                "game": game.game or None,
                "title": game.title,
                **views.course_record(name, game.courses[name]),
                "scores": views.scores_record(game, name),
            }
            for game in _games_of(found, name)
        ],
        "against": [it._asdict() for it in opponents(tally, name)],
    }


def _pair_record(found: Selection, name: str, other: str) -> dict[str, Any]:
    met = head_to_head(found.tally.games.values(), name, other)
    return {
        "players": [name, other],
        **_met(met),
        "games": [
            {
                "game": game.game or None,
                "title": game.title,
                **_met(head_to_head([game], name, other)),
            }
            for game in _met_in(found, name, other)
        ],
    }


def _met(met: HeadToHead) -> dict[str, Any]:
    return {
        "plays": met.plays,
        "wins": [met.more, met.less],
        "both": met.both,
        "neither": met.neither,
    }


def _games_of(found: Selection, name: str) -> list[GameCount]:
    mine = [game for game in most_played(found.tally) if name in game.courses]
    return sorted(mine, key=lambda game: -game.courses[name].plays)


def _met_in(found: Selection, name: str, other: str) -> list[GameCount]:
    return [game for game in most_played(found.tally) if head_to_head([game], name, other).plays]


def _one_blocks(found: Selection, name: str) -> list[Block]:
    heading = Heading(f"{name}{found.in_game}", found.aside)
    course = found.tally.courses.get(name)
    if course is None:
        asked = f"{found.of_game}{found.in_time}"
        nothing = f"{name} has finished no play{asked}. `companion stats` shows who has."
        return [heading, Paragraph(nothing)]
    blocks: list[Block] = [heading, Paragraph(_summary(course))]
    games = _games_of(found, name)
    blocks.append(_by_game(games, name))
    others = opponents(found.tally, name)
    if others:
        blocks.append(_against(others, name))
    shown = [course.plays, *(game.courses[name].plays for game in games)]
    return [*blocks, *views.few_note(*shown)]


def _summary(course: Course) -> str:
    told = f"{course.wins} of {counted(course.plays, 'play')} won"
    if course.plays >= SHARE_FROM:
        told += f" ({course.wins / course.plays:.0%}; by chance it would be "
        told += f"{course.due / course.plays:.0%})"
    if course.plays < MANY_FROM:
        told += f"; that is few, from {MANY_FROM} on it says something"
    if course.streak > 1:
        best = "the longest streak so far" if course.streak == course.longest else ""
        told += f". The last {course.streak} in a row" + (f", {best}" if best else "")
    if course.longest > max(course.streak, 1):
        told += f". {course.longest} in a row at best"
    return f"{told}. Last played: {course.last_play}, {day(course.last)}."


def _by_game(games: Sequence[GameCount], name: str) -> Block:
    wide: list[tuple[Text, ...]] = []
    for game in games:
        course, scores = game.courses[name], game.scores.get(name)
        part = views.share_told(course.wins, course.plays)
        row = (in_short(game.game, game.title), str(course.plays), str(course.wins), part)
        wide.append((*row, views.average(scores), views.best(game, scores)))
    base = (Column("Game", wraps=True), *(Column(it, "right") for it in ("Plays", "Won", "Share")))
    columns = (*base, Column("Average", "right"), Column("Best"))
    scored = any(name in game.scores for game in games)
    narrow = Table(base, tuple(row[:4] for row in wide))
    return Fit((Table(columns, tuple(wide)), narrow)) if scored else narrow


def _against(others: Sequence[HeadToHead], name: str) -> Block:
    """Who won, in the plays that both sat in."""
    wide: list[tuple[Text, ...]] = []
    for it in others:
        counts = (it.plays, it.more, it.less, it.both, it.neither)
        wide.append((Span(it.name, "name"), *map(str, counts)))
    titles = ("together", f"{name} won", "they won", "both", "neither")
    columns = (Column("Against", wraps=True), *(Column(title, "right") for title in titles))
    narrow = tuple(row[:4] for row in wide)
    return Fit((Table(columns, tuple(wide)), Table(columns[:4], narrow)))


def _several_blocks(found: Selection, names: Sequence[str]) -> list[Block]:
    blocks: list[Block] = [Heading(f"{listed(names)}{found.in_game}", found.aside)]
    games = found.tally.games.values()
    for pair in combinations(names, 2):
        blocks += _pair_blocks(found, *pair)
    met = [head_to_head(games, *pair).plays for pair in combinations(names, 2)]
    if any(0 < plays < MANY_FROM for plays in met):
        few = f"Fewer than {MANY_FROM} plays at one table say little yet."
        blocks.append(Paragraph(Span(few, "muted")))
    return blocks


def _pair_blocks(found: Selection, name: str, other: str) -> list[Block]:
    met = head_to_head(found.tally.games.values(), name, other)
    if not met.plays:
        told = f"no play{found.of_game} at one table{found.in_time}"
        return [Paragraph(f"{name} and {other} have finished {told}.")]
    told = (
        f"At one table in {counted(met.plays, 'play')}: {name} won {met.more}, {other} {met.less}"
    )
    told += f", both {met.both}" if met.both else ""
    told += f", neither {met.neither}" if met.neither else ""
    games = _met_in(found, name, other)
    blocks: list[Block] = [Paragraph(f"{told}.")]
    if len(games) > 1:
        rows = []
        for game in games:
            of_game = head_to_head([game], name, other)
            counts = of_game[1:]
            rows.append((in_short(game.game, game.title), *map(str, counts)))
        columns = ("Plays", name, other, "both", "neither")
        titles = (Column("Game", wraps=True), *(Column(title, "right") for title in columns))
        blocks.append(Table(titles, tuple(rows)))
    return blocks
