"""`companion blank copy …`: the boxes that a group plays with."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.names import folded, listed, proper_name
from companion.core.reply import Reply
from companion.errors import Ambiguous, Invalid, Refused
from companion.games.blank.box_entries import CHANGED
from companion.games.blank.box_views import about_box
from companion.games.blank.commands import box_log
from companion.games.blank.commands.boxes import BoxName, CopyName, boxes, one_box, slug, write
from companion.games.blank.commands.catalogue import signature
from companion.games.blank.deck import Deck
from companion.games.blank.game import GAME
from companion.games.blank.mixing import require_other_mark
from companion.games.blank.suits import require_different, told_colours
from companion.table.boxes import all_copies, in_use, new_id, use
from companion.table.copies import OpenCopy, create_copy
from companion.table.desk import Desk
from companion.table.options import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block

HELP = """Your boxes of BLANK.

\b
Examples:
  companion blank copy new "Friday box" --mark ★ --owner Ana
  companion blank copy show
  companion blank copy story
"""

app = typer.Typer(name="copy", help=HELP)

Suits = Annotated[
    list[str] | None,
    typer.Option("--suit", metavar="SYMBOL=COLOUR", help="A colour in your printing; may repeat."),
]
Mark = Annotated[str | None, typer.Option(metavar="MARK", help="The sign on each of its cards.")]
Owner = Annotated[str | None, typer.Option(metavar="NAME", help="Who approves new cards.")]
LONGEST_MARK = 8


@app.command("new")
@takes(play=False)
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False)],
    mark: Mark = None,
    owner: Owner = None,
    suit: Suits = None,
) -> Reply:
    """Tell of a box: 38 rule cards, 72 game cards.

    \b
    Examples:
      companion blank copy new "Friday box" --mark ★ --owner Ana
      companion blank copy new Cellar --mark "#" --suit hexagon=red --suit circle=blue
    """
    desk: Desk = ctx.obj
    name = proper_name(name, "box")
    told = _about(desk, mark, owner, suit)
    copies = all_copies(desk, GAME)
    _require_other_name(desk, name)
    copy_id = new_id(desk, GAME, name)
    copy = create_copy(desk, GAME, copy_id, {"name": name, **told})
    if not copies:
        use(desk, GAME, [copy_id])
    warnings = _same_mark(copy.reference, copies)
    if copies:
        names = listed([other.reference.name for other in boxes(desk, None)])
        warnings.append(
            f"Commands are about {names} as before: `companion blank copy use {slug(copy_id)}`."
        )
    return _shown(desk, copy, warnings)


def _require_other_name(desk: Desk, name: str, own: str = "") -> None:
    """See to it that no two boxes go by one name. Raises Ambiguous."""
    for copy in all_copies(desk, GAME):
        if folded(copy.reference.name) == folded(name) and copy.ref.id != own:
            raise Ambiguous(
                f"There is a box called {copy.reference.name} already.",
                [copy.reference.name],
                "Give this one another name.",
            )


def _about(
    desk: Desk, mark: str | None, owner: str | None, suit: list[str] | None
) -> dict[str, Any]:
    """What is told of a box, as its log keeps it."""
    told: dict[str, Any] = {}
    if mark is not None:
        told["mark"] = _proper_mark(mark)
    if owner is not None:
        told["owner"] = signature(desk, owner)
    if suit:
        told["suits"] = told_colours(suit)
        require_different(told["suits"])
    return told


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


def _same_mark(deck: Deck, others: list[OpenCopy]) -> list[str]:
    return [
        f"{other.reference.name} has the mark {deck.mark} too: they cannot be mixed (BL-123)."
        for other in others
        if deck.mark and folded(other.reference.mark) == folded(deck.mark)
    ]


@app.command("set")
@takes(play=False)
def set_box(
    ctx: typer.Context,
    box: BoxName = None,
    copy: CopyName = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What you call it now.")] = None,
    mark: Mark = None,
    owner: Owner = None,
    suit: Suits = None,
) -> Reply:
    """Tell more of a box, or something else.

    \b
    Examples:
      companion blank copy set --mark ★
      companion blank copy set friday --owner Ben --suit hexagon=red
      companion blank copy set --suit hexagon=        not red after all
    """
    desk: Desk = ctx.obj
    found = one_box(desk, box, copy)
    told: Any = _about(desk, mark, owner, suit)
    if name is not None:
        told["name"] = proper_name(name, "box")
        _require_other_name(desk, told["name"], found.ref.id)
    if not told:
        raise Invalid("What is to be told of the box?", "`--name`, `--mark`, `--owner`, `--suit`.")
    deck: Deck = found.reference
    if told == {key: getattr(deck, key) for key in told if key != "suits"}:
        raise Refused(f"{deck.title} is known as that already.", "Nothing is entered.")
    require_different({**deck.colours, **told.get("suits", {})})
    if "mark" in told and found.ref.id in in_use(desk, GAME):
        others = [other.reference for other in boxes(desk, None) if other.ref.id != found.ref.id]
        require_other_mark(told["mark"], others)
    changed = write(desk, found.ref.id, lambda pen: pen.add(CHANGED, told))
    others = [other for other in all_copies(desk, GAME) if other.ref.id != found.ref.id]
    return _shown(desk, changed.copy, _same_mark(changed.deck, others))


def _shown(desk: Desk, copy: OpenCopy, warnings: list[str]) -> Reply:
    deck: Deck = copy.reference
    used = copy.ref.id in in_use(desk, GAME)

    def box_blocks() -> "list[Block]":
        from companion.games.blank.box_views import box_blocks

        return box_blocks(deck, used, slug(copy.ref.id))

    return Reply(
        document=lambda: {**about_box(copy.ref.id, deck), "in_use": used},
        blocks=box_blocks,
        warnings=tuple(warnings),
    )


@app.command("show")
@takes(play=False)
def show(ctx: typer.Context, box: BoxName = None, copy: CopyName = None) -> Reply:
    """See what is in a box, counted.

    \b
    Examples:
      companion blank copy show
      companion blank copy show friday --json
    """
    return _shown(ctx.obj, one_box(ctx.obj, box, copy), [])


@app.command("list")
@takes(play=False)
def list_boxes(ctx: typer.Context) -> Reply:
    """See all boxes, and which are in use.

    \b
    Examples:
      companion blank copy list
    """
    desk: Desk = ctx.obj
    used, copies = in_use(desk, GAME), all_copies(desk, GAME)

    def boxes_blocks() -> "list[Block]":
        from companion.games.blank.box_views import boxes_blocks

        decks = [(copy.reference, copy.ref.id in used) for copy in copies]
        return boxes_blocks(desk.group, decks)

    return Reply(
        document=lambda: {
            "copies": [
                {**about_box(copy.ref.id, copy.reference), "in_use": copy.ref.id in used}
                for copy in copies
            ]
        },
        blocks=boxes_blocks,
    )


@app.command("use")
@takes(play=False)
def use_box(
    ctx: typer.Context, box: Annotated[str, typer.Argument(metavar="BOX", show_default=False)]
) -> Reply:
    """Choose the box that commands are about.

    \b
    Examples:
      companion blank copy use friday
    """
    desk: Desk = ctx.obj
    copy = one_box(desk, box)
    use(desk, GAME, [copy.ref.id])
    shown = _shown(desk, copy, [])
    return Reply(document=shown.document, lines=(f"In use from now on: {copy.reference.title}",))


app.registered_commands.extend(box_log.app.registered_commands)
