"""`stats` of one player, and of several against each other."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.names import counted, listed
from companion.core.reply import Reply
from companion.games import in_short
from companion.stats.counts import GameCount, PlayerCount
from companion.stats.meetings import HeadToHead, Meetings, MeetingsByGame, Partner
from companion.stats.significance import MANY_FROM, SHARE_FROM
from companion.stats.tally import most_played
from companion.table.history import views
from companion.table.history.filters import Selection
from companion.table.local_time import day, length


def one_player(found: Selection, name: str, every: bool) -> Reply:
    """Statistics of a player: in all, by game, against others, and in teams."""
    shown = views.shown(every)
    return Reply(
        document=lambda: _one_record(found, name), blocks=lambda: _one_blocks(found, name, shown)
    )


def several_players(found: Selection, names: Sequence[str]) -> Reply:
    """Statistics of players against each other, pair by pair."""
    return Reply(
        document=lambda: _several_record(found, names),
        blocks=lambda: _several_blocks(found, names),
    )


def _one_record(found: Selection, name: str) -> dict[str, Any]:
    meetings = found.meetings([name])
    return {
        **found.about,
        "player": views.player_record(name, found.tally.players.get(name, PlayerCount())),
        "games": [
            {
                "game": game.game or None,
                "title": game.title,
                **views.player_record(name, game.players[name]),
                "scores": views.scores_record(game, name),
                "teams": [
                    {
                        "team": game.sides[team].title,
                        **views.chance_record(it.wins, it.cases, it.due),
                    }
                    for team, it in sorted(game.members.get(name, {}).items())
                ],
            }
            for game in _games_of(found, name)
        ],
        "against": [it._asdict() for it in meetings.opponents(name)],
        "with": [it._asdict() for it in meetings.partners(name)],
    }


def _several_record(found: Selection, names: Sequence[str]) -> dict[str, Any]:
    players = found.tally.players
    meetings, by_game = found.meetings(names), found.meetings_by_game(names)
    return {
        **found.about,
        "players": [views.player_record(name, players.get(name, PlayerCount())) for name in names],
        "pairs": [
            {
                "players": [name, other],
                **_met(meetings, name, other),
                "games": [
                    {
                        "game": game.game or None,
                        "title": game.title,
                        **_met(by_game.of(game.key), name, other),
                    }
                    for game in _met_in(found, by_game, name, other)
                ],
            }
            for name, other in combinations(names, 2)
        ],
    }


def _met(meetings: Meetings, name: str, other: str) -> dict[str, Any]:
    met, mates = meetings.between(name, other), meetings.side_by_side(name, other)
    return {
        "plays": met.plays,
        "wins": [met.more, met.less],
        "both": met.both,
        "neither": met.neither,
        "one_team": {"plays": mates.plays, "wins": mates.wins},
        "undecided": meetings.undecided(name, other),
    }


def _games_of(found: Selection, name: str) -> list[GameCount]:
    """The games of a player, most played first."""
    mine = [
        (count.plays + count.together + count.undecided, game)
        for game in most_played(found.tally)
        if (count := game.player(name)) is not None
    ]
    return [game for _, game in sorted(mine, key=lambda it: -it[0])]


def _met_in(found: Selection, by_game: MeetingsByGame, name: str, other: str) -> list[GameCount]:
    def is_in(game: GameCount) -> bool:
        meetings = by_game.of(game.key)
        mates = meetings.side_by_side(name, other)
        return bool(meetings.between(name, other).plays or mates.plays)

    return [game for game in most_played(found.tally) if is_in(game)]


def _one_blocks(found: Selection, name: str, shown: int) -> list[Block]:
    heading = Heading(f"{name}{found.in_game}", found.aside)
    count = found.tally.players.get(name)
    if count is None:
        limits = f"{found.of_game}{found.in_time}"
        nothing = f"{name} has finished no play{limits}. `companion stats` shows who has."
        return [heading, Paragraph(nothing)]
    meetings, games = found.meetings([name]), _games_of(found, name)
    others, partners = meetings.opponents(name), meetings.partners(name)
    blocks: list[Block] = [heading, Paragraph(_summary(count)), _by_game(games[:shown], name)]
    if others:
        blocks.append(_against(others[:shown], name))
    teams = _teams(games, name)
    if teams:
        blocks.append(Table(_TEAMS, teams[:shown]))
    if partners:
        blocks.append(_partners(partners[:shown]))
    cases = [count.plays, *(game.players[name].plays for game in games[:shown])]
    blocks += views.few_note(*cases)
    left = {
        "game": len(games) - shown,
        "opponent": len(others) - shown,
        "team": len(teams) - shown,
        "partner": len(partners) - shown,
    }
    more = views.left_out_note(left, f"stats {name}", found)
    return [*blocks, Steps((more,))] if more else blocks


def _summary(count: PlayerCount) -> str:
    text = f"{count.wins} of {counted(count.plays, 'play')} won"
    if (count.together or count.undecided) and not count.plays:
        text = "No decided play" if count.undecided else "No play against others"
    if count.plays >= SHARE_FROM:
        text += f" ({count.wins / count.plays:.0%}; by chance it would be "
        text += f"{count.due / count.plays:.0%})"
    if 0 < count.plays < MANY_FROM:
        text += f"; too few plays to say much, {MANY_FROM} would be enough"
    if count.streak > 1:
        best = "the longest streak so far" if count.streak == count.longest else ""
        text += f". The last {count.streak} in a row" + (f", {best}" if best else "")
    if count.longest > max(count.streak, 1):
        text += f". {count.longest} in a row at best"
    if count.together:
        text += f". {views.together_note(count.together, count.together_won)}"
    text += f". {views.undecided_note(count.undecided)}" if count.undecided else ""
    plays = count.plays + count.together
    if count.minutes:
        of = "" if count.timed == plays else f" ({counted(count.timed, 'play')} timed)"
        text += f". {length(count.minutes)} in all{of}"
    return f"{text}. Last played: {count.last_play}, {day(count.last)}."


def _by_game(games: Sequence[GameCount], name: str) -> Block:
    wide: list[tuple[Text, ...]] = []
    for game in games:
        count, scores = game.players[name], game.scores.get(name)
        part = views.share_text(count.wins, count.plays)
        row = (in_short(game.game, game.title), str(count.plays), str(count.wins), part)
        points = (views.average(scores), views.best(game, scores))
        wide.append((*row, views.together(count), *points))
    base = (Column("Game", wraps=True), *(Column(it, "right") for it in ("Plays", "Won", "Share")))
    columns = (*base, views.TOGETHER, Column("Average", "right"), Column("Best"))
    scored = any(name in game.scores for game in games)
    kept = views.kept(columns, any(game.players[name].together for game in games), scored)
    return Fit(tuple(views.only(columns, wide, places) for places in kept))


def _against(others: Sequence[HeadToHead], name: str) -> Block:
    """A table of opponents: who won the plays of both."""
    wide: list[tuple[Text, ...]] = []
    for it in others:
        counts = (it.plays, it.more, it.less, it.both, it.neither)
        wide.append((Span(it.name, "name"), *map(str, counts)))
    titles = ("plays", f"{name} won", "they won", "both", "neither")
    columns = (Column("Against", wraps=True), *(Column(title, "right") for title in titles))
    narrow = tuple(row[:4] for row in wide)
    return Fit((Table(columns, tuple(wide)), Table(columns[:4], narrow)))


_TEAMS = (Column("Team", wraps=True), Column("Game", wraps=True), Column("Won", "right"))


def _teams(games: Sequence[GameCount], name: str) -> tuple[tuple[Text, ...], ...]:
    """The results of a player in each team of each game, as rows."""
    return tuple(
        (
            Span(game.sides[team].title, "name"),
            in_short(game.game, game.title),
            f"{it.wins} of {it.cases}",
        )
        for game in games
        for team, it in sorted(game.members.get(name, {}).items())
    )


def _partners(partners: Sequence[Partner]) -> Block:
    """A table of partners in one team."""
    rows = tuple((Span(it.name, "name"), str(it.plays), str(it.wins)) for it in partners)
    titles = (Column("Partner", wraps=True), *_RIGHT)
    return Table(titles, rows)


_RIGHT = (Column("Plays", "right"), Column("Won", "right"))


def _several_blocks(found: Selection, names: Sequence[str]) -> list[Block]:
    blocks: list[Block] = [Heading(f"{listed(names)}{found.in_game}", found.aside)]
    meetings, by_game = found.meetings(names), found.meetings_by_game(names)
    for pair in combinations(names, 2):
        blocks += _pair_blocks(found, meetings, by_game, *pair)
    met = [meetings.between(*pair).plays for pair in combinations(names, 2)]
    if any(0 < plays < MANY_FROM for plays in met):
        few = f"Fewer than {MANY_FROM} plays together say little yet."
        blocks.append(Paragraph(Span(few, "muted")))
    return blocks


def _pair_blocks(
    found: Selection, meetings: Meetings, by_game: MeetingsByGame, name: str, other: str
) -> list[Block]:
    met, mates = meetings.between(name, other), meetings.side_by_side(name, other)
    lines: list[str] = []
    if met.plays:
        text = f"{counted(met.plays, 'play')} against each other: {name} won {met.more}, "
        text += f"{other} {met.less}"
        text += f", both {met.both}" if met.both else ""
        lines.append(text + (f", neither {met.neither}" if met.neither else ""))
    if mates.plays:
        lines.append(f"{counted(mates.plays, 'play')} in the same team: {mates.wins} won")
    undecided = meetings.undecided(name, other)
    if not lines:
        decided = "decided " if undecided else ""
        text = f"no {decided}play{found.of_game} together{found.in_time}"
        lines.append(f"{name} and {other} have finished {text}")
    lines += [views.undecided_note(undecided)] if undecided else []
    blocks: list[Block] = [Paragraph(f"{'. '.join(lines)}.")]
    games = _met_in(found, by_game, name, other)
    if len(games) > 1 and met.plays:
        rows = []
        for game in games:
            _, *counts = by_game.of(game.key).between(name, other)
            rows.append((in_short(game.game, game.title), *map(str, counts)))
        columns = ("Plays", name, other, "both", "neither")
        titles = (Column("Game", wraps=True), *(Column(title, "right") for title in columns))
        blocks.append(Table(titles, tuple(rows)))
    return blocks
