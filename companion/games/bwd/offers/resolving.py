"""What may follow `resolve`: by what the die shows."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.offer import Offer
from companion.core.offering import Line, from_turn, no_chance, number, people
from companion.core.seats import find_seat
from companion.games.bwd.faces import find_die
from companion.games.bwd.moves import resolving
from companion.games.bwd.moves.core_icons import Choice
from companion.games.bwd.offers.names import (
    BwdAction,
    BwdTrial,
    about_die,
    cards_of,
    dice_from_turn,
    drawn_faces,
    rolled,
)
from companion.games.bwd.offers.tagging import PUT, puts, taggable
from companion.games.bwd.rules.rounds import pending
from companion.games.bwd.state import Die, State
from companion.games.bwd.wards import card_on

TAG, ON, ERASE, REROLL, POINTS = "--tag", "--on", "--erase", "--reroll", "--points"
DOT, DASH = "--dot", "--dash"
DID, NOTHING, FIZZLE, VIRTUAL = "--did", "--nothing", "--fizzle", "--virtual"
COPIES = "--copies"
VALUED = (COPIES, TAG, ON, PUT, ERASE, REROLL, POINTS, DID)
CHANGES = ("+1", "+2", "+3", "-1", "-2")
OTHERS_CHANGES = ("-1", "-2", "+1")


class _Option(NamedTuple):
    about: str
    effect: bool = True
    """Whether it says that something happened, which `--nothing` and `--fizzle` deny."""


_OPTIONS = {
    COPIES: _Option("the die whose icon it works as"),
    TAG: _Option("tag this card"),
    ERASE: _Option("erase this face"),
    REROLL: _Option("re-roll this die"),
    ON: _Option("on which die the tag draws"),
    PUT: _Option("where one icon goes"),
    VIRTUAL: _Option("let the companion roll"),
    POINTS: _Option("points that it brought"),
    DOT: _Option("it draws a dot on its face"),
    DASH: _Option("it draws a dash on its face"),
    DID: _Option("what it did, in words", effect=False),
    NOTHING: _Option("it changed nothing", effect=False),
    FIZZLE: _Option("it was made to fizzle, and stays", effect=False),
}


_FLAGS = (DOT, DASH, NOTHING, FIZZLE, VIRTUAL)


def resolve(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """The dice that are to be resolved; then others of that player's, and what was done."""
    if line.wants:
        yield from _values(trial, line)
        return
    for die in _in_order(trial):
        fits = not line.arguments or _goes_on(trial, line, die)
        if fits and _is_due(trial, line.also(die.id)):
            yield Offer(die.id, _shown(trial, die))
    if line.arguments and _is_due(trial, line):
        yield from _choices(trial, line)


def _goes_on(trial: BwdTrial, line: Line, die: Die) -> bool:
    """Whether a die may come behind others: of the same player, and none of them again."""
    told = [find_die(trial.state, name) for name in line.arguments]
    return die.owner == told[0].owner and die not in told and not line.options


def _is_due(trial: BwdTrial, line: Line) -> bool:
    """Whether a die may be resolved at all now, whatever was done with it."""
    bare = Line(line.arguments)
    tops = [find_die(trial.state, name).top for name in line.arguments]
    if any(top is not None and top.blank for top in tops):  # To be tagged, if anything can be.
        return _stands(trial, bare) or any(_values(trial, bare._replace(wants=TAG)))
    return _stands(trial, bare.having(DID, "…")) or _stands(trial, bare)


def _in_order(trial: BwdTrial) -> list[Die]:
    """First what is still to be resolved in this turn; a die is resolved by what it shows."""
    state = trial.state
    left = [] if state.turn is None else pending(state, cards_of(trial), state.turn)
    found = [die for die in dice_from_turn(state) if die.owner is not None and die.top is not None]
    return [*left, *(die for die in found if die not in left)]


def _shown(trial: BwdTrial, die: Die) -> str:
    assert die.top is not None
    title = "a blank face" if die.top.icon is None else cards_of(trial).title(die.top.icon)
    whose = "" if die.owner in (None, die.home) else f" · {trial.state.name(die.owner)}'s"
    return f"shows {title}{whose}"


def _stands(trial: BwdTrial, line: Line) -> bool:
    return trial.stands(lambda action: _resolve(trial, action, line))


