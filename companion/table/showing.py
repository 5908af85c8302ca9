"""The table, drawn: a heading, the game's view, what to do next."""

from typing import TYPE_CHECKING

from companion.core.outcome import won
from companion.core.reply import Reply
from companion.core.seats import typed
from companion.table.desk import Desk
from companion.table.openplay import OpenPlay

if TYPE_CHECKING:
    from companion.core.blocks import Block


def table(desk: Desk) -> Reply:
    """The table as it stands, and what to do next."""
    play = desk.open()
    return Reply(document=play.document, blocks=lambda: table_blocks(play))


def table_blocks(play: OpenPlay) -> "list[Block]":
    """Heading, view and next steps of a play."""
    from companion.core.blocks import Heading, Steps

    state = play.state
    where = f"{play.ref.group} · {play.ref.id} · {_where(play)}"
    blocks: list[Block] = [Heading(play.game.called(state), where), *won(play)]
    blocks += play.game.view(state, play.reference)
    steps = [*play.game.todo(state, play.reference), *_another(play)]
    return [*blocks, Steps(tuple(steps))] if steps else blocks


def _another(play: OpenPlay) -> list[str]:
    """Once a play is over, how the same people begin the next one like it."""
    if play.state.status == "live":
        return []
    options = play.game.start_again(play.state)
    command = ["companion start", play.game.id, typed(play.state.seats), *options]
    return [f"Another game: `{' '.join(command)}`."]


def _where(play: OpenPlay) -> str:
    if play.state.status != "live":
        when = f" in round {play.state.round}" if play.game.keeps_rounds else ""
        return f"{play.state.status}{when}"
    return play.game.where(play.state)
