"""Finishing a play."""

from collections.abc import Sequence
from typing import Any

from companion.core.action import Action
from companion.core.names import listed
from companion.core.outcome import Leading, Outcome
from companion.core.play import PlayState, require_live
from companion.core.reply import Reply
from companion.core.seats import find_seat, is_somebody
from companion.errors import Invalid, Refused
from companion.table.desk import Desk


def finish(desk: Desk, winners: Sequence[str], abandon: bool) -> Reply:
    """End the play: with the winners named, or those whom the rules or the score name.

    Where points are not kept, or not known, nobody leads: then it is the rules or the table that
    name a winner.
    Raises Invalid where both are asked for, Refused where nobody leads and nobody is named.
    """
    if abandon and winners:
        raise Invalid("An abandoned play has no winner.", "Leave out `--winner` or `--abandon`.")

    def plan(action: Action[Any], reference: Any) -> None:
        if abandon:
            action.add("play.abandoned")
            return
        state = action.state
        require_live(state)
        from companion.table.groups.players import one_by_one  # it draws, too

        told = one_by_one(winners, lambda name: is_somebody(state.seats, name))
        named = dict.fromkeys(find_seat(state.seats, name) for name in told)
        found = Outcome(tuple(named), "named by the table") if named else _by_score(action)
        action.add("play.finished", winners=list(found.winners), why=found.why)
        others = [seat for seat in range(len(state.seats)) if seat not in found.winners]
        if isinstance(found, Leading) and others:
            names, again = listed([state.name(seat) for seat in found.winners]), desk.again
            action.warn(
                f"Nobody was named, so {names} won, as things stand. If not: "
                f"`companion undo{again}`, then "
                f"`companion finish {_flags(state, others[:1])}{again}`."
            )

    return desk.act(plan)


def _by_score(action: Action[Any]) -> Outcome:
    state = action.state
    result: Outcome = action.game.outcome(state)
    if result.winners:
        return result
    leaders = state.leaders()
    if any(action.game.score_of(state, seat) is None for seat in range(len(state.seats))):
        likely = leaders if len(leaders) < len(state.seats) else ()
        raise Refused(
            f"Nobody has won by the rules: {result.why}.",
            f"Name who has: `companion finish {_flags(state, likely or (0,))}`; "
            "or `companion finish --abandon`.",
        )
    if len(leaders) > 1:
        names = listed([state.name(seat) for seat in leaders])
        raise Refused(
            f"Nobody has won: {names} are tied at {max(state.scores)}.",
            f"Play on; or share it: `companion finish {_flags(state, leaders)}`; "
            "or `companion finish --abandon`.",
        )
    why = f"ended early: {result.why}, {state.name(leaders[0])} led"
    return Leading(leaders, why)


def _flags(state: PlayState, seats: Sequence[int]) -> str:
    """The options that name these as the winners."""
    return " ".join(f"--winner {state.seats[seat].handle}" for seat in seats)