def _resolve(trial: BwdTrial, action: BwdAction, line: Line) -> None:
    owner = find_die(action.state, line.arguments[0]).owner
    choice = Choice(
        tag=line.value(TAG),
        on=line.value(ON),
        puts=line.options.get(PUT, ()),
        erase=line.value(ERASE),
        reroll=line.value(REROLL),
        points=tuple(_change(action.state, told, owner) for told in line.options.get(POINTS, ())),
        did=line.value(DID),
        nothing=NOTHING in line.options,
        fizzled=FIZZLE in line.options,
        chance=no_chance() if VIRTUAL in line.options else None,
        copies=line.value(COPIES),
        dot=DOT in line.options,
        dash=DASH in line.options,
    )
    resolving.resolve_all(action, cards_of(trial), line.arguments, choice)


def _change(state: State, told: str, owner: int | None) -> tuple[int, int]:
    name, equals, points = told.rpartition("=")
    seat = find_seat(state.seats, name) if equals else owner
    return seat or 0, number(points)


def _choices(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """The options with which the line stands, or may stand once they have their value."""
    told = {name for name in line.options if name in _OPTIONS}
    if NOTHING in told or FIZZLE in told:
        return
    happened = any(_OPTIONS[name].effect for name in told)
    for name, (about, _) in _OPTIONS.items():
        if name in told and name != POINTS:
            continue
        if name in (NOTHING, FIZZLE) and (happened or DID in told):
            continue
        if name == VIRTUAL and not _rolls(trial, line):
            continue
        if name in (DOT, DASH) and not _may_mark(trial, line):
            continue
        if name in _FLAGS or name == DID:
            fits = _stands(trial, line.having(name, "…" if name == DID else ""))
        else:
            fits = any(_values(trial, line._replace(wants=name)))
        if fits:
            yield Offer(name, about)


def _may_mark(trial: BwdTrial, line: Line) -> bool:
    """Whether an icon may draw on its face: no number does, and no core icon."""
    cards = cards_of(trial)
    tops = [find_die(trial.state, name).top for name in line.arguments]
    own = [card for top in tops if top is not None and (card := card_on(cards, top)) is not None]
    return any(not card.core for card in own)


def _rolls(trial: BwdTrial, line: Line) -> bool:
    """Whether a die is rolled of which nobody said what it shows."""
    top = find_die(trial.state, line.arguments[0]).top
    told = line.value(REROLL)
    if told is None:
        return top is not None and top.icon == "the-window"
    return "=" not in told


def _values(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """What may stand behind the option that waits for its value."""
    if line.wants == COPIES:
        for word, about in _copied(trial, line):
            told = line.also(word)
            if _stands(trial, told.having(DID, "…")) or _stands(trial, told):
                yield Offer(word, about)
        return
    if line.wants == TAG:
        for word, about in taggable(trial):
            tagged = line.also(word)
            if _stands(trial, tagged) or any(_values(trial, tagged._replace(wants=ON))):
                yield Offer(word, about)
        return
    words = _words(trial, line)
    yield from trial.fitting(line, words, lambda told: lambda act: _resolve(trial, act, told))


def _copied(trial: BwdTrial, line: Line) -> Iterator[tuple[str, str]]:
    """The dice that show an icon, where that of the die is known to copy."""
    state, catalogue = trial.state, cards_of(trial)
    card = card_on(catalogue, find_die(state, line.arguments[0]).top)
    if card is not None and card.copies:
        for die in dice_from_turn(state):
            if die.top is not None and die.top.icon is not None:
                yield die.id, _shown(trial, die)


def _words(trial: BwdTrial, line: Line) -> Iterator[tuple[str, str]]:
    state, catalogue = trial.state, cards_of(trial)
    die = find_die(state, line.arguments[0])
    dice = dice_from_turn(state)
    tagged = line.value(TAG)
    blank = die.top is not None and die.top.blank  # It is tagged itself.
    if line.wants == ON and tagged is not None and not blank:
        for other in dice:
            if other != die:
                yield other.id, about_die(other, state, catalogue)
    elif line.wants == PUT and tagged is not None:
        yield from puts(trial, (tagged,), line)
    elif line.wants == ERASE:
        others = [other for other in dice if other.owner != die.owner]
        yield from drawn_faces(trial, [*others, *(other for other in dice if other not in others)])
    elif line.wants == REROLL:
        for other in dice:
            for word, about in rolled(other, catalogue):
                yield f"{other.id}={word}", about
        yield from ((other.id, "what it shows comes later") for other in dice)
    elif line.wants == POINTS:
        yield from ((change, "") for change in CHANGES)
        for word, _ in people(state, (s for s in from_turn(state, die.owner) if s != die.owner)):
            yield from ((f"{word}={change}", "") for change in OTHERS_CHANGES)
