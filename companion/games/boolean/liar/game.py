"""Liar's Boolean Dice: hidden dice, declarations that rise, challenges that cost a die."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.event import Referee
from companion.core.legal import Legal, Step
from companion.core.names import short
from companion.core.value import replace
from companion.errors import Refused
from companion.games.boolean.dice.possession import (
    DICE_COUNTED,
    DICE_TOLD,
    MAY_COUNT,
    MAY_LOOK,
    MAY_TELL,
    DiceCounted,
    DiceTold,
    check_dice_counted,
    check_dice_told,
    dice_counted,
    everybodys_dice,
    require_of_a_split,
)
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.liar.challenges import CHALLENGE, DECLARATION_CHALLENGED
from companion.games.boolean.liar.declarations import DECLARE, NUMBER_DECLARED
from companion.games.boolean.liar.losses import DIE_SURRENDERED, LOSE
from companion.games.boolean.liar.state import (
    DECLARATION_SKIPPED,
    EACH,
    LiarState,
    Open,
    Showdown,
    advance,
    is_over,
    opening,
    outcome,
    such_a_number,
    to_challenge,
    to_declare,
    to_lose,
    to_settle,
    written,
)
from companion.games.boolean.variant_game import BESIDES, VariantGame, kinds_with
from companion.games.boolean.variants import variant_of

if TYPE_CHECKING:
    from companion.core.verb import Verb
    from companion.games.boolean.variant_game import Views

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


_TOLD = DICE_TOLD.but(check=_check_told)
_COUNTED = DICE_COUNTED.but(apply=_counted, check=_check_counted)


# What can be done now


def _phase(state: LiarState) -> str:
    if state.status != "live":
        return "over"
    if is_over(state):
        return "decided"
    if state.phase != "declaring" or state.lowest is None:
        return state.phase
    return "hopeless" if such_a_number(state) > state.whites[-1] else "declaring"


def _say_over(state: LiarState) -> str:
    if state.still_in:
        return "The game is over by the dice: `companion finish`."
    handle = state.seats[0].handle
    return f"Nobody has dice left. Who has won? `companion finish --winner {handle}`."


def _say_setting_up(state: LiarState) -> str:
    """What is easily forgotten before the first round; nothing of it is entered."""
    if state.round > 1:
        return ""
    if len(state.seats) == 2:
        return "Split the ten dice, and agree on who takes which five: `companion boolean split`."
    over = SET * state.sets - EACH * len(state.seats)
    left = f"; the {over} that are left are the center pile" if over else ""
    return (
        f"Mix all {SET * state.sets} dice of {state.sets} sets; everybody takes {EACH}, unseen"
        f"{left}."
    )


def _say_opening(state: LiarState) -> str:
    opens = state.still_in[0] if state.turn is None else state.turn
    who = "whoever opens" if state.turn is None else state.name(opens)
    return f"All roll in secret, and {who} declares a number: {to_declare(state, opens)}."


def _say_losses_alone(state: LiarState) -> str:
    """As long as no round was told in full."""
    if state.past is not None and state.past.number is not None:
        return ""
    return f"Just who loses a die, round by round: {to_lose(state)}."


def _say_declare(state: LiarState) -> str:
    name, number = state.name(state.turn or 0), such_a_number(state)
    if state.last is None:
        return (
            f"{name}'s turn; the declaration before was not told: `companion boolean declare "
            f"{number}`, or {to_challenge(state)}, and then who lost."
        )
    if number > state.whites[-1]:
        return f"{name}'s turn, and nothing higher can be there."
    lowest = written(state.lowest or 0)
    return f"{name} declares {lowest} or more: `companion boolean declare {number}`."


def _say_challenge(state: LiarState) -> str:
    if state.last is None:
        return ""
    return (
        f"{state.name(state.turn or 0)} challenges: {to_challenge(state)}, or however many are "
        "White-up; or `--reveal` with everybody's dice."
    )


_DECLARE = Step[LiarState]("declare")
_LOSE = Step[LiarState]("lose")
_CHALLENGE = Step("challenge", _say_challenge)
_DICE = (MAY_COUNT, MAY_TELL, MAY_LOOK)

LEGAL = Legal[LiarState](
    _phase,
    {
        "opening": (
            Step(say=_say_setting_up),
            _DECLARE.saying(_say_opening),
            _LOSE.saying(_say_losses_alone),
            *_DICE,
            Step("split", when=lambda state: state.round == 1),
        ),
        "declaring": (_DECLARE.saying(_say_declare), _CHALLENGE, _LOSE, *_DICE),
        "hopeless": (Step(say=_say_declare), _CHALLENGE, _DECLARE, _LOSE, *_DICE),
        "challenge": (_LOSE.saying(to_settle), MAY_TELL, MAY_LOOK),
        "decided": (Step(say=_say_over), *_DICE),
        "over": (MAY_LOOK,),
    },
    always=(Step("dice"),),
    besides=BESIDES,
)


# As JSON


def _report(state: LiarState) -> dict[str, Any]:
    """The game's part of `table --json`: this round, how the last one ended, the center pile."""
    ended = state.doubt or state.past
    return {
        "phase": state.phase if state.status == "live" else "over",
        "declaration": None if state.last is None else state.last.number,
        "declarations": [
            {"name": state.name(said.seat), "number": said.number} for said in state.declared
        ],
        "challenge": None if ended is None else _showdown(state, ended),
        "center": {"dice": state.loose, "known": list(state.pile)},
        "sets": state.sets,
    }


