"""The verbs of `companion blank box`: add, change, show and choose boxes."""

import re
from collections.abc import Sequence
from typing import Any

from companion.core.command import verb, word, words
from companion.core.names import folded, listed, proper_name, short
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Ambiguous, Invalid, Refused
from companion.games.blank.box_log import redo, show_log, undo
from companion.games.blank.boxes import (
    BlankBox,
    BlankShelf,
    BoxName,
    InBox,
    find_box,
    find_boxes,
    never_offered,
    quiet_option,
    read_signature,
    require_other_mark,
    short_id,
    write_entry,
)
from companion.games.blank.cards import SUITS
from companion.games.blank.deck import BoxChanged, Deck, box_record, require_distinct_colours
from companion.games.blank.reference import has_boxes
from companion.games.blank.search import find_suit

LONGEST_MARK = 8

NewBoxName = Annotated[str, word()]
Mark = Annotated[str | None, quiet_option("MARK", "The sign on each of its cards.")]
Owner = Annotated[str | None, quiet_option("NAME", "Who approves new cards.")]
Colours = Annotated[
    Sequence[str],
    words(metavar="SYMBOL=COLOUR", help="A colour on your cards; may repeat.", after_dash=True),
]
NewName = Annotated[str | None, quiet_option("NAME", "Its new name.")]

# Add and change


@verb("add a box", of_play=False)
def new(
    shelf: BlankShelf,
    name: NewBoxName,
    *,
    mark: Mark = None,
    owner: Owner = None,
    suit: Colours = (),
) -> Reply:
    """Add a box: 38 rule cards, 72 game cards.

    Examples:
      companion blank box new "Friday box" --mark ★ --owner Ana
      companion blank box new Cellar --mark "#" --suit hexagon=red
    """
    name = proper_name(name, "box")
    about = _read_description(shelf, mark, owner, suit)
    others = shelf.boxes()
    _require_other_name(shelf, name)
    box = shelf.create(name, about)
    if not others:
        shelf.use([box.id])
    warnings = _same_mark(box.now, others)
    if others:
        names = listed([other.name for other in find_boxes(shelf, None)])
        warnings.append(
            f"Commands still use {names}. To switch: `companion blank box use {short_id(box.id)}`."
        )
    return _shown(shelf, box, warnings)


def _require_other_name(shelf: BlankShelf, name: str, own: str = "") -> None:
    for box in shelf.boxes():
        if folded(box.name) == folded(name) and box.id != own:
            raise Ambiguous(
                f"There is already a box named {box.name}.",
                [box.name],
                "Give this one another name.",
            )


def _read_description(
    shelf: BlankShelf, mark: str | None, owner: str | None, suit: Sequence[str]
) -> dict[str, Any]:
    """The description of a box from its options, as its log keeps it."""
    about: dict[str, Any] = {}
    if mark is not None:
        about["mark"] = _read_mark(mark)
    if owner is not None:
        about["owner"] = read_signature(shelf, owner)
    if suit:
        about["suits"] = read_colours(suit)
        require_distinct_colours(about["suits"])
    return about


def read_colours(typed: Sequence[str]) -> dict[str, str]:
    """Read colours by suit: `hexagon=red`. Raises Invalid, NotFound, or Ambiguous."""
    colours: dict[str, str] = {}
    for text in typed:
        suit, equals, colour = text.partition("=")
        if not equals or not suit.strip():
            raise Invalid(
                f"“{short(text)}” does not name a suit and its colour.", "`--suit hexagon=red`"
            )
        named = folded(colour)
        if named and re.fullmatch(r"[^\W\d]+", named) is None:
            raise Invalid(f"“{short(colour)}” is not a colour.", "One word: `--suit hexagon=red`.")
        if named in SUITS:
            raise Invalid(
                f"“{named}” is a symbol.", "`--suit hexagon=red`: the symbol comes first."
            )
        colours[find_suit(suit, {})] = named
    return colours


def _read_mark(text: str) -> str:
    mark = text.strip()
    if len(mark) > LONGEST_MARK or ":" in mark or any(sign.isspace() for sign in mark):
        raise Invalid(
            f"“{mark}” cannot be a mark.",
            f"At most {LONGEST_MARK} signs or letters, without spaces or colons.",
        )
    if mark.isdigit():
        raise Invalid(
            "A mark of digits would look like a card's number.", "Use a letter or a sign."
        )
    return proper_name(mark, "mark") if mark else ""


