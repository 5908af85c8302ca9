"""What the rules of BLANK refuse at the end: who has won, and what the prize is."""

from collections.abc import Mapping
from typing import Any

from companion.core.names import counted, listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.blank.due import done_before, how_to_draw, still_draws
from companion.games.blank.state import State

Data = Any


def check_finished(state: State, data: Data, referee: Referee, colours: Mapping[str, str]) -> None:
    """Refuse a winner with cards, with cards still to draw, or behind another empty hand."""
    for seat in data["winners"]:
        name, handle = state.name(seat), state.seats[seat].handle
        if seat in state.told and state.hands[seat]:
            referee.refuse(
                "BL-100",
                f"{name} has {counted(state.hands[seat], 'card')} by what was told, and wins "
                "with none.",
                f"If the hand is empty: `companion blank win {handle} --empty`.",
            )
        due = still_draws(state, seat, colours)
        if due is not None:
            empty = (
                f"If the hand is empty all the same: `companion blank win {handle} --empty`. "
                if state.hands[seat] and seat != state.recent[-1].acts[0].seat
                else ""
            )
            referee.refuse(
                "BL-101",
                f"{name} has still to draw ({due.told}), and wins only when all effects are done.",
                f"{how_to_draw(state, seat, due.cards)} tells it. {empty}Where it does not "
                'count, `--house "…"`.',
            )
        before = [
            other for other in done_before(state, seat, colours) if other not in data["winners"]
        ]
        if before:
            first = state.seats[before[0]].handle
            ahead = before[0] in state.empty_before(seat)
            at_once = ahead and state.emptied_at_once(before[0], seat)
            verb = "has" if len(before) == 1 else "have"
            referee.refuse(
                "A-BL-07" if at_once else "BL-4",
                f"{listed([state.name(other) for other in before])} {verb} no cards left either, "
                f"and {'comes' if len(before) == 1 else 'come'} before {name}: "
                + (
                    "the player whose turn it was is first, then the others clockwise."
                    if at_once
                    else "whoever is first to have none has won."
                    if ahead
                    else "whoever is first to have none, and nothing more to draw, has won."
                ),
                f"`companion blank win {first}`; if that hand is not empty, "
                f"`companion blank hand {first} 1`.",
            )


def check_prize(state: State, data: Data) -> None:
    """Refuse a prize that nobody has won, that is known, or of another box."""
    if state.status != "finished" or not state.winners:
        raise Refused(
            "Nobody has won this play yet, so there is no prize.", "`companion blank win NAME`"
        )
    told = (data["copy"], data["card"], data["revision"])
    if state.prize is not None and state.prize[1:4] == told:
        raise Refused("That is the prize already.", "`companion table` shows it.")
    if state.boxes and data["copy"] not in [box.id for box in state.boxes]:
        raise Refused(
            f"This play was not played with {data['copy']}.",
            f"A prize goes into {listed([box.name for box in state.boxes], 'or')}.",
        )
