"""Files that somebody hands in or takes away: read and written in one place."""

import errno
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any

from companion.core.reply import Reply
from companion.errors import Invalid, NotFound, StorageError
from companion.exchange.limits import CODES as CODES
from companion.exchange.limits import LARGEST_GROUP, WHOLE, Most, require_few_values
from companion.exchange.limits import LINKS as LINKS
from companion.exchange.limits import RULES as RULES
from companion.store.home import is_in_home

STANDARD = "-"
_ON_PURPOSE = re.compile(r"/dev/(stdin|fd/\d+)|/proc/[^/]+/fd/\d+")
"""What a pipe is called by whoever has put something into it: `<(…)` is such a name."""
_OF_THE_NAME = (errno.ENAMETOOLONG, errno.ELOOP, errno.EISDIR)
"""What is wrong with a file where another name mends it."""
_AT_ONCE = 1_000_000
OWN_ENDINGS = (".json", ".bak")
_DRAWN = (".html", ".htm", ".svg", ".png", ".pdf")
"""Endings of what a double click opens as a page or a picture: names in a text could do harm."""
UTF_8, UTF_16 = "utf-8", "utf-16"
WINDOWS, SHIFT_JIS = "windows-1252", "shift-jis"
OLDER = {WINDOWS: "Windows-1252", SHIFT_JIS: "Shift-JIS"}
"""What some spreadsheets still save in, by what people call it."""
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files begin that are .xlsx or .ods, or .xls."""
_JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
"""What the first line of a sheet holds that was saved in Shift-JIS: most bytes are signs in it."""
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
"""What stands in files of other kinds, and in no sheet."""


def read_text(name: str, most: Most = WHOLE) -> str:
    """A file's text in UTF-8 (or UTF-16 that says so), with any line ends as `\\n`; `-` is standard
    input.

    Raises NotFound, or Invalid for what is no such text: with the line in which it stops being one;
    and for more than there may be in it.
    """
    text = _decoded(name, _content(name, most))
    if most.lines and text.count("\n") > most.lines:
        raise Invalid(
            f"{name} has more than {most.lines:,} lines; at most so many are read.",
            "Take it in parts.",
        )
    return text


def read_json(name: str) -> Any:
    """What a file of JSON holds. Raises NotFound, Invalid, or ValueError for what is no JSON."""
    text = read_text(name)
    require_few_values(text, short_name(name))
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("lists within lists") from None


def read_sheet(name: str) -> tuple[str, str]:
    """The text of a file that a spreadsheet may have saved, and the encoding that it is in.

    What is not in UTF-8 or UTF-16 is taken for Windows-1252, in which spreadsheets of the west
    save, or if it cannot be that, for Shift-JIS; but for JSON and what is no text at all. Raises
    what `read_text` does.
    """
    content = _content(name)
    if content.startswith(_WORKBOOKS):
        raise Invalid(
            f"{name} is a whole workbook, as spreadsheets keep them for themselves.",
            "Open it there, and save the page with the plays as CSV.",
        )
    encoding = _unicode(content)
    if encoding == UTF_8 and not content.lstrip().startswith((b"{", b"[")):
        try:
            content.decode(UTF_8)
        except UnicodeDecodeError:
            if not _NO_TEXT.search(content):
                with suppress(UnicodeDecodeError):  # five bytes are no sign in it
                    return _lines_ended(content.decode("cp1252")), WINDOWS
                with suppress(UnicodeDecodeError):
                    text = _lines_ended(content.decode("cp932"))
                    if _JAPANESE.search(text.lstrip().partition("\n")[0]):
                        return text, SHIFT_JIS
    return _decoded(name, content), encoding


def _decoded(name: str, content: bytes) -> str:
    """The text in a file in UTF-8, or in UTF-16 that says so. Raises Invalid."""
    encoding = _unicode(content)
    try:
        return _lines_ended(content.decode(encoding))
    except UnicodeDecodeError as problem:
        if encoding != UTF_8:
            raise Invalid(
                f"{name} is text in UTF-16 that stops being so: perhaps it was cut off.",
                "Save it again, as UTF-8 (“CSV UTF-8” in Excel).",
            ) from None
        line = content.count(b"\n", 0, problem.start) + 1
        raise Invalid(
            f"{name} is not in UTF-8: line {line} holds the byte {content[problem.start]:#04x}; "
            "Latin-1, perhaps.",
            "Save it as UTF-8 (“CSV UTF-8” in Excel), or convert it: "
            "`iconv -f latin1 -t utf-8 FILE`.",
        ) from None


def _lines_ended(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _content(name: str, most: Most = WHOLE) -> bytes:
    """What is in a file. Raises NotFound or Invalid."""
    with _named(name), _opened(name) as file:
        content = file.read(most.bytes + 1)
    if len(content) > most.bytes:
        raise Invalid(
            f"{name} has {_size(name, most.bytes)}; at most {_amount(most.bytes)} are read.",
            "Name a smaller file.",
        )
    return content


def _unicode(content: bytes) -> str:
    """The encoding that a file says it is in by its first bytes; UTF-8 where it says nothing."""
    return UTF_16 if content.startswith((b"\xff\xfe", b"\xfe\xff")) else UTF_8


class Lines:
    """The lines of a file as bytes, read one at a time, as often as they are asked for.

    A line has at most `longest` bytes; the rest of a longer one comes as the next. `-` is standard
    input, which is put aside so that it can be read again. Iterating raises NotFound or Invalid.
    """

    def __init__(self, name: str, longest: int) -> None:
        self.name = name
        self._longest = longest
        self._aside: IO[bytes] | None = None

    def __iter__(self) -> Iterator[bytes]:
        with _named(self.name), self._again() as file:
            size = 0
            while line := file.readline(self._longest):
                size += len(line)
                if size > LARGEST_GROUP:
                    raise Invalid(
                        f"{short_name(self.name)} has more than {_amount(LARGEST_GROUP)}; at most "
                        "so many are read.",
                        "Is it the right file?",
                    )
                yield line

    def _again(self) -> AbstractContextManager[IO[bytes]]:
        """The file from its beginning: what can be read once only is put aside."""
        if self._aside is None:
            file = _opened(self.name)
            with file as stream:
                if stream.seekable() and self.name != STANDARD:
                    return open(self.name, "rb")
                self._aside = _put_aside(stream)
        self._aside.seek(0)
        return nullcontext(self._aside)


def _put_aside(stream: IO[bytes]) -> IO[bytes]:
    """All that comes, in a file that goes when this run ends: as much as is read, and some more."""
    from tempfile import TemporaryFile

    aside = TemporaryFile()  # noqa: SIM115 - it is read again and again, until this run ends
    while aside.tell() <= LARGEST_GROUP and (some := stream.read(_AT_ONCE)):
        aside.write(some)
    return aside


def require_file(name: str, instead: str = "Name a file.") -> None:
    """See to it that what is to be read is a file, or named as what it is: `/dev/stdin`, `<(…)`.

    Nobody knows when a pipe that merely lies somewhere will say something, if ever. Raises NotFound
    or Invalid.
    """
    with _named(name):
        mode = os.stat(name).st_mode
    waits = stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
    if waits and not _ON_PURPOSE.fullmatch(os.path.abspath(name)):
        raise Invalid(f"{name} is no file, but a pipe.", instead)


def _opened(name: str) -> AbstractContextManager[IO[bytes]]:
    """A file to be read; `-` is standard input. Raises Invalid."""
    if name != STANDARD:
        require_file(name, "Name a file, or `-` for a pipe.")
        return open(name, "rb")
    if sys.stdin is None:
        raise Invalid("Standard input is closed.", "Name a file, or pipe one in.")
    return nullcontext(sys.stdin.buffer)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Says in words what is wrong with the file of that name. Raises NotFound or Invalid."""
    try:
        yield
    except FileNotFoundError:
        raise NotFound(f"There is no file {name}.", "Is it in another folder?") from None
    except OSError as problem:
        raise Invalid(
            f"{name} cannot be read ({problem.strerror}).", "Name another file."
        ) from None
    except ValueError:
        raise _no_name(name) from None


