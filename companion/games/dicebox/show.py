"""Verbs that make no entry: where dice may go; the board alone, or as a picture."""

from typing import TYPE_CHECKING, Any

from companion.core.box import PlayView
from companion.core.command import player, verb, word
from companion.core.outcome import who_won
from companion.core.param import a_file
from companion.core.reply import Picture, Reply
from companion.core.value import Annotated
from companion.games.dicebox.board import SQUARES, dead_squares, open_squares
from companion.games.dicebox.state import State
from companion.games.dicebox.turns import from_turn, is_turn, known_places, must_place, say_turn

if TYPE_CHECKING:
    from companion.core.blocks import Block

Looker = Annotated[int, player(from_turn, default_from=lambda state: state.turn)]
Output = Annotated[
    str | None,
    word(
        sort=a_file("board.svg"),
        alias="-o",
        metavar="FILE",
        help="Write a picture: board.svg, or - .",
        after_dash=True,
    ),
]


@verb("where each die may go", when=lambda trial: trial.state.has_seed)
def legal(seen: PlayView[State], player: Looker) -> Reply:
    """Where each die may go, and which squares are dead.

    Examples:
      companion dicebox legal
      companion dicebox legal ben
    """
    seat = player
    state, places = seen.state, known_places(seen.state, seat)

    def document() -> dict[str, Any]:
        return {
            "play": seen.play,
            "player": state.name(seat),
            "must_place": must_place(state, seat) if is_turn(state, seat) else None,
            "legal": [
                {"color": die.color, "value": die.value, "squares": [SQUARES[at] for at in squares]}
                for die, squares in places
            ],
            "open": {SQUARES[at]: list(fits) for at, fits in open_squares(state.numbers).items()},
            "dead": [SQUARES[at] for at in dead_squares(state.numbers)],
        }

    def blocks() -> "list[Block]":
        from companion.games.dicebox.views import legal_view

        step = say_turn(state, most=len(SQUARES)) if is_turn(state, seat) else ""
        return [
            seen.heading(f"{state.name(seat)}'s dice"),
            *legal_view(state, seat, places, step),
        ]

    return Reply(document=document, blocks=blocks)


@verb("the board alone", when=lambda trial: trial.state.has_seed)
def board(seen: PlayView[State], *, output: Output = None) -> Reply | Picture:
    """See the board alone, or make a picture of it.

    Examples:
      companion dicebox board
      companion dicebox board -o board.svg
    """
    state = seen.state
    where = seen.game.where(state)
    if state.status != "live":
        where = who_won(seen)[0] if state.winners else state.status

    def document() -> dict[str, Any]:
        report = seen.game.to_json(state, seen.reference)
        keys = ("grid", "tally", "open", "dead")
        return {"play": seen.play, "file": output, **{key: report[key] for key in keys}}

    def blocks() -> "list[Block]":
        from companion.games.dicebox.views import board_view

        return [seen.heading("Board", where), *board_view(state)]

    if output is None:
        return Reply(document=document, blocks=blocks)
    from companion.games.dicebox.views import board_svg

    return Picture(output, board_svg(state, f"{seen.game.title}: {where}"), "The board", document)
