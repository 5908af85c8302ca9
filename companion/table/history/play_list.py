"""`plays`, `resume`, `play same`, `apart`: the list of plays, and which two of them are one."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.core.amendments import require_not_deleted
from companion.core.blocks import (
    Block,
    Column,
    Heading,
    Listing,
    Paragraph,
    Span,
    Steps,
    Table,
    Text,
)
from companion.core.names import counted, find, folded, listed, short
from companion.core.numbers import score
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.errors import Ambiguous, Invalid, Refused
from companion.exchange.groups.merge import SAME, TWO, pair, pairs_in, put_pair
from companion.games import in_short
from companion.store.base import LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.groups.document import player_names
from companion.table.groups.players import called_as_now
from companion.table.history.dedupe import as_one
from companion.table.history.filters import Choice
from companion.table.history.finished_plays import History, Plays
from companion.table.history.play_index import LIVE
from companion.table.history.records import placeholders
from companion.table.history.report import record_named
from companion.table.local_time import day, length
from companion.table.plays.start import opened_reply

SHOWN_PLAYS = 15
LONG_LIST = 3000
"""Plays from which on they are told line by line: a table of them all takes its time to measure."""

_UNREADABLE = {
    "corrupt": "damaged",
    "too-new": "of a newer companion",
    "not-found": "game not installed",
    "storage": "cannot be read",
    "unusable": "game does not work",
}


class Shown(NamedTuple):
    """Which plays are shown that most do not look for: with the `abandoned` ones, or only those
    that were `deleted`."""

    abandoned: bool = False
    deleted: bool = False

    def of(self, plays: Plays) -> Plays:
        """Those of the plays that are shown. Raises Invalid for both."""
        if self.abandoned and self.deleted:
            raise Invalid(
                "Those that were deleted, or with those that were broken off?",
                "`--deleted`, or `--abandoned`.",
            )
        if self.deleted:
            return plays.also(_of_status("deleted"))
        hidden = ("deleted",) if self.abandoned else ("deleted", "abandoned")
        return plays.also(f"NOT {_of_status(*hidden)}")


def _of_status(*which: str) -> str:
    told = ", ".join(f"'{one}'" for one in which)
    return (
        "number IN (SELECT number FROM play INDEXED BY play_not_over"
        f" WHERE status != 'finished' AND status IN ({told}))"
    )


USUAL = Shown()


def list_plays(
    desk: Desk, every: bool, choice: Choice | None = None, shown: Shown = USUAL
) -> Reply:
    """The newest plays of the group and all live ones; with `every`, all; or those of a choice.

    One that cannot be read says why, and hides no other.
    """
    choice = (choice or Choice()).settled(desk)
    document = desk.group_document()
    history = History(desk)
    known = player_names(document)
    usual = choice.is_all and not shown.deleted
    newest = history.newest() if usual and not every else None
    plays = shown.of(choice.of(history.plays, history, known).plays)
    # Another play was begun before anything was entered in these.
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
            "plays": [told for told, _ in found.rows()],
            "total": total,
        },
        blocks=lambda: _plays_blocks(desk.group, found, choice.is_all),
    )


class _Found(NamedTuple):
    """The plays that a list is about; `lost` are those that cannot be read, with the codes of why.

    `every` says whether all are shown, `unread` whether older ones were not looked at so far,
    `put_off` how many are not shown as they were broken off.
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
        """Whether more is shown than anybody has on a screen."""
        return self.every and self.total > LONG_LIST

    def rows(self) -> Iterator[tuple[dict[str, Any], bool]]:
        """What is told of each play that is shown, the newest first, as JSON; and whether it is of
        a box with several games."""
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
    """One play as JSON; `same` is the play that counts where this is that one once more."""
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
        "players": [{"name": part.name, "score": part.score} for part in play.parts],
        "winners": list(play.winners),
        "source": play.source or None,
        "same_as": same,
    }


