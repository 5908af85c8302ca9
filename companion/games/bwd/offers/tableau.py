"""What may follow the verbs about cards: in setup, in the tableau, and of the box."""

from collections.abc import Iterator

from companion.core.offer import Offer
from companion.core.offering import Line, Plan, from_turn, no_chance, people
from companion.core.seats import find_seat
from companion.games.bwd.catalogue import numbered_key
from companion.games.bwd.faces import key_in_play
from companion.games.bwd.moves import setup, tableau
from companion.games.bwd.offers.names import (
    BwdAction,
    BwdTrial,
    about_card,
    card_word,
    cards_of,
    dice_from_turn,
    drawn_faces,
)
from companion.games.bwd.offers.tagging import BY
from companion.games.bwd.reserve import to_add
from companion.games.bwd.state import RESOLVING, State

OVER, PHASE = "--over", "--phase"
SCORE = "score"
_ABOUT_CARDS = {
    "show": "what is known of a card",
    "set": "tell what stands on a card",
    "list": "every card of which something is known",
    "log": "all that was told of your cards",
}
_FIELDS = {
    "--name": "what it is called",
    "--text": "what it says",
    PHASE: "when its icon resolves",
    "--ward": "what it wards",
    "--always": "what works by itself",
    "--icon": "what a tag draws",
    "--overwrites": "the card that it covers",
    "--prerequisite": "the icon that it replaces",
}
CARD_VALUED = (*_FIELDS, "--number", "--condition")


def can_deal(trial: BwdTrial) -> bool:
    """Whether the companion may shuffle and deal."""
    return trial.stands(lambda action: setup.deal(action, cards_of(trial), no_chance()))


def can_fill(trial: BwdTrial) -> bool:
    """Whether cards of the reserve are to be drawn."""
    return trial.stands(lambda action: setup.fill(action, cards_of(trial), no_chance()))


