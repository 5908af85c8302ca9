"""What may be typed next at a table of A Little White Die, step by step of a round."""

from collections.abc import Iterator, Sequence

from companion.core.offer import Offer
from companion.core.offering import Trial, Verb, offered
from companion.errors import CompanionError
from companion.games.lwd.chances.asked import round_asked
from companion.games.lwd.choices import least
from companion.games.lwd.offers.ending import (
    REVEAL,
    THERE,
    cards,
    challenge,
    challenges,
    lose,
    swap,
)
from companion.games.lwd.offers.guessing import guess, round_, trigger
from companion.games.lwd.state import State


def offers(trial: Trial[State], words: Sequence[str]) -> Iterator[Offer]:
    """What may come behind these words; the verbs of the moment where there are none."""
    return offered(trial, VERBS, _order(trial.state), words)


def _order(state: State) -> tuple[str, ...]:
    """The verbs that mean something now, the most urgent first."""
    if state.status != "live":
        return ("odds",)
    if state.phase == "loss":
        return ("lose", "cards", "odds")
    if state.phase == "number":
        return ("round", "swap", "lose", "cards", "odds")
    dice = state.all_dice
    hopeless = dice is not None and all(guess.times > dice for guess in least(state))
    first = ("challenge", "guess") if hopeless and state.guesses else ("guess", "challenge")
    return (*first, "trigger", "round", "lose", "cards")


def _odds(trial: Trial[State]) -> bool:
    """Whether the odds of a round that is over can be told."""
    try:
        return round_asked(trial.state, spoil=False) is not None
    except CompanionError:
        return False


VERBS = {
    "guess": Verb("what the dice show", guess),
    "challenge": Verb("the guess before", challenge, (REVEAL, THERE), challenges),
    "trigger": Verb("a power card", trigger, ("--did", "--to")),
    "round": Verb(
        "how many dice, and the splits",
        round_,
        alone=lambda trial: trial.state.dice_count is not None,
    ),
    "lose": Verb("the loser gives up a die", lose),
    "swap": Verb("a card for a wildcard", swap),
    "cards": Verb("puts right how many there are", cards),
    "odds": Verb("how likely the guess was", lambda trial, line: (), ("--share",), _odds),
}
