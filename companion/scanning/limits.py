"""How much of a picture or a PDF is looked at: none fills the memory, or takes long.

Pictures are decoded, and pages drawn, in a process of their own (see `apart`), which has so much
memory and so much time; the libraries that do it know no limits themselves.
"""

SECONDS = 8
"""So long a processor is busy with one file at most, whatever is in it."""
MEMORY = 240_000_000
"""Bytes that the process may take, its programs aside."""

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
