"""What becomes of a card once it is written: the same verbs for rule cards and for game cards."""

from collections.abc import Callable, Sequence
from typing import Annotated, NamedTuple

import typer

from companion.core.names import listed
from companion.core.reply import Reply
from companion.errors import Ambiguous, NotFound
from companion.games.blank import lifecycle as cards
from companion.games.blank.cards import Card, Status
from companion.games.blank.commands.boxes import (
    By,
    CopyName,
    boxes,
    current,
    find_home,
    reply_about,
    write,
)
from companion.games.blank.commands.catalogue import revision_number, shown, signature, text_of
from companion.games.blank.commands.one_prize import (
    play_of,
    require_no_other_agreed,
    require_only_prize,
)
from companion.games.blank.deck import Deck
from companion.games.blank.pen import Pen
from companion.table.copies import OpenCopy
from companion.table.desk import Desk
from companion.table.options import takes

Find = Callable[[Deck, str], Card]
How = Callable[[Pen, Card], None]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why.")]
Revision = Annotated[str, typer.Argument(metavar="REVISION", show_default=False)]


class _Kind(NamedTuple):
    """Rule cards or game cards: what they are called, and how one of them is found."""

    noun: str
    find: Find

    def help_of(self, summary: str, *examples: str) -> str:
        lines = "\n".join(f"  companion blank {self.noun} {example}" for example in examples)
        return f"{summary}\n\n\b\nExamples:\n{lines}"

    def change(self, desk: Desk, name: str, copy: str | None, how: How) -> Reply:
        """Change the card of that name."""
        box, found = find_home(desk, name, copy, self.find)
        changed = write(desk, box.ref.id, lambda pen: how(pen, current(pen, found)))
        return reply_about(desk, changed, found.id)

    def change_waiting(
        self, desk: Desk, name: str | None, copy: str | None, status: Status, how: How
    ) -> Reply:
        """Change the card of that name, or the only one that has come so far."""
        if name is None:
            home, name = _only_one(boxes(desk, copy), self.noun, status)
            copy = copy or home
        return self.change(desk, name, copy, how)


def lifecycle(noun: str, sample: str, find: Find) -> typer.Typer:
    """The verbs for cards called `noun` (`rule`, `card`), found by `find`; `sample` is for help."""
    app = typer.Typer()
    kind = _Kind(noun, find)
    help_of = kind.help_of
    Name = Annotated[str, typer.Argument(metavar=noun.upper(), show_default=False)]
    Waiting = Annotated[str | None, typer.Argument(metavar=f"[{noun.upper()}]", show_default=False)]

    @app.command(
        "approve",
        help=help_of(
            f"The owner agrees to a {noun}: to the one that is proposed.",
            "approve",
            f"approve {sample} --by Ana",
        ),
    )
    @takes(play=False, house=True)
    def approve(
        ctx: typer.Context, name: Waiting = None, by: By = None, copy: CopyName = None
    ) -> Reply:
        who = None if by is None else signature(ctx.obj, by)

        def approved(pen: Pen, card: Card) -> None:
            require_no_other_agreed(ctx.obj, card)
            cards.approve(pen, card, who)

        return kind.change_waiting(ctx.obj, name, copy, "proposed", approved)

    @app.command(
        "decline",
        help=help_of(
            f"The owner says no to a {noun}: to the one that is proposed.",
            "decline",
            f'decline {sample} --why "too long"',
        ),
    )
    @takes(play=False)
    def decline(
        ctx: typer.Context, name: Waiting = None, why: Why = "", copy: CopyName = None
    ) -> Reply:
        return kind.change_waiting(
            ctx.obj,
            name,
            copy,
            "proposed",
            lambda pen, card: pen.decline(card, text_of(why)),
        )

    @app.command(
        "ink",
        help=help_of(
            f"A {noun} stands on the real card: the one approved.", "ink", f"ink {sample}"
        ),
    )
    @takes(play=False, house=True)
    def ink(ctx: typer.Context, name: Waiting = None, copy: CopyName = None) -> Reply:
        return kind.change_waiting(
            ctx.obj, name, copy, "approved", lambda pen, card: cards.ink(pen, card)
        )

    @app.command(
        "retire",
        help=help_of(f"Take a {noun} out of the deck.", f'retire {sample} --why "the dog had it"'),
    )
    @takes(play=False)
    def retire(ctx: typer.Context, name: Name, why: Why = "", copy: CopyName = None) -> Reply:
        return kind.change(
            ctx.obj, name, copy, lambda pen, card: cards.retire(pen, card, text_of(why))
        )

    @app.command(
        "return", help=help_of(f"Put a retired {noun} back into the deck.", f"return {sample}")
    )
    @takes(play=False, house=True)
    def return_(ctx: typer.Context, name: Name, copy: CopyName = None) -> Reply:
        def bring_back(pen: Pen, card: Card) -> None:
            require_only_prize(ctx.obj, card)
            cards.bring_back(pen, card)

        return kind.change(ctx.obj, name, copy, bring_back)

    @app.command(
        "restore",
        help=help_of(f"Let a {noun} read as in an older revision.", f"restore {sample} 1"),
    )
    @takes(play=False, house=True)
    def restore(ctx: typer.Context, name: Name, revision: Revision, copy: CopyName = None) -> Reply:
        number = revision_number(revision)

        def restored(pen: Pen, card: Card) -> None:
            cards.restore(pen, card, number, play_of(ctx.obj, card))

        return kind.change(ctx.obj, name, copy, restored)

    @app.command(
        "show", help=help_of(f"Read a {noun}, and all that it ever said.", f"show {sample}")
    )
    @takes(play=False)
    def show(ctx: typer.Context, name: Name, copy: CopyName = None) -> Reply:
        return shown(*find_home(ctx.obj, name, copy, find))

    @app.command(
        "history",
        help=help_of(f"See where a {noun} is from, and who wins with it.", f"history {sample}"),
    )
    @takes(play=False)
    def history(ctx: typer.Context, name: Name, copy: CopyName = None) -> Reply:
        from companion.games.blank.commands.annals import told_history

        return told_history(ctx.obj, *find_home(ctx.obj, name, copy, find))

    return app


def _only_one(copies: Sequence[OpenCopy], noun: str, status: Status) -> tuple[str, str]:
    """Box and name of the only card that has come so far. Raises NotFound or Ambiguous."""
    found = [
        (copy.ref.id, str(card.number) if card.is_rule else card.id)
        for copy in copies
        for card in (copy.reference.rules if noun == "rule" else copy.reference.game_cards)
        if card.status == status and card.retired is None
    ]
    if not found:
        raise NotFound(
            f"No {noun} is {status} and waits for that.", f"`companion blank {noun} list` has all."
        )
    if len(found) > 1:
        names = [name for _, name in found]
        raise Ambiguous(f"Several are {status}: {listed(names[:9])}.", names, "Name one of them.")
    return found[0]
