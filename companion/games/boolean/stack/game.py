"""The Stack: a tower of dice, each of them the inverse of the one below, or a bluff."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import AnyVerb
from companion.core.event import Referee
from companion.core.legal import Step
from companion.core.lookup import Mention
from companion.core.names import short
from companion.games.boolean.dice import possession
from companion.games.boolean.dice.possession import require_split_set
from companion.games.boolean.dice.the_ten import BLACK, SET, WHITE
from companion.games.boolean.stack import challenge, tower
from companion.games.boolean.stack.state import StackState, is_over, opening, outcome
from companion.games.boolean.stack.tower import fell_command, fell_commands
from companion.games.boolean.variant_game import VariantGame, kinds_with, legal_steps, players_table
from companion.games.boolean.variants import variant_of

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text

# Dice that are named


class DiceNamed(possession.DiceNamed[StackState], kind="dice.told", secret=("dice",)):
    """The five dice that a player took in the Split, including those in the stack."""

    def check(self, state: StackState, referee: Referee) -> None:
        require_split_set(state, self.seat, self.dice, referee)
        super().check(state, referee)


# What can be done now


def _phase(state: StackState) -> str:
    if state.complete:
        return "tenth die"
    if state.open_to_challenge:
        return "challenge"
    return "placing" if state.tower else "opening"


def _say_place(state: StackState) -> str:
    return (
        f"{state.name(state.mover)} places a die: `companion boolean stack`, or with the colour on "
        "top: `companion boolean stack white`."
    )


def _say_end(state: StackState) -> str:
    return (
        f"Or enter the end alone: who made it fall, {fell_command(state, state.mover)}, or who "
        f"Challenged, `companion boolean challenge {state.seats[state.mover].handle} bluff`."
    )


def _say_challenge(state: StackState) -> Iterator[str]:
    name, other = state.name(state.mover), state.name(1 - state.mover)
    verdict = "`companion boolean challenge bluff`, or `companion boolean challenge true`"
    if state.complete:
        yield f"All ten dice are in the stack, so {name} has to Challenge {other}'s die: {verdict}."
    elif state.left(state.mover):
        yield f"Or {name} Challenges {other}'s die: {verdict}."
    else:
        yield f"{name} has no die left, and Challenges {other}'s: {verdict}."
        return
    yield _say_inverse(state)


def _say_inverse(state: StackState) -> str:
    """The command that helps with a Challenge, with made-up faces, but the tops that are known."""
    below, seen = ("b" if die.top == "black" else "w" for die in state.tower[-2:])
    return (
        "Which die would a true inverse be? Enter the faces that you see: `companion boolean "
        f"inverse --below {below}wb --seen {seen}wb`."
    )


def _say_place_if_any(state: StackState) -> str:
    return _say_place(state) if state.left(state.mover) else ""


_STACK = Step("stack", _say_place_if_any)
_CHALLENGE = Step("challenge", _say_challenge)
_FELL = Step[StackState]("fell", lambda state: f"Did it fall? {fell_commands(state)}.")
_DICE = (Step[StackState]("holds"), Step[StackState]("mine"))

LEGAL = legal_steps(
    is_over,
    _phase,
    {
        "opening": (
            Step(
                say="Split the ten dice, take five each, and sit face to face: "
                "`companion boolean split`."
            ),
            Step(
                "stack",
                lambda state: f"{_say_place(state)} Turn an edge of it towards each of you.",
            ),
            Step(say=_say_end),
            *_DICE,
            Step("challenge"),
            Step("fell"),
            Step("split"),
        ),
        "placing": (_STACK, _FELL, *_DICE),
        "challenge": (_STACK, _CHALLENGE, _FELL, Step("inverse"), *_DICE),
        "tenth die": (
            _CHALLENGE,
            Step("fell", "Did the tenth die make the stack fall? `companion boolean fell`."),
            Step("inverse"),
            *_DICE,
        ),
    },
    at_end=(Step("mine"),),
)


# The table


def view(state: StackState, reference: Any) -> "list[Block]":
    """The dice that each still has to place, and the stack, topmost die first."""
    from companion.core.blocks import Column, Paragraph, Span, Table

    signs = {"white": Span(f"{WHITE} white", "strong"), "black": Span(f"{BLACK} black", "muted")}

    def cells(seat: int) -> "tuple[Text, ...]":
        return (
            Span(str(state.left(seat)), "strong"),
            Span("■" * state.left(seat), "icon"),
            Span("won", "good") if seat in state.winners else "",
        )

    def note(place: int) -> Span | str:
        if place != len(state.tower) - 1:
            return ""
        if state.challenged is not None:
            return Span("a true inverse" if state.challenged.inverse else "a bluff", "strong")
        if state.status != "live":
            return ""
        if state.complete:
            return Span("has to be Challenged", "warning")
        may = "may be Challenged" if state.open_to_challenge else "cannot be Challenged"
        return Span(may, "muted")

    def placed(place: int) -> "tuple[Text, ...]":
        die = state.tower[place]
        top = "" if die.top is None else signs[die.top]
        return (str(place + 1), top, Span(state.name(die.seat), "name"), note(place))

    columns = (Column("To place", "right"), Column(read_aloud="Drawn"), Column(read_aloud="Note"))
    blocks: list[Block] = [players_table(state, state.turn, columns, cells)]
    if state.tower:
        stack = (
            Column("Stack", "right"),
            Column(read_aloud="Top"),
            Column(read_aloud="Player"),
            Column(wraps=True, read_aloud="Note"),
        )
        blocks.append(Table(stack, tuple(map(placed, reversed(range(len(state.tower)))))))
    elif state.status == "live":
        blocks.append(Paragraph(Span("No die is in the stack yet.", "muted")))
    return blocks


def in_play(state: StackState, reference: Any) -> Iterator[Mention]:
    """The current step, and how the game ends."""
    if state.status != "live":
        yield Mention("falling" if state.fallen is not None else "stack-challenge", "how it ended")
        return
    name = state.name(state.mover)
    if state.complete:
        yield Mention("tenth-die", f"{name} has to Challenge")
        yield Mention("inverse", f"then {state.name(1 - state.mover)} wins")
        yield Mention("stack-challenge", "how it is done")
        return
    if not state.tower:
        yield Mention("stack-setup", "before the first die")
        yield Mention("split", "five dice for each")
    if len(state.tower) < len(state.seats):
        yield Mention("first-die", f"{name}'s, which nobody can Challenge")
    yield Mention("placing-a-die", f"{name}'s turn")
    if state.tower:
        yield Mention("inverse", "what it should be")
        yield Mention("bluffing", "or it is not")
    if state.open_to_challenge:
        yield Mention("stack-challenge", f"if {name} doubts the topmost die")
    if len(state.tower) == SET - 1:
        yield Mention("tenth-die", "comes next")
    yield Mention("falling", "if somebody makes it fall")
    yield Mention("constrained", "you stay seated")


# As JSON


def _report(state: StackState) -> dict[str, Any]:
    """The game's part of `table --json`: the stack from its bottom up, and a Challenge."""
    challenged = state.challenged
    live_phase = "challenge" if state.complete else "placing"
    return {
        "phase": live_phase if state.status == "live" else "over",
        "stack": [{"name": state.name(die.seat), "top": die.top} for die in state.tower],
        "fell": None if state.fallen is None else state.name(state.fallen),
        "challenge": None
        if challenged is None
        else {"by": state.name(challenged.by), "inverse": challenged.inverse},
    }


