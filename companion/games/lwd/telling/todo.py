"""What the table should do next: a sentence for each, with the command that tells it."""

from companion.core.names import listed
from companion.games.lwd.rules.check_guess import least
from companion.games.lwd.rules.check_loss import how_to_lose, lost_sizes
from companion.games.lwd.state import State
from companion.games.lwd.telling.describe import counted


def todo(state: State) -> list[str]:
    """The next steps, the most urgent first."""
    if state.status != "live":
        return []
    return {"number": _number, "guess": _guess, "loss": _loss}[state.phase](state)


def _number(state: State) -> list[str]:
    name, handle = state.name(state.liar), state.seats[state.liar].handle
    least_number = state.variant.min_dice
    steps = []
    if state.swapper is not None:
        steps.append(
            f"{state.name(state.swapper)} may swap a card for a wildcard: `companion lwd swap`."
        )
    if state.round == 1 and state.variant.power:
        steps.append("Of each number from 1 to 6, everybody gets a card, plain or with a power.")
    if state.round == 1 and state.variant.wildcards:
        steps.append("Everybody swaps a card for a wildcard, unseen.")
    steps.append(
        f"{name}, the Liar, states how many dice, {least_number} or more: "
        f"`companion lwd round {least_number}`."
    )
    if state.round == 1:
        steps.append(f"Or only what is lost, round by round: `companion lwd lose {handle} 2`.")
    return steps


def _guess(state: State) -> list[str]:
    name, handle = state.name(state.turn), state.seats[state.turn].handle
    if not state.guesses and not state.untold:
        return [f"All roll, and {name} guesses first: `companion lwd guess {handle} 2x5`."]
    if state.last is None:
        return [f"{name}'s turn: `companion lwd guess {handle} 2x5`, or `companion lwd challenge`."]
    found = [guess.shown for guess in least(state)]
    first = least(state)[0].typed
    return [
        f"{name}'s turn: at least {listed(found, 'or')}: `companion lwd guess {first}`; or "
        f"`companion lwd challenge --reveal {_cards(state)}` (or `--there N`)."
    ]


def _cards(state: State) -> str:
    return "5,w,2,…" if state.variant.wildcards else "5,5,2,…"


def _loss(state: State) -> list[str]:
    showdown = state.showdown
    assert showdown is not None
    if showdown.loser is None:
        return [f"Who has lost the round? {how_to_lose(state)}"]
    fitting = lost_sizes(state, showdown.loser)
    name = state.name(showdown.loser)
    if len(fitting) == 1:
        return [f"{name} gives up a die, {counted(fitting[0])}, unseen: `companion lwd lose`."]
    between = "or" if len(fitting) == 2 else "to"
    sizes = f"{fitting[0]} {between} {fitting[-1]} cards" if fitting else "its cards"
    return [f"{name} gives up a die, {sizes}, unseen: {how_to_lose(state)}."]
