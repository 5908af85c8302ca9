"""The die that is lost with a round: who gives it up, where it goes, and who opens the next one;
and dice that are told, or counted anew."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.offer import Trial, from_turn, people
from companion.core.param import Arguments, nobodys, player
from companion.core.shapes import FLAG, SEAT, maybe
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.boolean.dice.possession import (
    DICE_COUNTED,
    DICE_TOLD,
    DiceCounted,
    DiceTold,
    check_dice_counted,
    check_dice_told,
    dice_counted,
    moved,
    require_of_a_split,
    require_own,
)
from companion.games.boolean.dice.the_ten import MAYBE_DIE, dice_words
from companion.games.boolean.liar.state import (
    LiarState,
    Open,
    Showdown,
    is_over,
    require_in,
    to_lose,
    to_settle,
    written,
)
from companion.games.boolean.parsing import a_die
from companion.games.boolean.variants import end

# A round ends, as a challenge or a lost die ends it


def next_round(state: LiarState, ended: Showdown, die: str | None) -> LiarState:
    """The state after a round ended so, and a die was given up for it.

    The challenger's left neighbour who has dice opens the next round (BO-85, A-BO-34).
    """
    state = moved(state, ended.loser, ended.taker, die)
    if ended.taker is not None:
        state = replace(state, mixed=True)
    elif die is not None:
        state = replace(state, pile=(*state.pile, die))
    last = is_over(state)
    opens = None if last or ended.challenger is None else state.next_in(ended.challenger)
    return replace(
        state,
        round=state.round if last else state.round + 1,
        turn=opens,
        shown=(Open(),) * len(state.seats),
        declared=(),
        untold=0,
        doubt=None,
        past=ended,
    )


class Fate(TypedDict, total=False):
    """Whether the loser is eliminated, and who opens the next round; null where nobody knows."""

    out: bool
    opens: int | None


def fate(state: LiarState, ended: Showdown, die: str | None) -> Fate:
    """What is recorded of it with a lost die; nothing where a challenge was not decided, or where
    the game is over with it, as its end tells all of that."""
    if ended.loser is None:
        return {}
    after = next_round(state, ended, die)
    if is_over(after):
        return {}
    return {"out": not after.held[ended.loser].size, "opens": after.turn}


def require_same_fate(
    state: LiarState, ended: Showdown, data: Mapping[str, Any], referee: Referee
) -> None:
    """Refuse a die with which somebody else would be out, or open the next round.

    Where the game would be over with it, that is what is refused (BO-104). Older entries hold
    neither.
    """
    found = fate(state, ended, data["die"]) if "out" in data or "opens" in data else {}
    if not found:
        return
    assert ended.loser is not None
    name, hint = state.name(ended.loser), "`companion log` has the numbers for `companion undo`."
    was, now = ("eliminated" if out else "still in" for out in (data.get("out"), found["out"]))
    referee.require(
        data.get("out", found["out"]) == found["out"],
        "BO-103",
        f"{name} was {was} after this die, and would be {now} then.",
        hint,
    )
    opened, opens = (
        "anybody" if seat is None else state.name(seat)
        for seat in (data.get("opens"), found["opens"])
    )
    referee.require(
        data.get("opens", found["opens"]) == found["opens"],
        "BO-85",
        f"The next round was for {opened} to open, and would be for {opens} then.",
        hint,
    )


def loss_words(state: LiarState, ended: Showdown, die: str | None = None) -> str:
    """Who loses a die, and where it goes; its name, where all can see it there."""
    if ended.loser is None:
        return "what lies there was not told"
    if ended.taker is None:
        what = "a die" if die is None else f"the {die}"
        return f"{state.name(ended.loser)} loses {what} to the center pile"
    return f"{state.name(ended.loser)} gives a die to {state.name(ended.taker)}"


def challenge_words(state: LiarState, ended: Showdown) -> str:
    """Who challenged what: `Ben challenges Ana's 4`."""
    line = f"{state.name(ended.challenger or 0)} challenges"
    if ended.declarer is None:
        return line
    what = "declaration" if ended.number is None else written(ended.number)
    return f"{line} {state.name(ended.declarer)}'s {what}"


def verdict(state: LiarState, ended: Showdown, die: str | None = None) -> str:
    """What a challenge brought to light, who loses a die for it, and where the die goes."""
    if ended.whites is None or ended.loser is None:
        return loss_words(state, ended)
    how = {"BO-99": "more than", "BO-100": "fewer than", "BO-101": "exactly as"}[ended.rule]
    there = f"{ended.whites or 'none'} {'is' if ended.whites < 2 else 'are'} White-up"
    return f"{there}, {how} declared, so {loss_words(state, ended, die)}"


def left_words(state: LiarState, ended: Showdown) -> str:
    """Who has how many dice after it."""
    loser, taker = ended.loser or 0, ended.taker
    size = state.held[loser].size
    has = f"has {dice_words(size)} left" if size else "is eliminated"
    line = f"{state.name(loser)} {has}"
    if taker is None or taker == loser:
        return line
    return f"{line}, {state.name(taker)} has {state.held[taker].size}"


def warn_of_unknown(
    action: Action[LiarState], before: LiarState, loser: int, die: str | None
) -> None:
    """Say that somebody's dice are unknown now, where some of them were told."""
    held = before.held[loser]
    if held.is_told and die is None and held.size > 1:
        name, are = before.name(loser), "is" if held.size == 2 else "are"
        action.warn(
            f"Which die {name} gave up was not told: which of {name}'s dice {are} left is unknown "
            "now. `--die` tells it."
        )


