"""`companion start lwd`."""

from typing import Annotated, Any

import typer

from companion.arguments import Players
from companion.core.names import chosen, listed
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.games.lwd.commands.words import number
from companion.games.lwd.game import GAME
from companion.games.lwd.state import (
    DECKS,
    MIN_DICE,
    UNTIL,
    usual_min_dice,
)
from companion.table import starting
from companion.table.desk import Desk
from companion.table.options import takes

app = typer.Typer()

_MOST_CARDS = 60


@app.command("lwd")
@takes(play=False, house=True)
def start(
    ctx: typer.Context,
    players: Players = None,
    first: Annotated[str | None, typer.Option(metavar="NAME", help="The first Liar.")] = None,
    cards: Annotated[
        str, typer.Option(metavar="N", help="Cards in everybody's deck: 6, 9 or 12.")
    ] = str(DECKS[0]),
    deal: Annotated[
        str, typer.Option(metavar="HOW", help="One of `each` number, or `random` cards.")
    ] = "each",
    min_dice: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="The least that a Liar may state: 2, or 3 with bigger decks."
        ),
    ] = None,
    wildcards: Annotated[
        bool, typer.Option("--wildcards", help="Everybody swaps a card for a wildcard.")
    ] = False,
    power: Annotated[
        bool, typer.Option("--power", help="With power cards, and numbers above 6.")
    ] = False,
    until: Annotated[
        str, typer.Option(metavar="END", help="`first-out`, or `last-standing`.")
    ] = UNTIL[0],
) -> Reply:
    """Begin A Little White Die.

    It ends with the first player out, the most cards win; or with the last one who has any.

    \b
    Examples:
      companion start lwd Ana Ben Cho
      companion start lwd Ana Ben Cho --first ben --until last-standing
      companion start lwd Ana Ben --cards 9 --wildcards
      companion start lwd Ana Ben Cho --power --min-dice 3
    """
    desk: Desk = ctx.obj
    referee = Referee(desk.house)
    names = starting.people(desk, GAME.id, players, referee)
    dealt = _cards(cards, referee)
    options: dict[str, Any] = {
        "cards": dealt,
        "random": chosen(deal, ("each", "random"), "way to deal") == "random",
        "min_dice": _min_dice(min_dice, dealt, referee),
        "wildcards": wildcards,
        "power": power,
        "until": chosen(until, UNTIL, "end of this game"),
    }
    _require_piles(options, referee)
    return starting.start(desk, GAME.id, names, first, options, referee)


def _cards(text: str, referee: Referee) -> int:
    sizes = listed([str(size) for size in DECKS], "or")
    count = number(text, "size of a deck", sizes, most=_MOST_CARDS)
    referee.require(
        count in DECKS,
        "LW-36",
        f"A deck has {sizes} cards, not {count}.",
        f'`--cards 9`; or `--house "small hands" --cards {count}`.',
    )
    return count


def _require_piles(options: dict[str, Any], referee: Referee) -> None:
    """Power cards come into the game by a pile for each number, and everybody has one of each."""
    referee.require(
        not (options["power"] and options["random"]),
        "LW-47",
        "With power cards, everybody gets a card of each number, and none at random.",
        "Leave out `--deal random`, or `--power`; `--cards 9` has random ones beyond these.",
    )


def _min_dice(text: str | None, cards: int, referee: Referee) -> int:
    if text is None:
        return usual_min_dice(cards)
    least = number(text, "number of dice", "`--min-dice 3`", most=_MOST_CARDS)
    referee.require(
        least >= MIN_DICE,
        "LW-11",
        f"A Liar states more than 1, so {least} can be no minimum.",
        "`--min-dice 2`, or 3.",
    )
    return least