def _no_name(name: str) -> Invalid:
    return Invalid(
        f"“{name}” is no name that a file can have.",
        "It holds a zero byte, or half of a character: type it again.",
    )


def require_not_ours(name: str, example: str = "sheet.pdf") -> None:
    """See to it that what is to be written is none of the companion's own files. Raises Invalid.

    Whoever writes a file asks once more: here it is asked before there is anything to write.
    """
    if not name.strip():
        raise Invalid("The file to be written has no name.", f"Such as `-o {example}`.")
    try:
        ours = is_in_home(name)
    except ValueError:
        raise _no_name(name) from None
    if ours:
        raise Invalid(
            f"{name} is where the companion keeps its own files.", "Choose another place."
        )


def short_name(name: str) -> str:
    """A file's name without the folders that lead to it; `-` is standard input."""
    return "standard input" if name == STANDARD else Path(name).name


def write_text(name: str, text: str) -> None:
    """Put a text into a file, as UTF-8; one that is there stays as it was until all is written.

    Raises Invalid for a name that only the companion's own files have, or a page or picture;
    StorageError.
    """
    if Path(name).suffix.lower() in _DRAWN:
        raise Invalid(
            f"{name} would be a page or a picture, and a text is none.",
            "Such as `rules.csv`, or `rules.txt` for the words alone.",
        )
    if Path(name).suffix.lower() in OWN_ENDINGS:
        raise Invalid(
            f"{name} has the ending of the companion's own files.",
            "Such as `rules.csv`, or `rules.txt` for the words alone.",
        )
    write_bytes(name, text.encode("utf-8", "replace"))


