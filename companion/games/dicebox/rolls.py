"""Rolling dice: as they are typed, which and when, and what becomes of them.

All are rolled before the first turn, and in the turn of a player who can place nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, cast

from companion.core.action import Action
from companion.core.command import flag, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Flag, Seat
from companion.core.names import listed
from companion.core.param import A_DIE, Arguments, Candidate, Incomplete
from companion.core.play import require_live
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import list_of, maybe, one_of, tuple_of
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
    briefly,
    die_of,
    is_die,
    joined,
    sorted_dice,
)
from companion.games.dicebox.turns import (
    WHO_ROLLS,
    example_dice,
    example_roll,
    is_stuck,
    must_place,
    next_seat,
    passed_over,
    require_going_on,
    require_seed,
    require_stuck,
    require_turn,
)

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial

_ORDINALS = {1: "", 2: "second ", 3: "third ", 4: "fourth "}


class DiceRolled(Fact[State], kind="dice.rolled"):
    """All dice of a player, each with its colour and number; null is what is unknown.

    `turn` says whether this was the player's turn, because nothing fitted, or the first roll;
    `untold`: it was not said, as it need not be.
    """

    seat: Seat
    dice: Annotated[
        Sequence[Sequence[str | int | None]], list_of(tuple_of(maybe(COLOR), maybe(NUMBER)))
    ]
    turn: Flag
    untold: Annotated[Sequence[str], list_of(one_of("turn"))] = ()

    @property
    def rolled(self) -> list[Die]:
        """The dice."""
        return [Die(*cast("tuple[str | None, int | None]", die)) for die in self.dice]

    def check(self, state: State, referee: Referee) -> None:
        """Refuse rolling dice that stay as they are, and dice that the player does not have."""
        require_going_on(state)
        seat, rolled = self.seat, self.rolled
        _require_held(state, seat, rolled, referee)
        if self.turn:
            require_seed(state, referee)
            require_turn(state, seat, referee)
            self._require_same_turn(state, referee)
            require_stuck(state, seat, referee, "no rolling now")
            return
        self._require_same_turn(state, referee)
        kept = state.known(seat)
        for die in rolled:
            if die in kept:
                kept.remove(die)
        name = state.name(seat)
        referee.require(
            not kept or not state.seeded,
            "DB-32",
            f"{name}'s dice stay as they are: {briefly(state.dice[seat])}. Only a player who "
            "can place nothing rolls.",
            (
                "If nothing fitted in this turn, `--stuck` says so; entered"
                if seat == state.turn
                else "Entered"
            )
            + " wrongly: `companion log` has the number for `companion undo`.",
        )

    def apply(self, state: State) -> State:
        state = state.with_dice(self.seat, self.rolled)
        return replace(state, turn=next_seat(state, self.seat)) if self.turn else state

    def describe(self, before: State, after: State) -> str:
        line = f"{after.name(self.seat)} rolls {_by_color(self.rolled)}"
        if not self.turn:
            return line
        fitted = must_place(before, self.seat)
        why = "something fitted, and" if fitted else "nothing fitted, so"
        return f"{line}; {why} that was the turn{passed_over(after, self.seat)}"

    def _require_same_turn(self, state: State, referee: Referee) -> None:
        """If it was not said that a roll was the turn, it follows from whose it is and the dice."""
        turn, seat = self.turn, self.seat
        if turn and "turn" not in self.untold:
            return
        name = state.name(seat)
        referee.require(
            turn == _is_spent(state, seat),
            "DB-33",
            f"{name} rolled as nothing fitted, and it is not known then that this was the turn."
            if turn
            else f"{name} rolled all dice in {name}'s own turn, which is over with that.",
            "`companion log` has the number for `companion undo` of the roll; then enter it again, "
            "with `--stuck` if it was the turn.",
        )


def _require_held(state: State, seat: int, rolled: Sequence[Die], referee: Referee) -> None:
    """Refuse dice that a player does not have, and leaving out some."""
    name, held = state.name(seat), state.dice[seat]
    if not _covers(held, [die.color for die in rolled]):
        referee.refuse(
            "DB-22",
            f"{name} has no {_too_many(held, rolled)}: there {_there(held)} to roll.",
            "Enter a die for each one that was rolled, or leave some out"
            + (f": `{example_dice(state, seat, 2)}`." if held else "."),
        )
    left_out = _left_out(held, rolled)
    referee.require(
        not left_out,
        "A-DB-09",
        f"{name} rolls all dice, and has {briefly(left_out, colors=True)} more then.",
        "`companion log` has the number for `companion undo` of the roll; then enter it again.",
    )
    for color, count in state.in_game.items():
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
    """Those of a player's dice that are not among the ones that were rolled."""
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


