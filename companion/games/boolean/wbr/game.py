"""White, Black, or Roll: calls about bottoms that nobody sees, and the dice that they win; and the
tie for the most dice, which all who have dice roll for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.legal import Legal, Step
from companion.core.lookup import Mention
from companion.core.names import capital, listed, short
from companion.core.numbers import number_of, only_digits
from companion.core.offer import Trial, people
from companion.core.param import A_PLAYER, Arguments, Candidate, Incomplete, Param, several
from companion.core.seats import find_seat
from companion.core.shapes import FLAG, each_seat, maybe, whole_from
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.boolean.dice.possession import (
    DICE_TOLD,
    MAY_COUNT,
    MAY_LOOK,
    MAY_TELL,
    everybodys_dice,
    require_whites,
    whites_of,
)
from companion.games.boolean.dice.possession_verbs import pairs
from companion.games.boolean.dice.the_ten import SET, dice_words
from companion.games.boolean.variant_game import BESIDES, VariantGame, kinds_with
from companion.games.boolean.variants import end, variant_of
from companion.games.boolean.wbr.calls import CALL, DIE_CALLED, TURN_SKIPPED, advance
from companion.games.boolean.wbr.clock import CLOCK, CLOCK_STOPPED, clock_words
from companion.games.boolean.wbr.state import (
    COUNTED,
    ILLEGAL,
    THROW_SPILLED,
    WbrState,
    is_over,
    lying,
    opening,
    outcome,
)

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text

# A tie for the most dice at the end: all who have dice roll, and most White-up dice win


class TieRolled(TypedDict):
    """How many White-up dice each has rolled, null for who did not. An older companion, which does
    not tell whether `all` rolled, let only those ahead do so."""

    whites: Annotated[list[int | None], each_seat(maybe(whole_from(0, 60)))]
    all: NotRequired[Annotated[bool, FLAG]]


def _check_tie(state: WbrState, data: TieRolled, referee: Referee) -> None:
    ahead, whites = state.ahead, data["whites"]
    names = listed([state.name(seat) for seat in ahead])
    if state.loose:
        raise Refused(
            f"{capital(lying(state))}: a tie is broken at the end (BO-63).",
            "`companion table` shows what is next.",
        )
    referee.require(
        len(ahead) > 1,
        "BO-63",
        f"There is no tie: {names} has the most dice.",
        "`companion finish`",
    )
    rolled = {seat: count for seat, count in enumerate(whites) if count is not None}
    rollers = listed([state.name(seat) for seat in state.rollers])
    missing = listed([state.name(seat) for seat in state.rollers if seat not in rolled])
    referee.require(
        set(rolled) == set(state.rollers),
        "A-BO-06",
        f"{names} are tied, and everyone who has dice rolls for it: {rollers}."
        + (f" Not entered: {missing}." if missing else ""),
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


def _tie_words(state: WbrState, whites: Sequence[int | None]) -> str:
    """A roll that was to break a tie."""
    told = [f"{state.name(seat)} {count}" for seat, count in enumerate(whites) if count is not None]
    return f"Rolled for the tie: {', '.join(told)} White-up"


TIE_ROLLED = Kind(
    "tie.rolled",
    TieRolled,
    apply=_rolled,
    tell=lambda before, data, after: _tie_words(after, data["whites"]),
    check=_check_tie,
)


def break_tie(action: Action[WbrState], whites: Mapping[int, int]) -> None:
    """How many White-up dice all have rolled who have dice.

    To refuse what dice that were told cannot show would be a way to ask which they are.
    """
    before = action.state
    seats = range(len(before.seats))
    action.add(TIE_ROLLED, TieRolled(whites=[whites.get(seat) for seat in seats], all=True))
    for seat, count in whites.items():
        if count not in whites_of(before, seat):
            action.warn(
                f"By the dice that were told, {before.name(seat)} cannot have {count} White-up. "
                "`companion undo` if that was a slip."
            )
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


def _who_or_how_many(trial: Trial[WbrState], told: Arguments[WbrState]) -> Iterator[Candidate]:
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
        rolled = {**known, last: whites}
        dice = sum(state.held[seat].size for seat in rolled)
        if dice != SET or 0 < sum(rolled.values()) < SET:
            yield str(whites), "White-up"


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


# What can be done now


def _phase(state: WbrState) -> str:
    if state.status != "live":
        return "over"
    if is_over(state):
        return "decided"
    if not state.loose:
        return "tie"
    return "opening" if state.round == 1 else "calls"


def _say_tie(state: WbrState) -> str:
    names = listed([state.name(seat) for seat in state.rollers])
    such = " ".join(
        f"{state.seats[seat].handle} {state.held[seat].size // 2}" for seat in state.rollers
    )
    return (
        f"A tie: {names} roll their dice, and most White-up dice win: "
        f"`companion boolean tie {such}`."
    )


def _say_call(state: WbrState) -> str:
    turn = state.turn
    name, handle = state.name(turn), state.seats[turn].handle
    return (
        f"{name} points at a die and calls: `companion boolean call {handle} white right` (or "
        f"black, or wrong), or `companion boolean call {handle} roll`."
    )


_CALL = Step("call", _say_call)
_CLOCK = Step[WbrState](
    "clock",
    lambda state: "" if state.minutes is None else "The clock: `companion boolean clock`.",
    lambda state: state.has_clock,
)
_DICE = (MAY_COUNT, MAY_TELL, MAY_LOOK)

LEGAL = Legal[WbrState](
    _phase,
    {
        "opening": (
            Step(
                say=lambda state: (
                    f"{state.name(state.first)} rolls all ten dice; illegal ones once more."
                )
            ),
            _CALL,
            _CLOCK,
            *_DICE,
            Step("split"),
        ),
        "calls": (
            _CALL,
            Step(
                "illegal",
                "Was it thrown outside the area? `companion boolean illegal`.",
                lambda state: state.thrower is not None,
            ),
            _CLOCK,
            *_DICE,
        ),
        "tie": (Step("tie", _say_tie), *_DICE),
        "decided": (Step(say="The game is over: `companion finish`."), MAY_LOOK),
        "over": (MAY_LOOK,),
    },
    always=(Step("dice"),),
    besides={**BESIDES, "clock": "offered where the play has a clock"},
)


# The table


def view(state: WbrState, reference: Any) -> "list[Block]":
    """The table, drawn: everybody's dice, how many lie in the middle, and the clock."""
    from companion.core.blocks import Column, Paragraph, Span, Table

    def note(seat: int) -> Span | str:
        if seat in state.winners:
            return Span("won", "good")
        if seat in state.out:
            return Span("eliminated", "muted")
        tied = state.status == "live" and not state.loose and seat in state.rollers
        return Span("rolls for the tie", "active") if tied else ""

    def row(seat: int) -> "tuple[Text, ...]":
        here = state.status == "live" and seat == state.turn and state.loose > 0
        count = state.held[seat].size
        return (
            Span("▸" if here else " ", "active"),
            Span(state.name(seat), "name"),
            Span(str(count), "strong"),
            Span("■" * count, "icon"),
            note(seat),
        )

    columns = (
        Column(heard="Turn"),
        Column("Player", wraps=True),
        Column("Dice", "right"),
        Column(heard="Drawn"),
        Column(heard="Note"),
    )
    blocks: list[Block] = [Table(columns, tuple(map(row, range(len(state.seats)))))]
    if state.loose:
        blocks.append(Paragraph(("In the middle: ", Span(dice_words(state.loose), "strong"))))
    elif state.ties and state.status == "live":
        blocks.append(Paragraph(f"{_tie_words(state, state.ties[-1])}."))
    if state.has_clock:
        blocks.append(Paragraph(Span(f"Clock: {clock_words(state)}", "muted")))
    return blocks


