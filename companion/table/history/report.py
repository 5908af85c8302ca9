"""`play show`, `chart points`: the report of a play, round by round."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.amendments import AMENDING, UID, amendment_line
from companion.core.blocks import Chart, Kind, Series
from companion.core.event import Event
from companion.core.names import counted, find, folded, listed
from companion.core.numbers import score
from companion.core.outcome import why_won, won
from companion.core.record import BOARD, EXPANSION, PlayRecord
from companion.core.titles import Titles
from companion.errors import Invalid, NotFound
from companion.exchange.import_log import IMPORT_MADE
from companion.store.base import LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.groups.document import BY_HAND
from companion.table.history.finished_plays import ELSEWHERE, History
from companion.table.history.records import with_title_now
from companion.table.history.summary import IMPORTS, LOGGED_PREFIX, summarized
from companion.table.local_time import length, when
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import Entry, entries, opening
from companion.table.plays.views import entry_record, log_blocks

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text


_UP = {"score": "points"}


class Track(NamedTuple):
    """A value followed through a play: `up` names it (points, cards, dice).

    `across` says what the steps are: rounds, or entries of the log if the play had no rounds. Each
    row is a step with everybody's value after it, in seat order; None if unknown. The first row is
    the beginning: step 0, or entry 1.
    """

    across: str
    up: str
    names: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int | float | None, ...]], ...]

    def chart(self, title: str) -> Chart:
        """The track as a chart, one line for each player."""
        series = []
        for seat, name in enumerate(self.names):
            values = ((at, row[seat]) for at, row in self.rows)
            points = [(float(at), float(value)) for at, value in values if value is not None]
            series.append(Series(name, tuple(points)))
        kind: Kind = "line" if self.across == "round" else "step"
        return Chart(title, self.across, self.up, tuple(series), kind=kind)

    @property
    def has_changes(self) -> bool:
        """Whether any value changed."""
        columns = zip(*(row for _, row in self.rows), strict=True)
        return any(len({value for value in column if value is not None}) > 1 for column in columns)


def track(play: OpenPlay) -> Track:
    """Make the track of a play from its log."""
    game, state = play.game, play.state
    started, *rest = play.log.standing()
    before = opening(game, started)
    by_rounds = (game.rounds_played(state) or 1) > 1
    corrected = game.scores_by_round(state) if by_rounds else None
    if corrected is not None:
        began = (0, _values(play, before, len(state.seats)))
        rows = [began, *((step, tuple(row)) for step, row in enumerate(corrected, 1))]
        return Track("round", "points", tuple(seat.name for seat in state.seats), tuple(rows))
    seats = len(state.seats)
    rows = [(0 if by_rounds else started.action, _values(play, before, seats))]
    for number, event in enumerate(rest):
        after = game.apply(before, event)
        ends = number == len(rest) - 1
        if by_rounds:
            over = after.round > before.round or ends
            step = min(before.round, after.round) if over else 0
        else:
            over = ends or rest[number + 1].action != event.action
            step = event.action
        if over:
            # The points of a round are those after its last entry.
            if by_rounds and rows[-1][0] == step:  # the round was over already
                rows.pop()
            rows.append((step, _values(play, after, seats)))
        before = after
    return Track(
        "round" if by_rounds else "entry",
        _UP.get(game.charted, game.charted),
        tuple(seat.name for seat in state.seats),
        tuple(_changing(rows) if not by_rounds else rows),
    )


def _values(play: OpenPlay, state: Any, seats: int) -> tuple[int | float | None, ...]:
    """The values of the players; None for those who join later."""
    game, key = play.game, play.game.charted
    known = range(len(state.seats))
    if key == "score":
        values = [game.score_of(state, seat) for seat in known]
    else:
        values = [game.player_json(state, seat, play.reference).get(key) for seat in known]
    return (*values, *[None] * (seats - len(values)))


def _changing(
    rows: Sequence[tuple[int, tuple[int | float | None, ...]]],
) -> list[tuple[int, tuple[int | float | None, ...]]]:
    """The steps at which something changed, and the first and last one."""
    kept = [
        row
        for place, row in enumerate(rows)
        if place in (0, len(rows) - 1) or row[1] != rows[place - 1][1]
    ]
    return kept if len(kept) > 1 else list(rows[:1])


# The report


class Report(NamedTuple):
    """The report of a play; `play` and `track` are None if it was not followed here."""

    record: PlayRecord
    group: str
    play: OpenPlay | None = None
    track: Track | None = None
    entries: Callable[[], Sequence[Entry]] = tuple

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.record.called or self.record.title

    @property
    def about(self) -> str:
        """The group, id and status of the play."""
        return f"{self.group} · {self.record.play} · {self.record.status}"

    def document(self) -> dict[str, Any]:
        """The report as JSON."""
        record, play = self.record, self.play
        return {
            "play": record.play,
            "group": self.group,
            "game": record.game or None,
            "title": self.title,
            "uid": record.uid,
            "status": record.status,
            "started": record.started,
            "ended": None if record.status == "live" else record.ended,
            "minutes": record.minutes,
            "round": record.rounds,
            "players": [part._asdict() for part in record.parts],
            "winners": list(record.winners),
            "why": why_won(play) if play is not None and record.status == "finished" else None,
            "track": self.track
            and {
                "across": self.track.across,
                "up": self.track.up,
                "rows": [{"at": at, "values": list(values)} for at, values in self.track.rows],
            },
            "marks": [mark._asdict() for mark in record.marks],
            "source": record.source or None,
            "place": record.place or None,
            "coop": record.coop,
            "lowest": record.lowest,
            "comment": record.comment or None,
            "log": [entry_record(entry) for entry in self.entries()],
        }

    def blocks(self, *, with_log: bool, with_heading: bool = True) -> "list[Block]":
        """The report, drawn: when, the result, points by round as table and chart, the end."""
        from companion.core.blocks import Heading, Paragraph, Span

        record, play = self.record, self.play
        blocks: list[Block] = [Heading(self.title, self.about)] if with_heading else []
        blocks.append(Paragraph(Span(self._when(), "muted")))
        blocks += won(play) if play is not None else [Paragraph(_won(record))]
        if record.comment:
            blocks.append(Paragraph(record.comment))
        blocks.append(self._points())
        if self.track is not None and self.track.has_changes:
            blocks.append(self.track.chart(f"{self.track.up.capitalize()} by {self.track.across}"))
        if play is not None:
            live = record.status == "live"
            blocks.append(Heading("As it stands" if live else "In the end"))
            blocks += play.game.report_blocks(play.state, play.reference)
        if with_log:
            blocks += log_blocks("the play", "", self.entries())
        return blocks

    def _when(self) -> str:
        record = self.record
        parts = [when(record.started, record.ended)]
        parts += [length(record.minutes)] if record.minutes else []
        parts += [counted(record.rounds, "round")] if record.rounds else []
        parts += [f"at {record.place}"] if record.place else []
        parts += [mark.title for mark in record.marks if mark.kind == BOARD]
        with_ = [mark.title for mark in record.marks if mark.kind == EXPANSION]
        parts += [f"with {listed(with_)}"] if with_ else []
        by_hand = record.source == BY_HAND
        parts += ["logged by hand"] if by_hand else []
        parts += [f"from {record.source}"] if record.source and not by_hand else []
        return " · ".join(parts)

    def _points(self) -> "Block":
        """Everybody's result; round by round if there are rounds and it fits."""
        from companion.core.blocks import Column, Fit, Span, Table

        parts = self.record.parts
        scored = any(part.score is not None for part in parts)
        columns = [Column("Player"), *([Column("Points", "right")] if scored else [])]
        columns.append(Column(read_aloud="Note"))
        rows: list[tuple[Text, ...]] = []
        for part in parts:
            points = () if not scored else ("–" if part.score is None else score(part.score),)
            notes = [*filter(None, (part.team, part.role)), *(["won"] if part.won else [])]
            notes += ["began"] if part.first else []
            aside = Span(", ".join(notes), "good" if part.won else "muted")
            rows.append((Span(part.name, "name"), *points, aside))
        plain = Table(tuple(columns), tuple(rows))
        if self.track is None or self.track.across != "round":
            return plain
        across = tuple(Column(str(at) if at else "start", "right") for at, _ in self.track.rows)
        wide = tuple(
            (name, *(_points_or_dash(values[seat]) for _, values in self.track.rows), row[-1])
            for seat, (name, row) in enumerate(zip(self.track.names, rows, strict=True))
        )
        by_round = Table((Column("Round"), *across, Column(read_aloud="Note")), wide)
        down = tuple(
            (str(at) if at else "start", *map(_points_or_dash, values))
            for at, values in self.track.rows
        )
        seats = tuple(Column(name, "right") for name in self.track.names)
        long = Table((Column("Round"), *seats), down)
        return Fit((by_round, long, plain))


