"""Verbs about dice: showing, tagging, rolling, drawing on them, and who has them."""

from typing import Annotated

import typer

from companion.arguments import Player, Virtual
from companion.core.action import Action
from companion.core.kind import Kind
from companion.core.numbers import only_digits
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.commands.shapes import (
    DieName,
    FaceName,
    Puts,
    enter,
    marks,
    seat_of,
)
from companion.games.bwd.faces import find_die
from companion.games.bwd.icons import FACE_DASHED, FACE_DOTTED, FaceMarked
from companion.games.bwd.moves import dice, tagging
from companion.games.bwd.state import COMMON, State
from companion.table.entering import desk_of, own_seat, player_seat
from companion.table.options import takes

app = typer.Typer()

Count = Annotated[str, typer.Argument(metavar="[N]", show_default=False)]
MaybeFace = Annotated[str, typer.Argument(metavar="[DIE:FACE]", show_default=False)]


@app.command("dice")
def show_dice(
    ctx: typer.Context,
    of: Annotated[str | None, typer.Option(metavar="PLAY", help="A past play's dice.")] = None,
    as_list: Annotated[bool, typer.Option("--list", help="A line for each die.")] = False,
) -> Reply:
    """See every die unfolded.

    The active face stands in brackets. Faces are #1 above, #2 to #5 across, #6 below.

    \b
    Examples:
      companion bwd dice
      companion bwd dice --list
      companion bwd dice --of bwd-3
    """
    from companion.core.blocks import Block, Heading
    from companion.games.bwd.dice_views import dice_view
    from companion.games.bwd.views import dice_entry

    if of is not None:
        desk_of(ctx).asked.play = of
    play = desk_of(ctx).open()

    def blocks() -> list[Block]:
        heading = Heading("Dice", f"{play.ref.group} · {play.ref.id}")
        return [heading, *dice_view(play.state, play.reference.value, as_list=as_list)]

    return Reply(
        document=lambda: {
            "play": play.ref.id,
            "group": play.ref.group,
            "dice": [dice_entry(play.state, die) for die in play.state.dice],
        },
        blocks=blocks,
    )


@app.command("tag")
@takes(house=True)
def tag(
    ctx: typer.Context,
    die: DieName,
    cards_: Annotated[list[str], typer.Argument(metavar="CARD...", show_default=False)],
    put: Puts = None,
    by: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who tags.")] = None,
) -> Reply:
    """Draw the icons of a card on a die.

    What finds no room there goes on the next dice.

    \b
    Examples:
      companion bwd tag ana.1 investment
      companion bwd tag ana.1 points tag           two tags
      companion bwd tag ana.1 points               3 and -2, on two faces
      companion bwd tag ana.1:active points        the 3 goes on top
      companion bwd tag ana.1 points --put -2=ana.1:active
      companion bwd tag common tag --by ben
    """

    def plan(action: Action[State], cards: Catalogue) -> None:
        named = cards.whole_names(cards_)
        if put and len(named) > 1:
            raise Invalid("`--put` is about one card's icons.", "Tag that card on its own.")
        for card in named:
            tagging.tag(action, cards, die, card, put or [], seat_of(action, by))

    return enter(ctx, plan)


@app.command("roll")
@takes(house=True)
def roll(
    ctx: typer.Context,
    dice_: Annotated[
        list[str] | None, typer.Argument(metavar="[[DIE=]ICON ...]", show_default=False)
    ] = None,
    virtual: Virtual = False,
    untold: Annotated[
        bool, typer.Option("--untold", help="Tags of setup still to go were made, and nobody told.")
    ] = False,
) -> Reply:
    """Tell what came up on the dice.

    Icons alone are those of your dice, in order; then of the next player's, to the left.

    \b
    Examples:
      companion bwd roll ana.1=investment ana.2=blank ben.1=-2
      companion bwd roll investment blank          of whoever's turn it is
      companion bwd roll 3 tag -2 erase            of both, with two dice each
      companion bwd roll ben -2 erase
      companion bwd roll --virtual                 let the companion roll all
      companion bwd roll ana.1 --virtual           or one
    """
    told = dice_ or []

    def plan(action: Action[State], cards: Catalogue) -> None:
        chance = desk_of(ctx).chance(action.entry) if virtual else None
        action.untold = untold
        dice.roll(action, cards, cards.whole_names(told), chance, own_seat(ctx, action))

    return enter(ctx, plan)


