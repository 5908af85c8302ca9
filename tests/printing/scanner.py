"""Reads printed forms as a scanner or a photograph would: from what is drawn, not from values."""

import io
import re
from typing import NamedTuple

import pypdfium2
import zxingcpp
from PIL import Image, ImageDraw, ImageFilter

from companion.scanning.pictures import qr_formats

MILLIMETRES = 25.4


class Seen(NamedTuple):
    """A code that was read, and the middle of it on its page, in millimetres."""

    text: str
    x: float
    y: float


def codes_in(picture: Image.Image) -> list[zxingcpp.Barcode]:
    """The QR codes in a picture; in their modules, other kinds are seen now and then."""
    return zxingcpp.read_barcodes(picture, formats=qr_formats(zxingcpp))


def seen(picture: Image.Image, dots: float = 150) -> list[Seen]:
    """The codes in a picture, from the top to the bottom, and from left to right."""
    found = []
    for code in codes_in(picture):
        corners = code.position
        points = (corners.top_left, corners.top_right, corners.bottom_left, corners.bottom_right)
        x = sum(point.x for point in points) / 4 / dots * MILLIMETRES
        y = sum(point.y for point in points) / 4 / dots * MILLIMETRES
        found.append(Seen(code.text, x, y))
    return sorted(found, key=lambda code: (round(code.y), code.x))


def texts(pictures: list[Image.Image]) -> list[str]:
    return [code.text for picture in pictures for code in seen(picture)]


def pdf_pages(content: bytes, dots: float = 150) -> list[Image.Image]:
    with pypdfium2.PdfDocument(content) as document:
        return [page.render(scale=dots / 72).to_pil().convert("L") for page in document]


def pdf_text(content: bytes) -> list[str]:
    """The words on each page, blanks and line ends made alike."""
    with pypdfium2.PdfDocument(content) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def photographed(picture: Image.Image) -> Image.Image:
    """A page as a phone takes it: askew, a little blurred, and squeezed."""
    turned = picture.rotate(7, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    content = io.BytesIO()
    turned.filter(ImageFilter.GaussianBlur(0.9)).save(content, "JPEG", quality=60)
    return Image.open(content)


def png_picture(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


PATH = re.compile(r'<path(?: transform="([^"]*)")? d="([^"]*)"')
PLACE = re.compile(r"translate\(([\d.]+) ([\d.]+)\)(?: scale\(([\d.]+)\))?")
BAR = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def svg_codes(content: bytes) -> list[str]:
    """What the codes of an SVG or of a page for a browser say, from the bars that are drawn."""
    found = []
    for _, bars in PATH.findall(content.decode()):
        found += [code.text for code in seen(bitmap(bars))]
    return found


def bitmap(bars: str, pixels: int = 4) -> Image.Image:
    drawn = [tuple(map(int, bar)) for bar in BAR.findall(bars)]
    assert drawn
    assert "".join(f"M{x} {y}h{wide}v1h-{back}z" for x, y, wide, back in drawn) == bars
    side = (max(y for _, y, _, _ in drawn) + 9) * pixels
    picture = Image.new("L", (side, side), 255)
    pen = ImageDraw.Draw(picture)
    for x, y, wide, _ in drawn:
        left, top = (x + 4) * pixels, (y + 4) * pixels
        pen.rectangle([left, top, left + wide * pixels - 1, top + pixels - 1], fill=0)
    return picture
