"""What happens at a table of Liar's Boolean Dice, turned into entries."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.core.ending import settle
from companion.errors import Invalid
from companion.games.boolean.liar.choices import declare as declare_command
from companion.games.boolean.liar.choices import lose as lose_command
from companion.games.boolean.liar.choices import told, while_challenged
from companion.games.boolean.liar.following import following
from companion.games.boolean.liar.outcome import ended as has_ended
from companion.games.boolean.liar.outcome import outcome
from companion.games.boolean.liar.showdown import challenged
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.liar.told_dice import contradiction
from companion.games.boolean.liar.turns import require_going_on
from companion.games.boolean.possession.entries import dice_words


def whose_turn(state: LiarState) -> int:
    """Whose turn it is. Raises Invalid where nobody knows, Refused where it is nobody's."""
    require_going_on(state)
    if state.turn is None:
        raise Invalid(
            "Who opens this round is not known, as nobody told who challenged (A-BO-34).",
            f"Name the player: {declare_command(state, state.still_in[0])}.",
        )
    return state.turn


def declare(action: Action[LiarState], seat: int, number: int, shown: str | None = None) -> None:
    """A declaration; `shown` are the dice that stay open where some were rolled again."""
    action.add("number.declared", seat=seat, number=number, shown=shown)
    state = action.state
    least, most = state.whites[0], state.whites[-1]
    if number > most:
        some = f"At most {most}" if most else "None"
        action.warn(
            f"{some} of all {dice_words(state.dice)} can be White-up, so {told(number)} cannot be "
            "reached (A-BO-10)."
        )
    elif number < 1:
        action.warn(f"{told(number)} cannot be missed: so many are always White-up (A-BO-10).")
    elif number <= state.in_sight[0]:
        lie = "lies" if state.in_sight[0] == 1 else "lie"
        action.warn(
            f"{told(number)} cannot be missed: {state.in_sight[0]} White-up {lie} open already."
        )
    elif number <= least:
        action.warn(
            f"{told(number)} cannot be missed: a die that is white all over is with the players."
        )


def challenge(
    action: Action[LiarState],
    seat: int,
    whites: int | None = None,
    hands: Sequence[str] | None = None,
    die: str | None = None,
) -> None:
    """A challenge, with what lay there: how many White-up dice, or everybody's dice, or neither."""
    before = action.state
    data = {
        "seat": seat,
        "whites": whites,
        "hands": None if hands is None else list(hands),
        "die": die,
    }
    ended = challenged(before, data)
    follows = following(before, "declaration.challenged", data)
    action.add("declaration.challenged", **data, loser=ended.loser, taker=ended.taker, **follows)
    unlike = contradiction(before, data)
    if unlike is not None:
        action.warn(unlike)
    if ended.loser is not None:
        _warn_of_unknown(action, before, ended.loser, die)
    end(action)


def lose(
    action: Action[LiarState], seat: int | None, to: int | None = None, die: str | None = None
) -> None:
    """Somebody gives up a die: to the center pile, or `to` a player. Raises Invalid for nobody."""
    before = action.state
    if seat is None:
        if before.doubt is not None:
            raise Invalid("Who has lost a die?", while_challenged(before))
        raise Invalid("Who has lost a die?", f"{lose_command(before)}.")
    data = {"seat": seat, "to": to, "die": die}
    action.add("die.surrendered", **data, **following(before, "die.surrendered", data))
    _warn_of_unknown(action, before, seat, die)
    past = before.past
    if before.phase == "opening" and past and past.whites is not None and past.loser == seat:
        action.warn(
            f"{before.name(seat)} gave up a die with the challenge before this already; "
            "`companion undo` if it is the same one."
        )
    end(action)


def _warn_of_unknown(
    action: Action[LiarState], before: LiarState, loser: int, die: str | None
) -> None:
    held = before.held[loser]
    if held.known and die is None and held.size > 1:
        name, are = before.name(loser), "is" if held.size == 2 else "are"
        action.warn(
            f"Which die {name} gave up was not told: which of {name}'s dice {are} left is unknown "
            "now. `--die` tells it."
        )


def advance(action: Action[LiarState]) -> None:
    """On to the next player: a declaration was made, and nobody tells which."""
    action.add("declaration.skipped", seat=whose_turn(action.state))


def end(action: Action[LiarState]) -> None:
    """End the play where one player alone has dice."""
    settle(action, outcome(action.state), "dice", over=has_ended(action.state))
