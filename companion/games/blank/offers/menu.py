"""The verbs of BLANK as they are offered: what means most now comes first."""

from collections.abc import Iterator, Sequence

from companion.core.game import Game
from companion.core.offer import Offer
from companion.core.offering import Line, Trial, Verb, offered
from companion.games.blank.offers import box, cards, order, rules
from companion.games.blank.reference import Reference
from companion.games.blank.state import OPEN_RULES, State


def offers(
    game: Game[State], state: State, reference: Reference, words: Sequence[str]
) -> Iterator[Offer]:
    """What may be typed next behind these words of a line."""
    trial = Trial(game, state, reference)
    if state.status == "live":
        return offered(trial, VERBS, _order(state), words)
    left = _AT_THE_END if reference.prize_waits(state) else _AFTERWARDS
    return offered(trial, {verb: VERBS[verb] for verb in left}, left, words)


def _always(trial: Trial[State]) -> bool:
    return True


def _nothing(trial: Trial[State], line: Line) -> Iterator[Offer]:
    return iter(())


VERBS: dict[str, Verb[State]] = {
    "play": Verb("cards that somebody plays", cards.play),
    "draw": Verb("no card fits; or by an effect", cards.draw, (cards.WHY,), alone=cards.can_draw),
    "penalty": Verb("a card for each fault", order.penalty, order.PENALTY_VALUED),
    "turn": Verb("whose turn it is", order.turn),
    "skip": Verb("somebody is skipped", order.skip, alone=_always),
    "reverse": Verb("the other way round", _nothing, alone=_always),
    "hand": Verb("so many cards somebody has", cards.hand),
    "win": Verb("somebody has no cards left", order.win),
    "discard": Verb("cards that an effect discards", cards.discard),
    "give": Verb("cards from hand to hand", cards.give),
    "top": Verb("which card lies on top", cards.top),
    "open": Verb("rules that lie open now", rules.open_, alone=rules.may_open),
    "swap-rule": Verb("a rule goes, another comes", rules.swap_rule),
    "reshuffle": Verb("the discards become the pile", _nothing, alone=cards.can_reshuffle),
    "rule": Verb("the rule cards of your boxes", box.rule),
    "card": Verb("the game cards of your boxes", box.card),
    "idea": Verb("ideas for a card", box.idea, ("--count", "--seed", "--propose"), alone=_always),
    "copy": Verb("your boxes", box.copy),
}
_AT_THE_END = ("rule", "card", "idea", "copy")
"""What a winner does who has a prize to take."""
_AFTERWARDS = ("copy", "rule", "card", "idea")


def _order(state: State) -> Iterator[str]:
    """All verbs: first what the table does now."""
    if state.empty_hands():
        yield "win"
    if state.setting_up and len(state.rules) < OPEN_RULES:
        yield "open"
    if state.top is None:
        yield "top"
    if state.draw_pile == 0 and state.may_shuffle:
        yield "reshuffle"
    yield from VERBS
