"""Reads and writes files that users name."""

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
"""Names of pipes that were passed on purpose, such as `<(…)`."""
_OF_THE_NAME = (errno.ENAMETOOLONG, errno.ELOOP, errno.EISDIR)
"""Errors that another file name would avoid."""
_AT_ONCE = 1_000_000
OWN_ENDINGS = (".json", ".bak")
_DRAWN = (".html", ".htm", ".svg", ".png", ".pdf")
"""Endings that open as a page or picture on a double click, where a text could do harm."""
UTF_8, UTF_16 = "utf-8", "utf-16"
WINDOWS, SHIFT_JIS = "windows-1252", "shift-jis"
OLDER = {WINDOWS: "Windows-1252", SHIFT_JIS: "Shift-JIS"}
"""Encodings that some spreadsheets still use, with their common names."""
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of .xlsx, .ods and .xls files."""
_JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
"""What the first line of a sheet in Shift-JIS contains: nearly any bytes are valid Shift-JIS."""
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
"""Bytes that are in no sheet."""


def read_text(name: str, most: Most = WHOLE) -> str:
    """Read a file in UTF-8, or UTF-16 with a byte order mark; line ends become `\\n`.

    `-` is standard input. Raises NotFound, or Invalid for other encodings and for too large a file.
    """
    text = _decoded(name, _content(name, most))
    if most.lines and text.count("\n") > most.lines:
        raise Invalid(
            f"{name} has more than {most.lines:,} lines, the most that can be read.",
            "Split it.",
        )
    return text


def read_json(name: str) -> Any:
    """Read a JSON file. Raises NotFound, Invalid, or ValueError if it is not JSON."""
    text = read_text(name)
    require_few_values(text, short_name(name))
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("lists within lists") from None


def read_sheet(name: str) -> tuple[str, str]:
    """Read a file that a spreadsheet may have saved; the text, and its encoding.

    A text that is not in UTF-8 or UTF-16 is read as Windows-1252, or else as Shift-JIS, unless it
    is JSON. Raises what `read_text` raises.
    """
    content = _content(name)
    if content.startswith(_WORKBOOKS):
        raise Invalid(
            f"{name} is a workbook, and only CSV can be read.",
            "Open it in the spreadsheet program and save the page with the plays as CSV.",
        )
    encoding = _unicode(content)
    if encoding == UTF_8 and not content.lstrip().startswith((b"{", b"[")):
        try:
            content.decode(UTF_8)
        except UnicodeDecodeError:
            if not _NO_TEXT.search(content):
                with suppress(UnicodeDecodeError):  # five byte values are undefined in it
                    return _lines_ended(content.decode("cp1252")), WINDOWS
                with suppress(UnicodeDecodeError):
                    text = _lines_ended(content.decode("cp932"))
                    if _JAPANESE.search(text.lstrip().partition("\n")[0]):
                        return text, SHIFT_JIS
    return _decoded(name, content), encoding


def _decoded(name: str, content: bytes) -> str:
    """Decode a file in UTF-8, or in UTF-16 with a byte order mark. Raises Invalid."""
    encoding = _unicode(content)
    try:
        return _lines_ended(content.decode(encoding))
    except UnicodeDecodeError as problem:
        if encoding != UTF_8:
            raise Invalid(
                f"{name} is not valid UTF-16 to the end: perhaps it was cut off.",
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
    """The bytes of a file. Raises NotFound or Invalid."""
    with _named(name), _opened(name) as file:
        content = file.read(most.bytes + 1)
    if len(content) > most.bytes:
        raise Invalid(
            f"{name} has {_size(name, most.bytes)}; at most {_amount(most.bytes)} can be read.",
            "Name a smaller file.",
        )
    return content


def _unicode(content: bytes) -> str:
    """The encoding by the byte order mark; UTF-8 if there is none."""
    return UTF_16 if content.startswith((b"\xff\xfe", b"\xfe\xff")) else UTF_8


class Lines:
    """The lines of a file as bytes, read one at a time; they can be iterated again.

    A line has at most `longest` bytes; a longer one is split. `-` is standard input, which is
    copied so that it can be read again. Iterating raises NotFound or Invalid.
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
                        f"{short_name(self.name)} has more than {_amount(LARGEST_GROUP)}, the most "
                        "that can be read.",
                        "Is it the right file?",
                    )
                yield line

    def _again(self) -> AbstractContextManager[IO[bytes]]:
        """The file from its beginning; a stream that cannot be reread is copied first."""
        if self._aside is None:
            file = _opened(self.name)
            with file as stream:
                if stream.seekable() and self.name != STANDARD:
                    return open(self.name, "rb")
                self._aside = _put_aside(stream)
        self._aside.seek(0)
        return nullcontext(self._aside)


