"""What a physical box holds, piece by piece: for lists, prints, labels, checks and merges.

All games describe their boxes in the same way, so printing and checking need not know the game.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from companion.core.event import Draft

Figure = Literal["hexagon", "triangle", "square", "circle", "diamond", "shield"]
FIGURES: tuple[Figure, ...] = get_args(Figure)


def figure_named(name: str) -> Figure | None:
    """Return the figure of that name; None if there is none."""
    return next((figure for figure in FIGURES if figure == name), None)


Kind = Literal["card", "die", "piece"]

NOT_COUNTED = "how many is not known"
"""The number of things whose number is neither in a rulebook nor entered."""


class Component(NamedTuple):
    """One distinct thing in a box, or `many` that are alike.

    `id` is its name in codes: small letters, digits, `.`, `-` and `#`; `aliases` are its names in
    older codes. `many` is None if the rulebook gives no number. `title` is what people call it
    (`Rule 15`), `name` its own title, `says` its text, `by` the player who signed it. `revision`
    grows with every change of its text; it is 0 until something is entered. `same` are the earlier
    revisions with the same words as this one. `net` are the colours or signs of a die's six faces:
    top, left, front, right, back, bottom of the unfolded net (the four in the middle side by side).
    `figure` is the shape on a card. One that is not `coded` is counted by people. One that is not
    `expected` may be missing; a `blank` one is still to be written on; `out` is the reason why it
    should not be in the box.
    """

    id: str
    title: str
    part: str
    kind: Kind = "card"
    many: int | None = 1
    name: str = ""
    says: str = ""
    by: str = ""
    revision: int = 0
    same: tuple[int, ...] = ()
    status: str = ""
    net: tuple[str, ...] = ()
    coded: bool = True
    expected: bool = True
    blank: bool = False
    out: str = ""
    aliases: tuple[str, ...] = ()
    figure: Figure | None = None

    @property
    def is_unknown(self) -> bool:
        """Whether nothing has been entered about it: its label is for writing on."""
        return not self.says and not self.revision

    def has_words_of(self, printed: int | None) -> bool:
        """Whether that printed revision has the card's present words."""
        return printed == self.revision or printed in self.same

    def is_shown_by(self, printed: int) -> bool:
        """Whether a label of that revision is up to date.

        One that was printed before anything was entered was written on by hand: that is revision 1.
        """
        return self.has_words_of(printed) or (printed == 0 and self.has_words_of(1))


class Inventory(NamedTuple):
    """A box: its owner, and its contents, part by part in the order of its items.

    `copy` is the id of the copy, `code` its name in codes. `revision` is the number of the newest
    entry about it, 0 for a new box; `date` is the day of this inventory (ISO 8601). `notes` are
    sentences about the whole.
    """

    copy: str
    code: str
    game: str
    game_title: str
    name: str
    mark: str
    owner: str
    revision: int
    date: str
    items: tuple[Component, ...]
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name of the box in sentences: `Friday box ★`."""
        return f"{self.name} {self.mark}".strip()

    @property
    def parts(self) -> dict[str, tuple[Component, ...]]:
        """The items by the heading of their part, in order."""
        found: dict[str, list[Component]] = {}
        for item in self.items:
            found.setdefault(item.part, []).append(item)
        return {part: tuple(items) for part, items in found.items()}


class Stock(NamedTuple):
    """What a game knows about a box: its items, and its mark and owner, if known.

    `notes` are sentences about the whole.
    """

    items: tuple[Component, ...]
    mark: str = ""
    owner: str = ""
    notes: tuple[str, ...] = ()


class Overlay(NamedTuple):
    """What somebody else's log of a box adds to ours; `notes` are sentences about it."""

    drafts: Sequence[Draft]
    notes: tuple[str, ...] = ()
