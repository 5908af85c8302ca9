"""What may follow the verbs of hands on dice: roll, erase, replace, dot, write, claim and swap."""

from collections.abc import Iterator
from contextlib import suppress

from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.offer import Offer
from companion.core.offering import Line, Plan, from_turn, no_chance, people, said
from companion.core.seats import find_seat, is_somebody
from companion.errors import CompanionError
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import find_die
from companion.games.bwd.icons import FACE_DASHED, FACE_DOTTED, FaceMarked
from companion.games.bwd.moves import dice
from companion.games.bwd.offers.names import (
    BwdAction,
    BwdTrial,
    about_card,
    about_die,
    cards_of,
    dice_from_turn,
    drawn_faces,
    icon_words,
    rolled,
)
from companion.games.bwd.state import COMMON, Die, State

MOST_MARKS = 3
VIRTUAL, UNTOLD = "--virtual", "--untold"


def roll(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """`ana.1=tag`: dice of which nobody told what they show, then those that are rolled again.

    Behind faces alone, those of the next die; before anything else, they come last.
    """
    state, catalogue = trial.state, cards_of(trial)
    alone = [] if VIRTUAL in line.options else _face_alone(trial, line)
    if line.arguments and dice.is_face_alone(state, line.arguments[-1]):
        yield from alone
        return

    def plan(told: Line) -> Plan[State]:
        return lambda action: _roll(action, catalogue, told)

    for die in sorted(dice_from_turn(state), key=lambda die: _when_rolled(state, die)):
        if VIRTUAL in line.options:
            yield from trial.fitting(line, [(die.id, about_die(die, state, catalogue))], plan)
            continue
        faces = [(f"{die.id}={word}", about) for word, about in rolled(die, catalogue)]
        if trial.stands(plan(line.also(faces[0][0]))):  # One face can come up as well as another.
            yield from (Offer(word, about) for word, about in faces)
    if line.arguments:
        return
    yield from alone
    virtual = line.having(VIRTUAL)
    if trial.stands(plan(virtual)):
        yield Offer(VIRTUAL, "let the companion roll")
    elif trial.stands(plan(virtual.having(UNTOLD))):
        yield Offer(UNTOLD, "the tags still to go were made")


def _face_alone(trial: BwdTrial, line: Line) -> list[Offer]:
    """What the next die may show that is told of in order, where it is clear which one that is."""
    state, words = trial.state, line.arguments
    named = [find_die(state, word.partition("=")[0]).key for word in words if "=" in word]
    alone = [word for word in words if dice.is_face_alone(state, word)]
    turns = dice.dice_in_order(state, named=named)
    left: list[Die] = []
    for word in alone:
        if is_somebody(state.seats, word):
            turns, left = dice.dice_in_order(state, find_seat(state.seats, word), named), []
        else:
            left = left or list(next(turns, (0, []))[1])
            left = left[1:]
    left = left or list(next(turns, (0, []))[1])
    if not left:
        return []
    die, *others = left
    then = f", then {listed([other.id for other in others])}" if others else ""
    return [
        Offer(word, said(f"{die.id}{then}", about))
        for word, about in rolled(die, cards_of(trial))
        if dice.is_face_alone(state, word)
    ]


def _roll(action: BwdAction, catalogue: Catalogue, line: Line) -> None:
    action.untold = UNTOLD in line.options
    chance = no_chance() if VIRTUAL in line.options else None
    dice.roll(action, catalogue, line.arguments, chance)


def _when_rolled(state: State, die: Die) -> tuple[bool, bool]:
    """What is told first: what nobody told yet; once it is tagged in setup, the common die."""
    is_due = state.phase == "setup" and die.id == COMMON and bool(state.common_tags)
    return not (is_due and die.active is None), die.active is not None


def erase(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A face with something on it."""
    if not line.arguments:
        yield from trial.fitting(line, _faces(trial), lambda told: _erases(trial, told))


def _erases(trial: BwdTrial, line: Line) -> Plan[State]:
    return lambda action: dice.erase(action, cards_of(trial), line.arguments[0])


def replace(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A face with something on it, then an icon of a card that is active."""
    icons = list(_icons(trial))

    def plan(told: Line) -> Plan[State]:
        face, icon = told.arguments
        return lambda action: dice.replace(action, cards_of(trial), face, icon)

    if not line.arguments:
        for word, about in _faces(trial) if icons else ():
            if any(trial.stands(plan(line.also(word).also(icon))) for icon, _ in icons):
                yield Offer(word, about)
    elif len(line.arguments) == 1:
        yield from trial.fitting(line, icons, plan)


def dot(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A face with something on it, then how many dots."""
    yield from _marks(trial, line, FACE_DOTTED)


def dash(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A face with something on it, then how many dashes."""
    yield from _marks(trial, line, FACE_DASHED)


def just_resolved(trial: BwdTrial) -> bool:
    """Whether marks go without saying on the face that was resolved last."""
    with suppress(CompanionError):
        return bool(dice.just_resolved(trial.state))
    return False


def _marks(trial: BwdTrial, line: Line, kind: Kind[State, FaceMarked]) -> Iterator[Offer]:
    def plan(told: Line) -> Plan[State]:
        face, count = (*told.arguments, "1")[:2]
        return lambda action: dice.mark_face(action, cards_of(trial), face, kind, int(count))

    if not line.arguments:
        yield from trial.fitting(line, _faces(trial), plan)
    elif len(line.arguments) == 1:
        counts = [(str(number), "") for number in range(2, MOST_MARKS + 1)]
        yield from trial.fitting(line, counts, plan)


def write(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """A die, then up to six icons; what is left out is blank."""
    state, catalogue = trial.state, cards_of(trial)

    def plan(told: Line) -> Plan[State]:
        die, *icons = told.arguments
        return lambda action: dice.write(action, catalogue, die, icons)

    if not line.arguments:
        found = [(die.id, about_die(die, state, catalogue)) for die in dice_from_turn(state)]
        yield from trial.fitting(line, found, plan)
        return
    # An icon may be on several faces of a die.
    yield from trial.fitting(line, [*_icons(trial), ("blank", "a face with nothing on it")], plan)


def claim(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """Who takes the common die; or another one, which is named."""
    state, catalogue = trial.state, cards_of(trial)

    def plan(told: Line) -> Plan[State]:
        who, die = (*told.arguments, COMMON)[:2]
        seat = find_seat(state.seats, who)
        return lambda action: dice.claim(action, catalogue, seat, find_die(action.state, die))

    if not line.arguments:
        seats = from_turn(state, state.turn)
        holder = state.die(COMMON).owner
        yield from trial.fitting(line, people(state, (s for s in seats if s != holder)), plan)
    elif len(line.arguments) == 1:
        found = [(die.id, about_die(die, state, catalogue)) for die in _common_first(state)]
        yield from trial.fitting(line, found, plan)


def _common_first(state: State) -> list[Die]:
    return sorted(dice_from_turn(state), key=lambda die: die.id != COMMON)


def swap(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """Two dice of different players."""
    state, catalogue = trial.state, cards_of(trial)
    found = [(die.id, about_die(die, state, catalogue)) for die in dice_from_turn(state)]

    def plan(told: Line) -> Plan[State]:
        one, other = told.arguments
        return lambda action: dice.swap(action, catalogue, one, other)

    if not line.arguments:
        for word, about in found:
            if any(trial.stands(plan(line.also(word).also(other))) for other, _ in found):
                yield Offer(word, about)
    elif len(line.arguments) == 1:
        yield from trial.fitting(line, found, plan)


def _faces(trial: BwdTrial) -> Iterator[tuple[str, str]]:
    """The faces with something on them; others' dice first, as it is their icons that one wipes."""
    own = [die for die in trial.state.dice if die.owner == trial.state.turn]
    others = [die for die in dice_from_turn(trial.state) if die not in own]
    return drawn_faces(trial, [*others, *own])


def _icons(trial: BwdTrial) -> Iterator[tuple[str, str]]:
    catalogue = cards_of(trial)
    for word, card in icon_words(catalogue, trial.state):
        yield word, about_card(card, word) if len(card.labels) == 1 else card.title