def _showdown(state: LiarState, ended: Showdown) -> dict[str, Any]:
    def name(seat: int | None) -> str | None:
        return None if seat is None else state.name(seat)

    return {
        "by": name(ended.challenger),
        "declarer": name(ended.declarer),
        "number": ended.number,
        "white_up": ended.whites,
        "loser": name(ended.loser),
        "to": name(ended.taker),
    }


def _player_report(state: LiarState, seat: int) -> dict[str, Any]:
    """A player's dice, counted, and the colours of those that lie open."""
    shown = state.shown[seat]
    return {
        "dice": state.held[seat].size,
        "open": {"white": shown.whites, "black": shown.blacks},
        "eliminated": not state.held[seat].size,
    }


class LiarsBooleanDice(VariantGame[LiarState]):
    """The last one who has dice wins; which dice they are is for each to know."""

    variant = variant_of("liar")
    ends_by = "BO-104"
    kinds = kinds_with(
        NUMBER_DECLARED,
        DECLARATION_SKIPPED,
        DECLARATION_CHALLENGED,
        DIE_SURRENDERED,
        _TOLD,
        _COUNTED,
    )
    table = LEGAL
    opening = staticmethod(opening)
    outcome = staticmethod(outcome)
    advance = staticmethod(advance)
    report = staticmethod(_report)

    def own_verbs(self) -> "Sequence[Verb[LiarState]]":
        """Declarations, losses and challenges."""
        return DECLARE, LOSE, CHALLENGE

    def ended(self, state: LiarState) -> bool:
        """Whether one player alone has dice."""
        return bool(outcome(state).winners)

    def begins(self, state: LiarState) -> str:
        """Who opens the first round."""
        return f"{state.name(state.first)} opens"

    def where(self, state: LiarState) -> str:
        """The round, and whose turn it is."""
        if state.phase == "challenge":
            return f"round {state.round} · a challenge"
        if state.turn is None:
            return f"round {state.round}"
        name = short(state.name(state.turn))
        if state.phase == "opening":
            return f"round {state.round} · {name} opens"
        return f"round {state.round} · {name}'s turn"

    def status_line(self, state: LiarState) -> str:
        """Everybody's dice, whose turn it is, and what was declared last."""
        dice = everybodys_dice(state)
        if state.status != "live":
            return f"{dice} — {state.status}"
        last = f" · at {written(state.last.number)}" if state.last is not None else ""
        return f"{dice} — {self.where(state)}{last}"

    def views(self) -> "Views[LiarState]":
        """The table, drawn; and what of the rulebook matters now."""
        from companion.games.boolean.liar import views

        return views

    def player_json(self, state: LiarState, seat: int, reference: Any) -> dict[str, Any]:
        """What a player adds there: `dice` is how many, never which."""
        return _player_report(state, seat)


GAME = LiarsBooleanDice()
