"""What a physical box holds, piece by piece: what is listed, printed, labelled, checked, joined.

Every game's box is described in the same way, so that printing and checking know no game.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from companion.core.event import Draft

Figure = Literal["hexagon", "triangle", "square", "circle", "diamond", "shield"]
FIGURES: tuple[Figure, ...] = get_args(Figure)


def figure_named(name: str) -> Figure | None:
    """The figure of that name; None where there is none."""
    return next((figure for figure in FIGURES if figure == name), None)


Kind = Literal["card", "die", "piece"]

NOT_COUNTED = "how many is not known"
"""Of things whose number is neither in a rulebook nor entered."""


class Component(NamedTuple):
    """One thing in a box that differs from others, or `many` that are alike.

    `id` is what a code calls it: small letters, digits, `.`, `-` and `#`; `aliases` are what it was
    called on older codes. `many` is None where the rulebook gives no number. `title` is what
    people call it (`Rule 15`), `name` what it is titled, `says` what stands on it, `by` who signed
    it. `revision` grows with every change of what it says; 0 as long as nothing was entered.
    `same` are the earlier revisions that have the same words as this one.
    `net` are the colours or signs of a die's six faces: top, left, front, right, back, bottom as
    they lie unfolded (the four in the middle side by side). `figure` is the shape on a card.
    One that is not `coded` is counted by hand. One that is not `expected` is missed by nobody;
    on one that is `blank`, something is still to be written; `out` is why it should not be in the
    box at all.
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
        """Whether nothing was entered of it yet: it is written on by hand."""
        return not self.says and not self.revision

    def has_words_of(self, printed: int | None) -> bool:
        """Whether the card said in that revision what it says now."""
        return printed == self.revision or printed in self.same

    def is_shown_by(self, printed: int) -> bool:
        """Whether a label of that revision is as the card is.

        One that was printed before anything was entered was written on by hand: that is revision 1.
        """
        return self.has_words_of(printed) or (printed == 0 and self.has_words_of(1))


class Inventory(NamedTuple):
    """A box: whose it is, and all that is in it, part by part in the order of its items.

    `copy` is the id of the copy, `code` how codes call it. `revision` is the number of the newest
    entry that was made of it, 0 for a box as it came; `date` is the day of this inventory
    (ISO 8601). `notes` are sentences about the whole.
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
        """The box as one speaks of it: `Friday box ★`."""
        return f"{self.name} {self.mark}".strip()

    @property
    def parts(self) -> dict[str, tuple[Component, ...]]:
        """The items under the heading of their part, in order."""
        found: dict[str, list[Component]] = {}
        for item in self.items:
            found.setdefault(item.part, []).append(item)
        return {part: tuple(items) for part, items in found.items()}


class Stock(NamedTuple):
    """What a game knows of a box: its items, and what it is marked and whose it is, if known.

    `notes` are sentences about the whole.
    """

    items: tuple[Component, ...]
    mark: str = ""
    owner: str = ""
    notes: tuple[str, ...] = ()


class Overlay(NamedTuple):
    """What somebody else's book of a box puts on top of ours; `notes` are sentences about it."""

    drafts: Sequence[Draft]
    notes: tuple[str, ...] = ()
