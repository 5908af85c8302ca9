"""What the rules refuse about the tableau: dealing, adding, turning over, marking."""

from collections.abc import Sequence
from typing import Any

from companion.core.event import Event
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.rules import stacks
from companion.games.bwd.state import CORE, Setup, State

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


def missing(state: State) -> int:
    """How many active cards the tableau still lacks (BWD-69, BWD-79)."""
    wanted = state.setup.active if state.setup is not None else 0
    return max(0, wanted - len(state.active_cards()))


def owed(state: State) -> int:
    """How many cards setup still asks for, whoever adds them: each player's, one for every
    overwriting card (BWD-71), and what is missing in active ones (BWD-69, BWD-79)."""
    if state.setup is None or not state.setup.dealt:
        return 0
    covering = sum(len(stack) - 1 for stack in state.stacks)
    added = sum(len(stack) for stack in state.stacks) - len(CORE)
    return max(missing(state), state.setup.adds * len(state.seats) + covering - added)


def waiting(state: State) -> list[int]:
    """Who still has cards to add, of those that were dealt."""
    adds = state.setup.adds if state.setup is not None else 0
    return [seat for seat, count in enumerate(state.added) if count < adds]


def to_add(state: State) -> list[int]:
    """Who still has cards to add, where it is told whose all of them are so far."""
    told = sum(len(stack) for stack in state.stacks) - len(CORE)
    whose = state.hands is not None or (any(state.added) and told == sum(state.added))
    return waiting(state) if whose else []


def how_to_fill(state: State) -> str:
    """How the next card comes into the tableau in setup."""
    adding = to_add(state)
    if adding:
        return f"`companion bwd add NUMBER --by {state.seats[adding[0]].handle}`"
    return "`companion bwd add NUMBER`" if state.hands is None else "`companion bwd fill`"


def holder(state: State, card: str) -> int | None:
    """Who was dealt a card; nobody once all have added theirs: then it is from the reserve."""
    if state.hands is None or not waiting(state):
        return None
    return next((seat for seat, hand in enumerate(state.hands) if card in hand), None)


