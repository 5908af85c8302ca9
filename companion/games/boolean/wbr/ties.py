"""A tie for the most dice: everybody with dice rolls, and the most White-up dice win."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import capital, listed
from companion.core.numbers import number_of, only_digits
from companion.core.offer import people
from companion.core.param import A_PLAYER, Arguments, Candidate, Incomplete
from companion.core.seats import find_seat
from companion.core.shapes import FLAG, each_seat, maybe, whole_from
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.boolean.dice.possession import read_pairs, require_whites, whites_of
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.variants import UNDO_SLIP, end
from companion.games.boolean.wbr.state import WbrState, middle_words

if TYPE_CHECKING:
    from companion.core.offer import Trial


class TieRolled(Fact[WbrState], kind="tie.rolled"):
    """How many White-up dice each rolled, null for players who did not.

    In older logs, which do not record `all`, only the tied players rolled.
    """

    whites: Annotated[Sequence[int | None], each_seat(maybe(whole_from(0, 60)))]
    all: Annotated[bool, FLAG] = False

    def check(self, state: WbrState, referee: Referee) -> None:
        ahead = state.ahead
        names = listed([state.name(seat) for seat in ahead])
        if state.loose:
            raise Refused(
                f"{capital(middle_words(state))}, and a tie is broken at the end (BO-63).",
                "`companion table` shows what comes next.",
            )
        referee.require(
            len(ahead) > 1,
            "BO-63",
            f"There is no tie: {names} has the most dice.",
            "`companion finish`",
        )
        rolled = {seat: count for seat, count in enumerate(self.whites) if count is not None}
        rollers = listed([state.name(seat) for seat in state.rollers])
        missing = listed([state.name(seat) for seat in state.rollers if seat not in rolled])
        referee.require(
            set(rolled) == set(state.rollers),
            "A-BO-06",
            f"{names} are tied, and everybody with dice rolls: {rollers}."
            + (f" Missing: {missing}." if missing else ""),
            "Enter everybody's White-up dice: `companion boolean tie "
            + " ".join(
                f"{state.seats[seat].handle} {min(count, state.held[seat].size)}"
                for count, seat in enumerate(state.rollers, 1)
            )
            + "`",
        )
        for seat, count in rolled.items():
            require_whites(state, seat, count, "BO-63", referee)
        dice, total = sum(state.held[seat].size for seat in rolled), sum(rolled.values())
        referee.require(
            dice < SET or 0 < total < SET,
            "BO-4",
            f"Not all ten dice can be {'White' if total else 'Black'}-up: one of them is "
            f"{'black' if total else 'white'} on all sides.",
            "Count again; `companion boolean dice` shows the ten.",
        )

    def apply(self, state: WbrState) -> WbrState:
        """Of all who rolled, those with the most White-up dice are ahead.

        In older logs only those who were tied count, even if others rolled by a house rule.
        """
        whites = tuple(self.whites)
        rolled = [seat for seat, count in enumerate(whites) if count is not None]
        among = rolled if self.all else state.ahead
        most = max((whites[seat] or 0 for seat in among), default=0)
        best = tuple(seat for seat in among if (whites[seat] or 0) == most)
        return replace(state, ties=(*state.ties, whites), best=best)

    def describe(self, before: WbrState, after: WbrState) -> str:
        return tie_words(after, self.whites)


def tie_words(state: WbrState, whites: Sequence[int | None]) -> str:
    """A roll for a tie, in words."""
    each = [f"{state.name(seat)} {count}" for seat, count in enumerate(whites) if count is not None]
    return f"Rolled for the tie: {', '.join(each)} White-up"


def _read_whites(state: WbrState, words: Sequence[str]) -> dict[int, int]:
    """Read each player's number, `ana 3 ben=2`, or `3 2` in seat order. Raises Incomplete or
    Invalid.
    """
    whites: dict[int, int] = {}
    parts = [part for word in words for part in word.split("=") if part]
    rollers = state.rollers
    if len(parts) == len(rollers) and all(map(only_digits, parts)):
        names = [state.seats[seat].handle for seat in rollers]
        parts = [part for pair in zip(names, parts, strict=True) for part in pair]
    for name, count in zip(parts[::2], parts[1::2], strict=False):
        whites[find_seat(state.seats, name)] = number_of(
            count, "number of dice", "`companion boolean tie ana 3 ben 2`"
        )
    if not parts or len(parts) % 2 or len(whites) * 2 != len(parts):
        raise Incomplete(
            "Enter everybody's White-up dice.", "`companion boolean tie ana 3 ben 2`", "whites"
        )
    return whites


def _who_or_how_many(trial: "Trial[WbrState]", args: Arguments[WbrState]) -> Iterator[Candidate]:
    """Everybody with dice, then how many can have come up white."""
    state, read = trial.state, read_pairs(trial.state.seats, args.words_of("whites"))
    is_tie = not state.loose and len(state.ahead) > 1
    if read is None or not (is_tie or trial.house):
        return
    known, last = read
    if last is None:
        yield from people(state, [seat for seat in state.rollers if seat not in known])
        return
    most = state.held[last].size if last in state.rollers else -1
    for whites in range(most + 1):
        rolled = {**known, last: whites}
        dice = sum(state.held[seat].size for seat in rolled)
        if dice != SET or 0 < sum(rolled.values()) < SET:
            yield str(whites), "White-up"


Whites = Annotated[
    Mapping[int, int],
    words(
        _read_whites,
        name="PLAYER N...",
        sort=A_PLAYER,
        duplicates=True,
        lifts_refusal=True,
        candidates=_who_or_how_many,
    ),
]


@verb("a roll to break a tie", name="tie")
def break_tie(action: Action[WbrState], whites: Whites) -> None:
    """Break a tie at the end: how many White-up dice each rolled.

    Everybody with dice rolls, and the most White-up dice win, also against those who were tied.

    Examples:
      companion boolean tie ana 3 ben 2
      companion boolean tie 3 2                 in seat order
    """
    before = action.state
    rolled = [whites.get(seat) for seat in range(len(before.seats))]
    action.add(TieRolled(whites=rolled, all=True))
    for seat, count in whites.items():  # a refusal would be a way to ask which dice they are
        if count not in whites_of(before, seat):
            action.warn(
                f"By the dice that were entered, {before.name(seat)} cannot have {count} White-up. "
                f"{UNDO_SLIP}"
            )
    end(action)


def say_tie(state: WbrState) -> str:
    """Ask everybody with dice to roll them."""
    names = listed([state.name(seat) for seat in state.rollers])
    example = " ".join(
        f"{state.seats[seat].handle} {state.held[seat].size // 2}" for seat in state.rollers
    )
    return (
        f"A tie: {names} roll their dice, and the most White-up dice win: "
        f"`companion boolean tie {example}`."
    )