def _plays_blocks(group: str, found: _Found, is_all: bool) -> list[Block]:
    heading = Heading("Plays", f"group {group}")
    if found.is_long:
        return [heading, _listing(found)]
    told = list(found.rows())
    plays = [play for play, _ in told]
    if not plays:
        none = (
            "None yet: `companion start bwd Ana Ben`."
            if is_all
            else "None like that: `companion plays` lists all."
        )
        return [heading, Paragraph(none), *_put_off(found)]
    columns = (
        Column(heard="At hand"),
        Column("Play"),
        Column("Began"),
        Column("Length"),
        Column("Players", wraps=True),
    )
    rows = tuple(_row(play, several) for play, several in told)
    blocks: list[Block] = [heading, Table(columns, rows)]
    steps = []
    if any(play["status"] in _UNREADABLE for play in plays):
        steps.append("`companion table --play ID` says what is wrong with a play.")
    if found.total > len(plays):
        unread = " (which reads them first, once)" if found.unread else ""
        steps.append(f"{found.total - len(plays):,} older ones: add `--all`{unread}.")
    if any(play["status"] == "finished" for play in plays):
        newest = next(play["play"] for play in plays if play["status"] == "finished")
        steps.append(f"`companion play show {newest}` tells how it went.")
    next_steps: list[Block] = [Steps(tuple(steps))] if steps else []
    return [*blocks, *next_steps, *_put_off(found)]


def _put_off(found: _Found) -> list[Block]:
    """How the plays are listed that were broken off, where there are any."""
    if not found.put_off:
        return []
    were = "was" if found.put_off == 1 else "were"
    return [Steps((f"{counted(found.put_off, 'play')} {were} broken off: add `--abandoned`.",))]


def _listing(found: _Found) -> Block:
    """More plays than a table takes: plain lines, told as they are found."""
    longest = max(found.plays.longest_id(), *map(len, found.lost), len("Play"))
    titles, widths = ("", "Play", "Began", "Length", "Players"), (1, longest, 10, 9)
    rows = (_row(*told) for told in found.rows())
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
    scores = ", ".join(map(_name_and_score, play["players"]))
    won = f" — {listed(play['winners'])} won" if play["winners"] else ""
    # The id says which game of ours it is; of a box with several, and of others, it does not.
    own = play["play"].rpartition("-")[0] == play["game"] and not is_one_of_several
    what = () if own else (Span(f"{in_short(play['game'] or '', play['title'])}: ", "muted"),)
    again = (Span(f" ({play['same_as']} once more)", "muted"),) if play["same_as"] else ()
    return here, name, day(play["started"]), took, (*what, scores + won, *again)


def _name_and_score(player: Mapping[str, Any]) -> str:
    name, points = player["name"], player["score"]
    return name if points is None else f"{name} {score(points)}"


def _meant(desk: Desk, text: str) -> str:
    """The play to go back to: of several that a text may name, one that goes on."""
    try:
        return desk.find_play(text)
    except Ambiguous:
        live = map(str, desk.group_document().get("live", []))
        going_on = [play for play in live if play.startswith(folded(text))]
        if not going_on:
            raise
        return find(text, going_on, lambda play: (play,), "play")


def resume(desk: Desk, play: str) -> Reply:
    """Make a play the group's current one and show its table."""
    ref = LogRef(desk.group, PLAYS, _meant(desk, play))
    opened = desk.opened(
        ref, desk.store.read_log(ref)
    )  # what cannot be read is found before it is changed
    require_not_deleted(ref.id, opened.log.events)
    called_as_now(desk, ref)
    opened = desk.opened(ref, desk.store.read_log(ref))
    reply = opened_reply(opened).settled(desk.asked.as_json)
    with desk.changing_group() as document:
        document["current"] = ref.id
        live = document.get("live", [])
        if opened.state.status == "live" and ref.id not in live:  # it had been put away
            document["live"] = [*live, ref.id]
    return reply


