"""The verbs of Blank White Dice as they are offered: what means most in this phase comes first."""

from collections.abc import Iterator, Sequence

from companion.core.game import Game
from companion.core.offer import Offer
from companion.core.offering import Trial, Verb, offered
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.offers import hands, resolving, tableau, tagging, turns
from companion.games.bwd.reserve import owed
from companion.games.bwd.rules.rounds import untold
from companion.games.bwd.setup_tags import common_due
from companion.games.bwd.state import RESOLVING, TAGS_IN_SETUP, State


def offers(
    game: Game[State], state: State, catalogue: Catalogue, words: Sequence[str]
) -> Iterator[Offer]:
    """What may be typed next behind these words of a line."""
    trial = Trial(game, state, catalogue)
    if state.status != "live":
        return offered(trial, {verb: VERBS[verb] for verb in _LOOKING}, _LOOKING, words)
    return offered(trial, VERBS, _order(state), words)


VERBS: dict[str, Verb[State]] = {
    "tag": Verb("draw the icons of a card on a die", tagging.tag, tagging.VALUED),
    "roll": Verb("tell what came up", hands.roll, repeats=True),
    "resolve": Verb("resolve a die by what it shows", resolving.resolve, resolving.VALUED),
    "erase": Verb("wipe a face", hands.erase),
    "dot": Verb("draw dots on a face", hands.dot, alone=hands.just_resolved),
    "dash": Verb("draw dashes on a face", hands.dash, alone=hands.just_resolved),
    "claim": Verb("take the common die", hands.claim),
    "swap": Verb("exchange dice of two players", hands.swap),
    "replace": Verb("wipe a face and draw another icon", hands.replace),
    "steal": Verb("take points from another player", turns.steal),
    "pay": Verb("pay a price", turns.pay),
    "neutralize": Verb("turn a card face-down", tableau.neutralize),
    "restore": Verb("turn a card face-up again", tableau.restore),
    "mark": Verb("lay a player's disc on something", tableau.mark),
    "unmark": Verb("take a disc back", tableau.unmark),
    "again": Verb("take another turn", turns.again, (tagging.BY,)),
    "add": Verb("put cards into the tableau", tableau.add, (tagging.BY, tableau.OVER)),
    "deal": Verb("let the companion deal", tableau.nothing, alone=tableau.can_deal),
    "fill": Verb("draw from the reserve", tableau.nothing, alone=tableau.can_fill),
    "write": Verb("tell what is on a die", hands.write, repeats=True),
    "dice": Verb("see every die unfolded", tableau.dice, ("--of",), alone=lambda trial: True),
    "card": Verb("the cards of your box", tableau.card, tableau.CARD_VALUED),
}
_LOOKING = ("dice", "card")


def _order(state: State) -> Iterator[str]:
    """All verbs: first what the table does now."""
    if state.phase == "setup" and owed(state) and not any(state.tags):
        yield from ("add", "deal", "fill")
    elif state.phase == "setup" and state.tags and min(state.tags) >= TAGS_IN_SETUP:
        yield from ("tag", "roll") if common_due(state) else ("roll", "tag")
    elif state.phase == "roll":
        rolled = all(die.active is not None for die in state.dice if die.owner is not None)
        yield from ("resolve", "roll") if rolled else ("roll", "resolve")
    elif state.phase in RESOLVING and state.turn is not None:
        unknown = len(untold(state, state.turn)) == len(state.dice_of(state.turn))
        yield from ("roll", "resolve") if unknown else ("resolve", "tag")
    elif state.phase == "check":
        yield "roll"
    if state.phase in ("setup", "open"):
        yield from ("tag", "roll", "write", "add", "dice", "card")
    yield from VERBS
