"""What is known of a play of White, Black, or Roll, an immutable value; who wins it, and the tie
for the most dice, which all who have dice roll for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import capital, listed
from companion.core.numbers import number_of, only_digits
from companion.core.offer import Trial, people
from companion.core.outcome import Outcome
from companion.core.param import A_PLAYER, Candidate, Incomplete, Param, Told, several
from companion.core.seats import Seat, find_seat
from companion.core.shapes import FLAG, each_seat, maybe, whole_from
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.boolean.dice.possession import require_whites
from companion.games.boolean.dice.possession_verbs import pairs
from companion.games.boolean.dice.the_ten import SET, dice_words
from companion.games.boolean.state import Holding, Possessing, end

Call = Literal["white", "black", "roll"]
CALLS: tuple[Call, ...] = ("white", "black", "roll")

Cost = Literal["own", "called", "game"]
COSTS: tuple[Cost, ...] = ("own", "called", "game")
"""What a wrong call costs: a die of one's own, the called one, or of several players the game."""


class WbrState(Possessing):
    """A play of White, Black, or Roll; dice that nobody possesses lie in the middle.

    `thrower` has thrown a die in this turn, and may have thrown it out of the area. `out` are the
    eliminated. `ties` are the rolls that were to break a tie at the end, newest last, each the
    White-up dice of every seat, None for those who did not roll. `seconds` are what is left on the
    chess clock of `minutes`, once it was stopped, and `side` whose time was running, if known.
    `best` are those who came out ahead of the newest of `ties`.
    """

    variant: ClassVar[str] = "white-black-roll"
    thrower: int | None = None
    out: tuple[int, ...] = ()
    ties: tuple[tuple[int | None, ...], ...] = ()
    best: tuple[int, ...] = ()
    minutes: int | None = None
    seconds: tuple[int, ...] = ()
    side: int | None = None

    @property
    def several(self) -> bool:
        """Whether it is the variation for more than two players."""
        return len(self.seats) > 2

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that are not eliminated."""
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.out)

    @property
    def ahead(self) -> tuple[int, ...]:
        """Who has the most dice; after a roll for a tie, who had the most White-up dice in it."""
        if self.ties:
            return self.best
        found = self.still_in
        most = max((self.held[seat].size for seat in found), default=0)
        return tuple(seat for seat in found if self.held[seat].size == most)

    @property
    def rollers(self) -> tuple[int, ...]:
        """Who rolls for a tie: all who have dice (A-BO-06)."""
        return tuple(seat for seat in self.still_in if self.held[seat].size)

    def cost(self, seat: int) -> Cost:
        """What a wrong call, or with several players an illegal throw, costs somebody now."""
        if self.held[seat].size:
            return "own"
        return "game" if self.several else "called"

    def next_in(self, seat: int) -> int:
        """The next seat clockwise that is not eliminated; that seat itself where nobody is."""
        count = len(self.seats)
        order = [(seat + step) % count for step in range(1, count + 1)]
        return next((other for other in order if other not in self.out), seat)


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> WbrState:
    """All dice in the middle, thrown by `first`; the next one clockwise has turn one (BO-48)."""
    return WbrState(
        seats=seats,
        scores=(),
        first=first,
        turn=(first + 1) % len(seats),
        held=(Holding(0),) * len(seats),
        minutes=options.get("minutes"),
    )


# Who wins: most dice, then most White-up dice; on a clock, who has time


def outcome(state: WbrState) -> Outcome:
    """The winner by what was told; nobody before the end, or while a tie is to be broken."""
    flagged = fallen(state)
    if flagged is not None:
        return Outcome((1 - flagged,), f"{state.name(flagged)}'s time is up (A-BO-32)")
    if len(state.still_in) == 1:
        return Outcome(state.still_in, "all others are eliminated")
    if not state.still_in:
        return Outcome((), "everybody is eliminated")
    if state.loose:
        return Outcome((), lying(state))
    ahead = state.ahead
    most = dice_words(state.held[ahead[0]].size)
    if len(ahead) > 1:
        names = listed([state.name(seat) for seat in ahead])
        had = "the most White-up dice" if state.ties else f"{most} each"
        return Outcome((), f"{names} have {had}, and the tie is not broken")
    if state.ties:
        whites = state.ties[-1][ahead[0]] or 0
        return Outcome(ahead, f"the most dice are a tie, and {whites} White-up the most of all")
    return Outcome(ahead, f"the most dice, {state.held[ahead[0]].size}")


def lying(state: WbrState) -> str:
    """How many dice nobody has yet: `one die still lies in the middle`."""
    return f"{dice_words(state.loose)} still {'lies' if state.loose == 1 else 'lie'} in the middle"


def fallen(state: WbrState) -> int | None:
    """Who has no time left on the clock."""
    return next((seat for seat, left in enumerate(state.seconds) if left == 0), None)


def is_over(state: WbrState) -> bool:
    """Whether somebody has won: the game ends by itself (BO-62)."""
    return bool(outcome(state).winners)


# A tie for the most dice at the end: all who have dice roll, and most White-up dice win


# A tie for the most dice


class TieRolled(TypedDict):
    """How many White-up dice each has rolled, null for who did not. An older companion, which does
    not tell whether `all` rolled, let only those ahead do so."""

    whites: Annotated[list[int | None], each_seat(maybe(whole_from(0, 60)))]
    all: NotRequired[Annotated[bool, FLAG]]


def _check_tie(state: WbrState, data: TieRolled, referee: Referee) -> None:
    ahead, whites = state.ahead, data["whites"]
    if state.loose:
        raise Refused(
            f"{capital(lying(state))}: a tie is broken at the end (BO-63).",
            "`companion table` shows what is next.",
        )
    referee.require(
        len(ahead) > 1,
        "BO-63",
        f"There is no tie: {listed([state.name(seat) for seat in ahead])} has the most dice.",
        "`companion finish`",
    )
    rolled = {seat: count for seat, count in enumerate(whites) if count is not None}
    names = listed([state.name(seat) for seat in ahead])
    rollers = listed([state.name(seat) for seat in state.rollers])
    referee.require(
        set(rolled) == set(state.rollers),
        "A-BO-06",
        f"{names} are tied, and all who have dice roll for it: {rollers}.",
        "How many White-up dice each has: `companion boolean tie "
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


def _rolled(state: WbrState, data: TieRolled) -> WbrState:
    """Of all who rolled, those with the most White-up dice are ahead.

    An older companion let those alone roll who were ahead, whatever a house had others do.
    """
    whites = tuple(data["whites"])
    rolled = [seat for seat, count in enumerate(whites) if count is not None]
    among = rolled if data.get("all") else state.ahead
    most = max((whites[seat] or 0 for seat in among), default=0)
    best = tuple(seat for seat in among if (whites[seat] or 0) == most)
    return replace(state, ties=(*state.ties, whites), best=best)


def tie_words(state: WbrState, whites: Sequence[int | None]) -> str:
    """A roll that was to break a tie."""
    told = [f"{state.name(seat)} {count}" for seat, count in enumerate(whites) if count is not None]
    return f"Rolled for the tie: {', '.join(told)} White-up"


TIE_ROLLED = Kind(
    "tie.rolled",
    TieRolled,
    apply=_rolled,
    tell=lambda before, data, after: tie_words(after, data["whites"]),
    check=_check_tie,
)


def break_tie(action: Action[WbrState], whites: Mapping[int, int]) -> None:
    """How many White-up dice all have rolled who have dice."""
    seats = range(len(action.state.seats))
    action.add(TIE_ROLLED, TieRolled(whites=[whites.get(seat) for seat in seats], all=True))
    end(action)


def _whites(state: WbrState, words: Sequence[str]) -> dict[int, int]:
    """Who rolled how many, `ana 3 ben=2`, or `3 2` in seat order. Raises Incomplete or Invalid."""
    whites: dict[int, int] = {}
    told = [part for word in words for part in word.split("=") if part]
    rollers = state.rollers
    if len(told) == len(rollers) and all(map(only_digits, told)):
        names = [state.seats[seat].handle for seat in rollers]
        told = [part for pair in zip(names, told, strict=True) for part in pair]
    for name, count in zip(told[::2], told[1::2], strict=False):
        whites[find_seat(state.seats, name)] = number_of(
            count, "number of dice", "`companion boolean tie ana 3 ben 2`"
        )
    if not told or len(told) % 2 or len(whites) * 2 != len(told):
        raise Incomplete(
            "A tie is told player by player.", "`companion boolean tie ana 3 ben 2`", _WHITES
        )
    return whites


def _who_or_how_many(trial: Trial[WbrState], told: Told[WbrState]) -> Iterator[Candidate]:
    """All who have dice, each with how many came up white."""
    state, read = trial.state, pairs(trial.state.seats, told.typed(_WHITES))
    is_tie = not state.loose and len(state.ahead) > 1
    if read is None or not (is_tie or trial.house):
        return
    known, last = read
    if last is None:
        yield from people(state, [seat for seat in state.rollers if seat not in known])
        return
    most = state.held[last].size if last in state.rollers else -1
    for whites in range(most + 1):
        if not _of_one_colour(state, {**known, last: whites}):
            yield str(whites), "White-up"


def _of_one_colour(state: WbrState, told: Mapping[int, int]) -> bool:
    """Whether all ten dice would be of one colour, which they never are."""
    dice = sum(state.held[seat].size for seat in told)
    return dice == SET and sum(told.values()) in (0, SET)


_WHITES: Param[WbrState, Mapping[int, int]] = several(
    "PLAYER N...", A_PLAYER, _whites, again=True, mends=True, candidates=_who_or_how_many
)

TIE = Verb[WbrState](
    "tie",
    "who rolled how many white",
    """Break a tie at the end: who rolled how many white.

    All who have dice roll, and the most White-up win, whoever that is.

    \b
    Examples:
      companion boolean tie ana 3 ben 2
      companion boolean tie 3 2                 in seat order
    """,
    (_WHITES,),
    plan=lambda action, told: break_tie(action, told[_WHITES]),
)
