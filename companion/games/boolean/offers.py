"""What may be typed next in a play of Boolean Dice: that of the game at hand, and of the set."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.game import Game
from companion.core.offer import Line, Offer
from companion.core.trial import Trial
from companion.games.boolean.menu import Verb, offered
from companion.games.boolean.possession.state import Possessing, forgotten
from companion.games.boolean.six import NAMES, offering
from companion.games.boolean.state import State
from companion.games.boolean.typed import dice


def offers(game: Game[State], state: State, words: Sequence[str]) -> Iterator[Offer]:
    """What may come behind these words; the verbs of the moment where there are none.

    The rules are asked as if nobody had told which dice are whose: no secret shows in a menu. So
    what is offered there may still be refused, for a die that is known to be somewhere else.
    """
    known: State = forgotten(state) if isinstance(state, Possessing) else state
    part = offering(state.variant)
    order = [*(part.order(known) if state.status == "live" else ()), "dice"]
    return offered(Trial(game, known, None), _verbs(state), order, words)


def has_verb(state: State, verb: str) -> bool:
    """Whether a verb is one of the game at hand, or of none in particular."""
    if verb in _verbs(state):
        return True
    return verb not in _OF_DICE and not any(verb in offering(name).VERBS for name in NAMES)


def _verbs(state: State) -> dict[str, Verb[Any]]:
    verbs: dict[str, Verb[Any]] = {**_SET, **offering(state.variant).VERBS}
    if isinstance(state, Possessing):
        from companion.games.boolean.possession.offers import verbs as of_dice

        return {**of_dice(state), **verbs}
    return verbs


def _dice(trial: Trial[State], line: Line) -> Iterator[Offer]:
    return (Offer(word, about) for _, (word, about) in dice())


def _nothing(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """Faces and throws are for the table to say."""
    return iter(())


def _always(trial: Trial[State]) -> bool:
    return True


_SET: dict[str, Verb[Any]] = {
    "dice": Verb("the ten dice as nets", _dice, alone=_always),
    "split": Verb("leads through a Split", _nothing, alone=_always),
}
_OF_DICE = ("holds", "mine", "count")
"""The verbs about dice in Possession."""
