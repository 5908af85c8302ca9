"""Shut the Box: two columns from 0 to 5, three Nudges each, and dice that change hands."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.command import AnyVerb
from companion.core.event import Referee
from companion.core.game import function_of
from companion.core.legal import Step
from companion.core.lookup import Mention
from companion.core.names import short
from companion.core.value import replace
from companion.errors import Refused
from companion.games.boolean.dice import possession
from companion.games.boolean.dice.possession import (
    ALL_BLACK,
    ALL_WHITE,
    require_split_set,
)
from companion.games.boolean.shut_the_box import columns, turns
from companion.games.boolean.shut_the_box.state import (
    DICE,
    NUDGES,
    BoxState,
    EnteredDice,
    circles,
    number_words,
    opening,
    outcome,
    switch_words,
)
from companion.games.boolean.variant_game import VariantGame, kinds_with, legal_steps
from companion.games.boolean.variants import variant_of

# Naming dice


class DiceNamed(possession.DiceNamed[BoxState], kind="dice.told", secret=("dice",)):
    """A player's dice in the current turn; afterwards they stay with their set."""

    def check(self, state: BoxState, referee: Referee) -> None:
        if len(self.dice) > DICE:
            raise Refused(
                f"Each of you has {DICE} dice, and you entered {len(self.dice)}.",
                f"`companion boolean mine {state.seats[self.seat].handle}` shows those entered "
                "before.",
            )
        self._require_in_own_set(state, referee)
        super().check(state, referee)

    def _require_in_own_set(self, state: BoxState, referee: Referee) -> None:
        """Refuse dice that are in neither set after a Split, or in the other player's."""
        seat, dice = self.seat, self.dice
        require_split_set(state, seat, dice, referee)
        owner = state.white
        other = ALL_BLACK if owner == seat else ALL_WHITE
        referee.require(
            owner is None or other not in dice,
            "BO-30",
            f"{state.name(seat)} has the {'White' if owner == seat else 'Black'}-up set, by what "
            f"was entered, and the {other} is in the other set.",
            "`companion table` shows who has which; `companion next` if you did not enter a turn.",
            f"By what was entered, these dice are not all in the set that {state.name(seat)} has.",
        )

    def apply(self, state: BoxState) -> BoxState:
        state, seat = super().apply(state), self.seat
        others = (it for it in state.entered_dice if (it.turn, it.seat) != (state.round, seat))
        return replace(
            state, entered_dice=(*others, EnteredDice(state.round, seat, state.held[seat]))
        )


# What can be done now

_ALWAYS = range(1, DICE)
"""Counts that any five dice can show, so that an example gives no known dice away."""


def _phase(state: BoxState) -> str:
    if state.waiting is not None:
        return "last chance"
    if any(state.now.counts):
        return "half entered"
    return "first turn" if state.round == 1 else "turn"


def _say_last_chance(state: BoxState) -> Iterator[str]:
    """Ask whether the other player finished, too: with a count if none can be wrong."""
    (done,), waiting = state.complete, 1 - state.complete[0]
    name, handle = state.name(waiting), state.seats[waiting].handle
    number, finish, left = state.needed(waiting)[0], state.turn_of_count, state.nudges[waiting]
    rolled = state.turn_of(finish).counts[done] is not None and number in _ALWAYS
    when = "this turn" if finish == state.round else f"turn {finish}"
    verb = "turn" if rolled else "cross"
    yield (
        f"{state.name(done)} has crossed off everything. Did {name} cross off {number} in {when}, "
        f"too? `companion boolean {verb} {handle} {number}`; if not, `companion finish`."
    )
    other = min(left, NUDGES + 1) - 1 if left else 1
    have = ", ".join(
        f"{who.name} {circles(nudges)}"
        for who, nudges in zip(state.seats, state.nudges_at_finish, strict=True)
    )
    yield (
        f"Then the one with more Nudges left wins (BO-151): {have}; if that is wrong, "
        f"`companion boolean nudges {handle} {other}`."
    )


