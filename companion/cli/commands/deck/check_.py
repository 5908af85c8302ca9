"""`companion deck check`: tick the cards off as they are scanned."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from os.path import exists
from shutil import get_terminal_size
from typing import Annotated

import typer

from companion.boxes.check import Answer, BoxCheck
from companion.cli.commands.deck_ import Copy
from companion.cli.incoming import Incoming
from companion.cli.output import tell
from companion.core.names import visible
from companion.core.reply import Reply
from companion.table.boxes.check import begin_check, checked
from companion.table.current import takes
from companion.table.desk import Desk

app = typer.Typer()

_SIGNS = {
    "there": "✓",
    "double": "2",
    "foreign": "✗",
    "outdated": "~",
    "reworded": "~",
    "out": "✗",
    "no code": "?",
}
_BAR, _WORDS = 16, 40


@app.command("check")
@takes(play=False)
def check(
    ctx: typer.Context,
    copy: Copy,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE|CARD...]", show_default=False)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every card that is missing.")] = False,
) -> Reply:
    """Scan the cards: is all there, before the box is closed.

    Codes are typed by a phone or hand scanner, or read from photographs, PDFs and text files. A
    card that lost its label is ticked off by its name: 15, rule 15, 4-hexagon, red 4, a title.

    \b
    Examples:
      companion deck check friday              scan, then Ctrl-D
      companion deck check friday cards.jpg
      companion deck check friday cards.jpg 4-hexagon "rule 15"
      companion deck scan *.jpg | companion deck check friday
    """
    desk: Desk = ctx.obj
    check = begin_check(desk, copy)
    if not files and sys.stdin is not None and sys.stdin.isatty():
        _tell(
            f"{check.box.title}: {len(check.wanted)} to find. Scan them, or type 15; then Ctrl-D."
        )
    named = [word for word in files or [] if not exists(word) and check.is_name(word)]
    read = [word for word in files or [] if word not in named]
    incoming = Incoming(read)
    with suppress(KeyboardInterrupt):  # Who has had enough sees how far it came.
        for line in incoming if read or not named else ():
            _answer(check, check.scan(line), desk, quiet=bool(read))
    _answer(check, check.end(), desk, quiet=bool(read))
    for word in named:
        _answer(check, [*check.scan(word), *check.end()], desk, quiet=False)
    return checked(check, every)._replace(warnings=incoming.warnings)


def _answer(check: BoxCheck, answers: Sequence[Answer], desk: Desk, *, quiet: bool) -> None:
    for answer in answers:
        if not desk.asked.as_json and not (quiet and answer.is_fine):
            _tick(check, answer)


def _tick(check: BoxCheck, answer: Answer) -> None:
    """Answer one code: a sign, what it is, how far the box is; a beep where something is wrong."""
    done, of = len(check.found), len(check.wanted)
    filled = _BAR * done // of if of else 0
    bar = f"{'█' * filled}{'░' * (_BAR - filled)} {done}/{of}"
    line = f"{_SIGNS[answer.verdict]} {visible(answer.text)}"
    room = get_terminal_size().columns - len(bar) - 1
    _tell(f"{line:<{min(room, _WORDS)}} {bar}" if len(line) <= room else line)
    if not answer.is_fine and sys.stderr.isatty():
        sys.stderr.write("\a")
        sys.stderr.flush()


def _tell(line: str) -> None:
    tell([line])
    sys.stderr.flush()
