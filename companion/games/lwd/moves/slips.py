"""Slips in telling what was revealed, which the decks cannot hold: the table is told of them."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.core.names import counted, listed
from companion.games.lwd.deck import Deck
from companion.games.lwd.rules.reveal import WILDCARD, is_power, number_on
from companion.games.lwd.state import State


def warn_of_hand(action: Action[State], seat: int, hand: Sequence[str]) -> None:
    """Too many wildcards, a number twice of a deck with each once, a power card that is missing."""
    name, deck = action.state.name(seat), action.state.decks[seat]
    if hand.count(WILDCARD) > deck.wildcards > 0:
        action.warn(
            f"{name} shows {hand.count(WILDCARD)} wildcards, of a deck with {deck.wildcards}."
        )
    twice = [str(number) for number in _more_than(1, hand)]
    if twice and deck.is_plain:
        action.warn(f"{name} shows {listed(twice)} twice, of a deck with each number once.")
    early = sorted(set(_more_than(0, hand)) & _aside(deck))
    if early:
        action.warn(
            f"{name} shows a {early[0]}, which came in this round and lies aside until the next "
            "split (A-LW-13)."
        )
    for other, number in action.state.triggered:
        if (
            other == seat
            and number is not None
            and not any(is_power(card) and number_on(card) in (number, None) for card in hand)
        ):
            action.warn(f"{name} triggered a power card with a {number}, and shows none.")


def warn_of_all(action: Action[State], cards: Sequence[str]) -> None:
    """The same of the cards of all players together."""
    wild = sum(deck.wildcards for deck in action.state.decks)
    if cards.count(WILDCARD) > wild > 0:
        action.warn(f"There are {cards.count(WILDCARD)} wildcards, and {wild} came into the game.")
    decks = [deck for deck in action.state.decks if deck.in_dice]
    many = _more_than(len(decks), cards)
    if many and all(deck.is_plain for deck in decks):
        times = [number_on(card) for card in cards].count(many[0])
        action.warn(f"{times} cards show {many[0]}, and each of {len(decks)} decks has it once.")
    early = {number for deck in decks for number in _aside(deck)}
    early -= {number for deck in decks for number in _numbers_above(deck.as_split())}
    shown = sorted(early.intersection(_more_than(0, cards)))
    if shown:
        action.warn(
            f"A {shown[0]} is shown, and all of them came in this round and lie aside until the "
            "next split (A-LW-13)."
        )
    powers, triggered = sum(map(is_power, cards)), len(action.state.triggered)
    if powers < triggered:
        action.warn(
            f"{counted(triggered, 'power card')} {'were' if triggered > 1 else 'was'} triggered, "
            f"and {powers or 'none'} {'is' if powers < 2 else 'are'} shown."
        )


def _aside(deck: Deck) -> set[int]:
    """The numbers above 6 of which a deck has none in its dice, only aside."""
    return _numbers_above(deck) - _numbers_above(deck.as_split())


def _numbers_above(deck: Deck) -> set[int]:
    return {step.number for step in deck.steps if step.what == "extra"}


def _more_than(times: int, cards: Sequence[str]) -> list[int]:
    """The numbers that are on more cards than so many, lowest first."""
    numbers = [number for card in cards if (number := number_on(card)) is not None]
    return sorted({number for number in numbers if numbers.count(number) > times})
