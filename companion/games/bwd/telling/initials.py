"""What people write on a die instead of drawing: initials, unlike those of every other icon."""

from collections.abc import Iterator, Sequence

from companion.games.bwd.catalogue import Catalogue, is_number

LONGEST = 3


def initials(icons: Sequence[str], catalogue: Catalogue) -> dict[str, str]:
    """A label for each icon, at most three letters, all different: `SS`, `Inv`, `−2`, `#17`."""
    labels: dict[str, str] = {}
    for icon in icons:
        taken = set(labels.values())
        labels[icon] = next(label for label in _labels(icon, catalogue) if label not in taken)
    return labels


def _labels(icon: str, catalogue: Catalogue) -> Iterator[str]:
    """The label that comes to mind, then others: consonants, then numbered ones."""
    title = catalogue.title(icon)
    if is_number(icon) or title.startswith("#"):
        yield title
    words = title.replace("-", " ").split()
    if len(words) > 1:
        yield "".join(word[0].upper() for word in words)[:LONGEST]
    else:
        yield title[:LONGEST]
    consonants = [sign for sign in title[1:] if sign.isalpha() and sign.lower() not in "aeiou"]
    yield title[:1] + "".join(consonants)[: LONGEST - 1]
    number = 2
    while True:
        yield f"{title[: LONGEST - len(str(number))]}{number}"
        number += 1
