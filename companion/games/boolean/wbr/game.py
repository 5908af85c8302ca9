"""White, Black, or Roll: calls about bottoms that nobody sees, and the dice that they win."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.legal import Legal, Step
from companion.core.names import listed, short
from companion.core.value import replace
from companion.games.boolean.dice.possession import (
    DICE_COUNTED,
    DICE_TOLD,
    MAY_COUNT,
    MAY_LOOK,
    MAY_TELL,
    DiceCounted,
    dice_counted,
    everybodys_dice,
)
from companion.games.boolean.dice.the_ten import dice_words
from companion.games.boolean.variant_game import BESIDES, VariantGame, kinds_with
from companion.games.boolean.variants import variant_of
from companion.games.boolean.wbr.calls import CALL, DIE_CALLED, TURN_SKIPPED, advance
from companion.games.boolean.wbr.clock import CLOCK, CLOCK_STOPPED
from companion.games.boolean.wbr.state import TIE, TIE_ROLLED, WbrState, is_over, opening, outcome
from companion.games.boolean.wbr.throws import ILLEGAL, THROW_SPILLED

if TYPE_CHECKING:
    from companion.core.verb import Verb
    from companion.games.boolean.variant_game import Views

# Other dice than were told


def _counted(state: WbrState, data: DiceCounted) -> WbrState:
    """A tie is rolled for anew then, and who has dice is in the game."""
    state = replace(dice_counted(state, data), ties=(), best=())
    if not data["dice"]:
        return state
    return replace(state, out=tuple(seat for seat in state.out if seat != data["seat"]))


_COUNTED = DICE_COUNTED.but(apply=_counted)


# What can be done now


def _phase(state: WbrState) -> str:
    if state.status != "live":
        return "over"
    if is_over(state):
        return "decided"
    if not state.loose:
        return "tie"
    return "opening" if state.round == 1 else "calls"


def _say_tie(state: WbrState) -> str:
    names = listed([state.name(seat) for seat in state.rollers])
    such = " ".join(
        f"{state.seats[seat].handle} {state.held[seat].size // 2}" for seat in state.rollers
    )
    return (
        f"A tie: {names} roll their dice, and most White-up dice win: "
        f"`companion boolean tie {such}`."
    )


def _say_call(state: WbrState) -> str:
    turn = state.turn or 0
    name, handle = state.name(turn), state.seats[turn].handle
    return (
        f"{name} points at a die and calls: `companion boolean call {handle} white right` (or "
        f"black, or wrong), or `companion boolean call {handle} roll`."
    )


def _say_clock(state: WbrState) -> str:
    return "" if state.minutes is None else "The clock: `companion boolean clock`."


def _has_clock(state: WbrState) -> bool:
    return state.minutes is not None or bool(state.seconds)


_CALL = Step("call", _say_call)
_CLOCK = Step("clock", _say_clock, _has_clock)
_DICE = (MAY_COUNT, MAY_TELL, MAY_LOOK)

LEGAL = Legal[WbrState](
    _phase,
    {
        "opening": (
            Step(
                say=lambda state: (
                    f"{state.name(state.first)} rolls all ten dice; illegal ones once more."
                )
            ),
            _CALL,
            _CLOCK,
            *_DICE,
            Step("split"),
        ),
        "calls": (
            _CALL,
            Step(
                "illegal",
                "Was it thrown outside the area? `companion boolean illegal`.",
                lambda state: state.thrower is not None,
            ),
            _CLOCK,
            *_DICE,
        ),
        "tie": (Step("tie", _say_tie), *_DICE),
        "decided": (Step(say="The game is over: `companion finish`."), MAY_LOOK),
        "over": (MAY_LOOK,),
    },
    always=(Step("dice"),),
    besides={**BESIDES, "clock": "offered where the play has a clock"},
)


class WhiteBlackRoll(VariantGame[WbrState]):
    """Most dice win, a tie is rolled for; on a chess clock, whoever has time left."""

    variant = variant_of("white-black-roll")
    ends_by = "BO-62"
    kinds = kinds_with(
        DIE_CALLED, THROW_SPILLED, TIE_ROLLED, CLOCK_STOPPED, TURN_SKIPPED, DICE_TOLD, _COUNTED
    )
    table = LEGAL
    opening = staticmethod(opening)
    outcome = staticmethod(outcome)
    advance = staticmethod(advance)
    ended = staticmethod(is_over)

    def own_verbs(self) -> "Sequence[Verb[WbrState]]":
        """Calls, illegal throws, a tie and the clock."""
        return CALL, ILLEGAL, TIE, CLOCK

    def begins(self, state: WbrState) -> str:
        """Who makes the opening throw, and the clock."""
        clock = f", {state.minutes} minutes each" if state.minutes is not None else ""
        return f"{state.name(state.first)} throws the dice{clock}"

    def where(self, state: WbrState) -> str:
        """What lies in the middle, and whose turn it is."""
        if not state.loose:
            return "a tie"
        turn = short(state.name(state.turn or 0))
        return f"{dice_words(state.loose)} in the middle · {turn}'s turn"

    def status_line(self, state: WbrState) -> str:
        """Everybody's dice, and whose turn it is."""
        now = self.where(state) if state.status == "live" else state.status
        return f"{everybodys_dice(state)} — {now}"

    def views(self) -> "Views[WbrState]":
        """The table, drawn; and what of the rulebook matters now."""
        from companion.games.boolean.wbr import views

        return views

    def report(self, state: WbrState) -> dict[str, Any]:
        """The dice in the middle, a tie, the clock."""
        over = state.status != "live"
        return {
            "phase": "over" if over else "calls" if state.loose else "tie",
            "middle": state.loose,
            "tied": [state.name(seat) for seat in state.ahead]
            if not over and not state.loose
            else [],
            "ties": [list(whites) for whites in state.ties],
            "clock": list(state.seconds) if state.seconds else None,
            "minutes": state.minutes,
        }

    def player_json(self, state: WbrState, seat: int, reference: Any) -> dict[str, Any]:
        """A player's dice, counted."""
        return {"dice": state.held[seat].size, "eliminated": seat in state.out}

    def options_again(self, state: WbrState) -> list[str]:
        """The clock, if there is one."""
        return [] if state.minutes is None else ["--minutes", str(state.minutes)]


GAME = WhiteBlackRoll()
