"""Rolling dice: as they are typed, which and when, and what becomes of them.

All are rolled before the first turn, and in the turn of somebody who can place nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict, cast

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.param import Candidate
from companion.core.play import require_live
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import FLAG, SEAT, list_of, maybe, one_of, tuple_of
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.dicebox.board import NUMBERS
from companion.games.dicebox.setup import next_pick
from companion.games.dicebox.state import (
    COLOR,
    COLORS,
    DICE_OF_COLOR,
    NUMBER,
    Die,
    State,
    die_of,
    is_die,
    sorted_dice,
    told_briefly,
)
from companion.games.dicebox.turns import (
    dice_such_as,
    is_stuck,
    next_seat,
    passed_over,
    require_going_on,
    require_seed,
    require_stuck,
    require_turn,
    roll_such_as,
)

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial

_ORDINALS = {1: "", 2: "second ", 3: "third ", 4: "fourth "}


class DiceRolled(TypedDict):
    """All dice of a player, each with its colour and number; null is what nobody told.

    `turn` says whether this was the player's turn, because nothing fitted, or the first roll;
    `untold`: nobody said so, but it goes without saying.
    """

    seat: Annotated[int, SEAT]
    dice: Annotated[list[list[str | int | None]], list_of(tuple_of(maybe(COLOR), maybe(NUMBER)))]
    turn: Annotated[bool, FLAG]
    untold: NotRequired[Annotated[list[str], list_of(one_of("turn"))]]


def _dice(data: DiceRolled) -> list[Die]:
    return [Die(*cast("tuple[str | None, int | None]", die)) for die in data["dice"]]


# As they are typed


def dice_of(state: State, words: Sequence[str]) -> dict[int, list[Die]]:
    """Who has which dice, as typed: `ana red:4 red:2 ben blue:6`; without a name, who has the turn.

    Raises Invalid, NotFound or Ambiguous.
    """
    found: dict[int, list[Die]] = {}
    seat: int | None = None
    for word in words:
        # Who is called `R4` is named once; after that, `r4` is a die.
        name = is_somebody(state.seats, word) and find_seat(state.seats, word) not in found
        if is_die(word) and not name:
            seat = state.turn if seat is None else seat
            found.setdefault(seat, []).append(die_of(word))
        else:
            seat = find_seat(state.seats, word)
            if seat in found:
                raise Invalid(f"{state.name(seat)} is named twice.", "All of a player's dice once.")
            found[seat] = []
    return found


def which_dice(state: State, seat: int) -> tuple[str, str]:
    """What somebody is asked who told no dice, and the ways to tell them."""
    handle = state.seats[seat].handle
    return (
        f"What did {state.name(seat)} roll?",
        f"{roll_such_as(state, seat)}, a die each; or `companion dicebox roll {handle} --virtual`.",
    )


# What may be typed


def may_roll(state: State, seat: int) -> bool:
    """Whether a player has dice to roll: what is told of them stays, unless nothing fits."""
    if not state.dice[seat] or state.over:
        return False
    stuck = seat == state.turn and is_stuck(state, seat)
    return stuck or not (state.seeded and state.known(seat))


def _may_roll(trial: "Trial[State]", seat: int) -> bool:
    """The same; with a house rule, what is told of the dice need not stay."""
    return trial.house is not None or may_roll(trial.state, seat)


def _dice_to_roll(trial: "Trial[State]", seat: int) -> Iterator[Candidate]:
    """The dice that a player may have rolled, as they are typed."""
    held = {die.color for die in trial.state.dice[seat]}
    if _may_roll(trial, seat):
        for color in COLORS if None in held else [color for color in COLORS if color in held]:
            dice = (Die(color, number) for number in NUMBERS)
            yield from ((die.typed, die.told) for die in dice)


def candidates(
    trial: "Trial[State]", told: Mapping[int, Sequence[Die]], *, virtual: bool
) -> Iterator[Candidate]:
    """The dice of whoever is named last, or is stuck; and who is not told of yet."""
    from companion.core.offer import from_turn, people

    state = trial.state
    if not virtual and (told or is_stuck(state, state.turn)):
        for word, about in _dice_to_roll(trial, [*told][-1] if told else state.turn):
            # Who is called `R4` is meant by it as long as nobody has named them.
            if not is_somebody(state.seats, word) or find_seat(state.seats, word) in told:
                yield word, about
    if virtual or all(len(dice) >= len(state.dice[seat]) for seat, dice in told.items()):
        others = (seat for seat in from_turn(state, state.turn) if seat not in told)
        yield from people(state, others)


def may_be_virtual(trial: "Trial[State]", told: Mapping[int, Sequence[Die]]) -> bool:
    """Whether all for whom the companion would roll have dice to roll, however these fall."""
    seats = list(told) or trial.state.unrolled or [trial.state.turn]
    return all(_may_roll(trial, seat) for seat in seats)


def may_have_been_the_turn(state: State, told: Mapping[int, Sequence[Die]]) -> bool:
    """Whether a roll may be a turn in which nothing fitted, and does not say so by itself."""
    mine = [*told] == [state.turn] and any(told.values()) and state.seeded
    return mine and not state.all_known(state.turn)


def say_rolls(state: State) -> str:
    """Who has not rolled yet."""
    waiting = state.unrolled
    if not waiting:
        return ""
    all_wait = len(waiting) == len(state.seats)
    who = "Everybody" if all_wait else listed([state.name(seat) for seat in waiting])
    verb = "rolls" if all_wait or len(waiting) == 1 else "roll"
    virtual = " (or `companion dicebox roll --virtual`)" if state.drafted else ""
    return f"{who} {verb}: {roll_such_as(state, waiting[0])}{virtual}."


# What happens at the table


def roll(action: Action[State], seat: int, told: Sequence[Die], *, stuck: bool = False) -> None:
    """What a player rolled. What is not told of it stays unknown (A-DB-09: all are rolled).

    `stuck` says that it was the player's turn, in which nothing fitted; where all dice are told,
    that goes without saying. Raises Invalid where nothing is told.
    """
    state = action.state
    if not told:
        raise Invalid(*which_dice(state, seat))
    dice = sorted_dice([*told, *(Die(die.color) for die in _left_out(state.dice[seat], told))])
    if len(dice) > len(told):
        missing = len(dice) - len(told)
        were = (
            "was not told; what it shows stays"
            if missing == 1
            else "were not told; what they show stays"
        )
        action.warn(f"{missing} of {state.name(seat)}'s dice {were} unknown.")
    _add(action, seat, dice, stuck)


def roll_virtual(action: Action[State], seats: Sequence[int], chance: "Random") -> None:
    """The companion rolls for some players; for all who have not rolled where none is named."""
    state = action.state
    require_live(state)
    require_going_on(state)
    if not seats:
        seats = state.unrolled
        if not seats and not state.seeded:
            raise Refused("All have rolled.", "`companion dicebox seed 3` comes next.")
        seats = seats or [state.turn]
    for seat in seats:
        if any(die.color is None for die in state.dice[seat]):
            raise Refused(
                f"{state.name(seat)}'s drafted dice are not told, so they cannot be rolled here.",
                f"{next_pick(state)} tells one."
                if state.drafting is not None
                else "`companion dicebox draft` draws lots for the first pick.",
            )
        if not state.dice[seat]:
            raise Refused(f"{state.name(seat)} has no dice left.", "`companion table`")
        dice = [Die(die.color, chance.randint(1, 6)) for die in state.dice[seat]]
        _add(action, seat, dice, stuck=False)


def _add(action: Action[State], seat: int, dice: Sequence[Die], stuck: bool) -> None:
    """The first roll, or the turn of somebody who could place nothing."""
    action.add(
        DICE_ROLLED,
        DiceRolled(
            seat=seat,
            dice=[[die.color, die.value] for die in sorted_dice(dice)],
            turn=stuck or _is_spent(action.state, seat),
            untold=[] if stuck else ["turn"],
        ),
    )


def _is_spent(state: State, seat: int) -> bool:
    """Whether a roll is a player's turn, as nobody has to say: all dice were told before."""
    return state.seeded and seat == state.turn and state.all_known(seat)


