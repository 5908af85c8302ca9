"""How a play ended that is logged by hand: teams, all against the game, who has won."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.names import chosen, find, folded, listed, proper_name, short
from companion.core.numbers import score
from companion.core.record import Part, PlayRecord
from companion.errors import Invalid
from companion.table.local_time import day, length
from companion.table.logged.entrants import Entrant, parted

COOP = ("won", "lost")


class Ending(NamedTuple):
    """What was typed of how it ended: who has won, whether the fewest points win (None where that
    was not said), the teams as `reds=ana,ben`, and of a play of all against the game whether they
    `won` or `lost`."""

    won: Sequence[str] = ()
    lowest: bool | None = None
    teams: Sequence[str] = ()
    coop: str | None = None


class Result(NamedTuple):
    """Everybody's part, and how it was played; `tied` says that points gave it to several."""

    parts: tuple[Part, ...]
    coop: bool = False
    lowest: bool = False
    tied: bool = False


def result(
    entrants: Sequence[Entrant], ending: Ending, before: Mapping[str, str] | None = None
) -> Result:
    """What became of a play; `before` are teams that stand where none are entered, by players'
    names.

    Raises Invalid for what cannot be, NotFound for who did not play.
    """
    coop = None if ending.coop is None else chosen(ending.coop, COOP, "way to end together")
    if coop is not None:
        _require_together(ending)
    teams = _teams(entrants, ending.teams) or dict(before or {})
    people = _as_teams(entrants, teams) if teams else list(entrants)
    winners, tied = _winners(people, teams, ending, coop)
    parts = tuple(
        Part(one.name, one.score, one.name in winners, None, teams.get(one.name, ""))
        for one in people
    )
    return Result(parts, coop is not None, bool(ending.lowest), tied)


def _require_together(ending: Ending) -> None:
    if ending.lowest:
        raise Invalid(
            "All play together, and nobody has the fewest points of all.",
            "Either `--coop` or `--lowest`.",
        )
    if ending.teams:
        raise Invalid(
            "All play together with `--coop`, and against each other in teams.",
            "Either `--coop` or `--team`.",
        )


def _teams(entrants: Sequence[Entrant], typed: Sequence[str]) -> dict[str, str]:
    """The team of each player, by their names. Raises Invalid."""
    teams: dict[str, str] = {}
    names = [one.name for one in entrants]
    seen: set[str] = set()
    for text in typed:
        head, equals, tail = text.partition("=")
        if not equals:
            raise Invalid(f"Who is in “{short(text)}”?", "`--team reds=ana,ben`.")
        team, members = proper_name(head, "team"), parted(tail)
        if not members:
            raise Invalid(f"Nobody is in the team “{short(team)}”.", f"`--team {team}=ana,ben`.")
        if folded(team) in seen:
            raise Invalid(
                f"The team “{short(team)}” is there twice.", f"Once, with all: `--team {team}=a,b`."
            )
        seen.add(folded(team))
        for member in members:
            name = _who(member, names)
            if name in teams:
                raise Invalid(
                    f"{name} is in two teams, {short(teams[name])} and {short(team)}."
                    if teams[name] != team
                    else f"{name} is in {short(team)} twice.",
                    "Each player is in one.",
                )
            teams[name] = team
    alone = [name for name in names if name not in teams]
    if teams and alone:
        verb = "is" if len(alone) == 1 else "are"
        raise Invalid(
            f"{listed(alone)} {verb} in no team, and others are.",
            "Each is in one; somebody alone is a team of one: `--team blue=cho`.",
        )
    if len(seen) == 1:
        raise Invalid(
            "All are in one team: against whom?",
            "`--coop won` or `--coop lost` tells of a play of all against the game.",
        )
    return teams


def _who(text: str, names: Sequence[str]) -> str:
    return find(text, names, lambda name: (name,), "player of it", f"It has {listed(names)}.")


def _as_teams(entrants: Sequence[Entrant], teams: dict[str, str]) -> list[Entrant]:
    """Everybody with the points of their team. Raises Invalid where these are two numbers."""
    points: dict[str, Entrant] = {}
    for one in entrants:
        if one.score is None:
            continue
        before = points.setdefault(teams[one.name], one)
        if before.score is not None and before.score != one.score:
            raise Invalid(
                f"{short(teams[one.name])} has {score(before.score)} by {before.name}, and "
                f"{score(one.score)} by {one.name}: all of a team have the team's points.",
                "Tell them once, with any of the team.",
            )
    nobody = Entrant("")
    return [one._replace(score=points.get(teams[one.name], nobody).score) for one in entrants]


def _winners(
    entrants: Sequence[Entrant], teams: dict[str, str], ending: Ending, coop: str | None
) -> tuple[set[str], bool]:
    """The names of those who have won, and whether points gave it to several sides."""
    names = [one.name for one in entrants]
    named = {name for text in ending.won for name in _won_by(text, names, teams)}
    if coop is not None:
        winners = set(names) if coop == "won" else set()
        if ending.won and named != winners:
            raise Invalid(
                "All play together: all have won, or nobody has.",
                "`--coop won` or `--coop lost`, without `--won`.",
            )
        return winners, False
    if ending.won:
        return named, False
    known = [one for one in entrants if one.score is not None]
    if not known or len(names) == 1:
        return set(), False
    best = (min if ending.lowest else max)(one.score for one in known if one.score is not None)
    winners = {one.name for one in known if one.score == best}
    return winners, len({teams.get(name) or name for name in winners}) > 1


def _won_by(text: str, names: Sequence[str], teams: dict[str, str]) -> list[str]:
    """Those who have won where this player has, or this team."""
    found = []
    sides = dict.fromkeys(teams.values())
    for one in parted(text):
        side = _who(one, [*sides, *names])
        team = side if side in sides else teams.get(side)
        found += [side] if team is None else [name for name in names if teams[name] == team]
    if not found:
        raise Invalid("Who has won? Nobody is named.", "`--won ana`; leave it out for most points.")
    return found


def ending_line(ended: Result) -> str:
    """How it ended, in a few words: `Ana 41, Ben 38 — Ana won`."""
    sides = dict.fromkeys(part.team for part in ended.parts)
    if any(sides):
        found = [
            f"{team} ({listed([it.name for it in ended.parts if it.team == team])})"
            + _points(next(it for it in ended.parts if it.team == team))
            for team in sides
        ]
    else:
        found = [f"{part.name}{_points(part)}" for part in ended.parts]
    return f"{', '.join(found)} — {_won_line(ended)}"


def _points(part: Part) -> str:
    return "" if part.score is None else f" {score(part.score)}"


def _won_line(ended: Result) -> str:
    winners = [part for part in ended.parts if part.won]
    if ended.coop:
        alone = len(ended.parts) == 1
        if winners:
            return "won" if alone else "won together"
        return "lost" if alone else "lost together"
    sides = list(dict.fromkeys(part.team or part.name for part in winners))
    if not sides:
        return "nobody is said to have won"
    return f"{listed(sides)} share the win" if ended.tied else f"{listed(sides)} won"


def summary_line(record: PlayRecord) -> str:
    """A play: `told-3: Heat, 2026-11-03, 90 min, at Ben's: Ana 41, Ben 38 — Ana won`."""
    about = [record.called, day(record.started)]
    about += [length(record.minutes)] if record.minutes and record.status != "live" else []
    about += [f"at {record.place}"] if record.place else []
    how = ", ".join(about)
    if record.status == "live":
        return f"{record.play}: {how}, goes on"
    return f"{record.play}: {how}: {ending_line(Result(record.parts, record.coop))}"