def nothing(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A verb that is a line by itself."""
    return iter(())


def add(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """Cards that may come into play; whose they are; what they cover."""
    state, catalogue = trial.state, cards_of(trial)

    def plan(told: Line) -> Plan[State]:
        return lambda action: _add(trial, action, told)

    if line.wants == BY:
        yield from trial.fitting(line, people(state, from_turn(state, state.turn)), plan)
    elif line.wants == OVER:
        yield from trial.fitting(line, _typed(trial, state.active_cards()), plan)
    else:
        told = BY in line.options
        adding = [] if told else [state.seats[seat].handle for seat in to_add(state)]
        for key in (*_to_come(trial), *_to_lay(trial)):
            about = _whose(state, key)
            for word in card_word(catalogue, state, key):
                text = about or about_card(catalogue.card(key), word)
                whose = line.also(word).having(BY, adding[0]) if adding else line.also(word)
                if trial.stands(plan(line.also(word))) or trial.stands(plan(whose)):
                    yield Offer(word, text)
        for option, about in ((BY, "whose card it is"), (OVER, "which card it covers")):
            untold = line.arguments and option not in line.options
            if untold and any(add(trial, line._replace(wants=option))):
                yield Offer(option, about)


def _add(trial: BwdTrial, action: BwdAction, line: Line) -> None:
    by = line.value(BY)
    seat = None if by is None else find_seat(action.state.seats, by)
    setup.add(action, cards_of(trial), line.arguments, seat, line.value(OVER))


def _to_come(trial: BwdTrial) -> list[str]:
    """The cards outside the tableau: those dealt, those of the set, or all that there are."""
    state, catalogue = trial.state, cards_of(trial)
    if state.phase == "setup" and state.setup is not None and state.setup.cards:
        keys = list(state.setup.cards)
    elif state.phase == "setup" and state.hands is not None:
        keys = [card for hand in state.hands for card in hand]
    else:
        chosen = state.setup if state.phase == "setup" else None
        numbers = catalogue.numbers if chosen is None else range(chosen.first, chosen.last + 1)
        named = [card.key for card in catalogue.cards if not card.core]
        keys = [*named, *(catalogue.card(numbered_key(number)).key for number in numbers)]
    there = {key for card in state.cards() for key in catalogue.card(card).keys}
    return [
        key_in_play(state, catalogue.card(key)) for key in dict.fromkeys(keys) if key not in there
    ]


def _to_lay(trial: BwdTrial) -> list[str]:
    """The cards of the tableau that lie beside what they overwrite: maybe they were read late."""
    catalogue, found = cards_of(trial), []
    for stack in trial.state.stacks:
        named = catalogue.card(stack[0]).overwrites
        keys = catalogue.card(named).keys if named else ()
        if any(key in trial.state.cards() and key not in stack for key in keys):
            found.append(stack[0])
    return found


def _whose(state: State, key: str) -> str:
    """Who was dealt a card that is still to be added."""
    if state.hands is None or state.setup is None or min(state.added) >= state.setup.adds:
        return ""
    dealt = [seat for seat, hand in enumerate(state.hands) if key in hand]
    return f"dealt to {state.name(dealt[0])}" if dealt else ""


def neutralize(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A card that lies face-up."""
    if not line.arguments:
        found = _typed(trial, trial.state.active_cards())
        yield from trial.fitting(
            line,
            found,
            lambda told: lambda act: tableau.neutralize(act, cards_of(trial), told.arguments[0]),
        )


def restore(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A card that lies face-down."""
    if not line.arguments:
        found = _typed(trial, sorted(trial.state.neutralized))
        yield from trial.fitting(
            line,
            found,
            lambda told: lambda act: tableau.restore(act, cards_of(trial), told.arguments[0]),
        )


def mark(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """Whose disc, and what it is laid on: a card, one of its icons, the score track, a face."""
    state, catalogue = trial.state, cards_of(trial)

    def plan(told: Line) -> Plan[State]:
        who, on = told.arguments
        seat = find_seat(state.seats, who)
        return lambda action: tableau.mark(action, catalogue, seat, on)

    if not line.arguments:
        yield from (Offer(*who) for who in people(state, from_turn(state, state.turn)))
    elif len(line.arguments) == 1:
        found = _typed(trial, state.active_cards())
        icons = [
            (f"{word}:{label}", f"one icon of {card.title}")
            for key in state.active_cards()
            for card in (catalogue.card(key),)
            for word in card_word(catalogue, state, key)
            for label in (card.labels if len(card.labels) > 1 else ())
        ]
        faces = drawn_faces(trial, dice_from_turn(state))
        yield from trial.fitting(line, [*found, *icons, (SCORE, "the score track"), *faces], plan)


def unmark(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """Whose disc lies on something."""
    state = trial.state

    def plan(told: Line) -> Plan[State]:
        seat = find_seat(state.seats, told.arguments[0])
        return lambda action: action.add("disc.lifted", seat=seat)

    if not line.arguments:
        yield from trial.fitting(line, people(state, from_turn(state, state.turn)), plan)


def card(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """What is asked or told about the cards of the box, and about which."""
    catalogue, state = cards_of(trial), trial.state
    if not line.arguments:
        yield from (Offer(word, about) for word, about in _ABOUT_CARDS.items())
    elif line.wants == PHASE:
        yield from (Offer(phase) for phase in RESOLVING)
    elif line.arguments[0] in ("show", "set") and len(line.arguments) == 1:
        keys = dict.fromkeys((*state.cards(), *(card.key for card in catalogue.cards)))
        yield from (Offer(*told) for told in _typed(trial, list(keys)))
    elif line.arguments[0] == "set" and not line.wants and len(line.arguments) == 2:
        for option, about in _FIELDS.items():
            if option not in line.options:
                yield Offer(option, about)


def dice(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """How the dice are shown."""
    if not line.options:
        yield Offer("--list", "a line for each die")


def _typed(trial: BwdTrial, keys: list[str]) -> Iterator[tuple[str, str]]:
    catalogue = cards_of(trial)
    for key in keys:
        for word in card_word(catalogue, trial.state, key):
            yield word, about_card(catalogue.card(key), word)
