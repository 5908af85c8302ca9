"""What of the rulebook matters now, the most urgent first."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.core.names import listed
from companion.games.boolean.liar.choices import told
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.possession.entries import dice_words


def in_front(state: LiarState) -> Iterator[Mention]:
    """The step of the round at hand, what lies about, and the end."""
    if state.status == "live":
        steps = {"opening": _opening, "declaring": _declaring, "challenge": _settling}
        yield from steps[state.phase](state)
    if state.loose:
        yield Mention("center-pile", f"{dice_words(state.loose)} in it")
    out = [seat.name for seat, held in zip(state.seats, state.held, strict=True) if not held.size]
    yield Mention("liars-elimination", listed(out) if out else "how this game ends")


def _opening(state: LiarState) -> Iterator[Mention]:
    who = "whoever declares first" if state.turn is None else state.name(state.turn)
    yield Mention("liars-round", f"{who} opens")
    if state.round == 1:
        for_two = len(state.seats) == 2
        yield Mention("liars-for-two" if for_two else "liars-setup", "before the first round")
        if for_two:
            yield Mention("split", "which five are whose")
    yield Mention("secret-roll", "all dice, hidden")
    yield Mention("declaration", "the first one, any number")


def _declaring(state: LiarState) -> Iterator[Mention]:
    name = state.name(state.turn or 0)
    above = "a higher number" if state.last is None else f"above {told(state.last.number)}"
    yield Mention("declaration", f"{name}'s turn, {above}")
    yield Mention("liars-challenge", f"or {name} challenges")
    yield Mention("display-and-re-roll", "with a declaration, if dice are hidden")
    yield Mention("equal-count", "the worst for a challenger")


def _settling(state: LiarState) -> Iterator[Mention]:
    yield Mention("liars-challenge", "who has lost")
    yield Mention("higher-or-lower-count", "a die for the center pile")
    yield Mention("equal-count", "a die for the declarer")
