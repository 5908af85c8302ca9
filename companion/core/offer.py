"""A line that is half typed in the middle of a play, and what may be typed next."""

from collections.abc import Mapping
from typing import NamedTuple


class Offer(NamedTuple):
    """A word that may come next, typed as it stands, and a few words on what it is.

    `word` holds no blanks: names are handles, cards are keys. One that ends in `=` or `:` wants
    more right behind it.
    """

    word: str
    about: str = ""


class Line(NamedTuple):
    """What stands behind a verb: its arguments, its options with their values, flags with none.

    `wants` is the option of which the value comes next; empty where it is an argument's turn.
    """

    arguments: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = {}
    wants: str = ""

    def value(self, option: str) -> str | None:
        """What an option was given last; None where it does not stand there."""
        values = self.options.get(option)
        return None if values is None else values[-1]

    def also(self, word: str) -> "Line":
        """The line with a word more: the value of the option that waits for it, or an argument."""
        if self.wants:
            return self.having(self.wants, word)
        return self._replace(arguments=(*self.arguments, word))

    def having(self, option: str, value: str = "") -> "Line":
        """The line with this option behind it, and its value."""
        values = (*self.options.get(option, ()), value)
        return self._replace(options={**self.options, option: values}, wants="")
