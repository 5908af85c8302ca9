"""What the table should do next: a sentence for each, with the command that tells it."""

from companion.core.names import counted, listed
from companion.games.lwd.choices import how_to_lose, least, lost_sizes
from companion.games.lwd.deck import CARDS
from companion.games.lwd.rules.outcome import outcome
from companion.games.lwd.state import State


def todo(state: State) -> list[str]:
    """The next steps, the most urgent first."""
    if state.status != "live":
        return []
    if outcome(state).winners or not state.still_in:
        return ["The game is over by the cards: `companion finish`."]
    return {"number": _number, "guess": _guess, "loss": _loss}[state.phase](state)


def _number(state: State) -> list[str]:
    steps = _dealing(state) if state.round == 1 else []
    if state.swapper is not None:
        steps.append(
            f"{state.name(state.swapper)} may swap a card for a wildcard: `companion lwd swap`."
        )
    steps.append(
        f"{state.name(state.liar)}, the Liar, states how many dice, {state.variant.min_dice} or "
        f"more: `companion lwd round {state.variant.min_dice}`."
    )
    if state.round == 1:
        steps.append(f"Just what is lost, round by round: {how_to_lose(state)}.")
    return steps


def _dealing(state: State) -> list[str]:
    """What is easily forgotten before the first round; nothing of it is entered."""
    variant, steps = state.variant, []
    more = f", and {variant.cards - CARDS} others" if variant.cards > CARDS else ""
    if variant.power and not variant.random and variant.cards >= CARDS:
        steps.append(
            f"Everybody gets a card of each number from 1 to 6, plain or with a power{more}."
        )
    if variant.wildcards:
        steps.append("Everybody swaps one card for a wildcard, unseen; nothing need be entered.")
    return steps


def _guess(state: State) -> list[str]:
    name, handle = state.name(state.turn), state.seats[state.turn].handle
    if not state.guesses and not state.untold:
        return [f"All roll, and {name} guesses first: `companion lwd guess {handle} 2x5`."]
    if state.untold:
        such_as = "2x5" if state.last is None else least(state)[0].typed
        return [
            f"{name}'s turn; the guess before was not told: `companion lwd guess {handle} "
            f"{such_as}`, or `companion lwd challenge`, and then who lost."
        ]
    found, dice = least(state), state.all_dice
    challenge = f"`companion lwd challenge --there {2 if dice is None else min(2, dice)}`"
    reveal = f" (or `--reveal` and {dice} cards)" if dice else " (or `--reveal`)"
    if dice is not None and all(guess.times > dice for guess in found):
        return [f"{name}'s turn: nothing higher can be there. {challenge}{reveal}."]
    shown = listed([guess.shown for guess in found], "or")
    near = next((guess for guess in found if dice is None or guess.times <= dice), found[0])
    return [
        f"{name}'s turn: at least {shown}: `companion lwd guess {near.typed}`; or "
        f"{challenge}{reveal}."
    ]


def _loss(state: State) -> list[str]:
    showdown = state.showdown
    assert showdown is not None
    if showdown.loser is None:
        return [f"Who has lost the round? Such as {how_to_lose(state)}."]
    fitting = lost_sizes(state, showdown.loser)
    name = state.name(showdown.loser)
    if len(fitting) == 1:
        return [
            f"{name} gives up a die, {counted(fitting[0], 'card')}, unseen: `companion lwd lose`."
        ]
    between = "or" if len(fitting) == 2 else "to"
    sizes = f"{fitting[0]} {between} {fitting[-1]} cards" if fitting else "all that is left"
    return [f"{name} gives up a die, {sizes}, unseen: {how_to_lose(state)}."]