def write_bytes(name: str, content: bytes) -> None:
    """Put data into a file; one that is there stays as it was until all is written.

    Raises StorageError.
    """
    write_chunks(name, (content,))


def write_chunks(name: str, chunks: Iterable[bytes]) -> None:
    """As `write_bytes`, with data that comes in pieces, so that it need not all be in memory.

    Raises Invalid for the companion's own files, and for what is no name; StorageError, and
    whatever making the pieces raises.
    """
    require_not_ours(name)
    try:
        path = Path(os.path.realpath(name))  # What a link leads to is written, and the link stays.
        there = _mode(path)
        if stat.S_ISDIR(there):
            raise Invalid(f"{name} is a folder.", "Name a file in it.")
        if there and not stat.S_ISREG(there):  # a device, such as /dev/stdout
            with path.open("wb") as device:
                device.writelines(chunks)
            return
        fresh = path.with_name(f".companion.{os.getpid()}.tmp")  # as short as any
        try:
            fresh.unlink(missing_ok=True)
            with fresh.open("xb") as file:
                file.writelines(chunks)
            if there:
                fresh.chmod(there)
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as problem:
        refusal = Invalid if problem.errno in _OF_THE_NAME else StorageError
        raise refusal(
            f"{name} cannot be written ({problem.strerror}).", "Choose another place: `-o FILE`."
        ) from None


def _mode(path: Path) -> int:
    """What kind of file lies there, and who may use it; 0 where there is none. Raises OSError."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return 0


def _size(name: str, most: int) -> str:
    """How large a file is that is too large; how large standard input is, nobody knows."""
    size = 0 if name == STANDARD else os.stat(name).st_size
    return _amount(size, ".1f") if size > most else f"more than {_amount(most)}"


def _amount(size: int, form: str = ".0f") -> str:
    return f"{size / 1_000_000:,{form}} MB" if size >= 1_000_000 else f"{size / 1_000:,{form}} kB"


def require_svg(output: str | None, example: str, *, as_json: bool) -> None:
    """Refuse a name that is none of an SVG picture, and two things on one output.

    Raises Invalid; `example` is a name that would do.
    """
    if output is not None and output != STANDARD and not output.lower().endswith(".svg"):
        raise Invalid(f"“{output}” is no name of an SVG picture.", f"`-o {example}`")
    if output == STANDARD and as_json:
        raise Invalid(
            "Standard output cannot take the picture and `--json` as well.", "`-o FILE --json`"
        )


def picture(output: str, svg: str, what: str, document: Callable[[], Any]) -> Reply:
    """Put a picture where it belongs. Raises StorageError; `what` is in it, with a capital."""
    if output == STANDARD:
        return Reply(document=document, text=svg)
    write_bytes(output, svg.encode())
    return Reply(document=document, lines=(f"{what} is in {short_name(output)}.",))
