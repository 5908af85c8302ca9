"""A play of White, Black, or Roll in words, as a table, as JSON."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.core.entry import Mention
from companion.core.event import Event
from companion.core.names import listed, short
from companion.core.play import describe_play
from companion.games.boolean.possession.entries import (
    describe_counted,
    describe_told,
    dice_words,
)
from companion.games.boolean.wbr.outcome import is_over
from companion.games.boolean.wbr.state import WbrState

Data = Any


def describe(before: WbrState, event: Event, after: WbrState) -> str:
    """The event in words; which dice they were is not told, for that is a secret."""
    teller = _TELLERS.get(event.kind)
    if teller is None:
        return describe_play(before, event, after, marker=False)
    return teller(before, event.data, after)


def _called(before: WbrState, data: Data, after: WbrState) -> str:
    seat, right = data["seat"], data["right"]
    line = f"{after.name(seat)} calls {data['call']}"
    if right is None:
        return line
    if right:
        return f"{line}, which is right: {after.name(seat)} has {_has(after, seat)}"
    if seat in after.out:
        return f"{line}, which is wrong: {after.name(seat)} has no die to give, and is eliminated"
    if after.several:
        name = after.name(seat)
        return f"{line}, which is wrong: {name} rolls a die back, and has {_has(after, seat)}"
    what = "a die" if before.held[seat].size else "the called die"
    other = 1 - seat
    return (
        f"{line}, which is wrong: {what} goes to {after.name(other)}, who has {_has(after, other)}"
    )


def _has(state: WbrState, seat: int) -> str:
    return dice_words(state.held[seat].size)


def _spilled(before: WbrState, data: Data, after: WbrState) -> str:
    seat = data["seat"]
    line = f"{after.name(seat)} throws a die outside the area"
    if not after.several:
        return f"{line}; {after.name(1 - seat)} may examine it, and rolls it"
    if seat in after.out:
        return f"{line}, has no die to give, and is eliminated"
    return f"{line}, and rolls a die back: {_has(after, seat)} left"


def _tie(before: WbrState, data: Data, after: WbrState) -> str:
    told = [
        f"{after.name(seat)} {whites}"
        for seat, whites in enumerate(data["whites"])
        if whites is not None
    ]
    return f"the tie is rolled for: {', '.join(told)} White-up"


def clock_words(state: WbrState) -> str:
    """What the clock shows: `Ana 4:30, Ben 5:00`."""
    shown = state.seconds or ((state.minutes or 0) * 60,) * len(state.seats)
    return ", ".join(
        f"{state.name(seat)} {left // 60}:{left % 60:02}" for seat, left in enumerate(shown)
    )


_TELLERS: dict[str, Callable[[WbrState, Data, WbrState], str]] = {
    "die.called": _called,
    "throw.spilled": _spilled,
    "tie.rolled": _tie,
    "clock.stopped": lambda before, data, after: f"the clock stops: {clock_words(after)}",
    "turn.skipped": lambda before, data, after: (
        f"{after.name(data['seat'])} makes a call that is not told"
    ),
    "dice.told": describe_told,
    "dice.counted": describe_counted,
}


def begins(state: WbrState) -> str:
    """Who makes the opening throw, and the clock."""
    clock = f", {state.minutes} minutes each" if state.minutes is not None else ""
    return f"{state.name(state.first)} throws the dice{clock}"


def where(state: WbrState) -> str:
    """What lies in the middle, and whose turn it is."""
    if not state.loose:
        return "a tie"
    return f"{dice_words(state.loose)} in the middle · {short(state.name(state.turn or 0))}'s turn"


def status_line(state: WbrState) -> str:
    """Everybody's dice, and whose turn it is."""
    dice = " · ".join(
        f"{short(who.name)} {held.size}" for who, held in zip(state.seats, state.held, strict=True)
    )
    return f"{dice} — {where(state) if state.status == 'live' else state.status}"


