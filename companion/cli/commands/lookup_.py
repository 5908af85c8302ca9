"""`companion lookup`: words, icons, cards, rules, questions, and what is in play."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.errors import Invalid
from companion.table.current import takes
from companion.table.lookup.answers import games_known, look_up, names

app = typer.Typer()


def _names(ctx: typer.Context, incomplete: str) -> list[str]:
    """What the shell may complete: names that go on as typed, without the words that stand."""
    return names(ctx.obj, ctx.params.get("words") or (), incomplete)


def _games(ctx: typer.Context, incomplete: str) -> list[str]:
    """The games of which something can be looked up, by their ids."""
    return [game for game in games_known(ctx.obj) if game.startswith(incomplete)]


@app.command("lookup")
@takes()
def lookup(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS...", show_default=False, autocompletion=_names),
    ] = None,
    here: Annotated[bool, typer.Option("--here", help="All that is in play on the table.")] = False,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Of this game alone.", autocompletion=_games),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Everything, if it fills more than a screen.")
    ] = False,
) -> Reply:
    """See what a word, icon, card or rule says; or ask.

    \b
    Examples:
      companion lookup ward
      companion lookup take another turn
      companion lookup 23         a card's number
      companion lookup BWD-38     a rule's id
      companion lookup "can I reroll a resolved die"
      companion lookup --here     what is in play
    """
    if here:
        from companion.table.lookup.answers import in_front

        if words:
            raise Invalid(
                "`--here` takes no words: it explains all that is in play.",
                f"`companion lookup {' '.join(words)}` looks that up.",
            )
        return in_front(ctx.obj, every, game)
    return look_up(ctx.obj, " ".join(words or ()), game, every)
