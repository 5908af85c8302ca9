"""Verbs that show the board: `legal`, `board`, `tally`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.arguments import MaybePlayer
from companion.core.ending import won
from companion.core.names import listed
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.games.dicebox.board import SQUARES, dead_squares, open_squares
from companion.games.dicebox.choices import is_turn, must_place, places_of
from companion.games.dicebox.moves import named, setup
from companion.games.dicebox.state import State
from companion.table.desk import Desk
from companion.table.entering import enter
from companion.table.openplay import OpenPlay
from companion.table.options import takes
from companion.table.pictures import picture, require_svg

if TYPE_CHECKING:
    from companion.core.blocks import Block

app = typer.Typer()


@app.command("legal")
def legal(
    ctx: typer.Context,
    player: MaybePlayer = None,
) -> Reply:
    """Where each die may go, and which squares are dead for good.

    \b
    Examples:
      companion dicebox legal
      companion dicebox legal ben
    """
    desk: Desk = ctx.obj
    play = desk.open()
    state: State = play.state
    seat = state.turn if player is None else find_seat(state.seats, player)
    places = places_of(state, seat)

    def document() -> dict[str, Any]:
        return {
            "play": play.ref.id,
            "player": state.name(seat),
            "must_place": must_place(state, seat) if is_turn(state, seat) else None,
            "legal": [
                {"color": die.color, "value": die.value, "squares": [SQUARES[at] for at in squares]}
                for die, squares in places
            ],
            "open": {SQUARES[at]: list(told) for at, told in open_squares(state.numbers).items()},
            "dead": [SQUARES[at] for at in dead_squares(state.numbers)],
        }

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading
        from companion.games.dicebox.telling.legal import legal_view

        heading = Heading(f"{state.name(seat)}'s dice", f"{play.ref.group} · {play.ref.id}")
        return [heading, *legal_view(state, seat)]

    return Reply(document=document, blocks=blocks)


@app.command("board")
def board(
    ctx: typer.Context,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="A picture: board.svg, or - ."),
    ] = None,
) -> Reply:
    """See the board alone, or make a picture of it.

    \b
    Examples:
      companion dicebox board
      companion dicebox board -o board.svg
    """
    desk: Desk = ctx.obj
    require_svg(output, "board.svg", as_json=desk.asked.as_json)
    play = desk.open()
    if output is not None:
        return _picture(play, output)

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading
        from companion.games.dicebox.telling.view import board_view

        where = f"{play.ref.group} · {play.ref.id} · {_where(play)}"
        return [Heading("Board", where), *board_view(play.state)]

    return Reply(document=lambda: _document(play, None), blocks=blocks)


def _picture(play: OpenPlay, output: str) -> Reply:
    from companion.games.dicebox.telling.svg import board_svg

    state: State = play.state
    title = f"{play.game.title}: {_where(play)}"
    return picture(output, board_svg(state, title), "The board", lambda: _document(play, output))


def _where(play: OpenPlay) -> str:
    state: State = play.state
    if state.status == "live":
        return play.game.where(state)
    names = [state.name(seat) for seat in state.winners]
    verb = "have" if len(names) > 1 else "has"
    return f"{listed(names)} {verb} won" if names else str(state.status)


def _document(play: OpenPlay, file: str | None) -> dict[str, Any]:
    from companion.games.dicebox.telling.report import report

    told = report(play.state)
    keys = ("grid", "tally", "open", "dead")
    return {"play": play.ref.id, "file": file, **{key: told[key] for key in keys}}


@app.command("tally")
@takes(house=True)
def tally(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[COLOR=POINTS...]", show_default=False)
    ] = None,
) -> Reply:
    """See the points of every colour, or tell them.

    They are told where nothing else was: at the end of a game.

    \b
    Examples:
      companion dicebox tally
      companion dicebox tally red=31 yellow=22 blue=28 white=17
    """
    if words:
        points = named.points_by_color(words)
        return enter(ctx, lambda action: setup.count(action, points))
    desk: Desk = ctx.obj
    play = desk.open()

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading
        from companion.games.dicebox.telling.view import tally_table

        heading = Heading("Tally", f"{play.ref.group} · {play.ref.id}")
        return [heading, *won(play), tally_table(play.state)]

    return Reply(
        document=lambda: {
            "play": play.ref.id,
            "tally": play.state.tally(),
            "players": [
                {
                    "name": who.name,
                    "colors": list(play.state.colors[seat]),
                    "score": play.game.score_of(play.state, seat),
                }
                for seat, who in enumerate(play.state.seats)
            ],
            "unclaimed": list(play.state.unclaimed) if play.state.colors_told else None,
        },
        blocks=blocks,
    )
