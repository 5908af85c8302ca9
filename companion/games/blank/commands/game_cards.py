"""`companion blank card …`: the catalogue of game cards."""

from typing import Annotated

import typer

from companion.core.names import proper_name, short
from companion.core.reply import Reply
from companion.errors import Ambiguous, CompanionError, Invalid, Refused
from companion.games.blank.cards import Card
from companion.games.blank.commands.boxes import (
    By,
    CopyName,
    boxes,
    current,
    find_home,
    reply_about,
    write,
)
from companion.games.blank.commands.catalogue import (
    CARD_WORDS,
    Effect,
    Target,
    edited,
    listing,
    signature,
    wording_of,
)
from companion.games.blank.commands.lifecycle import lifecycle
from companion.games.blank.commands.one_prize import play_of
from companion.games.blank.commands.rule_cards import Approved, Inked, status_told
from companion.games.blank.deck import Deck
from companion.games.blank.pen import Pen
from companion.games.blank.search import Filter, Meant, find_game_card, find_written
from companion.games.blank.suits import named_card
from companion.table.options import takes

HELP = """The game cards of your boxes.

\b
Examples:
  companion blank card customise 4-hexagon --title Toll --effect "draw a card" --by Ben
  companion blank card list
  companion blank card found 3-circle illustrated --title "The Fox"
"""

app = typer.Typer(name="card", help=HELP)

CardName = Annotated[str, typer.Argument(metavar="CARD", show_default=False)]
Title = Annotated[str | None, typer.Option(metavar="TEXT", help="What the card is called.")]
Words = Annotated[list[str] | None, typer.Argument(metavar="[TEXT]", show_default=False)]
ORIGINS = ("printed", "illustrated", "plain")


@app.command("customise")
@takes(house=True)
def customise(
    ctx: typer.Context,
    card: CardName,
    text: Words = None,
    title: Title = None,
    target: Target = None,
    effect: Effect = None,
    by: By = None,
    approved: Approved = False,
    inked: Inked = False,
    prize: Annotated[bool, typer.Option("--prize", help="The prize of the play just won.")] = False,
    copy: CopyName = None,
) -> Reply:
    """Give a game card an effect.

    Of two identical cards, the one that has none yet.

    \b
    Examples:
      companion blank card customise 4-hexagon "The next player draws a card" --title Toll --by Ben
      companion blank card customise red-4 "Everybody sings" --title Choir --by Ana --inked
      companion blank card customise 2-circle.1 --title Toll --effect "swap hands" --prize
    """
    wording = wording_of(text, None, target, effect, CARD_WORDS)
    status = status_told(approved, inked)
    if prize:
        from companion.games.blank.commands.prizes import card_prize, only_box_of, won_play

        copy = copy or only_box_of(won_play(ctx.obj))
    box, meant = find_home(ctx.obj, card, copy, find_game_card)
    which, name = _which(meant), _title(title, box.reference)
    if prize:
        return card_prize(
            ctx.obj, box, meant.face, which, wording, name, signature(ctx.obj, by), status
        )
    ids: list[str] = []

    def plan(pen: Pen) -> None:
        found, _ = pen.customise(
            meant.face, which, wording, title=name, by=signature(ctx.obj, by), status=status
        )
        ids.append(found)

    changed = write(ctx.obj, box.ref.id, plan)
    return reply_about(ctx.obj, changed, ids[-1])


def _which(meant: Meant) -> int | None:
    return int(meant.cards[0].id.rpartition(".")[2]) if len(meant.cards) == 1 else None


def _title(title: str | None, deck: Deck) -> str:
    if title is None or not title.strip():
        return ""
    if _is_a_face(title, deck):
        raise Invalid(
            f"“{short(title)}” looks like a card's number and suit, which it would hide.",
            "Another title, or none.",
        )
    return proper_name(title, "title")


def _is_a_face(text: str, deck: Deck) -> bool:
    """Whether a text names cards of the box by number and suit; “Area 51” does not."""
    try:
        named_card(text, deck.colours)
    except CompanionError:
        return False
    return True