def _say_other(state: BoxState) -> str:
    known = 0 if state.now.counts[0] is not None else 1
    other = 1 - known
    had = [count for count in sorted(set(state.now.counts[known] or ())) if count in _ALWAYS]
    switch = f" If it was {number_words(had, 'or')} at any moment, switch sets." if had else ""
    if state.now.shared:
        switch = f" Both had {number_words(state.now.shared)}, so switch sets."
    return (
        f"What did {state.name(other)} roll? `companion boolean turn "
        f"{state.seats[other].handle} {_such_as(state, other)}`.{switch} `companion next` skips "
        "it."
    )


def _say_switch(state: BoxState) -> str:
    if state.last is None or not state.last.shared:
        return ""
    had = number_words(state.last.shared)
    return f"Both had {had} in turn {state.last.number}: switch sets, all five dice (BO-146)."


def _say_split(state: BoxState) -> str:
    if any(state.crossed):
        return ""
    return (
        "Split the dice (`companion boolean split` shows how); each takes five of one colour, and "
        "three Nudges."
    )


def _say_both(state: BoxState) -> str:
    first, second = state.seats
    rolled = [_such_as(state, seat) for seat in range(len(state.seats))]
    nudged = _with_nudge(state, rolled)
    return (
        f"Both roll, Nudge, cross off. Enter the White-up dice of {first.name}, then "
        f"{second.name}: `companion boolean turn {rolled[0]} {rolled[1]}`"
        + (f"; after a Nudge `{' '.join(nudged)}`." if nudged else ".")
    )


def _such_as(state: BoxState, seat: int) -> int:
    """A count for an example: the number crossed off in this turn, or else, if possible, one that
    is still open.
    """
    crossed = state.now.crossed[seat]
    if crossed is not None:
        return crossed
    wanted = [count for count in _ALWAYS if count in state.needed(seat)]
    middle = DICE // 2 + seat
    return min(wanted or _ALWAYS, key=lambda count: (abs(count - middle), count))


def _with_nudge(state: BoxState, rolled: list[int]) -> list[str] | None:
    """The counts with a Nudge of a player who has one left; None if nobody has."""
    for seat, count in enumerate(rolled):
        if state.nudges[seat]:
            nudged = [str(number) for number in rolled]
            beside = count - 1 if count - 1 in _ALWAYS else count + 1
            ends = state.now.crossed[seat] is not None
            nudged[seat] = f"{beside},{count}" if ends else f"{count},{beside}"
            return nudged
    return None


def _say_needs_switch(state: BoxState) -> Iterator[str]:
    """Say who needs a switch to finish: one set never shows 0, the other never 5."""
    if state.white is None:
        return
    for seat, who in enumerate(state.seats):
        colour, never = ("White", 0) if seat == state.white else ("Black", DICE)
        if state.needed(seat) == (never,):
            yield (
                f"{who.name} needs {never}, which the {colour}-up set never shows: only after a "
                "switch."
            )


def _verbs(*names: str) -> tuple[Step[BoxState], ...]:
    return tuple(map(Step, names))


_BESIDES = _verbs("cross", "nudges", "holds", "mine")
_TURN = (Step("turn", _say_both), Step(say=_say_needs_switch), *_BESIDES)

LEGAL = legal_steps(
    lambda state: state.is_over,
    _phase,
    {
        "first turn": (Step(say=_say_split), *_TURN, Step("split")),
        "turn": (Step(say=_say_switch), *_TURN),
        "half entered": (Step("turn", _say_other), *_BESIDES),
        "last chance": (Step("turn", _say_last_chance), *_BESIDES),
    },
    at_end=_verbs("mine"),
)


# As JSON


def _report(state: BoxState) -> dict[str, Any]:
    """The game's part of `table --json`: the turn before, how often sets were switched, and who has
    the White-up one; `counts` are seat by seat."""
    last = state.last
    return {
        "phase": "turns" if state.status == "live" else "over",
        "switches": state.switches,
        "white": None if state.white is None else state.name(state.white),
        "last": None
        if last is None
        else {
            "turn": last.number,
            "counts": [None if seen is None else list(seen) for seen in last.counts],
            "crossed": list(last.crossed),
            "switched": state.is_switch(last) if last.settled else None,
        },
    }