def todo(state: WbrState) -> list[str]:
    """The next steps, the most urgent first."""
    if is_over(state):
        return ["The game is over: `companion finish`."]
    if not state.loose:
        names = listed([state.name(seat) for seat in state.ahead])
        such = " ".join(
            f"{state.seats[seat].handle} {state.held[seat].size // 2}" for seat in state.ahead
        )
        return [
            f"A tie: {names} roll their dice, and most White-up dice win: "
            f"`companion boolean tie {such}`."
        ]
    turn = state.turn or 0
    name, handle = state.name(turn), state.seats[turn].handle
    steps = [
        f"{name} points at a die and calls: `companion boolean call {handle} white right`, "
        f"`{handle} black wrong` or `{handle} roll`."
    ]
    if state.round == 1:
        steps.insert(0, f"{state.name(state.first)} rolls all ten dice; illegal ones once more.")
    elif state.thrower is not None:
        steps.append("Was it thrown outside the area? `companion boolean illegal`.")
    if state.minutes is not None:
        steps.append("The clock: `companion boolean clock`.")
    return steps


def view(state: WbrState) -> list[Block]:
    """Everybody's dice, how many lie in the middle, and the clock."""
    columns = (Column(), Column("Player", wraps=True), Column("Dice", "right"), Column(), Column())
    rows = tuple(_row(state, seat) for seat in range(len(state.seats)))
    blocks: list[Block] = [Table(columns, rows)]
    if state.loose:
        blocks.append(Paragraph(("In the middle: ", Span(dice_words(state.loose), "strong"))))
    if state.minutes is not None or state.seconds:
        blocks.append(Paragraph(Span(f"Clock: {clock_words(state)}", "muted")))
    return blocks


def _row(state: WbrState, seat: int) -> tuple[Text, ...]:
    here = state.status == "live" and seat == state.turn and state.loose > 0
    count = state.held[seat].size
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        Span(str(count), "strong"),
        Span("■" * count, "icon"),
        _note(state, seat),
    )


def _note(state: WbrState, seat: int) -> Text:
    if seat in state.winners:
        return Span("won", "good")
    return Span("eliminated", "muted") if seat in state.out else ""


def report(state: WbrState) -> dict[str, Any]:
    """The game's part of `table --json`."""
    return {
        "phase": ("calls" if state.loose else "tie") if state.status == "live" else "over",
        "middle": state.loose,
        "ties": [list(whites) for whites in state.ties],
        "clock": list(state.seconds) if state.seconds else None,
        "minutes": state.minutes,
    }


def player_report(state: WbrState, seat: int) -> dict[str, Any]:
    """A player's dice, counted."""
    return {"dice": state.held[seat].size, "eliminated": seat in state.out}


def in_front(state: WbrState) -> Iterator[Mention]:
    """The step at hand, what is special at this table, and the end."""
    if state.status != "live":
        yield Mention("wbr-game-end", "how it ended")
        return
    if not state.loose:
        yield Mention("wbr-tie", listed([state.name(seat) for seat in state.ahead]))
        return
    if state.round == 1:
        yield Mention("wbr-setup", f"{state.name(state.first)} rolls all ten dice")
    yield Mention("calls", f"{state.name(state.turn or 0)}'s turn")
    yield Mention("wrong-call", "what it costs")
    if state.thrower is not None:
        yield Mention("illegal-die", f"if {state.name(state.thrower)}'s lies outside the area")
    yield Mention("view", "before the die is touched")
    if state.several:
        yield Mention("wbr-multiple-players", f"{len(state.seats)} play")
        yield Mention("wbr-elimination", "who owes a die and has none")
    if state.minutes is not None or state.seconds:
        yield Mention("wbr-timed", "when to hit the clock")
    yield Mention("wbr-game-end", f"{dice_words(state.loose)} to go")


def options_again(state: WbrState) -> list[str]:
    """The clock, if there is one."""
    return [] if state.minutes is None else ["--minutes", str(state.minutes)]
