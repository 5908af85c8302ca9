"""Sends documents to a file, to standard output, or to the system's printer."""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, NamedTuple

from companion.core.names import listed
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.table.files import STANDARD, require_not_ours, short_name, write_bytes

if TYPE_CHECKING:
    from companion.printing.document import Made
    from companion.table.desk import Desk
    from companion.table.history.report import Report

KINDS = {".pdf": "pdf", ".svg": "svg", ".png": "png", ".html": "html", ".htm": "html"}
_PICTURES = ("svg", "png")
_PRINTERS = ("lp", "lpr")
_BEGINNING = 1000
"""How many bytes of a picture are searched for the name of the program that drew it."""


class OutputTarget(NamedTuple):
    """Where a document goes: its kind, and its file (`-` is standard output, None the printer)."""

    kind: str
    file: str | None = None

    @property
    def apart(self) -> bool:
        """Whether each page is a file of its own, as a picture of several pages is too tall to
        print.

        Output to a pipe or a device is one file.
        """
        if self.kind not in _PICTURES or self.file in (None, STANDARD):
            return False
        path = Path(str(self.file))
        return path.is_file() or not path.exists()


class Sent(NamedTuple):
    """Where a document went, in words, and the files that were written.

    `warnings` name files of an earlier document that are still there.
    """

    where: str
    files: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def output_target(
    output: str | None,
    kind: str | None,
    to_printer: bool,
    as_json: bool,
    *,
    usual: str = "pdf",
    example: str = "sheet.pdf",
) -> OutputTarget | None:
    """Parse `-o`, `--as` and `--print`; None if nothing was typed, which means the terminal.

    `usual` is the kind for a pipe without `--as`, `example` a typical file name. Raises Invalid for
    an unknown kind, and for options that exclude each other.
    """
    if kind is not None and kind not in KINDS.values():
        raise Invalid(f"“{kind}” is not a kind of document.", "Choose pdf, svg, png or html.")
    if to_printer:
        if output is not None:
            raise Invalid("`--print` and `-o` cannot be combined.", "Use `--print` or `-o FILE`.")
        if kind not in (None, "pdf"):
            raise Invalid("The printer needs a PDF.", f"Use `-o FILE.{kind}`, or leave `--as` out.")
        return OutputTarget("pdf")
    if output is None:
        if kind is not None:
            raise Invalid("`--as` needs a file.", "Add `-o FILE`, or `-o -` for a pipe.")
        return None
    if output == STANDARD:
        require_pipe("document", as_json, is_text=kind == "html")
        return OutputTarget(kind or usual, STANDARD)
    require_not_ours(output, example)
    ending = Path(output).suffix.lower()
    if kind is None and ending not in KINDS:
        raise Invalid(
            f"“{output}” does not say which kind of document to write.",
            f"Use .pdf, .svg, .png or .html, or add `--as {usual}`.",
        )
    return OutputTarget(kind or KINDS[ending], output)


def require_pipe(what: str, as_json: bool, *, is_text: bool = False) -> None:
    """Check that standard output can take a document or picture. Raises Invalid."""
    if getattr(sys.stdout, "name", "") == os.devnull:
        raise Invalid("Standard output is closed.", "`-o FILE`, or leave it open.")
    if as_json:
        raise Invalid(
            f"Standard output cannot take both the {what} and `--json`.", "Add `-o FILE`."
        )
    if sys.stdout.isatty() and not is_text:
        raise Invalid(f"A {what} cannot be shown on the screen.", "Use `-o FILE`, or a pipe.")


def sent(way: OutputTarget, made: "Made", title: str) -> Sent:
    """Send a document to its target. Raises Refused or StorageError.

    Several files are numbered: `l.png` is written as `l-1.png`, `l-2.png`, and so on.
    """
    if way.file is None:
        _to_printer(made.content, title)
        return Sent("with the printer")
    if way.file == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(made.content)
        sys.stdout.buffer.flush()
        return Sent("on standard output")
    if len(made.contents) == 1:
        write_bytes(way.file, made.content)
        return Sent(f"in {short_name(way.file)}", (way.file,))
    names = _numbered(way.file, len(made.contents))
    for name in names:  # nobody named these files: overwrite only pages of an earlier print
        if Path(name).exists() and not _is_ours(Path(name)):
            raise Refused(
                f"{name} exists already, and is not a page that the companion printed.",
                f"Choose another name, such as `-o page{Path(name).suffix}`, or move it away.",
            )
    for name, content in zip(names, made.contents, strict=True):
        write_bytes(name, content)
    where = f"in {short_name(names[0])} to {short_name(names[-1])}"
    return Sent(where, names, _left_over(way.file, names))


def _numbered(name: str, count: int) -> tuple[str, ...]:
    """Numbered file names for the pages, with equally many digits."""
    path, digits = Path(name), len(str(count))
    return tuple(
        str(path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}"))
        for number in range(1, count + 1)
    )


def _left_over(name: str, written: Sequence[str]) -> tuple[str, ...]:
    """A sentence that names leftover pages of an earlier, longer print; empty if there are none."""
    path = Path(name)
    pattern = re.compile(rf"{re.escape(path.stem)}-\d+{re.escape(path.suffix)}")
    kept = {Path(one).name for one in written}
    left = sorted(
        other.name
        for other in path.absolute().parent.iterdir()
        if pattern.fullmatch(other.name) and other.name not in kept and _is_ours(other)
    )
    if not left:
        return ()
    verb = "is a page" if len(left) == 1 else "are pages"
    return (f"{listed(left)} {verb} of an earlier print.",)


def _is_ours(path: Path) -> bool:
    """Whether a picture says in its first bytes that the companion drew it."""
    try:
        with path.open("rb") as file:
            return b"companion" in file.read(_BEGINNING)
    except OSError:
        return False


def require_printer() -> str:
    """The path of the command that prints. Raises Refused if there is none."""
    for name in _PRINTERS:
        found = which(name)
        if found is not None:
            return found
    raise Refused(
        "No printer found: there is neither `lp` nor `lpr` on this computer.",
        "`-o sheet.pdf` writes a file that any program can print.",
    )


def _to_printer(content: bytes, title: str) -> None:
    import subprocess

    command = require_printer()
    try:
        ran = subprocess.run([command], input=content, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Refused(f"The printer did not take {title} ({problem}).", "`-o FILE`") from None
    if ran.returncode != 0:
        reason = ran.stderr.decode("utf-8", "replace").strip() or f"it ended with {ran.returncode}"
        raise Refused(f"The printer did not take {title}: {reason}", "`-o sheet.pdf`")


_ENDINGS = (".html", ".htm")


def page_reply(desk: "Desk", output: str, report: "Report") -> Reply:
    """Write a report to a file, or answer with it for `-`.

    Raises Invalid if the name is not one of a page, and for two things on one output.
    """
    if output == STANDARD:
        if desk.options.as_json:
            raise Invalid(
                "Standard output cannot take both the page and `--json`.", "Add `-o FILE`."
            )
    else:
        require_not_ours(output, "report.html")
        if Path(output).suffix.lower() not in _ENDINGS:
            raise Invalid(f"“{output}” is not the name of a page.", "`-o report.html`")
    from companion.printing.web.blocks import report_page

    blocks = report.blocks(with_log=True, with_heading=False)
    page = report_page(report.title, report.about, blocks)
    if output == STANDARD:
        return Reply(report.document, text=page.decode())
    write_bytes(output, page)
    return Reply(
        document=lambda: {**report.document(), "file": output},
        lines=(f"The report of {report.record.play} is in {short_name(output)}.",),
    )