def say_same(desk: Desk, one: str, other: str) -> Reply:
    """Let two plays count once. Raises NotFound, Ambiguous, Invalid or Refused."""
    first, second = _two(desk, one, other)
    if first.uid == second.uid:
        raise Refused(
            f"{second.play} is {first.play} once more already: both began as one play.",
            "`companion plays` shows which of them counts.",
        )
    if (first.game, folded(first.title)) != (second.game, folded(second.title)):
        raise Refused(
            f"{first.play} is a play of {short(first.title)}, {second.play} one of "
            f"{short(second.title)}: they cannot be one.",
            "`companion plays` lists all that there are.",
        )
    _put(desk, first, second, SAME)
    told = pair(first.uid, second.uid, SAME)
    again = as_one({first.uid: first, second.uid: second}, [told])
    counts = next(one.play for one in (first, second) if one.uid not in again)
    other = next(one.play for one in (first, second) if one.uid in again)
    left = [one.play for one in (first, second) if one.status == "abandoned"]
    if left:
        verb = "was" if len(left) == 1 else "were"
        line = (
            f"{other} is {counts} once more; {listed(left)} {verb} abandoned: no such play counts."
        )
    else:
        live = any(one.status != "finished" for one in (first, second))
        when = ", when both are finished" if live else ""
        line = f"{other} is {counts} once more: it counts once{when}."
    return Reply(
        document=lambda: {"group": desk.group, "plays": [first.play, second.play], "same": True},
        lines=(line, f"→ `companion play apart {other} {counts}` if they are two after all."),
    )


def say_two(desk: Desk, one: str, other: str) -> Reply:
    """Let two plays count as two. Raises NotFound, Ambiguous, Invalid or Refused."""
    first, second = _two(desk, one, other)
    if first.uid == second.uid:
        raise Refused(
            f"{first.play} and {second.play} began as one play, and went two ways.",
            f"If only one of them counts: `companion finish --abandon --play {second.play}`.",
        )
    _put(desk, first, second, TWO)
    return Reply(
        document=lambda: {"group": desk.group, "plays": [first.play, second.play], "same": False},
        lines=(
            f"{first.play} and {second.play} are two: both count.",
            f"→ `companion play same {first.play} {second.play}` if they are one after all.",
        ),
    )


def say_split(desk: Desk, one: str) -> Reply:
    """Let a play that is counted once with another count as two; either of them may be named.

    Raises NotFound, Ambiguous or Refused.
    """
    record = record_named(desk, one)
    play, history = record.play, History(desk)
    doubles = history.doubles
    others = [again for again, counts in doubles.items() if counts == play]
    if play not in doubles and not others:  # of plays that go on it may have been said already
        said = [it for it in pairs_in(desk.group_document()) if it.said == SAME]
        uids = {uid for it in said if record.uid in it.uids for uid in it.uids} - {record.uid}
        others = [it.play for uid in sorted(uids) for it in history.plays.also("uid = ?", uid)]
    if play in doubles:
        return say_two(desk, play, doubles[play])
    if not others:
        raise Refused(
            f"{play} is nobody's double: no other play is counted with it.",
            "`companion plays` says of a play which other one it is once more.",
        )
    if len(others) > 1:
        raise Ambiguous(
            f"{play} is counted once with {listed(others)}: which of them is another play?",
            " or ".join(f"`companion play split {again}`" for again in others[:2]),
        )
    return say_two(desk, others[0], play)


def _two(desk: Desk, one: str, other: str) -> tuple[PlayRecord, PlayRecord]:
    first, second = (record_named(desk, text) for text in (one, other))
    if first.play == second.play:
        raise Invalid(
            f"{first.play} is one play: name two.", "`companion plays` lists all that there are."
        )
    return first, second


def _put(desk: Desk, first: PlayRecord, second: PlayRecord, said: str) -> None:
    with desk.changing_group() as document:
        put_pair(document, pair(first.uid, second.uid, said, desk.now()))
