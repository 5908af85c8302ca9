"""What is in play: the words of the rulebook that matter now, the most urgent first."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.games.lwd.guesses import HIGHEST
from companion.games.lwd.splits import dice_of, has_singles
from companion.games.lwd.state import MIN_DICE, UNTIL, State


def in_front(state: State) -> Iterator[Mention]:
    """The step of the round at hand, what is special at this table, and the end."""
    live = state.status == "live"
    if live:
        yield from {"number": _number, "guess": _guess, "loss": _loss}[state.phase](state)
    if state.highest > HIGHEST:
        yield Mention("high-numbers", f"up to {state.highest}")
    out = [state.name(seat) for seat in range(len(state.seats)) if not state.decks[seat].cards]
    if out:
        yield Mention("out-of-the-game", ", ".join(out))
    quick = state.variant.until == UNTIL[0]
    yield Mention("quick-game" if quick else "long-game", "how this game ends")
    if not live and len(state.winners) > 1:
        yield Mention("ties", "the win is shared")


def _number(state: State) -> Iterator[Mention]:
    if state.swapper is not None:
        yield Mention("wildcard-after-loss", f"{state.name(state.swapper)} may swap")
    yield Mention("liar", state.name(state.liar))
    yield Mention("liars-number", "stated next")
    if state.variant.min_dice > MIN_DICE:
        yield Mention("three-dice", f"{state.variant.min_dice} or more")
    if state.round == 1:
        yield Mention("setup", "the first round")
        if state.variant.wildcards:
            yield Mention("wildcard-setup", "everybody swaps a card")
        if state.variant.power:
            yield Mention("power-setup", "how the cards are dealt")


def _guess(state: State) -> Iterator[Mention]:
    if not state.guesses:
        yield Mention("split", f"into {state.dice_count or 'as many as stated'}")
        yield from _singles(state)
        yield Mention("roll", "after the split")
        yield Mention("guess", f"{state.name(state.turn)}'s, the first")
    else:
        last = state.guesses[-1]
        yield Mention("raise", f"above {state.name(last.seat)}'s {last.guess.shown}")
        yield Mention("challenge", f"or {state.name(state.turn)} challenges it")
    if state.variant.wildcards:
        yield Mention("wildcard-counts", "if one is on top")
    if state.variant.power:
        on_power = state.last is not None and state.last.on_power
        yield Mention("power-doubling" if on_power else "power-halving", "a guess on the other")
        yield Mention("triggering", "before the guess")


def _singles(state: State) -> Iterator[Mention]:
    wanted = state.dice_count
    if wanted is None:
        return
    cards = {state.decks[seat].in_dice for seat in state.still_in}
    if any(has_singles(count, wanted) for count in cards):
        yield Mention("single-card-die", "some cannot avoid them")
    if any(dice_of(count, wanted) < wanted for count in cards):
        yield Mention("too-few-for-split", "not all have enough cards")


def _loss(state: State) -> Iterator[Mention]:
    showdown = state.showdown
    if showdown is None or showdown.loser is None:
        yield Mention("reveal", "what lies there")
        yield Mention("correct-guess", "who was right")
        return
    loser = state.name(showdown.loser)
    yield Mention("losing-a-round", loser)
    yield Mention("discard", f"{loser} gives up a die")
    yield Mention("next-liar", loser)
    if state.variant.wildcards:
        yield Mention("wildcard-after-loss", "after that")
