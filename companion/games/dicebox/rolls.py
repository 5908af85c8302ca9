"""Rolling dice: how they are typed, which and when, and what follows.

Everybody rolls before the first turn, and a player who can place nothing rolls as the turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from companion.core.action import Action
from companion.core.command import flag, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Flag, Seat
from companion.core.names import listed
from companion.core.param import A_DIE, Arguments, Candidate, Incomplete
from companion.core.play import require_live
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import list_of, maybe, one_of, tuple_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.dicebox.board import NUMBERS
from companion.games.dicebox.setup import pick_command
from companion.games.dicebox.state import (
    COLOR,
    COLORS,
    DICE_OF_COLOR,
    NUMBER,
    Die,
    State,
    describe_dice,
    is_die,
    join_dice_words,
    read_die,
    sort_dice,
)
from companion.games.dicebox.turns import (
    WHO_ROLLS,
    describe_skipped,
    example_dice,
    example_roll,
    is_stuck,
    must_place,
    next_seat,
    require_open_board,
    require_seed,
    require_stuck,
    require_turn,
)

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial

_ORDINALS = {1: "", 2: "second ", 3: "third ", 4: "fourth "}


class DiceRolled(Fact[State], kind="dice.rolled"):
    """A player rolls all dice: each has a colour and a number, null if unknown.

    `turn` says whether this was the player's turn, because nothing fitted. `untold` holds “turn” if
    the companion found that out by itself, and nobody entered `--stuck`.
    """

    seat: Seat
    dice: Annotated[
        Sequence[Sequence[str | int | None]], list_of(tuple_of(maybe(COLOR), maybe(NUMBER)))
    ]
    turn: Flag
    untold: Annotated[Sequence[str], list_of(one_of("turn"))] = ()

    @property
    def rolled(self) -> list[Die]:
        """The dice as values."""
        return [Die(*cast("tuple[str | None, int | None]", die)) for die in self.dice]

    def check(self, state: State, referee: Referee) -> None:
        require_open_board(state)
        seat, rolled = self.seat, self.rolled
        _require_held(state, seat, rolled, referee)
        if self.turn:
            require_seed(state, referee)
            require_turn(state, seat, referee)
            self._require_same_turn(state, referee)
            require_stuck(state, seat, referee, "rolling is not allowed")
            return
        self._require_same_turn(state, referee)
        kept = state.known_dice(seat)
        for die in rolled:
            if die in kept:
                kept.remove(die)
        name = state.name(seat)
        referee.require(
            not kept or not state.has_seed,
            "DB-32",
            f"{name}'s dice stay as they are: {describe_dice(state.dice[seat])}. Only a player who "
            "can place nothing rolls.",
            ("If nothing fitted in this turn, add `--stuck`. " if seat == state.turn else "")
            + "If a die is wrong, `companion log` has the number for `companion undo`.",
        )

    def apply(self, state: State) -> State:
        state = state.with_dice(self.seat, self.rolled)
        return replace(state, turn=next_seat(state, self.seat)) if self.turn else state

    def describe(self, before: State, after: State) -> str:
        line = f"{after.name(self.seat)} rolls {_by_color(self.rolled)}"
        if not self.turn:
            return line
        fitted = must_place(before, self.seat)
        why = "something fitted, but" if fitted else "nothing fitted, so"
        return f"{line}; {why} that was the turn{describe_skipped(after, self.seat)}"

    def _require_same_turn(self, state: State, referee: Referee) -> None:
        """Refuse a roll that is a turn, or is not, other than when it was entered."""
        turn, seat = self.turn, self.seat
        is_by_option = turn and "turn" not in self.untold
        if is_by_option:
            return
        name = state.name(seat)
        referee.require(
            turn == _must_be_the_turn(state, seat),
            "DB-33",
            f"{name} rolled because nothing fitted, but then it is unknown whether that was the "
            "turn."
            if turn
            else f"{name} rolled all dice in {name}'s own turn, which ends it.",
            "`companion log` has the number for `companion undo` of the roll; then enter it again, "
            "with `--stuck` if it was the turn.",
        )


def _require_held(state: State, seat: int, rolled: Sequence[Die], referee: Referee) -> None:
    name, held = state.name(seat), state.dice[seat]
    if not _covers(held, [die.color for die in rolled]):
        referee.refuse(
            "DB-22",
            f"{name} has no {_first_surplus(held, rolled)}: there {_there(held)} to roll.",
            "Enter the dice that were rolled, all or some"
            + (f": `{example_dice(state, seat, 2)}`." if held else "."),
        )
    left_out = _left_out(held, rolled)
    referee.require(
        not left_out,
        "A-DB-09",
        f"{name} rolls all dice, and then has {describe_dice(left_out, colors=True)} more.",
        "`companion log` has the number for `companion undo` of the roll; then enter it again.",
    )
    for color, count in state.dice_in_game.items():
        own = sum(die.color == color for die in held)
        count_rolled = sum(die.color == color for die in rolled)
        referee.require(
            count_rolled <= own or count - own + count_rolled <= DICE_OF_COLOR,
            "DB-2",
            f"{name} cannot have {count_rolled} {color} dice: there are six, and "
            f"{count - own} are known elsewhere.",
            "`companion table` shows all dice.",
        )


def _left_out(held: Sequence[Die], rolled_dice: Sequence[Die]) -> list[Die]:
    """The dice of a player that were not among those rolled."""
    rolled = [die.color for die in rolled_dice]
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


def _first_surplus(held: Sequence[Die], rolled_dice: Sequence[Die]) -> str:
    """The first rolled die that the player does not have: `third red die`."""
    colors: list[str] = []
    for die in rolled_dice:
        colors.append(str(die.color))
        if not _covers(held, colors):
            break
    nth = colors.count(colors[-1])
    return f"{_ORDINALS.get(nth, 'more ')}{colors[-1]} die"


def _there(held: Sequence[Die]) -> str:
    if not held:
        return "are no dice left"
    return f"{'is' if len(held) == 1 else 'are'} {describe_dice(held, colors=True)}"


def _covers(held: Sequence[Die], colors: Sequence[str | None]) -> bool:
    """Whether a player has dice of all these colours; a die of unknown colour may be any."""
    left = [die.color for die in held]
    for color in sorted(colors, key=lambda color: color is None):
        if color not in left and None not in left:
            return False
        left.remove(color if color in left else None)
    return True


def _by_color(dice: Sequence[Die]) -> str:
    """Dice by colour: `red 2 4, blue 6, white ?`."""
    groups: dict[str, list[str]] = {}
    for die in dice:
        shown = "?" if die.value is None else str(die.value)
        groups.setdefault(die.color or "any colour", []).append(shown)
    return ", ".join(f"{color} {' '.join(values)}" for color, values in groups.items())


# Reading what is typed


def read_rolls(state: State, words: Sequence[str]) -> dict[int, list[Die]]:
    """Read who rolled which dice: `ana red:4 red:2 ben blue:6`; without a name, whose turn it is.

    Raises Invalid, NotFound or Ambiguous.
    """
    found: dict[int, list[Die]] = {}
    seat: int | None = None
    for word in words:
        # The first `r4` means a player of that name; after that, it is a die.
        name = is_somebody(state.seats, word) and find_seat(state.seats, word) not in found
        if is_die(word) and not name:
            seat = state.turn if seat is None else seat
            found.setdefault(seat, []).append(read_die(word))
        else:
            seat = find_seat(state.seats, word)
            if seat in found:
                raise Invalid(
                    f"{state.name(seat)} is named twice.", "Enter all dice after the first name."
                )
            found[seat] = []
    return found


def ask_dice(state: State, seat: int) -> tuple[str, str]:
    """The question for dice that are missing, and the ways to enter them."""
    handle = state.seats[seat].handle
    return (
        f"What did {state.name(seat)} roll?",
        f"{example_roll(state, seat)}, or `companion dicebox roll {handle} --virtual`",
    )


# What may be typed


def _may_roll(trial: "Trial[State]", seat: int) -> bool:
    """Whether a player has dice to roll: known ones stay, unless nothing fits."""
    state = trial.state
    if trial.house is not None:
        return True
    if not state.dice[seat] or state.is_over:
        return False
    stuck = seat == state.turn and is_stuck(state, seat)
    return stuck or not (state.has_seed and state.known_dice(seat))


def _dice_to_roll(trial: "Trial[State]", seat: int) -> Iterator[Candidate]:
    held = {die.color for die in trial.state.dice[seat]}
    if _may_roll(trial, seat):
        for color in COLORS if None in held else [color for color in COLORS if color in held]:
            dice = (Die(color, number) for number in NUMBERS)
            yield from ((die.text, die.name) for die in dice)


def candidates(
    trial: "Trial[State]", named: Mapping[int, Sequence[Die]], *, virtual: bool
) -> Iterator[Candidate]:
    """Dice of the player who is named last, or is stuck; and players who are not named yet."""
    from companion.core.offer import from_turn, people

    state = trial.state
    if not virtual and (named or is_stuck(state, state.turn)):
        for word, about in _dice_to_roll(trial, [*named][-1] if named else state.turn):
            # The first `r4` means a player of that name.
            if not is_somebody(state.seats, word) or find_seat(state.seats, word) in named:
                yield word, about
    if virtual or all(len(dice) >= len(state.dice[seat]) for seat, dice in named.items()):
        others = [seat for seat in from_turn(state, state.turn) if seat not in named]
        yield from people(state, [it for it in others if not virtual or _may_roll(trial, it)])


def can_be_virtual(trial: "Trial[State]", named: Mapping[int, Sequence[Die]]) -> bool:
    """Whether all players for whom the companion would roll have dice to roll."""
    seats = list(named) or trial.state.seats_to_roll or [trial.state.turn]
    return all(_may_roll(trial, seat) for seat in seats)


def can_be_the_turn(state: State, named: Mapping[int, Sequence[Die]]) -> bool:
    """Whether a roll may be a turn in which nothing fitted, but only `--stuck` can say so."""
    is_in_turn = [*named] == [state.turn] and any(named.values()) and state.has_seed
    return is_in_turn and not state.knows_all_dice(state.turn)


def say_rolls(state: State) -> str:
    """Ask those who have not rolled yet to roll."""
    waiting = state.seats_to_roll
    if not waiting:
        return ""
    all_wait = len(waiting) == len(state.seats)
    who = "Everybody" if all_wait else listed([state.name(seat) for seat in waiting])
    verb = "rolls" if all_wait or len(waiting) == 1 else "roll"
    virtual = " (or `companion dicebox roll --virtual`)" if state.knows_dice_colors else ""
    return f"{who} {verb}: {example_roll(state, waiting[0])}{virtual}."


# What is recorded


def record_roll(
    action: Action[State], seat: int, known: Sequence[Die], *, stuck: bool = False
) -> None:
    """Record a player's roll. Dice that were not entered become unknown (A-DB-09: all are rolled).

    `stuck` says that it was the player's turn, in which nothing fitted; if all dice were known,
    the companion knows that. Raises Invalid without dice.
    """
    state = action.state
    if not known:
        raise Invalid(*ask_dice(state, seat))
    dice = sort_dice([*known, *(Die(die.color) for die in _left_out(state.dice[seat], known))])
    if len(dice) > len(known):
        missing, name = len(dice) - len(known), state.name(seat)
        were = "was not entered and stays" if missing == 1 else "were not entered and stay"
        warning = f"{missing} of {name}'s dice {were} unknown."
        rolled_again = is_stuck(state, seat)  # perhaps without some dice, by mistake
        action.warn(f"{warning} All dice are rolled (A-DB-09)." if rolled_again else warning)
    _add(action, seat, dice, stuck)


def roll_virtual(action: Action[State], seats: Sequence[int], chance: "Random") -> None:
    """Roll for some players; without seats, for all who have not rolled."""
    state = action.state
    require_live(state)
    require_open_board(state)
    if not seats:
        seats = state.seats_to_roll
        if not seats and not state.has_seed:
            raise Refused("All have rolled.", "`companion dicebox seed 3` comes next.")
        seats = seats or [state.turn]
    for seat in seats:
        if any(die.color is None for die in state.dice[seat]):
            raise Refused(
                f"{state.name(seat)}'s drafted dice are unknown, so they cannot be rolled here.",
                f"{pick_command(state)} enters one."
                if state.first_picker is not None
                else "`companion dicebox draft` draws lots for the first pick.",
            )
        if not state.dice[seat]:
            raise Refused(f"{state.name(seat)} has no dice left.", "`companion table`")
        dice = [Die(die.color, chance.randint(1, 6)) for die in state.dice[seat]]
        _add(action, seat, dice, stuck=False)


def _add(action: Action[State], seat: int, dice: Sequence[Die], stuck: bool) -> None:
    action.add(
        DiceRolled(
            seat=seat,
            dice=[[die.color, die.value] for die in sort_dice(dice)],
            turn=stuck or _must_be_the_turn(action.state, seat),
            untold=[] if stuck else ["turn"],
        )
    )


def _must_be_the_turn(state: State, seat: int) -> bool:
    """Whether a roll has to be a player's turn, as all dice were known before."""
    return state.has_seed and seat == state.turn and state.knows_all_dice(seat)


