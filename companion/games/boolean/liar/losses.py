"""The die that is lost with a round: who gives it up, where it goes, and who opens the next one;
and dice that are known, or counted anew."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from companion.core.action import Action
from companion.core.command import player, verb
from companion.core.event import Referee
from companion.core.fact import NOT_RECORDED, Fact, Flag, Seat
from companion.core.offer import from_turn, people
from companion.core.param import Arguments, nobodys
from companion.core.shapes import SEAT, maybe
from companion.core.value import replace
from companion.errors import Refused
from companion.games.boolean.dice import possession
from companion.games.boolean.dice.possession import moved, require_of_a_split, require_own
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

if TYPE_CHECKING:
    from companion.core.offer import Trial

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
        skipped=0,
        doubt=None,
        past=ended,
    )


class Fate(NamedTuple):
    """Whether the loser is eliminated, and who opens the next round; null where nobody knows.

    Neither is recorded in older logs, where a challenge was not decided, or where the game is over
    with it, as its end says all of that.
    """

    out: bool | None = None
    opens: int | None = NOT_RECORDED


def fate(state: LiarState, ended: Showdown, die: str | None) -> Fate:
    """What is recorded with a lost die."""
    if ended.loser is None:
        return Fate()
    after = next_round(state, ended, die)
    if is_over(after):
        return Fate()
    return Fate(not after.held[ended.loser].size, after.turn)


def require_same_fate(
    state: LiarState, ended: Showdown, die: str | None, recorded: Fate, referee: Referee
) -> None:
    """Refuse a die with which somebody else would be out, or open the next round.

    Where the game would be over with it, that is what is refused (BO-104).
    """
    found = fate(state, ended, die)
    if recorded == Fate() or found == Fate():
        return
    assert ended.loser is not None
    name, hint = state.name(ended.loser), "`companion log` has the numbers for `companion undo`."
    was, now = ("eliminated" if out else "still in" for out in (recorded.out, found.out))
    referee.require(
        recorded.out in (None, found.out),
        "BO-103",
        f"{name} was {was} after this die, and would be {now} then.",
        hint,
    )
    opened = found.opens if recorded.opens is NOT_RECORDED else recorded.opens
    before, then = (
        "anybody" if seat is None else state.name(seat) for seat in (opened, found.opens)
    )
    referee.require(
        opened == found.opens,
        "BO-85",
        f"The next round was for {before} to open, and would be for {then} then.",
        hint,
    )


def loss_words(state: LiarState, ended: Showdown, die: str | None = None) -> str:
    """Who loses a die, and where it goes; its name, where all can see it there."""
    if ended.loser is None:
        return "what lies there was not entered"
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
    """Warn that somebody's dice are unknown now, where some of them were known."""
    held = before.held[loser]
    if held.was_entered and die is None and held.size > 1:
        name, are = before.name(loser), "is" if held.size == 2 else "are"
        action.warn(
            f"Which die {name} gave up was not entered: which of {name}'s dice {are} left is "
            "unknown now. `--die` enters it."
        )


# Somebody gives up a die


class DieSurrendered(
    Fact[LiarState],
    kind="die.surrendered",
    secret=lambda fact: () if fact.to is None else ("die",),  # all see the center pile
):
    """Somebody loses a die; `to` is null for the center pile. `out` and `opens`: see `Fate`."""

    seat: Seat
    to: Annotated[int | None, maybe(SEAT)]
    die: Annotated[str | None, MAYBE_DIE]
    out: Flag | None = None
    opens: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED

    def check(self, state: LiarState, referee: Referee) -> None:
        """Refuse a die of somebody who has none, or whom the challenge was not about."""
        seat, to = self.seat, self.to
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
        require_own(state, seat, self.die, referee)
        recorded = Fate(self.out, self.opens)
        require_same_fate(state, _ended(state, seat, to), self.die, recorded, referee)

    def apply(self, state: LiarState) -> LiarState:
        return next_round(state, _ended(state, self.seat, self.to), self.die)

    def describe(self, before: LiarState, after: LiarState) -> str:
        ended = _ended(before, self.seat, self.to)
        return f"{loss_words(after, ended, self.die)}; {left_words(after, ended)}"


