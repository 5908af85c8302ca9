"""Verbs of White, Black, or Roll: `call`, `illegal`, `tie`."""

from typing import Annotated

import typer

from companion.core.action import Action
from companion.core.names import chosen, folded, short
from companion.core.numbers import only_digits
from companion.core.reply import Reply
from companion.core.seats import find_seat, is_somebody
from companion.errors import Ambiguous, Invalid
from companion.games.boolean.commands.words import enter_in, number
from companion.games.boolean.dice.names import find_die
from companion.games.boolean.wbr import moves
from companion.games.boolean.wbr.state import WbrState
from companion.games.boolean.wbr.words import CALLS
from companion.table.options import takes

app = typer.Typer()

_GAME = ("white-black-roll",)
_VERDICTS = {"right": True, "yes": True, "correct": True, "wrong": False, "no": False}
_Paid = Annotated[
    str | None, typer.Option(metavar="DIE", help="Which die was given up for it (secret).")
]


@app.command("call")
@takes(house=True)
def call(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[PLAYER] white|black|roll [right|wrong]")],
    die: Annotated[
        str | None, typer.Option(metavar="DIE", help="Which die it was (secret).")
    ] = None,
    paid: _Paid = None,
) -> Reply:
    """Call a die's bottom, or a roll.

    Instead of right or wrong, the bottom's colour may be told. Which dice they were need not be
    told; it is shown to nobody but with `boolean mine`.

    \b
    Examples:
      companion boolean call white right
      companion boolean call ben black wrong
      companion boolean call ben roll
      companion boolean call white white --die 3w-band
    """

    def plan(action: Action[WbrState]) -> None:
        told = list(words)
        seat = action.state.turn or 0
        if is_somebody(action.state.seats, told[0]) or not _is_call(told[0]):
            seat = find_seat(action.state.seats, told.pop(0))
        if not told:
            raise Invalid(
                f"What does {action.state.name(seat)} call?", "`companion boolean call white right`"
            )
        said = chosen(told[0], CALLS, "call")
        right = _verdict(said, told[1:])
        moves.call(
            action,
            seat,
            said,
            right,
            _called_die(said, told[1:], die),
            None if paid is None else find_die(paid).id,
        )

    return enter_in(ctx, _GAME, plan)


def _is_call(word: str) -> bool:
    return any(said.startswith(folded(word)) for said in CALLS)


def _verdict(said: str, told: list[str]) -> bool | None:
    """Whether a call was right, as it was typed. Raises Invalid, or Ambiguous."""
    if said == "roll":
        if told:
            raise Invalid("A roll is neither right nor wrong.", "`companion boolean call roll`")
        return None
    if not told:
        raise Invalid(
            "Was the call right or wrong?",
            f"`companion boolean call {said} right`, or the colour that the bottom had.",
        )
    meant = {**_VERDICTS, "white": said == "white", "black": said == "black"}
    word = folded(told[0])
    found = {right for verdict, right in meant.items() if word and verdict.startswith(word)}
    if len(found) > 1:
        raise Ambiguous(
            f"“{short(told[0])}” could be {said}, and right, or wrong.",
            [said, "wrong"],
            "Type a letter or two more.",
        )
    if not found:
        raise Invalid(
            f"“{short(told[0])}” is no verdict.", "right or wrong, or the bottom's colour."
        )
    return found.pop()


def _called_die(said: str, told: list[str], die: str | None) -> str | None:
    """The die that was called, if it was named: by the option, or behind the verdict."""
    if len(told) > 2 or (len(told) > 1 and die is not None):
        raise Invalid(
            "One verdict is enough, and one die.",
            f"`companion boolean call {said} right 3w-band`, or without the die.",
        )
    named = told[1] if len(told) > 1 else die
    return None if named is None else find_die(named).id


@app.command("illegal")
@takes(house=True)
def illegal(
    ctx: typer.Context,
    player: Annotated[str | None, typer.Argument(metavar="[PLAYER]", show_default=False)] = None,
    paid: _Paid = None,
) -> Reply:
    """A die was thrown outside the area.

    With two players the other one throws it again; with more it costs its thrower a die.

    \b
    Examples:
      companion boolean illegal
      companion boolean illegal cho
    """

    def plan(action: Action[WbrState]) -> None:
        seat = None if player is None else find_seat(action.state.seats, player)
        moves.spill(action, seat, None if paid is None else find_die(paid).id)

    return enter_in(ctx, _GAME, plan)


@app.command("tie")
@takes(house=True)
def tie(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="PLAYER N...", show_default=False)],
) -> Reply:
    """Break a tie at the end: who rolled how many white.

    All who have dice roll, and the most White-up win, whoever that is.

    \b
    Examples:
      companion boolean tie ana 3 ben 2
      companion boolean tie 3 2                 in seat order
    """

    def plan(action: Action[WbrState]) -> None:
        whites: dict[int, int] = {}
        told = [part for word in words for part in word.split("=") if part]
        rollers = action.state.rollers
        if len(told) == len(rollers) and all(map(only_digits, told)):
            names = [action.state.seats[seat].handle for seat in rollers]
            told = [part for pair in zip(names, told, strict=True) for part in pair]
        for name, count in zip(told[::2], told[1::2], strict=False):
            whites[find_seat(action.state.seats, name)] = number(
                count, "number of dice", "`companion boolean tie ana 3 ben 2`"
            )
        if not told or len(told) % 2 or len(whites) * 2 != len(told):
            raise Invalid("A tie is told player by player.", "`companion boolean tie ana 3 ben 2`")
        moves.break_tie(action, whites)

    return enter_in(ctx, _GAME, plan)