# What the rules say


def _check(state: State, data: DiceRolled, referee: Referee) -> None:
    """Refuse rolling dice that stay as they are, and dice that the player does not have."""
    require_going_on(state)
    seat, told = data["seat"], _dice(data)
    _require_held(state, seat, told, referee)
    if data["turn"]:
        require_seed(state, referee)
        require_turn(state, seat, referee)
        _require_same_turn(state, data, referee)
        require_stuck(state, seat, referee, "no rolling now")
        return
    _require_same_turn(state, data, referee)
    kept = state.known(seat)
    for die in told:
        if die in kept:
            kept.remove(die)
    name = state.name(seat)
    referee.require(
        not kept or not state.seeded,
        "DB-32",
        f"{name}'s dice stay as they are: {told_briefly(state.dice[seat])}. Only who can place "
        "nothing rolls.",
        (
            "If nothing fitted in this turn, `--stuck` says so; told"
            if seat == state.turn
            else "Told"
        )
        + " wrongly: `companion log` has the number for `companion undo`.",
    )


def _require_held(state: State, seat: int, told: Sequence[Die], referee: Referee) -> None:
    """Refuse dice that a player does not have, and leaving out some."""
    name, held = state.name(seat), state.dice[seat]
    if not _covers(held, [die.color for die in told]):
        referee.refuse(
            "DB-22",
            f"{name} has no {_too_many(held, told)}: there {_there(held)} to roll.",
            "Tell a die for each one that was rolled, or leave some out"
            + (f": `{dice_such_as(state, seat, 2)}`." if held else "."),
        )
    left_out = _left_out(held, told)
    referee.require(
        not left_out,
        "A-DB-09",
        f"{name} rolls all dice, and has {told_briefly(left_out, colors=True)} more then.",
        "`companion log` has the number for `companion undo` of the roll; then tell it again.",
    )
    for color, count in state.in_game.items():
        own = sum(die.color == color for die in held)
        rolled = sum(die.color == color for die in told)
        referee.require(
            rolled <= own or count - own + rolled <= DICE_OF_COLOR,
            "DB-2",
            f"{name} cannot have {rolled} {color} dice: there are six, and "
            f"{count - own} are told of elsewhere.",
            "`companion table` shows all dice.",
        )


