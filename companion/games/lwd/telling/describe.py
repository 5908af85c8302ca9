"""An entry of a play as a line of the log."""

from collections.abc import Callable
from typing import Any

from companion.core.event import Event
from companion.core.names import counted, listed
from companion.core.play import describe_play
from companion.games.lwd.deck import CARDS
from companion.games.lwd.guesses import Guess
from companion.games.lwd.rules.outcome import outcome
from companion.games.lwd.rules.record import challenged
from companion.games.lwd.state import MIN_DICE, UNTIL, Showdown, State, Variant

Data = Any


def describe(before: State, event: Event, after: State) -> str:
    """The event in words; the shared kinds as in every game."""
    teller = _TELLERS.get(event.kind)
    if teller is None:
        return describe_play(before, event, after, marker=False)
    return teller(before, event.data, after)


def begins(state: State) -> str:
    """What a play was begun with: the first Liar, and the variant where it is no usual one."""
    return "; ".join([f"{state.name(state.liar)} is the Liar", *variant_told(state.variant)])


def variant_told(variant: Variant) -> list[str]:
    """What is unlike the plain game, in a few words each."""
    told = []
    if variant.cards != CARDS:
        told.append(f"{variant.cards} cards each")
    if variant.random:
        told.append("random decks")
    if variant.min_dice != MIN_DICE:
        told.append(f"at least {variant.min_dice} {'die' if variant.min_dice == 1 else 'dice'}")
    if variant.wildcards:
        told.append("wildcards")
    if variant.power:
        told.append("power cards")
    if variant.until != UNTIL[0]:
        told.append("until only one has cards")
    return told


def verdict(state: State, showdown: Showdown) -> str:
    """What a challenge brought to light, in words."""
    if showdown.said is None:
        return "the guess was not told"
    guesser, guess = state.name(showdown.said.seat), showdown.said.guess
    if showdown.right is None or showdown.loser is None:
        return f"{guesser}'s {guess.shown}; what lies there was not told"
    there = f"{showdown.there or 'none'} {'is' if (showdown.there or 0) < 2 else 'are'} there"
    how = "right" if showdown.right else "not right"
    return f"{there}, so {guesser}'s {guess.shown} was {how} and {state.name(showdown.loser)} loses"


def _stated(before: State, data: Data, after: State) -> str:
    dice = f"{after.all_dice} dice" if after.all_dice != 1 else "one die"
    return f"{after.name(data['seat'])}, the Liar, states {data['dice']}: {dice}"


def _guessed(before: State, data: Data, after: State) -> str:
    guess = Guess(data["count"], data["number"])
    return f"{after.name(data['seat'])} guesses {guess.shown}, {guess.said}"


def _triggered(before: State, data: Data, after: State) -> str:
    number = "" if data["number"] is None else f" with a {data['number']}"
    did = f": {data['did']}" if data["did"] else ""
    line = f"{after.name(data['seat'])} triggers a power card{number}{did}"
    if data["extra"] is None:
        return line
    to = data["to"]
    whom = "everybody" if set(to) == set(after.still_in) else listed([after.name(s) for s in to])
    verb = "gets" if len(to) == 1 or whom == "everybody" else "get"
    return f"{line}; {whom} {verb} one more card, number {data['extra']}"


def _challenged(before: State, data: Data, after: State) -> str:
    hands = data["hands"]
    if hands is not None:
        cards = "; ".join(
            f"{after.name(seat)} {' '.join(hand)}" for seat, hand in enumerate(hands) if hand
        )
    else:
        cards = " ".join(data["cards"] or ())
    shown = f" ({cards})" if cards else ""
    return (
        f"{after.name(data['seat'])} challenges{shown}: {verdict(after, challenged(before, data))}"
    )


def _lost(before: State, data: Data, after: State) -> str:
    seat = data["seat"]
    left = after.decks[seat].cards
    line = f"{after.name(seat)} gives up a die with {counted(data['cards'], 'card')}: "
    if left:
        return f"{line}{counted(left, 'card')} left, and is the Liar"
    line += "none left, and is out"
    return line if outcome(after).winners else f"{line}; {after.name(after.liar)} is the Liar"


def _counted(before: State, data: Data, after: State) -> str:
    return f"{after.name(data['seat'])} has {counted(data['cards'], 'card')}"


_TELLERS: dict[str, Callable[[State, Data, State], str]] = {
    "number.stated": _stated,
    "guess.made": _guessed,
    "turn.passed": lambda before, data, after: (
        f"{after.name(data['seat'])} guesses, which was not told"
    ),
    "power.triggered": _triggered,
    "guess.challenged": _challenged,
    "die.lost": _lost,
    "card.swapped": lambda before, data, after: (
        f"{after.name(data['seat'])} swaps a card for a wildcard"
    ),
    "cards.counted": _counted,
}
