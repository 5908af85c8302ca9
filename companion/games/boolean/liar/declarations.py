"""Declarations, which have to rise, and the dice that are Displayed with them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import player, verb, word, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat, Whole
from companion.core.names import folded, short
from companion.core.numbers import whole
from companion.core.offer import from_turn
from companion.core.param import Arguments, Candidate, a_number
from companion.core.seats import is_somebody
from companion.core.shapes import maybe
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import COLOURS, parse_colours, whites_in
from companion.games.boolean.dice.possession import ALL_BLACK, ALL_WHITE
from companion.games.boolean.dice.the_ten import BLACK, WHITE, dice_words
from companion.games.boolean.liar.state import (
    UNKNOWN_OPENER,
    Declaration,
    LiarState,
    Open,
    as_text,
    require_going_on,
    require_turn,
    whose_turn,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

# A number is declared


class NumberDeclared(Fact[LiarState], kind="number.declared"):
    """`shown` are the dice that stay open, `wwb`, when all were Displayed and the others rolled
    again; null if nothing was Displayed."""

    seat: Seat
    number: Whole
    shown: Annotated[str | None, maybe(COLOURS)]

    def check(self, state: LiarState, referee: Referee) -> None:
        number = self.number
        require_going_on(state)
        require_turn(state, self.seat, referee)
        if self.shown is not None:
            _require_display(state, self.seat, self.shown, referee)
        lowest = state.lowest
        if lowest is None or number >= lowest:
            return
        before = state.declared[-1]
        name = state.name(before.seat)
        referee.refuse(
            "BO-93",
            f"{as_text(number)} is not higher than {name}'s {as_text(before.number)}."
            if not state.skipped
            else f"{as_text(number)} is too low: {name} declared {as_text(before.number)}, and "
            "each declaration since, though not entered, was higher.",
            f"Declare {as_text(lowest)} or more, or challenge: `companion boolean challenge`.",
        )

    def apply(self, state: LiarState) -> LiarState:
        seat = self.seat
        if self.shown is not None:
            state = _with_shown(state, seat, self.shown)
        return replace(
            state,
            declared=(*state.declared, Declaration(seat, self.number)),
            skipped=0,
            turn=state.next_in(seat),
        )

    def describe(self, before: LiarState, after: LiarState) -> str:
        line = f"{after.name(self.seat)} declares {as_text(self.number)}"
        if self.shown is None:
            return line
        whites = whites_in(self.shown)
        shown = draw_dice(Open(whites, len(self.shown) - whites))
        left = after.hidden(self.seat)
        stay = f"{shown} lie{'s' * (len(shown) == 1)} open" if shown else "none lies open"
        again = f"{dice_words(left)} rolled again and hidden" if left else "none is rolled again"
        return f"{line} and Displays all: {stay}, {again}"


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
        f"All of {name}'s dice lie open already, so there is none to re-roll.",
        "Leave out `--show`.",
    )
    if dice > max(0, hidden):
        raise Refused(
            f"{name} has {dice_words(max(0, hidden))} hidden, so {dice} cannot stay open.",
            "`--show` takes the dice that did not lie open before; `--show none` if all were "
            "rolled again.",
        )
    whites = sum(each.whites for each in state.shown) + whites_in(shown)
    blacks = sum(each.blacks for each in state.shown) + dice - whites_in(shown)
    require_of_sets(state, whites, whites, referee)
    require_of_sets(state, 0, blacks, referee)


def require_of_sets(state: LiarState, whites: int, dice: int, referee: Referee) -> None:
    """Refuse more dice of a colour than possible, as some of the players' never show it."""
    for count, die, colour in ((whites, ALL_BLACK, "White"), (dice - whites, ALL_WHITE, "Black")):
        other = state.with_players(die)
        referee.require(
            count <= state.dice - other,
            "BO-4",
            f"{count} of the players' {dice_words(state.dice)} cannot be {colour}-up: "
            f"{'one' if other == 1 else other} of them {'is' if other == 1 else 'are'} the {die}.",
            "Count again; `companion boolean dice` shows the ten.",
        )


def _with_shown(state: LiarState, seat: int, dice: str) -> LiarState:
    """Return the state with these dice open as well, as far as the player has hidden ones."""
    old, dice = state.shown[seat], dice[: max(0, state.hidden(seat))]
    whites = whites_in(dice)
    new = Open(old.whites + whites, old.blacks + len(dice) - whites)
    return replace(state, shown=(*state.shown[:seat], new, *state.shown[seat + 1 :]))


def draw_dice(dice: Open) -> str:
    """Open dice beside each other, white ones first."""
    return WHITE * dice.whites + BLACK * dice.blacks


# Parameters

_EXAMPLE = "`companion boolean declare ana 4`"
_MOST = 9999
_FEW = 12
"""How many numbers are offered, from the lowest on."""
_NUMBER = re.compile(r"([+\-−]?)(\d+)")
_NONE = ("none", "0", "-", "")


def _is_name(state: LiarState, words: Sequence[str]) -> bool:
    """Whether a player is named first. A single word with a digit is a name only if it is not a
    number and somebody has it.
    """
    alone = len(words) == 1 and any(sign.isdigit() for sign in words[0])
    return not alone or (not _NUMBER.fullmatch(words[0]) and is_somebody(state.seats, words[0]))


def _openers(trial: "Trial[LiarState]") -> Iterable[int]:
    """Whose turn it is; everybody if that is unknown."""
    turn = trial.state.turn
    return from_turn(trial.state, None) if turn is None else (turn,)