def report(desk: Desk, play: str | None) -> Report:
    """Make the report of the play named, or of the current one.

    Raises NotFound, Ambiguous, Invalid for two plays, and what reading the play raises.
    """
    if play is not None and desk.options.play not in (None, play):
        raise Invalid(f"Which play: {play}, or {desk.options.play}?", "Name one of them.")
    play = play or desk.options.play
    logged = _logged_play(desk, play) if play else None
    if logged is not None:
        return Report(logged, desk.group, entries=lambda: _logged_entries(desk, logged))
    if play is not None:
        desk.options.play = play
    opened = desk.open()
    record = followed_record(desk, opened.ref.id, opened.log.events)
    return Report(
        record,
        desk.group,
        opened,
        track(opened),
        lambda: entries(opened.game, opened.log, opened.reference),
    )


def record_named(desk: Desk, text: str) -> PlayRecord:
    """The record of a play, by its id or number.

    Raises NotFound, Ambiguous, and what reading the play raises.
    """
    logged = _logged_play(desk, text)
    if logged is not None:
        return logged
    ref = LogRef(desk.group, PLAYS, desk.find_play(text))
    opened = desk.opened(ref, desk.store.read_log(ref))
    return followed_record(desk, ref.id, opened.log.events)


def followed_record(desk: Desk, play: str, events: Sequence[Event]) -> PlayRecord:
    """The record of a play that was followed here, under its current title."""
    return with_title_now(summarized(play, events), Titles.of(desk.group_document()))


