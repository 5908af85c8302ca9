"""`companion lwd odds`: how likely a guess was."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.names import short
from companion.core.numbers import whole
from companion.errors import Invalid, Refused
from companion.games.lwd.guesses import Guess
from companion.games.lwd.moves import named
from companion.games.lwd.state import Showdown, State
from companion.table.desk import Desk
from companion.table.reply import Reply

if TYPE_CHECKING:
    from companion.core.blocks import Block

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
    from companion.games.lwd.chances.odds import distribution, least_chances

    desk: Desk = ctx.obj
    play = desk.open()
    state: State = play.state
    ended = _round(state, spoil)
    asked = _asked(state, ended, guess)
    part = _share(share, asked)
    least = least_chances(distribution(ended.decks, ended.dice, asked.number, part))
    chance = least[asked.times] if asked.times < len(least) else 0.0
    there = ended.there if ended.said is not None and ended.said.guess == asked else None

    def document() -> dict[str, Any]:
        return {
            "play": play.ref.id,
            "guess": asked.to_json(),
            "dice": sum(ended.dice),
            "chance": chance,
            "at_least": least,
            "exact": True,
            "there": there,
        }

    def blocks() -> "list[Block]":
        from companion.games.lwd.telling.likely import likely_view

        return likely_view(state, ended, asked, least, there)

    return Reply(document=document, blocks=blocks)


def _round(state: State, spoil: bool) -> Showdown:
    """The round that is asked about: the one at hand once it is over, else the one before."""
    if state.showdown is not None:
        if not any(state.showdown.dice):
            raise _untold(state)
        return state.showdown
    if state.phase == "guess" and state.status == "live":
        if state.dice_count is None:
            raise _untold(state)
        if not spoil:
            raise Refused(
                "A round is going on, and odds would tell too much.",
                "After the challenge; or for all to see, `companion lwd odds 3x5 --spoil`.",
            )
        dice = tuple(state.dice(seat) or 0 for seat in range(len(state.seats)))
        said = state.guesses[-1] if state.guesses else None
        return Showdown(said, None, None, None, dice, state.decks)
    if state.past is None:
        raise Refused(
            "No round with dice has been told yet.",
            "`companion lwd round 3` tells how many dice there are.",
        )
    return state.past


def _untold(state: State) -> Refused:
    return Refused(
        "Nobody told how many dice there are in this round.",
        f"`companion lwd round {state.variant.min_dice}` tells it.",
    )


def _asked(state: State, ended: Showdown, text: str | None) -> Guess:
    """The guess that is asked about. Raises Invalid where it is not said, or makes no sense."""
    if text is None:
        if ended.said is None:
            raise Invalid("How likely is what?", "`companion lwd odds 3x5`")
        return ended.said.guess
    asked = named.guess(text)
    if not asked.on_power and not 1 <= int(asked.number) <= state.highest:
        raise Invalid(
            f"No card shows a {asked.number}.", f"The numbers go from 1 to {state.highest}."
        )
    if asked.times < 1:
        raise Invalid(f"{asked.shown} guesses nothing.", "At least once: `1x5`.")
    return asked


def _share(text: str | None, asked: Guess) -> float | None:
    """The part of the cards that are power cards. Raises Invalid where it is needed and untold."""
    if text is None:
        if asked.on_power:
            raise Invalid(
                "How many power cards there are is in no rulebook, so it has to be told.",
                "Of the cards that the decks were dealt from: `--share 6/36`.",
            )
        return None
    powers, slash, cards = text.partition("/")
    part, whole_ = whole(powers.strip(), 0, 999), whole(cards.strip(), 1, 999)
    if not slash or part is None or whole_ is None or part > whole_:
        raise Invalid(
            f"“{short(text)}” is no share of the cards.",
            "Power cards, of all cards that the decks were dealt from: `--share 6/36`.",
        )
    if not asked.on_power:
        raise Invalid("`--share` is about a guess on power cards.", "`lwd odds 2xpower --share …`")
    return part / whole_
