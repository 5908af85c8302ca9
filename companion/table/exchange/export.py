"""`export`: plays that go out, as CSV, JSON lines, a file for BG Stats, or a link for its app."""

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
"""What parts the cells of a sheet, by the words with which somebody says so."""
KINDS = {
    "csv": "CSV",
    "jsonl": "JSON lines",
    "bgsplay": "a file for BG Stats",
    "xml": "XML of BoardGameGeek",
}


class Export(NamedTuple):
    """A file's text, the plays in it, and how many stayed out because they came from BG Stats."""

    kind: str
    text: str
    plays: Sequence[PlayRecord]
    left_out: int = 0


class Link(NamedTuple):
    """A play, and the links that make it in BG Stats: the fullest first, the shortest last."""

    play: PlayRecord
    texts: tuple[str, ...]


def plays_named(desk: Desk, typed: Sequence[str], choice: Choice) -> list[PlayRecord]:
    """The finished plays that are meant, the oldest first: those named, or all that fit.

    Raises NotFound where there is none, and what naming a game, a player or a day wrongly does.
    """
    history = History(desk)
    if typed:
        named = {play.uid: play for play in (_play(history, text) for text in typed)}
        return sorted(named.values(), key=lambda play: (play.started, play.uid))
    group = player_names(desk.group_document())
    plays = list(choice.settled(desk).of(history.finished, history, group).plays)
    if not plays:
        raise NotFound(
            "No finished play fits." if history.finished else "No play was finished here so far.",
            "`companion plays` lists all that there are; `companion finish` ends one.",
        )
    return plays


def spelling(separator: str | None, decimal: str | None) -> play_csv.Spelling:
    """How a sheet is spelled, of what was said; decimals have a comma where cells have none.

    Raises Invalid.
    """
    name = "comma" if separator is None else separator.strip(" ").lower()
    parts = SEPARATORS.get(name, name)
    if parts not in SEPARATORS.values():
        raise Invalid(
            f"“{short(name)}” cannot part the cells of a sheet.",
            "`--separator comma`, `semicolon` or `tab`; in quotation marks also ',' and ';'.",
        )
    natural = "comma" if parts == ";" else "point"
    sign = natural if decimal is None else decimal.strip().lower()
    if sign not in SIGNS:
        raise Invalid(
            f"“{short(sign)}” cannot part off decimals.", "`--decimal comma` or `--decimal point`."
        )
    if SIGNS[sign] == parts:
        raise Invalid(
            "Commas cannot part both cells and decimals: few programs could read that.",
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
    """The plays as a file of a kind (see `KINDS`). Raises NotFound where none is left for it.

    `spelled` says how a sheet is; `every` takes to BG Stats what came from there, too.
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
            "BG Stats has these plays already: it told us of them.",
            "`--all` takes them along, for a phone that lacks them.",
        )
    text = bgstats_export.play_file(going, _known(desk, going, History(desk)), desk.now())
    return Export(kind, text, going, len(plays) - len(going))


def document(desk: Desk, plays: Sequence[PlayRecord]) -> dict[str, Any]:
    """The plays as one JSON document, each as in JSON lines."""
    documents = [json_lines.document(play, desk.group) for play in plays]
    return {"group": desk.group, "plays": documents}


def link(desk: Desk, typed: str | None) -> Link:
    """The link of the play that is meant, or of the one that ended last. Raises NotFound."""
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
    """When a play was, and who won it, in a few words."""
    won = f", {listed([short(name) for name in play.winners])} won" if play.winners else ""
    return f"{day(play.started)}{won}"


def _known(desk: Desk, plays: Sequence[PlayRecord], history: History) -> bgstats_export.Known:
    """What BG Stats needs to know of those who played, and of the games."""
    return bgstats_export.Known(
        identities(desk, plays), _traits(), _won_by_the_fewest(history.tally), local
    )


def _traits() -> dict[str, bgstats_export.GameTraits]:
    """What BG Stats wants to know of the games that work here, by their ids."""
    found = [*map(games.game, games.OWN), *games.registered()]
    return {
        game.id: bgstats_export.GameTraits(game.bgg_id, not game.keeps_points) for game in found
    }


def _won_by_the_fewest(tally: Tally) -> set[str]:
    """The games that the fewest points win, by id or folded title: as most of their plays tell.

    In our own games with points the most of them win, whatever a play tells that was ended early,
    or by a house rule.
    """
    more: dict[str, int] = {}
    for count in tally.games.values():
        key = count.game or folded(count.title)
        more[key] = more.get(key, 0) + count.low - count.high
    return {key for key, plays in more.items() if plays > 0 and key not in games.OWN}


def _last_of_ours(play: PlayRecord) -> tuple[bool, str, int]:
    """The greater, the later it ended; what came from BG Stats comes before all others."""
    return not bgstats_export.is_from_bg_stats(play), play.ended, _number(play)


def _number(play: PlayRecord) -> int:
    """The number in a play's id: of two that ended in one second, the later one's is higher."""
    number = play.play.rpartition("-")[2]
    return int(number) if only_digits(number) else 0


def _play(history: History, text: str) -> PlayRecord:
    """The finished play of that id, or of that number alone. Raises NotFound or Ambiguous."""
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
            f"{unfinished.play} is {unfinished.status}: only finished plays go out.",
            f"`companion finish --play {unfinished.play}` ends it."
            if unfinished.status == "live"
            else "`companion plays` lists all that there are.",
        )
    hint = "`companion plays` lists them."
    if text.rpartition(".")[2] in KINDS:
        raise NotFound(
            f"No finished play is called “{short(text)}”.",
            f"To write a file: `companion export -o {quote(text)}`.",
        )
    ids = history.query(lambda index: index.ids())
    named = find(text, ids, lambda play: (play,), "finished play", hint)
    return next(iter(history.finished.also("id = ?", named)))
