"""A tie for the most dice at the end: all who have dice roll, and most White-up dice win."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.changed import replace
from companion.core.kind import Kind
from companion.core.names import capital, listed
from companion.core.numbers import number_of, only_digits
from companion.core.offer import people
from companion.core.param import A_PLAYER, Candidate, Incomplete, Param, Told, several
from companion.core.referee import Referee
from companion.core.seats import find_seat
from companion.core.shapes import FLAG, each_seat, maybe, whole_from
from companion.core.trial import Trial
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.possession.entries import require_whites
from companion.games.boolean.possession.verbs import pairs
from companion.games.boolean.state import end
from companion.games.boolean.wbr.state import WbrState, lying

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
