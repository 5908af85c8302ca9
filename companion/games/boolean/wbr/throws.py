"""A die that is thrown outside the area: who threw it, and what it costs."""

from typing import Annotated

from companion.core.action import Action
from companion.core.command import player, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.shapes import one_of
from companion.core.value import replace
from companion.errors import Refused
from companion.games.boolean.dice.possession import require_own
from companion.games.boolean.dice.the_ten import MAYBE_DIE
from companion.games.boolean.variants import end
from companion.games.boolean.wbr.state import (
    COSTS,
    Paid,
    WbrState,
    has,
    pay,
    require_cost,
    require_in,
    require_loose,
)


class ThrowSpilled(Fact[WbrState], kind="throw.spilled", secret=("paid",)):
    """A die landed outside the area: `paid` is the die that it cost, `cost` what it took."""

    seat: Seat
    paid: Annotated[str | None, MAYBE_DIE]
    cost: Annotated[str | None, one_of(*COSTS)] = None

    def check(self, state: WbrState, referee: Referee) -> None:
        """Refuse a throw of somebody who has thrown no die, and a price that it does not have."""
        seat, thrower = self.seat, state.thrower
        require_in(state, seat)
        require_loose(state)
        if state.round == 1:
            referee.refuse(
                "BO-47",
                f"Nobody has made a call yet: {state.name(state.first)} just throws illegal dice "
                "of the opening throw again.",
                "It costs nothing, and is not entered.",
            )
            return
        referee.require(
            seat == thrower,
            "BO-60",
            f"{state.name(seat)} has thrown no die in this turn"
            + (f": {state.name(thrower)} has." if thrower is not None else "."),
            "First the call that led to the throw: `companion boolean call roll`."
            if seat == state.turn
            else "`companion log` shows the calls; a call that was not entered: `companion next`.",
        )
        require_cost(state, seat, self.cost, referee)
        if self.paid is not None and not state.several:
            raise Refused(
                "With two players, an illegal throw costs no die.", "Leave out `--paid` (BO-60)."
            )
        require_own(state, seat, self.paid, referee)

    def apply(self, state: WbrState) -> WbrState:
        """With two, the opponent throws it again; with several, a die is owed and thrown, too."""
        seat = self.seat
        if not state.several:
            return replace(state, thrower=1 - seat)
        state = pay(state, seat, self.paid)
        if seat not in state.out:
            return replace(state, thrower=seat)
        return replace(
            state, thrower=None, turn=state.next_in(seat) if state.turn == seat else state.turn
        )

    def describe(self, before: WbrState, after: WbrState) -> str:
        seat = self.seat
        line = f"{after.name(seat)} throws a die outside the area"
        if not after.several:
            return f"{line}; {after.name(1 - seat)} may examine it, and rolls it"
        if seat in after.out:
            return f"{line}, has no die to give, and is eliminated"
        return f"{line}, and rolls a die back: {has(after, seat)} left"


Thrower = Annotated[
    int,
    player(
        lambda trial: () if trial.state.thrower is None else (trial.state.thrower,),
        default_from=lambda state: state.turn if state.thrower is None else state.thrower,
    ),
]


@verb("thrown outside the area")
def illegal(action: Action[WbrState], player: Thrower, *, paid: Paid = None) -> None:
    """A die was thrown outside the area.

    With two players the other one throws it again; with more it costs its thrower a die.

    \b
    Examples:
      companion boolean illegal
      companion boolean illegal cho
    """
    cost = action.state.cost(player) if action.state.several else None
    action.add(ThrowSpilled(seat=player, paid=paid, cost=cost))
    end(action)
