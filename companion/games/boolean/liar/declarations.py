"""Declarations that rise, and the dice that are Displayed with them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import folded, short
from companion.core.numbers import whole
from companion.core.offer import Trial, from_turn
from companion.core.param import A_TEXT, Arguments, Candidate, Param, a_number, one, player
from companion.core.seats import is_somebody
from companion.core.shapes import SEAT, WHOLE, maybe
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import COLOURS, colours, whites_in
from companion.games.boolean.dice.possession import ALL_BLACK, ALL_WHITE
from companion.games.boolean.dice.the_ten import BLACK, WHITE, dice_words
from companion.games.boolean.liar.state import (
    LiarState,
    Open,
    Said,
    require_going_on,
    require_turn,
    whose_turn,
    written,
)

# A number is declared


class NumberDeclared(TypedDict):
    """`shown` are the dice that stay open where all were Displayed and the others rolled again:
    `wwb`; null where nothing was Displayed."""

    seat: Annotated[int, SEAT]
    number: Annotated[int, WHOLE]
    shown: Annotated[str | None, maybe(COLOURS)]


def _check_declared(state: LiarState, data: NumberDeclared, referee: Referee) -> None:
    seat, number = data["seat"], data["number"]
    require_going_on(state)
    require_turn(state, seat, referee)
    if data["shown"] is not None:
        _require_display(state, seat, data["shown"], referee)
    lowest = state.lowest
    if lowest is None or number >= lowest:
        return
    before = state.declared[-1]
    name = state.name(before.seat)
    referee.refuse(
        "BO-93",
        f"{written(number)} is not higher than {name}'s {written(before.number)}."
        if not state.untold
        else f"{written(number)} is too low: after {name}'s {written(before.number)}, each "
        "declaration that went untold was higher.",
        f"{written(lowest)} or more; or `companion boolean challenge`.",
    )


def _require_display(state: LiarState, seat: int, shown: str, referee: Referee) -> None:
    name, hidden, dice = state.name(seat), state.hidden(seat), len(shown)
    referee.require(
        state.phase != "opening",
        "A-BO-09",
        f"{name} opens the round, and the first declaration comes without a re-roll.",
        "Leave out `--show`.",
    )
    referee.require(
        hidden > 0,
        "A-BO-09",
        f"Every die of {name} lies open already: there is none to re-roll.",
        "Leave out `--show`.",
    )
    if dice > max(0, hidden):
        raise Refused(
            f"{name} has {dice_words(max(0, hidden))} hidden, so {dice} cannot stay open.",
            "`--show` is what lies open now and did not before; `--show none` if all were rolled "
            "again.",
        )
    whites = sum(each.whites for each in state.shown) + whites_in(shown)
    blacks = sum(each.blacks for each in state.shown) + dice - whites_in(shown)
    require_of_sets(state, whites, whites, referee)
    require_of_sets(state, 0, blacks, referee)


def require_of_sets(state: LiarState, whites: int, dice: int, referee: Referee) -> None:
    """Refuse all dice of one colour, where those that never show it cannot lie elsewhere."""
    for count, die, colour in ((whites, ALL_BLACK, "White"), (dice - whites, ALL_WHITE, "Black")):
        other = state.with_players(die)
        referee.require(
            count <= state.dice - other,
            "BO-4",
            f"{count} of the players' {dice_words(state.dice)} cannot be {colour}-up: the {die} "
            f"is among them{'' if other == 1 else f' {other} times'}, one in each set.",
            "Count again; `companion boolean dice` shows the ten.",
        )


def _declared(state: LiarState, data: NumberDeclared) -> LiarState:
    seat = data["seat"]
    if data["shown"] is not None:
        state = _with_shown(state, seat, data["shown"])
    return replace(
        state,
        declared=(*state.declared, Said(seat, data["number"])),
        untold=0,
        turn=state.next_in(seat),
    )


def _with_shown(state: LiarState, seat: int, told: str) -> LiarState:
    """These lie open, too, as far as the player has so many hidden dice."""
    old, told = state.shown[seat], told[: max(0, state.hidden(seat))]
    whites = whites_in(told)
    new = Open(old.whites + whites, old.blacks + len(told) - whites)
    return replace(state, shown=(*state.shown[:seat], new, *state.shown[seat + 1 :]))


def drawn(dice: Open) -> str:
    """Open dice beside each other, white ones first."""
    return WHITE * dice.whites + BLACK * dice.blacks


def _tell_declared(before: LiarState, data: NumberDeclared, after: LiarState) -> str:
    line = f"{after.name(data['seat'])} declares {written(data['number'])}"
    if data["shown"] is None:
        return line
    whites = whites_in(data["shown"])
    shown = drawn(Open(whites, len(data["shown"]) - whites))
    left = after.hidden(data["seat"])
    stay = f"{shown} lie{'s' * (len(shown) == 1)} open" if shown else "none lies open"
    again = f"{dice_words(left)} rolled again and hidden" if left else "none is rolled again"
    return f"{line} and Displays all: {stay}, {again}"


NUMBER_DECLARED = Kind(
    "number.declared", NumberDeclared, apply=_declared, tell=_tell_declared, check=_check_declared
)


def declare(action: Action[LiarState], seat: int, number: int, shown: str | None = None) -> None:
    """A declaration; `shown` are the dice that stay open where some were rolled again."""
    action.add(NUMBER_DECLARED, NumberDeclared(seat=seat, number=number, shown=shown))
    state = action.state
    least, most = state.whites[0], state.whites[-1]
    in_sight = state.in_sight[0]
    if number > most:
        some = f"At most {most}" if most else "None"
        action.warn(
            f"{some} of all {dice_words(state.dice)} can be White-up, so {written(number)} cannot "
            "be reached (A-BO-10)."
        )
    elif number < 1:
        action.warn(f"{written(number)} cannot be missed: so many are always White-up (A-BO-10).")
    elif number <= in_sight:
        lie = "lies" if in_sight == 1 else "lie"
        action.warn(f"{number} cannot be missed: {in_sight} White-up {lie} open already.")
    elif number <= least:
        action.warn(f"{number} cannot be missed: a die that is white all over is with the players.")


# As it is typed

_EXAMPLE = "`companion boolean declare ana 4`"
_MOST = 9999
_FEW = 12
"""Numbers that are offered, from the lowest on."""
_NUMBER = re.compile(r"([+\-−]?)(\d+)")
_NONE = ("none", "0", "-", "")


def _is_name(state: LiarState, words: Sequence[str]) -> bool:
    """Whether somebody is named in front: of one word alone, where it has nothing of a number, or
    is none and somebody's name."""
    alone = len(words) == 1 and any(sign.isdigit() for sign in words[0])
    return not alone or (not _NUMBER.fullmatch(words[0]) and is_somebody(state.seats, words[0]))


