"""What may follow the verbs that end a round: a challenge, and the die that is given up."""

from collections.abc import Iterator

from companion.core.names import counted
from companion.core.offer import Offer
from companion.core.offering import Line, Plan, Trial, from_turn, people
from companion.core.seats import find_seat
from companion.games.lwd.choices import dice_range, lost_sizes
from companion.games.lwd.moves import rounds
from companion.games.lwd.offers.whom import numbers_of_people, of_whom, who_is_named
from companion.games.lwd.state import State

REVEAL, THERE = "--reveal", "--there"


def challenge(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """How many dice show what was guessed, or all cards; or neither, and then who lost."""
    state = trial.state
    seat, told = of_whom(state, line.arguments)
    if told or line.options.keys() & {REVEAL, THERE} or line.wants == REVEAL:
        return

    def there(count: int) -> Plan[State]:
        return lambda action: rounds.challenge(action, seat, None, None, count)

    if line.wants == THERE:
        for count in range(_most_dice(state) + 1):
            if trial.stands(there(count)):
                yield Offer(str(count), _verdict(state, count))
        return
    if trial.stands(there(0)):
        yield Offer(THERE, "how many dice show what was guessed")
        yield Offer(REVEAL, "all top cards: 5,5,2,1")
    if not line.arguments and challenges(trial):
        yield from (Offer(who, name) for who, name in people(state, [seat], "whose turn it is"))


def challenges(trial: Trial[State]) -> bool:
    """Whether whoever has the turn may challenge."""
    turn = trial.state.turn
    return trial.stands(lambda action: rounds.challenge(action, turn, None, None, None))


def _most_dice(state: State) -> int:
    return sum(dice_range(state, seat)[-1] for seat in range(len(state.seats)))


def _verdict(state: State, there: int) -> str:
    """Who loses where so many dice show what was guessed."""
    said = state.guesses[-1]
    loser = state.turn if there >= said.guess.times else said.seat
    return f"{state.name(loser)} loses the round"


def lose(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """Whoever may have lost, then how many cards may be in a die; the loser need not be named."""
    state = trial.state
    seat, told = who_is_named(state, line.arguments)
    if told or (line.arguments and seat is None):
        return
    loser = seat if state.showdown is None or seat is not None else state.showdown.loser
    if loser is not None:
        taken = [] if line.arguments else numbers_of_people(state)
        sizes = [str(size) for size in lost_sizes(state, loser) if str(size) not in taken]
        for size in sizes:
            if _gives_up(trial, loser, int(size)):
                yield Offer(size, "a single card" if size == "1" else "cards in the die")
    if not line.arguments:
        for who, name in people(state, from_turn(state, state.liar)):
            one = find_seat(state.seats, who)
            if any(_gives_up(trial, one, size) for size in lost_sizes(state, one)):
                yield Offer(who, name)


def _gives_up(trial: Trial[State], seat: int, cards: int) -> bool:
    return trial.stands(lambda action: rounds.lose(action, seat, cards))


def swap(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """The loser of the round before, who need not be named."""
    state = trial.state
    seats = () if line.arguments or state.swapper is None else (state.swapper,)

    def plan(told: Line) -> Plan[State]:
        return lambda action: action.add(
            "card.swapped", seat=find_seat(state.seats, told.arguments[0])
        )

    yield from trial.fitting(line, people(state, seats), plan)


def cards(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """Whose cards are counted anew; how many there are is for the table to say."""
    state = trial.state
    if line.arguments:
        return

    def plan(told: Line) -> Plan[State]:
        seat = find_seat(state.seats, told.arguments[0])
        return lambda action: rounds.count_cards(action, seat, state.decks[seat].cards + 1)

    has = {seat: f"has {counted(deck.cards, 'card')}" for seat, deck in enumerate(state.decks)}
    for seat in from_turn(state, state.turn):
        yield from trial.fitting(line, people(state, [seat], has[seat]), plan)