# Somebody gives up a die


class DieSurrendered(TypedDict):
    """`to` is null for the center pile. `out` and `opens` are as of a challenge."""

    seat: Annotated[int, SEAT]
    to: Annotated[int | None, maybe(SEAT)]
    die: Annotated[str | None, MAYBE_DIE]
    out: NotRequired[Annotated[bool, FLAG]]
    opens: NotRequired[Annotated[int | None, maybe(SEAT)]]


def _ended(state: LiarState, seat: int, to: int | None) -> Showdown:
    """The round as a lost die ends it, where a challenge was not decided, or not even told.

    Who gives a die to another player has challenged: nobody else does (BO-101). Without that, the
    one whose turn it was has, if the loser is one of the two whom a challenge is about.
    """
    if state.doubt is not None:
        return state.doubt._replace(loser=seat, taker=to)
    number = None if state.last is None else state.last.number
    ended = Showdown(None, state.declarer, number, None, seat, to)
    if to is not None:
        return ended._replace(challenger=seat, declarer=to)
    if state.declarer is not None and seat in (state.turn, state.declarer):
        return ended._replace(challenger=state.turn)
    return ended._replace(declarer=None, number=None)


def _check_surrendered(state: LiarState, data: DieSurrendered, referee: Referee) -> None:
    """Refuse a die of somebody who has none, or whom the challenge was not about."""
    seat, to = data["seat"], data["to"]
    require_in(state, seat)
    if to == seat:
        raise Refused(
            f"{state.name(seat)} cannot give a die to the same player.",
            "`--to` names another one; without it, the die goes to the center pile.",
        )
    if to is not None:
        require_in(state, to)
    _require_loser(state, seat, to, referee)
    _require_neighbour(state, seat, to, referee)
    require_own(state, seat, data["die"], referee)
    require_same_fate(state, _ended(state, seat, to), data, referee)


def _require_loser(state: LiarState, seat: int, to: int | None, referee: Referee) -> None:
    """Of a challenge that was told, one of two loses; and of these, only one gives a die away."""
    by, of = (state.turn, state.declarer)
    if state.doubt is not None:
        by, of = state.doubt.challenger, state.doubt.declarer
        if by is not None and of is not None:
            referee.require(
                seat in (by, of),
                "BO-94",
                f"{state.name(by)} challenged {state.name(of)}: one of them has lost, and not "
                f"{state.name(seat)}.",
                to_settle(state),
            )
    if to is None or by is None or of is None:
        return
    wrong = (seat, to) != (by, of) if state.doubt is not None else (seat, to) == (of, by)
    referee.require(
        not wrong,
        "BO-101",
        f"Where it is hit exactly, {state.name(by)}, who challenges, gives a die to "
        f"{state.name(of)}; else it goes to the center pile.",
        to_settle(state)
        if state.doubt is not None
        else f"`companion boolean lose {state.seats[by].handle} --to {state.seats[of].handle}`",
    )


def _require_neighbour(state: LiarState, seat: int, to: int | None, referee: Referee) -> None:
    """Who gives a die away has challenged, and that the player before, who has declared."""
    before = state.next_in(seat, -1)
    if to is None or to == before:
        return
    name = state.name(before)
    referee.refuse(
        "BO-101",
        f"{state.name(seat)} can only have challenged {name}, and gives no die to "
        f"{state.name(to)}.",
        f"`companion boolean lose {state.seats[seat].handle} --to {state.seats[before].handle}`.",
    )


def _tell_surrendered(before: LiarState, data: DieSurrendered, after: LiarState) -> str:
    ended = _ended(before, data["seat"], data["to"])
    return f"{loss_words(after, ended, data['die'])}; {left_words(after, ended)}"


