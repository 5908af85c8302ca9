"""What the rules of The Stack refuse."""

from collections.abc import Callable
from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.dice.colours import UNSEEN, WHITE
from companion.games.boolean.possession.entries import check_dice_told, require_of_a_split
from companion.games.boolean.stack.faces import lying, that_lie
from companion.games.boolean.stack.state import StackState
from companion.games.boolean.stack.verdict import below_of, decided, top_of

Data = Any
Checker = Callable[[StackState, Data, Referee], None]


def _stacked(state: StackState, data: Data, referee: Referee) -> None:
    seat = data["seat"]
    referee.require(
        not state.complete,
        "BO-129",
        f"All ten dice are in the stack: {state.name(state.turn or 0)} has to Challenge.",
        "`companion boolean challenge bluff`, or `companion boolean challenge true` for a true "
        "inverse.",
    )
    _require_turn(state, seat, "BO-114" if state.tower else "BO-111", referee)
    if not state.left(seat):
        raise Refused(
            f"{state.name(seat)} has placed all five dice.", "`companion table` shows the stack."
        )


def _require_turn(state: StackState, seat: int, rule: str, referee: Referee) -> None:
    turn = state.turn or 0
    why = {
        "BO-111": "the first player opens the stack",
        "BO-114": "you take turns",
        "BO-123": "a Challenge is about the opponent's last die, in your own turn",
    }[rule]
    referee.require(
        seat == turn,
        rule,
        f"It is {state.name(turn)}'s turn, and not {state.name(seat)}'s: {why}.",
        f"`companion boolean challenge {state.seats[turn].handle} bluff`, or `true`, if it was "
        f"{state.name(turn)}'s."
        if state.complete
        else f"`companion boolean stack {state.seats[turn].handle}` if {state.name(turn)} has "
        "placed a die.",
    )


def require_challenger(state: StackState, seat: int, referee: Referee) -> None:
    """Refuse a Challenge out of turn, and of a first die."""
    topmost = state.topmost
    if topmost is None:
        return
    _require_turn(state, seat, "BO-123", referee)
    referee.require(
        state.open_to_challenge,
        "BO-125",
        f"That is {state.name(topmost.seat)}'s first die, and nobody's first die can be "
        f"Challenged: {state.name(1 - state.first)} is the first who can, at the second turn.",
        f"`companion boolean stack {state.seats[seat].handle}` places a die.",
    )


def _challenged(state: StackState, data: Data, referee: Referee) -> None:
    require_challenger(state, data["seat"], referee)
    _require_tops(state, data)
    _require_die(state, data)
    _require_verdict(state, data, referee)


def _require_tops(state: StackState, data: Data) -> None:
    """What lies on top was told as it was placed, and cannot be otherwise now."""
    told = state.topmost.top if state.topmost is not None else None
    if told is not None and data["top"] not in (None, told):
        raise Refused(
            f"The topmost die has {told} on top, as it was told, and not {data['top']}.",
            "`companion table` shows the tops; leave out `--top`.",
        )
    under = state.tower[-2].top if len(state.tower) > 1 else None
    if under is not None and data["below"] is not None:
        sign = data["below"][0]
        below = "white" if sign == WHITE else "black"
        if sign != UNSEEN and below != under:
            raise Refused(
                f"The die below has {under} on top, as it was told, and not {below}.",
                "`--below` begins with the top, then the left and the right side of whoever "
                "placed the Challenged die.",
            )


def _require_die(state: StackState, data: Data) -> None:
    """A die that is named has to be able to lie so."""
    if data["die"] is None:
        return
    top = top_of(state, data)
    if not that_lie(lying(data["placed"], top), (data["die"],)):
        raise Refused(
            f"The {data['die']} cannot lie so: {_seen_words(data['placed'], top)}.",
            f"`companion boolean dice {data['die']}` shows its faces.",
        )


def _require_verdict(state: StackState, data: Data, referee: Referee) -> None:
    """What is known says what the die is, or leaves it open: then the table has to say it."""
    said, found = data["inverse"], decided(state, data)
    handle = state.seats[data["seat"]].handle
    if said is None and found is None:
        raise Refused(
            "By what is known of both dice, it may be a true inverse, and may be a bluff.",
            f"Say which, `companion boolean challenge {handle} bluff`, or `true`; or tell more: "
            "`--below wbw --placed bwb`, with `?` for what nobody saw.",
        )
    if said is None or found is None or said is found:
        return
    other = "true" if found else "bluff"
    referee.refuse(
        "BO-118",
        f"By what is known of both dice, it is {'a true inverse' if found else 'no true inverse'}"
        f"{_why(state, data)}.",
        f"`companion boolean challenge {handle} {other}`; tops that were told wrongly: "
        "`companion log` has the numbers for `companion undo`.",
    )


def _why(state: StackState, data: Data) -> str:
    """What is known of both dice, in brackets: `(the 6w; below it, white on top)`."""
    die = [] if data["die"] is None else [f"the {data['die']}"]
    lies = _seen_words(data["placed"], top_of(state, data))
    names = ("on top", "at the left", "at the right")
    under = listed(
        [
            f"{'white' if sign == WHITE else 'black'} {name}"
            for sign, name in zip(below_of(state, data), names, strict=True)
            if sign != UNSEEN
        ]
    )
    told = [*die, *([lies] if lies else []), *([f"under it {under}"] if under else [])]
    return f" ({'; '.join(told)})"


def _seen_words(placed: str | None, top: str | None) -> str:
    """Faces in words: `white on top, black below, white at the left and black at the right`."""
    told = [] if top is None else [f"{top} on top"]
    if placed is not None:
        where = ("below", "at the left", "at the right")
        told += [
            f"{'white' if sign == WHITE else 'black'} {place}"
            for sign, place in zip(placed, where, strict=True)
            if sign != UNSEEN
        ]
    return listed(told)


def _told(state: StackState, data: Data, referee: Referee) -> None:
    """The five that each took in the Split, those that are in the stack among them."""
    require_of_a_split(state, data["seat"], data["dice"], referee)
    check_dice_told(state, data, referee)


CHECKERS: dict[str, Checker] = {
    "die.stacked": _stacked,
    "die.challenged": _challenged,
    "dice.told": _told,
}
