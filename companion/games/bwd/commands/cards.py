"""`companion bwd card …`: what the group read on the cards of its own box."""

from typing import Annotated, Any

import typer

from companion.arguments import Entry
from companion.core.event import Draft
from companion.core.log import Wording
from companion.core.reply import Reply
from companion.errors import CompanionError
from companion.games.bwd import cards, stock
from companion.games.bwd.catalogue import DESCRIBED, Card, Catalogue
from companion.games.bwd.commands.shapes import CardName
from companion.games.bwd.faces import key_in_play
from companion.games.bwd.game import GAME
from companion.table import copylog
from companion.table.copies import change_copy
from companion.table.desk import Desk
from companion.table.options import takes

HELP = """What is known of the cards of your box.

\b
Examples:
  companion bwd card show 17
  companion bwd card set 17 --name Medkit --phase main
  companion bwd card undo
"""

SAY = Wording(
    commands="companion bwd card",
    as_begun="nothing that was told of your cards stands",
    beginning="the box itself",
    way_out="`companion bwd card set 17 --name …` tells what stands on a card.",
)

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
    copies: Annotated[bool | None, typer.Option("--copies/--copies-nothing")] = None,
) -> Reply:
    """Tell what stands on a card of your box.

    Only what you name is changed. An empty value says that no such thing stands there.

    \b
    Examples:
      companion bwd card set 17 --name Medkit --ward "erase it: no points are lost"
      companion bwd card set 23 --name Zoom --overwrites re-roll --phase first
      companion bwd card set investment --number 31 --text "Dot this face …"
      companion bwd card set 23 --overwrites ""       it overwrites nothing
      companion bwd card set 17 --name ""             its number again
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
        "copies": copies,
    }
    told = {field: value for field, value in told.items() if value is not None}
    copy = change_copy(ctx.obj, GAME, lambda copy: _drafts(copy.reference, card, told))
    known, newest = copy.reference, copy.log.events[-1]
    shown = known.card(newest.data["key"])
    return Reply(
        document=lambda: {**stock.card_document(shown), "entry": newest.action},
        blocks=lambda: stock.card_blocks(shown, known),
        warnings=_beside_what_it_covers(ctx.obj, shown) if "overwrites" in told else (),
    )


def _drafts(catalogue: Catalogue, card: str, told: dict[str, Any]) -> list[Draft]:
    return [Draft(DESCRIBED, fact) for fact in cards.description(catalogue, card, told)]


def _beside_what_it_covers(desk: Desk, card: Card) -> tuple[str, ...]:
    """A card that came into play before anybody read that it overwrites another one."""
    try:
        play = desk.open()
    except CompanionError:
        return ()  # No play, or one that says itself what is wrong with it.
    if play.game.id != GAME.id or card.overwrites is None or play.state.status != "live":
        return ()
    key = key_in_play(play.state, card)
    if play.state.stack_of(key)[:1] != (key,):
        return ()
    verb = f"`companion bwd add {card.number or card.key}`"
    return (f"{card.title} lies beside what it covers in {play.ref.id}: {verb} lays it there.",)


@app.command("show")
@takes(play=False)
def show_card(ctx: typer.Context, card: CardName) -> Reply:
    """See what is known of a card.

    \b
    Examples:
      companion bwd card show opportunity
      companion bwd card show 17
    """
    catalogue = ctx.obj.reference(GAME).value
    found = catalogue.find(card)
    return Reply(
        document=lambda: stock.card_document(found),
        blocks=lambda: stock.card_blocks(found, catalogue),
    )


@app.command("list")
@takes(play=False)
def list_cards(ctx: typer.Context) -> Reply:
    """See every card that something is known of.

    \b
    Examples:
      companion bwd card list
    """
    catalogue = ctx.obj.reference(GAME).value
    return Reply(
        document=lambda: {"cards": [stock.card_document(card) for card in catalogue.cards]},
        blocks=lambda: stock.list_blocks(catalogue),
    )


@app.command("undo")
@takes(play=False)
def undo_card(ctx: typer.Context, entry: Entry = None) -> Reply:
    """Take back what was told of a card last, or earlier.

    \b
    Examples:
      companion bwd card undo
      companion bwd card undo 5      entry 5 alone
    """
    return copylog.undo_told(ctx.obj, GAME, entry, SAY)


@app.command("redo")
@takes(play=False)
def redo_card(ctx: typer.Context, entry: Entry = None) -> Reply:
    """Bring back what was taken back.

    \b
    Examples:
      companion bwd card redo
      companion bwd card redo 5      entry 5, even after later entries
    """
    return copylog.redo_told(ctx.obj, GAME, entry, SAY)


@app.command("log")
@takes(play=False)
def log_cards(ctx: typer.Context) -> Reply:
    """See all that was told of your cards, with its numbers.

    \b
    Examples:
      companion bwd card log
      companion bwd card log --json
    """
    return copylog.show_told(ctx.obj, GAME)
