"""How each event of A Little White Die changes the state. Never refuses: that is `check`'s work."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.changed import replace
from companion.core.event import Event
from companion.core.play import record_play
from companion.core.seats import Seat
from companion.games.lwd.deck import Deck
from companion.games.lwd.guesses import Guess
from companion.games.lwd.rules.outcome import outcome
from companion.games.lwd.rules.reveal import showing
from companion.games.lwd.state import Said, Showdown, State, Variant

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
    """The state before the first entry: everybody's deck, and the first Liar."""
    variant = Variant(**options)
    deck = Deck.dealt(variant.cards, random=variant.random, wildcard=variant.wildcards)
    return State(
        seats=seats,
        scores=(),
        first=first,
        liar=first,
        turn=first,
        variant=variant,
        decks=(deck,) * len(seats),
    )


def record(state: State, event: Event) -> State:
    """The state after an event. Raises TooNew for a kind that nobody knows."""
    recorder = _RECORDERS.get(event.kind)
    if recorder is not None:
        return recorder(state, event.data)
    return record_play(state, event, None)


def _number_stated(state: State, data: Data) -> State:
    decks = tuple(deck.gathered() for deck in state.decks)
    return replace(state, dice_count=data["dice"], decks=decks, swapper=None)


def _guess_made(state: State, data: Data) -> State:
    seat, guess = data["seat"], Guess(data["count"], data["number"])
    return replace(
        state,
        guesses=(*state.guesses, Said(seat, guess)),
        untold=0,
        turn=state.next_in(seat),
        swapper=None,
    )


def _turn_passed(state: State, data: Data) -> State:
    return replace(state, untold=state.untold + 1, turn=state.next_in(data["seat"]), swapper=None)


def _power_triggered(state: State, data: Data) -> State:
    triggered = (*state.triggered, (data["seat"], data["number"]))
    extra = data["extra"]
    if extra is None:
        return replace(state, triggered=triggered)
    decks = [
        deck.with_extra(extra) if seat in data["to"] else deck
        for seat, deck in enumerate(state.decks)
    ]
    highest = max(state.highest, extra)
    return replace(state, triggered=triggered, decks=tuple(decks), highest=highest)


def challenged(state: State, data: Data) -> Showdown:
    """The round as a challenge ends it: what was there and who has lost, as far as was told."""
    showdown = showdown_of(state)._replace(challenger=data["seat"], there=data["there"])
    said, hands = showdown.said, data["hands"]
    cards = data["cards"] if hands is None else [card for hand in hands for card in hand]
    if hands is not None:
        showdown = showdown._replace(hands=tuple(tuple(hand) for hand in hands))
    if said is None:
        return showdown
    if cards is not None:
        showdown = showdown._replace(there=showing(said.guess, cards))
    if showdown.right is None:
        return showdown
    return showdown._replace(loser=data["seat"] if showdown.right else said.seat)


def _guess_challenged(state: State, data: Data) -> State:
    showdown = challenged(state, data)
    if showdown.hands:
        pairs = zip(state.decks, showdown.hands, strict=True)
        state = replace(state, decks=tuple(deck.showing(hand) for deck, hand in pairs))
    state = replace(state, showdown=showdown)
    # Whoever was counted out in the middle of a round has no die to give up.
    if showdown.loser is not None and not state.decks[showdown.loser].cards:
        return _next_round(state, showdown.loser)
    return state


def showdown_of(state: State) -> Showdown:
    """The round at hand as it stands, of whose end nothing is told."""
    said = state.guesses[-1] if state.guesses and not state.untold else None
    guesser = state.next_in(state.turn, -1) if state.untold else said.seat if said else None
    dice = tuple(state.dice(seat) or 0 for seat in range(len(state.seats)))
    return Showdown(
        said, guesser, None, None, None, state.round, dice, state.decks, state.triggered
    )


def following(state: State, data: Data) -> dict[str, Any]:
    """What is recorded with a lost die: whether its giver is out, and who is the next Liar.

    Nothing where the game is over with it: its end tells all of that.
    """
    after = _die_lost(state, data)
    if outcome(after).winners:
        return {}
    return {"out": not after.decks[data["seat"]].cards, "liar": after.liar}


def _die_lost(state: State, data: Data) -> State:
    seat, showdown = data["seat"], state.showdown
    hand = showdown.hands[seat] if showdown is not None and showdown.hands else ()
    return _next_round(_with_deck(state, seat, state.decks[seat].given(data["cards"], hand)), seat)


def _next_round(state: State, loser: int) -> State:
    """The round is over: the loser is the next Liar, or whoever comes next and has cards."""
    ended = state.showdown or showdown_of(state)
    state = replace(state, decks=tuple(deck.gathered() for deck in state.decks))
    has_cards = state.decks[loser].cards > 0
    liar = loser if has_cards else state.next_in(loser)
    over = bool(outcome(state).winners)
    return replace(
        state,
        round=state.round if over else state.round + 1,
        liar=liar,
        turn=liar,
        dice_count=None,
        guesses=(),
        untold=0,
        triggered=(),
        showdown=None,
        past=ended if any(ended.dice) else state.past,
        swapper=loser if state.variant.wildcards and has_cards else None,
    )


def _card_swapped(state: State, data: Data) -> State:
    state = _with_deck(state, data["seat"], state.decks[data["seat"]].swapped())
    return replace(state, swapper=None)


def _cards_counted(state: State, data: Data) -> State:
    """Somebody may be out by it, or back in: turns go on clockwise from the last guess (LW-21)."""
    seat = data["seat"]
    was_in = state.decks[seat].cards > 0
    state = _with_deck(state, seat, state.decks[seat].counted(data["cards"]))
    if state.decks[seat].cards:
        if not was_in and state.guesses and not state.untold:
            state = replace(state, turn=state.next_in(state.guesses[-1].seat))
        return state
    if state.showdown is not None and state.showdown.loser == seat:
        return _next_round(state, seat)
    return replace(
        state,
        liar=state.next_in(seat) if state.liar == seat else state.liar,
        turn=state.next_in(seat) if state.turn == seat else state.turn,
        swapper=None if state.swapper == seat else state.swapper,
    )


def _with_deck(state: State, seat: int, deck: Deck) -> State:
    decks: Sequence[Deck] = (*state.decks[:seat], deck, *state.decks[seat + 1 :])
    return replace(state, decks=tuple(decks))


_RECORDERS: dict[str, Callable[[State, Data], State]] = {
    "number.stated": _number_stated,
    "guess.made": _guess_made,
    "turn.passed": _turn_passed,
    "power.triggered": _power_triggered,
    "guess.challenged": _guess_challenged,
    "die.lost": _die_lost,
    "card.swapped": _card_swapped,
    "cards.counted": _cards_counted,
}