def _too_many(held: Sequence[Die], rolled_dice: Sequence[Die]) -> str:
    """The first die that is one too many, in words: `third red die`."""
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
    return f"{'is' if len(held) == 1 else 'are'} {briefly(held, colors=True)}"


def _covers(held: Sequence[Die], colors: Sequence[str | None]) -> bool:
    """Whether dice of these colours are all held; one held of an unknown colour may be any."""
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


# As they are typed


def dice_of(state: State, words: Sequence[str]) -> dict[int, list[Die]]:
    """Who has which dice, as typed: `ana red:4 red:2 ben blue:6`; without a name, who has the turn.

    Raises Invalid, NotFound or Ambiguous.
    """
    found: dict[int, list[Die]] = {}
    seat: int | None = None
    for word in words:
        # A player named `R4` is named once; after that, `r4` is a die.
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
    """What somebody is asked who entered no dice, and the ways to enter them."""
    handle = state.seats[seat].handle
    return (
        f"What did {state.name(seat)} roll?",
        f"{example_roll(state, seat)}, a die each; or `companion dicebox roll {handle} --virtual`.",
    )


# What may be typed


def may_roll(state: State, seat: int) -> bool:
    """Whether a player has dice to roll: known ones stay, unless nothing fits."""
    if not state.dice[seat] or state.over:
        return False
    stuck = seat == state.turn and is_stuck(state, seat)
    return stuck or not (state.seeded and state.known(seat))


def _may_roll(trial: "Trial[State]", seat: int) -> bool:
    """The same; with a house rule, known dice need not stay."""
    return trial.house is not None or may_roll(trial.state, seat)


def _dice_to_roll(trial: "Trial[State]", seat: int) -> Iterator[Candidate]:
    """The dice that a player may have rolled, as they are typed."""
    held = {die.color for die in trial.state.dice[seat]}
    if _may_roll(trial, seat):
        for color in COLORS if None in held else [color for color in COLORS if color in held]:
            dice = (Die(color, number) for number in NUMBERS)
            yield from ((die.typed, die.name) for die in dice)


def candidates(
    trial: "Trial[State]", named: Mapping[int, Sequence[Die]], *, virtual: bool
) -> Iterator[Candidate]:
    """The dice of whoever is named last, or is stuck; and players who are not named yet."""
    from companion.core.offer import from_turn, people

    state = trial.state
    if not virtual and (named or is_stuck(state, state.turn)):
        for word, about in _dice_to_roll(trial, [*named][-1] if named else state.turn):
            # It means a player named `R4` as long as nobody has named them.
            if not is_somebody(state.seats, word) or find_seat(state.seats, word) in named:
                yield word, about
    if virtual or all(len(dice) >= len(state.dice[seat]) for seat, dice in named.items()):
        others = (seat for seat in from_turn(state, state.turn) if seat not in named)
        yield from people(state, others)


def may_be_virtual(trial: "Trial[State]", named: Mapping[int, Sequence[Die]]) -> bool:
    """Whether all for whom the companion would roll have dice to roll, however these fall."""
    seats = list(named) or trial.state.unrolled or [trial.state.turn]
    return all(_may_roll(trial, seat) for seat in seats)


