"""Who took part in a play that is logged by hand, and how it ended: as typed, and as recorded."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.names import (
    chosen,
    find,
    folded,
    listed,
    more_of,
    proper_name,
    short,
    unaccented,
)
from companion.core.numbers import LONGEST_NUMBER, score
from companion.core.record import Part, PlayRecord
from companion.errors import Ambiguous, Invalid
from companion.table.local_time import day, length

# Players and points as typed


MOST_PLAYERS = 100
_NUMBER = r"[+\-−]?([0-9]+)(?:[.,]([0-9]{1,6}))?"
_TERMS = r"(?<=[0-9])(?=[+\-−])"
_CUT_NUMBER = r".*=(?:.*[+\-−])?\s*[0-9]+"
_DECIMALS = r"\s*[0-9]{1,6}\s*(?:[+\-−][+\-−.0-9]*)?"
_SUCH_AS = "`ana=41`, `ben=12.5` or `cho=-3`; a name alone if the points are unknown."


class Entrant(NamedTuple):
    """A player as typed, with points if any were entered."""

    name: str
    score: int | float | None = None


def entrants(typed: Iterable[str]) -> list[Entrant]:
    """Parse players and their points. Raises Invalid for an invalid name or number."""
    found = [_entrant(one) for text in typed for one in parted(text)]
    if len(found) > MOST_PLAYERS:
        raise Invalid(
            f"A play has at most {MOST_PLAYERS} players, not {len(found)}.",
            "Perhaps some of the words are one name: put it in quotes.",
        )
    return found


def parted(text: str) -> list[str]:
    """Split a text at commas, but not within a number such as `12,5`."""
    found: list[str] = []
    for part in text.split(","):
        if found and re.fullmatch(_DECIMALS, part) and re.fullmatch(_CUT_NUMBER, found[-1]):
            found[-1] = f"{found[-1].strip()},{part.strip()}"
        elif part.strip():
            found.append(part)
    return found


def _entrant(text: str) -> Entrant:
    name, equals, number = text.rpartition("=")
    if not equals:
        name = text
    if not name.strip() or re.fullmatch(_NUMBER, name.strip()):
        raise Invalid(
            f"“{short(text.strip())}” is not a name.", f"Points come after a name: {_SUCH_AS}"
        )
    return Entrant(proper_name(name, "player"), points(number, name) if equals else None)


def points(text: str, name: str) -> int | float:
    """Parse somebody's points, or a sum of points. Raises Invalid."""
    value = 0.0
    for term in re.split(_TERMS, text.strip()):
        found = re.fullmatch(_NUMBER, term)
        if found is None or len(found[1]) > LONGEST_NUMBER:
            raise Invalid(
                f"“{short(text.strip())}” is not a number of points for {short(name.strip())}.",
                _SUCH_AS,
            )
        value += float(term.replace("−", "-").replace(",", "."))
    value = round(value, 6)
    return int(value) if value == int(value) else value


def named(
    found: Sequence[Entrant], players: Iterable[Mapping[str, Any]], new: bool
) -> list[Entrant]:
    """The players under the names that the group has, which may be typed by a unique prefix.

    With `new`, prefixes are names of their own. Raises Invalid for a player named twice, Ambiguous
    for a prefix of several names.
    """
    known = [str(who["name"]) for who in players]
    here: dict[str, str] = {}
    called = []
    for one in found:
        name = called_here(one.name, known, new)
        if folded(name) in here:
            before = here[folded(name)]
            twice = f"{name} is named twice" + (
                "." if before == one.name else f": as “{before}” and as “{one.name}”."
            )
            raise Invalid(twice, "Name each player once; two of one name as `Ana B` and `Ana C`.")
        here[folded(name)] = one.name
        called.append(one._replace(name=name))
    return called


def called_here(name: str, known: Sequence[str], new: bool) -> str:
    """The group's name for a typed one; the typed one for somebody new. Raises Ambiguous."""
    wanted = folded(name)
    exact = next((one for one in known if folded(one) == wanted), None)
    if exact is not None or new:
        return exact or name
    plain = unaccented(wanted)
    begun = [one for one in known if unaccented(folded(one)).startswith(plain)]
    if len(begun) > 1:
        raise Ambiguous(
            f"“{short(name)}” could be {' or '.join(begun[:4])}.",
            begun,
            f"{more_of(name, begun)} If it is somebody new, add `--new`.",
        )
    return begun[0] if begun else name


# How the play ended

COOP = ("won", "lost")


