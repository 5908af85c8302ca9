"""Calls about dice in the middle, whether they were right, and dice thrown outside the area."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import choice, player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import chosen, folded, short
from companion.core.param import Arguments, Candidate, Incomplete, a_choice
from companion.core.seats import is_somebody
from companion.core.shapes import FLAG, maybe, one_of
from companion.core.value import Annotated, replace
from companion.errors import Ambiguous, Invalid, Refused
from companion.games.boolean.dice.possession import move_die, require_free, require_own
from companion.games.boolean.dice.the_ten import MAYBE_DIE, by_id
from companion.games.boolean.parsing import die_option
from companion.games.boolean.variants import end
from companion.games.boolean.wbr.state import (
    CALLS,
    COSTS,
    Call,
    Paid,
    WbrState,
    dice_left,
    pay,
    require_cost,
    require_in,
    require_loose,
    require_turn,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

# A die is called


class DieCalled(Fact[WbrState], kind="die.called", secret=("die", "paid")):
    """A player calls a die's bottom, or a roll.

    `right` is null for a roll; `die` is the called one, `paid` the one that was Surrendered for a
    wrong call. `cost` is its cost: a die of the caller's, the called one if there was none, or,
    with several players, the game.
    """

    seat: Seat
    call: Annotated[Call, one_of(*CALLS)]
    right: Annotated[bool | None, maybe(FLAG)]
    die: Annotated[str | None, MAYBE_DIE]
    paid: Annotated[str | None, MAYBE_DIE]
    cost: Annotated[str | None, one_of(*COSTS)] = None

    def check(self, state: WbrState, referee: Referee) -> None:
        require_turn(state, self.seat, referee)
        if self.die is not None:
            require_free(state, self.die, referee)
            self._require_bottom(self.die, referee)
        require_cost(state, self.seat, self.cost, referee)
        if self.paid is not None:
            self._require_payment(state, referee)

    def apply(self, state: WbrState) -> WbrState:
        seat = self.seat
        pays = state.is_for_several or state.held[seat].size > 0
        rolled = self.call == "roll" or (self.right is False and pays)
        if self.right:
            state = move_die(state, None, seat, self.die)
        elif self.right is False:
            state = self._punish(state)
        return replace(
            state,
            turn=state.next_in(seat),
            round=state.round + 1,
            ties=(),
            best=(),
            thrower=seat if rolled and state.loose and seat not in state.out else None,
        )

    def describe(self, before: WbrState, after: WbrState) -> str:
        seat, name = self.seat, after.name(self.seat)
        line = f"{name} calls {self.call}"
        if self.right is None:
            return line
        if self.right:
            return f"{line}, which is right: {name} has {dice_left(after, seat)}"
        line += ", which is wrong"
        if seat in after.out:
            return f"{line}: {name} has no die to give, and is eliminated"
        if after.is_for_several:
            return f"{line}: {name} rolls a die back, and has {dice_left(after, seat)}"
        what = "a die" if before.held[seat].size else "the called die"
        other = 1 - seat
        return f"{line}: {what} goes to {after.name(other)}, who has {dice_left(after, other)}"

    def _require_bottom(self, named: str, referee: Referee) -> None:
        """Refuse a bottom that the die does not have."""
        if self.right is None:
            return
        white = (self.call == "white") is self.right
        die = by_id()[named]
        shown, other = ("white", "black") if white else ("black", "white")
        referee.require(
            die.can_be_white if white else die.can_be_black,
            "BO-53",
            f"The {die.id} has no {shown} face, so its bottom was {other}.",
            "`companion boolean dice` shows the ten.",
        )

    def _require_payment(self, state: WbrState, referee: Referee) -> None:
        """Refuse to give up a die for a right call, a die that the caller lacks, or the called
        one."""
        if self.right is not False:
            raise Refused(
                "Only a wrong call costs a die.", "Leave out `--paid`, which goes with `wrong`."
            )
        if not state.held[self.seat].size:
            raise Refused(
                f"{state.name(self.seat)} has no die to give up (BO-58).",
                "Leave out `--paid`; `--die` names the called one.",
            )
        if self.paid == self.die:
            raise Refused(
                f"The {self.die} cannot be both the called die and the one that was given up.",
                "`--paid` names the one that was given up.",
            )
        require_own(state, self.seat, self.paid, referee)

    def _punish(self, state: WbrState) -> WbrState:
        if state.is_for_several:
            return pay(state, self.seat, self.paid)
        if state.held[self.seat].size:
            return move_die(state, self.seat, 1 - self.seat, self.paid)
        return move_die(state, None, 1 - self.seat, self.die)


_VERDICTS = {"right": True, "yes": True, "correct": True, "wrong": False, "no": False}
_MEANS = {"white": "its bottom is white", "black": "its bottom is black", "roll": "roll it again"}


def _is_name(state: WbrState, words: Sequence[str]) -> bool:
    is_call = any(call.startswith(folded(words[0])) for call in CALLS)
    return is_somebody(state.seats, words[0]) or not is_call


def _calls(trial: "Trial[WbrState]", args: Arguments[WbrState]) -> Iterator[Candidate]:
    """What may be called; not a player's name, unless a name stands in front."""
    for call, about in _MEANS.items():
        if "player" in args or call == "roll" or not is_somebody(trial.state.seats, call):
            yield call, about