def _logged_play(desk: Desk, play: str) -> PlayRecord | None:
    """A logged or imported play, by its id: `told-3`, `import-2.17`; None for other ids."""
    if not is_logged_id(play):
        return None
    plays = History(desk).plays.also(ELSEWHERE)
    exact = next(iter(plays.also("id = ?", folded(play))), None)
    if exact is not None:
        return exact
    try:
        return find(play, list(plays), lambda one: (one.play,), "play")
    except NotFound as problem:
        raise NotFound(problem.message, "`companion plays --all` lists them.") from None


def is_logged_id(play: str) -> bool:
    """Whether this looks like the id of a logged or imported play."""
    wanted = folded(play)
    return wanted.startswith(LOGGED_PREFIX) or (wanted.startswith("import") and "." in wanted)


def _logged_entries(desk: Desk, record: PlayRecord) -> Sequence[Entry]:
    """The entries about a logged play: its record and its corrections."""
    log = record.play if record.play.startswith(LOGGED_PREFIX) else record.play.rpartition(".")[0]
    events = desk.store.read_log(LogRef(desk.group, IMPORTS, log))
    about = [it for it in events if it.data.get(UID) == record.uid and it.kind != IMPORT_MADE]
    return [
        Entry.of((amendment_line(it) if it.kind in AMENDING else "the play is logged",), it, False)
        for it in about
    ]


def _points_or_dash(value: float | None) -> str:
    return "–" if value is None else score(value)


def _won(record: PlayRecord) -> str:
    if record.coop:
        return f"All {'have won' if record.winners else 'have lost'} together."
    verb = "have" if len(record.winners) > 1 else "has"
    return f"{listed(record.winners) or 'Nobody'} {verb} won."
