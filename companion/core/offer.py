"""What may be typed next in the middle of a play."""

from typing import NamedTuple


class Offer(NamedTuple):
    """A word that may come next, typed as it stands, and a few words on what it is.

    `word` holds no blanks: names are handles, cards are keys. One that ends in `=` or `:` wants
    more right behind it.
    """

    word: str
    about: str = ""