def in_play(state: WbrState, reference: Any) -> Iterator[Mention]:
    """The step at hand, what is special at this table, and the end."""
    if state.status != "live":
        yield Mention("wbr-game-end", "how it ended")
        return
    if not state.loose:
        yield Mention("wbr-tie", listed([state.name(seat) for seat in state.ahead]))
        return
    if state.round == 1:
        yield Mention("wbr-setup", f"{state.name(state.first)} rolls all ten dice")
    yield Mention("calls", f"{state.name(state.turn)}'s turn")
    yield Mention("wrong-call", "what it costs")
    if state.thrower is not None:
        yield Mention("illegal-die", f"if {state.name(state.thrower)}'s lies outside the area")
    yield Mention("view", "before the die is touched")
    if state.several:
        yield Mention("wbr-multiple-players", f"{len(state.seats)} play")
        yield Mention("wbr-elimination", "who owes a die and has none")
    if state.has_clock:
        yield Mention("wbr-timed", "when to hit the clock")
    yield Mention("wbr-game-end", f"{dice_words(state.loose)} to go")


class WhiteBlackRoll(VariantGame[WbrState]):
    """Most dice win, a tie is rolled for; on a chess clock, whoever has time left."""

    variant = variant_of("white-black-roll")
    ends_by = "BO-62"
    kinds = kinds_with(
        DIE_CALLED, THROW_SPILLED, TIE_ROLLED, CLOCK_STOPPED, TURN_SKIPPED, DICE_TOLD, COUNTED
    )
    table = LEGAL
    opening = staticmethod(opening)
    outcome = staticmethod(outcome)
    advance = staticmethod(advance)
    ended = staticmethod(is_over)
    view = staticmethod(view)
    in_play = staticmethod(in_play)

    def own_verbs(self) -> Sequence[Verb[WbrState]]:
        """Calls, illegal throws, a tie and the clock."""
        return CALL, ILLEGAL, TIE, CLOCK

    def begins(self, state: WbrState) -> str:
        """Who makes the opening throw, and the clock."""
        clock = f", {state.minutes} minutes each" if state.minutes is not None else ""
        return f"{state.name(state.first)} throws the dice{clock}"

    def where(self, state: WbrState) -> str:
        """What lies in the middle, and whose turn it is."""
        if not state.loose:
            return "a tie"
        turn = short(state.name(state.turn))
        return f"{dice_words(state.loose)} in the middle · {turn}'s turn"

    def status_line(self, state: WbrState) -> str:
        """Everybody's dice, and whose turn it is."""
        return f"{everybodys_dice(state)} — {self.now(state)}"

    def report(self, state: WbrState) -> dict[str, Any]:
        """The dice in the middle, a tie, the clock."""
        phase = "over" if state.status != "live" else "calls" if state.loose else "tie"
        return {
            "phase": phase,
            "middle": state.loose,
            "tied": [state.name(seat) for seat in state.ahead] if phase == "tie" else [],
            "ties": [list(whites) for whites in state.ties],
            "clock": list(state.seconds) if state.seconds else None,
            "minutes": state.minutes,
        }

    def player_json(self, state: WbrState, seat: int, reference: Any) -> dict[str, Any]:
        """A player's dice, counted."""
        return {"dice": state.held[seat].size, "eliminated": seat in state.out}

    def options_again(self, state: WbrState) -> list[str]:
        """The clock, if there is one."""
        return [] if state.minutes is None else ["--minutes", str(state.minutes)]


GAME = WhiteBlackRoll()