def _missing_call(state: WbrState, args: Arguments[WbrState]) -> tuple[str, str]:
    seat = args.get("player", state.turn)
    return f"What does {state.name(seat)} call?", "`companion boolean call white right`"


def _behind_the_verdict(state: WbrState, words: Sequence[str], there: bool) -> Sequence[str]:
    """The called die may be named last, instead of `--die`."""
    verdict = 2 + (bool(words) and _is_name(state, words))
    return words[verdict:] if len(words) == verdict + 1 and not there else ()


def _too_many_words(state: WbrState, words: Sequence[str]) -> Invalid:
    call = chosen(words[_is_name(state, words)], CALLS, "call")
    if call == "roll":
        return _no_verdict()
    return Invalid(
        "Enter one verdict, and one die at most.",
        f"`companion boolean call {call} right 3w-band`, or leave out the die.",
    )


def _no_verdict() -> Invalid:
    return Invalid("A roll is neither right nor wrong.", "`companion boolean call roll`")


Caller = Annotated[
    int,
    player(
        lambda trial: (trial.state.turn,),
        "whose turn it is",
        default_from=lambda state: state.turn,
        belongs_here=_is_name,
    ),
]
ACall = Annotated[
    Call,
    choice(
        CALLS,
        "call",
        name="white|black|roll",
        duplicates=True,
        candidates=_calls,
        explain_missing=_missing_call,
    ),
]
Verdict = Annotated[
    str | None,
    word(
        name="right|wrong",
        sort=a_choice(*_VERDICTS),
        metavar="[right|wrong]",
        candidates=lambda trial, args: (
            () if args["call"] == "roll" else (("right", ""), ("wrong", ""))
        ),
    ),
]
CalledDie = Annotated[
    str | None,
    die_option("--die", "Which die it was (secret).", secret=True, own_words=_behind_the_verdict),
]


def _is_right(call: Call, verdict: str | None) -> bool | None:
    """Whether a call was right; None for a roll. Raises Invalid or Ambiguous."""
    if call == "roll":
        if verdict is not None:
            raise _no_verdict()
        return None
    if verdict is None:
        raise Incomplete(
            "Was the call right or wrong?",
            f"`companion boolean call {call} right`; or enter the colour of the bottom.",
            "verdict",
        )
    typed = folded(verdict)
    verdicts = {**_VERDICTS, "white": call == "white", "black": call == "black"}
    found = {right for word, right in verdicts.items() if typed and word.startswith(typed)}
    if len(found) > 1:
        raise Ambiguous(
            f"“{short(verdict)}” may mean {call}, and so right, or wrong.",
            [call, "wrong"],
            "Type a letter or two more.",
        )
    if not found:
        raise Invalid(
            f"“{short(verdict)}” is not a verdict.", "Enter right or wrong, or the bottom's colour."
        )
    return found.pop()