def _read_number(state: LiarState, text: str) -> int:
    """A whole number, perhaps below zero. Raises Invalid."""
    found = _NUMBER.fullmatch(text.strip())
    size = None if found is None else whole(found[2], 0, _MOST)
    if found is None or size is None:
        raise Invalid(
            f"“{short(text)}” is not a number to declare.",
            f"Enter a whole number up to {_MOST}, such as {_EXAMPLE}.",
        )
    return -size if found[1] in ("-", "−") else size


def _higher_numbers(trial: "Trial[LiarState]", args: Arguments[LiarState]) -> Iterator[Candidate]:
    """The numbers from the lowest that may be declared to the highest that is possible."""
    state = trial.state
    lowest = max(1, 1 if state.lowest is None else state.lowest)
    most = max(lowest, state.whites[-1])
    for number in range(lowest, min(most, lowest + _FEW - 1) + 1):
        beyond = number > state.whites[-1]
        yield str(number), "more than can be White-up" if beyond else "White-up, or more"


def _missing_number(state: LiarState, args: Arguments[LiarState]) -> tuple[str, str]:
    seat = args.get("player", state.turn)
    return f"What does {'the player' if seat is None else state.name(seat)} declare?", _EXAMPLE


def _read_shown(state: LiarState, words: Sequence[str]) -> str:
    """The colours of the dice that stay open, perhaps none. Raises Invalid."""
    text = " ".join(words)
    return "" if folded(text) in _NONE else parse_colours(text, "what dice show", "`--show wwb`")


def _dice_words(state: LiarState, words: Sequence[str], there: bool) -> Sequence[str]:
    """The words that belong to `--show`, as in `--show 1w 1b`: those after the number; and before
    it, words like `1b` that name no player.
    """
    place = next((place for place, word in enumerate(words) if _NUMBER.fullmatch(word)), None)
    if place is None or not there:
        return ()
    before, behind = words[:place], words[place + 1 :]
    if behind and all(_NUMBER.fullmatch(word) for word in behind):
        return ()
    dice = [word for word in before if word[:1].isdigit() and not is_somebody(state.seats, word)]
    return [*dice, *behind]


def _displayed_dice(trial: "Trial[LiarState]", args: Arguments[LiarState]) -> Iterator[Candidate]:
    """The dice that may stay open: none, one, two …"""
    seat = args.get("player", trial.state.turn)
    if seat is None or "number" not in args:
        return
    yield "none", "all are rolled again"
    for count in range(1, trial.state.hidden(seat) + 1):
        for whites in range(count, -1, -1):
            parts = ((whites, "w"), (count - whites, "b"))
            yield "".join(f"{many}{sign}" for many, sign in parts if many), ""


Declarer = Annotated[int, player(_openers, belongs_here=_is_name, default_from=whose_turn)]
Number = Annotated[
    int,
    word(
        _read_number,
        "N",
        a_number(-_MOST, _MOST),
        candidates=_higher_numbers,
        explain_missing=_missing_number,
    ),
]
ShownDice = Annotated[
    str | None,
    words(
        _read_shown,
        repeated=False,
        metavar="DICE",
        help="Displayed dice that stay open: `wwb`, or `none`.",
        about="displayed: these dice stay open",
        candidates=_displayed_dice,
        own_words=_dice_words,
        when=lambda trial, args: "number" in args,
    ),
]


@verb(
    "how many are White-up",
    rearrange=lambda state, words: [part for word in words for part in word.split("=") if part],
    too_many=lambda state, words: Invalid("One declaration at a time.", _EXAMPLE),
)
def declare(
    action: Action[LiarState], player: Declarer, number: Number, *, show: ShownDice = None
) -> None:
    """Declare how many dice are White-up, or more.

    Without a name, for the player whose turn it is. With --show, all hidden dice were Displayed:
    these stay open, and the others were rolled again and hidden.

    Examples:
      companion boolean declare ana 4
      companion boolean declare 5
      companion boolean declare 6 --show wwb
      companion boolean declare 6 --show 2w1b
    """
    action.add(NumberDeclared(seat=player, number=number, shown=show))
    state = action.state
    least, most = state.whites[0], state.whites[-1]
    in_sight = state.in_sight[0]
    if number > most:
        some = f"At most {most}" if most else "None"
        action.warn(
            f"{some} of the {dice_words(state.dice)} can be White-up, so {as_text(number)} is "
            "impossible (A-BO-10)."
        )
    elif number < 1:
        action.warn(f"{as_text(number)} is always reached (A-BO-10).")
    elif number <= in_sight:
        lie = "lies" if in_sight == 1 else "lie"
        action.warn(f"{number} is reached for certain: {in_sight} White-up {lie} open already.")
    elif number <= least:
        action.warn(f"{number} is reached for certain: the players have an all-white die.")


# A declaration that is not entered


class DeclarationSkipped(Fact[LiarState], kind="declaration.skipped"):
    """The player in `seat` makes a declaration that is not entered."""

    seat: Seat

    def check(self, state: LiarState, referee: Referee) -> None:
        require_going_on(state)
        if state.turn is None:
            raise Refused(
                UNKNOWN_OPENER,
                f"`companion boolean declare {state.seats[self.seat].handle} 4` names the player.",
            )
        require_turn(state, self.seat, referee)

    def apply(self, state: LiarState) -> LiarState:
        return replace(state, skipped=state.skipped + 1, turn=state.next_in(self.seat))

    def describe(self, before: LiarState, after: LiarState) -> str:
        return f"{after.name(self.seat)} makes a declaration that is not entered"


def advance(action: Action[LiarState]) -> None:
    """Go on to the next player, after a declaration that is not entered."""
    action.add(DeclarationSkipped(seat=whose_turn(action.state)))
