"""How everybody may split a deck in this round: in words, and as JSON."""

from itertools import islice
from typing import Any

from companion.core.names import counted, listed
from companion.games.lwd.splits import Split, dice_of, has_singles, most_even, splits, ways
from companion.games.lwd.state import State

_FEW = 4
"""Ways that are all told; of more, the first ones and the last."""
MOST = 200
"""Ways that a program is told; there may be millions."""


def splits_told(state: State) -> list[str]:
    """A line for each number of cards: who has so many, and how they may be split."""
    if state.dice_count is None:
        return []
    together: dict[int, list[str]] = {}
    for seat in state.still_in:
        together.setdefault(state.decks[seat].in_dice, []).append(state.name(seat))
    return [
        f"{listed(names)} ({counted(cards, 'card')}): {_ways(cards, state.dice_count)}"
        for cards, names in together.items()
    ]


def _ways(cards: int, wanted: int) -> str:
    dice, count = dice_of(cards, wanted), ways(cards, wanted)
    if not dice:
        return "no dice"
    if count <= _FEW:
        told = listed([_sum(split) for split in splits(cards, wanted)], "or")
    else:
        first = [_sum(split) for split in islice(splits(cards, wanted), _FEW - 2)]
        told = f"{', '.join(first)} … {_sum(most_even(cards, wanted))} ({count:,} ways)"
    if dice < wanted:
        only = "one die" if dice == 1 else f"{dice} dice"
        return f"{told}; only {only}, for want of cards (A-LW-01)"
    if has_singles(cards, wanted):
        return f"{told}; single cards, as few as can be (A-LW-02)"
    return told


def _sum(split: Split) -> str:
    return "+".join(str(cards) for cards in split)


def splits_report(state: State) -> list[dict[str, Any]]:
    """Of everybody who is in: cards, dice, how many ways there are, and the first of them."""
    wanted = state.dice_count
    if wanted is None:
        return []
    return [
        {
            "name": state.name(seat),
            "cards": state.decks[seat].in_dice,
            "dice": state.dice(seat),
            "ways": ways(state.decks[seat].in_dice, wanted),
            "splits": [
                list(split) for split in islice(splits(state.decks[seat].in_dice, wanted), MOST)
            ],
        }
        for seat in state.still_in
    ]
