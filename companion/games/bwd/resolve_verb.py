"""The verb `resolve`, as it is typed: dice of one player's, and what was done with them.

Numbers and the five core icons are carried out (`effects`); any other icon is resolved by what the
table says that it did. Who may resolve which die, and when, is in `resolve_rules`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from companion.core.action import Action
from companion.core.numbers import signed_change
from companion.core.offer import Trial, from_turn, people
from companion.core.param import (
    A_CARD,
    A_DIE,
    A_FACE,
    A_TEXT,
    Arguments,
    Candidate,
    Param,
    Sort,
    flag,
    one,
    several,
)
from companion.core.seats import find_seat
from companion.core.verb import Verb
from companion.errors import Ambiguous, CompanionError, Illegal, Invalid, NotFound, Refused
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.effects import Choice, Undecided, resolve_all
from companion.games.bwd.faces import find_die
from companion.games.bwd.names import (
    any_die,
    dice_from_turn,
    drawn_faces,
    of_one_die,
    rolled,
    taggable_cards,
    ways_to_put,
)
from companion.games.bwd.resolve_rules import is_due
from companion.games.bwd.rounds import BLANK_FACE, pending
from companion.games.bwd.state import Die, Face, State
from companion.games.bwd.tags import PUT as PUT_SOMEWHERE
from companion.games.bwd.wards import card_on, in_force

# What is typed


def _dice(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    """First what is still to be resolved in this turn; behind a die, others of the same player."""
    state = trial.state
    left = [] if state.turn is None else pending(state, trial.reference, state.turn)
    dice = [*left, *(die for die in dice_from_turn(state) if die not in left)]
    before = [find_die(state, name) for name in told.typed(_DICE)]
    if any(param in told for param in _CHOICES):
        return
    for die in dice:
        mine = die.top is not None and (not before or die.owner == before[0].owner)
        # What may not come now would only be tried in vain.
        tried = before or trial.house is not None or is_due(state, trial.reference, die)
        if mine and die not in before and tried:
            yield die.id, _shows(trial, die)


def _shows(trial: Trial[State], die: Die) -> str:
    assert die.top is not None
    title = "a blank face" if die.top.icon is None else trial.reference.title(die.top.icon)
    whose = "" if die.owner in (None, die.home) else f" · {trial.state.name(die.owner)}'s"
    return f"shows {title}{whose}"


def _first(trial: Trial[State], told: Arguments[State]) -> Die | None:
    names = told.typed(_DICE)
    return find_die(trial.state, names[0]) if names else None


def _shows_blank(trial: Trial[State], told: Arguments[State]) -> bool:
    """Whether one of the dice shows a blank face: that is tagged."""
    tops = (find_die(trial.state, name).top for name in told.typed(_DICE))
    return any(top is not None and top.blank for top in tops)


def _copied(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    """The dice that show an icon, where that of the die is known to copy."""
    first = _first(trial, told)
    card = None if first is None else card_on(trial.reference, first.top)
    if card is not None and card.copies:
        for die in dice_from_turn(trial.state):
            if die.top is not None and die.top.icon is not None:
                yield die.id, _shows(trial, die)


def _others(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    """The dice to be tagged besides the one that resolves; a blank face is tagged itself."""
    first = _first(trial, told)
    return (it for it in any_die(trial, told) if first is None or it[0] != first.id)


def _puts(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    return ways_to_put(trial, [told[_TAG]] if _TAG in told else [], told.typed(_PUT))


def _erased(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    """Others' faces first: those are the ones that one wipes."""
    first, dice = _first(trial, told), dice_from_turn(trial.state)
    others = [die for die in dice if first is None or die.owner != first.owner]
    return drawn_faces(trial, [*others, *(die for die in dice if die not in others)])