class Ending(NamedTuple):
    """The result as typed: who has won, whether the fewest points win (None if not typed), teams as
    `reds=ana,ben`, and `won` or `lost` for a cooperative play."""

    won: Sequence[str] = ()
    lowest: bool | None = None
    teams: Sequence[str] = ()
    coop: str | None = None


class Result(NamedTuple):
    """Everybody's part, and how the play was scored; `tied` if several sides won by points."""

    parts: tuple[Part, ...]
    coop: bool = False
    lowest: bool = False
    tied: bool = False


def result(
    entrants: Sequence[Entrant], ending: Ending, before: Mapping[str, str] | None = None
) -> Result:
    """Work out the result of a play; `before` are earlier teams, kept if none are typed.

    Raises Invalid for contradictions, NotFound for somebody who did not play.
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
            "In a cooperative play, nobody wins by having the fewest points.",
            "Either `--coop` or `--lowest`.",
        )
    if ending.teams:
        raise Invalid(
            "`--coop` is for plays without opposing teams.",
            "Either `--coop` or `--team`.",
        )


def _teams(entrants: Sequence[Entrant], typed: Sequence[str]) -> dict[str, str]:
    """The teams by player. Raises Invalid."""
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
                f"The team “{short(team)}” is named twice.", f"Name it once: `--team {team}=a,b`."
            )
        seen.add(folded(team))
        for member in members:
            name = _who(member, names)
            if name in teams:
                raise Invalid(
                    f"{name} is in two teams, {short(teams[name])} and {short(team)}."
                    if teams[name] != team
                    else f"{name} is in {short(team)} twice.",
                    "Each player is in one team.",
                )
            teams[name] = team
    alone = [name for name in names if name not in teams]
    if teams and alone:
        verb = "is" if len(alone) == 1 else "are"
        raise Invalid(
            f"{listed(alone)} {verb} in no team.",
            "Everybody is in a team; a player alone is a team of one: `--team blue=cho`.",
        )
    if len(seen) == 1:
        raise Invalid(
            "All are in one team: against whom?",
            "For a play of all against the game: `--coop won` or `--coop lost`.",
        )
    return teams


def _who(text: str, names: Sequence[str]) -> str:
    return find(text, names, lambda name: (name,), "player of it", f"It has {listed(names)}.")


def _as_teams(entrants: Sequence[Entrant], teams: dict[str, str]) -> list[Entrant]:
    """The players with the points of their teams. Raises Invalid for two scores of a team."""
    points: dict[str, Entrant] = {}
    for one in entrants:
        if one.score is None:
            continue
        before = points.setdefault(teams[one.name], one)
        if before.score is not None and before.score != one.score:
            raise Invalid(
                f"{short(teams[one.name])} has {score(before.score)} by {before.name}, and "
                f"{score(one.score)} by {one.name}: a team has one score.",
                "Enter it once, with any member.",
            )
    nobody = Entrant("")
    return [one._replace(score=points.get(teams[one.name], nobody).score) for one in entrants]


def _winners(
    entrants: Sequence[Entrant], teams: dict[str, str], ending: Ending, coop: str | None
) -> tuple[set[str], bool]:
    """The names of the winners, and whether several sides had the best score."""
    names = [one.name for one in entrants]
    named = {name for text in ending.won for name in _won_by(text, names, teams)}
    if coop is not None:
        winners = set(names) if coop == "won" else set()
        if ending.won and named != winners:
            raise Invalid(
                "In a cooperative play, all have won or nobody has.",
                "`--coop won` or `--coop lost`, without `--winner`.",
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
    """The winners named: a player's or a team's whole side."""
    found = []
    sides = dict.fromkeys(teams.values())
    for one in parted(text):
        side = _who(one, [*sides, *names])
        team = side if side in sides else teams.get(side)
        found += [side] if team is None else [name for name in names if teams[name] == team]
    if not found:
        raise Invalid(
            "Who has won? Nobody is named.", "`--winner ana`; leave it out for most points."
        )
    return found


def ending_line(ended: Result) -> str:
    """The result in a few words: `Ana 41, Ben 38 — Ana won`."""
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
        return "no winner recorded"
    return f"{listed(sides)} share the win" if ended.tied else f"{listed(sides)} won"


def summary_line(record: PlayRecord) -> str:
    """A play in a line: `told-3: Heat, 2026-11-03, 90 min, at Ben's: Ana 41, Ben 38 — Ana won`."""
    about = [record.called, day(record.started)]
    about += [length(record.minutes)] if record.minutes and record.status != "live" else []
    about += [f"at {record.place}"] if record.place else []
    how = ", ".join(about)
    if record.status == "live":
        return f"{record.play}: {how}, goes on"
    return f"{record.play}: {how}: {ending_line(Result(record.parts, record.coop))}"
