"""`play edit`: correct where and when a play was, who played, and how it ended."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from companion.core.amendments import UID
from companion.core.box import SHEETS
from companion.core.event import EDITED, RENAMED, RENAMES, Draft, Event, with_renames
from companion.core.log import Log
from companion.core.names import counted, folded, listed
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.core.seats import PlayerSeat
from companion.core.value import replace
from companion.errors import Invalid, NotFound, Refused
from companion.exchange import json_lines
from companion.exchange.import_log import recorded_plays, shortened
from companion.store.base import Appender, LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.groups.document import joined
from companion.table.groups.players import require_known_or_new
from companion.table.history.records import Names
from companion.table.history.report import followed_record, is_logged_id
from companion.table.history.summary import IMPORTS, LOGGED_PREFIX
from companion.table.logged.addition import (
    PlayDetails,
    Title,
    require_points_kept,
    title_and_people,
    valid_comment,
    valid_place,
)
from companion.table.logged.result import (
    COOP,
    Ending,
    Entrant,
    Result,
    entrants,
    named,
    result,
    summary_line,
)
from companion.table.logged.span import Span, span
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import current_state

# The play that is corrected


_LIST = "`companion plays --all` lists them."


class FoundPlay(NamedTuple):
    """A play with its locked log and its record, under current names.

    `play` is None if it was logged afterwards or imported.
    """

    ref: LogRef
    held: Appender
    record: PlayRecord
    play: OpenPlay | None = None

    def write(self, desk: Desk, drafts: Sequence[Draft]) -> PlayRecord:
        """Write facts about the play into its log, as one entry; return its new record."""
        before = self.play.log if self.play else Log(tuple(self.held.events))
        if self.play is None:
            named = [replace(it, data={UID: self.record.uid, **it.data}) for it in drafts]
            log = before.extended(named, desk.now())
            record = _recorded_play(desk, self.ref, log.events, self.record.play)
            self.held.append(log.events[len(before.events) :])
            return record
        log = before.extended(drafts, desk.now(), source=desk.source)
        after = self.play.after(log, current_state(self.play.game, log))
        record = followed_record(desk, self.ref.id, log.events)
        desk.append(self.play, self.held, after)
        return record


@contextmanager
def held(desk: Desk, text: str | None) -> Iterator[FoundPlay]:
    """Lock the log of the named play, or of the current one.

    Raises NotFound, Ambiguous, and what reading the play raises.
    """
    if text is not None and is_logged_id(text):
        ref, play = _place(desk, folded(text))
        with desk.store.change_log(ref) as log:
            yield FoundPlay(ref, log, _recorded_play(desk, ref, log.events, play))
        return
    ref = desk.play_ref() if text is None else LogRef(desk.group, PLAYS, desk.find_play(text))
    desk.opened(ref, desk.store.read_log(ref))  # read before the lock is taken: it takes longest
    with desk.store.change_log(ref) as log:
        opened = desk.opened(ref, log.events)
        yield FoundPlay(ref, log, followed_record(desk, ref.id, log.events), opened)


def _place(desk: Desk, play: str) -> tuple[LogRef, str]:
    """The log of a logged play, and its full id. Raises NotFound."""
    log = play if play.startswith(LOGGED_PREFIX) else play.rpartition(".")[0]
    ref = LogRef(desk.group, IMPORTS, log)
    if not desk.group_document() or not desk.store.has_log(ref):
        raise NotFound(f"There is no play {play}.", _LIST)
    return ref, play


def _recorded_play(desk: Desk, ref: LogRef, events: Sequence[Event], play: str) -> PlayRecord:
    """The play of that id in the log of an import. Raises NotFound, Refused or Corrupt."""
    try:
        records = recorded_plays(events)
    except ValueError as problem:
        raise desk.store.damaged(ref, str(problem)) from None
    number = "1" if ref.id == play else play.rpartition(".")[2]
    if not records:
        raise Refused(
            f"{ref.id} is taken back, with all its plays.",
            f"`companion import --redo {ref.id}` brings them back.",
        )
    place = int(number) if number.isdecimal() and len(number) < 9 else 0
    if not 1 <= place <= len(records):
        raise NotFound(f"There is no play {play}.", _LIST)
    return Names.of(desk.group_document()).with_names_now(records[place - 1]._replace(play=play))


# The correction


class Edit(NamedTuple):
    """The corrections that were typed; `players` as for a new play."""

    details: PlayDetails = PlayDetails()
    players: str | None = None
    title: str | None = None

    @property
    def is_of_result(self) -> bool:
        """Whether the result is corrected."""
        return self.details.ending != Ending()


def edit_play(desk: Desk, text: str | None, edit: Edit) -> Reply:
    """Correct the named play, or the current one.

    Raises Refused if nothing changes or the play is going on, Invalid for impossible values, and
    errors about names of plays and players.
    """
    desk.ensure_group()
    with desk.changing_group() as document, held(desk, text) as found:
        _require_editable(desk, found, edit)
        players = document.get("players", [])
        renames = document.get(RENAMES, 0)
        names: list[str] = []
        drafts: list[Draft] = []
        if found.play is not None:
            if edit.players is not None:
                names = _people(desk, found.record.play, edit, players)
                drafts += _seats(found.play.state.seats, names, with_renames(renames))
            changes = _changed(found.record, _about(desk, found.record, edit))
        else:
            ended = _ended(desk, found.record, edit, players)
            names = [part.name for part in ended.parts] if ended and edit.players else []
            title = None if edit.title is None else _title(document, found.record, ended, edit)
            about = _about(desk, found.record, edit) | _title_fields(title)
            changes = _changed(found.record, about | ({} if ended is None else _outcome(ended)))
        if "players" in changes:
            changes |= with_renames(renames)
        if changes:
            drafts.append(Draft(EDITED, changes))
        if not drafts:
            raise Refused(
                f"Nothing changes in {found.record.play}.",
                "`companion play edit -h` shows what can be changed.",
            )
        after = found.write(desk, drafts)
        if names:
            document["players"] = joined(players, names)
        if found.play is None and title is not None and not title.game:
            sheets = document.get(SHEETS, {})
            known = {"title": title.title, **({"lowest": True} if after.lowest else {})}
            document[SHEETS] = {folded(title.title): known, **sheets}
    return Reply(
        document=lambda: json_lines.document(after, desk.group),
        lines=(
            f"{summary_line(after)}.",
            f"→ `companion play show {after.play}` shows it in full.",
        ),
    )


def _require_editable(desk: Desk, found: FoundPlay, edit: Edit) -> None:
    """Refuse corrections that the play does not allow. Raises Refused or Invalid."""
    record, details = found.record, edit.details
    if edit == Edit():
        raise Invalid(
            "What should change?",
            f'`companion play edit {record.play} --place "Ben\'s"`; -h shows all.',
        )
    if record.status == "deleted":
        raise Refused(
            f"{record.play} is deleted.",
            f"`companion play restore {record.play}` brings it back first.",
        )
    if record.status == "live":
        if desk.group_document().get("current") != record.play:
            raise Refused(
                f"{record.play} is going on, but it is not the current play.",
                f"`companion resume {record.play}` goes to it.",
            )
        if edit.is_of_result or edit.players is not None or details.when.is_entered:
            raise Refused(
                f"{record.play} is going on: only its place and comment can be changed now.",
                "`companion finish` ends it; `companion player rename -h` is about names.",
            )
    if edit.title is not None and (found.play is not None or record.marks):
        raise Refused(
            f"{record.play} was followed as a play of {record.called}: its log is about that game.",
            "`companion title rename -h` says how to rename all plays of a score sheet.",
        )
    if found.play is not None and edit.is_of_result:
        raise Refused(
            f"{record.play} was followed here: its log says how it ended.",
            f"`companion resume {record.play}` goes back to it; then undo its end and go on.",
        )


def _title(
    document: Mapping[str, Any], record: PlayRecord, ended: Result | None, edit: Edit
) -> Title:
    """The new title. Raises Invalid or Refused."""
    title, more = title_and_people([edit.title or ""], document, edit.details.new)
    assert not more
    parts = record.parts if ended is None else ended.parts
    require_points_kept(title, [part.name for part in parts if part.score is not None])
    return title


def _title_fields(title: Title | None) -> dict[str, Any]:
    """The fields of a title in the log of an import."""
    if title is None:
        return {}
    keys = ("game", "title", "called", "bgg_id")
    return {key: getattr(title, key) for key in keys}


def _about(desk: Desk, record: PlayRecord, edit: Edit) -> dict[str, Any]:
    """The fields about place, comment and time that were typed."""
    details, data = edit.details, dict[str, Any]()
    if details.place is not None:
        data["place"] = valid_place(details.place)
    if details.comment is not None:
        data["comment"] = valid_comment(details.comment)
    if details.when.is_entered:
        before = Span(record.started, record.ended, record.minutes)
        data |= span(details.when, desk.now(), desk.date_order, before)._asdict()
    return data


def _changed(record: PlayRecord, data: dict[str, Any]) -> dict[str, Any]:
    """The fields in `data` that differ from the record."""
    before = {**json_lines.play_object(record), "players": shortened_players(record)}
    return {key: value for key, value in data.items() if before[key] != value}


def shortened_players(record: PlayRecord) -> list[dict[str, Any]]:
    """The players in the form of the log of an import."""
    players: list[dict[str, Any]] = shortened(json_lines.play_object(record))["players"]
    return players


def _people(desk: Desk, play: str, edit: Edit, players: Sequence[dict[str, Any]]) -> list[str]:
    """The players of a followed play, in seat order. Raises Invalid or Refused."""
    who = named(entrants([edit.players or ""]), players, edit.details.new)
    scored = [one.name for one in who if one.score is not None]
    if scored:
        raise Refused(
            f"The points of {listed(scored)} are in the log of that play, which was followed here.",
            f"`companion resume {play}` goes back to it; then undo, and score again.",
        )
    names = [one.name for one in who]
    require_known_or_new(desk, names, edit.details.new)
    return names


def _seats(
    seats: Sequence[PlayerSeat], names: Sequence[str], renames: Mapping[str, int]
) -> list[Draft]:
    """The facts that rename the seats. Raises Invalid if the number of names differs."""
    if len(names) != len(seats):
        sat = listed([seat.name for seat in seats])
        raise Invalid(
            f"{counted(len(seats), 'player')} sat there ({sat}), not {len(names)}.",
            "Name all of them, in seat order.",
        )
    return [
        Draft(RENAMED, {"seat": seat, "name": name, **renames})
        for seat, (who, name) in enumerate(zip(seats, names, strict=True))
        if who.name != name
    ]


def _ended(
    desk: Desk, record: PlayRecord, edit: Edit, players: Sequence[dict[str, Any]]
) -> Result | None:
    """The corrected result of a logged play; None if nothing about it was typed.

    With new players, the whole result is entered again; otherwise, what was not typed stays.
    """
    ending = edit.details.ending
    if record.coop and ending.coop is None:
        ending = ending._replace(coop=COOP[0] if record.winners else COOP[1])
    if ending.coop is None and record.lowest and ending.lowest is None:
        ending = ending._replace(lowest=True)
    if edit.players is not None:
        who = named(entrants([edit.players]), players, edit.details.new)
        if not who:
            raise Invalid("Who played? Nobody is named.", "`--players ana=41,ben=38`.")
        require_known_or_new(desk, [one.name for one in who], edit.details.new)
        return result(who, ending)
    if not edit.is_of_result:
        return None
    sides = {part.name: part.team for part in record.parts if part.team}
    ended = result([Entrant(part.name, part.score) for part in record.parts], ending, sides)
    before = {folded(part.name): part for part in record.parts}
    parts = (
        part._replace(first=before[folded(part.name)].first, role=before[folded(part.name)].role)
        for part in ended.parts
    )
    return ended._replace(parts=tuple(parts))


def _outcome(ended: Result) -> dict[str, Any]:
    players = [shortened(part._asdict()) for part in ended.parts]
    return {"players": players, "coop": ended.coop, "lowest": ended.lowest}
