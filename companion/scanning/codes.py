"""Looks for QR codes in a picture: as it is, smaller, sharpened, and part by part."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.scanning.pictures import MOST_AT_ONCE

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_SIDE = 12_000
"""Pixels: what is wider is made smaller, and what is higher is looked at part by part: a sheet of
many pages may be one tall picture."""
_BAND, _OVERLAP = 9_000, 2_000
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
    """The picture in such a size that a part of it can be looked at at once."""
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
