"""Reads QR codes from photographs, from pictures of a sheet, and from the pages of a PDF."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
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
_BAND, _OVERLAP = 9_000, 2_000
_DOTS_PER_POINT = 200 / 72
_SCALES = (1.0, 0.5, 2.0)
"""Sizes that a picture is looked at in: codes may be too fine, or too blurred, at its own."""
_SMALL = 2_500


def is_picture(name: str) -> bool:
    """Whether a file's name is that of a picture or a PDF."""
    return Path(name).suffix.lower() in ENDINGS


def codes_in(name: str, tick: Callable[[], None] = lambda: None) -> list[str]:
    """The texts of all QR codes in a picture or a PDF, each once, as they lie from top to bottom.

    `tick` is called after each page, or part of a tall picture. Raises NotFound,
    Invalid for what is no picture or has no code, Unusable without the libraries.
    """
    reader = _reader()
    found: dict[str, None] = {}
    for picture in _pictures(name):
        for band in _bands(picture):
            for text in _codes(reader, band):
                found.setdefault(text)
            tick()
    if not found:
        raise Invalid(
            f"There is no code in {name} that can be read.",
            "Hold the camera nearer, straight above, in good light: all four corners of the code "
            "have to be in the picture.",
        )
    return list(found)


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
    except Exception as problem:  # Pillow's many ways to say that it is none, or a damaged one.
        raise Invalid(
            f"{path} cannot be read as a picture ({type(problem).__name__}).",
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
    except pypdfium2.PdfiumError as problem:
        raise Invalid(f"{path} cannot be read as a PDF ({problem}).", "Export it again.") from None
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


def _bands(picture: "Image") -> "Iterator[Image]":
    """A tall picture part by part, with an overlap that no code is larger than."""
    width, height = picture.size
    if height <= _BAND + _OVERLAP:
        yield picture
        return
    for top in range(0, height, _BAND):
        yield picture.crop((0, top, width, min(top + _BAND + _OVERLAP, height)))


def _codes(reader: Any, picture: "Image") -> Iterator[str]:
    """The texts of the codes in one picture, from top to bottom; looked at in several sizes."""
    found: dict[str, tuple[float, float]] = {}
    for scale in _SCALES:
        if scale > 1 and max(picture.size) > _SMALL:
            continue
        width, height = (max(1, round(side * scale)) for side in picture.size)
        shown = picture if scale == 1 else picture.resize((width, height))
        for code in reader.read_barcodes(shown, formats=_ordinary(reader)):
            corner = code.position.top_left
            found.setdefault(_text(code), (corner.y / scale, corner.x / scale))
    yield from sorted(found, key=lambda text: found[text])


def _ordinary(reader: Any) -> Any:
    """Ordinary QR codes alone: newer versions find very small ones, too, in what is none."""
    formats = reader.BarcodeFormat
    return getattr(formats, "QRCodeModel2", formats.QRCode)


def _text(code: Any) -> str:
    """A code's text: ours is UTF-8, which codes without a mark for it do not say."""
    try:
        return bytes(code.bytes).decode("utf-8")
    except UnicodeDecodeError:
        return str(code.text)
