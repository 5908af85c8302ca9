"""`stats PLAYER...`: how one fared with everybody, or some against each other."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Table, Text
from companion.core.names import counted, listed
from companion.core.reply import Reply
from companion.games import in_short
from companion.stats.counts import Course, GameCount
from companion.stats.significance import MANY_FROM, SHARE_FROM
from companion.stats.tally import Against, against_all, meeting, most_played
from companion.table.history import views
from companion.table.history.filters import Selection
from companion.table.moments import day


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
        "against": [it._asdict() for it in against_all(tally, name)],
    }


def _pair_record(found: Selection, name: str, other: str) -> dict[str, Any]:
    met = meeting(found.tally.games.values(), name, other)
    return {
        "players": [name, other],
        **_met(met),
        "games": [
            {"game": game.game or None, "title": game.title, **_met(meeting([game], name, other))}
            for game in _met_in(found, name, other)
        ],
    }


def _met(met: Against) -> dict[str, Any]:
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
    return [game for game in most_played(found.tally) if meeting([game], name, other).plays]


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
    others = against_all(found.tally, name)
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


def _against(others: Sequence[Against], name: str) -> Block:
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
    met = [meeting(games, *pair).plays for pair in combinations(names, 2)]
    if any(0 < plays < MANY_FROM for plays in met):
        few = f"Fewer than {MANY_FROM} plays at one table say little yet."
        blocks.append(Paragraph(Span(few, "muted")))
    return blocks


def _pair_blocks(found: Selection, name: str, other: str) -> list[Block]:
    met = meeting(found.tally.games.values(), name, other)
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
            of_game = meeting([game], name, other)
            counts = of_game[1:]
            rows.append((in_short(game.game, game.title), *map(str, counts)))
        columns = ("Plays", name, other, "both", "neither")
        titles = (Column("Game", wraps=True), *(Column(title, "right") for title in columns))
        blocks.append(Table(titles, tuple(rows)))
    return blocks
