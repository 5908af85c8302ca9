"""What is printed leaves here: into a file, to standard output, or to the system's printer."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, NamedTuple

from companion.cli import surroundings
from companion.errors import Invalid, Refused
from companion.table.files import STANDARD, short_name, write_bytes

if TYPE_CHECKING:
    from companion.printing.document import Made

KINDS = {".pdf": "pdf", ".svg": "svg", ".png": "png", ".html": "html", ".htm": "html"}
_PRINTERS = ("lp", "lpr")


class Way(NamedTuple):
    """Where a document goes: which kind it is, into which file (`-` is standard output), or to the
    printer."""

    kind: str
    file: str | None = None

    @property
    def told(self) -> str:
        """Where it went, in words."""
        if self.file is None:
            return "with the printer"
        return "on standard output" if self.file == STANDARD else f"in {short_name(self.file)}"


def way_out(
    output: str | None,
    kind: str | None,
    to_printer: bool,
    as_json: bool,
    *,
    usual: str = "pdf",
    example: str = "sheet.pdf",
) -> Way | None:
    """Where a document is to go; None where nothing was said: the terminal, then.

    `usual` is the kind for a pipe that names none, `example` such a file as is often made. Raises
    Invalid for a kind that there is not, and for two ways at once.
    """
    if kind is not None and kind not in KINDS.values():
        raise Invalid(f"“{kind}” is no kind of document.", "pdf, svg, png or html.")
    if to_printer:
        if output is not None:
            raise Invalid("To the printer or into a file?", "`--print` or `-o FILE`, not both.")
        if kind not in (None, "pdf"):
            raise Invalid("A printer takes a PDF.", f"`-o FILE.{kind}`, or leave `--as` out.")
        return Way("pdf")
    if output is None:
        if kind is not None:
            raise Invalid("`--as` is about a document.", "`-o FILE`, or `-o -` for a pipe.")
        return None
    if output == STANDARD:
        if getattr(sys.stdout, "name", "") == os.devnull:
            raise Invalid("Standard output is closed.", "`-o FILE`, or leave it open.")
        if as_json:
            raise Invalid(
                "Standard output cannot take the document and `--json` as well.", "`-o FILE --json`"
            )
        if sys.stdout.isatty() and kind != "html":
            raise Invalid(
                "A document would only fill the screen with signs.", "`-o FILE`, or pipe it on."
            )
        return Way(kind or usual, STANDARD)
    require_not_ours(output, example)
    ending = Path(output).suffix.lower()
    if kind is None and ending not in KINDS:
        raise Invalid(
            f"“{output}” does not say what kind of document it is to be.",
            f"End it with .pdf, .svg, .png or .html, or say `--as {usual}`.",
        )
    return Way(kind or KINDS[ending], output)


def require_not_ours(name: str, example: str = "sheet.pdf") -> None:
    """See to it that what is to be written is none of the companion's own files. Raises Invalid."""
    if not name.strip():
        raise Invalid("The file to be written has no name.", f"Such as `-o {example}`.")
    path, home = Path(name).resolve(), surroundings.home()
    is_settings = path.parent == home and path.name.startswith("settings.json")
    if is_settings or home / "groups" in path.parents:
        raise Invalid(
            f"{name} is where the companion keeps its own files.", "Choose another place."
        )


def sent(way: Way, made: "Made", title: str) -> None:
    """Send a document its way. Raises Refused or StorageError."""
    if way.file is None:
        _to_printer(made.content, title)
    elif way.file == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(made.content)
        sys.stdout.buffer.flush()
    else:
        write_bytes(way.file, made.content)


def require_printer() -> str:
    """The command that prints here. Raises Refused where there is none."""
    for name in _PRINTERS:
        found = which(name)
        if found is not None:
            return found
    raise Refused(
        "No printer can be reached from here: there is neither `lp` nor `lpr`.",
        "`-o sheet.pdf` makes a file that any program prints.",
    )


def _to_printer(content: bytes, title: str) -> None:
    command = require_printer()
    try:
        ran = subprocess.run([command], input=content, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Refused(f"The printer did not take {title} ({problem}).", "`-o FILE`") from None
    if ran.returncode != 0:
        said = ran.stderr.decode("utf-8", "replace").strip() or f"it ended with {ran.returncode}"
        raise Refused(f"The printer did not take {title}: {said}", "`-o sheet.pdf`")
