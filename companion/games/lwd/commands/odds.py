"""`companion lwd odds`: how likely a guess was."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.names import short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.lwd.guesses import Guess
from companion.games.lwd.moves import named
from companion.games.lwd.state import Showdown, State
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.games.lwd.chances.odds import Round, Share

app = typer.Typer()


@app.command("odds")
def odds(
    ctx: typer.Context,
    guess: Annotated[str | None, typer.Argument(metavar="[GUESS]", show_default=False)] = None,
    spoil: Annotated[bool, typer.Option("--spoil", help="Also while a round is going on.")] = False,
    share: Annotated[
        str | None,
        typer.Option(metavar="N/M", help="How many of the cards that were dealt from are powers."),
    ] = None,
) -> Reply:
    """How likely a guess was, by what everybody could know.

    After a round, for those who want to learn; without a guess, the one that was challenged.

    \b
    Examples:
      companion lwd odds
      companion lwd odds 3x5
      companion lwd odds 2xpower --share 6/36
      companion lwd odds 4x2 --spoil
    """
    from companion.games.lwd.chances.asked import as_known, round_asked
    from companion.games.lwd.chances.odds import chance_of, least_chances

    desk: Desk = ctx.obj
    play = desk.open()
    ended = round_asked(play.state, spoil=spoil)
    known = as_known(ended)
    asked = _asked(play.state, ended, guess)
    least = least_chances(
        known, asked.number, _share(share, asked, known, play.state.variant.power)
    )

    def document() -> dict[str, Any]:
        same = ended.said is not None and ended.said.guess == asked
        return {
            "play": play.ref.id,
            "round": ended.number,
            "guess": asked.to_json(),
            "dice": sum(ended.dice),
            "chance": chance_of(least, asked.times),
            "at_least": least,
            "exact": True,
            "there": ended.there if same else None,
        }

    def blocks() -> "list[Block]":
        from companion.games.lwd.telling.likely import likely_view

        return likely_view(ended, asked, least)

    return Reply(document=document, blocks=blocks)


def _asked(state: State, ended: Showdown, text: str | None) -> Guess:
    """The guess that is asked about. Raises Invalid where it is not said, or makes no sense."""
    if text is None:
        if ended.said is None:
            raise Invalid("How likely is what?", "`companion lwd odds 3x5`")
        return ended.said.guess
    asked = named.guess(text)
    challenged = ended.said is not None and ended.said.guess == asked
    if not challenged and not asked.on_power and int(asked.number) > state.highest:
        raise Invalid(
            f"No card shows {asked.number}.", f"The numbers go from 1 to {state.highest}."
        )
    if asked.times < 1:
        raise Invalid(f"{asked.shown} guesses nothing.", "At least once: `1x5`.")
    return asked


def _share(text: str | None, asked: Guess, known: "Round", power: bool) -> "Share | None":
    """How many power cards there are. Raises Invalid where that is needed and untold, or wrong."""
    from companion.games.lwd.chances.odds import Share

    if not power and (asked.on_power or text is not None):
        raise Invalid(
            "There are no power cards in this game (LW-45).",
            "Numbers alone can be guessed: `companion lwd odds 3x5`.",
        )
    if text is None:
        if asked.on_power:
            raise Invalid(
                "How many power cards there are is in no rulebook, so it has to be told.",
                "Of the cards that the decks were dealt from: "
                f"`companion lwd odds {asked.typed} --share 6/36`.",
            )
        return None
    if not asked.on_power:
        raise Invalid(
            "`--share` is about a guess on power cards.",
            "`companion lwd odds 2xpower --share 6/36`",
        )
    powers, slash, cards = text.partition("/")
    share = Share(whole(powers.strip(), 0, 999) or 0, whole(cards.strip(), 1, 999) or 0)
    if not slash or not share.cards or share.powers > share.cards or not powers.strip().isdigit():
        raise Invalid(
            f"“{short(text)}” is no share of the cards.",
            "Power cards, of all cards that the decks were dealt from: `--share 6/36`.",
        )
    dealt = sum(
        step.number
        for deck in known.decks
        for step in deck.steps
        if step.what in ("dealt", "random")
    )
    triggered = sum(len(told) for told in known.triggered)
    if share.cards < dealt or share.powers < triggered:
        raise Invalid(
            f"There cannot be fewer than {dealt} cards: so many were dealt."
            if share.cards < dealt
            else f"There are {triggered} power cards at least: so many were triggered.",
            f"`--share {max(share.powers, triggered)}/{max(share.cards, dealt)}`, or more.",
        )
    return share
