"""Verbs of a round: `round`, `guess`, `trigger`, `challenge`."""

from typing import Annotated

import typer

from companion.arguments import MaybePlayer
from companion.core.action import Action
from companion.core.names import listed
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Invalid, Refused
from companion.games.lwd.commands.words import is_number, number, seat_of
from companion.games.lwd.moves import named, powers, rounds
from companion.games.lwd.state import State
from companion.table.desk import Desk
from companion.table.entering import enter
from companion.table.options import takes

app = typer.Typer()


@app.command("round")
@takes(house=True)
def round_(
    ctx: typer.Context,
    dice: Annotated[str | None, typer.Argument(metavar="[N]", show_default=False)] = None,
) -> Reply:
    """The Liar states how many dice; see how decks may be split.

    Without a number, the splits of this round are shown again.

    \b
    Examples:
      companion lwd round 3
      companion lwd round
    """
    from companion.games.lwd.telling.splitting import splits_report, splits_told

    desk: Desk = ctx.obj
    if dice is None:
        return _splits(desk)
    stated: list[State] = []

    def plan(action: Action[State]) -> None:
        rounds.state_number(
            action, number(dice, "number of dice", "at most 99, such as `companion lwd round 3`", 0)
        )
        stated.append(action.state)

    reply = enter(ctx, plan)
    document = reply.document
    first, *others = reply.lines
    return reply._replace(
        lines=(first, *splits_told(stated[0]), *others),
        document=lambda: {**document(), "splits": splits_report(stated[0])},
    )


def _splits(desk: Desk) -> Reply:
    """How decks may be split in the round at hand. Raises Refused before its number is stated."""
    from companion.games.lwd.telling.splitting import splits_report, splits_told

    play = desk.open()
    state: State = play.state
    if state.dice_count is None:
        raise Refused(
            f"{state.name(state.liar)}, the Liar, has not stated a number yet.",
            f"`companion lwd round {state.variant.min_dice}`",
        )
    return Reply(
        document=lambda: {
            "play": play.ref.id,
            "liar": state.name(state.liar),
            "dice_count": state.dice_count,
            "splits": splits_report(state),
        },
        lines=(f"The Liar's number is {state.dice_count}.", *splits_told(state)),
    )


@app.command("guess")
@takes(house=True)
def guess(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[PLAYER] GUESS", show_default=False)],
) -> Reply:
    """Guess what the dice show, all together.

    3x5 is three fives, 2xpower two power cards.

    \b
    Examples:
      companion lwd guess ana 3x5
      companion lwd guess 4x5                whoever has the turn
      companion lwd guess ben 2xpower
    """

    def plan(action: Action[State]) -> None:
        told = named.joined(words, lambda word: is_number(action.state, word))
        if len(told) > 2 or (len(told) == 2 and named.is_guess(told[0])):
            raise Invalid("One guess at a time.", "`companion lwd guess 3x5`")
        if len(told) == 1 and not named.is_guess(told[0]):
            _ask_for_guess(action.state, told[0])
        seat = seat_of(action.state, told[0] if len(told) == 2 else None)
        rounds.guess(action, seat, named.guess(told[-1]))

    return enter(ctx, plan)


def _ask_for_guess(state: State, word: str) -> None:
    """Raise what is wrong with one word that is no guess: a name, or nonsense."""
    if any(sign.isdigit() for sign in word):
        named.guess(word)
    name = state.name(find_seat(state.seats, word))
    raise Invalid(f"What does {name} guess?", f"`companion lwd guess {word} 3x5`")


@app.command("trigger")
@takes(house=True)
def trigger(
    ctx: typer.Context,
    player: MaybePlayer = None,
    card: Annotated[str | None, typer.Argument(metavar="[NUMBER]", show_default=False)] = None,
    did: Annotated[str, typer.Option(metavar="TEXT", help="What it did, in words.")] = "",
    extra: Annotated[
        bool, typer.Option("--extra", help="Everybody gets a card with the next number up.")
    ] = False,
    to: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="Who gets one, if there are too few.")
    ] = None,
) -> Reply:
    """Trigger a power card, before the guess.

    The number is the one on the card; it may be left out.

    \b
    Examples:
      companion lwd trigger ben 4 --did "looks at a card of Ana's"
      companion lwd trigger ben 2 --extra
      companion lwd trigger ben 2 --extra --to ana,ben
    """

    def plan(action: Action[State]) -> None:
        told = [word for word in (player, card) if word is not None]
        digits = [word for word in told if is_number(action.state, word)]
        names = [word for word in told if word not in digits]
        if len(digits) > 1 or len(names) > 1:
            raise Invalid(
                f"{listed(told)}: who, and the number on the card?", "`companion lwd trigger ben 4`"
            )
        seat = seat_of(action.state, names[0] if names else None)
        on_it = number(digits[0], "number on a card", "1 to 6") if digits else None
        parts = [part for part in (to or "").split(",") if part.strip()]
        seats = [find_seat(action.state.seats, part) for part in parts]
        powers.trigger(action, seat, on_it, did.strip(), extra, seats)

    return enter(ctx, plan)


@app.command("challenge")
@takes(house=True)
def challenge(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAYER]", show_default=False)
    ] = None,
    reveal: Annotated[
        list[str] | None,
        typer.Option(metavar="CARDS", help="All top cards: `5,5,2,w,p3`, or `ana=5,2 ben=w,3`."),
    ] = None,
    there: Annotated[
        str | None, typer.Option(metavar="N", help="Or only how many show what was guessed.")
    ] = None,
) -> Reply:
    """Challenge the guess before: who was right, and who loses.

    w is a wildcard, p3 a power card with a 3. Without cards, the table says who has lost.

    \b
    Examples:
      companion lwd challenge cho --reveal 5,5,2,w,1,6
      companion lwd challenge --reveal ana=5,2 ben=w,3
      companion lwd challenge cho --there 4
    """

    def plan(action: Action[State]) -> None:
        # Cards may be many words, of which the option takes the first; or there is no option.
        seats, told = action.state.seats, list(words or [])
        behind = named.revealed(seats, told, bool(reveal))
        names = [word for word in told if word not in behind]
        if len(names) > 1:
            handle = seats[action.state.turn].handle
            raise Invalid("One player challenges.", f"`companion lwd challenge {handle}`")
        cards, hands = named.reveal(action.state, [*(reveal or []), *behind])
        counted = None if there is None else number(there, "number of dice", "`--there 4`", 0)
        seat = seat_of(action.state, names[0] if names else None)
        rounds.challenge(action, seat, cards, hands, counted)

    return enter(ctx, plan)
