"""What the rules refuse of the end of a round: who gives up a die, and what can be in it."""

from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.lwd.choices import how_to_lose, likely_size, lost_sizes, start_with
from companion.games.lwd.rules.record import following
from companion.games.lwd.rules.turns import require_cards
from companion.games.lwd.state import UNTIL, State

Data = Any


def die_lost(state: State, data: Data, referee: Referee) -> None:
    """Refuse a die of somebody who has not lost, or that cannot hold so many cards."""
    seat, cards = data["seat"], data["cards"]
    require_cards(state, seat)
    _require_loser(state, seat, referee)
    _require_fitting(state, seat, cards, referee)
    _require_same_following(state, data, referee)


def _require_same_following(state: State, data: Data, referee: Referee) -> None:
    """Refuse a die with which somebody else would be out, or the next Liar; older entries hold
    neither.

    Where the game would be over with it, that is what is refused (LW-6, LW-8).
    """
    found = following(state, data) if "out" in data or "liar" in data else {}
    if not found:
        return
    hint = "`companion log` has the numbers for `companion undo`."
    was, now = ("out" if out else "still in" for out in (data.get("out"), found["out"]))
    referee.require(
        data.get("out", found["out"]) == found["out"],
        "LW-7" if state.variant.until == UNTIL[1] else "LW-6",
        f"{state.name(data['seat'])} was {was} after this die, and would be {now} then.",
        hint,
    )
    liar = data.get("liar", found["liar"])
    referee.require(
        liar == found["liar"],
        "LW-34",
        f"{state.name(liar)} was the Liar after this die, and {state.name(found['liar'])} would be "
        "then.",
        hint,
    )


def _require_fitting(state: State, seat: int, cards: int, referee: Referee) -> None:
    """Refuse more cards, or fewer, than a die of somebody's can hold."""
    name, deck, fitting = state.name(seat), state.decks[seat], lost_sizes(state, seat)
    if cards in fitting:
        return
    dice = state.dice(seat)
    held = f"are {deck.in_dice} cards" if deck.in_dice != 1 else "is one card"
    made = "" if dice is None else f" in {dice} dice" if dice > 1 else " in one die"
    rule = "LW-14" if cards == 1 and fitting and fitting[0] > 1 else "LW-33"
    referee.refuse(
        rule,
        f"A die of {name}'s cannot hold {cards}: there {held}{made}, "
        f"and each die has {_range(fitting)}.",
        f"`companion lwd lose {state.seats[seat].handle} {likely_size(fitting)}`"
        if fitting
        else f"`companion lwd cards {state.seats[seat].handle} N` puts the number right.",
    )
    if cards > deck.cards:
        raise Refused(
            f"There {held} of {name}'s, so {cards} cannot be given up.",
            f"`companion lwd cards {state.seats[seat].handle} N` puts the number right.",
        )


def _require_loser(state: State, seat: int, referee: Referee) -> None:
    """Who lost by what was revealed; where nothing was, one of the two between whom it was."""
    showdown = state.showdown
    if showdown is None or showdown.guesser is None:
        return
    name = state.name(seat)
    if showdown.loser is None or showdown.said is None:
        between = [showdown.guesser, showdown.challenger]
        names = listed([state.name(one) for one in between if one is not None], "or")
        referee.require(
            seat in between,
            "LW-32",
            f"{names} has lost this round, and not {name}: it was between the two.",
            how_to_lose(state),
        )
        return
    guess, there = showdown.said.guess.shown, showdown.there or 0
    verdict = "was right" if showdown.right else "was not right"
    were = "one was" if there == 1 else f"{there or 'none'} were"
    referee.require(
        seat == showdown.loser,
        "LW-31" if showdown.right else "LW-32",
        f"{state.name(showdown.loser)} has lost this round, and not {name}: {guess} {verdict}, "
        f"{were} there.",
        how_to_lose(state),
    )


def card_swapped(state: State, data: Data, referee: Referee) -> None:
    """Refuse a swap without wildcards, or by anybody but the loser of the round before."""
    seat = data["seat"]
    referee.require(
        state.variant.wildcards,
        "LW-38",
        "There are no wildcards in this game.",
        f"{start_with(state, wildcards=True)} begins a game with them.",
    )
    if not state.decks[seat].cards:
        raise Refused(f"{state.name(seat)} has no cards left to swap.", "`companion table`")
    who = "nobody may now" if state.swapper is None else f"that is {state.name(state.swapper)}"
    referee.require(
        seat == state.swapper,
        "LW-43",
        "Who has lost a round may swap a card, once, after the die is discarded and before the "
        f"next number is stated: {who}.",
        f"{how_to_lose(state)} first."
        if state.phase == "loss"
        else "The swap before the first round goes without saying."
        if state.round == 1
        else "`companion log` shows the rounds.",
    )


def cards_counted(state: State, data: Data, referee: Referee) -> None:
    """Refuse what is known. Raises Refused."""
    seat, cards = data["seat"], data["cards"]
    if state.decks[seat].cards == cards:
        raise Refused(f"{state.name(seat)} has {cards} cards already.", "`companion table`")


def _range(fitting: tuple[int, ...]) -> str:
    """The sizes in words: `2, 3 or 4 cards`."""
    if not fitting:
        return "no cards"
    told = (
        f"{fitting[0]} to {fitting[-1]}"
        if len(fitting) > 3
        else listed([str(size) for size in fitting], "or")
    )
    return f"{told} card{'s' * (fitting != (1,))}"
