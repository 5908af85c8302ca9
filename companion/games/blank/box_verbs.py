"""The verbs of `companion blank copy`: the boxes that a group plays with, told of and chosen."""

import re
from collections.abc import Sequence
from typing import Any

from companion.core.names import folded, listed, proper_name, short
from companion.core.param import A_TEXT, Arguments, one, several
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import Ambiguous, Invalid, Refused
from companion.games.blank.box_entries import Changed, require_different
from companion.games.blank.box_log import LOG, REDO, UNDO
from companion.games.blank.boxes import (
    BOX,
    COPY,
    BlankShelf,
    Home,
    as_typed,
    boxes,
    never,
    one_box,
    require_other_mark,
    signature,
    slug,
    write,
)
from companion.games.blank.cards import SUITS
from companion.games.blank.deck import Deck, about_box
from companion.games.blank.reference import has_boxes
from companion.games.blank.search import find_suit

LONGEST_MARK = 8
NAME = one("NAME", A_TEXT)
NAMED = as_typed("--name", "NAME", "What you call it now.")
MARK = as_typed("--mark", "MARK", "The sign on each of its cards.")
OWNER = as_typed("--owner", "NAME", "Who approves new cards.")
SUIT = several(
    "--suit",
    A_TEXT,
    optional=True,
    metavar="SYMBOL=COLOUR",
    help="A colour in your printing; may repeat.",
    quiet=True,
)


# Told of


