"""Verbs of Spy vs. Spy: `agency`, `orders`, `swap`; `lost`, `out` and `agents` put things right."""

from typing import Annotated, Any

import typer

from companion.arguments import Player
from companion.core.action import Action
from companion.core.names import chosen
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Invalid
from companion.games.boolean.commands.spy_words import GAME, die_of, mover_or
from companion.games.boolean.commands.words import enter_in, number
from companion.games.boolean.spy import moves
from companion.games.boolean.spy.state import SpyState
from companion.games.boolean.spy.words import NOWHERE, PLACES, POSTS, SIDES, Place
from companion.table.options import takes

app = typer.Typer()

_Words = Annotated[list[str] | None, typer.Argument(metavar="[PLAYER] [N]", show_default=False)]


@app.command("agency")
@takes(house=True)
def agency(
    ctx: typer.Context,
    player: Player,
    side: Annotated[str, typer.Argument(metavar="white|black", show_default=False)],
    friendly: Annotated[str | None, typer.Argument(metavar="[N]", show_default=False)] = None,
    agents: Annotated[str | None, typer.Argument(metavar="[FIELD]", show_default=False)] = None,
    field: Annotated[
        str | None, typer.Option(metavar="N", help="How many of them go into the field.")
    ] = None,
    rerolled: Annotated[
        bool, typer.Option("--rerolled", help="All ten dice were rolled once more.")
    ] = False,
) -> Reply:
    """A side and the first roll: friendly dice, those for the field.

    The other agents sit at desks, the unfriendly dice are the populace. The side alone will do.

    \b
    Examples:
      companion boolean agency ana white 5 2
      companion boolean agency ben black 4 --field 1 --rerolled
      companion boolean agency cho white
    """

    def plan(action: Action[SpyState]) -> None:
        seat = find_seat(action.state.seats, player)
        example = f"`companion boolean agency {action.state.seats[seat].handle} white 5 2`"
        if friendly is None and rerolled:
            raise Invalid("How many dice came up friendly in the second roll?", example)
        if agents is not None and field is not None:
            raise Invalid("How many go into the field was told twice.", example)
        posted = agents if field is None else field
        moves.form(
            action,
            seat,
            chosen(side, SIDES, "side"),
            None if friendly is None else number(friendly, "number of friendly dice", example),
            None if posted is None else number(posted, "number of field agents", example),
            rerolled,
        )

    return enter_in(ctx, GAME, plan)


@app.command("orders")
@takes(house=True)
def orders(ctx: typer.Context, words: _Words = None) -> Reply:
    """The desk agents are rolled: how many Orders they bring.

    Without a number, that they were rolled; then nothing is paid with Orders that are counted.

    \b
    Examples:
      companion boolean orders 2
      companion boolean orders ana 2
      companion boolean orders
    """

    def plan(action: Action[SpyState]) -> None:
        seat, made = mover_or(action.state, words, "number of Orders", "companion boolean orders 2")
        moves.make_orders(action, seat, made)

    return enter_in(ctx, GAME, plan)


@app.command("swap")
@takes(house=True)
def swap(
    ctx: typer.Context,
    words: _Words = None,
    turncoat: Annotated[
        str | None, typer.Option(metavar="desk|field", help="Where the turncoat goes.")
    ] = None,
) -> Reply:
    """Pairs of field and desk agents change places; the turn is over.

    One pair where no number is told. The turncoat takes two desk agents when it goes to a desk.

    \b
    Examples:
      companion boolean swap
      companion boolean swap 2
      companion boolean swap ana 1 --turncoat desk
    """

    def plan(action: Action[SpyState]) -> None:
        seat, swaps = mover_or(action.state, words, "number of swaps", "companion boolean swap 1")
        to = None if turncoat is None else chosen(turncoat, POSTS, "place for a turncoat")
        moves.reorganize(action, seat, swaps, to)

    return enter_in(ctx, GAME, plan)


@app.command("lost")
@takes(house=True)
def lost(
    ctx: typer.Context,
    player: Player,
    post: Annotated[str | None, typer.Argument(metavar="[field|desk]", show_default=False)] = None,
    die: Annotated[
        str | None, typer.Option(metavar="DIE", help="Which die it was, or turncoat.")
    ] = None,
) -> Reply:
    """Somebody lost an agent, and nobody told how.

    A field agent, where nothing else is said. It is a free agent now.

    \b
    Examples:
      companion boolean lost ben
      companion boolean lost ben desk --die 3w-band
    """

    def plan(action: Action[SpyState]) -> None:
        seat = find_seat(action.state.seats, player)
        where = "field" if post is None else chosen(post, POSTS, "place for an agent")
        moves.lose(action, seat, where, die_of(action.state, seat, die))

    return enter_in(ctx, GAME, plan)


@app.command("out")
@takes(house=True)
def out(ctx: typer.Context, player: Player) -> Reply:
    """Somebody has lost the last field agent, and is eliminated.

    All that need be told of a game: who is out, until one is left.

    \b
    Examples:
      companion boolean out ben
    """

    def plan(action: Action[SpyState]) -> None:
        moves.eliminate(action, find_seat(action.state.seats, player))

    return enter_in(ctx, GAME, plan)


@app.command("agents")
@takes(house=True)
def agents(
    ctx: typer.Context,
    player: Player,
    desk: Annotated[str | None, typer.Option(metavar="N", help="Desk agents.")] = None,
    field: Annotated[str | None, typer.Option(metavar="N", help="Field agents.")] = None,
    populace: Annotated[str | None, typer.Option(metavar="N", help="Dice not recruited.")] = None,
    side: Annotated[str | None, typer.Option(metavar="white|black", help="The side.")] = None,
    turncoat: Annotated[
        str | None,
        typer.Option(metavar="PLACE", help="populace, desk, field or gone; of two: desk,field."),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Nobody is in the field, and the player is out.")
    ] = False,
) -> Reply:
    """Count somebody's dice anew; what is not said stays as it was.

    \b
    Examples:
      companion boolean agents ana --desk 3 --field 2 --populace 5
      companion boolean agents ben --turncoat field
      companion boolean agents cho --turncoat populace,field
    """

    def plan(action: Action[SpyState]) -> None:
        seat = find_seat(action.state.seats, player)
        example = f"`companion boolean agents {action.state.seats[seat].handle} --desk 3 --field 2`"
        told: dict[str, Any] = {
            place: number(count, "number of dice", example)
            for place, count in (("desk", desk), ("field", field), ("populace", populace))
            if count is not None
        }
        if side is not None:
            told["side"] = chosen(side, SIDES, "side")
        if turncoat is not None:
            told["turncoats"] = places(turncoat)
        if not told:
            raise Invalid(f"What of {action.state.name(seat)}'s dice was counted?", example)
        moves.count(action, seat, yes, **told)

    return enter_in(ctx, GAME, plan)


def places(text: str) -> list[Place]:
    """Where turncoats are: `field`, `populace,field`, `gone`. Raises Invalid."""
    words = text.replace(",", " ").split() or [text]
    found = [chosen(word, (*PLACES, NOWHERE), "place for a turncoat") for word in words]
    return [place for place in PLACES for _ in range(found.count(place))]
