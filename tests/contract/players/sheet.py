"""Fills sheets at random: rows, points, a line that is done, now and then what cannot be."""

from random import Random
from typing import Any

from companion import games
from companion.core.action import Action
from companion.games.sheet.end import update_end, win
from companion.games.sheet.rows import Row, write_row
from companion.games.sheet.scoring_change import ScoringChanged
from companion.games.sheet.seats import join, leave
from companion.games.sheet.state import SheetState
from companion.testing import Facts, Move, RandomPlayer, any_seat, shared_move


class Player(RandomPlayer):
    game = games.game("sheet")
    typed = ("Heat",)
    by_example = True

    def options(self, reference: Any, names: list[str], random: Random) -> dict[str, Any]:
        told: dict[str, Any] = {"title": "Heat"}
        how = random.random()
        if how < 0.3:
            told["target"] = random.choice((40, 100))
        elif how < 0.5:
            told["rounds"] = random.choice((12, 30))
        elif how < 0.7:
            told["columns"] = [f"Column {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVW"]
        if random.random() < 0.3:
            told["decimals"] = True
        if len(names) > 3 and random.random() < 0.4:
            half = len(names) // 2
            told["teams"] = [
                {"name": "reds", "seats": [*range(half)]},
                {"name": "blues", "seats": [*range(half, len(names))]},
            ]
        elif random.random() < 0.2:
            told["coop"] = True
        elif random.random() < 0.3:
            told["lowest"] = True
        return told

    def same(self, state: SheetState, told: Facts, again: Facts | None) -> bool:
        """A line keeps its number, though one before it is gone."""
        return again is not None and _unnumbered(told) == _unnumbered(again)

    def moves(self, state: SheetState, reference: Any, random: Random) -> Move:
        chance = random.random()
        if chance < 0.015:
            side = state.side_of(any_seat(state, random))
            return lambda action, _: win(action, [side])
        if chance < 0.03:
            return _rescore(random)
        if chance < 0.04:
            seat = any_seat(state, random)
            return lambda action, _: leave(action, seat)
        if chance < (0.2 if state.left else 0.05):
            gone = [state.name(seat) for seat in state.left]
            name = random.choice(("Zoe", "Yan", "Xaver", state.name(0), *gone, *gone, *gone))
            points, team = random.choice((None, None, 7)), random.choice((None, "reds"))
            return lambda action, _: join(action, name, points, team)
        if chance < 0.7:
            return _row(state, random)
        return shared_move(self.game, state, random)


def _unnumbered(facts: Facts) -> Facts:
    return [(kind, {**data, "line": None}) for kind, data in facts]


def _rescore(random: Random) -> Move:
    fewest = ScoringChanged(lowest=random.random() < 0.5)
    others = ({"target": None}, {"target": 200}, {"decimals": True})
    changed = random.choice((fewest, *(ScoringChanged(**data) for data in others)))

    def plan(action: Action[SheetState], _: Any) -> None:
        before = action.state
        action.add(changed)
        update_end(action, before)

    return plan


def _row(state: SheetState, random: Random) -> Move:
    line = state.round if random.random() < 0.9 else random.randint(1, state.round + 1)
    sides = [side for side in range(len(state.sides)) if random.random() < 0.9]
    decimals = state.scoring.decimals and random.random() < 0.5
    points = {side: random.randint(-3, 9) + (0.25 if decimals else 0) for side in sides}
    return lambda action, _: write_row(action, Row(line, points))