class TheStack(VariantGame[StackState]):
    """Whoever makes the stack fall, or is wrong in a Challenge, loses."""

    variant = variant_of("stack")
    ends_by = "BO-107"
    kinds = kinds_with(tower.DieStacked, challenge.DieChallenged, tower.StackFell, DiceNamed)
    steps = LEGAL
    opening = staticmethod(opening)
    outcome = staticmethod(outcome)
    view = staticmethod(view)
    in_play = staticmethod(in_play)
    report = staticmethod(_report)

    def own_verbs(self) -> Sequence[AnyVerb]:
        from companion.games.boolean.stack.inverse import inverse

        return tower.stack, challenge.challenge, tower.fell, inverse

    def advance(self, action: Action[StackState]) -> None:
        tower.stack(action)

    def begins(self, state: StackState) -> str:
        return f"{state.name(state.first)} begins"

    def where(self, state: StackState) -> str:
        turn = f"{short(state.name(state.mover))}'s turn"
        if not state.tower:
            return turn
        return f"{len(state.tower)} {'die' if len(state.tower) == 1 else 'dice'} high · {turn}"

    def status_line(self, state: StackState) -> str:
        left = " · ".join(
            f"{short(who.name)} {state.left(seat)}" for seat, who in enumerate(state.seats)
        )
        return f"{left} — {self.now(state)}"

    def player_json(self, state: StackState, seat: int, reference: Any) -> dict[str, Any]:
        return {"dice": state.left(seat)}


GAME = TheStack()