DIE_SURRENDERED = Kind[LiarState, DieSurrendered](
    "die.surrendered",
    DieSurrendered,
    apply=lambda state, data: next_round(
        state, _ended(state, data["seat"], data["to"]), data["die"]
    ),
    tell=_tell_surrendered,
    check=_check_surrendered,
    secret=lambda data: () if data["to"] is None else ("die",),  # all see the center pile
)


def lose(
    action: Action[LiarState], seat: int, to: int | None = None, die: str | None = None
) -> None:
    """Somebody gives up a die: to the center pile, or `to` a player."""
    before = action.state
    told: DieSurrendered = {
        "seat": seat,
        "to": to,
        "die": die,
        **fate(before, _ended(before, seat, to), die),
    }
    action.add(DIE_SURRENDERED, told)
    warn_of_unknown(action, before, seat, die)
    past = before.past
    if before.phase == "opening" and past and past.whites is not None and past.loser == seat:
        action.warn(
            f"{before.name(seat)} gave up a die with the challenge before this already; "
            "`companion undo` if it is the same one."
        )
    end(action)


# As it is typed


def _may_lose(trial: Trial[LiarState]) -> Sequence[int]:
    """The two between whom it is, where a challenge is to be settled; else all, clockwise."""
    doubt = trial.state.doubt
    if doubt is not None and doubt.challenger is not None and doubt.declarer is not None:
        return (doubt.challenger, doubt.declarer)
    return from_turn(trial.state, trial.state.turn)


def _missing_loser(state: LiarState, told: Arguments[LiarState]) -> tuple[str, str]:
    way = f"{to_lose(state)}." if state.doubt is None else to_settle(state)
    return "Who has lost a die?", way


_LOSER = player(_may_lose, optional=True, missing=_missing_loser)
_TO = player(
    name="--to",
    optional=True,
    metavar="NAME",
    help="Who gets it; else the center pile.",
    about="who gets it; else the center pile",
    candidates=lambda trial, told: people(trial.state, from_turn(trial.state, told[_LOSER])),
    when=lambda trial, told: _LOSER in told,
    whose=nobodys,
)
DIE = a_die("--die", "Which die it was.", secret=True)
"""The die that somebody gives up: a secret, unless it goes to the center pile."""

LOSE = Verb[LiarState](
    "lose",
    "somebody loses a die",
    """Somebody loses a die, and the round is over.

    For a round of which nothing else is told, and after a challenge without a count. A die that
    goes to a player is a secret; in the center pile, everybody sees which it is.

    \b
    Examples:
      companion boolean lose ana
      companion boolean lose ben --to ana
      companion boolean lose ana --die 3w-corner
    """,
    (_LOSER, _TO, DIE),
    plan=lambda action, told: lose(action, told[_LOSER], told.get(_TO), told.get(DIE)),
)


# Dice that are told, or counted anew


def _check_told(state: LiarState, data: DiceTold, referee: Referee) -> None:
    """Two players Split a set, and have dice of what it left until one goes to the other."""
    if len(state.seats) == 2 and not state.mixed:
        require_of_a_split(state, data["seat"], data["dice"], referee)
    check_dice_told(state, data, referee)


def _check_counted(state: LiarState, data: DiceCounted, referee: Referee) -> None:
    if state.doubt is not None:
        raise Refused("A challenge is not settled yet.", to_settle(state))
    check_dice_counted(state, data, referee)


def _counted(state: LiarState, data: DiceCounted) -> LiarState:
    """So many dice are somebody's: none of them lie open then, if there are too few for it."""
    seat = data["seat"]
    was_in = state.held[seat].size > 0
    state = replace(dice_counted(state, data), mixed=True)
    if state.hidden(seat) < 0:
        shown = (*state.shown[:seat], Open(), *state.shown[seat + 1 :])
        state = replace(state, shown=shown)
    if len(state.pile) > state.loose:
        state = replace(state, pile=())
    if state.turn is None or was_in == (state.held[seat].size > 0):
        return state
    return replace(state, turn=_whose_turn(state))


def _whose_turn(state: LiarState) -> int | None:
    """Whose turn it is with other players in it: clockwise from the one before (BO-83, BO-85)."""
    if state.last is not None:
        return state.next_in(state.last.seat)
    known, opens = state.turn, state.phase == "opening"
    if opens and state.past is None:
        known = state.first
    elif opens and state.past is not None and state.past.challenger is not None:
        return state.next_in(state.past.challenger)
    return known if known is None or state.held[known].size else state.next_in(known)


TOLD = DICE_TOLD.but(check=_check_told)
COUNTED = DICE_COUNTED.but(apply=_counted, check=_check_counted)
