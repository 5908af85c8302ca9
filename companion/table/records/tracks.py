"""How everybody's points went, round by round."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.chart import Chart, Kind, Series
from companion.table.folding import opening
from companion.table.openplay import OpenPlay

_UP = {"score": "points"}


class Track(NamedTuple):
    """What was followed through a play: `up` says what (points, cards, dice).

    `across` is what the steps count: rounds, or entries as the log numbers them where the play had
    no rounds. Each row is a step with everybody's value after it, in seat order; None where it was
    not known. The first row, of step 0 or entry 1, is how it began.
    """

    across: str
    up: str
    names: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int | float | None, ...]], ...]

    def chart(self, title: str) -> Chart:
        """The track as a chart: a line a player."""
        series = []
        for seat, name in enumerate(self.names):
            values = ((at, row[seat]) for at, row in self.rows)
            points = [(float(at), float(value)) for at, value in values if value is not None]
            series.append(Series(name, tuple(points)))
        kind: Kind = "line" if self.across == "round" else "step"
        return Chart(title, self.across, self.up, tuple(series), kind=kind)

    @property
    def told(self) -> bool:
        """Whether there is anything to be seen: somebody had more or fewer at some step."""
        columns = zip(*(row for _, row in self.rows), strict=True)
        return any(len({value for value in column if value is not None}) > 1 for column in columns)


def track(play: OpenPlay) -> Track:
    """How a play went, from its log."""
    game, state = play.game, play.state
    started, *rest = play.log.standing()
    before = opening(game, started)
    by_rounds = game.keeps_rounds and state.round > 1
    rows = [(0 if by_rounds else started.action, _values(play, before))]
    for number, event in enumerate(rest):
        after = game.record(before, event)
        ends = number == len(rest) - 1
        if by_rounds:
            over = after.round > before.round or ends
            step = before.round if over else 0
        else:
            over = ends or rest[number + 1].action != event.action
            step = event.action
        if over:
            # A round's points are counted before the next one begins, as its last entry left them.
            rows.append((step, _values(play, after)))
        before = after
    return Track(
        "round" if by_rounds else "entry",
        _UP.get(game.followed, game.followed),
        tuple(seat.name for seat in state.seats),
        tuple(_changing(rows) if not by_rounds else rows),
    )


def _values(play: OpenPlay, state: Any) -> tuple[int | float | None, ...]:
    game, key = play.game, play.game.followed
    if key == "score":
        return tuple(game.score_of(state, seat) for seat in range(len(state.seats)))
    return tuple(
        game.player_json(state, seat, play.reference).get(key) for seat in range(len(state.seats))
    )


def _changing(
    rows: Sequence[tuple[int, tuple[int | float | None, ...]]],
) -> list[tuple[int, tuple[int | float | None, ...]]]:
    """The steps at which something changed, with the first and the last one."""
    kept = [
        row
        for place, row in enumerate(rows)
        if place in (0, len(rows) - 1) or row[1] != rows[place - 1][1]
    ]
    return kept if len(kept) > 1 else list(rows[:1])
