"""Verbs of The Stack: `stack`, `fell`, `inverse`; its `challenge` has a file of its own."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion.arguments import MaybePlayer
from companion.core.action import Action
from companion.core.names import chosen, folded, short
from companion.core.reply import Reply
from companion.core.seats import find_seat, is_somebody
from companion.errors import Invalid
from companion.games.boolean.commands.challenge_told import three_faces
from companion.games.boolean.commands.words import enter_in, require_variant, who_and_what
from companion.games.boolean.dice.counts import HALF
from companion.games.boolean.dice.names import find_die
from companion.games.boolean.stack import moves
from companion.games.boolean.stack.shapes import TOPS
from companion.games.boolean.stack.state import StackState
from companion.table.desk import Desk
from companion.table.options import takes

app = typer.Typer()

_GAME = ("stack",)
_EXAMPLE = "`companion boolean stack ana white`"


@app.command("stack")
@takes(house=True)
def stack(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAYER] [white|black]", show_default=False)
    ] = None,
    top: Annotated[
        str | None, typer.Option(metavar="COLOUR", help="Its top, which both of you see.")
    ] = None,
) -> Reply:
    """A die is placed on the stack, by whoever has the turn.

    The colour of its top may be told, and is compared in a Challenge.

    \b
    Examples:
      companion boolean stack
      companion boolean stack white
      companion boolean stack ana --top black
    """

    def plan(action: Action[StackState]) -> None:
        seats, told = action.state.seats, list(words or ())
        names, tops = who_and_what(seats, told, _is_colour)
        tops += [] if top is None else [top]
        if len(names) > 1:
            raise Invalid(f"“{short(names[1])}” is no colour.", _EXAMPLE)
        if len(tops) > 1:
            raise Invalid("A die has one top.", _EXAMPLE)
        moves.stack(
            action,
            find_seat(seats, names[0]) if names else None,
            chosen(tops[0], TOPS, "colour") if tops else None,
        )

    return enter_in(ctx, _GAME, plan)


def _is_colour(word: str) -> bool:
    return any(colour.startswith(folded(word)) for colour in TOPS)


@app.command("fell")
@takes(house=True)
def fell(ctx: typer.Context, player: MaybePlayer = None) -> Reply:
    """The stack fell: who made it fall has lost.

    The one who placed the tenth die, if nobody is named; before that, it has to be told.

    \b
    Examples:
      companion boolean fell ana
      companion boolean fell
    """

    def plan(action: Action[StackState]) -> None:
        seats = action.state.seats
        moves.fall(action, None if player is None else find_seat(seats, player))

    return enter_in(ctx, _GAME, plan)


@app.command("inverse")
def inverse(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAYER]", show_default=False)
    ] = None,
    below: Annotated[
        str | None,
        typer.Option(metavar="FACES", help="Of your die: its top, the sides your opponent sees."),
    ] = None,
    seen: Annotated[
        str | None, typer.Option(metavar="FACES", help="Of the one on it: its top, your sides.")
    ] = None,
    mine: Annotated[
        str | None, typer.Option(metavar="DIE...", help="Your dice, for this question alone.")
    ] = None,
) -> Reply:
    """See which die it is, if it is a true inverse.

    For whoever thinks of a Challenge. You know your own die below, and see three faces of the one
    on it. If that is a true inverse, its other three faces are known, and so is the die. Nothing is
    recorded. The left side comes before the right one, each as it is seen by whoever sees it. With
    your name, the dice that you told are looked at.

    \b
    Examples:
      companion boolean inverse --below wbw --seen bww
      companion boolean inverse ben --below wbw --seen bww
      companion boolean inverse --below wbw --seen bww --mine 0 2o 3c 4a 6
    """
    from companion.games.boolean.stack.advice import advise, answer

    desk: Desk = ctx.obj
    play = desk.open()
    require_variant(play.state, _GAME)
    state: StackState = play.state
    if below is None or seen is None:
        raise Invalid(
            "Three faces of each of the two dice are needed.",
            "`companion boolean inverse --below wbw --seen bww`: each a top, a left and a right "
            "side.",
        )
    named, more = _player_and_dice(state, words or [], mine)
    seat = moves.whose_turn(state) if named is None else find_seat(state.seats, named)
    dice = _own(more, mine is not None)
    if not dice and named is not None:
        dice = state.held[seat].known
    faces = three_faces(below, "--below"), three_faces(seen, "--seen")
    asked = advise(state, seat, *faces, dice)

    def document() -> dict[str, Any]:
        return {
            "play": play.ref.id,
            "player": state.name(seat),
            "die": asked.die.id,
            "title": asked.die.title,
            "yours": asked.own,
            "can_be": None if asked.own is None else not asked.own,
        }

    return Reply(document=document, lines=tuple(answer(state, seat, asked)))


def _own(names: Sequence[str], told: bool) -> Sequence[str]:
    """The dice of the asker, as they were typed. Raises Invalid for more than there can be."""
    dice = [find_die(name).id for name in names]
    if told and not 0 < len(set(dice)) == len(dice) <= HALF:
        raise Invalid(
            f"You have {HALF} dice at most, and no two of them are alike.",
            "`--mine 0,2o,3c,4a,6`",
        )
    return dice


def _player_and_dice(
    state: StackState, words: list[str], mine: str | None
) -> tuple[str | None, list[str]]:
    """Whoever is named, and the dice: with `--mine 3c 5`, all words but one's name are dice."""
    dice = [] if mine is None else re.split(r"[\s,]+", mine)
    names = list(words)
    if mine is not None:
        names = [w for w in words if not w[:1].isdigit() or is_somebody(state.seats, w)]
        dice += [die for word in words if word not in names for die in word.split(",")]
    if len(names) > 1:
        raise Invalid(
            f"“{short(names[1])}” is one word too many.",
            "`companion boolean inverse --below wbw --seen bww`: three faces are told as one word.",
        )
    return (names[0] if names else None), [die for die in dice if die]
