"""What costs a Penalty: the faults by name, cards that do not fit, rules that were not followed.

The Penalty itself, a card for each fault, is in `penalties`. Until the next card is played a rule
can be followed (BL-89); behind that card it is pointed out. Late is not false (A-BL-05), and what
was missed is seldom told: so the table is warned, no more.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from companion.core.action import Action
from companion.core.names import chosen, listed
from companion.core.seats import find_seat, seat_called
from companion.games.blank.state import Move, Played, State

Fault = Literal[
    "out-of-turn", "false-accusation", "no-match", "missed-rule", "mixed-cards", "cannot-play"
]
FAULTS: dict[Fault, str] = {
    "out-of-turn": "played out of turn",
    "false-accusation": "accused somebody falsely",
    "no-match": "played a card that does not match",
    "missed-rule": "did not follow a rule or an effect",
    "mixed-cards": "played cards that do not go together",
    "cannot-play": "has no card that fits",
}
OF_CARDS: Mapping[Fault, str] = {
    "out-of-turn": "BL-84",
    "no-match": "BL-87",
    "mixed-cards": "BL-91",
}
"""What can be wrong with cards that are played, and the rules that say so."""
ONE_PLAY: frozenset[Fault] = frozenset({"mixed-cards", "no-match"})
"""What may be wrong with the cards of one play, and costs one card (A-BL-02)."""


def fault(text: str) -> Fault:
    """The fault that somebody means, by its beginning. Raises Invalid or Ambiguous."""
    return chosen(text.strip().replace(" ", "-"), FAULTS, "cause of a Penalty")


def players_and_faults(state: State, words: Sequence[str]) -> tuple[list[int], list[Fault]]:
    """Who, and for what: words that name nobody here name a fault."""
    players: list[int] = []
    faults: list[Fault] = []
    for word in words:
        seat = seat_called(state.seats, word) if players else find_seat(state.seats, word)
        if seat is None:
            faults.append(fault(word))
        else:
            players.append(seat)
    return players, faults


# Cards that do not fit


def misplay(top: Played | None, cards: Sequence[Played]) -> tuple[Fault, str, str] | None:
    """What is wrong with cards played on the top one: the fault, its rule, and why; None if not.

    Several cards fit all by the number or all by the suit (BL-54); of a top card that nobody told
    only that is asked. Cards that break both clauses cost one Penalty (A-BL-02).
    """
    numbers, suits = {card.number for card in cards}, {card.suit for card in cards}
    names = listed([str(card.face) for card in cards])
    if len(numbers) > 1 and len(suits) > 1:
        return "mixed-cards", "BL-91", f"{names} share neither number nor suit"
    if top is None:
        return None
    stray = [str(card.face) for card in cards if not card.face.matches(top.face)]
    if stray:
        verb = "matches" if len(stray) == 1 else "match"
        return "no-match", "BL-87", f"{listed(stray)} {verb} neither number nor suit of {top.face}"
    return None


def faults_of(state: State, seat: int, cards: Sequence[Played]) -> list[Fault]:
    """All that is wrong with cards that somebody plays now: a card of Penalty for each (BL-94)."""
    wrong = misplay(state.top, cards)
    late: list[Fault] = [] if seat == state.turn else ["out-of-turn"]
    return late if wrong is None else [*late, wrong[0]]


# A rule that was not followed


def warn_of_missed(action: Action[State], seat: int, colours: Mapping[str, str]) -> None:
    """Warn of a Penalty for a missed rule that comes two plays late, or that was taken before."""
    state = action.state
    name, taken = state.name(seat), _taken(state, seat)
    acting = sum(_acting(move, colours) for move in state.recent)
    if taken >= max(1, acting):
        action.warn(
            f"{name} took a Penalty for a rule that was missed already: this is one for another. "
            "If it is the same, `companion undo` takes it back."
        )
    elif not acting and _all_told(state, colours):
        cards = " nor ".join(
            str(move.acts[0].card.face) for move in state.recent if move.acts[0].card
        )
        action.warn(
            f"Neither {cards} makes a rule act, as far as the words can be read: what was missed "
            "is two plays ago. Late is not false (A-BL-05); whether it counts, the table says."
        )


def _taken(state: State, seat: int) -> int:
    """How often somebody took that Penalty for what the last cards may have triggered."""
    return sum(move.missed.count(seat) for move in state.recent)


def _acting(move: Move, colours: Mapping[str, str]) -> int:
    """How many rules and effects a move triggered, or may have."""
    from companion.games.blank.triggers import triggered

    effects = sum(act.card is not None and bool(act.card.effect) for act in move.acts)
    found = (triggered(act, act.rules, colours) for act in move.acts)
    return effects + sum(len(some.surely) + len(some.perhaps) for some in found)


def _all_told(state: State, colours: Mapping[str, str]) -> bool:
    """Whether the last two moves are known, and all rules are about cards: nothing else acted."""
    from companion.games.blank.triggers import about_cards

    rules = state.rules
    return (
        len(state.recent) > 1
        and all(move.acts and not move.untold for move in state.recent)
        and bool(rules)
        and all(about_cards(rule, colours) for rule in rules)
    )
