"""`plays`, `resume`: the list of plays, and the way back to one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.amendments import require_not_deleted
from companion.core.blocks import (
    Block,
    Column,
    Fit,
    Heading,
    Listing,
    Paragraph,
    Span,
    Steps,
    Table,
    Text,
    plain,
)
from companion.core.names import counted, find, folded, listed, short
from companion.core.numbers import score
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.errors import Ambiguous, Invalid, NotFound
from companion.games import in_short
from companion.store.base import LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.groups.document import player_names
from companion.table.groups.players import called_as_now
from companion.table.history.filters import Choice
from companion.table.history.finished_plays import History, Plays
from companion.table.history.play_index import LIVE
from companion.table.history.records import placeholders
from companion.table.local_time import day, length
from companion.table.plays.start import opened_reply

SHOWN_PLAYS = 15
LONG_LIST = 3000
"""Plays from which on they are listed line by line: measuring a table takes long."""

_UNREADABLE = {
    "corrupt": "damaged",
    "too-new": "of a newer companion",
    "not-found": "game not installed",
    "storage": "cannot be read",
    "unusable": "game does not work",
}


class StatusFilter(NamedTuple):
    """Which plays are shown: also `abandoned` ones, only `deleted` ones, or only `live` ones."""

    abandoned: bool = False
    deleted: bool = False
    live: bool = False

    def of(self, plays: Plays) -> Plays:
        """The plays that are shown. Raises Invalid for several options."""
        if self.abandoned + self.deleted + self.live > 1:
            raise Invalid(
                "`--deleted`, `--abandoned` and `--live` cannot be combined.",
                "Use one of them.",
            )
        if self.live:
            return plays.also(LIVE)
        if self.deleted:
            return plays.also(_of_status("deleted"))
        hidden = ("deleted",) if self.abandoned else ("deleted", "abandoned")
        return plays.also(f"NOT {_of_status(*hidden)}")


def _of_status(*which: str) -> str:
    names = ", ".join(f"'{one}'" for one in which)
    return (
        "number IN (SELECT number FROM play INDEXED BY play_not_over"
        f" WHERE status != 'finished' AND status IN ({names}))"
    )


USUAL = StatusFilter()


def list_plays(
    desk: Desk, every: bool, choice: Choice | None = None, shown: StatusFilter = USUAL
) -> Reply:
    """List the newest plays and all live ones; with `every`, all; or those of a choice.

    A play that cannot be read is listed with the reason.
    """
    choice = (choice or Choice()).settled(desk)
    document = desk.group_document()
    history = History(desk)
    known = player_names(document)
    usual = choice.is_all and not shown.deleted and not shown.live
    newest = history.newest() if usual and not every else None
    plays = shown.of(choice.of(history.plays, history, known).plays)
    # plays in which nothing was entered before the next one began
    put_away = history.begun_only - {*document.get("live", []), document.get("current")}
    if put_away:
        plays = plays.also(f"id NOT IN ({placeholders([*put_away])})", *put_away)
    lost = history.unreadable if usual else {}
    total = len(plays) + len(lost) if newest is None else newest.total
    put_off = 0
    if newest is None and choice.is_all and shown == USUAL:
        put_off = len(history.plays.also(_of_status("abandoned")))
    found = _Found(plays, lost, total, document.get("current"), every, newest is not None, put_off)
    return Reply(
        document=lambda: {
            "group": desk.group,
            "plays": [record for record, _ in found.rows()],
            "total": total,
        },
        blocks=lambda: _plays_blocks(desk.group, found, usual, live=shown.live),
    )


class _Found(NamedTuple):
    """The plays of a list; `lost` are those that cannot be read, with the codes of the errors.

    `every` says whether all are shown, `unread` whether older ones are not in the index yet,
    `put_off` how many are hidden because they were abandoned.
    """

    plays: Plays
    lost: Mapping[str, str]
    total: int
    current: str | None
    every: bool
    unread: bool
    put_off: int

    @property
    def is_long(self) -> bool:
        """Whether the list is too long for a table."""
        return self.every and self.total > LONG_LIST

    def rows(self) -> Iterator[tuple[dict[str, Any], bool]]:
        """The plays shown, newest first, as JSON, each with whether its box has several games."""
        shown = 0
        last: PlayRecord | None = None
        for play, same_as in self.plays.newest_first(None if self.every else SHOWN_PLAYS):
            yield _summary(play, self.current, same_as), play.called != play.title
            shown, last = shown + 1, play
        if last is not None and shown < self.total and not self.every:
            live = self.plays.also(f"{LIVE} AND began <= ?", last.started)
            for play, same_as in live.newest_first():
                if _place(play) < _place(last):
                    yield _summary(play, self.current, same_as), play.called != play.title
        for play_id, code in self.lost.items():
            lost = {"play": play_id, "status": code, "current": play_id == self.current}
            yield lost, False


def _place(play: PlayRecord) -> tuple[str, int, str]:
    return play.started, len(play.play), play.play


def _is_live(play: PlayRecord) -> bool:
    return play.status == "live"


def _summary(play: PlayRecord, current: str | None, same: str | None) -> dict[str, Any]:
    """One play as JSON; `same` is the play that counts instead of it, if any."""
    return {
        "play": play.play,
        "game": play.game or None,
        "title": play.called,
        "status": play.status,
        "current": play.play == current,
        "started": play.started,
        "ended": None if _is_live(play) else play.ended,
        "minutes": play.minutes,
        "round": play.rounds,
        "players": [
            {"name": part.name, "score": part.score, "team": part.team or None}
            for part in play.parts
        ],
        "winners": list(play.winners),
        "coop": play.coop,
        "source": play.source or None,
        "same_as": same,
    }


def _plays_blocks(group: str, found: _Found, is_all: bool, *, live: bool) -> list[Block]:
    heading = Heading("Plays", f"group {group}")
    if found.is_long:
        return [heading, _listing(found)]
    listed_plays = list(found.rows())
    plays = [play for play, _ in listed_plays]
    if not plays:
        none = (
            "None yet: `companion start bwd Ana Ben`."
            if is_all
            else "No play is going on: `companion start bwd Ana Ben`."
            if live
            else "No such plays: `companion plays` lists all."
        )
        return [heading, Paragraph(none), *_put_off(found)]
    columns = (
        Column(read_aloud="Current"),
        Column("Play"),
        Column("Began"),
        Column("Length"),
        Column("Players", wraps=True),
    )
    rows = tuple(_row(play, several) for play, several in listed_plays)
    narrow = tuple(line for play, several in listed_plays for line in _two_lines(play, several))
    table = Fit((Table(columns, rows, least=_ROOMY), Table((columns[0], _CUT), narrow)))
    blocks: list[Block] = [heading, table]
    steps = []
    if any(play["status"] in _UNREADABLE for play in plays):
        steps.append("`companion table --play ID` says what is wrong with a play.")
    if found.total > len(plays):
        unread = ", which reads them once and takes a while" if found.unread else ""
        steps.append(
            f"{found.total - len(plays):,} older plays are not shown: add `--all`{unread}."
        )
    if live:
        others = [play["play"] for play in plays if not play["current"]]
        if others:
            steps.append(f"`companion resume {others[0]}` goes back to that one.")
            steps.append("`companion finish --abandon --others` ends all but the current one.")
    if any(play["status"] == "finished" for play in plays):
        newest = next(play["play"] for play in plays if play["status"] == "finished")
        steps.append(f"`companion play show {newest}` shows how it went.")
    next_steps: list[Block] = [Steps(tuple(steps))] if steps else []
    return [*blocks, *next_steps, *_put_off(found)]


def _put_off(found: _Found) -> list[Block]:
    """A step that says how to list abandoned plays, if there are any."""
    if not found.put_off:
        return []
    are = "is" if found.put_off == 1 else "are"
    plays = counted(found.put_off, "abandoned play")
    return [Steps((f"{plays} {are} not shown: add `--abandoned`.",))]


def _listing(found: _Found) -> Block:
    """A long list: plain lines, printed as they are read."""
    longest = max(found.plays.longest_id(), *map(len, found.lost), len("Play"))
    titles, widths = ("", "Play", "Began", "Length", "Players"), (1, longest, 10, 9)
    rows = (_row(*row) for row in found.rows())
    return Listing(titles, widths, rows)


def _row(play: Mapping[str, Any], is_one_of_several: bool) -> tuple[Text, ...]:
    here = Span("▸", "active") if play["current"] else " "
    name, status = Span(play["play"], "name"), play["status"]
    if status in _UNREADABLE:
        return here, name, "", Span(_UNREADABLE[status], "bad"), ""
    if status == "finished":
        took: Text = length(play["minutes"])
    else:
        took = Span(status, "good" if status == "live" else "muted")
    scores, won = _sides(play["players"]), _ended(play)
    # The id shows the game, unless its box has several games or it is not built in.
    own = play["play"].rpartition("-")[0] == play["game"] and not is_one_of_several
    what = () if own else (Span(f"{in_short(play['game'] or '', play['title'])}: ", "muted"),)
    again = (Span(f" (same as {play['same_as']})", "muted"),) if play["same_as"] else ()
    return here, name, day(play["started"]), took, (*what, scores + won, *again)


_ROOMY = 60
"""Columns of a terminal from which on a play has one line if its names fit."""
_CUT = Column("Plays", cut=True)


def _two_lines(play: Mapping[str, Any], is_one_of_several: bool) -> list[tuple[Text, ...]]:
    """A play on a narrow terminal: which it is, and in a second line the result."""
    here, name, on, took, _ = _row(play, is_one_of_several)
    if play["status"] in _UNREADABLE:
        return [(here, " · ".join(map(plain, (name, took))))]
    players = [{**one, "name": _cut(one["name"], _NAME)} for one in play["players"]]
    winners = [_cut(one, _NAME) for one in play["winners"]]
    scores = _sides(players)
    won = _ended({**play, "players": players, "winners": winners}).removeprefix(" — ")
    title = _cut(in_short(play["game"] or "", play["title"]), _TITLE - len(play["play"]))
    first = f"{plain(name)} · {on} · {title} ({len(players)})"
    again = f" (same as {play['same_as']})" if play["same_as"] else ""
    second = f"{won}: {scores}" if won else scores
    if play["status"] != "finished" or play["minutes"]:
        second = f"{plain(took)} · {second}"
    return [(here, first), (" ", f"  {second}{again}")]


_TITLE, _NAME = 26, 10
"""Characters of a title with the id before it, and of a name, on a terminal of 50 columns."""


def _cut(text: str, most: int) -> str:
    most = max(most, 8)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _sides(players: Sequence[Mapping[str, Any]]) -> str:
    """The players, or the teams, with their points."""
    teams = list(dict.fromkeys(player["team"] for player in players))
    if None in teams:
        return ", ".join(map(_name_and_score, players))
    parts = []
    for team in teams:
        those = [player for player in players if player["team"] == team]
        names = ", ".join(player["name"] for player in those)
        parts.append(_name_and_score({"name": f"{team} ({names})", "score": those[0]["score"]}))
    return ", ".join(parts)


def _ended(play: Mapping[str, Any]) -> str:
    """The winners, to continue the line; empty if there are none."""
    if play["coop"]:
        over = play["status"] == "finished"
        return f" — {'won' if play['winners'] else 'lost'} together" if over else ""
    won = {player["team"] for player in play["players"] if player["name"] in play["winners"]}
    teams = [] if None in won else list(dict.fromkeys(it["team"] for it in play["players"]))
    names = [team for team in teams if team in won] or play["winners"]
    return f" — {listed(names)} won" if names else ""


def _name_and_score(player: Mapping[str, Any]) -> str:
    name, points = player["name"], player["score"]
    return name if points is None else f"{name} {score(points)}"


def _play_to_resume(desk: Desk, text: str) -> str:
    """Find a play by id, number or title; of several, a live one."""
    try:
        return desk.find_play(text)
    except Ambiguous:
        live = map(str, desk.group_document().get("live", []))
        going_on = [play for play in live if play.startswith(folded(text))]
        if not going_on:
            raise
        return find(text, going_on, lambda play: (play,), "play")
    except NotFound:
        history = History(desk)
        titled = _titled(history.plays.also(LIVE), history.title_now(text))
        current = desk.group_document().get("current")
        titled = [one for one in titled if one.play != current] or titled
        if not titled:
            raise
        if len(titled) == 1:
            return titled[0].play
        candidates = [
            f"{one.play} ({', '.join(part.name for part in one.parts)})" for one in titled
        ]
        raise Ambiguous(
            f"“{short(text)}” could be {listed(candidates, 'or')}.",
            [one.play for one in titled],
            f"`companion resume {titled[-1].play}`",
        ) from None


def _titled(plays: Plays, text: str) -> list[PlayRecord]:
    """The plays of the game of that title, or of a title with that prefix."""
    wanted, found = folded(text), {True: list[PlayRecord](), False: list[PlayRecord]()}
    for play, _ in plays.newest_first():
        names = [folded(name) for name in (play.called, play.title, play.called.split(": ")[-1])]
        if wanted and any(name.startswith(wanted) for name in names):
            found[wanted in names].append(play)
    return list(reversed(found[True] or found[False]))


def resume(desk: Desk, play: str | None) -> Reply:
    """Make a play the current one and show its table; without one, list the live plays."""
    if play is None:
        return list_plays(desk, every=True, shown=StatusFilter(live=True))
    ref = LogRef(desk.group, PLAYS, _play_to_resume(desk, play))
    opened = desk.opened(ref, desk.store.read_log(ref))  # raises before anything is changed
    require_not_deleted(ref.id, opened.log.events)
    called_as_now(desk, ref)
    opened = desk.opened(ref, desk.store.read_log(ref))
    reply = opened_reply(opened).settled(desk.options.as_json)
    with desk.changing_group() as document:
        document["current"] = ref.id
        live = document.get("live", [])
        if opened.state.status == "live" and ref.id not in live:  # it had been put away
            document["live"] = [*live, ref.id]
    return reply
