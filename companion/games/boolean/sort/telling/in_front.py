"""What of the rulebook matters now in Sort, the most urgent first."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.sort.state import TURNS, SortState


def in_front(state: SortState) -> Iterator[Mention]:
    """The step at hand, how to find out about the dice, and how it ends."""
    if state.status == "live" and not state.played:
        if not state.turns:
            yield Mention("sort", "what it is about")
        yield Mention("sort-turn", f"turn {state.round} of {TURNS}")
        yield Mention("shifting-in-sort", "how to find out about a die")
        yield Mention("sort-areas", f"{dice_words(len(state.turns))} in each")
        yield Mention("ten-different-dice", "which there are")
    yield Mention("sort-game-end", "when all are placed")
    if state.played and state.status == "live":
        yield Mention("sort-areas", "five in each")
        yield Mention("winning", "all ten have to be right")
