"""Reads QR codes from photographs, from pictures of a sheet, and from the pages of a PDF."""

import os
import stat
import sys
from importlib.util import find_spec
from pathlib import Path

from companion.core.terminal import Tick
from companion.errors import Invalid, NotFound, Unusable
from companion.scanning.pictures import LARGEST_FILE

ENDINGS = (
    *(".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"),
    *(".heic", ".heif", ".avif", ".pdf"),
)
"""Endings of the names of pictures and PDFs."""
_INSTALL = "`pip install zxing-cpp pillow`, or type the last line of each code."
_NEEDS = {
    "zxingcpp": ("Reading pictures needs zxing-cpp, which is not installed.", _INSTALL),
    "PIL": ("Reading pictures needs Pillow, which is not installed.", _INSTALL),
    "pypdfium2": (
        "Reading PDFs needs pypdfium2, which is not installed.",
        "`pip install pypdfium2 zxing-cpp pillow`, or scan a picture of the page.",
    ),
}


def is_picture(name: str) -> bool:
    """Whether a file name is of a picture or a PDF."""
    return Path(name).suffix.lower() in ENDINGS


def codes_in(name: str, tick: Tick = lambda done, of: None) -> list[str]:
    """The texts of all QR codes in a picture or a PDF, as they lie from top to bottom.

    Two codes of one text are two: a card may be there twice.

    `tick` is called after each page, or part of a tall picture. Raises NotFound,
    Invalid for what is no picture, has no code or takes too long, Unusable without the libraries.
    """
    from companion.scanning.process import results

    _require("zxingcpp", "PIL", *(["pypdfium2"] if name.lower().endswith(".pdf") else []))
    _require_file(name)
    texts: list[str] = []
    done, of = 0, None
    for line in results(name):
        of = line.get("of", of)
        if "late" in line:
            raise _late(name, done, of)
        texts += line.get("texts", ())
        if "of" not in line:
            done += 1
            tick(done, of)
    if not texts:
        raise Invalid(
            f"There is no code in {name} that can be read.",
            "Hold the camera nearer, straight above, in good light: all four corners of the code "
            "have to be in the picture.",
        )
    return texts


def codes_in_photograph(content: bytes) -> list[str]:
    """The texts of all QR codes in a photograph that somebody sent, as they lie from top to bottom.

    Only kinds of pictures that phones make are opened, and none so large that it would fill the
    memory. Raises Invalid for any other, Unusable without the libraries.
    """
    from companion.scanning.process import SENT, results

    _require("zxingcpp", "PIL")
    texts: list[str] = []
    for line in results(SENT, content):
        if "late" in line:
            raise _late("This picture", 0, None)
        texts += line.get("texts", ())
    return texts


def _require(*modules: str) -> None:
    """Check that libraries are installed, without importing them. Raises Unusable."""
    for module in modules:
        if sys.modules.get(module, module) is None or find_spec(module) is None:
            raise Unusable(*_NEEDS[module])


def _require_file(name: str) -> None:
    try:
        about = os.stat(name)
    except (OSError, ValueError):  # a name with a zero byte is no name at all
        raise NotFound(f"There is no file {name}.", "Is it in another folder?") from None
    if not stat.S_ISREG(about.st_mode):
        raise Invalid(f"{name} cannot be read as a picture: it is not a file.", "Name a file.")
    size = about.st_size
    if size > LARGEST_FILE:
        raise Invalid(
            f"{name} is too large: it has {size / 1_000_000:,.0f} MB, and the limit is "
            f"{LARGEST_FILE // 1_000_000} MB.",
            "Make it smaller, or split it.",
        )


def _late(name: str, done: int, of: int | None) -> Invalid:
    from companion.scanning.process import SECONDS

    if of is None:
        return Invalid(
            f"{name} takes too long: {SECONDS} seconds were not enough to read it.",
            "Take a photograph of only the codes.",
        )
    return Invalid(
        f"{name} takes too long: only {done} of its {of} pages were read in {SECONDS} seconds.",
        "Split it, or take photographs of the codes.",
    )