def _new(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    name = proper_name(told[NAME], "box")
    about = _about(shelf, told)
    others = shelf.boxes()
    _require_other_name(shelf, name)
    box = shelf.create(name, about)
    if not others:
        shelf.use([box.id])
    warnings = _same_mark(box.now, others)
    if others:
        names = listed([other.name for other in boxes(shelf, None)])
        warnings.append(
            f"Commands are about {names} as before: `companion blank copy use {slug(box.id)}`."
        )
    return _shown(shelf, box, warnings)


def _require_other_name(shelf: BlankShelf, name: str, own: str = "") -> None:
    """See to it that no two boxes go by one name. Raises Ambiguous."""
    for box in shelf.boxes():
        if folded(box.name) == folded(name) and box.id != own:
            raise Ambiguous(
                f"There is a box called {box.name} already.",
                [box.name],
                "Give this one another name.",
            )


def _about(shelf: BlankShelf, told: Arguments[Any]) -> dict[str, Any]:
    """What is told of a box, as its log keeps it."""
    about: dict[str, Any] = {}
    if MARK in told:
        about["mark"] = _proper_mark(told[MARK])
    if OWNER in told:
        about["owner"] = signature(shelf, told[OWNER])
    if SUIT in told:
        about["suits"] = told_colours(told[SUIT])
        require_different(about["suits"])
    return about


def told_colours(told: list[str]) -> dict[str, str]:
    """Colours by suit, as typed: `hexagon=red`. Raises Invalid, NotFound, or Ambiguous."""
    colours: dict[str, str] = {}
    for text in told:
        suit, equals, colour = text.partition("=")
        if not equals or not suit.strip():
            raise Invalid(f"“{short(text)}” gives no suit a colour.", "`--suit hexagon=red`")
        named = folded(colour)
        if named and re.fullmatch(r"[^\W\d]+", named) is None:
            raise Invalid(f"“{short(colour)}” is no colour.", "One word: `--suit hexagon=red`.")
        if named in SUITS:
            raise Invalid(
                f"“{named}” is a symbol.", "`--suit hexagon=red`: the symbol comes first."
            )
        colours[find_suit(suit, {})] = named
    return colours


def _proper_mark(text: str) -> str:
    mark = text.strip()
    if len(mark) > LONGEST_MARK or ":" in mark or any(sign.isspace() for sign in mark):
        raise Invalid(
            f"“{mark}” is no mark for a card.",
            f"A sign or two without blanks, at most {LONGEST_MARK}.",
        )
    if mark.isdigit():
        raise Invalid("A mark of digits would look like a card's number.", "A letter or a sign.")
    return proper_name(mark, "mark") if mark else ""


def _same_mark(deck: Deck, others: Sequence[Home]) -> list[str]:
    return [
        f"{other.name} has the mark {deck.mark} too: they cannot be mixed (BL-123)."
        for other in others
        if deck.mark and folded(other.now.mark) == folded(deck.mark)
    ]


NEW: Verb[Any] = Verb(
    "new",
    "tell of a box",
    """
    Tell of a box: 38 rule cards, 72 game cards.

    \b
    Examples:
      companion blank copy new "Friday box" --mark ★ --owner Ana
      companion blank copy new Cellar --mark "#" --suit hexagon=red --suit circle=blue
    """,
    (NAME, MARK, OWNER, SUIT),
    run=_new,
    of_play=False,
)


def _set(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    found = one_box(shelf, told.get(BOX), told.get(COPY))
    about = _about(shelf, told)
    if NAMED in told:
        about["name"] = proper_name(told[NAMED], "box")
        _require_other_name(shelf, about["name"], found.id)
    if not about:
        raise Invalid("What is to be told of the box?", "`--name`, `--mark`, `--owner`, `--suit`.")
    deck = found.now
    if about == {key: getattr(deck, key) for key in about if key != "suits"}:
        raise Refused(f"{deck.title} is known as that already.", "Nothing is entered.")
    require_different({**deck.colours, **about.get("suits", {})})
    if "mark" in about and found.id in shelf.in_use():
        mixed = [other.now for other in boxes(shelf, None) if other.id != found.id]
        require_other_mark(about["mark"], mixed)
    changed = write(shelf, found.id, lambda pen: pen.add(Changed(**about)))
    others = [other for other in shelf.boxes() if other.id != found.id]
    return _shown(shelf, changed.box, _same_mark(changed.box.now, others))


SET = Verb(
    "set",
    "tell more of a box",
    """
    Tell more of a box, or something else.

    \b
    Examples:
      companion blank copy set --mark ★
      companion blank copy set friday --owner Ben --suit hexagon=red
      companion blank copy set --suit hexagon=        not red after all
    """,
    (BOX, COPY, NAMED, MARK, OWNER, SUIT),
    run=_set,
    means=never,
    of_play=False,
)


# Looked at, and chosen


def _shown(shelf: BlankShelf, box: Home, warnings: Sequence[str] = ()) -> Reply:
    from companion.games.blank.views import box_blocks

    deck, used = box.now, box.id in shelf.in_use()
    return Reply(
        document=lambda: {**about_box(box.id, deck), "in_use": used},
        blocks=lambda: box_blocks(deck, used, slug(box.id)),
        warnings=tuple(warnings),
    )


SHOW = Verb(
    "show",
    "what is in it",
    """
    See what is in a box, counted.

    \b
    Examples:
      companion blank copy show
      companion blank copy show friday --json
    """,
    (BOX, COPY),
    run=lambda shelf, told: _shown(shelf, one_box(shelf, told.get(BOX), told.get(COPY))),
    means=has_boxes,
    of_play=False,
)


def _list(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    from companion.games.blank.views import boxes_blocks

    used, found = shelf.in_use(), shelf.boxes()
    return Reply(
        document=lambda: {
            "copies": [{**about_box(box.id, box.now), "in_use": box.id in used} for box in found]
        },
        blocks=lambda: boxes_blocks(shelf.group, [(box.now, box.id in used) for box in found]),
    )


LIST = Verb(
    "list",
    "all boxes",
    """
    See all boxes, and which are in use.

    \b
    Examples:
      companion blank copy list
    """,
    run=_list,
    means=has_boxes,
    of_play=False,
)


def _use(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    box = one_box(shelf, told[BOX])
    shelf.use([box.id])
    shown = _shown(shelf, box)
    return Reply(document=shown.document, lines=(f"In use from now on: {box.now.title}",))


USE = Verb(
    "use",
    "choose the box that commands are about",
    """
    Choose the box that commands are about.

    \b
    Examples:
      companion blank copy use friday
    """,
    (BOX.but(optional=False),),
    run=_use,
    means=never,
    of_play=False,
)


def _story(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    from companion.games.blank.histories import told_story

    return told_story(shelf, one_box(shelf, told.get(BOX), told.get(COPY)))


STORY = Verb(
    "story",
    "day by day",
    """
    Read how a box came to be what it is.

    \b
    Examples:
      companion blank copy story
      companion blank copy story friday --json
    """,
    (BOX, COPY),
    run=_story,
    means=has_boxes,
    of_play=False,
)

VERBS = (NEW, SHOW, STORY, LIST, LOG, SET, USE, UNDO, REDO)
"""In the order of menus: what is asked most often first."""
