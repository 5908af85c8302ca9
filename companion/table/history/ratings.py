"""`ratings`: how strong each player is, and how certain that is."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.names import counted
from companion.core.numbers import score
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.errors import Refused
from companion.stats.ratings import Ladder, Ladders, Rating, Step, history
from companion.stats.significance import MANY_FROM
from companion.stats.tally import most_played
from companion.table.history.filters import Selection, players_named

L = TypeVar("L", Ladder, Ladders)

_MEANING = (
    "Everybody begins at 1000 ± 333, and each play moves the ratings. The more plays, the smaller "
    "the ±. “At least” is the rating minus three times the ±. It decides the order, so that a few "
    "lucky plays put nobody on top."
)


def ratings(found: Selection, typed: Sequence[str]) -> Reply:
    """Show the ratings of the players named, or of all.

    Raises Refused if openskill is not installed, NotFound or Ambiguous.
    """
    names = players_named(found, typed)
    ladder = _worked_out(found, "ratings", Ladder)
    shown = [it for it in ladder.ratings() if not names or it.name in names]
    left_out = found.tally.plays - ladder.compared
    return Reply(
        document=lambda: {
            **found.about,
            "left_out": left_out,
            "together": ladder.together,
            "ratings": [_record(it) for it in shown],
            "games": _by_game(found, names),
        },
        blocks=lambda: _blocks(found, shown, left_out - ladder.together, ladder.together),
    )


def nobody_rated(found: Selection) -> str:
    """A sentence for no ratings, with what to do."""
    if not found.tally.plays:
        return found.nothing
    return (
        "No play compares these players: some of them must have won it, and others not. "
        "`companion stats` shows who has played."
    )


def _worked_out(found: Selection, key: str, kind: type[L]) -> L:
    """The ratings by the selected plays. Raises Refused if openskill is not installed."""
    try:
        return found.counted(key, kind)
    except ImportError:
        raise _without_openskill() from None


def rated(plays: Iterable[PlayRecord]) -> list[Step]:
    """The ratings after each of these plays. Raises Refused if openskill is not installed."""
    try:
        return history(plays)
    except ImportError:
        raise _without_openskill() from None


def _without_openskill() -> Refused:
    return Refused(
        "Ratings are worked out by openskill, which is not installed here.",
        "`pip install openskill`; `companion stats` counts without it.",
    )


def _record(it: Rating) -> dict[str, Any]:
    return {
        "name": it.name,
        "rating": round(it.rating, 1),
        "uncertainty": round(it.uncertainty, 1),
        "at_least": round(it.at_least, 1),
        "plays": it.plays,
        "wins": it.wins,
        "few": it.plays < MANY_FROM,
    }


def _by_game(found: Selection, names: Sequence[str]) -> list[dict[str, Any]]:
    """The ratings by game, as JSON."""
    ladders = _worked_out(found, "ratings by game", Ladders)
    return [
        {
            "game": game.game or None,
            "title": game.title,
            "ratings": [_record(it) for it in ladders.of(game) if not names or it.name in names],
        }
        for game in most_played(found.tally)
    ]


def _blocks(found: Selection, shown: Sequence[Rating], left_out: int, together: int) -> list[Block]:
    heading = Heading(f"Ratings{found.in_game}", found.aside)
    if not shown:
        return [heading, Paragraph(nobody_rated(found))]
    blocks: list[Block] = [heading, _table(shown), Paragraph(_MEANING)]
    if any(it.plays < MANY_FROM for it in shown):
        few = f"~ means fewer than {MANY_FROM} plays: too few to say much yet."
        blocks.append(Paragraph(Span(few, "muted")))
    if left_out:
        why = "nobody or everybody won, or only one played"
        out = f"{counted(left_out, 'play')} left out, as they compare nobody: {why}."
        blocks.append(Paragraph(Span(out, "muted")))
    if together:
        out = f"{counted(together, 'cooperative play')} left out: all win together, or nobody."
        blocks.append(Paragraph(Span(out, "muted")))
    if any(game.sides for game in found.tally.games.values()):
        note = "A team is rated as one: all its members have won or lost with it."
        blocks.append(Paragraph(Span(note, "muted")))
    steps = ["`companion chart ratings` draws how they changed."]
    if len(found.tally.games) > 1 and not found.title:
        example = next((it.game for it in most_played(found.tally) if it.game), "")
        if example:
            steps.append(
                f"All games count here; `companion ratings --game {example}` counts only one."
            )
    return [*blocks, Steps(tuple(steps))]


def _table(shown: Sequence[Rating]) -> Block:
    wide: list[tuple[Text, ...]] = []
    for it in shown:
        few = it.plays < MANY_FROM
        figure = f"{'~' if few else ''}{it.rating:.0f} ± {it.uncertainty:.0f}"
        rating: Text = Span(figure, "muted") if few else figure
        counts = (str(it.plays), str(it.wins))
        wide.append((Span(it.name, "name"), rating, score(round(it.at_least)), *counts))
    columns = (
        Column("Player", wraps=True),
        *(Column(title, "right") for title in ("Rating", "Minimum", "Plays", "Won")),
    )
    narrow = tuple(row[:3] for row in wide)
    return Fit((Table(columns, tuple(wide)), Table(columns[:3], narrow)))
