"""What may follow `roll`: who rolls, and a word for each die."""

from collections.abc import Iterator, Sequence

from companion.core.action import Action
from companion.core.offer import Offer
from companion.core.offering import Line, NoChance, Trial, from_turn, people
from companion.games.dicebox.board import NUMBERS
from companion.games.dicebox.choices import is_stuck
from companion.games.dicebox.moves import named, turns
from companion.games.dicebox.moves.told import dice_of
from companion.games.dicebox.state import COLORS, Die, State

_VIRTUAL, _STUCK = "--virtual", "--stuck"


def roll(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """Who rolls, then a word for each die; or the companion rolls."""
    state, words = trial.state, named.joined(line.arguments)
    virtual, stuck = _VIRTUAL in line.options, _STUCK in line.options
    told = dice_of(state, words)
    if virtual and any(told.values()):
        return
    if not virtual and (told or is_stuck(state, state.turn)):
        yield from _dice_to_roll(trial, words, told, stuck=stuck)
    if virtual or not told or all(_is_all(state, seat, dice) for seat, dice in told.items()):
        others = [seat for seat in from_turn(state, state.turn) if seat not in told]
        for who, name in people(state, others):
            if _may_roll(trial, [*words, who], virtual, stuck=stuck):
                yield Offer(who, name)
    if not any(told.values()) and not virtual and not stuck and _rolls_virtually(trial, list(told)):
        yield Offer(_VIRTUAL, "the companion rolls")
    if any(told.values()) and not stuck and _was_the_turn(trial, words):
        yield Offer(_STUCK, "nothing had fitted: that was the turn")


def _dice_to_roll(
    trial: Trial[State], words: Sequence[str], told: dict[int, list[Die]], *, stuck: bool
) -> Iterator[Offer]:
    """The dice that the player who was named last may have, of those not told yet."""
    state = trial.state
    seat = [*told][-1] if told else state.turn
    if state.seeded and state.known(seat) and not (seat == state.turn and is_stuck(state, seat)):
        return  # What is told stays as it is.
    held = {die.color for die in state.dice[seat]}
    for color in COLORS if None in held else [color for color in COLORS if color in held]:
        dice = [Die(color, number) for number in NUMBERS]
        if _stands_rolled(trial, [*words, dice[0].typed], stuck=stuck):
            yield from (Offer(die.typed, die.told) for die in dice)


def _is_all(state: State, seat: int, dice: Sequence[Die]) -> bool:
    return len(dice) >= len(state.dice[seat])


def _may_roll(trial: Trial[State], words: Sequence[str], virtual: bool, *, stuck: bool) -> bool:
    """Whether there is a roll of whoever is named last."""
    told = dice_of(trial.state, words)
    if virtual:
        return _rolls_virtually(trial, list(told))
    return next(_dice_to_roll(trial, words, told, stuck=stuck), None) is not None


def _rolls_virtually(trial: Trial[State], seats: Sequence[int]) -> bool:
    return trial.stands(lambda action: turns.roll_virtual(action, seats, NoChance()))


def _stands_rolled(trial: Trial[State], words: Sequence[str], *, stuck: bool = False) -> bool:
    def plan(action: Action[State]) -> None:
        for seat, dice in dice_of(action.state, words).items():
            turns.roll(action, seat, dice, stuck=stuck)

    return trial.stands(plan)


def _was_the_turn(trial: Trial[State], words: Sequence[str]) -> bool:
    """Whether a roll may be a turn in which nothing fitted, and does not say so by itself."""
    state = trial.state
    mine = [*dice_of(state, words)] == [state.turn] and state.seeded
    return mine and not state.all_known(state.turn) and _stands_rolled(trial, words, stuck=True)
