"""Verbs of a turn: `resolve`, `again`, `steal`, `pay`."""

from typing import Annotated

import typer

from companion.arguments import Player, Virtual
from companion.core.action import Action
from companion.core.points import amount, signed_change
from companion.core.reply import Reply
from companion.errors import Illegal, Invalid, Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.commands.shapes import Puts, enter, seat_of
from companion.games.bwd.faces import find_die
from companion.games.bwd.moves import phases, resolving
from companion.games.bwd.moves.core_icons import Choice
from companion.games.bwd.state import State
from companion.games.bwd.wards import warn_of_wards
from companion.table.entering import desk_of, player_seat
from companion.table.options import takes

app = typer.Typer()

Amount = Annotated[str, typer.Argument(metavar="N", show_default=False)]


Thief = Annotated[str, typer.Argument(metavar="THIEF", show_default=False)]
Victim = Annotated[str, typer.Argument(metavar="VICTIM", show_default=False)]


@app.command("resolve")
@takes(house=True)
def resolve(
    ctx: typer.Context,
    dice: Annotated[list[str], typer.Argument(metavar="DIE...", show_default=False)],
    tag: Annotated[str | None, typer.Option(metavar="CARD", help="Tag this card.")] = None,
    on: Annotated[
        str | None, typer.Option(metavar="DIE[:FACE]", help="On which die `--tag` draws.")
    ] = None,
    put: Puts = None,
    erase: Annotated[str | None, typer.Option(metavar="DIE:FACE", help="Erase this face.")] = None,
    reroll: Annotated[
        str | None, typer.Option(metavar="DIE[=ICON]", help="Re-roll this die.")
    ] = None,
    virtual: Virtual = False,
    points: Annotated[
        list[str] | None,
        typer.Option(metavar="[PLAYER=]±N", help="Points that it brought; may repeat."),
    ] = None,
    dot: Annotated[bool, typer.Option("--dot", help="It draws a dot on its face.")] = False,
    dash: Annotated[bool, typer.Option("--dash", help="It draws a dash on its face.")] = False,
    did: Annotated[str | None, typer.Option(metavar="TEXT", help="What it did, in words.")] = None,
    nothing: Annotated[
        bool, typer.Option("--nothing", help="It changed nothing, so it erases itself.")
    ] = False,
    fizzle: Annotated[
        bool, typer.Option("--fizzle", help="It was made to fizzle: nothing happens, it stays.")
    ] = False,
    copies: Annotated[
        str | None, typer.Option(metavar="DIE", help="It works as the active face of this die.")
    ] = None,
) -> Reply:
    """Resolve dice by what they show.

    Several of one player's are one entry: all of them, or none.

    \b
    Examples:
      companion bwd resolve ana.1
      companion bwd resolve ana.1 ana.2
      companion bwd resolve ana.1 --tag investment
      companion bwd resolve ana.1 --tag points --on ben.2
      companion bwd resolve ana.1 --erase ben.1:investment
      companion bwd resolve ana.1 --reroll ben.1=blank
      companion bwd resolve ana.1 --points +2 --points ben=-1
      companion bwd resolve ana.1 --dot --points +1
      companion bwd resolve ana.1 --did "looked at a card"
      companion bwd resolve ana.1 --nothing
      companion bwd resolve ana.1 --copies ben.2 --erase ben.1:3
    """

    def plan(action: Action[State], cards: Catalogue) -> None:
        owner = find_die(action.state, dice[0]).owner
        changes = tuple(_change(action, text, owner) for text in points or ())
        rolls = desk_of(ctx).chance(action.entry) if virtual else None
        effect = bool(tag or erase or reroll or changes or dot or dash)
        _one_way("--nothing", nothing, effect or fizzle or bool(did))
        _one_way("--fizzle", fizzle, effect or copies is not None)
        choice = Choice(
            tag,
            on,
            put or (),
            erase,
            reroll,
            changes,
            did,
            nothing,
            fizzle,
            rolls,
            copies,
            dot,
            dash,
        )
        resolving.resolve_all(action, cards, dice, choice)

    try:
        return enter(ctx, plan)
    except (Illegal, Refused, Invalid) as problem:
        if len(dice) > 1:
            problem.hint = f"Nothing was entered of these dice. {problem.hint}"
        raise


def _one_way(option: str, nothing: bool, something: bool) -> None:
    if nothing and something:
        raise Invalid(
            f"`{option}` says that nothing happened, and the rest says what happened.",
            "Leave out one of them.",
        )


def _change(action: Action[State], text: str, owner: int | None) -> tuple[int, int]:
    name, equals, number = text.rpartition("=")
    seat = seat_of(action, name) if equals else owner
    if seat is None:
        raise Invalid(f"Whose points are “{text}”?", "`--points ana=+2`")
    return seat, signed_change(number)


@app.command("again")
@takes(house=True)
def again(
    ctx: typer.Context,
    player: Player,
    by: Annotated[
        str | None,
        typer.Option(metavar="DIE", help="The die whose icon granted it."),
    ] = None,
    untold: Annotated[
        bool, typer.Option("--untold", help="Dice passed over were resolved, and nobody told it.")
    ] = False,
) -> Reply:
    """Take another turn.

    All of that player's dice are open again, as they lie.

    \b
    Examples:
      companion bwd again ana --by ana.2
      companion bwd again ben --untold
    """

    def plan(action: Action[State], cards: Catalogue) -> None:
        action.untold = untold
        granted = None if by is None else find_die(action.state, by)
        phases.repeat(action, cards, player_seat(action, player), granted)

    return enter(ctx, plan)


@app.command("steal")
@takes(house=True)
def steal(ctx: typer.Context, thief: Thief, victim: Victim, points: Amount) -> Reply:
    """Take points from another player.

    No more than are there.

    \b
    Examples:
      companion bwd steal ana ben 3
    """

    def plan(action: Action[State], cards: Catalogue) -> None:
        to, source = player_seat(action, thief), player_seat(action, victim)
        warn_of_wards(action, cards, source, by=to)
        action.add("points.stolen", **{"from": source, "to": to, "points": amount(points)})

    return enter(ctx, plan)


@app.command("pay")
@takes(house=True)
def pay(ctx: typer.Context, player: Player, points: Amount) -> Reply:
    """Pay a price, all of it or nothing.

    A payment is no loss.

    \b
    Examples:
      companion bwd pay ana 2
    """
    return enter(
        ctx,
        lambda action, cards: action.add(
            "points.paid", seat=player_seat(action, player), points=amount(points)
        ),
    )