def _rerolled(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    dice = dice_from_turn(trial.state)
    for die in dice:
        for word, about in rolled(die, trial.reference):
            yield f"{die.id}={word}", about
    yield from ((die.id, "what it shows comes later") for die in dice)


_CHANGES = ("+1", "+2", "+3", "-1", "-2")
_OTHERS_CHANGES = ("-1", "-2", "+1")


def _points(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    state, first = trial.state, _first(trial, told)
    owner = None if first is None else first.owner
    yield from ((change, "") for change in _CHANGES)
    for word, _ in people(state, (seat for seat in from_turn(state, owner) if seat != owner)):
        yield from ((f"{word}={change}", "") for change in _OTHERS_CHANGES)


def _may_mark(trial: Trial[State], told: Arguments[State]) -> bool:
    """Whether an icon may draw on its face: no number does, and no core icon."""
    cards = trial.reference
    tops = (find_die(trial.state, name).top for name in told.typed(_DICE))
    return any((card := card_on(cards, top)) is not None and not card.core for top in tops)


def _rolls(trial: Trial[State], told: Arguments[State]) -> bool:
    """Whether a die is rolled of which nobody said what it shows."""
    if _NOTHING in told or _FIZZLE in told:
        return False
    first, reroll = _first(trial, told), told.typed(_REROLL)
    if not reroll:
        return first is not None and first.top is not None and first.top.icon == "the-window"
    return "=" not in reroll[-1]


def _something(trial: Trial[State], told: Arguments[State]) -> bool:
    """Whether an icon may have done something, for all that the line says."""
    idle = _NOTHING in told or _FIZZLE in told
    return _DICE in told and not idle and not _shows_blank(trial, told)


def _works(trial: Trial[State], told: Arguments[State]) -> bool:
    """Whether a die may have done what there are words for, and it is clear which one did.

    No card that is neutralized, covered or not in the tableau does anything; a number scores all
    the same.
    """
    state, cards = trial.state, trial.reference
    faces = [state.working(find_die(state, name)) for name in told.typed(_DICE)]
    acting = [face for face in faces if face is not None and not is_number(face.icon or "")]
    clear = len(faces) == 1 or len(acting) == 1
    works = all(in_force(state, cards, face.card) for face in acting)
    return clear and works and _something(trial, told)


def _does(*icons: str) -> Callable[[Trial[State], Arguments[State]], bool]:
    """Whether one of the dice may do what these core icons do: no number does, nor another core
    icon; any other icon may."""

    def when(trial: Trial[State], told: Arguments[State]) -> bool:
        tops = (find_die(trial.state, name).top for name in told.typed(_DICE))
        idle = _NOTHING in told or _FIZZLE in told
        return not idle and any(does(top, trial.reference) for top in tops if top is not None)

    def does(face: Face, cards: Catalogue) -> bool:
        card = card_on(cards, face)
        if face.icon is None or is_number(face.icon) or (card is not None and card.core):
            return (face.icon or BLANK_FACE) in icons
        return True

    return when


def _of_the_card(state: State, words: Sequence[str], stands: bool) -> Sequence[str]:
    """The words behind `--tag junk food` that are of the card: no die is called so.

    Where none is, the first one was meant as a die all the same.
    """
    found = [word for word in words if stands and not _may_be_die(state, word)]
    return found[1:] if len(found) == len(words) else found


def _may_be_die(state: State, word: str) -> bool:
    if any(sign == "." or sign.isdigit() for sign in word):
        return True
    try:
        find_die(state, word)
    except CompanionError as problem:
        return isinstance(problem, Ambiguous)
    return True


def _told(
    name: str, sort: Sort, metavar: str, help: str, about: str, **more: Any
) -> Param[State, str]:
    """An option with a value, as it was typed."""
    more |= {"optional": True, "metavar": metavar, "help": help, "about": lambda state: about}
    return one(name, sort, **more)


def _flag(
    name: str, help: str, about: str, when: Callable[[Trial[State], Arguments[State]], bool]
) -> Param[State, bool]:
    return flag(name, help, about=about, when=when)


_DICE = several("DIE...", A_DIE, candidates=_dice)
_COPIES = _told(
    *("--copies", A_DIE, "DIE", "It works as the active face of this die."),
    "the die whose icon it works as",
    candidates=_copied,
)
_TAG: Param[State, str] = Param(
    "--tag",
    A_CARD,
    lambda state, words: " ".join(words),
    optional=True,
    metavar="CARD",
    help="Tag this card.",
    about="tag this card",
    extract=_of_the_card,
    candidates=taggable_cards,
    when=_does(BLANK_FACE, "tag"),
    mends=True,
)
_ON = _told(
    *("--on", A_DIE, "DIE[:FACE]", "On which die `--tag` draws.", "on which die the tag draws"),
    candidates=_others,
    when=lambda trial, told: _TAG in told and not _shows_blank(trial, told),
    mends=True,
)
_PUT = PUT_SOMEWHERE.but(name="--put", optional=True, candidates=_puts)
_ERASE = _told(
    *("--erase", A_FACE, "DIE:FACE", "Erase this face.", "erase this face"),
    candidates=_erased,
    when=_does("erase"),
)
_REROLL = _told(
    *("--reroll", A_DIE, "DIE[=ICON]", "Re-roll this die.", "re-roll this die"),
    candidates=_rerolled,
    alike=of_one_die,
    when=_does("re-roll", "the-window"),
)
_VIRTUAL = _flag("--virtual", "Let the companion roll.", "let the companion roll", _rolls)
_POINTS = several(
    "--points",
    A_TEXT,
    optional=True,
    metavar="[PLAYER=]±N",
    help="Points that it brought; may repeat.",
    about="points that it brought",
    candidates=_points,
    when=_something,
)
_DOT = _flag("--dot", "It draws a dot on its face.", "it draws a dot on its face", _may_mark)
_DASH = _flag("--dash", "It draws a dash on its face.", "it draws a dash on its face", _may_mark)
_DID = _told(
    *("--did", A_TEXT, "TEXT", "What it did, in words.", "what it did, in words"), when=_works
)
_NOTHING = _flag(
    "--nothing", "It changed nothing, so it erases itself.", "it changed nothing", _something
)
_FIZZLE = _flag(
    "--fizzle",
    "It was made to fizzle: nothing happens, it stays.",
    "it was made to fizzle, and stays",
    _something,
)
_DECIDING = {"tag": _TAG, "erase": _ERASE, "re-roll": _REROLL}
_EFFECTS: tuple[Param[Any, Any], ...] = (_TAG, _ERASE, _REROLL, _POINTS, _DOT, _DASH)
_CHOICES = (
    *(_COPIES, _TAG, _ON, _PUT, _ERASE, _REROLL, _VIRTUAL, _POINTS, _DOT, _DASH, _DID),
    *(_NOTHING, _FIZZLE),
)


def _choice(action: Action[State], told: Arguments[State]) -> Choice:
    """What was told besides the dice. Raises Invalid where that is no one thing."""
    owner = find_die(action.state, told[_DICE][0]).owner
    points = tuple(_change(action.state, text, owner) for text in told.get(_POINTS, ()))
    effect = any(told.get(param) for param in _EFFECTS)
    _one_way(_NOTHING, told, effect or _FIZZLE in told or bool(told.get(_DID, "")))
    _one_way(_FIZZLE, told, effect or _COPIES in told)
    return Choice(
        tag=told.get(_TAG),
        on=told.get(_ON),
        puts=told.get(_PUT, ()),
        erase=told.get(_ERASE),
        reroll=told.get(_REROLL),
        points=points,
        did=told.get(_DID),
        nothing=told[_NOTHING],
        fizzled=told[_FIZZLE],
        chance=action.chance if told[_VIRTUAL] else None,
        copies=told.get(_COPIES),
        dot=told[_DOT],
        dash=told[_DASH],
    )


def _one_way(param: Param[State, bool], told: Arguments[State], something: bool) -> None:
    if told[param] and something:
        raise Invalid(
            f"`{param.name}` says that nothing happened, and the rest says what happened.",
            "Leave out one of them.",
        )


def _change(state: State, text: str, owner: int | None) -> tuple[int, int]:
    name, equals, number = text.rpartition("=")
    seat = find_seat(state.seats, name) if equals else owner
    if seat is None:
        raise Invalid(f"Whose points are “{text}”?", "`--points ana=+2`")
    return seat, signed_change(number)


def _plan(action: Action[State], told: Arguments[State]) -> None:
    names = told[_DICE]
    try:
        for name in names:
            find_die(action.state, name)
        resolve_all(action, names, _choice(action, told))
        action.begin_entry()  # Here, for what is refused of the whole is told so, too.
    except NotFound as problem:
        card = [name for name in names if not _may_be_die(action.state, name)]
        with suppress(CompanionError):
            action.reference.find(" ".join(card))
            problem.hint = f"To tag a card: `companion bwd resolve DIE --tag {' '.join(card)}`."
        raise
    except (Illegal, Refused, Invalid) as problem:
        if isinstance(problem, Undecided):
            problem.param = _DECIDING[problem.icon]
        if len(names) > 1:
            problem.hint = f"Nothing was entered of these dice. {problem.hint}"
        raise


RESOLVE = Verb[State](
    name="resolve",
    about="resolve a die by what it shows",
    help="""Resolve dice by what they show.

    Several of one player's are one entry: all of them, or none.

    \b
    Examples:
      companion bwd resolve ana.1
      companion bwd resolve ana.1 ana.2
      companion bwd resolve ana.1 --tag investment
      companion bwd resolve ana.1 --tag points --on ben.2
      companion bwd resolve ana.1 --erase ben.1:investment
      companion bwd resolve ana.1 --reroll ben.1=blank
      companion bwd resolve ana.1 --points +2 --points ben=-1
      companion bwd resolve ana.1 --dot --points +1
      companion bwd resolve ana.1 --did "looked at a card"
      companion bwd resolve ana.1 --nothing
      companion bwd resolve ana.1 --copies ben.2 --erase ben.1:3
    """,
    params=(_DICE, *_CHOICES),
    plan=_plan,
)
