"""What happens at a table of The Stack, turned into entries."""

from companion.core.action import Action
from companion.core.ending import settle
from companion.core.play import require_live
from companion.errors import Invalid
from companion.games.boolean.stack.choices import who_fell
from companion.games.boolean.stack.outcome import ended, outcome
from companion.games.boolean.stack.state import StackState
from companion.games.boolean.stack.told_dice import contradiction


def stack(action: Action[StackState], seat: int | None = None, top: str | None = None) -> None:
    """A die is placed; by whoever's turn it is, if nobody is named."""
    action.add("die.stacked", seat=whose_turn(action.state) if seat is None else seat, top=top)


def challenge(
    action: Action[StackState],
    seat: int,
    inverse: bool | None,
    below: str | None = None,
    placed: str | None = None,
    top: str | None = None,
    die: str | None = None,
) -> None:
    """A Challenge: whether the die is a true inverse, or the faces that say it."""
    before = action.state
    data = {
        "seat": seat,
        "inverse": inverse,
        "below": below,
        "placed": placed,
        "top": top,
        "die": die,
    }
    action.add("die.challenged", **data)
    unlike = contradiction(before, data)
    if unlike is not None:
        action.warn(unlike)
    end(action)


def fall(action: Action[StackState], seat: int | None) -> None:
    """The stack falls: by whom has to be told, until the tenth die is placed."""
    before = action.state
    action.add("stack.fell", seat=_who_let_it_fall(before) if seat is None else seat)
    if before.complete and seat is not None and seat == before.turn:
        action.warn(
            f"If it fell as {before.name(seat)} took off the Challenged die, the Challenge is "
            "decided all the same (A-BO-14): `companion undo`, and then the Challenge."
        )
    end(action)


def _who_let_it_fall(state: StackState) -> int:
    """Who placed the tenth die; before that, nobody can tell. Raises Invalid, or Refused."""
    require_live(state)
    if state.complete and state.topmost is not None:
        return state.topmost.seat
    raise Invalid("Who made the stack fall?", f"{who_fell(state)}.")


def whose_turn(state: StackState) -> int:
    """Whose turn it is; after the end, the first player's, whose entry is refused then."""
    return state.first if state.turn is None else state.turn


def challenger(state: StackState) -> int:
    """Who Challenges where nobody is named. Raises Invalid where nothing of the stack was told."""
    if not state.tower and state.status == "live":
        raise Invalid(
            "Who Challenges? No die of the stack was told.",
            f"`companion boolean challenge {state.seats[1 - state.first].handle} bluff`",
        )
    return whose_turn(state)


def advance(action: Action[StackState]) -> None:
    """On to the next player: a die was placed."""
    stack(action)


def end(action: Action[StackState]) -> None:
    """End the play where the stack fell, or a Challenge was decided."""
    settle(action, outcome(action.state), "dice", over=ended(action.state))
