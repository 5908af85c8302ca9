"""What the rules refuse about the tableau: dealing, adding, turning over, marking."""

from typing import Any

from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.state import State

Data = Any


def cards_dealt(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Cards are dealt once, in setup."""
    if state.hands is not None:
        raise Refused("The cards have been dealt.", "`companion undo` takes the deal back.")
    if state.phase != "setup":
        raise Refused(
            "Cards are dealt during setup, and this play is under way.",
            "`companion bwd add CARD` tells of one that comes into play.",
        )


def card_added(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """A card comes in once; in setup, from the set and within what each player adds."""
    card, by = data["card"], data["by"]
    if card in state.cards():
        raise Refused(
            f"{cards.title(card)} is in the tableau already.", "`companion table` shows it."
        )
    over = data["over"]
    referee.require(
        over is None or over in state.cards(),
        "BWD-234",
        f"{cards.title(over or '')} is not in the tableau, so nothing covers it.",
        "Add the card that it names first.",
    )
    setup = state.setup
    if setup is None or state.phase != "setup":
        return
    if setup.cards:
        referee.require(
            card in setup.cards,
            "BWD-55" if setup.id == "V1" else "BWD-56",
            f"{cards.title(card)} is not one of the cards of set {setup.id}.",
            "A set of your own: start without `--set` and add the cards.",
        )
    elif data.get("number") is not None:
        rules = {"6-29": "BWD-58", "30-54": "BWD-59"}
        referee.require(
            setup.first <= data["number"] <= setup.last,
            rules.get(setup.id, "BWD-75"),
            f"Card {data['number']} is not in this set, which is {setup.first} to {setup.last}.",
            "Look at the number printed on the card.",
        )
    if by is None:
        referee.require(
            state.hands is None or any(card in hand for hand in state.hands),
            "BWD-69",
            f"{cards.title(card)} is not in the reserve: nobody was dealt it.",
            "`companion bwd fill` draws for you; `companion table` shows the reserve.",
        )
        return
    two = len(state.seats) == 2
    experienced = setup.id == "all"
    rule = {
        (False, False): "BWD-64",
        (False, True): "BWD-65",
        (True, False): "BWD-77",
        (True, True): "BWD-78",
    }[experienced, two]
    referee.require(
        state.added[by] < setup.adds,
        rule,
        f"Each adds {setup.adds} in this game, and {cards.title(card)} is one too many for "
        f"{state.name(by)}.",
        "`companion bwd fill` draws from the reserve."
        if state.hands is not None
        else "A card from the reserve is nobody's: leave out `--by`.",
    )
    if state.hands is not None and card not in state.hands[by]:
        referee.refuse(
            "BWD-64",
            f"{cards.title(card)} is not among the cards dealt to {state.name(by)}.",
            f"{state.name(by)} has {', '.join(cards.title(held) for held in state.hands[by])}.",
        )


def card_neutralized(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Only a face-up card of the tableau is turned over."""
    card = data["card"]
    if card in state.neutralized:
        raise Refused(
            f"{cards.title(card)} is face-down already.",
            f"`companion bwd restore {cards.typed(card)}`",
        )
    if card not in state.cards() and state.told:
        referee.refuse(
            "BWD-230",
            f"{cards.title(card)} is not in the tableau, so it cannot be neutralized.",
            "`companion table` shows the tableau.",
        )


def card_restored(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Only a face-down card is turned back."""
    if data["card"] not in state.neutralized:
        raise Refused(
            f"{cards.title(data['card'])} is not face-down.", "`companion table` shows it."
        )


def disc_placed(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Marking again moves the disc to another place."""
    seat = data["seat"]
    kind, _, what = data["on"].partition(":")
    card = what.partition(":")[0]
    referee.require(
        kind != "card" or not state.told or card in state.cards(),
        "BWD-226",
        f"{cards.title(card)} is not in the tableau, so no disc can lie on it.",
        "`companion table` shows the tableau.",
    )
    referee.require(
        state.discs[seat] != data["on"],
        "BWD-229",
        f"{state.name(seat)}'s disc lies there already: marking again moves it somewhere else.",
        "Where no other place is valid it stays, and nothing need be entered (A-BW-22).",
    )


def disc_lifted(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Only a disc that marks something is taken back."""
    if state.discs[data["seat"]] is None:
        raise Refused(
            f"{state.name(data['seat'])}'s disc marks nothing.",
            "`companion bwd mark NAME CARD` lays it on something.",
        )
