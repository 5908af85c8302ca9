"""Shows answers, the table, news from other terminals and the status on a terminal."""

import sys
from collections.abc import Collection, Sequence
from shutil import get_terminal_size

from companion.cli.output import print_messages, print_refusal, print_reply, wrapped
from companion.cli.shell.session import Session
from companion.cli.shell.speech import Speech
from companion.core.blocks import Block, Steps
from companion.core.names import visible
from companion.core.reply import Refusal, Reply
from companion.core.value import replace
from companion.render.plots import truncated, wide
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.views import table_blocks

STEPS = 2
"""How many next steps are shown, as in a short answer."""
_PARTS = " — "
_LEAST_ROWS = 4
"""Fewest rows of a table, even on a screen that is too small for it."""
_MORE = "… `t` shows all of it."
_CLEAR = "\x1b[H\x1b[2J"
"""Clears the screen, but not what was scrolled away."""


def columns() -> int:
    """The width of the terminal."""
    return get_terminal_size().columns


def name_of(play: OpenPlay | None) -> str:
    """The text of the prompt."""
    return f"{'companion' if play is None else play.game.id}> "


def status_of(session: Session) -> list[str]:
    """The lines of the current play's status."""
    play = session.play()
    return status(play, session.speech(play), columns())


def status(play: OpenPlay | None, speech: Speech, width: int) -> list[str]:
    """The lines of a status, each no wider than `width` columns."""
    if play is None:
        return [truncated("Nothing is being played: `start bwd Ana Ben`", width)]
    return [truncated(line, width) for line in (*_standing(play, width), *_next(play, speech))]


def whole(play: OpenPlay, speech: Speech, width: int) -> list[str]:
    """The lines that `status` shows in full, as in the answer to an entry."""
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


class Display:
    """Shows answers at the prompt.

    `shows_status` says that the status stands below the prompt: what it shows in full is not
    repeated.
    """

    as_json = False

    def __init__(self, session: Session, table: bool) -> None:
        self._session = session
        self.table = table
        """Whether the table is drawn after every entry."""
        self.shows_status = False
        self.newest: Collection[str] = ()
        """The lines of the newest answer."""
        self.rows_below = 0
        """The rows that the prompt needs below the table."""
        self.rows_drawn = 0
        """The rows that the table took, with the lines below it."""

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Print an answer; with the table above it, if that is wanted and something was entered."""
        if as_json:
            print_reply(reply, as_json=True)
            return
        after, at_hand = self._session.entered(), self._session.play()
        if self.table and after is None and at_hand and at_hand.ref != self._session.at:
            after = at_hand  # begun or resumed by this line
        speech, known = self._session.speech(after or at_hand), list[str]()
        reply = speech.reply(reply)
        if after is not None:
            if self.table:
                known = whole(after, speech, width=sys.maxsize)
            elif self.shows_status and at_hand is not None and after.ref == at_hand.ref:
                known = whole(after, speech, columns())
        lines = tuple(line for line in reply.lines if line not in known)
        self.newest = lines
        if self.table and after is not None:
            self.draw(after, [*lines, *(f"! {warning}" for warning in reply.warnings)])
        print_reply(replace(reply, lines=lines), as_json=False)

    def refuse(self, refusal: Refusal) -> None:
        """Print what went wrong."""
        print_refusal(self._session.speech(self._session.play()).refusal(refusal))

    def draw(self, play: OpenPlay, below: Sequence[str] = ()) -> None:
        """Draw the table; on a cleared screen, if it is to stay visible beside the prompt.

        Then it leaves room for the lines that come `below` it; if the table is too long, its end is
        cut off, as points are at the top.
        """
        speech = self._session.speech(play)
        blocks = speech.blocks(table_blocks(play))
        if not (self.table and sys.stdout.isatty()):
            print_reply(Reply(document=dict, blocks=lambda: blocks), as_json=False)
            return
        from companion.render.terminal import drawn

        at_hand = self._session.play()
        if self.shows_status and at_hand is not None and at_hand.ref == play.ref:
            blocks = _without_steps(blocks, whole(play, speech, columns()))
        taken = sum(wrapped(line).count("\n") + 1 for line in below) + self.rows_below
        room = max(_LEAST_ROWS, get_terminal_size().lines - taken - 1)
        lines = drawn(blocks, room)
        if len(lines) > room:
            lines = [*lines[: room - 1], _MORE]
        sys.stdout.write(_CLEAR + "".join(f"{line}\n" for line in (*lines, "")))
        sys.stdout.flush()
        self.rows_drawn = len(lines) + 1 + taken - self.rows_below

    def draw_again(self) -> None:
        """Redraw the table and the newest answer after the size of the screen has changed."""
        play = self._session.play()
        if self.table and play is not None:
            self.draw(play, tuple(self.newest))
            print_reply(Reply(document=dict, lines=tuple(self.newest)), as_json=False)

    def hear(self, news: Sequence[str]) -> None:
        """Print what was entered in another terminal, and what came in from another computer."""
        if not news:
            return
        play = self._session.play()
        speech = self._session.speech(play)
        lines = [speech.line(line) for line in news]
        if self.table and play is not None:
            self.draw(play, lines)
        self.newest = lines
        print_messages(lines)


def _without_steps(blocks: Sequence[Block], known: Collection[str]) -> list[Block]:
    """A table without the next steps that are shown elsewhere."""
    kept: list[Block] = []
    for block in blocks:
        if isinstance(block, Steps):
            items = tuple(item for item in block.items if f"→ {item}" not in known)
            kept += [Steps(items)] if items else []
        else:
            kept.append(block)
    return kept
