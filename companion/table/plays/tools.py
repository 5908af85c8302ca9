"""`roll` and `clock`: dice and time at the table, noted in the log of the current play."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.clocks import clock_line, clock_time, seconds_of, watch
from companion.core.dice import dice_of, roll_words, rolled
from companion.core.names import listed, short
from companion.core.play import require_live
from companion.core.reply import Reply
from companion.core.value import replace
from companion.errors import Invalid, NotFound, Refused

if TYPE_CHECKING:
    from companion.core.action import Action
    from companion.core.play import PlayState
    from companion.table.desk import Desk


def roll(desk: "Desk", words: Sequence[str], *, into_log: bool = False) -> Reply:
    """Roll dice as they are written; with `into_log`, enter them in the current play.

    With a seed, rolls that are not entered are the same every time. Raises Invalid for words that
    are not dice, NotFound if there is no play to enter them in.
    """
    dice = dice_of(words)
    if not into_log:
        rolls = [rolled(one, chance).data for chance in [desk.chance(0)] for one in dice]
        return _roll_reply(rolls, None)
    made: list[list[dict[str, Any]]] = []

    def plan(action: "Action[Any]", reference: Any) -> None:
        chance = action.chance
        made.append([rolled(one, chance).data for one in dice])
        action.add("roll.noted", rolls=made[-1])

    ref = desk.play_ref()
    reply = desk.act(plan, ref)
    result = _roll_reply(made[-1], ref.id)
    return replace(result, warnings=(*result.warnings, *reply.warnings))


def _roll_reply(rolls: list[dict[str, Any]], play: str | None) -> Reply:
    lines = [roll_words(one) for one in rolls]
    if play is not None:
        lines.append(f"Noted in {play}; `companion undo` removes it.")
    return Reply(document=lambda: {"rolls": rolls, "play": play}, lines=tuple(lines))


# The clock


_NAME = 14
_INSTEAD = "`companion clock` runs in a terminal window: open one, and leave it beside the game."
_ALL, _EACH = "space or p: pause · q: stop", "space: the next player · p: pause · q: stop"


class TableClock(NamedTuple):
    """The seconds that each side had `spent` at the last press, at the time `since`.

    `side` is the one whose time runs. The clock counts down from `start`, if given. Players who
    hand over get `added` seconds; `turns` counts how often each did. With one side, a press pauses.
    """

    spent: tuple[float, ...]
    side: int = 0
    running: bool = False
    since: float = 0.0
    start: int | None = None
    added: int = 0
    turns: tuple[int, ...] = ()

    def used(self, now: float) -> tuple[float, ...]:
        """The seconds that each side has spent."""
        if not self.running:
            return self.spent
        lately = max(0.0, now - self.since)
        return tuple(
            time + lately if side == self.side else time for side, time in enumerate(self.spent)
        )

    def shown(self, now: float) -> tuple[float, ...]:
        """The seconds to show for each side: spent, or left; below 0 once time is up."""
        used = self.used(now)
        if self.start is None:
            return used
        turns = self.turns or (0,) * len(used)
        return tuple(
            self.start + self.added * count - time for count, time in zip(turns, used, strict=True)
        )

    def pressed(self, now: float) -> "TableClock":
        """Let the next side's time run; start a clock that was paused."""
        if len(self.spent) == 1 or not self.running:
            return self.paused(now)
        turns = self.turns or (0,) * len(self.spent)
        turns = (*turns[: self.side], turns[self.side] + 1, *turns[self.side + 1 :])
        side = (self.side + 1) % len(self.spent)
        return self._replace(spent=self.used(now), side=side, since=now, turns=turns)

    def paused(self, now: float) -> "TableClock":
        """Pause the clock, or resume it."""
        return self._replace(spent=self.used(now), running=not self.running, since=now)


def run_clock(desk: "Desk", each: bool, start: str | None, added: str | None) -> Reply:
    """Run a clock until it is stopped, and note the times if a play is live.

    Raises Invalid for an invalid time or without a terminal, NotFound for a clock for each player
    without a play.
    """
    begins = None if start is None else seconds_of(start, "--from")
    more = 0 if added is None else seconds_of(added, "--add")
    if more and not (each and begins):
        raise Invalid(
            "`--add` is for clocks that run down, one for each player.",
            "`companion clock --each --from 10:00 --add 5s`",
        )
    found = _live_play(desk, needed=each)
    state = None if found is None else found[1]
    names = [seat.name for seat in state.seats] if state is not None and each else [""]
    terminal = desk.live(_INSTEAD)
    face = TableClock(
        (0.0,) * len(names),
        state.first if each and state is not None else 0,
        running=not each,
        since=terminal.seconds(),
        start=begins,
        added=more,
    )
    shown = [short(name)[:_NAME] for name in names]
    face, now = watch(
        face, terminal, _EACH if each else _ALL, lambda one, at: _line(one, at, shown)
    )
    return _noted(desk, found, face, now, names if each else [])


def _live_play(desk: "Desk", *, needed: bool) -> "tuple[Any, PlayState] | None":
    """The current play, if it is live. Raises NotFound if one is `needed`."""
    try:
        ref = desk.play_ref()
        state: PlayState = desk.open().state
    except NotFound:
        if needed:
            raise NotFound(
                "A clock for each player needs a play, and none is going on.",
                "`companion start bwd Ana Ben` begins one; `companion clock` counts for everybody.",
            ) from None
        return None
    if needed:
        require_live(state)
    return (ref, state) if state.status == "live" else None


def _line(face: TableClock, now: float, names: Sequence[str]) -> str:
    shown = face.shown(now)
    sides = [
        f"{'▸' if side == face.side else ' '} {name} {clock_time(time)}".replace("  ", " ")
        for side, (name, time) in enumerate(zip(names, shown, strict=True))
    ]
    up = "time is up! " if shown[face.side] < 0 else ""
    return f"{'' if face.running else 'paused '}{up}{'  '.join(sides)}"


def _noted(desk: "Desk", found: Any, face: TableClock, now: float, names: Sequence[str]) -> Reply:
    seconds = [int(time) for time in face.used(now)]
    late = [
        name for name, left in zip(names or ["the table"], face.shown(now), strict=True) if left < 0
    ]
    data: dict[str, Any] = {"total": sum(seconds)}
    if names:
        data["seats"] = seconds
    data |= {} if face.start is None else {"from": face.start}
    data |= {"add": face.added} if face.added else {}
    document: dict[str, Any] = {
        "total": sum(seconds),
        "players": [
            {"name": name, "seconds": time} for name, time in zip(names, seconds, strict=False)
        ],
        "from": face.start,
        "add": face.added,
        "play": None,
    }
    line, warnings = clock_line(data, names), list[str]()
    if late:
        line += f"; time was up for {listed(late)}"
    if found is not None and any(seconds):
        ref, _ = found
        try:
            reply = desk.act(lambda action, _: action.add("time.noted", **data), ref)
            document["play"] = ref.id
            warnings += reply.warnings
            line += f"; noted in {ref.id}"
        except Refused as gone:  # somebody ended the play meanwhile
            warnings.append(f"Not noted: {gone.message}")
    return Reply(
        document=lambda: document,
        lines=(f"{line[0].upper()}{line[1:]}.",),
        warnings=tuple(warnings),
    )
