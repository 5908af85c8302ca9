"""Runs lines from a file or a pipe, one after another, up to the first error."""

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from io import StringIO
from typing import Any, NamedTuple, NoReturn

from companion.cli.output import print_refusal, print_warning, spelled, unicode_out
from companion.cli.run import DONE, INTERRUPTED, Printed
from companion.cli.shell.session import LONGEST_LINE, Session
from companion.core.names import short
from companion.core.reply import Refusal, Reply
from companion.core.value import replace
from companion.errors import Invalid
from companion.table.plays.views import table_blocks

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_MOST_BYTES = 4 * LONGEST_LINE
"""The rest of a longer line is dropped."""
_DONE_BEFORE = "The lines before this one were entered. "
_UNREAD = "The lines after it were not read."


class Line(NamedTuple):
    """A line of the input and its number, from 1."""

    number: int
    text: str


def lines_of(stream: Any) -> Iterator[Line]:
    """The lines of a binary stream, with any line ends; invalid bytes are kept, to be refused
    later.

    Raises Invalid for a text in UTF-16.
    """
    number, rest = 0, b""
    while content := stream.readline(_MOST_BYTES):
        if number == 0 and content.startswith(_UTF16):
            raise Invalid("These lines are text in UTF-16.", "Save them as UTF-8.")
        while not content.endswith(b"\n") and (rest := stream.readline(_MOST_BYTES)):
            content = content[:_MOST_BYTES] + rest[-1:]
        text = content.decode("utf-8", "surrogateescape")
        text = text.removeprefix("\ufeff") if number == 0 else text
        for part in text.removesuffix("\n").removesuffix("\r").split("\r"):
            number += 1
            yield Line(number, part)


class BlockedStdin:
    """Standard input while the lines are read from it: no command may read from it."""

    def isatty(self) -> bool:
        """False, as nobody types here."""
        return False

    @property
    def buffer(self) -> NoReturn:
        """The bytes to read. Always raises Invalid."""
        raise Invalid("Standard input holds the lines of this shell.", "Name a file to be read.")

    def close(self) -> None:
        """Do nothing: a process that helps to read plays first closes its standard input."""


class LinePrinter(Printed):
    """Prints answers as they come, and errors with the number of their line."""

    as_json = False

    def __init__(self, session: Session, table: bool, keep_going: bool) -> None:
        self._session, self._table, self._keeps_going = session, table, keep_going
        self._line = Line(0, "")

    def begin(self, line: Line) -> None:
        """Begin a line: what is printed next is about it."""
        self._line = line

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Print an answer; with the whole table, if that is wanted and something was entered."""
        play = self._session.entered() if self._table and not as_json else None
        if play is not None:
            drawn = table_blocks(play)
            reply = replace(reply, blocks=lambda: drawn)
        super().answer(reply, as_json=as_json)

    def refuse(self, refusal: Refusal) -> None:
        """Print what went wrong, and what became of the other lines."""
        before = _DONE_BEFORE if self._line.number > 1 else ""
        others = [] if self._keeps_going else [f"{before}{_UNREAD}"]
        numbered = _numbered(self._line, refusal.message)
        details = (*refusal.details, *others)
        super().refuse(replace(refusal, message=numbered, details=details))

    def end(self, code: int) -> None:
        """End the line."""

    def close(self) -> None:
        """End the last line."""

    def capture(self) -> AbstractContextManager[Any]:
        """Leave what is printed in this block unchanged."""
        return nullcontext()


class Documents:
    """Writes one JSON document of all lines, line by line: there may be a million of them."""

    as_json = True

    def __init__(self, session: Session) -> None:
        self._session = session
        self._line = Line(0, "")
        self._record: dict[str, Any] | None = None
        self._printed = StringIO()
        self._before = '{"lines": [\n'

    def begin(self, line: Line) -> None:
        """Begin a line: what is printed next is about it."""
        self._line, self._record, self._printed = line, None, StringIO()

    def capture(self) -> AbstractContextManager[Any]:
        """Keep what is printed in this block, such as help, as the line's answer."""
        return redirect_stdout(self._printed)

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Keep the answer until the line ends, and print its warnings."""
        self._record = {"answer": reply.document()}
        for warning in reply.warnings:
            print_warning(warning)

    def refuse(self, refusal: Refusal) -> None:
        """Keep the error until the line ends, and print it as usual."""
        message, hint, rule = refusal.message, refusal.hint, refusal.rule
        self._record = {"error": {"message": message, "hint": hint, "rule": rule or None}}
        print_refusal(replace(refusal, message=_numbered(self._line, message)))

    def end(self, code: int) -> None:
        """Write the answer to the line, unless the line was empty."""
        if self._record is None and self._printed.getvalue():
            self._record = {"answer": {"text": self._printed.getvalue()}}
        if self._record is None and not code:
            return
        record = {"line": self._line.number, "text": self._line.text, "exit": code}
        text = json.dumps(record | (self._record or {}), ensure_ascii=not unicode_out())
        # Noted first: the reader of the line may send a Ctrl-C at once.
        before, self._before = self._before, ","
        print(f"{before}{spelled(text)}", flush=True)

    def close(self) -> None:
        """Write the end of the document."""
        play = self._session.play()
        current = None if play is None else play.ref.id
        print(f'{self._before.removesuffix(",")}],\n"play": {json.dumps(current)}}}')


def run_lines(
    session: Session, stream: Any, sink: LinePrinter | Documents, *, keep_going: bool
) -> int:
    """Run the lines of a binary stream; return the exit code of the first that failed.

    It stops there, unless it should `keep_going`; it always stops at a Ctrl-C.
    """
    worst, before = DONE, sys.stdin
    sys.stdin = BlockedStdin()
    try:
        for line in lines_of(stream):
            sink.begin(line)
            with sink.capture():
                code = session.run(line.text, sink)
            sink.end(code)
            session.news()  # news from other terminals is not shown here
            worst = worst or code
            if session.left or code == INTERRUPTED or (code and not keep_going):
                break
    except KeyboardInterrupt:  # while waiting for a line
        worst = INTERRUPTED
    finally:
        sys.stdin = before
        sink.close()
    return worst


def _numbered(line: Line, message: str) -> str:
    return f"Line {line.number}: `{short(line.text.strip())}`: {message}"
