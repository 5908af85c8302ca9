"""What people type for the bottoms in both areas."""

from collections.abc import Sequence

from companion.core.names import folded, short
from companion.core.numbers import only_digits
from companion.errors import Invalid
from companion.games.boolean.sort.state import AREAS, TURNS


def right(words: Sequence[str]) -> list[int]:
    """How many bottoms are right in Black and in White: `5 4`, or `bbbbb wwwwb`. Raises Invalid."""
    example = "`companion boolean bottoms 5 4`, or as you see them: "
    example += "`companion boolean bottoms bbbbb wwwwb`."
    if len(words) != len(AREAS):
        raise Invalid("The bottoms in Black first, then those in White.", example)
    found = []
    for word, colour in zip(words, AREAS, strict=True):
        letters = folded(word)
        if only_digits(letters) and len(letters) == 1:
            found.append(int(letters))
        elif len(letters) == TURNS and not letters.strip("wb"):
            found.append(letters.count(colour[0]))
        else:
            raise Invalid(f"“{short(word)}” are not the five bottoms of an area.", example)
    return found
