"""How counts are put into words: shares only where they mean something, chance beside them."""

from collections.abc import Mapping
from typing import Any

from companion.core.blocks import Block, Paragraph, Span, Text
from companion.core.names import counted
from companion.stats.chance import MANY_FROM, SHARE_FROM, share, wilson
from companion.stats.counts import Chances, Course, GameCount, Scores, Standout
from companion.stats.questions import best_of
from companion.table.records.telling import score

NONE = Span("–", "muted")


def share_told(wins: int, cases: int) -> Text:
    """A share for a table: nothing below 5 cases, with a `~` below 10."""
    part = share(wins, cases)
    if part is None:
        return Span("few", "muted") if cases else NONE
    return f"{part:.0%}" if cases >= MANY_FROM else Span(f"~{part:.0%}", "muted")


def few_note(*cases: int) -> list[Block]:
    """What `few` and `~` mean, where either stands somewhere."""
    few = any(0 < count < SHARE_FROM for count in cases)
    some = any(SHARE_FROM <= count < MANY_FROM for count in cases)
    told = [f"few: fewer than {SHARE_FROM} plays"] if few else []
    told += [f"~ fewer than {MANY_FROM}{'' if few else ' plays'}"] if some else []
    if not told:
        return []
    return [Paragraph(Span(f"{'; '.join(told)}, which says little yet.", "muted"))]


def likely(wins: int, cases: int) -> str:
    """From where to where the chance lies: `38–71 %`."""
    low, high = wilson(wins, cases)
    return f"{low * 100:.0f}–{high:.0%}"


def first_told(first: Chances) -> str:
    """Whether it helps to begin, in a sentence or two."""
    won = f"Whoever began has won {first.wins} of {counted(first.cases, 'play')}"
    if first.cases < SHARE_FROM:
        return f"{won}: too few to say anything; from {MANY_FROM} on one may begin to."
    by_chance = first.due / first.cases
    won += f": {first.wins / first.cases:.0%}, where chance alone gives {by_chance:.0%}"
    if first.cases < MANY_FROM:
        return f"{won}. That is few: from {MANY_FROM} plays on one may read something into it."
    low, high = wilson(first.wins, first.cases)
    if low > by_chance:
        verdict = "it helps to begin"
    elif high < by_chance:
        verdict = "it is better not to begin"
    else:
        verdict = "that may well be luck"
    return f"{won}. The truth is likely from {low:.0%} to {high:.0%}: {verdict}."


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
    """Wins one after the other; a single one is no streak to speak of, but it is one."""
    return str(count) if count else NONE


# As JSON


def chance_record(wins: int, cases: int, due: float) -> dict[str, Any]:
    """Wins, their share and where the truth lies; null where there are too few to tell."""
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


def course_record(name: str, course: Course) -> dict[str, Any]:
    """How it went for a player."""
    return {
        "name": name,
        **chance_record(course.wins, course.plays, course.due),
        "streak": course.streak,
        "longest_streak": course.longest,
        "last": {"play": course.last_play, "began": course.last} if course.plays else None,
    }


def scores_record(game: GameCount, name: str) -> dict[str, Any] | None:
    """A player's points in a game; null where none are known."""
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
    """Icons or rules, those of most plays first."""
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
    """What stood out, what was in most plays first."""
    return sorted(found.items(), key=lambda it: (-it[1].plays, -it[1].cases, it[0]))
