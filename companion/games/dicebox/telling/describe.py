"""An entry of a play as a line of the log."""

from collections.abc import Callable
from typing import Any

from companion.core.event import Event
from companion.core.names import listed
from companion.core.play import describe_play
from companion.games.dicebox.choices import must_place
from companion.games.dicebox.rules.record import next_seat
from companion.games.dicebox.state import Die, State

Data = Any


def describe(before: State, event: Event, after: State) -> str:
    """The event in words; the shared kinds as in every game."""
    teller = _TELLERS.get(event.kind)
    if teller is None:
        return describe_play(before, event, after, marker=False)
    return teller(before, event.data, after)


def begins(state: State) -> str:
    """What a play was begun with: the colours, if they were told, and who begins."""
    told = [f"{state.name(state.first)} begins"] if state.first else []
    if state.colors_told:
        told.append(_colors(state))
    return "; ".join(told)


def dice_told(dice: tuple[Die, ...]) -> str:
    """Dice by colour: `red 2 4, blue 6, white ?`."""
    groups: dict[str | None, list[int | None]] = {}
    for die in dice:
        groups.setdefault(die.color, []).append(die.value)
    return ", ".join(_group(color, values) for color, values in groups.items())


def _group(color: str | None, values: list[int | None]) -> str:
    name = color or "any colour"
    shown = " ".join("?" if value is None else str(value) for value in values)
    return f"{name} {shown}"


def _colors(state: State) -> str:
    return ", ".join(
        f"{who.name} {listed(list(own))}"
        for who, own in zip(state.seats, state.colors, strict=True)
        if own
    )


def _rolled(before: State, data: Data, after: State) -> str:
    seat = data["seat"]
    told = f"{after.name(seat)} rolls {dice_told(tuple(Die(*die) for die in data['dice']))}"
    if not data["turn"]:
        return told
    return f"{told}; nothing fitted, so that was the turn{_passed_over(after, seat)}"


def _placed(before: State, data: Data, after: State) -> str:
    seat, color, value = data["seat"], data["color"], data["value"]
    points = [
        f"{after.name(owner)} {before.scores[owner]} → {after.scores[owner]}"
        for owner in range(len(after.seats))
        if after.scores[owner] != before.scores[owner]
    ]
    gain = f" ({', '.join(points)})" if points else ""
    line = f"{after.name(seat)} places {color} {value} on {data['square']}{gain}"
    return line + ("" if after.over else _passed_over(after, seat))


def _passed_over(state: State, seat: int) -> str:
    """Whose turn is left out for want of dice (A-DB-08)."""
    out, other = [], state.left_of(seat)
    while other != next_seat(state, seat):
        out.append(state.name(other))
        other = state.left_of(other)
    verb, passed = ("has", "is") if len(out) == 1 else ("have", "are")
    return f"; {listed(out)} {verb} no dice left and {passed} passed over" if out else ""


def _passed(before: State, data: Data, after: State) -> str:
    name = after.name(data["seat"])
    over = _passed_over(after, data["seat"])
    if not before.dice[data["seat"]]:
        return f"{name} has no dice left and passes{over}"
    if must_place(before, data["seat"]):
        return f"{name} passes, and could have placed{over}"
    return f"{name} can place nothing and rolls all dice, which was not told{over}"


_TELLERS: dict[str, Callable[[State, Data, State], str]] = {
    "colors.assigned": lambda before, data, after: f"the colours: {_colors(after)}",
    "draft.begun": lambda before, data, after: f"{after.name(data['seat'])} picks first",
    "die.picked": lambda before, data, after: f"{after.name(data['seat'])} picks {data['color']}",
    "seed.placed": lambda before, data, after: f"the Seed shows {data['value']} and lies on c3",
    "dice.rolled": _rolled,
    "die.placed": _placed,
    "turn.passed": _passed,
    "turn.given": lambda before, data, after: f"it is {after.name(data['seat'])}'s turn",
    "tally.counted": lambda before, data, after: (
        "counted: " + ", ".join(f"{color} {points}" for color, points in after.counted)
    ),
}
