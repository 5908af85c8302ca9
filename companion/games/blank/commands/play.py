"""Verbs of a turn: cards, Penalties, hands, piles, whose turn it is, and winning."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from companion.core.action import Action
from companion.core.names import folded, listed, short
from companion.core.numbers import only_digits, whole
from companion.core.seats import find_seat
from companion.errors import Ambiguous, CompanionError, Invalid, NotFound
from companion.games.blank.commands.at_table import BoxesInPlay, Found
from companion.games.blank.commands.catalogue import text_of
from companion.games.blank.moves import turns
from companion.games.blank.state import FAULTS, Fault, State
from companion.games.blank.suits import joined_cards, looks_like_card
from companion.table.desk import Desk
from companion.table.options import takes
from companion.table.reply import Reply

app = typer.Typer()

PlayerName = Annotated[str, typer.Argument(metavar="PLAYER", show_default=False)]
Count = Annotated[str, typer.Argument(metavar="N", show_default=False)]
MOST = 999


def _enter(ctx: typer.Context, plan: Callable[[Action[State]], None]) -> Reply:
    desk: Desk = ctx.obj
    return desk.act(lambda action, reference: plan(action))


def _seat(action: Action[State], name: str) -> int:
    return find_seat(action.state.seats, name)


def count_of(text: str, least: int = 1) -> int:
    """A number of cards, as typed. Raises Invalid."""
    number = whole(text.strip().lstrip("=+"), least, MOST)
    if number is None:
        raise Invalid(f"“{short(text)}” is no number of cards.", "A whole number, such as 2.")
    return number


@app.command("play")
@takes(house=True)
def play(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[PLAYER] CARD...", show_default=False)],
    turn: Annotated[
        bool, typer.Option("--turn", help="It is that player's turn: others went untold.")
    ] = False,
    penalty: Annotated[
        bool, typer.Option("--penalty", help="It was wrong: take the Penalty for it.")
    ] = False,
) -> Reply:
    """Cards that somebody plays, the last one on top.

    Without a name: whoever's turn it is.

    \b
    Examples:
      companion blank play ana 4-hexagon
      companion blank play 4-hexagon 4-circle      4-circle ends up on top
      companion blank play ana toll                a customised card, by its title
      companion blank play ben red 4 --turn        it is Ben's turn after all
      companion blank play ben 2-circle --penalty  it did not match
      companion blank play ben 2-shield --house "rule 7 lets anybody jump in"
    """
    desk: Desk = ctx.obj

    def plan(action: Action[State]) -> None:
        boxes = BoxesInPlay(desk, action.state.boxes, action.state.lying)
        seat, cards = _who_and_what(action, words)
        if not cards:
            raise Invalid(
                f"What does {action.state.name(seat)} play?",
                f"`companion blank play {action.state.seats[seat].handle} 4-hexagon`",
            )
        found = [boxes.card(text) for text in cards]
        _warn(action, found)
        played = [one.card for one in found]
        if turn and seat != action.state.turn:
            action.add("turn.given", seat=seat)
        if penalty:
            turns.take_back(action, seat, played)
            return
        turns.play_cards(action, seat, played, boxes.colours)
        # Told of the card on top alone: what lies below it does nothing (BL-56).
        action.lines += found[-1].hints

    return _enter(ctx, plan)


def _warn(action: Action[State], found: Sequence[Found]) -> None:
    for one in found:
        for sentence in one.warnings:
            action.warn(sentence)


def _who_and_what(action: Action[State], words: list[str]) -> tuple[int, list[str]]:
    """The player and the cards; the first word is a player if anybody is called so."""
    marks = [box.mark for box in action.state.boxes]
    try:
        return find_seat(action.state.seats, words[0]), joined_cards(words[1:], marks)
    except CompanionError as problem:
        cards = joined_cards(words, marks)
        looks = [looks_like_card(word) for word in cards]
        if len(cards) > 1 and not looks[0] and all(looks[1:]):
            raise problem  # `zoe 4-circle`: it is Zoe whom nobody knows.
        return action.state.turn, cards


@app.command("top")
@takes(house=True)
def top(
    ctx: typer.Context,
    card: Annotated[list[str], typer.Argument(metavar="CARD", show_default=False)],
) -> Reply:
    """Tell which card lies on top.

    \b
    Examples:
      companion blank top 3-circle
    """
    desk: Desk = ctx.obj

    def plan(action: Action[State]) -> None:
        found = BoxesInPlay(desk, action.state.boxes).card(" ".join(card))
        _warn(action, [found])
        action.add("card.turned", card=found.card.record())

    return _enter(ctx, plan)


@app.command("draw")
@takes(house=True)
def draw(
    ctx: typer.Context,
    player: Annotated[str | None, typer.Argument(metavar="[PLAYER]", show_default=False)] = None,
    count: Annotated[str | None, typer.Argument(metavar="[N]", show_default=False)] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="By which rule or card.")] = "",
) -> Reply:
    """Somebody draws.

    Without a number: the player whose turn it is has no card that fits, which is a Penalty. With
    one: so many cards, for an effect.

    \b
    Examples:
      companion blank draw               no match: one card, and the turn ends
      companion blank draw ben 2         Ben draws two, by a rule
      companion blank draw ben 2 --why "rule 15"
    """

    def plan(action: Action[State]) -> None:
        who, number = player, count
        if count is None and only_digits(player or "") and not _is_somebody(action, player):
            who, number = None, player  # `draw 2`: whoever's turn it is draws two
        seat = action.state.turn if who is None else _seat(action, who)
        if number is None and not why and seat == action.state.turn:
            turns.take_penalty(action, seat, ["cannot-play"], None)
        else:
            drawn = 1 if number is None else count_of(number)
            turns.draw_cards(action, seat, drawn, text_of(why))

    return _enter(ctx, plan)


def _is_somebody(action: Action[State], name: str | None) -> bool:
    return any(folded(name or "") == folded(seat.name) for seat in action.state.seats)


@app.command("penalty")
@takes(house=True)
def penalty(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="PLAYER... [FAULT...]", show_default=False)],
    faults: Annotated[
        list[str] | None,
        typer.Option("--for", metavar="FAULT", help=f"{', '.join(FAULTS)}; may repeat."),
    ] = None,
    called_by: Annotated[
        str | None, typer.Option("--called-by", "--by", metavar="NAME", help="Who pointed it out.")
    ] = None,
) -> Reply:
    """A Penalty: a card for each fault, and the end of the turn.

    \b
    Examples:
      companion blank penalty ben missed --by ana
      companion blank penalty ben --for out-of-turn
      companion blank penalty ben --for missed-rule --called-by ana
      companion blank penalty ben cho --for missed-rule --called-by ana
      companion blank penalty ana --for no-match --for missed-rule --called-by ben
    """

    def plan(action: Action[State]) -> None:
        by = None if called_by is None else _seat(action, called_by)
        players, named = _players_and_faults(action, words)
        told = [*named, *(_fault(text) for text in faults or ())]
        if not told:
            raise Invalid("A Penalty for what?", f"{listed(list(FAULTS), 'or')}.")
        seats = dict.fromkeys(players)
        # Whoever has the turn comes last: its end must not make another one's out of the next.
        for seat in sorted(seats, key=lambda seat: seat == action.state.turn):
            turns.take_penalty(action, seat, told, by)

    return _enter(ctx, plan)


def _players_and_faults(action: Action[State], words: list[str]) -> tuple[list[int], list[Fault]]:
    """Who, and for what: words that name nobody here name a fault."""
    players: list[int] = []
    faults: list[Fault] = []
    for word in words:
        try:
            players.append(_seat(action, word))
        except NotFound:
            if not players:
                raise
            faults.append(_fault(word))
    return players, faults


def _fault(text: str) -> Fault:
    """The fault that somebody means, by its beginning. Raises Invalid."""
    wanted = folded(text).replace(" ", "-")
    found = [fault for fault in FAULTS if wanted and fault.startswith(wanted)]
    if len(found) > 1:
        could = listed(found, "or")
        raise Ambiguous(f"“{short(text)}” could be {could}.", found, "Type a letter or two more.")
    if not found:
        causes = listed(list(FAULTS), "or")
        raise Invalid(f"“{short(text)}” is no cause of a Penalty.", f"{causes}.")
    return found[0]


@app.command("discard")
@takes(house=True)
def discard(
    ctx: typer.Context,
    player: PlayerName,
    what: Annotated[str, typer.Argument(metavar="N|CARD", show_default=False)] = "1",
) -> Reply:
    """Cards that an effect lets somebody discard: no move of a turn.

    \b
    Examples:
      companion blank discard ana 2
      companion blank discard ana 3-circle      that one is on top now
    """
    desk: Desk = ctx.obj

    def plan(action: Action[State]) -> None:
        seat = _seat(action, player)
        if only_digits(what.strip()):
            turns.discard_cards(action, seat, count_of(what), None)
            return
        found = BoxesInPlay(desk, action.state.boxes).card(what)
        _warn(action, [found])
        turns.discard_cards(action, seat, 1, found.card)

    return _enter(ctx, plan)


@app.command("give")
@takes(house=True)
def give(ctx: typer.Context, giver: PlayerName, taker: PlayerName, count: Count = "1") -> Reply:
    """Cards that go from one hand to another.

    \b
    Examples:
      companion blank give ana ben 2
    """

    def plan(action: Action[State]) -> None:
        source, target = _seat(action, giver), _seat(action, taker)
        if source == target:
            raise Invalid("From one hand to another.", "Name the giver first, then the taker.")
        action.add("cards.given", **{"from": source, "to": target, "count": count_of(count)})

    return _enter(ctx, plan)


@app.command("hand")
@takes(house=True)
def hand(ctx: typer.Context, player: PlayerName, count: Count) -> Reply:
    """So many cards somebody has, whatever was told before.

    \b
    Examples:
      companion blank hand ana 5
      companion blank hand ana 0
    """
    return _enter(
        ctx,
        lambda action: action.add(
            "hand.counted", seat=_seat(action, player), count=count_of(count, 0)
        ),
    )


@app.command("turn")
@takes(house=True)
def turn(ctx: typer.Context, player: PlayerName) -> Reply:
    """Tell whose turn it is: somebody was skipped, or goes again.

    \b
    Examples:
      companion blank turn cho
    """
    return _enter(ctx, lambda action: action.add("turn.given", seat=_seat(action, player)))


@app.command("skip")
@takes(house=True)
def skip(
    ctx: typer.Context,
    player: Annotated[str | None, typer.Argument(metavar="[PLAYER]", show_default=False)] = None,
) -> Reply:
    """Somebody is skipped: whoever's turn it is, or would be.

    \b
    Examples:
      companion blank skip
      companion blank skip ben
    """

    def plan(action: Action[State]) -> None:
        seat = action.state.turn if player is None else _seat(action, player)
        action.add("turn.skipped", seat=seat)

    return _enter(ctx, plan)


@app.command("reverse")
@takes(house=True)
def reverse(ctx: typer.Context) -> Reply:
    """Play goes the other way round.

    \b
    Examples:
      companion blank reverse
    """
    return _enter(ctx, lambda action: action.add("direction.reversed"))


@app.command("reshuffle")
@takes(house=True)
def reshuffle(ctx: typer.Context) -> Reply:
    """The discards but the top one become the draw pile.

    \b
    Examples:
      companion blank reshuffle
    """

    def plan(action: Action[State]) -> None:
        left = action.state.draw_pile
        if left:
            action.warn(f"By what was told, {left} were left to draw: they are counted in.")
        action.add("pile.reshuffled")

    return _enter(ctx, plan)


@app.command("win")
@takes(house=True)
def win(
    ctx: typer.Context,
    player: Annotated[str | None, typer.Argument(metavar="[PLAYER]", show_default=False)] = None,
    empty: Annotated[
        bool, typer.Option("--empty", help="The hand is empty, whatever was told.")
    ] = False,
) -> Reply:
    """Somebody has no cards left, and all effects are done.

    \b
    Examples:
      companion blank win ana
      companion blank win ana --empty      not every card was told
    """
    return _enter(ctx, lambda action: turns.win(action, player, empty))