def _named(args: Arguments[State]) -> dict[int, list[Die]]:
    return args.get("dice") or {}


RolledDice = Annotated[
    dict[int, list[Die]] | None,
    words(
        read_rolls,
        name="DIE...",
        sort=A_DIE,
        metavar="[PLAYER] DIE...",
        duplicates=True,
        candidates=lambda trial, args: candidates(trial, _named(args), virtual=args["virtual"]),
        whose=lambda state, dice: [*dice] or None,
    ),
]
Virtual = Annotated[
    bool,
    flag(
        "Let the companion roll.",
        about="the companion rolls",
        when=lambda trial, args: can_be_virtual(trial, _named(args)),
    ),
]
Stuck = Annotated[
    bool,
    flag(
        "Nothing fitted, so that was the turn.",
        about="nothing had fitted: that was the turn",
        when=lambda trial, args: can_be_the_turn(trial.state, _named(args)),
    ),
]


@verb(
    "what a player rolled",
    rearrange=lambda state, words: join_dice_words(words),
    whose=lambda state: state.seats_to_roll or (state.turn,),
)
def roll(
    action: Action[State],
    dice: RolledDice = None,
    *,
    virtual: Virtual = False,
    stuck: Stuck = False,
) -> None:
    """Enter what a player rolled: all dice at once.

    Before the first turn, or in the turn of a player who can place nothing.

    Examples:
      companion dicebox roll ana red:4 red:2 blue:6 blue:1 white:3
      companion dicebox roll ana r4 r2 b6 ben r1 w3 w3
      companion dicebox roll --virtual                for all who have not rolled
      companion dicebox roll ana --virtual
      companion dicebox roll ana r1 b6 --stuck        nothing had fitted
    """
    state, named = action.state, dice or {}
    if virtual and stuck:
        raise Invalid("`--stuck` and `--virtual` do not go together.", "Leave out one of them.")
    if virtual:
        if any(named.values()):
            raise Invalid(WHO_ROLLS, "Leave out the dice, or `--virtual`.")
        roll_virtual(action, list(named), action.chance)
        return
    named = named or {state.turn: []}
    for seat, rolled in named.items():
        if not rolled and seat == [*named][-1]:
            raise Incomplete(*ask_dice(state, seat), "dice")
        record_roll(action, seat, rolled, stuck=stuck)
