"""Counts in words and as JSON: shares only where they mean something, with chance beside them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.core.names import counted, listed
from companion.core.numbers import score
from companion.stats.counts import GameCount, PlayerCount, Scores, Standout
from companion.stats.significance import MANY_FROM, SHARE_FROM, StarterAdvantage, share, wilson
from companion.stats.tally import best_of
from companion.table.history.filters import Selection

NONE = Span("–", "muted")
TOGETHER = Column("Together", "right")
"""The column of cooperative plays: how many of them were won."""


SHOWN = 10
"""Most rows of a table without `--all`."""


def shown(every: bool) -> int:
    """Most rows of a table."""
    return 10**6 if every else SHOWN


def left_out_note(left: Mapping[str, int], command: str, found: Selection) -> str:
    """The numbers left out, by noun, and the command that shows them; empty for nothing."""
    text = listed([counted(count, noun) for noun, count in left.items() if count > 0])
    given = {**found.choice._asdict(), "game": found.game or found.title}
    options = [
        f" --{key} {_in_quotes(given[key])}"
        for key in ("game", "since", "until", "place")
        if given[key]
    ]
    return f"{text} more: `companion {command}{''.join(options)} --all`." if text else ""


def _in_quotes(text: str) -> str:
    """The value of an option, in quotes if needed."""
    return text if text.replace("-", "").isalnum() else f'"{text}"'


def share_text(wins: int, cases: int) -> Text:
    """A share for a table: nothing below 5 cases, with a `~` below 10."""
    part = share(wins, cases)
    if part is None:
        return Span("few", "muted") if cases else NONE
    return f"{part:.0%}" if cases >= MANY_FROM else Span(f"~{part:.0%}", "muted")


def few_note(*cases: int) -> list[Block]:
    """An explanation of `few` and `~`, if either is shown."""
    few = any(0 < count < SHARE_FROM for count in cases)
    some = any(SHARE_FROM <= count < MANY_FROM for count in cases)
    notes = [f"few: fewer than {SHARE_FROM} plays"] if few else []
    notes += [f"~ fewer than {MANY_FROM}{'' if few else ' plays'}"] if some else []
    if not notes:
        return []
    return [Paragraph(Span(f"{'; '.join(notes)}; that is too few to say much yet.", "muted"))]


def likely(wins: int, cases: int) -> str:
    """The likely range of a chance: `38–71 %`."""
    low, high = wilson(wins, cases)
    return f"{low * 100:.0f}–{high:.0%}"


def starter_note(begun: StarterAdvantage) -> str:
    """Whether going first helps, in a sentence or two."""
    first, own = begun.all, begun.own
    won = f"The player who went first won {first.wins} of {counted(first.cases, 'play')}"
    if first.cases < SHARE_FROM:
        return f"{won}: too few to tell; with {MANY_FROM} or more it begins to show."
    if first.cases < MANY_FROM:
        won += f": {first.wins / first.cases:.0%}, where chance alone gives "
        return (
            f"{won}{first.due / first.cases:.0%}. To say more, it takes {MANY_FROM} plays in which "
            "different players go first."
        )
    if begun.verdict == "few":
        return f"{won}. {_mostly(begun)}"
    verdict = {
        "helps": "going first helps",
        "hurts": "going first hurts",
        "open": "that may be luck",
    }[begun.verdict]
    begun_by_them, by_others = own.wins / own.cases, own.due / own.cases
    return (
        f"{won}. In the same game, the same players win {begun_by_them:.0%} of the plays in which "
        f"they go first, and {by_others:.0%} of the others: {verdict}."
    )


def _mostly(begun: StarterAdvantage) -> str:
    """Why it is unknown yet whether it helps to begin."""
    often, name = begun.most_cases, begun.most
    if often * 2 <= begun.all.cases:
        return (
            "Whether going first helps is still open: hardly anybody played a game several times, "
            "going first in some plays and not in others."
        )
    always = often == begun.all.cases
    who = f"It was always {name}" if always else f"It was {name} in {often} of them"
    return f"{who}, so it may be {name}, and not going first. It shows when others go first, too."


def average(scores: Scores | None) -> Text:
    """An average of points, to one decimal."""
    return NONE if scores is None else f"{scores.total / scores.count:.1f}"


def best(game: GameCount, scores: Scores | None) -> Text:
    """The best score, and the play in which it was reached first."""
    if scores is None:
        return NONE
    value, play = best_of(game, scores)
    return (score(value), Span(f" {play}", "muted"))


def streak(count: int) -> Text:
    """A number of wins in a row."""
    return str(count) if count else NONE


def together(count: PlayerCount) -> Text:
    """How many cooperative plays of a player were won: `3 of 5`."""
    return f"{count.together_won} of {count.together}" if count.together else NONE


def together_note(plays: int, won: int) -> str:
    """A sentence about cooperative plays, without its full stop."""
    return f"All together, against the game: {won} of {counted(plays, 'play')} won"


def undecided_note(plays: int) -> str:
    """A sentence about undecided plays, without its full stop."""
    verb = "is undecided and counts" if plays == 1 else "are undecided and count"
    return f"{counted(plays, 'play')} {verb} for nobody"


def only(columns: Sequence[Column], rows: Sequence[Sequence[Text]], kept: Iterable[int]) -> Table:
    """A table with some of its columns."""
    places = list(kept)
    return Table(
        tuple(columns[place] for place in places),
        tuple(tuple(row[place] for place in places) for row in rows),
    )


def kept(columns: Sequence[Column], has_together: bool, scored: bool) -> list[list[int]]:
    """The columns of a table of players or games, from the widest to the narrowest choice.

    Streaks are left out first, then points; cooperative plays stay, if there are any.
    """
    titles = [str(column.title) for column in columns]
    out = set() if has_together else {"Together"}
    out |= set() if scored else {"Average", "Best"}
    leave = ((), ("In a row", "Longest"), ("In a row", "Longest", "Average", "Best"))
    ways = [
        [place for place, title in enumerate(titles) if title not in out | set(left)]
        for left in leave
    ]
    return [way for number, way in enumerate(ways) if way not in ways[:number]]


# As JSON


def together_record(plays: int, won: int) -> dict[str, int]:
    """Cooperative plays, and how many of them were won."""
    return {"plays": plays, "wins": won}


def chance_record(wins: int, cases: int, due: float) -> dict[str, Any]:
    """Wins, their share and its likely range; null if there are too few plays."""
    low, high = wilson(wins, cases)
    part = share(wins, cases)
    return {
        "plays": cases,
        "wins": wins,
        "share": None if part is None else round(part, 4),
        "low": None if part is None else round(low, 4),
        "high": None if part is None else round(high, 4),
        "by_chance": round(due, 2),
        "few": cases < MANY_FROM,
    }


def beginning_record(begun: StarterAdvantage) -> dict[str, Any]:
    """Whether it helps to begin."""
    first, own = begun.all, begun.own
    return {
        **chance_record(first.wins, first.cases, first.due),
        "compared": {"plays": own.cases, "wins": own.wins, "by_own": round(own.due, 2)},
        "mostly": {"name": begun.most, "plays": begun.most_cases} if begun.most else None,
        "verdict": begun.verdict,
    }


def player_record(name: str, count: PlayerCount) -> dict[str, Any]:
    """A player's counts."""
    return {
        "name": name,
        **chance_record(count.wins, count.plays, count.due),
        "streak": count.streak,
        "longest_streak": count.longest,
        "together": together_record(count.together, count.together_won),
        "undecided": count.undecided,
        "played": {"minutes": count.minutes, "plays": count.timed},
        "last": {"play": count.last_play, "began": count.last} if count.last else None,
    }


def scores_record(game: GameCount, name: str) -> dict[str, Any] | None:
    """A player's points in a game; null if none are known."""
    scores = game.scores.get(name)
    if scores is None:
        return None
    value, play = best_of(game, scores)
    return {
        "plays": scores.count,
        "average": round(scores.total / scores.count, 2),
        "best": value,
        "best_play": play,
        "highest": scores.high,
        "lowest": scores.low,
    }


def standouts_record(found: Mapping[str, Standout]) -> list[dict[str, Any]]:
    """Icons or rules, most plays first."""
    return [
        {
            "id": key,
            "title": it.title or None,
            "plays": it.plays,
            "players": chance_record(it.wins, it.cases, it.due) if it.cases else None,
        }
        for key, it in by_plays(found)
    ]


def by_plays(found: Mapping[str, Standout]) -> list[tuple[str, Standout]]:
    """Icons or rules with their counts, most plays first."""
    return sorted(found.items(), key=lambda it: (-it[1].plays, -it[1].cases, it[0]))