def _player_report(state: BoxState, seat: int, reference: Any) -> dict[str, Any]:
    """Column, Nudges, and how many dice, never which; `counts` are those of the current turn."""
    seen = state.now.counts[seat]
    return {
        "dice": state.held[seat].size,
        "crossed": list(state.crossed[seat]),
        "needed": list(state.needed(seat)),
        "nudges": state.nudges[seat],
        "counts": None if seen is None else list(seen),
    }


# Look-ups


def in_play(state: BoxState, reference: Any) -> Iterator[Mention]:
    """A switch, the turn, Nudges, the open numbers, and how the game ends."""
    seats = range(len(state.seats))
    if state.status == "live":
        yield from _turn(state)
        needs = [
            f"{state.name(seat)} needs {number_words(state.needed(seat)) or 'nothing'}"
            for seat in seats
        ]
        yield Mention("crossing-off", "; ".join(needs))
    close = [state.name(seat) for seat in seats if len(state.needed(seat)) <= 1]
    yield Mention("shut-the-box-winning", "the first column that is crossed off")
    if len(close) == len(state.seats):
        yield Mention("shut-the-box-tie", "both may finish in one turn")


def _turn(state: BoxState) -> Iterator[Mention]:
    if state.last is not None and state.last.shared:
        yield Mention("switch", switch_words(state.last))
    yield Mention("shut-the-box-turn", f"turn {state.round}")
    if state.round == 1:
        yield Mention("shut-the-box-setup", "before the first roll")
        yield Mention("split", "who gets which dice")
    if any(state.nudges):
        each = zip(state.seats, state.nudges, strict=True)
        left = [f"{who.name} {circles(nudges)}" for who, nudges in each]
        spent = any(nudges < NUDGES for nudges in state.nudges)
        yield Mention("nudges-in-shut-the-box", ", ".join(left) if spent else "three each")
    if state.last is None or not state.last.shared:
        yield Mention("switch", "for any count that both have")


class ShutTheBox(VariantGame[BoxState]):
    """The first finished column wins; if both finish in one turn, more Nudges left."""

    variant = variant_of("shut-the-box")
    ends_by = "BO-150"
    kinds = kinds_with(turns, columns, DiceNamed)
    steps = LEGAL
    view = function_of("companion.games.boolean.shut_the_box.views:view")
    opening = staticmethod(opening)
    outcome = staticmethod(outcome)
    in_play = staticmethod(in_play)
    advance = staticmethod(turns.advance)
    report = staticmethod(_report)
    player_json = staticmethod(_player_report)

    def own_verbs(self) -> Sequence[AnyVerb]:
        return turns.enter_turn, columns.cross, columns.count_nudges

    def ended(self, state: BoxState) -> bool:
        return state.is_over

    def begun_by(self, opened: BoxState) -> int | None:
        """Nobody: all play at once."""
        return None

    def begins(self, state: BoxState) -> str:
        taker = state.took_white
        return "" if taker is None else f"{state.name(taker)} takes the White-up set"

    def table_fixes(self, was: BoxState, now: BoxState, reference: Any) -> list[str]:
        """Ask to switch sets, if the number of switches changed by an odd number.

        Nothing is asked for unless all turns are known.
        """
        if (was.switches - now.switches) % 2 == 0 or not (
            was.all_turns_known and now.all_turns_known
        ):
            return []
        return [
            "Switch sets, all five dice: by the turns that are entered now, each has the other's "
            "set."
        ]

    def where(self, state: BoxState) -> str:
        return f"turn {state.round}"

    def status_line(self, state: BoxState) -> str:
        needs = []
        for seat, who in enumerate(state.seats):
            needed = " ".join(str(number) for number in state.needed(seat)) or "nothing"
            needs.append(f"{short(who.name)} needs {needed} {circles(state.nudges[seat])}")
        return f"{' · '.join(needs)} — {self.now(state)}"


GAME = ShutTheBox()