@app.command("erase")
@takes(house=True)
def erase(ctx: typer.Context, face: FaceName) -> Reply:
    """Wipe a face, with its dots and dashes.

    \b
    Examples:
      companion bwd erase ben.1:investment
      companion bwd erase ben.1:-2
      companion bwd erase ben.1:active
    """
    return enter(ctx, lambda action, cards: dice.erase(action, cards, face))


@app.command("replace")
@takes(house=True)
def replace(
    ctx: typer.Context,
    face: FaceName,
    icon: Annotated[str, typer.Argument(metavar="ICON", show_default=False)],
) -> Reply:
    """Wipe a face and draw another icon on it.

    \b
    Examples:
      companion bwd replace ana.1:cocoon 3
    """
    return enter(ctx, lambda action, cards: dice.replace(action, cards, face, icon))


@app.command("dot")
@takes(house=True)
def dot(ctx: typer.Context, face: MaybeFace = "", count: Count = "") -> Reply:
    """Draw dots on a face.

    That is no tag. Without a face, on the one that was resolved just now.

    \b
    Examples:
      companion bwd dot ana.1:investment
      companion bwd dot ana.1:investment 2
      companion bwd dot
    """
    return _mark(ctx, FACE_DOTTED, face, count)


@app.command("dash")
@takes(house=True)
def dash(ctx: typer.Context, face: MaybeFace = "", count: Count = "") -> Reply:
    """Draw dashes on a face.

    That is no tag. Without a face, on the one that was resolved just now.

    \b
    Examples:
      companion bwd dash ben.2:parasite
      companion bwd dash
    """
    return _mark(ctx, FACE_DASHED, face, count)


def _mark(ctx: typer.Context, kind: Kind[State, FaceMarked], face: str, count: str) -> Reply:
    """Draw marks of that kind; a number alone is how many."""
    if only_digits(face) and not count:
        face, count = "", face
    many = count or "1"
    return enter(ctx, lambda action, cards: dice.mark_face(action, cards, face, kind, marks(many)))


@app.command("write")
@takes(house=True)
def write(
    ctx: typer.Context,
    die: DieName,
    icons: Annotated[list[str], typer.Argument(metavar="ICON...", show_default=False)],
) -> Reply:
    """Tell what is on a die as it lies there.

    Faces left out are blank; nothing is checked.

    \b
    Examples:
      companion bwd write ana.1 investment 3 -2
      companion bwd write ana.1 blank blank tag      for those who number faces
    """
    return enter(
        ctx, lambda action, cards: dice.write(action, cards, die, cards.whole_names(icons))
    )


@app.command("claim")
@takes(house=True)
def claim(
    ctx: typer.Context,
    player: Player,
    die: Annotated[str, typer.Argument(metavar="[DIE]", show_default=False)] = COMMON,
) -> Reply:
    """Take the common die.

    The face that it shows stays.

    \b
    Examples:
      companion bwd claim ana
    """

    def plan(action: Action[State], cards: Catalogue) -> None:
        dice.claim(action, cards, player_seat(action, player), find_die(action.state, die))

    return enter(ctx, plan)


@app.command("swap")
@takes(house=True)
def swap(ctx: typer.Context, die: DieName, other: DieName) -> Reply:
    """Exchange dice of two players.

    The faces that they show stay.

    \b
    Examples:
      companion bwd swap ana.1 ben.2
    """
    return enter(ctx, lambda action, cards: dice.swap(action, cards, die, other))
