"""One code on a page of its own, with what it is below: for a phone to scan from a screen."""

from companion.printing import codes
from companion.printing.page import Code, Measure, Page, Words
from companion.printing.text import Style, shortened

_MODULE = 0.68
"""Four dots of a picture, so that none is blurred."""
_BELOW = 14.0
_TITLE, _ASIDE = Style(12, bold=True), Style(9, ink="grey")


def link_page(text: str, title: str, aside: str, measure: Measure) -> Page:
    """The page, as large as the code. Raises Invalid for a text that no code can hold."""
    quiet = codes.QUIET * _MODULE
    code = Code(quiet, quiet, _MODULE, codes.matrix(text, "L"), title)
    width = code.side + 2 * quiet
    below = code.y + code.side + quiet
    room = width - 2 * quiet
    return Page(
        width,
        width + _BELOW,
        (
            code,
            Words(
                width / 2,
                below + 4.5,
                shortened(title, _TITLE, room, measure),
                _TITLE.size,
                bold=True,
                align="middle",
                room=room,
            ),
            Words(
                width / 2,
                below + 10,
                shortened(aside, _ASIDE, room, measure),
                _ASIDE.size,
                ink="grey",
                align="middle",
                room=room,
            ),
        ),
    )
