"""Reads QR codes from photographs, from pictures of a sheet, and from the pages of a PDF."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import catch_warnings, simplefilter

from companion.errors import Invalid, NotFound, Unusable

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS = (
    *(".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"),
    *(".heic", ".heif", ".avif", ".pdf"),
)
"""Endings of files that are pictures, or hold some."""

MOST_PAGES = 100
LARGEST_SIDE = 12_000
"""Pixels: what is wider is made smaller, and what is higher is looked at part by part: a sheet of
many pages may be one tall picture."""
MOST_PIXELS = 40_000_000
"""Pixels of one page of a PDF."""
MOST_PIXELS_SENT = 64_000_000
"""Pixels of a photograph that somebody sends."""
_PHOTOGRAPHS = ("JPEG", "PNG", "WEBP", "GIF", "MPO")
_BAND, _OVERLAP = 9_000, 2_000
_DOTS_PER_POINT = 200 / 72
_SMALL = 2_500
_CROWDED = 10
"""Codes from which on a picture is looked at part by part as well: among the corners of many, the
reader gives up on those that lie furthest apart, which are the largest codes'."""
_QUARTER = 0.6
"""How much of the width and of the height a part has: more than half, so that no code is cut."""


class _Place(NamedTuple):
    """A code in a picture: its text, its upper left corner, and how large it is, in pixels."""

    text: str
    x: float
    y: float
    size: float

    def is_same(self, other: "_Place") -> bool:
        """Whether it is the same code, seen once more."""
        near = max(self.size, other.size) / 2
        apart = max(abs(self.x - other.x), abs(self.y - other.y))
        return self.text == other.text and apart < near


def is_picture(name: str) -> bool:
    """Whether a file's name is that of a picture or a PDF."""
    return Path(name).suffix.lower() in ENDINGS


def codes_in(name: str, tick: Callable[[], None] = lambda: None) -> list[str]:
    """The texts of all QR codes in a picture or a PDF, as they lie from top to bottom.

    Two codes of one text are two: a card may be there twice.

    `tick` is called after each page, or part of a tall picture. Raises NotFound,
    Invalid for what is no picture or has no code, Unusable without the libraries.
    """
    reader = _reader()
    texts: list[str] = []
    for picture in _pictures(name):
        found: list[_Place] = []
        for top, band in _bands(picture):
            _codes(reader, band, top, found)
            tick()
        texts += [place.text for place in sorted(found, key=lambda place: (place.y, place.x))]
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
    reader = _reader()
    found: list[_Place] = []
    for top, band in _bands(_photograph(content)):
        _codes(reader, band, top, found)
    return [place.text for place in sorted(found, key=lambda place: (place.y, place.x))]


def _photograph(content: bytes) -> "Image":
    from io import BytesIO

    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise Unusable(
            "Reading pictures needs Pillow, which is not installed.",
            "`pip install zxing-cpp pillow`, or type what stands on the cards.",
        ) from None
    try:
        with Image.open(BytesIO(content), formats=_PHOTOGRAPHS) as opened:
            width, height = opened.size
            if width * height > MOST_PIXELS_SENT:
                raise Invalid("This picture is too large.", "Take it with fewer pixels.")
            return _handy(ImageOps.exif_transpose(opened.convert("L")))
    except Invalid:
        raise
    except Exception:  # Pillow's many ways to say that it is none, or a damaged one.
        raise Invalid(
            "This cannot be read as a photograph.", "A JPEG, a PNG or a WebP, as phones make them."
        ) from None


def _reader() -> Any:
    try:
        import zxingcpp
    except ImportError:
        raise Unusable(
            "Reading pictures needs zxing-cpp, which is not installed.",
            "`pip install zxing-cpp pillow`, or type the last line of each code.",
        ) from None
    return zxingcpp


def _pictures(name: str) -> "Iterator[Image]":
    path = Path(name)
    if not path.exists():
        raise NotFound(f"There is no file {name}.", "Is it in another folder?")
    yield from _pages(path) if path.suffix.lower() == ".pdf" else [_picture(path)]


def _picture(path: Path) -> "Image":
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise Unusable(
            "Reading pictures needs Pillow, which is not installed.",
            "`pip install zxing-cpp pillow`, or type the last line of each code.",
        ) from None
    try:
        with catch_warnings():
            simplefilter("ignore", Image.DecompressionBombWarning)  # Twice as much is an error.
            with Image.open(path) as opened:
                return _handy(ImageOps.exif_transpose(opened.convert("L")))
    except Image.DecompressionBombError:
        raise Invalid(f"{path} is too large a picture.", "Make it smaller, or cut it.") from None
    except Exception:  # Pillow's many ways to say that it is none, or a damaged one.
        raise Invalid(
            f"{path} cannot be read as a picture.",
            "A photograph as JPEG or PNG, or a PDF.",
        ) from None


def _handy(picture: "Image") -> "Image":
    width, height = picture.size
    if width <= LARGEST_SIDE:
        return picture
    return picture.resize((LARGEST_SIDE, max(1, round(height * LARGEST_SIDE / width))))


def _pages(path: Path) -> "Iterator[Image]":
    try:
        import pypdfium2
    except ImportError:
        raise Unusable(
            "Reading PDFs needs pypdfium2, which is not installed.",
            "`pip install pypdfium2 zxing-cpp pillow`, or scan a picture of the page.",
        ) from None
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError:
        raise Invalid(f"{path} cannot be read as a PDF.", "Export it again.") from None
    try:
        if len(document) > MOST_PAGES:
            raise Invalid(
                f"{path} has {len(document)} pages, and {MOST_PAGES} are read.", "Split it."
            )
        for page in document:
            width, height = page.get_size()
            scale = min(_DOTS_PER_POINT, (MOST_PIXELS / max(width * height, 1)) ** 0.5)
            yield page.render(scale=scale, grayscale=True).to_pil()
    finally:
        document.close()


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
        for code in reader.read_barcodes(shown, formats=ordinary(reader)):
            corner, other = code.position.top_left, code.position.bottom_right
            size = max(abs(other.x - corner.x), abs(other.y - corner.y)) / scale
            x, y = corner.x / scale + left, corner.y / scale + top
            place = _Place(_text(code), x, y, size)
            if not any(place.is_same(known) for known in found):
                found.append(place)


def ordinary(reader: Any) -> Any:
    """Ordinary QR codes alone: newer versions find very small ones, too, in what is none."""
    formats = reader.BarcodeFormat
    return getattr(formats, "QRCodeModel2", formats.QRCode)


def _text(code: Any) -> str:
    """A code's text: ours is UTF-8, which codes without a mark for it do not say."""
    try:
        return bytes(code.bytes).decode("utf-8")
    except UnicodeDecodeError:
        return str(code.text)