@verb("call a bottom, or a roll", too_many=_too_many_words)
def call(
    action: Action[WbrState],
    player: Caller,
    call: ACall,
    verdict: Verdict = None,
    *,
    die: CalledDie = None,
    paid: Paid = None,
) -> None:
    """Call a die's bottom, or a roll.

    Instead of right or wrong, you may enter the bottom's colour. You may leave out which dice they
    were; only `boolean mine` shows it.

    Examples:
      companion boolean call white right
      companion boolean call ben black wrong
      companion boolean call ben roll
      companion boolean call white white --die 3w-band
    """
    before, right = action.state, _is_right(call, verdict)
    cost = before.cost(player) if right is False else None
    action.add(DieCalled(seat=player, call=call, right=right, die=die, paid=paid, cost=cost))
    held = before.held[player]
    if right is False and held.was_entered and held.size > 1 and paid is None:
        action.warn(
            f"You did not enter which die {before.name(player)} gave up, so which are left is "
            "unknown now. To enter it, `companion undo`, and add `--paid DIE`."
        )
    end(action)


# A call that is not entered


class TurnSkipped(Fact[WbrState], kind="turn.skipped"):
    """A player makes a call that is not entered."""

    seat: Seat

    def check(self, state: WbrState, referee: Referee) -> None:
        require_turn(state, self.seat, referee)

    def apply(self, state: WbrState) -> WbrState:
        return replace(
            state, turn=state.next_in(self.seat), round=state.round + 1, thrower=self.seat
        )

    def describe(self, before: WbrState, after: WbrState) -> str:
        return f"{after.name(self.seat)} makes a call that was not entered"


def advance(action: Action[WbrState]) -> None:
    """Go on to the next player, after a call that is not entered."""
    action.add(TurnSkipped(seat=action.state.turn))


class ThrowSpilled(Fact[WbrState], kind="throw.spilled", secret=("paid",)):
    """A die landed outside the area; `paid` is the surrendered die, `cost` the cost."""

    seat: Seat
    paid: Annotated[str | None, MAYBE_DIE]
    cost: Annotated[str | None, one_of(*COSTS)] = None

    def check(self, state: WbrState, referee: Referee) -> None:
        seat, thrower = self.seat, state.thrower
        require_in(state, seat)
        require_loose(state)
        if state.round == 1:
            referee.refuse(
                "BO-47",
                f"Nobody has made a call yet, so {state.name(state.first)} just throws illegal "
                "dice again.",
                "That costs nothing, and is not entered.",
            )
            return
        referee.require(
            seat == thrower,
            "BO-60",
            f"{state.name(seat)} has not thrown a die in this turn"
            + (f", but {state.name(thrower)} has." if thrower is not None else "."),
            "Enter the call that led to the throw first: `companion boolean call roll`."
            if seat == state.turn
            else "`companion log` shows the calls; `companion next` for one that you did not "
            "enter.",
        )
        require_cost(state, seat, self.cost, referee)
        if self.paid is not None and not state.is_for_several:
            raise Refused(
                "With two players, an illegal throw costs no die (BO-60).", "Leave out `--paid`."
            )
        require_own(state, seat, self.paid, referee)

    def apply(self, state: WbrState) -> WbrState:
        """Of two players, the opponent throws it again; of several, the thrower owes a die, too."""
        seat = self.seat
        if not state.is_for_several:
            return replace(state, thrower=1 - seat)
        state = pay(state, seat, self.paid)
        if seat not in state.out:
            return replace(state, thrower=seat)
        return replace(
            state, thrower=None, turn=state.next_in(seat) if state.turn == seat else state.turn
        )

    def describe(self, before: WbrState, after: WbrState) -> str:
        seat = self.seat
        line = f"{after.name(seat)} throws a die outside the area"
        if not after.is_for_several:
            return f"{line}; {after.name(1 - seat)} may examine it, and rolls it"
        if seat in after.out:
            return f"{line}, has no die to give, and is eliminated"
        return f"{line}, and rolls a die back: {dice_left(after, seat)} left"


Thrower = Annotated[
    int,
    player(
        lambda trial: () if trial.state.thrower is None else (trial.state.thrower,),
        default_from=lambda state: state.turn if state.thrower is None else state.thrower,
    ),
]


@verb("a die outside the area")
def illegal(action: Action[WbrState], player: Thrower, *, paid: Paid = None) -> None:
    """Enter that a die was thrown outside the area.

    With two players, the other one throws it again; with more, it costs the thrower a die.

    Examples:
      companion boolean illegal
      companion boolean illegal cho
    """
    cost = action.state.cost(player) if action.state.is_for_several else None
    action.add(ThrowSpilled(seat=player, paid=paid, cost=cost))
    end(action)