def _same_mark(deck: Deck, others: Sequence[BlankBox]) -> list[str]:
    return [
        f"{other.name} has the mark {deck.mark} too: they cannot be mixed (BL-123)."
        for other in others
        if deck.mark and folded(other.now.mark) == folded(deck.mark)
    ]


@verb("change a box", name="set", when=never_offered, of_play=False)
def change(
    shelf: BlankShelf,
    box: BoxName = None,
    *,
    in_box: InBox = None,
    name: NewName = None,
    mark: Mark = None,
    owner: Owner = None,
    suit: Colours = (),
) -> Reply:
    """Change the name, mark, owner or colours of a box.

    Examples:
      companion blank box set --mark ★
      companion blank box set friday --owner Ben --suit hexagon=red
      companion blank box set --suit hexagon=        not red after all
    """
    found = find_box(shelf, box, in_box)
    about = _read_description(shelf, mark, owner, suit)
    if name is not None:
        about["name"] = proper_name(name, "box")
        _require_other_name(shelf, about["name"], found.id)
    if not about:
        raise Invalid(
            "Nothing to change was entered.", "Use `--name`, `--mark`, `--owner` or `--suit`."
        )
    deck = found.now
    if about == {key: getattr(deck, key) for key in about if key != "suits"}:
        raise Refused(f"{deck.title} is described like that already.", "Nothing was recorded.")
    require_distinct_colours({**deck.colours, **about.get("suits", {})})
    if "mark" in about and found.id in shelf.in_use():
        mixed = [other.now for other in find_boxes(shelf, None) if other.id != found.id]
        require_other_mark(about["mark"], mixed)
    changed = write_entry(shelf, found.id, lambda pen: pen.add(BoxChanged(**about)))
    others = [other for other in shelf.boxes() if other.id != found.id]
    return _shown(shelf, changed.box, _same_mark(changed.box.now, others))


# Show and choose


def _shown(shelf: BlankShelf, box: BlankBox, warnings: Sequence[str] = ()) -> Reply:
    from companion.games.blank.views import box_blocks

    deck, used = box.now, box.id in shelf.in_use()
    return Reply(
        document=lambda: {**box_record(box.id, deck), "in_use": used},
        blocks=lambda: box_blocks(deck, used, short_id(box.id)),
        warnings=tuple(warnings),
    )


@verb("what is in it", when=has_boxes, of_play=False)
def show(shelf: BlankShelf, box: BoxName = None, *, in_box: InBox = None) -> Reply:
    """Count what is in a box.

    Examples:
      companion blank box show
      companion blank box show friday --json
    """
    return _shown(shelf, find_box(shelf, box, in_box))


@verb("all boxes", name="list", when=has_boxes, of_play=False)
def list_all(shelf: BlankShelf) -> Reply:
    """See all boxes, and which are in use.

    Examples:
      companion blank box list
    """
    from companion.games.blank.views import boxes_blocks

    used, found = shelf.in_use(), shelf.boxes()
    return Reply(
        document=lambda: {
            "copies": [{**box_record(box.id, box.now), "in_use": box.id in used} for box in found]
        },
        blocks=lambda: boxes_blocks(shelf.group, [(box.now, box.id in used) for box in found]),
    )


@verb("choose the box in use", when=never_offered, of_play=False)
def use(shelf: BlankShelf, box: BoxName) -> Reply:
    """Choose the box in use.

    Commands use it unless you name another.

    Examples:
      companion blank box use friday
    """
    found = find_box(shelf, box)
    shelf.use([found.id])
    shown = _shown(shelf, found)
    return Reply(document=shown.document, lines=(f"Now in use: {found.now.title}",))


@verb("its story, day by day", when=has_boxes, of_play=False)
def story(shelf: BlankShelf, box: BoxName = None, *, in_box: InBox = None) -> Reply:
    """Read the story of a box, day by day.

    Examples:
      companion blank box story
      companion blank box story friday --json
    """
    from companion.games.blank.histories import show_story

    return show_story(shelf, find_box(shelf, box, in_box))


VERBS = (new, show, story, list_all, show_log, change, use, undo, redo)
"""In the order of menus: what is needed most often first."""