def _openers(trial: Trial[LiarState]) -> Iterable[int]:
    """Whoever has the turn; anybody where nobody knows."""
    turn = trial.state.turn
    return from_turn(trial.state, None) if turn is None else (turn,)


def _number(state: LiarState, text: str) -> int:
    """A whole number as it was typed, which may be below zero. Raises Invalid."""
    found = _NUMBER.fullmatch(text.strip())
    size = None if found is None else whole(found[2], 0, _MOST)
    if found is None or size is None:
        raise Invalid(
            f"“{short(text)}” is no number to declare.",
            f"A whole number, such as {_EXAMPLE}; at most {_MOST}.",
        )
    return -size if found[1] in ("-", "−") else size


def _higher(trial: Trial[LiarState], told: Arguments[LiarState]) -> Iterator[Candidate]:
    """The numbers from the lowest that may be declared to the highest that can be there."""
    state = trial.state
    lowest = max(1, 1 if state.lowest is None else state.lowest)
    most = max(lowest, state.whites[-1])
    for number in range(lowest, min(most, lowest + _FEW - 1) + 1):
        beyond = number > state.whites[-1]
        yield str(number), "more than can be White-up" if beyond else "White-up, or more"


def _missing_number(state: LiarState, told: Arguments[LiarState]) -> tuple[str, str]:
    seat = told.get(_PLAYER, state.turn)
    return f"What does {'anybody' if seat is None else state.name(seat)} declare?", _EXAMPLE


def _shown(state: LiarState, words: Sequence[str]) -> str:
    """The dice that stay open, by their colours; none of them may. Raises Invalid."""
    text = " ".join(words)
    return "" if folded(text) in _NONE else colours(text, "what dice show", "`--show wwb`")


def _dice_words(state: LiarState, words: Sequence[str], there: bool) -> Sequence[str]:
    """The words for dice among those for who declares what: `--show 1w 1b` takes two.

    What stands behind the number is dice, and before it what begins like `1b` and is no player.
    """
    place = next((place for place, word in enumerate(words) if _NUMBER.fullmatch(word)), None)
    if place is None or not there:
        return ()
    before, behind = words[:place], words[place + 1 :]
    if behind and all(_NUMBER.fullmatch(word) for word in behind):
        return ()
    dice = [word for word in before if word[:1].isdigit() and not is_somebody(state.seats, word)]
    return [*dice, *behind]


def _displays(trial: Trial[LiarState], told: Arguments[LiarState]) -> Iterator[Candidate]:
    """The dice that stay open, by their colours: none of them, one, two …"""
    seat = told.get(_PLAYER, trial.state.turn)
    if seat is None or _DECLARED not in told:
        return
    yield "none", "all of them are rolled again"
    for count in range(1, trial.state.hidden(seat) + 1):
        for whites in range(count, -1, -1):
            parts = ((whites, "w"), (count - whites, "b"))
            yield "".join(f"{many}{sign}" for many, sign in parts if many), ""


_PLAYER = player(_openers, optional=True, takes=_is_name)
_DECLARED: Param[LiarState, int] = one(
    "N", a_number(-_MOST, _MOST), _number, candidates=_higher, missing=_missing_number
)
_SHOW: Param[LiarState, str] = Param(
    "--show",
    A_TEXT,
    _shown,
    optional=True,
    metavar="DICE",
    help="Displayed, and these stay open: `wwb`, or `none`.",
    about="displayed: these dice stay open",
    candidates=_displays,
    extract=_dice_words,
    when=lambda trial, told: _DECLARED in told,
)


def _declare(action: Action[LiarState], told: Arguments[LiarState]) -> None:
    seat = told[_PLAYER] if _PLAYER in told else whose_turn(action.state)
    declare(action, seat, told[_DECLARED], told.get(_SHOW))


DECLARE = Verb[LiarState](
    "declare",
    "how many are White-up",
    """Declare how many dice are White-up, or more.

    Whoever has the turn, if nobody is named. With --show, the hidden dice were Displayed, these of
    them stay open, and the others were rolled again and are hidden.

    \b
    Examples:
      companion boolean declare ana 4
      companion boolean declare 5
      companion boolean declare 6 --show wwb
      companion boolean declare 6 --show 2w1b
    """,
    (_PLAYER, _DECLARED, _SHOW),
    plan=_declare,
    normalize=lambda state, words: [part for word in words for part in word.split("=") if part],
    too_many=lambda state, words: Invalid("One declaration at a time.", _EXAMPLE),
)
