"""What may follow the verbs about game cards: played, turned up, drawn, discarded, given."""

from collections import Counter
from collections.abc import Iterator

from companion.core.action import Action
from companion.core.offer import Offer
from companion.core.offering import Line, Plan, from_turn, number
from companion.core.seats import find_seat
from companion.games.blank.in_play import CardsInPlay, who_and_what
from companion.games.blank.moves import turns
from companion.games.blank.offers.names import (
    BlankTrial,
    Word,
    at_table,
    card_words,
    faces_on,
    last_of,
    numbers,
    with_cards,
)
from companion.games.blank.state import HAND, State
from companion.games.blank.suits import OF_EACH

TURN, PENALTY, WHY = "--turn", "--penalty", "--why"
FEW = 3
"""So many cards an effect moves at most, as a rule."""


def play(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Cards that fit, and what goes with them; for another player, or a mistake, the option."""
    state, boxes = trial.state, at_table(trial)

    def plan(told: Line) -> Plan[State]:
        return lambda action: _played(action.state, boxes, told, action)

    cards: list[str] = []
    seat = state.turn
    if line.arguments:
        seat, cards = who_and_what(state, line.arguments, boxes)
    if cards and not trial.stands(plan(line)):
        for option, about in ((TURN, "it is that player's turn"), (PENALTY, "it was wrong")):
            if option not in line.options and trial.stands(plan(line.having(option))):
                yield Offer(option, about)
    last = seat in state.told and len(cards) >= max(1, state.hands[seat])
    if not last and PENALTY not in line.options:
        trying = line if seat == state.turn else line.having(TURN)
        yield from trial.fitting(trying, _left(state, boxes, cards), plan)
    if not line.arguments:
        yield from (Offer(*word) for word in with_cards(state, [state.turn]))


def _played(state: State, boxes: CardsInPlay, line: Line, action: Action[State]) -> None:
    seat, names = who_and_what(state, line.arguments, boxes)
    cards = [boxes.card(name).card for name in names]
    if TURN in line.options and seat != state.turn:
        turns.give_turn(action, seat)
    if PENALTY in line.options:
        turns.take_back(action, seat, cards)
    else:
        turns.play_cards(action, seat, cards, boxes.colours)


def _left(state: State, boxes: CardsInPlay, told: list[str]) -> Iterator[Word]:
    """The cards of which not all lie on the discard pile, by what was told."""
    lying = Counter(state.lying)
    lying.update(str(boxes.card(name).card.face) for name in told)
    most = OF_EACH * max(1, len(state.boxes))
    faces = [face for face in faces_on(state.top) if lying[str(face)] < most]
    return ((word, about) for word, about in card_words(boxes, faces) if word not in told)


def top(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Any card that is not out of the deck."""
    boxes = at_table(trial)

    def plan(told: Line) -> Plan[State]:
        card = boxes.card(told.arguments[0]).card
        return lambda action: turns.turn_up(action, card)

    if not line.arguments:
        yield from trial.fitting(line, card_words(boxes, faces_on(None)), plan)


def discard(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Who discards by an effect, then how many cards, or which one."""
    state, boxes = trial.state, at_table(trial)

    def plan(told: Line) -> Plan[State]:
        seat, what = find_seat(state.seats, told.arguments[0]), last_of(told, 1, "1")
        if what.isdecimal():
            return lambda action: turns.discard_cards(action, seat, number(what), None)
        card = boxes.card(what).card
        return lambda action: turns.discard_cards(action, seat, 1, card)

    if not line.arguments:
        yield from trial.fitting(line, _from_turn(state), plan)
    elif len(line.arguments) == 1:
        words = [*numbers(2, FEW), *card_words(boxes, faces_on(None))]
        yield from trial.fitting(line, words, plan)


def draw(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Who draws by an effect, and how many; alone, it is that nothing fits."""
    state = trial.state

    def plan(told: Line) -> Plan[State]:
        seat = find_seat(state.seats, told.arguments[0]) if told.arguments else state.turn
        count = last_of(told, 1, "")
        if not count and WHY not in told.options and seat == state.turn:
            return lambda action: turns.take_penalty(action, seat, ["cannot-play"], None)
        drawn, why = number(count or "1"), told.value(WHY) or ""
        return lambda action: turns.draw_cards(action, seat, drawn, why)

    if line.wants:
        return
    if not line.arguments:
        yield from trial.fitting(line, _from_turn(state), plan)
    elif len(line.arguments) == 1:
        yield from trial.fitting(line, numbers(1, FEW), plan)
    elif WHY not in line.options:
        yield Offer(WHY, "by which rule or card")


def can_draw(trial: BlankTrial) -> bool:
    """Whether whoever's turn it is may draw because nothing fits."""
    seat = trial.state.turn
    return trial.stands(lambda action: turns.take_penalty(action, seat, ["cannot-play"], None))


def give(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """From whom, to whom, how many."""
    state = trial.state

    def plan(told: Line) -> Plan[State]:
        source, target = (find_seat(state.seats, name) for name in told.arguments[:2])
        count = number(last_of(told, 2, "1"))
        fact = {"from": source, "to": target, "count": count}
        return lambda action: action.add("cards.given", **fact)

    if not line.arguments:
        for seat in from_turn(state, state.turn):
            if state.hands[seat] and trial.stands(_gives_one(state, seat)):
                yield from (Offer(*word) for word in with_cards(state, [seat]))
    elif len(line.arguments) == 1:
        giver = find_seat(state.seats, line.arguments[0])
        others = (seat for seat in from_turn(state, state.turn) if seat != giver)
        yield from trial.fitting(line, with_cards(state, others), plan)
    elif len(line.arguments) == 2:
        yield from trial.fitting(line, numbers(2, FEW), plan)


def _gives_one(state: State, seat: int) -> Plan[State]:
    fact = {"from": seat, "to": state.left_of(seat), "count": 1}
    return lambda action: action.add("cards.given", **fact)


def hand(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Whose cards are counted, and how many there are."""
    state = trial.state

    def plan(told: Line) -> Plan[State]:
        seat, count = find_seat(state.seats, told.arguments[0]), number(told.arguments[1])
        return lambda action: turns.count_hand(action, seat, count)

    if not line.arguments:
        yield from (Offer(*word) for word in _from_turn(state))
    elif len(line.arguments) == 1:
        yield from trial.fitting(line, numbers(0, HAND), plan)


def can_reshuffle(trial: BlankTrial) -> bool:
    """Whether there are discards to be shuffled."""
    return trial.stands(lambda action: action.add("pile.reshuffled"))


def _from_turn(state: State) -> Iterator[Word]:
    return with_cards(state, from_turn(state, state.turn))