def _ended(state: LiarState, seat: int, to: int | None) -> Showdown:
    """The round as a lost die ends it, where a challenge was not decided, or not even entered.

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


def _require_loser(state: LiarState, seat: int, to: int | None, referee: Referee) -> None:
    """One of the two of a challenge loses; and of these, only one gives a die away."""
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


# As it is typed


def _may_lose(trial: "Trial[LiarState]") -> Sequence[int]:
    """The two between whom it is, where a challenge is to be settled; else all, clockwise."""
    doubt = trial.state.doubt
    if doubt is not None and doubt.challenger is not None and doubt.declarer is not None:
        return (doubt.challenger, doubt.declarer)
    return from_turn(trial.state, trial.state.turn)


def _missing_loser(state: LiarState, args: Arguments[LiarState]) -> tuple[str, str]:
    way = f"{to_lose(state)}." if state.doubt is None else to_settle(state)
    return "Who has lost a die?", way


Loser = Annotated[int, player(_may_lose, optional=True, explain_missing=_missing_loser)]
Taker = Annotated[
    int | None,
    player(
        name="--to",
        metavar="NAME",
        help="Who gets it; else the center pile.",
        about="who gets it; else the center pile",
        candidates=lambda trial, args: people(trial.state, from_turn(trial.state, args["player"])),
        when=lambda trial, args: "player" in args,
        whose=nobodys,
    ),
]
LostDie = Annotated[str | None, a_die("--die", "Which die it was.", secret=True)]
"""The die that somebody gives up: a secret, unless it goes to the center pile."""


@verb("somebody loses a die")
def lose(
    action: Action[LiarState], player: Loser, *, to: Taker = None, die: LostDie = None
) -> None:
    """Somebody loses a die, and the round is over.

    For a round of which nothing else is entered, and after a challenge without a count. A die that
    goes to a player is a secret; in the center pile, everybody sees which it is.

    \b
    Examples:
      companion boolean lose ana
      companion boolean lose ben --to ana
      companion boolean lose ana --die 3w-corner
    """
    before = action.state
    out, opens = fate(before, _ended(before, player, to), die)
    action.add(DieSurrendered(seat=player, to=to, die=die, out=out, opens=opens))
    warn_of_unknown(action, before, player, die)
    past = before.past
    if before.phase == "opening" and past and past.whites is not None and past.loser == player:
        action.warn(
            f"{before.name(player)} gave up a die with the challenge before this already; "
            "`companion undo` if it is the same one."
        )
    end(action)


# Dice that are known, or counted anew


class DiceNamed(possession.DiceNamed[LiarState], kind="dice.told", secret=("dice",)):
    """Which dice somebody has, as far as they are known."""

    def check(self, state: LiarState, referee: Referee) -> None:
        """Two players Split a set, and have dice of what it left until one goes to the other."""
        if len(state.seats) == 2 and not state.mixed:
            require_of_a_split(state, self.seat, self.dice, referee)
        super().check(state, referee)


class DiceRecounted(possession.DiceRecounted[LiarState], kind="dice.counted"):
    """So many dice are somebody's: none of them lie open then, if there are too few for it."""

    def check(self, state: LiarState, referee: Referee) -> None:
        """Refuse a number before it is settled who gives up a die."""
        if state.doubt is not None:
            raise Refused("A challenge is not settled yet.", to_settle(state))
        super().check(state, referee)

    def apply(self, state: LiarState) -> LiarState:
        seat = self.seat
        was_in = state.held[seat].size > 0
        state = replace(super().apply(state), mixed=True)
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
