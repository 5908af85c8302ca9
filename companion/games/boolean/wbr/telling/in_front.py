"""What of the rulebook matters now at a table of White, Black, or Roll."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.core.names import listed
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.wbr.state import WbrState


def in_front(state: WbrState) -> Iterator[Mention]:
    """The step at hand, what is special at this table, and the end."""
    if state.status != "live":
        yield Mention("wbr-game-end", "how it ended")
        return
    if not state.loose:
        yield Mention("wbr-tie", listed([state.name(seat) for seat in state.ahead]))
        return
    if state.round == 1:
        yield Mention("wbr-setup", f"{state.name(state.first)} rolls all ten dice")
    yield Mention("calls", f"{state.name(state.turn or 0)}'s turn")
    yield Mention("wrong-call", "what it costs")
    if state.thrower is not None:
        yield Mention("illegal-die", f"if {state.name(state.thrower)}'s lies outside the area")
    yield Mention("view", "before the die is touched")
    if state.several:
        yield Mention("wbr-multiple-players", f"{len(state.seats)} play")
        yield Mention("wbr-elimination", "who owes a die and has none")
    if state.minutes is not None or state.seconds:
        yield Mention("wbr-timed", "when to hit the clock")
    yield Mention("wbr-game-end", f"{dice_words(state.loose)} to go")