def _put_aside(stream: IO[bytes]) -> IO[bytes]:
    """Copy a stream into a temporary file, up to a little more than can be read."""
    from tempfile import TemporaryFile

    aside = TemporaryFile()  # noqa: SIM115 - it is read until this run ends
    while aside.tell() <= LARGEST_GROUP and (some := stream.read(_AT_ONCE)):
        aside.write(some)
    return aside


def require_file(name: str, instead: str = "Name a file.") -> None:
    """Refuse a pipe or socket, unless it is passed on purpose: `/dev/stdin`, `<(…)`.

    Any other pipe might block for ever. Raises NotFound or Invalid.
    """
    with _named(name):
        mode = os.stat(name).st_mode
    waits = stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
    if waits and not _ON_PURPOSE.fullmatch(os.path.abspath(name)):
        raise Invalid(f"{name} is a pipe, not a file.", instead)


def _opened(name: str) -> AbstractContextManager[IO[bytes]]:
    """Open a file for reading; `-` is standard input. Raises Invalid."""
    if name != STANDARD:
        require_file(name, "Name a file, or `-` for a pipe.")
        return open(name, "rb")
    if sys.stdin is None:
        raise Invalid("Standard input is closed.", "Name a file, or pipe one in.")
    return nullcontext(sys.stdin.buffer)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Turn errors about the file of that name into NotFound or Invalid."""
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
        f"“{name}” is not a valid file name.",
        "It holds a zero byte or half a character: type it again.",
    )


def require_not_ours(name: str, example: str = "sheet.pdf") -> None:
    """Refuse to write one of the companion's own files. Raises Invalid.

    Called early, before there is anything to write, and again by `write_chunks`.
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
    """A file's name without its folders; `-` is standard input."""
    return "standard input" if name == STANDARD else Path(name).name


def write_text(name: str, text: str) -> None:
    """Write a text as UTF-8, atomically.

    Raises Invalid for the ending of the companion's own files, of a page or of a picture;
    StorageError.
    """
    if Path(name).suffix.lower() in _DRAWN:
        raise Invalid(
            f"{name} has the ending of a page or a picture, and this is a text.",
            "Such as `rules.csv`, or `rules.txt` for the words alone.",
        )
    if Path(name).suffix.lower() in OWN_ENDINGS:
        raise Invalid(
            f"{name} has the ending of the companion's own files.",
            "Such as `rules.csv`, or `rules.txt` for the words alone.",
        )
    write_bytes(name, text.encode("utf-8", "replace"))


def write_bytes(name: str, content: bytes) -> None:
    """Write bytes to a file, atomically. Raises Invalid or StorageError."""
    write_chunks(name, (content,))


def write_chunks(name: str, chunks: Iterable[bytes]) -> None:
    """Write a file in pieces, atomically: a file that exists stays as it was until all is written.

    Raises Invalid for the companion's own files and for an invalid name, StorageError, and whatever
    making the pieces raises.
    """
    require_not_ours(name)
    try:
        path = Path(os.path.realpath(name))  # a link stays, and its target is written
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
    """The mode of a file; 0 if there is none. Raises OSError."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return 0


def _size(name: str, most: int) -> str:
    """The size of a file that is too large; of standard input, it is unknown."""
    size = 0 if name == STANDARD else os.stat(name).st_size
    return _amount(size, ".1f") if size > most else f"more than {_amount(most)}"


def _amount(size: int, form: str = ".0f") -> str:
    return f"{size / 1_000_000:,{form}} MB" if size >= 1_000_000 else f"{size / 1_000:,{form}} kB"


def require_svg(output: str | None, example: str, *, as_json: bool) -> None:
    """Check that a name ends in `.svg`, and that only one thing goes to standard output.

    Raises Invalid; `example` is a valid name.
    """
    if output is not None and output != STANDARD and not output.lower().endswith(".svg"):
        raise Invalid(f"“{output}” is not the name of an SVG picture.", f"`-o {example}`")
    if output == STANDARD and as_json:
        raise Invalid(
            "Standard output cannot take the picture and `--json` as well.", "`-o FILE --json`"
        )


def picture(output: str, svg: str, what: str, document: Callable[[], Any]) -> Reply:
    """Write a picture, or answer with it. Raises StorageError; `what` names it, with a capital."""
    if output == STANDARD:
        return Reply(document=document, text=svg)
    write_bytes(output, svg.encode())
    return Reply(document=document, lines=(f"{what} is in {short_name(output)}.",))
