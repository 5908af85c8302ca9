"""Who wins: the most cards when the first player is out, or whoever is the last to have any.

A table that ends the play before that goes by whoever has the most cards.
"""

from companion.core.game import Leading, Outcome
from companion.core.names import counted, listed
from companion.games.lwd.state import UNTIL, State


def outcome(state: State) -> Outcome:
    """The winners by the cards as they are now; nobody as long as the game goes on."""
    left = state.still_in
    out = [state.name(seat) for seat in range(len(state.seats)) if seat not in left]
    if state.variant.until == UNTIL[1]:
        if len(left) > 1:
            names = listed([state.name(seat) for seat in left])
            return Outcome((), f"{names} have cards left")
        if not left:
            return Outcome((), "nobody has cards left")
        return Outcome(left, "the last one with cards")
    if not out:
        return Outcome((), "nobody is out of cards")
    if not left:
        return Outcome((), "nobody has cards left")
    winners = state.leaders()
    most = state.decks[winners[0]].cards
    share = "share the most cards" if len(winners) > 1 else "the most cards"
    verb = "is" if len(out) == 1 else "are"
    return Outcome(winners, f"{listed(out)} {verb} out; {share}, {most}")


def outcome_now(state: State) -> Outcome:
    """The same, and before the end whoever alone has the most cards: for a play that ends now."""
    by_rules = outcome(state)
    if by_rules.winners or not state.still_in:
        return by_rules
    leaders = state.leaders()
    most = state.decks[leaders[0]].cards
    if len(leaders) > 1:
        names = listed([state.name(seat) for seat in leaders])
        return Outcome((), f"{names} are tied at {counted(most, 'card')}")
    early = "one alone had cards" if state.variant.until == UNTIL[1] else "anybody was out"
    return Leading(leaders, f"the most cards, {most}; ended before {early}")
