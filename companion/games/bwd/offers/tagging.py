"""What may follow `tag`, and how cards are offered wherever one is tagged."""

from collections.abc import Iterator, Sequence

from companion.core.offer import Offer
from companion.core.offering import Line, Plan, from_turn, is_word, people, said
from companion.core.seats import find_seat
from companion.games.bwd.moves import tagging
from companion.games.bwd.offers.names import (
    BwdAction,
    BwdTrial,
    about_card,
    about_die,
    card_word,
    cards_of,
    dice_from_turn,
)
from companion.games.bwd.state import State

PUT, BY = "--put", "--by"
VALUED = (PUT, BY)


def tag(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A die with room for a card, the cards, and who tags or where single icons go."""

    def plan(told: Line) -> Plan[State]:
        return lambda action: _tag(trial, action, told)

    if line.wants == PUT:
        yield from trial.fitting(line, puts(trial, line.arguments[1:], line), plan)
    elif line.wants == BY:
        yield from trial.fitting(line, _taggers(trial.state), plan)
    elif not line.arguments:
        cards = [word for word, _ in taggable(trial)]
        for word, about in _dice(trial):
            if any(trial.stands(plan(line.also(word).also(card))) for card in cards):
                yield Offer(word, about)
    else:
        if PUT not in line.options:  # That is about one card alone.
            yield from trial.fitting(line, taggable(trial), plan)
        yield from _options(trial, line)


def _tag(trial: BwdTrial, action: BwdAction, line: Line) -> None:
    die, *cards = line.arguments
    by, told = line.value(BY), line.options.get(PUT, ())
    seat = None if by is None else find_seat(action.state.seats, by)
    for card in cards:
        tagging.tag(action, cards_of(trial), die, card, told, seat)


def _options(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    cards = line.arguments[1:]
    for option, about in ((PUT, "where one icon goes"), (BY, "who tags")):
        allowed = len(cards) == 1 if option == PUT else bool(cards) and option not in line.options
        if allowed and any(tag(trial, line._replace(wants=option))):
            yield Offer(option, about)


def taggable(trial: BwdTrial) -> Iterator[tuple[str, str]]:
    """The cards that are active, and where nobody told the tableau, all that have a name.

    For a table with a house rule also those face-down or covered.
    """
    state, catalogue = trial.state, cards_of(trial)
    keys = state.active_cards()
    if trial.house is not None:
        keys += [card for card in state.cards() if card not in keys]
    if not state.told:
        known = set(state.cards())
        keys += [c.key for c in catalogue.cards if c.name and known.isdisjoint(c.keys)]
    for key in keys:
        for word in card_word(catalogue, state, key):
            yield word, about_card(catalogue.card(key), word)


def puts(trial: BwdTrial, cards: Sequence[str], line: Line) -> Iterator[tuple[str, str]]:
    """`-2=ben.1`: where a single icon of the one card may go, if the line does not say it yet."""
    catalogue, state = cards_of(trial), trial.state
    card = catalogue.find(cards[0], set(state.cards())) if len(cards) == 1 else None
    put = {told.partition("=")[0] for told in line.options.get(PUT, ())}
    labels = () if card is None or card.prerequisite else card.labels
    for label in (label for label in labels if is_word(label) and label not in put):
        for die in dice_from_turn(state):
            if die.blanks():
                yield f"{label}={die.id}", about_die(die, state, catalogue)
                if die.top is not None and die.top.blank:
                    yield f"{label}={die.id}:active", "on the blank face on top"


def _dice(trial: BwdTrial) -> Iterator[tuple[str, str]]:
    state, catalogue = trial.state, cards_of(trial)
    for die in dice_from_turn(state):
        yield die.id, about_die(die, state, catalogue)
        if die.top is not None and die.top.blank:
            yield f"{die.id}:active", said("on the blank face on top")


def _taggers(state: State) -> Iterator[tuple[str, str]]:
    return people(state, from_turn(state, state.turn))
