"""`companion bwd card …`: what the group read on the cards of its own box."""

from typing import Annotated, Any

import typer

from companion.games.bwd import cardbook
from companion.games.bwd.commands.shapes import CardName
from companion.games.bwd.game import GAME
from companion.table.options import takes
from companion.table.reply import Reply

HELP = """What is known of the cards of your box.

\b
Examples:
  companion bwd card show 17
  companion bwd card set 17 --name Medkit --phase main
"""

app = typer.Typer(name="card", help=HELP)

Text = Annotated[str | None, typer.Option(metavar="TEXT", show_default=False)]
Words = Annotated[list[str] | None, typer.Option(metavar="NAME", show_default=False)]


@app.command("set")
@takes(play=False)
def set_card(
    ctx: typer.Context,
    card: CardName,
    name: Text = None,
    number: Annotated[
        str | None, typer.Option(metavar="N", help="The number printed on a card known by name.")
    ] = None,
    text: Text = None,
    phase: Annotated[
        list[str] | None, typer.Option(metavar="PHASE", help="first, main, last; may repeat.")
    ] = None,
    icon: Annotated[
        list[str] | None,
        typer.Option(metavar="ICON", help="What a tag draws, where it is not one icon."),
    ] = None,
    overwrites: Text = None,
    prerequisite: Words = None,
    condition: Annotated[
        str | None, typer.Option(metavar="TEXT", help="A prerequisite that is no icon.")
    ] = None,
    ward: Text = None,
    always: Text = None,
    one_shot: Annotated[bool | None, typer.Option("--one-shot/--not-one-shot")] = None,
) -> Reply:
    """Tell what stands on a card of your box.

    Only what you name is changed.

    \b
    Examples:
      companion bwd card set 17 --name Medkit --ward "erase it: no points are lost"
      companion bwd card set 23 --name Zoom --overwrites re-roll --phase first
      companion bwd card set investment --number 31 --text "Dot this face …"
    """
    told: dict[str, Any] = {
        "name": name,
        "number": number,
        "text": text,
        "phases": phase,
        "icons": icon,
        "overwrites": overwrites,
        "prerequisite": prerequisite,
        "condition": condition,
        "ward": ward,
        "always": always,
        "one_shot": one_shot,
    }
    told = {field: value for field, value in told.items() if value is not None}
    desk = ctx.obj
    catalogue = desk.reference(GAME)
    fact = cardbook.description(catalogue, card, told)
    desk.keep(GAME.id, [fact])
    known = desk.reference(GAME)
    shown = known.card(fact[1]["key"])
    return Reply(
        document=lambda: cardbook.card_document(shown),
        blocks=lambda: cardbook.card_blocks(shown, known),
    )


@app.command("show")
@takes(play=False)
def show_card(ctx: typer.Context, card: CardName) -> Reply:
    """See what is known of a card.

    \b
    Examples:
      companion bwd card show opportunity
      companion bwd card show 17
    """
    catalogue = ctx.obj.reference(GAME)
    found = catalogue.find(card)
    return Reply(
        document=lambda: cardbook.card_document(found),
        blocks=lambda: cardbook.card_blocks(found, catalogue),
    )


@app.command("list")
@takes(play=False)
def list_cards(ctx: typer.Context) -> Reply:
    """See every card that something is known of.

    \b
    Examples:
      companion bwd card list
    """
    catalogue = ctx.obj.reference(GAME)
    return Reply(
        document=lambda: {"cards": [cardbook.card_document(card) for card in catalogue.cards]},
        blocks=lambda: cardbook.list_blocks(catalogue),
    )
