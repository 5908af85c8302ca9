"""What only one player may know: lines that name secret dice are not brought back by a key."""

from collections.abc import Collection
from difflib import get_close_matches

from companion.cli.shell.words import split, unfinished
from companion.core.names import folded
from companion.errors import Invalid

_ALIKE = 0.7
_FIRST = 3
"""Of so many words, one may be a verb: `companion boolean hold`."""


def is_secret(line: str, secret: Collection[str]) -> bool:
    """Whether a line has one of these verbs or options in it, also where a verb is mistyped."""
    if not secret:
        return False
    words = [folded(word.partition("=")[0]) for word in _words(line)]
    verbs = [word for word in secret if not word.startswith("-")]
    return any(word in secret for word in words) or any(
        get_close_matches(word, verbs, cutoff=_ALIKE) for word in words[:_FIRST]
    )


def _words(line: str) -> list[str]:
    try:
        return split(line)
    except Invalid:  # a quote that is not closed
        typed = unfinished(line)
        return [] if typed is None else [*typed.words, typed.last]
