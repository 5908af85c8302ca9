"""White, Black, or Roll: calls about bottoms that nobody sees, and the dice that they win."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.command import AnyVerb
from companion.core.legal import Step
from companion.core.lookup import Mention
from companion.core.names import listed, short
from companion.games.boolean.dice.possession import DiceNamed, everybodys_dice
from companion.games.boolean.dice.the_ten import dice_words
from companion.games.boolean.variant_game import VariantGame, kinds_with, legal_steps, players_table
from companion.games.boolean.variants import variant_of
from companion.games.boolean.wbr import calls, clock, ties
from companion.games.boolean.wbr.state import DiceRecounted, WbrState, is_over, opening, outcome

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text

# What can be done now


def _phase(state: WbrState) -> str:
    if not state.loose:
        return "tie"
    return "opening" if state.round == 1 else "calls"


def _say_call(state: WbrState) -> str:
    turn = state.turn
    name, handle = state.name(turn), state.seats[turn].handle
    return (
        f"{name} points at a die and calls: `companion boolean call {handle} white right` (or "
        f"black, or wrong), or `companion boolean call {handle} roll`."
    )


def _say_clock(state: WbrState) -> str:
    return "" if state.minutes is None else "The clock: `companion boolean clock`."


def _say_throw(state: WbrState) -> str:
    if state.thrower is None:
        return ""
    return "Was a die thrown outside the area? `companion boolean illegal`."


_CALL = Step("call", _say_call)
_CLOCK: tuple[Step[WbrState], ...] = (
    Step("clock", _say_clock),
    Step("clock", when=lambda state: state.has_clock),  # a clock whose times were entered
)
_DICE = tuple(Step[WbrState](name) for name in ("count", "holds", "mine"))

LEGAL = legal_steps(
    is_over,
    _phase,
    {
        "opening": (
            Step(
                say=lambda state: (
                    f"{state.name(state.first)} rolls all ten dice, and illegal ones again."
                )
            ),
            _CALL,
            *_CLOCK,
            *_DICE,
            Step("split"),
        ),
        "calls": (_CALL, Step("illegal", _say_throw), *_CLOCK, *_DICE),
        "tie": (Step("tie", ties.say_tie), *_DICE),
    },
    at_end=(Step("mine"),),
)


# The table


def view(state: WbrState, reference: Any) -> "list[Block]":
    """Everybody's dice, how many lie in the middle, and the clock."""
    from companion.core.blocks import Column, Paragraph, Span

    def note(seat: int) -> Span | str:
        if seat in state.winners:
            return Span("won", "good")
        if seat in state.out:
            return Span("eliminated", "muted")
        tied = state.status == "live" and not state.loose and seat in state.rollers
        return Span("rolls for the tie", "active") if tied else ""

    def cells(seat: int) -> "tuple[Text, ...]":
        count = state.held[seat].size
        return Span(str(count), "strong"), Span("■" * count, "icon"), note(seat)

    columns = (Column("Dice", "right"), Column(read_aloud="Drawn"), Column(read_aloud="Note"))
    turn = state.turn if state.loose else None
    blocks: list[Block] = [players_table(state, turn, columns, cells)]
    if state.loose:
        blocks.append(Paragraph(("In the middle: ", Span(dice_words(state.loose), "strong"))))
    elif state.ties and state.status == "live":
        blocks.append(Paragraph(f"{ties.tie_words(state, state.ties[-1])}."))
    if state.has_clock:
        blocks.append(Paragraph(Span(f"Clock: {clock.clock_words(state)}", "muted")))
    return blocks


def in_play(state: WbrState, reference: Any) -> Iterator[Mention]:
    """The current step, what is special at this table, and the end."""
    if state.status != "live":
        yield Mention("wbr-game-end", "how it ended")
        return
    if not state.loose:
        yield Mention("wbr-tie", listed([state.name(seat) for seat in state.ahead]))
        return
    if state.round == 1:
        yield Mention("wbr-setup", f"{state.name(state.first)} rolls all ten dice")
    yield Mention("calls", f"{state.name(state.turn)}'s turn")
    yield Mention("wrong-call", "what it costs")
    if state.thrower is not None:
        yield Mention("illegal-die", f"if {state.name(state.thrower)}'s lies outside the area")
    yield Mention("view", "before the die is touched")
    if state.is_for_several:
        yield Mention("wbr-multiple-players", f"{len(state.seats)} play")
        yield Mention("wbr-elimination", "if somebody owes a die and has none")
    if state.has_clock:
        yield Mention("wbr-timed", "when to hit the clock")
    yield Mention("wbr-game-end", f"{dice_words(state.loose)} to go")


class WhiteBlackRoll(VariantGame[WbrState]):
    """The most dice win, and a tie is rolled for; by a chess clock, whoever has time left wins."""

    variant = variant_of("white-black-roll")
    ends_by = "BO-62"
    kinds = kinds_with(
        calls.DieCalled,
        calls.ThrowSpilled,
        ties,
        clock,
        calls.TurnSkipped,
        DiceNamed,
        DiceRecounted,
    )
    steps = LEGAL
    opening = staticmethod(opening)
    outcome = staticmethod(outcome)
    advance = staticmethod(calls.advance)
    view = staticmethod(view)
    in_play = staticmethod(in_play)

    def own_verbs(self) -> Sequence[AnyVerb]:
        return calls.call, calls.illegal, ties.break_tie, clock.clock

    def begins(self, state: WbrState) -> str:
        clock = f", {state.minutes} minutes each" if state.minutes is not None else ""
        return f"{state.name(state.first)} throws the dice{clock}"

    def where(self, state: WbrState) -> str:
        if not state.loose:
            return "a tie"
        turn = short(state.name(state.turn))
        return f"{dice_words(state.loose)} in the middle · {turn}'s turn"

    def status_line(self, state: WbrState) -> str:
        return f"{everybodys_dice(state)} — {self.now(state)}"

    def report(self, state: WbrState) -> dict[str, Any]:
        phase = "over" if state.status != "live" else "calls" if state.loose else "tie"
        return {
            "phase": phase,
            "middle": state.loose,
            "tied": [state.name(seat) for seat in state.ahead] if phase == "tie" else [],
            "ties": [list(whites) for whites in state.ties],
            "clock": list(state.seconds) if state.seconds else None,
            "minutes": state.minutes,
        }

    def player_json(self, state: WbrState, seat: int, reference: Any) -> dict[str, Any]:
        return {"dice": state.held[seat].size, "eliminated": seat in state.out}

    def options_again(self, state: WbrState) -> list[str]:
        return [] if state.minutes is None else ["--minutes", str(state.minutes)]


GAME = WhiteBlackRoll()