@app.command("found")
@takes(play=False, house=True)
def found(
    ctx: typer.Context,
    card: CardName,
    origin: Annotated[str, typer.Argument(metavar="printed|illustrated|plain", show_default=False)],
    title: Title = None,
    effect: Effect = None,
    copy: CopyName = None,
) -> Reply:
    """Tell how a game card came in the box.

    \b
    Examples:
      companion blank card found 3-circle illustrated --title "The Fox"
      companion blank card found 6-shield printed --title Storm --effect "all players draw a card"
      companion blank card found 4-hexagon.2 plain
    """
    kind = next((known for known in ORIGINS if known.startswith(origin.strip().lower() or "?")), "")
    if not kind:
        raise Invalid(
            f"“{short(origin)}” is no way for a card to come.", "printed, illustrated, plain."
        )
    if effect and kind != "printed":
        raise Invalid(
            f"A card that came {kind} says nothing.",
            f"`companion blank card customise {card} --effect …` gives it an effect.",
        )
    words = wording_of(None, None, None, effect, CARD_WORDS) if effect else None
    box, meant = find_home(ctx.obj, card, copy, find_game_card)
    ids: list[str] = []

    def plan(pen: Pen) -> None:
        chosen = _unknown_one(pen, meant, kind)
        ids.append(chosen.id)
        pen.found(chosen, kind, _title(title, pen.deck), words)

    return reply_about(ctx.obj, write(ctx.obj, box.ref.id, plan), ids[-1])


def _unknown_one(pen: Pen, meant: Meant, kind: str) -> Card:
    """Of identical cards, the first of which nobody told how it came; or the one that did so."""
    cards = [pen.deck.game_card(card.id) for card in meant.cards]
    unknown = [card for card in cards if not card.origin]
    same = [card for card in cards if card.origin == kind]
    if not unknown and not same and len(cards) > 1:
        names = [f"{card.id} ({card.origin})" for card in cards]
        raise Ambiguous(f"Both {meant.face} are known already.", names, "Name one: `.1` or `.2`.")
    return (unknown or same or cards)[0]


@app.command("edit")
@takes(play=False, house=True)
def edit(
    ctx: typer.Context,
    card: CardName,
    text: Words = None,
    title: Title = None,
    target: Target = None,
    effect: Effect = None,
    by: By = None,
    approved: Approved = False,
    inked: Inked = False,
    copy: CopyName = None,
) -> Reply:
    """Change what a game card says.

    The older wordings stay to be read.

    \b
    Examples:
      companion blank card edit toll --effect "draws two cards" --by Ana
      companion blank card edit 4-hexagon.1 --title "The Toll"
    """
    if not text and target is effect is title is None:
        raise Invalid(
            "What stands on the card now?", "Its text, `--title`, `--target`, `--effect`."
        )
    box, found = find_home(ctx.obj, card, copy, find_written)
    if not found.revisions:
        raise Refused(
            f"{found.id} says nothing yet.",
            f'`companion blank card customise {found.id} "…" --title …` gives it an effect.',
        )

    def plan(pen: Pen) -> None:
        now = current(pen, found)
        newest = now.now or now.revisions[-1]
        name, play = signature(ctx.obj, by) or newest.by, play_of(ctx.obj, now)
        called = (newest.title or now.picture) if title is None else _title(title, pen.deck)
        words = (
            newest.wording
            if not text and target is effect is None
            else edited(now, text, None, target, effect)
        )
        status = status_told(approved, inked)
        pen.revise(now, words, title=called, by=name, play=play, status=status)

    return reply_about(ctx.obj, write(ctx.obj, box.ref.id, plan), found.id)


app.registered_commands.extend(lifecycle("card", "toll", find_written).registered_commands)


@app.command("list")
@takes(play=False)
def list_cards(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORD...]")] = None,
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Whose they are.")] = None,
    target: Target = None,
    effect: Effect = None,
    status: Annotated[
        str | None, typer.Option(metavar="STATUS", help="printed, proposed, approved, inked.")
    ] = None,
    retired: Annotated[bool, typer.Option("--retired", help="Those taken out, too.")] = False,
    copy: CopyName = None,
) -> Reply:
    """See the game cards of which something is known.

    \b
    Examples:
      companion blank card list
      companion blank card list --by ben --status inked
    """
    wanted = Filter(tuple(words or ()), by or "", "", target or "", effect or "", status or "")
    return listing(ctx.obj, boxes(ctx.obj, copy), "game", wanted, retired)
