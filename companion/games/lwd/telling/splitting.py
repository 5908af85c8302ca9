"""How everybody may split a deck in this round: in words, and as JSON."""

from typing import Any

from companion.core.names import listed
from companion.games.lwd.splits import Split, dice_of, has_singles, splits
from companion.games.lwd.state import State
from companion.games.lwd.telling.describe import counted

_SHOWN = 4


def splits_told(state: State) -> list[str]:
    """A line for each number of cards: who has so many, and how they may be split."""
    if state.dice_count is None:
        return []
    together: dict[int, list[str]] = {}
    for seat in state.still_in:
        together.setdefault(state.decks[seat].in_dice, []).append(state.name(seat))
    return [
        f"{listed(names)} ({counted(cards)}): {_ways(cards, state.dice_count)}"
        for cards, names in together.items()
    ]


def _ways(cards: int, wanted: int) -> str:
    dice, found = dice_of(cards, wanted), splits(cards, wanted)
    if not found:
        return "no dice"
    told = listed([_sum(split) for split in _some(found)], "or")
    more = f" ({len(found)} ways)" if len(found) > _SHOWN else ""
    if dice < wanted:
        only = "one die" if dice == 1 else f"{dice} dice"
        return f"{told}; only {only}, for want of cards (A-LW-01)"
    if has_singles(cards, wanted):
        return f"{told}; single cards, as few as can be (A-LW-02)"
    return f"{told}{more}"


def _some(found: list[Split]) -> list[Split]:
    """All ways, or of many the most uneven ones and the most even ones."""
    return found if len(found) <= _SHOWN else [*found[:2], *found[-2:]]


def _sum(split: Split) -> str:
    return "+".join(str(cards) for cards in split)


def splits_report(state: State) -> list[dict[str, Any]]:
    """Of everybody who is in: cards, dice, and all ways to split them."""
    wanted = state.dice_count
    if wanted is None:
        return []
    return [
        {
            "name": state.name(seat),
            "cards": state.decks[seat].in_dice,
            "dice": state.dice(seat),
            "splits": [list(split) for split in splits(state.decks[seat].in_dice, wanted)],
        }
        for seat in state.still_in
    ]