def _require_same_turn(state: State, data: DiceRolled, referee: Referee) -> None:
    """Where nobody says that a roll was the turn, it follows from whose it is and what was told."""
    turn, seat = data["turn"], data["seat"]
    if turn and "turn" not in data.get("untold", ()):
        return
    name = state.name(seat)
    referee.require(
        turn == _is_spent(state, seat),
        "DB-33",
        f"{name} rolled as nothing fitted, and it is not known then that this was the turn."
        if turn
        else f"{name} rolled all dice in {name}'s own turn, which is over with that.",
        "`companion log` has the number for `companion undo` of the roll; then tell it again, with "
        "`--stuck` if it was the turn.",
    )


def _left_out(held: Sequence[Die], told: Sequence[Die]) -> list[Die]:
    """Those of a player's dice that are not among the ones that were rolled."""
    rolled = [die.color for die in told]
    left: list[Die] = []
    for die in sorted(held, key=lambda die: die.color is None):
        fitting = [color for color in (die.color, None) if color in rolled]
        if not fitting and die.color is None and rolled:
            fitting = [rolled[0]]
        if fitting:
            rolled.remove(fitting[0])
        else:
            left.append(die)
    return left


def _too_many(held: Sequence[Die], told: Sequence[Die]) -> str:
    """The first die that is one too many, in words: `third red die`."""
    colors: list[str] = []
    for die in told:
        colors.append(str(die.color))
        if not _covers(held, colors):
            break
    nth = colors.count(colors[-1])
    return f"{_ORDINALS.get(nth, 'more ')}{colors[-1]} die"


def _there(held: Sequence[Die]) -> str:
    if not held:
        return "are no dice left"
    return f"{'is' if len(held) == 1 else 'are'} {told_briefly(held, colors=True)}"


def _covers(held: Sequence[Die], colors: Sequence[str | None]) -> bool:
    """Whether dice of these colours are all held; one held of an untold colour may be any."""
    left = [die.color for die in held]
    for color in sorted(colors, key=lambda color: color is None):
        if color not in left and None not in left:
            return False
        left.remove(color if color in left else None)
    return True


def _apply(state: State, data: DiceRolled) -> State:
    seat = data["seat"]
    state = state.with_dice(seat, _dice(data))
    return replace(state, turn=next_seat(state, seat)) if data["turn"] else state


def _tell(before: State, data: DiceRolled, after: State) -> str:
    seat = data["seat"]
    told = f"{after.name(seat)} rolls {_by_color(_dice(data))}"
    if not data["turn"]:
        return told
    return f"{told}; nothing fitted, so that was the turn{passed_over(after, seat)}"


def _by_color(dice: Sequence[Die]) -> str:
    """Dice by colour: `red 2 4, blue 6, white ?`."""
    groups: dict[str, list[str]] = {}
    for die in dice:
        shown = "?" if die.value is None else str(die.value)
        groups.setdefault(die.color or "any colour", []).append(shown)
    return ", ".join(f"{color} {' '.join(values)}" for color, values in groups.items())


DICE_ROLLED = Kind("dice.rolled", DiceRolled, _apply, _tell, _check)
