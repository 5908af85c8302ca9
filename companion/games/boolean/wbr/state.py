"""The state of White, Black, or Roll: who wins, whose turn it is, and what a mistake costs."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from companion.core.event import Referee
from companion.core.names import listed
from companion.core.outcome import Outcome
from companion.core.seats import PlayerSeat
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.boolean.dice import possession
from companion.games.boolean.dice.possession import Holding, HoldingState, move_die
from companion.games.boolean.dice.the_ten import dice_words
from companion.games.boolean.parsing import die_option
from companion.games.boolean.variants import UNDO_BY_NUMBER

Call = Literal["white", "black", "roll"]
CALLS: tuple[Call, ...] = ("white", "black", "roll")

Cost = Literal["own", "called", "game"]
COSTS: tuple[Cost, ...] = ("own", "called", "game")
"""The cost of a wrong call: a die of the caller's, the called die, or, with several players, the
game.
"""


class WbrState(HoldingState):
    """A play of White, Black, or Roll; dice that nobody holds lie in the middle.

    `thrower` threw a die in this turn, perhaps out of the area. `out` are the eliminated players.
    `ties` are the rolls to break a tie at the end, newest last: the White-up dice of every seat,
    None for those who did not roll; `best` are the players ahead in the newest. `seconds` are left
    on the chess clock of `minutes`, once it was stopped; `side` is whose time was running, if
    known.
    """

    variant: ClassVar[str] = "white-black-roll"
    turn: int = 0
    thrower: int | None = None
    out: tuple[int, ...] = ()
    ties: tuple[tuple[int | None, ...], ...] = ()
    best: tuple[int, ...] = ()
    minutes: int | None = None
    seconds: tuple[int, ...] = ()
    side: int | None = None

    @property
    def is_for_several(self) -> bool:
        """Whether more than two play, by the variation for several players."""
        return len(self.seats) > 2

    @property
    def still_in(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.out)

    @property
    def ahead(self) -> tuple[int, ...]:
        """Who has the most dice; after a roll for a tie, who had the most White-up dice in it."""
        if self.ties:
            return self.best
        found = self.still_in
        most = max((self.held[seat].size for seat in found), default=0)
        return tuple(seat for seat in found if self.held[seat].size == most)

    @property
    def rollers(self) -> tuple[int, ...]:
        """Who rolls for a tie: everybody with dice (A-BO-06)."""
        return tuple(seat for seat in self.still_in if self.held[seat].size)

    @property
    def has_clock(self) -> bool:
        """Whether it is played by a chess clock."""
        return self.minutes is not None or bool(self.seconds)

    def cost(self, seat: int) -> Cost:
        """Return the cost of a wrong call, or with several players of an illegal throw, for a
        player now.
        """
        if self.held[seat].size:
            return "own"
        return "game" if self.is_for_several else "called"


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> WbrState:
    """All dice in the middle, thrown by `first`; the next player clockwise begins (BO-48)."""
    return WbrState(
        seats=seats,
        scores=(),
        first=first,
        turn=(first + 1) % len(seats),
        held=(Holding(0),) * len(seats),
        minutes=options.get("minutes"),
    )


# Who wins: most dice, then most White-up dice; or, by a clock, whoever has time left


def outcome(state: WbrState) -> Outcome:
    """The winner; nobody before the end, or before a tie is broken."""
    flagged = find_out_of_time(state)
    if flagged is not None:
        return Outcome((1 - flagged,), f"{state.name(flagged)}'s time is up (A-BO-32)")
    if len(state.still_in) == 1:
        return Outcome(state.still_in, "all others are eliminated")
    if not state.still_in:
        return Outcome((), "everybody is eliminated")
    if state.loose:
        return Outcome((), middle_words(state))
    ahead = state.ahead
    most = dice_words(state.held[ahead[0]].size)
    if len(ahead) > 1:
        names = listed([state.name(seat) for seat in ahead])
        had = "the most White-up dice" if state.ties else f"{most} each"
        return Outcome((), f"{names} have {had}, and the tie is not broken yet")
    if state.ties:
        whites = state.ties[-1][ahead[0]] or 0
        return Outcome(
            ahead, f"a tie for the most dice, broken by {whites} White-up, more than anybody else"
        )
    return Outcome(ahead, f"the most dice, {state.held[ahead[0]].size}")


def middle_words(state: WbrState) -> str:
    """How many dice nobody has yet: `one die still lies in the middle`."""
    return f"{dice_words(state.loose)} still {'lies' if state.loose == 1 else 'lie'} in the middle"


def find_out_of_time(state: WbrState) -> int | None:
    """Who has no time left on the clock."""
    return next((seat for seat, left in enumerate(state.seconds) if left == 0), None)


def is_over(state: WbrState) -> bool:
    """Whether somebody has won, which ends the game (BO-62)."""
    return bool(outcome(state).winners)


# The turn, and its cost


def require_turn(state: WbrState, seat: int, referee: Referee) -> None:
    """Refuse an entry out of turn, or after the calls. Raises Illegal or Refused."""
    require_in(state, seat)
    require_loose(state)
    turn = state.name(state.turn)
    referee.require(
        seat == state.turn,
        "BO-67" if state.is_for_several else "BO-49",
        f"It is {turn}'s turn, not {state.name(seat)}'s: "
        + ("turns go round clockwise." if state.is_for_several else "you take turns."),
        f"`companion next` if {turn} made a call that you did not enter.",
    )


def require_loose(state: WbrState) -> None:
    """Refuse calls and throws once no die is left in the middle. Raises Refused."""
    if not state.loose:
        raise Refused(
            "No die is left in the middle, so the calls are over.",
            "`companion table` shows what comes next.",
        )


def require_in(state: WbrState, seat: int) -> None:
    """Refuse an eliminated player. Raises Refused."""
    if seat in state.out:
        raise Refused(
            f"{state.name(seat)} is eliminated (BO-70).", "`companion table` shows who is in."
        )


def require_cost(state: WbrState, seat: int, recorded: str | None, referee: Referee) -> None:
    """Refuse a recorded cost if after an undo it would be another."""
    now = state.cost(seat)
    name = state.name(seat)
    words = {
        "own": f"a die of {name}'s",
        "called": f"the called die, as {name} has none",
        "game": f"{name} the game, as there is no die to give",
    }
    referee.require(
        recorded in (None, now),
        {"own": "BO-57", "called": "BO-58", "game": "BO-70"}[now],
        f"It cost {words.get(recorded or now)}, and now it would cost {words[now]}.",
        UNDO_BY_NUMBER,
    )


def pay(state: WbrState, seat: int, die: str | None) -> WbrState:
    """With several players: a die goes back into the middle, or the player is eliminated."""
    if state.held[seat].size:
        return move_die(state, seat, None, die)
    return replace(state, out=(*state.out, seat))


def dice_left(state: WbrState, seat: int) -> str:
    """How many dice a player has: `3 dice`."""
    return dice_words(state.held[seat].size)


Paid = Annotated[str | None, die_option("--paid", "Which die was given up (secret).", secret=True)]


# Recounting dice


class DiceRecounted(possession.DiceRecounted[WbrState], kind="dice.counted"):
    """How many dice a player has: a tie is rolled for again, and whoever has dice is in again."""

    def apply(self, state: WbrState) -> WbrState:
        state = replace(super().apply(state), ties=(), best=())
        if not self.dice:
            return state
        return replace(state, out=tuple(seat for seat in state.out if seat != self.seat))
