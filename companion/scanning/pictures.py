"""Opens pictures and PDFs, and looks for QR codes in them, part by part."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple
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
"""Pixels that are searched at once."""
MOST_DRAWN = 12_000_000
"""Pixels of a drawn page: A3 at 200 dots to the inch has eight million."""

_PLAIN = ("1", "L", "P")
"""Kinds of pictures with one byte for each pixel."""
_JPEG = ("JPEG", "MPO")
"""What is made smaller while it is decoded; but not one that comes first coarse, then fine."""
_PHOTOGRAPHS = ("JPEG", "PNG", "WEBP", "GIF")
_HINTS = {
    "picture": "A photograph as JPEG or PNG, or a PDF.",
    "photograph": "A JPEG, a PNG or a WebP, as phones make them.",
}
_SMALLER = (1, 2, 4, 8)
"""The factors by which a JPEG can be made smaller while it is decoded."""
_DOTS_PER_POINT = 200 / 72


def picture(file: Path, name: str) -> "Image":
    """A picture in grey, upright. Raises Invalid."""
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
            f"{name} is too large a {what}: it has {_millions(width * height)} pixels, and the "
            f"limit is {_millions(may)}.",
            "Make it smaller, or crop it.",
        )


def _millions(pixels: int) -> str:
    return f"{pixels / 1_000_000:,.0f} million"


def _decode_smaller(opened: "Image") -> None:
    width, height = opened.size
    by = next((by for by in _SMALLER if width * height <= MOST_AT_ONCE * by * by), _SMALLER[-1])
    opened.draft("L", (width // by, height // by))


def pages(file: Path, name: str) -> "Iterator[tuple[int, int, Image]]":
    """The pages of a PDF one by one, in grey: each with its number, and how many there are.

    Raises Invalid if it is not a PDF, has too many pages, or one that cannot be drawn.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError:
        raise Invalid(f"{name} cannot be read as a PDF.", "Export it again.") from None
    try:
        count = len(document)
        if count > MOST_PAGES:
            raise Invalid(f"{name} has {count} pages, and the limit is {MOST_PAGES}.", "Split it.")
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


LARGEST_SIDE = 12_000
"""Pixels: what is wider is made smaller, and what is higher is looked at part by part: a sheet of
many pages may be one tall picture."""
_BAND, _OVERLAP = 9_000, 2_000
_SMALL = 2_500
_CROWDED = 10
"""Codes from which on a picture is looked at part by part as well: among the corners of many, the
reader gives up on those that lie furthest apart, which are the largest codes'."""
_QUARTER = 0.6
"""The share of width and height of a part: more than half, so that no code is cut."""


class _Place(NamedTuple):
    """A code in a picture: its text, its upper left corner, and how large it is, in pixels."""

    text: str
    x: float
    y: float
    size: float

    def is_same(self, other: "_Place") -> bool:
        """Whether it is the same code, found again."""
        near = max(self.size, other.size) / 2
        apart = max(abs(self.x - other.x), abs(self.y - other.y))
        return self.text == other.text and apart < near


def texts_in(picture: "Image", tick: Callable[[], None] = lambda: None) -> list[str]:
    """The texts of all codes in a grey picture, as they lie from top to bottom.

    `tick` is called after each part of a tall one. Raises ImportError without the library.
    """
    import zxingcpp

    found: list[_Place] = []
    for top, band in _bands(_handy(picture)):
        _codes(zxingcpp, band, top, found)
        tick()
    return [place.text for place in sorted(found, key=lambda place: (place.y, place.x))]


def _handy(picture: "Image") -> "Image":
    """The picture in a size of which a part can be searched at once."""
    width, height = picture.size
    at_once = width * min(height, _BAND + _OVERLAP)
    scale = min(1.0, LARGEST_SIDE / width, (MOST_AT_ONCE / at_once) ** 0.5)
    if scale == 1.0:
        return picture
    return picture.resize((max(1, round(width * scale)), max(1, round(height * scale))))


def _bands(picture: "Image") -> "Iterator[tuple[int, Image]]":
    """A tall picture part by part, each with where it begins, and an overlap that holds a code."""
    width, height = picture.size
    if height <= _BAND + _OVERLAP:
        yield 0, picture
        return
    for top in range(0, height, _BAND):
        yield top, picture.crop((0, top, width, min(top + _BAND + _OVERLAP, height)))


def _looks(picture: "Image") -> "Iterator[tuple[float, Image]]":
    """A picture as it is looked at, each time with its scale: at its own size, at half of it, and
    sharpened, which makes fine codes readable that a lens has blurred."""
    from PIL import ImageFilter

    yield 1.0, picture
    width, height = picture.size
    yield 0.5, picture.resize((max(1, width // 2), max(1, height // 2)))
    sharp = picture.filter(ImageFilter.UnsharpMask(radius=1.2, percent=250, threshold=0))
    if max(picture.size) > _SMALL:
        yield 1.0, sharp
    else:
        yield 2.0, sharp.resize((width * 2, height * 2))


def _codes(reader: Any, picture: "Image", top: int, found: list[_Place]) -> None:
    """Add the codes of a picture that begins at `top`; one that was seen there already is one."""
    before = len(found)
    _add(reader, picture, 0, top, found)
    if len(found) - before < _CROWDED:
        return
    width, height = picture.size
    wide, high = round(width * _QUARTER), round(height * _QUARTER)
    for x in (0, width - wide):
        for y in (0, height - high):
            _add(reader, picture.crop((x, y, x + wide, y + high)), x, y + top, found)


def _add(reader: Any, picture: "Image", left: int, top: int, found: list[_Place]) -> None:
    for scale, shown in _looks(picture):
        for code in reader.read_barcodes(shown, formats=qr_formats(reader)):
            corner, other = code.position.top_left, code.position.bottom_right
            size = max(abs(other.x - corner.x), abs(other.y - corner.y)) / scale
            x, y = corner.x / scale + left, corner.y / scale + top
            place = _Place(_text(code), x, y, size)
            if not any(place.is_same(known) for known in found):
                found.append(place)


def qr_formats(reader: Any) -> Any:
    """Ordinary QR codes alone: newer versions find very small ones, too, in what is none."""
    formats = reader.BarcodeFormat
    return getattr(formats, "QRCodeModel2", formats.QRCode)


def _text(code: Any) -> str:
    """A code's text: ours is UTF-8, which codes without a mark for it do not say."""
    try:
        return bytes(code.bytes).decode("utf-8")
    except UnicodeDecodeError:
        return str(code.text)
