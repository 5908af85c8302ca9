"""Verbs of Liar's Boolean Dice: `declare`, `lose`; its `challenge` has a file of its own."""

import re
from collections.abc import Sequence
from typing import Annotated

import typer

from companion.arguments import MaybePlayer
from companion.core.action import Action
from companion.core.names import folded, short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.core.seats import Seat, find_seat, is_somebody
from companion.errors import Invalid
from companion.games.boolean.commands.words import enter_in
from companion.games.boolean.dice.colours import colours
from companion.games.boolean.dice.names import find_die
from companion.games.boolean.liar import moves
from companion.games.boolean.liar.state import LiarState
from companion.table.options import takes

app = typer.Typer()

_GAME = ("liar",)
_EXAMPLE = "`companion boolean declare ana 4`"
_NONE = ("none", "0", "-", "")
_MOST = 9999
_NUMBER = re.compile(r"([+\-−]?)(\d+)")


@app.command("declare")
@takes(house=True)
def declare(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[PLAYER] N", show_default=False)],
    show: Annotated[
        str | None,
        typer.Option(metavar="DICE", help="Displayed, and these stay open: `wwb`, or `none`."),
    ] = None,
) -> Reply:
    """Declare how many dice are White-up, or more.

    Whoever has the turn, if nobody is named. With --show, the hidden dice were Displayed, these of
    them stay open, and the others were rolled again and are hidden.

    \b
    Examples:
      companion boolean declare ana 4
      companion boolean declare 5
      companion boolean declare 6 --show wwb
      companion boolean declare 6 --show 2w1b
    """

    def plan(action: Action[LiarState]) -> None:
        told = [part for word in words for part in word.split("=") if part]
        shown = [] if show is None else [show]
        if shown and not _shows_none(show):
            told, more = _without_dice(action.state.seats, told)
            shown += more
        if len(told) > 2:
            raise Invalid("One declaration at a time.", _EXAMPLE)
        if len(told) == 2:
            seat = find_seat(action.state.seats, told[0])
        elif told and not _looks_like_number(told[0]):
            name = action.state.name(find_seat(action.state.seats, told[0]))
            raise Invalid(f"What does {name} declare?", _EXAMPLE)
        else:
            seat = moves.whose_turn(action.state)
        moves.declare(action, seat, _whole_number("".join(told[-1:])), _shown(shown))

    return enter_in(ctx, _GAME, plan)


def _without_dice(seats: Sequence[Seat], told: list[str]) -> tuple[list[str], list[str]]:
    """The words for who declares what, and those for dice: `--show 1w 1b` takes two words.

    What stands behind the number is dice, and before it what begins like `1b` and is no player.
    """
    place = next((place for place, word in enumerate(told) if _NUMBER.fullmatch(word)), None)
    if place is None:
        return told, []
    before, behind = told[:place], told[place + 1 :]
    if behind and all(_NUMBER.fullmatch(word) for word in behind):
        return told, []
    dice = [word for word in before if word[:1].isdigit() and not is_somebody(seats, word)]
    names = [word for word in before if word not in dice]
    return [*names, told[place]], [*dice, *behind]


def _looks_like_number(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


def _whole_number(text: str) -> int:
    """A whole number as it was typed, which may be below zero. Raises Invalid."""
    found = _NUMBER.fullmatch(text.strip())
    size = None if found is None else whole(found[2], 0, _MOST)
    if found is None or size is None:
        raise Invalid(
            f"“{short(text)}” is no number to declare.",
            f"A whole number, such as {_EXAMPLE}; at most {_MOST}.",
        )
    return -size if found[1] in ("-", "−") else size


def _shows_none(text: str | None) -> bool:
    return text is not None and folded(text) in _NONE


def _shown(words: list[str]) -> str | None:
    """The dice that stay open, by their colours; none of them may. Raises Invalid."""
    if not words:
        return None
    text = " ".join(words)
    return "" if _shows_none(text) else colours(text, "what dice show", "`--show wwb`")


@app.command("lose")
@takes(house=True)
def lose(
    ctx: typer.Context,
    player: MaybePlayer = None,
    to: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who gets it; else the center pile.")
    ] = None,
    die: Annotated[str | None, typer.Option(metavar="DIE", help="Which die it was.")] = None,
) -> Reply:
    """Somebody loses a die, and the round is over.

    For a round of which nothing else is told, and after a challenge without a count. A die that
    goes to a player is a secret; in the center pile, everybody sees which it is.

    \b
    Examples:
      companion boolean lose ana
      companion boolean lose ben --to ana
      companion boolean lose ana --die 3w-corner
    """

    def plan(action: Action[LiarState]) -> None:
        seats = action.state.seats
        moves.lose(
            action,
            None if player is None else find_seat(seats, player),
            None if to is None else find_seat(seats, to),
            None if die is None else find_die(die).id,
        )

    return enter_in(ctx, _GAME, plan)