def card_added(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """A card comes in once; in setup, from the set and within what each player adds."""
    card = data["card"]
    if card in state.cards():
        raise Refused(
            f"{cards.title(card)} is in the tableau already.",
            f"`companion bwd add {cards.typed(card)} --over CARD` lays it on what it overwrites.",
        )
    together, drawn = data.get("together", False), data.get("drawn", False)
    referee.require(
        state.phase == "setup" or not (together or drawn),
        "BWD-69" if drawn else "BWD-64",
        f"Setup is over, and {cards.title(card)} is {'drawn' if drawn else 'added'} in it.",
        f"`companion bwd add {cards.typed(card)}` tells of a card that comes in now.",
    )
    by = data["by"] if together else None
    _on_what_it_names(state, card, data["over"], data.get("overwrites"), by, referee, cards)
    setup = state.setup
    if setup is None or state.phase != "setup":
        return
    _of_the_set(setup, card, data.get("number"), referee, cards)
    if data["by"] is None:
        _from_the_reserve(state, data, referee, cards)
    else:
        _added_by(state, setup, card, data["by"], referee, cards)


def card_laid(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """A card that nobody had read when it came in goes on what it overwrites."""
    card, over = data["card"], data["over"]
    if card not in state.cards():
        raise Refused(
            f"{cards.title(card)} is not in the tableau.",
            f"`companion bwd add {cards.typed(card)}` puts it there.",
        )
    stack = state.stack_of(card)
    if stack[0] != card:
        raise Refused(
            f"{cards.title(card)} lies on {cards.title(stack[stack.index(card) - 1])} already.",
            "`companion table` shows it.",
        )
    if over in stack:
        raise Refused(
            f"{cards.title(over)} lies there itself: nothing goes on its own stack.",
            "Name the card that it overwrites.",
        )
    named, by = data.get("overwrites", over), stacks.whose_turn(state, card)
    _on_what_it_names(state, card, over, named, by, referee, cards)


def _on_what_it_names(
    state: State,
    card: str,
    over: str | None,
    named: str | None,
    by: int | None,
    referee: Referee,
    cards: Catalogue,
) -> None:
    """It lies on the card that it names, where that lies in the tableau, or on what covers it.

    `named` is None where nobody told, as in earlier logs: it is what it was laid on, then.
    """
    base = over if named is None else named
    referee.require(
        over is None or over in state.cards(),
        "BWD-234",
        f"{cards.title(over or '')} is not in the tableau, so nothing covers it.",
        "Add the card that it names first.",
    )
    if base is None or base not in state.cards():
        return
    right = stacks.below(state, base, by)
    referee.require(
        over is not None,
        "BWD-234",
        f"{cards.title(card)} overwrites {cards.title(base)}, and that lies in the tableau.",
        f"`companion bwd add {cards.typed(card)}` lays it on top.",
    )
    referee.require(
        over in (None, right),
        "BWD-238" if right == state.stack_of(base)[-1] else "BWD-241",
        f"{cards.title(card)} goes on {cards.title(right)}, not on {cards.title(over or '')}.",
        "The newest goes on top; cards revealed together go in turn order.",
    )


def _of_the_set(
    setup: Setup, card: str, number: int | None, referee: Referee, cards: Catalogue
) -> None:
    if setup.cards:
        referee.require(
            card in setup.cards,
            "BWD-55" if setup.id == "V1" else "BWD-56",
            f"{cards.title(card)} is not one of the cards of set {setup.id}.",
            "A set of your own: start without `--set` and add the cards.",
        )
    elif number is not None:
        rules = {"6-29": "BWD-58", "30-54": "BWD-59"}
        referee.require(
            setup.first <= number <= setup.last,
            rules.get(setup.id, "BWD-75"),
            f"Card {number} is not in this set, which is {setup.first} to {setup.last}.",
            "Look at the number printed on the card.",
        )


def _from_the_reserve(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """What nobody adds was dealt and left over. Whoever draws it by the companion needs it; a table
    tells of any, and whether it replaces another one shows in the tableau (BWD-71)."""
    card = data["card"]
    referee.require(
        state.hands is None or any(card in hand for hand in state.hands),
        "BWD-69",
        f"{cards.title(card)} is not in the reserve: nobody was dealt it.",
        "`companion bwd fill` draws for you; `companion table` shows the reserve.",
    )
    drawn = data.get("drawn") or state.hands is None
    seat = next(iter(to_add(state)), None) if drawn else holder(state, card)
    if seat is not None:
        referee.refuse(
            "BWD-67",
            f"{state.name(seat)} still has cards to add, and the reserve is what is left then.",
            f"`companion bwd add NUMBER --by {state.seats[seat].handle}`",
        )
    if data.get("drawn"):
        referee.require(
            bool(state.replacements or missing(state)),
            "BWD-69",
            f"The tableau is full without {cards.title(card)}.",
            "Next are the tags: `companion bwd tag ana.1 CARD`.",
        )


def _added_by(
    state: State, setup: Setup, card: str, by: int, referee: Referee, cards: Catalogue
) -> None:
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


def filled(events: Sequence[Event], after: State, referee: Referee) -> None:
    """Whoever draws from the reserve draws until the tableau is full (BWD-69), if there is more."""
    if not any(event.data.get("drawn") for event in events if event.kind == "card.added"):
        return
    lacking = missing(after) or after.replacements
    referee.require(
        not lacking or not after.reserve(),
        "BWD-69",
        f"Cards are drawn until the tableau is full, and {lacking} would be missing.",
        "`companion bwd fill` draws what is missing.",
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
    if "icon" in data:
        _still_marked(state, data, referee, cards)
    referee.require(
        state.discs[seat] != data["on"],
        "BWD-229",
        f"{state.name(seat)}'s disc lies there already: marking again moves it somewhere else.",
        "Where no other place is valid it stays, and nothing need be entered (A-BW-22).",
    )


def _still_marked(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """A face that is marked is what was named."""
    key, _, number = data["on"].removeprefix("face:").rpartition("#")
    icon, die = data["icon"], state.die(key)
    referee.require(
        die.faces[int(number) - 1].icon == icon,
        "BWD-226",
        f"{die.id} has no {cards.title(icon) if icon else 'blank'} there that could be marked.",
        "`companion bwd dice` shows what is on it.",
    )


def disc_lifted(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Only a disc that marks something is taken back."""
    if state.discs[data["seat"]] is None:
        raise Refused(
            f"{state.name(data['seat'])}'s disc marks nothing.",
            "`companion bwd mark NAME CARD` lays it on something.",
        )
