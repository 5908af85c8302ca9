"""`export`: plays as CSV, JSON lines, XML, a file for BG Stats, or a link for its app."""

from collections.abc import Sequence
from shlex import quote
from typing import Any, NamedTuple

from companion import games
from companion.core.names import find, folded, listed, short
from companion.core.numbers import only_digits
from companion.core.record import PlayRecord
from companion.errors import Invalid, NotFound
from companion.exchange import bgg, bgstats_export, json_lines, play_csv
from companion.exchange.numbers import SIGNS
from companion.exchange.parsed_plays import BGG
from companion.stats.tally import Tally
from companion.table.desk import Desk
from companion.table.exchange.identities import identities, known_as
from companion.table.groups.document import player_names
from companion.table.history.filters import Choice
from companion.table.history.finished_plays import History
from companion.table.local_time import day, local

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
"""Separators of cells, by the words for `--separator`."""
KINDS = {
    "csv": "CSV",
    "jsonl": "JSON lines",
    "bgsplay": "a file for BG Stats",
    "xml": "XML of BoardGameGeek",
}


class Export(NamedTuple):
    """A file's text, its plays, and how many were left out because they came from BG Stats."""

    kind: str
    text: str
    plays: Sequence[PlayRecord]
    left_out: int = 0


class Link(NamedTuple):
    """A play, and the links that add it to BG Stats: the fullest first, the shortest last."""

    play: PlayRecord
    texts: tuple[str, ...]


def plays_named(desk: Desk, typed: Sequence[str], choice: Choice) -> list[PlayRecord]:
    """The finished plays to export, oldest first: those named, or all that match.

    Raises NotFound for none, and errors about names and dates.
    """
    history = History(desk)
    if typed:
        named = {play.uid: play for play in (_play(history, text) for text in typed)}
        return sorted(named.values(), key=lambda play: (play.started, play.uid))
    group = player_names(desk.group_document())
    plays = list(choice.settled(desk).of(history.finished, history, group).plays)
    if not plays:
        raise NotFound(
            "No finished play matches."
            if history.finished
            else "No play was finished here so far.",
            "`companion plays` lists all plays; `companion finish` ends one.",
        )
    return plays


def spelling(separator: str | None, decimal: str | None) -> play_csv.Spelling:
    """Parse `--separator` and `--decimal`, which is a comma with semicolons. Raises Invalid."""
    name = "comma" if separator is None else separator.strip(" ").lower()
    parts = SEPARATORS.get(name, name)
    if parts not in SEPARATORS.values():
        raise Invalid(
            f"“{short(name)}” is not a separator.",
            "`--separator comma`, `semicolon` or `tab`; in quotation marks also ',' and ';'.",
        )
    natural = "comma" if parts == ";" else "point"
    sign = natural if decimal is None else decimal.strip().lower()
    if sign not in SIGNS:
        raise Invalid(
            f"“{short(sign)}” is not a decimal sign.", "`--decimal comma` or `--decimal point`."
        )
    if SIGNS[sign] == parts:
        raise Invalid(
            "Commas cannot separate both cells and decimals: few programs could read that.",
            "`--separator ';'` with decimal commas, or `--decimal point`.",
        )
    return play_csv.Spelling(parts, SIGNS[sign])


def exported(
    desk: Desk,
    kind: str,
    plays: Sequence[PlayRecord],
    spelled: play_csv.Spelling = play_csv.PLAIN,
    every: bool = False,
) -> Export:
    """Export plays as a file of a kind (see `KINDS`). Raises NotFound if none is left.

    `spelled` is for sheets; with `every`, plays that came from BG Stats are sent back, too.
    """
    if kind == "csv":
        return Export(kind, "".join(play_csv.lines(plays, desk.group, spelled)), plays)
    if kind == "jsonl":
        return Export(kind, "".join(json_lines.lines(plays, desk.group)), plays)
    if kind == "xml":
        players = desk.group_document().get("players", [])
        people = {
            folded(who["name"]): fact["id"]
            for who in players
            for fact in known_as(who)
            if fact["source"] == BGG and not fact["id"].startswith("name:")
        }
        return Export(kind, "".join(bgg.document(plays, "", people, day)), plays)
    going = [play for play in plays if every or not bgstats_export.is_from_bg_stats(play)]
    if not going:
        raise NotFound(
            "BG Stats has these plays already: they came from there.",
            "`--all` includes them, for a phone that lacks them.",
        )
    text = bgstats_export.play_file(going, _known(desk, going, History(desk)), desk.now())
    return Export(kind, text, going, len(plays) - len(going))


