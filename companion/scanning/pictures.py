"""Opens pictures and PDFs: what is too large is refused by its header, before it is decoded."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from companion.errors import Invalid

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_FILE = 100_000_000
"""Bytes of a picture or a PDF."""
MOST_PAGES = 25
MOST_PIXELS_JPEG = 200_000_000
"""A JPEG is made smaller while it is decoded."""
MOST_PIXELS_GREY = 64_000_000
"""Of a picture in black and white, or in grey: a byte for each."""
MOST_PIXELS = 16_000_000
"""Of any other."""
MOST_PIXELS_WEBP = 12_000_000
"""It is decoded in several copies."""
MOST_PIXELS_SENT = 64_000_000
"""Pixels of a photograph that somebody sends from a phone."""

MOST_AT_ONCE = 28_000_000
"""Pixels that are looked at at once."""
MOST_DRAWN = 12_000_000
"""Pixels that a page is drawn with: A3 at 200 dots to the inch has eight million."""

_PLAIN = ("1", "L", "P")
"""Kinds of pictures that take one byte for each pixel."""
_JPEG = ("JPEG", "MPO")
"""What is made smaller while it is decoded; but not one that comes first coarse, then fine."""
_PHOTOGRAPHS = ("JPEG", "PNG", "WEBP", "GIF")
_HINTS = {
    "picture": "A photograph as JPEG or PNG, or a PDF.",
    "photograph": "A JPEG, a PNG or a WebP, as phones make them.",
}
_SMALLER = (1, 2, 4, 8)
"""By so much a JPEG is made smaller while it is decoded."""
_DOTS_PER_POINT = 200 / 72


def picture(file: Path, name: str) -> "Image":
    """A picture in grey, as one would hold it. Raises Invalid."""
    return _decoded(file, name, "picture", None, MOST_PIXELS_JPEG)


def photograph(content: bytes) -> "Image":
    """A photograph that somebody sent, of the kinds that phones make. Raises Invalid."""
    return _decoded(BytesIO(content), "This", "photograph", _PHOTOGRAPHS, MOST_PIXELS_SENT)


def _decoded(
    file: Path | IO[bytes], name: str, what: str, kinds: tuple[str, ...] | None, most: int
) -> "Image":
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = None  # What is too large is refused here.
    try:
        with catch_warnings():
            simplefilter("ignore")
            with Image.open(file, formats=kinds) as opened:
                _require_small(opened, name, what, most)
                if opened.format in _JPEG:
                    _decode_smaller(opened)
                found = opened.convert("L")
            del opened  # Its pixels go before others come.
            ImageOps.exif_transpose(found, in_place=True)
            return found
    except (Invalid, MemoryError):
        raise
    except Exception:  # Pillow's many ways to say that it is none, or a damaged one.
        raise Invalid(f"{name} cannot be read as a {what}.", _HINTS[what]) from None


def _require_small(opened: "Image", name: str, what: str, most: int) -> None:
    width, height = opened.size
    may = MOST_PIXELS_GREY if opened.mode in _PLAIN else MOST_PIXELS
    if opened.format in _JPEG:
        may = MOST_PIXELS if "progressive" in opened.info else MOST_PIXELS_JPEG
    if opened.format == "WEBP":
        may = MOST_PIXELS_WEBP
    may = min(may, most)
    if width * height > may:
        raise Invalid(
            f"{name} is too large a {what}: it has {_millions(width * height)} pixels, and at "
            f"most {_millions(may)} are read.",
            "Make it smaller, or cut it.",
        )


def _millions(pixels: int) -> str:
    return f"{pixels / 1_000_000:,.0f} million"


def _decode_smaller(opened: "Image") -> None:
    width, height = opened.size
    by = next((by for by in _SMALLER if width * height <= MOST_AT_ONCE * by * by), _SMALLER[-1])
    opened.draft("L", (width // by, height // by))


def pages(file: Path, name: str) -> "Iterator[tuple[int, int, Image]]":
    """The pages of a PDF one by one, in grey: each with its number, and how many there are.

    Raises Invalid for what is none, has too many pages, or one that cannot be drawn.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError:
        raise Invalid(f"{name} cannot be read as a PDF.", "Export it again.") from None
    try:
        count = len(document)
        if count > MOST_PAGES:
            raise Invalid(f"{name} has {count} pages, and {MOST_PAGES} are read.", "Split it.")
        for number in range(1, count + 1):
            try:
                page = document[number - 1]
                width, height = page.get_size()
                scale = min(_DOTS_PER_POINT, (MOST_DRAWN / max(width * height, 1)) ** 0.5)
                drawn = page.render(scale=scale, grayscale=True).to_pil()
            except MemoryError:
                raise
            except Exception:  # Whatever the library makes of a page that is none.
                raise Invalid(
                    f"Page {number} of {name} cannot be drawn.",
                    "Export it again, or take a photograph of the page.",
                ) from None
            yield number, count, drawn
            page.close()
    finally:
        document.close()