def may_have_been_the_turn(state: State, named: Mapping[int, Sequence[Die]]) -> bool:
    """Whether a roll may be a turn in which nothing fitted, and does not say so by itself."""
    mine = [*named] == [state.turn] and any(named.values()) and state.seeded
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
    return f"{who} {verb}: {example_roll(state, waiting[0])}{virtual}."


# What happens at the table


def record_roll(
    action: Action[State], seat: int, known: Sequence[Die], *, stuck: bool = False
) -> None:
    """What a player rolled. What is not entered of it stays unknown (A-DB-09: all are rolled).

    `stuck` says that it was the player's turn, in which nothing fitted; where all dice were
    known, it need not be said. Raises Invalid if there are no dice.
    """
    state = action.state
    if not known:
        raise Invalid(*which_dice(state, seat))
    dice = sorted_dice([*known, *(Die(die.color) for die in _left_out(state.dice[seat], known))])
    if len(dice) > len(known):
        missing, name = len(dice) - len(known), state.name(seat)
        were = (
            "was not entered; what it shows" if missing == 1 else "were not entered; what they show"
        )
        warning = f"{missing} of {name}'s dice {were} stays unknown."
        again = is_stuck(state, seat)  # Whoever keeps dice back enters only the others.
        action.warn(f"{warning} All dice are rolled (A-DB-09)." if again else warning)
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
                f"{state.name(seat)}'s drafted dice are not known, so they cannot be rolled here.",
                f"{next_pick(state)} enters one."
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
        DiceRolled(
            seat=seat,
            dice=[[die.color, die.value] for die in sorted_dice(dice)],
            turn=stuck or _is_spent(action.state, seat),
            untold=[] if stuck else ["turn"],
        )
    )


def _is_spent(state: State, seat: int) -> bool:
    """Whether a roll is a player's turn, as nobody has to say: all dice were known before."""
    return state.seeded and seat == state.turn and state.all_known(seat)


def _named(args: Arguments[State]) -> dict[int, list[Die]]:
    """Who was named to have rolled, and which dice; nobody if nothing was typed."""
    return args.get("dice") or {}


RolledDice = Annotated[
    dict[int, list[Die]] | None,
    words(
        dice_of,
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
        when=lambda trial, args: may_be_virtual(trial, _named(args)),
    ),
]
Stuck = Annotated[
    bool,
    flag(
        "Nothing fitted, so that was the turn.",
        about="nothing had fitted: that was the turn",
        when=lambda trial, args: may_have_been_the_turn(trial.state, _named(args)),
    ),
]


@verb(
    "what a player rolled",
    rearrange=lambda state, words: joined(words),
    whose=lambda state: state.unrolled or (state.turn,),
)
def roll(
    action: Action[State],
    dice: RolledDice = None,
    *,
    virtual: Virtual = False,
    stuck: Stuck = False,
) -> None:
    """What a player rolled, all dice at once.

    Before the first turn, or in the turn of somebody who can place nothing.

    \b
    Examples:
      companion dicebox roll ana red:4 red:2 blue:6 blue:1 white:3
      companion dicebox roll ana r4 r2 b6 ben r1 w3 w3
      companion dicebox roll --virtual                for all who have not rolled
      companion dicebox roll ana --virtual
      companion dicebox roll ana r1 b6 --stuck        nothing had fitted
    """
    state, named = action.state, dice or {}
    if virtual and stuck:
        raise Invalid("`--stuck` is about dice that you rolled.", "Leave out one of them.")
    if virtual:
        if any(named.values()):
            raise Invalid(WHO_ROLLS, "Leave out the dice.")
        roll_virtual(action, list(named), action.chance)
        return
    named = named or {state.turn: []}
    for seat, rolled in named.items():
        if not rolled and seat == [*named][-1]:
            raise Incomplete(*which_dice(state, seat), "dice")
        record_roll(action, seat, rolled, stuck=stuck)