def document(desk: Desk, plays: Sequence[PlayRecord]) -> dict[str, Any]:
    """The plays as one JSON document, each as in JSON lines."""
    documents = [json_lines.document(play, desk.group) for play in plays]
    return {"group": desk.group, "plays": documents}


def link(desk: Desk, typed: str | None) -> Link:
    """The link of a play, by default the one that ended last. Raises NotFound."""
    history = History(desk)
    if typed is not None:
        play = _play(history, typed)
    elif history.finished:
        play = max(history.finished, key=_last_of_ours)
    else:
        raise NotFound(
            "No play was finished here so far, so there is none to show.",
            "`companion finish` ends one.",
        )
    return Link(play, bgstats_export.links(play, _known(desk, [play], history)))


def when_and_winners(play: PlayRecord) -> str:
    """The date and the winners of a play, in a few words."""
    won = f", {listed([short(name) for name in play.winners])} won" if play.winners else ""
    return f"{day(play.started)}{won}"


def _known(desk: Desk, plays: Sequence[PlayRecord], history: History) -> bgstats_export.Known:
    """What BG Stats needs to know about players and games."""
    return bgstats_export.Known(
        identities(desk, plays), _traits(), _won_by_the_fewest(history.tally), local
    )


def _traits() -> dict[str, bgstats_export.GameTraits]:
    """What BG Stats needs to know about installed games, by id."""
    found = [*map(games.game, games.OWN), *games.registered()]
    return {
        game.id: bgstats_export.GameTraits(game.bgg_id, not game.keeps_points) for game in found
    }


def _won_by_the_fewest(tally: Tally) -> set[str]:
    """The games won by the fewest points, by id or folded title, as most of their plays show.

    Built-in games are won by the most points, whatever a single play shows.
    """
    more: dict[str, int] = {}
    for count in tally.games.values():
        key = count.game or folded(count.title)
        more[key] = more.get(key, 0) + count.low - count.high
    return {key for key, plays in more.items() if plays > 0 and key not in games.OWN}


def _last_of_ours(play: PlayRecord) -> tuple[bool, str, int]:
    """A key that sorts plays by their end, those from BG Stats before all others."""
    return not bgstats_export.is_from_bg_stats(play), play.ended, _number(play)


def _number(play: PlayRecord) -> int:
    """The number in a play's id: it decides between plays that ended in the same second."""
    number = play.play.rpartition("-")[2]
    return int(number) if only_digits(number) else 0


def _play(history: History, text: str) -> PlayRecord:
    """Find a finished play by id or number alone. Raises NotFound or Ambiguous."""
    wanted = folded(text)
    by_id = ("id = ?", wanted)
    by_number = ("substr(id, -?) = ?", len(wanted) + 1, f"-{wanted}")
    for how in (by_id, by_number):
        matches = list(history.finished.also(*how))
        if len(matches) == 1:
            return matches[0]
    unfinished = next((it for how in (by_id, by_number) for it in history.plays.also(*how)), None)
    if unfinished is not None and unfinished.status != "finished":
        raise NotFound(
            f"{unfinished.play} is {unfinished.status}: only finished plays can be exported.",
            f"`companion finish --play {unfinished.play}` ends it."
            if unfinished.status == "live"
            else "`companion plays` lists all plays.",
        )
    hint = "`companion plays` lists them."
    if text.rpartition(".")[2] in KINDS:
        raise NotFound(
            f"No finished play is named “{short(text)}”.",
            f"To write a file: `companion export -o {quote(text)}`.",
        )
    ids = history.query(lambda index: index.ids())
    named = find(text, ids, lambda play: (play,), "finished play", hint)
    return next(iter(history.finished.also("id = ?", named)))
