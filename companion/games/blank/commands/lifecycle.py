"""What becomes of a card once it is written: the same verbs for rule cards and for game cards."""

from collections.abc import Callable
from typing import Annotated

import typer

from companion.games.blank.commands.boxes import (
    By,
    CopyName,
    current,
    find_home,
    reply_about,
    write,
)
from companion.games.blank.commands.catalogue import revision_number, shown, signature
from companion.games.blank.deck.cards import Card
from companion.games.blank.deck.deck import Deck
from companion.games.blank.deck.pen import Pen
from companion.table.options import takes
from companion.table.reply import Reply

Find = Callable[[Deck, str], Card]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why.")]
Revision = Annotated[str, typer.Argument(metavar="REVISION", show_default=False)]


def lifecycle(noun: str, sample: str, find: Find) -> typer.Typer:
    """The verbs for cards called `noun` (`rule`, `card`), found by `find`; `sample` is for help."""
    app = typer.Typer()
    Name = Annotated[str, typer.Argument(metavar=noun.upper(), show_default=False)]

    def help_of(summary: str, *examples: str) -> str:
        lines = "\n".join(f"  companion blank {noun} {example}" for example in examples)
        return f"{summary}\n\n\b\nExamples:\n{lines}"

    def change(
        ctx: typer.Context, name: str, copy: str | None, how: Callable[[Pen, Card], None]
    ) -> Reply:
        box, found = find_home(ctx.obj, name, copy, find)
        changed = write(ctx.obj, box.ref.id, lambda pen: how(pen, current(pen, found)))
        return reply_about(ctx.obj, changed, found.id)

    @app.command(
        "approve",
        help=help_of(
            f"The owner agrees to a {noun}.", f"approve {sample}", f"approve {sample} --by Ana"
        ),
    )
    @takes(play=False, house=True)
    def approve(ctx: typer.Context, name: Name, by: By = None, copy: CopyName = None) -> Reply:
        who = None if by is None else signature(ctx.obj, by)
        return change(ctx, name, copy, lambda pen, card: pen.approve(card, who))

    @app.command(
        "decline",
        help=help_of(
            f"The owner says no to a {noun}.",
            f"decline {sample}",
            f'decline {sample} --why "too long"',
        ),
    )
    @takes(play=False)
    def decline(ctx: typer.Context, name: Name, why: Why = "", copy: CopyName = None) -> Reply:
        return change(ctx, name, copy, lambda pen, card: pen.decline(card, why.strip()))

    @app.command("ink", help=help_of(f"A {noun} stands on the real card.", f"ink {sample}"))
    @takes(play=False, house=True)
    def ink(ctx: typer.Context, name: Name, copy: CopyName = None) -> Reply:
        return change(ctx, name, copy, lambda pen, card: pen.ink(card))

    @app.command(
        "retire",
        help=help_of(f"Take a {noun} out of the deck.", f'retire {sample} --why "the dog had it"'),
    )
    @takes(play=False)
    def retire(ctx: typer.Context, name: Name, why: Why = "", copy: CopyName = None) -> Reply:
        return change(ctx, name, copy, lambda pen, card: pen.retire(card, why.strip()))

    @app.command(
        "return", help=help_of(f"Put a retired {noun} back into the deck.", f"return {sample}")
    )
    @takes(play=False, house=True)
    def return_(ctx: typer.Context, name: Name, copy: CopyName = None) -> Reply:
        return change(ctx, name, copy, lambda pen, card: pen.bring_back(card))

    @app.command(
        "restore",
        help=help_of(f"Let a {noun} read as in an older revision.", f"restore {sample} 1"),
    )
    @takes(play=False, house=True)
    def restore(ctx: typer.Context, name: Name, revision: Revision, copy: CopyName = None) -> Reply:
        number = revision_number(revision)
        return change(ctx, name, copy, lambda pen, card: pen.restore(card, number))

    @app.command(
        "show", help=help_of(f"Read a {noun}, and all that it ever said.", f"show {sample}")
    )
    @takes(play=False)
    def show(ctx: typer.Context, name: Name, copy: CopyName = None) -> Reply:
        return shown(*find_home(ctx.obj, name, copy, find))

    return app
