"""What a prompt says: its name, and in a few lines where the play stands and what comes next."""

from collections.abc import Sequence
from shutil import get_terminal_size

from companion.cli.shell.session import Session
from companion.cli.shell.speech import Speech
from companion.core.names import visible
from companion.render.plots import cut, wide
from companion.table.plays.open_play import OpenPlay

STEPS = 2
"""Of what comes next, as many as a short answer tells."""
_PARTS = " — "


def columns() -> int:
    """How wide the terminal is."""
    return get_terminal_size().columns


def name_of(play: OpenPlay | None) -> str:
    """What the prompt says."""
    return f"{'companion' if play is None else play.game.id}> "


def status_of(session: Session) -> list[str]:
    """The lines that tell where the play stands."""
    play = session.play()
    return status(play, session.speech(play), columns())


def status(play: OpenPlay | None, speech: Speech, width: int) -> list[str]:
    """The lines of a status, each no wider than `width` columns."""
    if play is None:
        return [cut("Nothing is being played: `start bwd Ana Ben`", width)]
    return [cut(line, width) for line in (*_standing(play, width), *_next(play, speech))]


def whole(play: OpenPlay, speech: Speech, width: int) -> list[str]:
    """What `status` shows in full, as an answer to an entry says it."""
    lines = [play.game.status_line(play.state)]
    lines += _next(play, speech)
    return [line for line in lines if wide(line) <= width or line == lines[0]]


def _standing(play: OpenPlay, width: int) -> Sequence[str]:
    line = visible(play.game.status_line(play.state))
    if wide(line) <= width or _PARTS not in line:
        return [line]
    scores, _, where = line.partition(_PARTS)
    return [scores, where]


def _next(play: OpenPlay, speech: Speech) -> list[str]:
    steps = play.game.todo(play.state, play.reference)[:STEPS]
    return [visible(f"→ {speech.line(step)}") for step in steps]
